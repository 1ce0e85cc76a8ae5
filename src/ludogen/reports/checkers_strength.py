"""How strong whole populations of checkers nets are, and which net is the best of several runs.

One champion's score is nearly chance: of equally good nets one happens to win. So all parents of a generation play, and
the best one is chosen by games of its own, which are no evidence afterwards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludogen.arena.openings import parse_openings
from ludogen.compute import Compute
from ludogen.formats.champion import Champion
from ludogen.games import Checkers
from ludogen.recipes.checkers_games import measured, net_records
from ludogen.reports.lab import Lab
from ludogen.runs.store import RunStore

__all__ = ["Arm", "Measuring", "Strength", "best_parent", "measured_arm", "population_outcomes", "strength_of"]

CHANCE = 77  # names the random words of measurements, other than those of yardsticks during a run
SHUFFLES = (1, 2)  # of the ballots: to measure by, and to choose by


@dataclass(frozen=True)
class Measuring:
    """How much is measured."""

    points: int  # generations at which a population is measured, the first and the last among them
    games: Mapping[int, int]  # of each parent, by depth
    finalists: int


@dataclass(frozen=True)
class Strength:
    """Of a population: mean score of its members against `pieces` with the same search, and decisions."""

    score: float
    error: float  # of the mean over the members
    wins: int
    losses: int

    @property
    def text(self) -> str:
        """Score with its 95 % interval, decisions."""
        decided = self.wins + self.losses
        return f"{self.score:.3f} ± {1.96 * self.error:.3f} ({self.wins} of {decided})"


@dataclass(frozen=True)
class Arm:
    """One run, measured."""

    name: str
    seed: int
    folder: Path
    strengths: Mapping[int, Mapping[int, Strength]]  # by depth, then by generation

    @property
    def generations(self) -> list[int]:
        """Those that were measured."""
        return sorted(next(iter(self.strengths.values())))


def measured_arm(lab: Lab, measuring: Measuring, name: str, seed: int, folder: Path) -> Arm:
    """A run with the strength of some of its populations."""
    with RunStore.open(folder) as store:
        kept = store.kept_populations()
    places = np.linspace(0, len(kept) - 1, measuring.points).round().astype(int)
    numbers = sorted({kept[place] for place in places})
    strengths = {
        depth: {number: strength_of(_population(lab, folder, number, depth, games)) for number in numbers}
        for depth, games in measuring.games.items()
    }
    return Arm(name, seed, folder, strengths)


def _population(lab: Lab, folder: Path, number: int, depth: int, games: int) -> NDArray[np.int64]:
    """Outcomes against `pieces`, a row for each parent."""

    def play() -> list[list[int]]:
        with RunStore.open(folder) as store:
            return population_outcomes(lab.compute, store, number, depth, games)

    key = f"{folder.name}@{number}, all parents at {depth} plies, {games} games each"
    return np.array(lab.kept(key, play))


def population_outcomes(compute: Compute, store: RunStore, number: int, depth: int, games: int) -> list[list[int]]:
    """Outcomes (1, 0, -1) of all parents of a generation against `pieces` with the same search, a row for each."""
    members = np.repeat(np.arange(len(store.population(number)["kings"])), games)
    return _outcomes(compute, store, number, members, depth, games, SHUFFLES[0])


def _outcomes(
    compute: Compute, store: RunStore, number: int, members: NDArray[np.int64], depth: int, games: int, shuffle: int
) -> list[list[int]]:
    """Rows of so many games, each from the same openings: first moves for up to 14, else ballots."""
    state, c = store.population(number), store.plan.configuration
    nets = net_records(c.net, state["weights"], state["kings"], c.turned)
    deck = parse_openings("two-moves" if games > 14 else "first-moves", Checkers())
    openings = [deck.opening(pair, shuffle) for pair in range(games // 2)]
    jumps = (c.leaf_jumps, c.inside_jumps)
    outcomes = measured(compute, nets, members, openings, "pieces", depth, jumps, CHANCE)
    return [[int(outcome) for outcome in row] for row in outcomes.reshape(-1, games)]


def strength_of(outcomes: NDArray[np.int64]) -> Strength:
    """What the outcomes of all parents say."""
    scores = (1 + outcomes.mean(axis=1)) / 2
    error = float(scores.std(ddof=1)) / sqrt(len(scores)) if len(scores) > 1 else 0.0
    return Strength(float(scores.mean()), error, int((outcomes > 0).sum()), int((outcomes < 0).sum()))


def best_parent(lab: Lab, measuring: Measuring, arms: Sequence[Arm]) -> Champion:
    """The best of all parents measured: by the games that measured them, then, of the best few, by ballots.

    Of all generations: strength against others than themselves rises and falls.
    """
    candidates: list[tuple[float, Path, int, int]] = []
    for arm in arms:
        for number in arm.generations:
            rows = [_population(lab, arm.folder, number, depth, games) for depth, games in measuring.games.items()]
            scores = sum(outcomes.mean(axis=1) for outcomes in rows)
            candidates += [(float(score), arm.folder, number, member) for member, score in enumerate(np.array(scores))]
    candidates.sort(key=lambda one: (-one[0], one[1].name, *one[2:]))
    best, best_score = None, -2.0
    for _, folder, number, member in candidates[: measuring.finalists]:
        score = _final_score(lab, folder, number, member, max(measuring.games), max(measuring.games.values()))
        if score > best_score:
            best, best_score = (folder, number, member), score
    assert best is not None  # every arm has parents
    return _parent(*best)


def _final_score(lab: Lab, folder: Path, number: int, member: int, depth: int, games: int) -> float:
    def play() -> list[list[int]]:
        with RunStore.open(folder) as store:
            return _outcomes(lab.compute, store, number, np.full(games, member), depth, games, SHUFFLES[1])

    key = f"{folder.name}@{number}, parent {member} at {depth} plies, {games} games"
    return float(np.mean(lab.kept(key, play)))


def _parent(folder: Path, number: int, member: int) -> Champion:
    """One of the parents as a champion."""
    with RunStore.open(folder) as store:
        state, configuration = store.population(number), store.plan.configuration
        texts = dict(store.champion(number).metadata)
        game, method = store.evolution.game, store.evolution.method
    arrays = {
        "weights": state["weights"][member],
        "king": state["kings"][member],
        "turned": np.array(configuration.turned),
    }
    texts.pop("fitness", None)  # of the champion by points
    return Champion(game, method, arrays, texts | {"parent": str(member), "chosen": "by games against pieces"})
