"""Runs of the Othello paper's experiment, measured; and numbers of several seeds put together.

Four numbers are kept apart for the end of each stage: the best training fitness, the champion by that fitness in
held-out games, the best of the population in validation games, and that net in held-out games.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

import numpy as np

from ludogen.arena.match import Match
from ludogen.formats.champion import Champion
from ludogen.reports.lab import Lab
from ludogen.reports.othello_courses import Courses
from ludogen.reports.othello_strength import OPPONENTS, Judged, Run, held_out, opponent_of_stage, validated

__all__ = ["Best", "End", "MeasuredRun", "Measuring", "Results", "Spread", "best_of", "measured_run"]

SIZES = ("units_mean", "units_champion", "connections_mean", "connections_champion")
# Student's t for a two-sided 95 % interval, by the number of seeds.
STUDENT = {2: 12.706, 3: 4.303, 4: 3.182, 5: 2.776, 6: 2.571, 7: 2.447, 8: 2.365, 9: 2.306, 10: 2.262}
NORMAL = 1.96


@dataclass(frozen=True)
class Measuring:
    """How much is measured."""

    early: int  # generations of stage 1 whose champions are measured, besides the first
    late: int  # of stage 2
    between: int  # held-out games of champions against each opponent, but at the end of a stage
    held_out: int  # at the end of a stage
    validation: int  # games of each member of a population


@dataclass(frozen=True)
class Spread:
    """A number found with several seeds, or with one."""

    values: tuple[float, ...]
    interval: tuple[float, float]  # 95 %: of the mean over seeds; of the games where there is one seed

    @classmethod
    def of(cls, values: Iterable[float]) -> "Spread":
        """Of plain numbers."""
        found = tuple(values)
        mean, half = float(np.mean(found)), 0.0
        if len(found) > 1:
            half = STUDENT.get(len(found), NORMAL) * float(np.std(found, ddof=1)) / sqrt(len(found))
        return cls(found, (mean - half, mean + half))

    @classmethod
    def of_games(cls, judged: Sequence[Judged]) -> "Spread":
        """Of shares of games won."""
        spread = cls.of([one.won for one in judged])
        ends = (max(spread.interval[0], 0.0), min(spread.interval[1], 1.0))
        if len(judged) == 1:
            games = judged[0].interval
            ends = (games.low or 0.0, 1.0 if games.high is None else games.high)
        return cls(spread.values, ends)

    @property
    def mean(self) -> float:
        """The mean over seeds."""
        return float(np.mean(self.values))

    @property
    def deviation(self) -> float:
        """The standard deviation over seeds; 0 with one."""
        return float(np.std(self.values, ddof=1)) if len(self.values) > 1 else 0.0

    @property
    def text(self) -> str:
        """In per cent: mean, deviation and range over seeds, interval."""
        low, high = (100 * end for end in self.interval)
        sure = f"95 %: {low:.1f} .. {high:.1f}"
        if len(self.values) == 1:
            return f"{100 * self.mean:.1f} % ({sure})"
        least, most = 100 * min(self.values), 100 * max(self.values)
        return f"{100 * self.mean:.1f} % ± {100 * self.deviation:.1f} ({least:.1f} .. {most:.1f}; {sure})"


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
    c = run.configuration
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
        {name: value for name in SIZES if (value := metrics[name]) is not None},
    )


def best_of(runs: Sequence[MeasuredRun], stage: int, path: Path) -> Best:
    """The best by validation of all populations at the end of a stage (0 or 1); where its file is to be."""
    place = max(range(len(runs)), key=lambda place: (runs[place].ends[stage].validation.won, -place))
    run, end = runs[place].run, runs[place].ends[stage]
    return Best(place, run, end, run.member(end.number, end.best), path)
