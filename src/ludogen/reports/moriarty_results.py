"""Runs of the Othello paper's experiment, measured.

Four numbers are kept apart for the end of each stage: the best training fitness, the champion by that fitness in
held-out games, the best of the population in validation games, and that net in held-out games. A fifth is the
friendliest reading of the paper's: the best of the population from the starts that evolution used, in the games that
chose it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ludogen.arena.match import Match
from ludogen.formats.champion import Champion
from ludogen.reports.lab import Lab
from ludogen.reports.othello_courses import Courses
from ludogen.reports.othello_strength import (
    OPPONENTS,
    PAPERS_STARTS,
    Judged,
    Run,
    held_out,
    opponent_of_stage,
    validated,
)

__all__ = ["Best", "End", "MeasuredRun", "Measuring", "Results", "best_of", "measured_run"]

SIZES = ("units_mean", "units_champion", "connections_mean", "connections_champion")


@dataclass(frozen=True)
class Measuring:
    """How much is measured."""

    early: int  # generations of stage 1 whose champions are measured, besides the first
    late: int  # of stage 2
    between: int  # held-out games of champions against each opponent, but at the end of a stage
    held_out: int  # at the end of a stage
    validation: int  # games of each member of a population
    papers_starts: int = 488  # the same from the paper's 244 starts, with both colours


@dataclass(frozen=True)
class End:
    """The end of a stage."""

    number: int  # generation
    opponent: str
    training: float  # best fitness, as a share of its games
    champion: Mapping[str, Judged]  # the fittest in held-out games, by opponent
    best: int  # which member won most validation games
    validation: Judged
    held_out: Mapping[str, Judged]  # that member
    friendly: Judged  # the member that wins most games from the paper's starts, in these games
    sizes: Mapping[str, float]


@dataclass(frozen=True)
class MeasuredRun:
    """A run and what was measured of it."""

    run: Run
    ends: tuple[End, End]
    curve: Mapping[str, Mapping[int, Judged]]  # champions in held-out games, by opponent and generation


@dataclass(frozen=True)
class Best:
    """The best net of several runs by validation games against the opponent of its stage."""

    place: int  # of its run among those of its arm
    run: Run
    end: End
    champion: Champion
    path: Path


@dataclass(frozen=True)
class Results:
    """All that the page tells of."""

    arms: Mapping[str, Sequence[MeasuredRun]]
    positional: Best
    bests: Mapping[str, Best]  # at the end of stage 2, by arm
    mobility: str  # the arm whose best is shipped
    # Games of the bests by validation of all seeds: by "positional" (at the end of stage 1) or an arm, and by opponent.
    courses: Mapping[tuple[str, str], Sequence[Courses]]
    rhino: Mapping[str, Mapping[int, Match]]  # by arm and level; empty where there is no Rhino


def measured_run(lab: Lab, measuring: Measuring, run: Run, common: int) -> MeasuredRun:
    """Measure a run: champions from the first on, some of them up to `common`, a generation that all runs have;
    populations at the end of each stage.
    """
    first, last = run.ends
    spans = ((0, common, measuring.early), (0, first, measuring.early), (first, last, measuring.late))
    numbers = {int(n) for begin, end, steps in spans for n in np.linspace(begin, end, steps + 1).round()}
    between = sorted(numbers - set(run.ends))
    some = held_out(lab, run, between, measuring.between)
    most = held_out(lab, run, run.ends, measuring.held_out)
    curve = {name: dict(sorted({**some[name], **most[name]}.items())) for name in OPPONENTS}
    one, other = (_end(lab, measuring, run, number, curve) for number in run.ends)
    return MeasuredRun(run, (one, other), curve)


def _end(lab: Lab, measuring: Measuring, run: Run, number: int, curve: Mapping[str, Mapping[int, Judged]]) -> End:
    judged = validated(lab, run, number, measuring.validation)
    best = max(range(len(judged)), key=lambda member: (judged[member].won, -member))
    games = held_out(lab, run, [number], measuring.held_out, best)
    c, friendly = run.configuration, validated(lab, run, number, measuring.papers_starts, PAPERS_STARTS)
    played = c.games + (c.hall_of_fame if number > c.stage_1 else 0)
    metrics = {name: run.metrics(name).get(number) for name in ("best", *SIZES)}
    return End(
        number,
        opponent_of_stage(run, number),
        (metrics["best"] or 0.0) / played,
        {name: curve[name][number] for name in OPPONENTS},
        best,
        judged[best],
        {name: games[name][number] for name in OPPONENTS},
        max(friendly, key=lambda one: one.won),
        {name: value for name in SIZES if (value := metrics[name]) is not None},
    )


def best_of(runs: Sequence[MeasuredRun], stage: int, path: Path) -> Best:
    """The best by validation of all populations at the end of a stage (0 or 1); where its file is to be."""
    place = max(range(len(runs)), key=lambda place: (runs[place].ends[stage].validation.won, -place))
    run, end = runs[place].run, runs[place].ends[stage]
    return Best(place, run, end, run.member(end.number, end.best), path)
