"""What a match between A and B says: score, Elo difference, who is the better one, and how sure that is.

A match is made of pairs of games: the same opening twice, with colours swapped. The two games of a pair depend on each
other, so the pair, not the game, is the unit of all that follows; a game without its twin is a unit of its own.

The interval is Wilson's (1927) with an effective number of games. With s = score, N = games, and for each unit its
games g and its points p:

    N_eff = N^2 / (sum of (p - g s)^2 / (s (1 - s)) + G^2),   G = the largest g

The sum is the cluster estimate of the variance, measured in games without draws; for pairs it is the pentanomial one of
fishtest and fastchess. G^2 is one more unit, entirely dependent and without draws: it keeps the interval wide where the
games have not shown their variance yet (all drawn, or very few). At a score of 0 or 1 the variance is unknown: the
games count as independent, the sum is N.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import erfc, exp, inf, isfinite, lgamma, log, log10, sqrt

from ludogen.errors import InvalidInputError

__all__ = [
    "Estimate",
    "Outcomes",
    "PairResult",
    "Summary",
    "Tally",
    "elo_difference",
    "expected_score",
    "summarize",
    "tally_pairs",
]

NORMAL_95 = 1.959963984540054
PairScores = tuple[float | None, float | None]


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval; None stands for "no finite number", an open end."""

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Outcomes:
    """Games of A, by how they ended for A."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """One for a win, half for a draw."""
        return self.wins + self.draws / 2

    def __add__(self, other: "Outcomes") -> "Outcomes":
        return Outcomes(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)


@dataclass(frozen=True)
class PairResult:
    """Games in which `first` moved first against `second`; wins are those of `first`."""

    first: str
    second: str
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True)
class Tally:
    """The counts of a match, seen from A."""

    as_first: Outcomes
    """Games in which A moved first."""
    as_second: Outcomes
    pairs: tuple[int, int, int, int, int]
    """Complete pairs in which A scored 0, 0.5, 1, 1.5, 2: the pentanomial counts."""
    unpaired: Outcomes
    """Games whose twin was not played; they are counted under `as_first` or `as_second` too."""

    @property
    def all(self) -> Outcomes:
        """Both colours together."""
        return self.as_first + self.as_second


@dataclass(frozen=True)
class Summary:
    """What the counts say."""

    tally: Tally
    score: Estimate
    """Points of A by games, 0 to 1."""
    elo: Estimate
    """Rating of A less that of B; an end is None where the score reaches 0 or 1."""
    los: float
    """Likelihood of superiority: how sure it is that A is the better one, 0 to 1."""
    sign_test: float
    """Probability that equal players give decided games as one-sided as these, or more (two-sided, exact)."""
    sign_test_pairs: float
    """The same for pairs that one side won; honest also where the opening decides both games."""
    draw_ratio: float


def elo_difference(score: float) -> float:
    """The rating difference at which this score is expected: -400 log10(1/s - 1); infinite at 0 and 1."""
    if not 0 <= score <= 1:
        raise InvalidInputError(f"score {score!r} is not in 0..1")
    if score in (0, 1):
        return inf if score else -inf
    return 400 * log10(score / (1 - score))


def expected_score(difference: float) -> float:
    """The score that a player expects whose rating is higher by this difference."""
    if difference < 0:  # so that the power never overflows
        return 1 - expected_score(-difference)
    return float(1 / (1 + 10 ** (-difference / 400)))


def tally_pairs(pairs: Iterable[PairScores]) -> Tally:
    """Count a match: for each pair A's score (0, 0.5, 1) as first and as second player, None for a game not played."""
    first, second, unpaired, counts = [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0, 0, 0]
    for number, scores in enumerate(pairs, start=1):
        halves = [None if score is None else _half_points(score, number) for score in scores]
        for half, side in zip(halves, (first, second), strict=True):
            if half is not None:
                side[half] += 1
        played = [half for half in halves if half is not None]
        if len(played) == 2:
            counts[sum(played)] += 1
        elif played:
            unpaired[played[0]] += 1
    zero, half, one, one_and_half, two = counts
    return Tally(_outcomes(first), _outcomes(second), (zero, half, one, one_and_half, two), _outcomes(unpaired))


