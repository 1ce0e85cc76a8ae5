"""The Othello paper of 1995 against what came out here: its experiments on games that no evolution had, one page.

Moriarty & Miikkulainen 1995. An arm is a way to evolve; each is run with several seeds. With the same seed the marker
arms share stage 1, game by game. One arm goes past the paper: co-evolution, which its section 5 proposes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ludogen.arena.match import Match
from ludogen.arena.settings import MatchSettings
from ludogen.engines.programs import find_program
from ludogen.formats.champion import write_champion
from ludogen.recipes.othello_trials import RANDOM
from ludogen.reports.figures import Panel, draw_series
from ludogen.reports.game_curves import Curves, draw_curves
from ludogen.reports.lab import Lab
from ludogen.reports.moriarty_page import page
from ludogen.reports.moriarty_results import Best, End, MeasuredRun, Measuring, Results, best_of, measured_run
from ludogen.reports.othello_courses import Courses, followed
from ludogen.reports.othello_strength import OPPONENTS, Run, opponent_of
from ludogen.reports.portraits import portrait_of
from ludogen.reports.spread import Spread

__all__ = ["ARMS", "SCALES", "Arm", "Scale", "draw_figures", "reproduce"]


@dataclass(frozen=True)
class Arm:
    """A way to evolve: what differs from the recipe's defaults, which are the paper's."""

    what: str
    settings: Mapping[str, Any]
    quick: Mapping[str, Any]  # on top of them at the quick scale


ARMS: Mapping[str, Arm] = {
    "iago": Arm(
        "the paper's: marker nets, stage 2 against Iago's edges and stability",
        {},
        {"generations": 200},
    ),
    "norvig": Arm(
        "the same, stage 2 against Norvig's worth of squares",
        {"searcher": "norvig"},
        {"generations": 200},
    ),
    "fixed": Arm(
        "the paper's control: weights of a fixed architecture, in the paper ten times as long against the random mover",
        {"architecture": "fixed", "stage_1": 1000, "generations": 3000},
        {"stage_1": 100, "generations": 200},
    ),
    "coevolution": Arm(
        "past the paper: in stage 2 ten games against each other and ten against former champions, no searcher",
        {"coevolution": True, "hall_of_fame": 10, "hall_every": 10},
        {"generations": 200},
    ),
}
PAPERS = "iago"  # the arm that is the paper's
WITH_SEARCHER = ("iago", "norvig")  # arms whose best may be the mobility champion, each against its own searcher
MATCHED = ("iago", "norvig", "coevolution")  # arms whose best meets Rhino
RHINO_SEED = 3


@dataclass(frozen=True)
class Scale:
    """How much is done."""

    runs: Mapping[str, int]  # seeds of each arm
    measuring: Measuring
    followed: int  # held-out games whose course is looked at
    rhino: int  # games against each level of Rhino
    levels: Sequence[int] = (1, 2, 3)


SCALES = {
    "quick": Scale(dict.fromkeys(ARMS, 1), Measuring(5, 5, 100, 1000, 100), 300, 10),
    "paper": Scale({"iago": 5, "norvig": 5, "fixed": 5, "coevolution": 3}, Measuring(5, 10, 400, 2000, 400), 1000, 100),
}


def reproduce(lab: Lab, scale: Scale | None = None) -> Path:
    """All of it: runs, measurements, matches, figures, champions, the page; its path."""
    scale = scale or SCALES[lab.scale]
    folder = lab.docs / "moriarty"
    folder.mkdir(parents=True, exist_ok=True)
    runs = {
        name: [_run(lab, name, seed) for seed in range(lab.seed, lab.seed + scale.runs[name])]
        for name in ARMS
        if scale.runs[name]
    }
    common = runs[PAPERS][0].ends[0]
    arms = {name: [measured_run(lab, scale.measuring, run, common) for run in some] for name, some in runs.items()}
    results = _results(lab, scale, arms, folder)
    figures = draw_figures(results, folder)
    path = lab.docs / "moriarty.md"
    path.write_text(page(lab, {name: arm.what for name, arm in ARMS.items()}, results, figures), "utf-8")
    return path


def _run(lab: Lab, name: str, seed: int) -> Run:
    arm = ARMS[name]
    settings = {**arm.settings, **(arm.quick if lab.scale == "quick" else {})}
    return Run(name, seed, lab.evolved(name, seed, settings))


def _results(lab: Lab, scale: Scale, arms: Mapping[str, Sequence[MeasuredRun]], folder: Path) -> Results:
    """Champions are chosen and written, then looked at: followed in games, and matched with Rhino."""
    positional = best_of(arms[PAPERS], 0, folder / "positional.safetensors")
    bests = {name: best_of(some, 1, folder / f"best-{name}.safetensors") for name, some in arms.items()}
    mobility = max((name for name in WITH_SEARCHER if name in bests), key=lambda name: bests[name].end.validation.won)
    for best in (positional, *bests.values()):
        write_champion(best.path, best.champion)
    write_champion(folder / "mobility.safetensors", bests[mobility].champion)
    looked_at = {"positional": (PAPERS, 0)} | {name: (name, 1) for name in WITH_SEARCHER if name in bests}
    courses = {
        (who, other): [_followed(lab, scale, one.run, one.ends[stage], other) for one in arms[name]]
        for who, (name, stage) in looked_at.items()
        for other in (RANDOM, arms[name][0].run.configuration.searcher)
    }
    matched = {name: bests[name] for name in MATCHED if name in bests}
    return Results(arms, positional, bests, mobility, courses, _rhino(lab, scale, matched))


def _followed(lab: Lab, scale: Scale, run: Run, end: End, name: str) -> Courses:
    key = f"{run.folder.name}@{end.number}, member {end.best}"
    return followed(lab, run.member(end.number, end.best), opponent_of(run, name), scale.followed, key)


def _rhino(lab: Lab, scale: Scale, bests: Mapping[str, Best]) -> dict[str, dict[int, Match]]:
    if find_program("gtp-rhino") is None:
        lab.say("Rhino is not installed: no games against it.")
        return {}

    def settings(best: Best, level: int) -> MatchSettings:
        one, other = best.path.as_posix(), f"rhino:level={level}"
        return MatchSettings("othello", one, other, "random:plies=6", seed=RHINO_SEED)

    return {
        name: {
            level: lab.played(f"best of {name} against Rhino's level {level}", settings(best, level), scale.rhino)
            for level in scale.levels
        }
        for name, best in bests.items()
    }


# Figures


def draw_figures(results: Results, folder: Path) -> list[str]:
    """All figures; their names, in the order of the page."""
    common = results.arms[PAPERS][0].ends[0].number
    draw_series(folder / "stage-1.svg", [_strength(results, RANDOM, [PAPERS, "fixed"], common)])
    draw_series(folder / "strength.svg", [_strength(results, name, ARMS) for name in OPPONENTS])
    draw_series(folder / "sizes.svg", _sizes(results))
    names = [name for name in WITH_SEARCHER if name in results.bests]
    places = {name: results.bests[name].place for name in names}
    met = {name: results.courses[name, results.bests[name].end.opponent][places[name]] for name in names}
    random = {name: results.courses[name, RANDOM][places[name]] for name in names}
    positional = results.courses["positional", RANDOM][results.positional.place]
    draw_curves(
        folder / "figure-4.svg",
        [_discs("figure 4: positional champion", positional, "random mover", (25, 20), (45, "falls"))],
    )
    draw_curves(
        folder / "figure-5.svg",
        [
            _discs(f"figure 5: best of {name}, its searcher", met[name], "searcher", None, (54, "turns"))
            for name in names
        ],
    )
    draw_curves(
        folder / "figure-6.svg",
        [_moves(f"figure 6: best of {name}, its searcher", met[name]) for name in names],
    )
    draw_curves(
        folder / "figure-8.svg",
        [_discs(f"figure 8: best of {name}", random[name], "random mover", (16, 29), (52, "turns")) for name in names],
    )
    best = results.bests[results.mobility]
    portrait = portrait_of(best.champion)
    assert portrait.draw is not None  # marker nets have a picture
    portrait.draw(folder / "net.svg", f"mobility champion ({results.mobility}, seed {best.run.seed})")
    return [
        f"{name}.svg"
        for name in ("stage-1", "strength", "figure-4", "figure-5", "figure-6", "figure-8", "sizes", "net")
    ]


def _strength(results: Results, opponent: str, arms: Iterable[str], last: int | None = None) -> Panel:
    lines: dict[str, dict[int, float]] = {}
    errors: dict[str, dict[int, float]] = {}
    for name in arms:
        runs = results.arms.get(name, ())
        if not runs:
            continue
        spreads = {
            number: Spread.of_games([one.curve[opponent][number] for one in runs])
            for number in runs[0].curve[opponent]
            if last is None or number <= last
        }
        line = f"{name}, {len(runs)} seed{'s' * (len(runs) > 1)}"
        lines[line] = {number: spread.mean for number, spread in spreads.items()}
        errors[line] = {
            number: spread.deviation or (spread.interval[1] - spread.interval[0]) / 2
            for number, spread in spreads.items()
        }
    title = {RANDOM: "the random mover", "iago": "the searcher, Iago's evaluation without mobility"}
    bar = 0.97 if opponent == RANDOM else 0.7
    against = title.get(opponent, "the searcher, Norvig's worth of squares")
    return Panel(f"held-out games that champions win against {against}", lines, bar, f"paper {bar:.0%}", True, errors)


def _sizes(results: Results) -> list[Panel]:
    panels = []
    for what, title in (("units", "hidden units"), ("connections", "connections")):
        lines = {}
        for name, runs in results.arms.items():
            found = [one.run.metrics(f"{what}_mean") for one in runs]
            if found[0]:
                lines[name] = {number: float(np.mean([one[number] for one in found])) for number in found[0]}
        level, level_name = (110.0, "paper's best: 110") if what == "units" else (None, "")
        panels.append(Panel(f"{title}, mean of the population", lines, level, level_name))
    return panels


def _discs(title: str, games: Courses, other: str, paper: tuple[int, int] | None, event: tuple[int, str]) -> Curves:
    lines = {
        "net": {move: own for move, (own, _) in games.discs.items()},
        other: {move: theirs for move, (_, theirs) in games.discs.items()},
    }
    points = {"net": {40: float(paper[0])}, other: {40: float(paper[1])}} if paper else {}
    return Curves(title, lines, "discs", points, event, _won(games))


def _moves(title: str, games: Courses) -> Curves:
    lines = {"net": games.moves[0], "searcher": games.moves[1]}
    ratios = ", ".join(f"{first}: {ratio:.2f}" for first, ratio in games.ratios.items())
    note = f"{_won(games)}; ratio after move {ratios or '-'}; paper 2"
    return Curves(title, lines, "legal moves", {}, None, note)


def _won(games: Courses) -> str:
    return f"{games.won} of {games.games} games won"
