"""The rating of the checkers paper: one game after the other, averaged over random orders of the games.

Chellapilla and Fogel (2001), section "Results": after each game R becomes R + C (outcome - W), where
W = 1 / (1 + 10^((R_opponent - R) / 400)) and C is 32 below 2100, 24 below 2400, else 16, by the rating before the game;
the first rating is 1600. The final rating depends on the order, so it is averaged over 5000 random orders.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite, sqrt

import numpy as np
import numpy.typing as npt

from ludogen.errors import InvalidInputError
from ludogen.randomness import stream

__all__ = [
    "CLASSES",
    "RatedGame",
    "SequentialRating",
    "TournamentGame",
    "class_name",
    "sequential_rating",
    "sequential_ratings",
    "updated_rating",
]

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]

START = 1600.0
ORDERS = 5000
MOST_ORDERS = 1_000_000
NUMBERS_AT_ONCE = 4_000_000  # places of games in orders that are held in memory together

CLASSES: tuple[tuple[float, str], ...] = (
    (2400, "Senior Master"),
    (2200, "Master"),
    (2000, "Expert"),
    (1800, "Class A"),
    (1600, "Class B"),
    (1400, "Class C"),
    (1200, "Class D"),
    (1000, "Class E"),
    (800, "Class F"),
    (600, "Class G"),
    (400, "Class H"),
    (200, "Class I"),
)
"""The paper's table 1: the lowest rating of each class; below 200 is Class J."""


@dataclass(frozen=True)
class RatedGame:
    """A game of the player under test against an opponent whose rating is known and stays."""

    opponent_rating: float
    outcome: float
    """1 for a win, 0.5 for a draw, 0 for a loss."""


@dataclass(frozen=True)
class TournamentGame:
    """A game between two players whose ratings are both to be found; the outcome is that of `one`."""

    one: str
    other: str
    outcome: float


@dataclass(frozen=True)
class SequentialRating:
    """The final rating over all orders."""

    mean: float
    deviation: float
    """Standard deviation between orders; it tells nothing about the luck in the games themselves."""
    orders: int
    games: int

    @property
    def standard_error(self) -> float:
        """Of the mean, from the number of orders: the paper's "standard error"."""
        return self.deviation / sqrt(self.orders)

    @property
    def class_name(self) -> str:
        """The paper's name for players of this rating."""
        return class_name(self.mean)


def class_name(rating: float) -> str:
    """Senior Master, Master, Expert, Class A to Class J."""
    return next((name for lowest, name in CLASSES if rating >= lowest), "Class J")


def updated_rating(rating: float, opponent_rating: float, outcome: float) -> float:
    """The rating after one game."""
    return float(_updated(np.array([rating]), np.array([opponent_rating]), np.array([outcome]))[0])


def _updated(ratings: Floats, opponents: Floats, outcomes: Floats) -> Floats:
    expected = 1 / (1 + 10 ** ((opponents - ratings) / 400))
    speed = np.where(ratings < 2100, 32.0, np.where(ratings < 2400, 24.0, 16.0))
    return np.asarray(ratings + speed * (outcomes - expected))


def sequential_rating(games: Sequence[RatedGame], *, orders: int = ORDERS, seed: int = 0) -> SequentialRating:
    """The rating that these games give a newcomer."""
    opponents = np.array([game.opponent_rating for game in games], dtype=np.float64)
    outcomes = _checked_outcomes([game.outcome for game in games], orders)
    for number, opponent in enumerate(opponents.tolist(), start=1):
        if not (isfinite(opponent) and abs(opponent) <= 10_000):
            raise InvalidInputError(f"opponent_rating {opponent!r} of game {number} is not in -10000..10000")

    finals = []
    for places in _orders(len(games), orders, seed):
        ratings = np.full(places.shape[1], START)
        for place in places:
            ratings = _updated(ratings, opponents[place], outcomes[place])
        finals.append(ratings)
    return _averaged(np.concatenate(finals), len(games))


def sequential_ratings(
    games: Sequence[TournamentGame], *, orders: int = ORDERS, seed: int = 0
) -> dict[str, SequentialRating]:
    """The ratings that these games give to newcomers; after a game both are updated, from their ratings before it."""
    outcomes = _checked_outcomes([game.outcome for game in games], orders)
    for number, game in enumerate(games, start=1):
        if game.one == game.other:
            raise InvalidInputError(f"player {game.one!r} meets itself in game {number}")
    names = sorted({name for game in games for name in (game.one, game.other)})
    place_of = {name: index for index, name in enumerate(names)}
    one = np.array([place_of[game.one] for game in games], dtype=np.intp)
    other = np.array([place_of[game.other] for game in games], dtype=np.intp)

    finals = []
    for places in _orders(len(games), orders, seed):
        rows = np.arange(places.shape[1])
        ratings = np.full((len(rows), len(names)), START)
        for place in places:
            ones, others, results = one[place], other[place], outcomes[place]
            own, opposed = ratings[rows, ones], ratings[rows, others]
            ratings[rows, ones] = _updated(own, opposed, results)
            ratings[rows, others] = _updated(opposed, own, 1 - results)
        finals.append(ratings)
    final = np.concatenate(finals)
    counts = np.bincount(np.concatenate((one, other)), minlength=len(names))
    return {name: _averaged(final[:, index], int(counts[index])) for index, name in enumerate(names)}


def _checked_outcomes(outcomes: list[float], orders: int) -> Floats:
    if not 1 <= orders <= MOST_ORDERS:
        raise InvalidInputError(f"orders {orders!r} is not in 1..{MOST_ORDERS}")
    if not outcomes:
        raise InvalidInputError("no games: a sequential rating needs at least 1")
    for number, outcome in enumerate(outcomes, start=1):
        if outcome not in (0, 0.5, 1):
            raise InvalidInputError(f"outcome {outcome!r} of game {number} is not 0, 0.5 or 1")
    return np.array(outcomes, dtype=np.float64)


def _orders(games: int, orders: int, seed: int) -> Iterator[Indices]:
    """Blocks of random orders: the game at each place (rows) in each order (columns)."""
    random = stream(seed, "orders of games")
    at_once = max(1, NUMBERS_AT_ONCE // games)
    for start in range(0, orders, at_once):
        block = np.tile(np.arange(games), (min(at_once, orders - start), 1))
        # Transposed into one piece, because the games are walked place by place.
        yield np.ascontiguousarray(random.permuted(block, axis=1).T)


def _averaged(finals: Floats, games: int) -> SequentialRating:
    return SequentialRating(float(finals.mean()), float(finals.std()), len(finals), games)
