"""The Go paper of 2004 against what came out here: a roving eye on 5x5, then on 7x7 with and without what it learned.

Stanley & Miikkulainen 2004, section 5. Three arms, any number of runs each; and arms that go past the paper, towards
eyes that do not live on one opening.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ludogen.engines.programs import find_program
from ludogen.errors import ConfigurationError
from ludogen.formats.champion import write_champion
from ludogen.games.numbered import numbered_svg
from ludogen.names import known_or_suggestion
from ludogen.recipes.eye_trials import TrialSettings
from ludogen.reports.eye_graph import draw_eye, net_of
from ludogen.reports.eye_tests import EyeGame
from ludogen.reports.figures import Panel, draw_series
from ludogen.reports.lab import Lab
from ludogen.reports.spread import Spread
from ludogen.reports.stanley_page import page
from ludogen.reports.stanley_results import (
    ALPHA,
    Eye,
    Results,
    Run,
    best_of,
    by_questions,
    gnugo_itself,
    held_out,
    judged_on,
    significant,
    validated,
)

__all__ = ["ARMS", "PAST", "SCALES", "Scale", "reproduce"]

SMALL, SEEDED, RAW = "5x5", "7x7-seeded", "7x7-raw"
SMALL_SIZE = 5
ARMS: Mapping[str, Mapping[str, Any]] = {
    SMALL: {"size": 5, "generations": 400},
    RAW: {"size": 7, "generations": 500},
    SEEDED: {"size": 7, "generations": 500},  # and start_from
}
# Past the paper: options of the recipe. The champion is chosen by games from many first replies of white.
EACH_OTHER = {"coevolution": True, "hall_of_fame": 8, "yardstick_every": 10}
PAST: Mapping[str, Mapping[str, Any]] = {
    "5x5-openings": {"size": 5, "generations": 150, "drawn_replies": 5, "yardstick_every": 10},
    "5x5-all": {
        "size": 5,
        "generations": 100,
        "drawn_replies": 2,
        "second_level": 4,
        "stand_in": True,
        "yardstick_every": 10,
    },
    "5x5-each-other": {"size": 5, "generations": 150, **EACH_OTHER},
    "9x9-each-other": {"size": 9, "generations": 50, **EACH_OTHER},  # and start_from
}
BEGINS_WITH = {"9x9-each-other": "5x5-each-other"}  # its champion
UNTOUCHED = (7, 9)  # boards on which the 5x5 champion plays as it is
HALF = 30  # moves on the first board of a long game, as figure 5 has them


@dataclass(frozen=True)
class Scale:
    """How much is done."""

    runs: Mapping[str, int]  # of each arm
    settings: Mapping[str, Any]  # of all arms, on top of their own
    generations: Mapping[str, int]
    starts: int  # random openings that champions play on from
    random: int  # games against random moves


SCALES = {
    "quick": Scale(
        dict.fromkeys(ARMS, 2) | dict.fromkeys(PAST, 1),
        {"population": 100},
        {SMALL: 30, RAW: 10, SEEDED: 10} | dict.fromkeys(PAST, 10),
        10,
        50,
    ),
    "paper": Scale({SMALL: 10, RAW: 15, SEEDED: 15} | dict.fromkeys(PAST, 1), {}, {}, 100, 400),
}


def reproduce(lab: Lab, scale: Scale | None = None) -> Path:
    """All of it: runs, champions, held-out games, figures, the page; its path."""
    scale = scale or _asked(lab)
    folder = lab.docs / "stanley"
    folder.mkdir(parents=True, exist_ok=True)
    results = _results(lab, scale, folder)
    figures = _draw(results, folder)
    path = lab.docs / "stanley.md"
    path.write_text(page(lab, results, figures), "utf-8")
    return path


def _asked(lab: Lab) -> Scale:
    """The scale, with the numbers of runs and generations that were asked for instead."""
    scale, numbers = SCALES[lab.scale], lab.numbers
    for name in numbers:
        if name not in (*scale.runs, "seeds", "generations"):
            raise ConfigurationError(f"stanley has no arm {name!r}: {known_or_suggestion(name, scale.runs)}")
    runs = {arm: numbers.get(arm, numbers.get("seeds", number)) for arm, number in scale.runs.items()}
    for arm in ARMS:
        if not runs[arm]:
            raise ConfigurationError(
                f"{arm}=0 is not allowed: only arms past the paper may be left out ({', '.join(PAST)})"
            )
    generations = dict(scale.generations)
    if "generations" in numbers:  # of the larger board; the first arm goes before them
        generations |= {RAW: numbers["generations"], SEEDED: numbers["generations"]}
    return replace(scale, runs=runs, generations=generations)


def _results(lab: Lab, scale: Scale, folder: Path) -> Results:
    is_real = find_program("gnugo") is not None
    further = dict(scale.settings)
    if not is_real:
        lab.say("GNU Go is not installed: the built-in opponent takes its place, so this is no reproduction.")
        further["opponent"] = "playouts"

    def arm(name: str, **more: Any) -> list[Run]:
        settings = {**ARMS.get(name, {}), **PAST.get(name, {}), **further, **more}
        if name in scale.generations:
            settings["generations"] = scale.generations[name]
        seeds = range(lab.seed, lab.seed + scale.runs[name])
        return [Run(name, seed, lab.evolved(name, seed, settings)) for seed in seeds]

    arms = {SMALL: arm(SMALL)}
    # "The champion of a typical run" (section 5.1): the median of those there were when the first run began.
    chosen = lab.kept("the run that seeds 7x7", lambda: _typical(arms[SMALL]).seed)
    run = next(run for run in arms[SMALL] if run.seed == chosen)
    seed = _eye(lab.kept("the generation that seeds 7x7", lambda: run.best_number), run, folder / "seed.safetensors")
    arms[RAW] = arm(RAW)
    arms[SEEDED] = arm(SEEDED, start_from=seed.path.as_posix())
    champions = {name: _fittest(runs, folder) for name, runs in arms.items()}
    past = {}
    for name in PAST:
        before = BEGINS_WITH.get(name)
        if not scale.runs[name] or (before and not scale.runs[before]):
            continue
        begun = {"start_from": champions[before].path.as_posix()} if before else {}
        past[name] = arm(name, **begun)
        best, number = validated(lab, past[name])
        champions[name] = _eye(number, best, folder / f"{name}.safetensors")
    return Results(
        arms,
        past,
        champions,
        seed,
        {size: judged_on(lab, seed, _sized(seed, size)) for size in UNTOUCHED},
        {name: held_out(lab, champions[name], scale.starts, scale.random) for name in champions},
        gnugo_itself(lab, [eye.run.trials for eye in champions.values()], scale.starts) if is_real else {},
        all(run.configuration.opponent == "gnugo" for runs in arms.values() for run in runs),
    )


def _typical(runs: Sequence[Run]) -> Run:
    ranked = sorted(runs, key=lambda run: (run.best[run.best_number], run.seed))
    return ranked[len(ranked) // 2]


def _fittest(runs: Sequence[Run], folder: Path) -> Eye:
    best = best_of(runs)
    return _eye(best.best_number, best, folder / f"{best.arm}.safetensors")


def _eye(number: int, run: Run, path: Path) -> Eye:
    eye = Eye(run, number, path)
    write_champion(path, eye.champion)
    return eye


def _sized(eye: Eye, size: int) -> TrialSettings:
    return replace(eye.run.trials, size=size)


# Figures


def _draw(results: Results, folder: Path) -> list[tuple[str, str]]:
    """All figures: names and captions, in the order of the page."""
    drawn = [_figure_4(results, folder)]
    if results.is_real:
        drawn.append(_by_questions(results, folder))
    drawn.append(_small_board(results, folder))
    seed, small, large = results.seed, results.champions[SMALL], results.champions[SEEDED]
    evolved = results.held_out
    drawn += _board(
        folder, "figure-2", evolved[SMALL].evolved, small.run.trials, f"the 5x5 champion, fitness {small.fitness:.1f}"
    )
    for size, game in results.untouched.items():
        name = "figure-3" if size == UNTOUCHED[0] else f"on-{size}x{size}"
        drawn += _board(
            folder, name, game, _sized(seed, size), f"the seed on {size}x{size}, as it is, fitness {game.fitness:.1f}"
        )
    drawn += _board(
        *(folder, "figure-5", evolved[SEEDED].evolved, large.run.trials),
        f"the fittest 7x7 champion with a 5x5 seed, fitness {large.fitness:.1f}",
    )
    for name, eye in results.champions.items():
        arrays = eye.champion.arrays
        draw_eye(folder / f"net-{name}.svg", net_of(*(arrays[one] for one in ("sources", "targets", "weights"))), name)
        drawn.append((f"net-{name}.svg", f"The net of the champion of {name}."))
    return [*drawn, _past(results, folder)]


def _past(results: Results, folder: Path) -> tuple[str, str]:
    """How champions do from openings that no evolution has, generation by generation."""
    panels = []
    for metric, title in (("champion_openings_won", "share won"), ("champion_openings", "mean fitness")):
        lines = {
            name: {at: float(np.mean(values)) for at, values in _by_number(runs, metric).items()}
            for name, runs in {SMALL: results.arms[SMALL], **results.past}.items()
            if runs[0].configuration.size == SMALL_SIZE
        }
        panels.append(Panel(f"champions on 5x5 from random openings: {title}", lines))
    draw_series(folder / "openings.svg", panels)
    return "openings.svg", "The yardstick of the recipe: games from twelve random openings, means over runs."


def _figure_4(results: Results, folder: Path) -> tuple[str, str]:
    arms = {name: [run.best for run in results.arms[name]] for name in (SEEDED, RAW)}
    chances = significant(arms[SEEDED], arms[RAW])
    lines, bands = {}, {}
    for name, runs in arms.items():
        spreads = {number: Spread.of([run[number] for run in runs]) for number in chances}
        lines[name] = {number: spread.mean for number, spread in spreads.items()}
        bands[name] = {number: spread.deviation for number, spread in spreads.items()}
    panels = [
        Panel("figure 4: fitness of the best on 7x7, mean and deviation over runs", lines, errors=bands, bands=True),
        Panel(
            "p of equal means (Welch); below 0 raw is ahead",
            {"p": chances},
            ALPHA,
            f"{ALPHA}",
        ),
    ]
    draw_series(folder / "figure-4.svg", panels)
    return "figure-4.svg", "Figure 4, and the significance of the difference generation by generation."


def _by_questions(results: Results, folder: Path) -> tuple[str, str]:
    lines = {}
    for name in (SEEDED, RAW):
        found = by_questions(results.arms[name])
        shared = set.intersection(*(set(one) for one in found))
        lines[name] = {at: float(np.mean([one[at] for one in found])) for at in sorted(shared)}
    title = "best fitness so far on 7x7 by questions to the engine, mean over runs"
    draw_series(folder / "by-questions.svg", [Panel(title, lines)], across="questions, thousands")
    return "by-questions.svg", "The same by what the games ask GNU Go."


def _small_board(results: Results, folder: Path) -> tuple[str, str]:
    runs = results.arms[SMALL]
    lines = {f"seed {run.seed}": run.best for run in runs[:4]}
    mean = {at: float(np.mean([run.best[at] for run in runs if at in run.best])) for at in sorted(runs[0].best)}
    panels = [
        Panel("fitness of the best on 5x5, single runs and the mean of all", {"mean": mean, **lines}),
        Panel("species", {"mean": {at: float(np.mean(v)) for at, v in _by_number(runs, "species").items()}}, 20),
    ]
    draw_series(folder / "5x5.svg", panels)
    return "5x5.svg", "Evolution on 5x5."


def _by_number(runs: Sequence[Run], metric: str) -> dict[int, list[float]]:
    found: dict[int, list[float]] = {}
    for run in runs:
        for number, value in run.metrics(metric).items():
            found.setdefault(number, []).append(value)
    return found


def _board(folder: Path, name: str, game: EyeGame, settings: TrialSettings, caption: str) -> list[tuple[str, str]]:
    """A game as numbered boards: one, or two where it is long."""
    position = settings.game.start().play_text(*game.moves)
    plies = len(game.moves)
    parts = [(1, plies)] if plies <= HALF else [(1, HALF), (HALF + 1, plies)]
    drawn = []
    for letter, (first, last) in zip(("", "-b"), parts, strict=False):
        (folder / f"{name}{letter}.svg").write_text(numbered_svg(position, first, last), "utf-8")
        title = name.replace("-", " ").capitalize() if name.startswith("figure") else "Untouched"
        drawn.append((f"{name}{letter}.svg", f"{title}: {caption}. Moves {first} to {last}, black is the eye."))
    return drawn
