"""The Othello paper of 2001 against what came out here: its experiment, the question it leaves open, and further nets.

Singer 2001. Four arms answer whether crossover or learning is what helps; options of the recipe, off in the paper's,
go further. Each run's champion is chosen as the paper chose its own, by a last round robin of the bests.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from ludogen.arena.match import Match
from ludogen.engines.programs import find_program
from ludogen.formats.champion import read_champion, write_champion
from ludogen.reports.feature_boards import draw_features
from ludogen.reports.figures import Panel, draw_series
from ludogen.reports.lab import Lab
from ludogen.reports.singer_page import page
from ludogen.reports.singer_results import (
    AGAINST,
    KREVERSI,
    LEAGUE,
    Chosen,
    League,
    Readings,
    Results,
    Run,
    chosen_of,
    matched,
    round_robin_of,
)
from ludogen.reports.spread import Spread

__all__ = ["ARMS", "OPTIONS", "SCALES", "Arm", "Scale", "draw_figures", "reproduce"]


@dataclass(frozen=True)
class Arm:
    """A way to evolve: what differs from the recipe's defaults, which are the paper's."""

    what: str
    settings: Mapping[str, Any]
    quick: Mapping[str, Any]  # on top of them at the quick scale


LONG = {"generations": 2000, "yardstick_every": 100}  # a generation without learning has 45 games, not 9045
ARMS: Mapping[str, Arm] = {
    "both": Arm("learning and crossover, the paper's", {}, {}),
    "learning": Arm("learning without crossover: all parents are copied", {"crossover_share": 0.0}, {}),
    "crossover": Arm(
        "crossover without learning, twenty times as many generations",
        {"learning": False, **LONG},
        {"generations": 100},
    ),
    "mutation": Arm(
        "neither, only mutation, as long",
        {"learning": False, "crossover_share": 0.0, **LONG},
        {"generations": 100},
    ),
}
# Tables begin at 0; with T = 30 nets see more of good play, and so large a step is no harm to so many weights.
TUPLES = {"evaluator": "tuples", "initial_spread": 0.0, "temperature": 30.0, "fine_rate": 0.02}
OPTIONS: Mapping[str, Arm] = {
    "hidden": Arm("sixteen hidden nodes instead of three", {"hidden": 16}, {}),
    "symmetric": Arm("like squares have the same weights", {"symmetric": True}, {}),
    "phases": Arm("four more inputs tell the phase of the game", {"phases": 4}, {}),
    "win": Arm("the target is to win, not the share of discs", {"goal": "win"}, {}),
    "two-plies": Arm("states learn towards h(x; 2)", {"target_depth": 2}, {}),
    "cooler": Arm("moves are drawn at T = 30, nearer to the best", {"temperature": 30.0}, {}),
    "tuples": Arm("n-tuple nets: all straight lines", TUPLES, {}),
    "patterns": Arm("n-tuple nets: lines, edges with X-squares, corners", {**TUPLES, "tuples": "patterns"}, {}),
}
PAPERS = "both"
SHIPPED = "singer"  # the name of its champion
READINGS = {
    "4 plies": "depth=4",
    "4 plies, the last 10 squares exactly": "depth=4,solve=10",
    "successors valued by h(x'; 4), that is 5 plies, the last 10 squares exactly": "depth=5,solve=10",
}
RHINO = tuple(f"rhino:level={level}" for level in (1, 2, 3))
OTHERS = ("moriarty-positional:solve=10", "moriarty-mobility:solve=10", KREVERSI)  # who meet everybody, too


@dataclass(frozen=True)
class Scale:
    """How much is done."""

    runs: Mapping[str, int]  # seeds of each arm
    options: Sequence[str]
    choice: int  # games of each pairing that chooses among seeds
    arm: int  # games against kreversi, and of one arm against the other
    kreversi: int  # games of the champion against kreversi
    scores: int  # games against each other opponent
    league: int  # games against the standard heuristic
    everybody: int  # games of each pairing


SCALES = {
    "quick": Scale(dict.fromkeys(ARMS, 1), ("tuples",), 10, 40, 100, 20, 100, 10),
    "paper": Scale(
        {"both": 5, "learning": 5, "crossover": 3, "mutation": 3}, tuple(OPTIONS), 100, 200, 1000, 100, 1000, 40
    ),
}


def reproduce(lab: Lab, scale: Scale | None = None) -> Path:
    """All of it: runs, round robins, matches, figures, champions, the page; its path."""
    scale = scale or SCALES[lab.scale]
    folder = lab.docs / "singer"
    folder.mkdir(parents=True, exist_ok=True)
    results = _results(lab, scale, folder)
    write_champion(folder / "champion.safetensors", read_champion(results.best.path))
    if results.strongest:
        write_champion(folder / "strongest.safetensors", read_champion(results.options[results.strongest].path))
    figures = draw_figures(results, folder)
    path = lab.docs / "singer.md"
    whats = {name: arm.what for name, arm in {**ARMS, **OPTIONS}.items()}
    settings = {name: OPTIONS[name].settings for name in results.options}
    path.write_text(page(lab, whats, settings, results, figures), "utf-8")
    return path


def _run(lab: Lab, name: str, seed: int) -> Run:
    arm = ARMS.get(name) or OPTIONS[name]
    settings = {**arm.settings, **(arm.quick if lab.scale == "quick" else {})}
    return Run(name, seed, lab.evolved(name, seed, settings))


def _results(lab: Lab, scale: Scale, folder: Path) -> Results:
    runs = {
        name: [_run(lab, name, seed) for seed in range(lab.seed, lab.seed + number)]
        for name, number in scale.runs.items()
    }
    further = {name: _run(lab, name, lab.seed) for name in scale.options}
    arms = {name: [chosen_of(lab, run, folder) for run in some] for name, some in runs.items()}
    options = {name: chosen_of(lab, run, folder) for name, run in further.items()}
    matches = {name: [_against(lab, one, KREVERSI, scale.arm) for one in some] for name, some in arms.items()}
    crossed = [
        matched(lab, one.player(), other.player(), scale.arm, f"{one.path.stem} against {other.path.stem}")
        for one, other in zip(arms["both"], arms["learning"], strict=True)
    ]
    best = round_robin_of(lab, arms[PAPERS], scale.choice)
    readings = [
        Readings(
            what,
            options_text,
            matched(lab, best.player(options_text), KREVERSI, 20, f"twenty games, {what}", starts="none"),
            matched(lab, best.player(options_text), KREVERSI, scale.kreversi, f"{scale.kreversi} games, {what}"),
        )
        for what, options_text in READINGS.items()
    ]
    leagues = {name: _league(lab, scale, one) for name, one in {PAPERS: best, **options}.items()}
    everybody = _everybody(lab, scale, {SHIPPED: best, **options})
    results = Results(*(arms, matches, crossed, best, readings, leagues.pop(PAPERS), options, leagues, everybody, ""))
    return replace(results, strongest=_strongest(results))


def _strongest(results: Results) -> str:
    """The option whose champion is rated best, if it is above the paper's; or none."""
    order = [player for player, _, _ in results.ratings if player in (SHIPPED, *results.options)]
    return "" if order[0] == SHIPPED else order[0]


