"""Runs of the roving eye, what they cost, how their arms compare, and what their champions do when held to more."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import ttest_ind_from_stats  # type: ignore[import-untyped]

from ludogen.engines.programs import find_program
from ludogen.formats.champion import Champion
from ludogen.players.eyes import eye_mover
from ludogen.recipes.eye_trials import TrialSettings
from ludogen.recipes.stanley import Stanley, StanleyConfiguration
from ludogen.reports import eye_tests
from ludogen.reports.evolved_run import EvolvedRun
from ludogen.reports.eye_tests import EyeGame
from ludogen.reports.lab import Lab
from ludogen.reports.spread import Spread

__all__ = [
    "ALPHA",
    "RANDOM_STARTS",
    "Eye",
    "HeldOut",
    "Results",
    "Run",
    "best_of",
    "by_questions",
    "gnugo_itself",
    "held_out",
    "judged_on",
    "significant",
    "spans",
    "validated",
]

ALPHA = 0.05
RANDOM_STARTS = "openings of four random moves"
VALIDATED, VALIDATED_EVERY = 12, 5  # champions of so many generations of a run, each so far from the next
GRID = 60  # places at which arms are compared by engine queries
Series = dict[int, float]


class Run(EvolvedRun[StanleyConfiguration]):
    """A run of the recipe."""

    @property
    def trials(self) -> TrialSettings:
        """The games of its evolution."""
        return Stanley(self.configuration, self.seed).trials

    def metrics(self, name: str) -> Series:
        """A metric by generation, the first population left out: it has played nothing."""
        return {number: value for number, value in super().metrics(name).items() if number > 0}

    @cached_property
    def best(self) -> Series:
        """Fitness of the best of each generation."""
        return self.metrics("best")

    @property
    def best_number(self) -> int:
        """The generation of the fittest; of equally fit ones the first."""
        return max(self.best, key=lambda number: (self.best[number], -number))


@dataclass(frozen=True)
class Eye:
    """A champion, and where it comes from."""

    run: Run
    number: int
    path: Path  # of its file

    @property
    def champion(self) -> Champion:
        """The eye."""
        return self.run.champion(self.number)

    @property
    def net(self) -> NDArray[Any]:
        """Its net, as an array of one record."""
        return eye_mover(self.champion.arrays)[0]

    @property
    def fitness(self) -> float:
        """In evolution."""
        return self.run.best[self.number]


@dataclass(frozen=True)
class HeldOut:
    """Games of a champion under conditions that evolution did not have."""

    evolved: EyeGame
    tests: Mapping[str, Sequence[EyeGame]]
    played_out: float | None  # black's lead after a strong player has played its game as evolved to the end
    random: float  # share of games won against random moves
    standing: int | None  # of the games won from random starts: still won when a strong player has played them out


@dataclass(frozen=True)
class Results:
    """All that the page tells of."""

    arms: Mapping[str, Sequence[Run]]  # the paper's
    past: Mapping[str, Sequence[Run]]  # those that go further
    champions: Mapping[str, Eye]  # the fittest of each arm of the paper, those chosen by validation of the others
    seed: Eye  # of the 7x7 arm that has one
    untouched: Mapping[int, EyeGame]  # the seed on larger boards
    held_out: Mapping[str, HeldOut]
    gnugo: Mapping[int, Sequence[float]]  # by board: leads of GNU Go as black from the random starts
    is_real: bool  # against GNU Go


def best_of(runs: Sequence[Run]) -> Run:
    """The run with the fittest champion; of equally fit ones the first."""
    return max(runs, key=lambda run: (run.best[run.best_number], -run.seed))


def validated(lab: Lab, runs: Sequence[Run]) -> tuple[Run, int]:
    """The champion that does best from all first replies of white; of the last generations, where fitness is not it."""
    found = []
    for run in runs:
        for number in range(run.last, 0, -VALIDATED_EVERY)[:VALIDATED]:
            eye, key = Eye(run, number, run.folder), f"{run.folder.name}@{number} from all first replies"
            games = lab.kept(key, lambda eye=eye: [asdict(one) for one in _all_replies(eye)])  # type: ignore[misc]
            found.append((float(np.mean([one["fitness"] for one in games])), number, run))
    best = max(found, key=lambda one: one[:2])
    return best[2], best[1]


def _all_replies(eye: Eye) -> list[EyeGame]:
    settings = eye.run.trials
    return [eye_tests.as_evolved(eye.net, settings), *eye_tests.every_first_reply(eye.net, settings)]


def gnugo_itself(lab: Lab, settings: Sequence[TrialSettings], starts: int) -> dict[int, list[float]]:
    """By board: leads of GNU Go as black of itself from the random starts."""
    return {
        one.size: lab.kept(
            f"GNU Go from random starts on {one.size}x{one.size}",
            lambda one=one: eye_tests.gnugo_from_random_starts(one, starts),  # type: ignore[misc]
        )
        for one in settings
    }


def significant(ones: Sequence[Mapping[int, float]], others: Sequence[Mapping[int, float]]) -> dict[int, float]:
    """By generation that all have: p of Welch's test that two means are equal, negative where the others' is higher."""
    shared = set.intersection(*(set(one) for one in (*ones, *others)))
    found = {}
    for number in sorted(shared):
        first, second = (Spread.of([one[number] for one in some]) for some in (ones, others))
        gap = first.mean - second.mean
        if min(len(ones), len(others)) < 2 or first.deviation == second.deviation == 0:
            chance = 0.0 if gap and min(len(ones), len(others)) > 1 else 1.0
        else:
            parts = [(one.mean, one.deviation, len(one.values)) for one in (first, second)]
            chance = float(ttest_ind_from_stats(*parts[0], *parts[1], equal_var=False).pvalue)
        found[number] = chance if gap >= 0 else -chance
    return found


def spans(numbers: Sequence[int]) -> str:
    """Generations in short: 2-7, 9."""
    groups: list[list[int]] = []
    for number in sorted(numbers):
        if groups and number == groups[-1][-1] + 1:
            groups[-1].append(number)
        else:
            groups.append([number])
    texts = [str(group[0]) if len(group) == 1 else f"{group[0]}-{group[-1]}" for group in groups]
    return ", ".join(texts) or "none"


def by_questions(runs: Sequence[Run], unit: float = 1000.0) -> list[Series]:
    """The best fitness so far of each run, by questions that its games had put to the engine, in thousands.

    What was known already counts, too: it is what evolution without a memory would have asked.
    """
    totals = [np.cumsum(list(run.metrics("questions").values())) / unit for run in runs]
    if not all(map(len, totals)):
        return []
    end = min(float(total[-1]) for total in totals)
    grid = np.unique(np.linspace(1, max(end, 1), GRID).astype(int))
    found = []
    for run, total in zip(runs, totals, strict=True):
        so_far = np.maximum.accumulate(list(run.best.values()))
        places = np.searchsorted(total, grid, side="right") - 1
        found.append({int(at): float(so_far[max(place, 0)]) for at, place in zip(grid, places, strict=True)})
    return found


def judged_on(lab: Lab, eye: Eye, settings: TrialSettings) -> EyeGame:
    """The game of an eye on any board."""
    key = f"{eye.run.folder.name}@{eye.number} on {settings.size}x{settings.size}"
    return _game(lab.kept(key, lambda: asdict(eye_tests.as_evolved(eye.net, settings))))


def held_out(lab: Lab, eye: Eye, starts: int, games: int) -> HeldOut:
    """What an eye does under other conditions; kept."""
    settings, net = eye.run.trials, eye.net
    tests: dict[str, Callable[[], list[EyeGame]]] = {
        "other first replies of white": lambda: eye_tests.every_first_reply(net, settings),
        "its opening turned and mirrored": lambda: eye_tests.turned_openings(net, settings),
        RANDOM_STARTS: lambda: eye_tests.random_starts(net, settings, starts),
    }
    is_real = settings.opponent == "gnugo"
    if is_real:
        tests |= {
            "other levels": lambda: eye_tests.other_levels(net, settings),
            "other seeds": lambda: eye_tests.other_seeds(net, settings),
        }
    key = f"{eye.run.folder.name}@{eye.number}"
    evolved = judged_on(lab, eye, settings)
    kept = {
        name: [_game(one) for one in lab.kept(f"{key}, {name}", lambda make=make: [asdict(game) for game in make()])]  # type: ignore[misc]
        for name, make in tests.items()
    }
    lead, standing = None, None
    if is_real and find_program("gnugo") is not None:
        lead = lab.kept(f"{key}, played out", lambda: eye_tests.played_out(evolved, settings))
        won = [game for game in kept[RANDOM_STARTS] if game.is_won]
        leads = lab.kept(
            f"{key}, {RANDOM_STARTS}, played out", lambda: [eye_tests.played_out(game, settings) for game in won]
        )
        standing = sum(lead > 0 for lead in leads)
    random = lab.kept(f"{key}, {games} random games", lambda: eye_tests.against_random(net, settings, games))
    return HeldOut(evolved, kept, lead, random, standing)


def _game(kept: Mapping[str, Any]) -> EyeGame:
    return EyeGame(**{**kept, "moves": tuple(kept["moves"])})