def _half_points(score: float, number: int) -> int:
    if score not in (0, 0.5, 1):
        raise InvalidInputError(f"score {score!r} in pair {number} is not 0, 0.5, 1 or None")
    return int(2 * score)


def _outcomes(by_half_points: list[int]) -> Outcomes:
    losses, draws, wins = by_half_points
    return Outcomes(wins, draws, losses)


def summarize(tally: Tally) -> Summary:
    """All quantities of a match of one game or more."""
    played = tally.all
    _check(tally)
    score = played.points / played.games
    effective = _effective_games(tally, score)
    low, high = _wilson(score, effective)
    zero, half, _, one_and_half, two = tally.pairs
    return Summary(
        tally=tally,
        score=Estimate(score, low, high),
        elo=Estimate(*(_finite_or_none(elo_difference(end)) for end in (score, low, high))),
        los=_normal_below(2 * (score - 0.5) * sqrt(effective)),  # more than 97.5 % where the interval leaves out 1/2
        sign_test=_sign_test(played.wins, played.losses),
        sign_test_pairs=_sign_test(one_and_half + two, zero + half),
        draw_ratio=played.draws / played.games,
    )


def _check(tally: Tally) -> None:
    played, pairs, unpaired = tally.all, sum(tally.pairs), tally.unpaired
    if played.games == 0:
        raise InvalidInputError("the match has no games: a summary needs at least 1")
    counts = [getattr(part, kind) for part in (played, unpaired) for kind in ("wins", "draws", "losses")]
    if min(*counts, *tally.pairs) < 0:
        raise InvalidInputError(f"a count is negative in {tally!r}")
    pair_points = sum(half / 2 * count for half, count in enumerate(tally.pairs))
    if (2 * pairs + unpaired.games, pair_points + unpaired.points) != (played.games, played.points):
        raise InvalidInputError(f"pairs {tally.pairs} and unpaired {unpaired} do not add up to {played}")


def _effective_games(tally: Tally, score: float) -> float:
    games = tally.all.games
    largest_unit = 2 if sum(tally.pairs) else 1
    if score in (0, 1):
        scatter = float(games)
    else:
        units = [(2, half / 2, count) for half, count in enumerate(tally.pairs)]
        lone = tally.unpaired
        units += [(1, 1.0, lone.wins), (1, 0.5, lone.draws), (1, 0.0, lone.losses)]
        scatter = sum(count * (points - size * score) ** 2 for size, points, count in units) / (score * (1 - score))
    return games**2 / (scatter + largest_unit**2)


def _wilson(score: float, games: float) -> tuple[float, float]:
    square = NORMAL_95**2 / games
    middle = (score + square / 2) / (1 + square)
    half = NORMAL_95 / (1 + square) * sqrt(score * (1 - score) / games + square / (4 * games))
    return (0.0 if score == 0 else max(0.0, middle - half)), (1.0 if score == 1 else min(1.0, middle + half))


def _finite_or_none(number: float) -> float | None:
    return number if isfinite(number) else None


def _sign_test(wins: int, losses: int) -> float:
    """Twice the probability of so few heads, or fewer, among fair coins."""
    coins, heads = wins + losses, min(wins, losses)
    if 2 * heads >= coins - 1:
        return 1.0
    last = exp(lgamma(coins + 1) - lgamma(heads + 1) - lgamma(coins - heads + 1) - coins * log(2))
    total, term = 0.0, last
    while term > total * 1e-17 and heads >= 0:
        total += term
        term *= heads / (coins - heads + 1)
        heads -= 1
    return min(1.0, 2 * total)


def _normal_below(deviations: float) -> float:
    return erfc(-deviations / sqrt(2)) / 2