def _against(lab: Lab, one: Chosen, other: str, games: int) -> Match:
    return matched(lab, one.player(), other, games, f"{one.path.stem} against {other}")


def _league(lab: Lab, scale: Scale, one: Chosen) -> League:
    options, heuristic = LEAGUE
    standard = matched(
        *(lab, one.player(options), heuristic, scale.league, f"{one.path.stem} against the standard heuristic"),
        starts="none",
    )
    rhino = RHINO if find_program("gtp-rhino") is not None else ()
    if not rhino:
        lab.say("Rhino is not installed: no games against it.")
    return League(standard, {other: _against(lab, one, other, scale.scores) for other in (*AGAINST, *rhino)})


def _everybody(lab: Lab, scale: Scale, ours: Mapping[str, Chosen]) -> dict[tuple[str, str], Match]:
    """All our Othello champions, kreversi, and Rhino where there is one."""
    names = {name: one.player() for name, one in ours.items()} | {name: name for name in OTHERS}
    if find_program("gtp-rhino") is not None:
        names |= {name: name for name in RHINO[1:]}
    return {
        (one, other): matched(lab, names[one], names[other], scale.everybody, f"{one} against {other}")
        for one, other in combinations(names, 2)
    }


# Figures


def draw_figures(results: Results, folder: Path) -> list[str]:
    """All figures; their names, in the order of the page."""
    best = results.best
    for figure, number in ((1, 1), (2, best.number), (3, best.run.last)):
        features = best.run.champion(number).arrays["features"]
        draw_features(
            folder / f"figure-{figure}.svg", features, f"the best of generation {number}, seed {best.run.seed}"
        )
    draw_series(folder / "figure-4.svg", [_fitness(results)])
    draw_series(folder / "arms.svg", [_strength(results), _likeness(results)])
    return ["figure-1.svg", "figure-2.svg", "figure-3.svg", "figure-4.svg", "arms.svg"]


def _fitness(results: Results) -> Panel:
    some = results.arms[PAPERS]
    mean = {number: float(np.mean([one.fitness[number] for one in some])) for number in some[0].fitness}
    lines = {f"mean of {len(some)} seeds": mean, f"seed {results.best.run.seed}": results.best.fitness}
    title = "figure 4: fitness of the best of each generation in their last round robin, depth 4"
    return Panel(title, lines if len(some) > 1 else dict(list(lines.items())[1:]), 0.5)


def _strength(results: Results) -> Panel:
    lines, errors = {}, {}
    last = results.arms[PAPERS][0].run.last
    for name, some in results.arms.items():
        found = [one.run.metrics("champion_kreversi") for one in some]
        spreads = {number: Spread.of([one[number] for one in found]) for number in found[0] if number <= last}
        lines[name] = {number: spread.mean for number, spread in spreads.items()}
        errors[name] = {number: spread.deviation for number, spread in spreads.items()}
    title = "champions against kreversi:level=3 at 4 plies: mean and deviation over seeds"
    return Panel(title, lines, 0.5, dots=True, errors=errors)


def _likeness(results: Results) -> Panel:
    lines = {}
    for name in ("both", "learning"):
        found = [one.run.metrics("likeness") for one in results.arms[name]]
        lines[name] = {number: float(np.mean([one[number] for one in found])) for number in found[0]}
    return Panel("correlation between the incoming weights of hidden nodes, mean of the pool", lines)
