"""Ratings of many players from the results of all their games, on the Elo scale.

The model. Moving first, player i expects against j the score s = 1 / (1 + 10^(-(R_i - R_j + F) / 400)), where F is the
advantage of the first move. A draw is half a win and half a loss, so that two players get the Elo difference of their
score. The ratings maximise the likelihood of Bradley and Terry (1952): expected and achieved points agree for every
player. Draws make a score less variable than s (1 - s); the covariance is multiplied by a dispersion (Wedderburn 1974),
here 1 - (draws / 4) / sum of s (1 - s). How often games are drawn is told by the parameter of Davidson (1970):
P(draw) = nu sqrt(P(win) P(loss)).

Davidson's own fit, and that of Rao and Kupper (1967) in bayeselo, are not used. There 10 wins and 10 draws without a
loss mean an infinite difference, and as soon as there are draws the ratings are not on the Elo scale.

No prior. A finite maximum exists exactly where each of a set of players has scored, directly or by a chain of others,
against each other (Ford 1957). The largest such set, or the anchor's, is the core: it gets ratings with 95 % intervals.
Who has only lost to it, or only won, gets a one-sided 95 % bound: the rating at which the likelihood falls to 1/20 of
its supremum. For n lost games that is where all n are lost with probability 1/20. Who cannot be compared gets none.

Games are taken as independent; for a match of two players in pairs `statistics` knows better.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import inf, isfinite, log, sqrt
from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq  # type: ignore[import-untyped]
from scipy.sparse import coo_array  # type: ignore[import-untyped]
from scipy.sparse.csgraph import breadth_first_order, connected_components  # type: ignore[import-untyped]

from ludogen.arena.statistics import NORMAL_95, Estimate, PairResult
from ludogen.errors import InvalidInputError
from ludogen.names import known_or_suggestion

__all__ = ["Bound", "Rating", "RatingTable", "fit_ratings"]

Bound = Literal["at most", "at least"]
Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]

ELO = 400 / log(10)  # Elo points in one unit of log-odds
LOG_ONE_IN_TWENTY = log(0.05)
LONGEST_STEP = 4.0  # log-odds; a longer one may land where the likelihood is flat to the last bit
MOST_STEPS = 200
CLOSE_ENOUGH = 1e-10  # log-likelihood still to gain; the last step of Newton's method leaves about the square of it


@dataclass(frozen=True)
class Rating:
    """A row of the table; with a bound the rating is that bound, without a number the player cannot be compared."""

    player: str
    rating: float | None
    low: float | None
    high: float | None
    bound: Bound | None
    games: int
    score: float | None
    """Points by games; None without games."""


@dataclass(frozen=True)
class RatingTable:
    """All players, best first, and what the fit says about the game."""

    ratings: tuple[Rating, ...]
    first_move_advantage: Estimate | None
    """In Elo; None where it was not asked for or the games do not tell it from the ratings."""
    draw_parameter: float
    """Davidson's nu; equal players draw nu / (2 + nu) of their games. Infinite if all that could be drawn was."""
    groups: tuple[tuple[str, ...], ...]
    """Players connected by games, the rated group first; more than one means that these cannot be compared."""

    def of(self, player: str) -> Rating:
        """The row of one player."""
        for row in self.ratings:
            if row.player == player:
                return row
        raise InvalidInputError(f"no player {player!r} in the ratings: {_suggestion(player, self.ratings)}")

    @property
    def remark(self) -> str:
        """A plain sentence on players without a number; empty if there are none."""
        if len(self.groups) > 1:
            named = "; ".join(", ".join(group) for group in self.groups)
            return f"no game connects these groups, so only the first is rated: {named}"
        lost = [row.player for row in self.ratings if row.rating is None]
        return f"no chain of results bounds the rating of {', '.join(lost)}" if lost else ""


def fit_ratings(
    results: Iterable[PairResult],
    *,
    anchor: str | None = None,
    anchor_rating: float = 0.0,
    first_move: bool = False,
) -> RatingTable:
    """Rate all players; the anchor has `anchor_rating`, without an anchor the mean of the rated players has it.

    `first_move` asks for the advantage of the first move too; without it F is 0, and who moved first does not matter.
    """
    if not isfinite(anchor_rating):
        raise InvalidInputError(f"anchor_rating {anchor_rating!r} is not a finite number")
    games = _gather(results)
    if anchor is not None and anchor not in games.players:
        raise InvalidInputError(f"anchor {anchor!r} has no games: {known_or_suggestion(anchor, games.players)}")
    fit = _Fit(games, None if anchor is None else games.players.index(anchor), first_move)
    rows = [_row(fit, index, anchor_rating) for index in range(len(games.players))]
    order = ["at least", None, "at most"]  # who beat all of the core stands above it, whatever the bound
    rows.sort(key=lambda row: (row.rating is None, order.index(row.bound), -(row.rating or 0.0), row.player))
    return RatingTable(tuple(rows), fit.first_move_advantage(), fit.draw_parameter(), fit.groups())


@dataclass(frozen=True)
class _Games:
    """One entry for each ordered pair that has met."""

    players: tuple[str, ...]
    first: Indices
    second: Indices
    points: Floats
    """Of the first player."""
    lost_points: Floats
    draws: Floats

    @property
    def counts(self) -> Floats:
        return self.points + self.lost_points

    def only(self, chosen: npt.NDArray[np.bool_]) -> "_Games":
        points, lost_points, draws = self.points[chosen], self.lost_points[chosen], self.draws[chosen]
        return _Games(self.players, self.first[chosen], self.second[chosen], points, lost_points, draws)

    def scorings(self) -> tuple[Indices, Indices, npt.NDArray[np.bool_]]:
        """Who has scored against whom, and whether moving first."""
        up, down = self.points > 0, self.lost_points > 0
        scorers = np.concatenate((self.first[up], self.second[down]))
        victims = np.concatenate((self.second[up], self.first[down]))
        return scorers, victims, np.arange(len(scorers)) < up.sum()


def _gather(results: Iterable[PairResult]) -> _Games:
    totals: dict[tuple[str, str], list[int]] = {}
    for result in results:
        counts = (result.wins, result.draws, result.losses)
        if min(counts) < 0:
            raise InvalidInputError(f"a count is negative in {result!r}")
        if result.first == result.second:
            raise InvalidInputError(f"player {result.first!r} meets itself in {result!r}")
        total = totals.setdefault((result.first, result.second), [0, 0, 0])
        for kind, count in enumerate(counts):
            total[kind] += count
    if not totals:
        raise InvalidInputError("no results: ratings need at least one pair of players")
    players = tuple(sorted({name for pair in totals for name in pair}))
    place = {name: index for index, name in enumerate(players)}
    played = sorted((place[one], place[two], *total) for (one, two), total in totals.items() if sum(total))
    table = np.array(played, dtype=np.float64).reshape(-1, 5).T
    first, second = table[:2].astype(np.intp)
    return _Games(players, first, second, table[2] + table[3] / 2, table[4] + table[3] / 2, table[3])


class _Fit:
    """The maximum of the likelihood and what follows from it; strengths are in log-odds, the last one is F."""

    def __init__(self, games: _Games, anchor: int | None, first_move: bool) -> None:
        self.games = games
        size = len(games.players)
        self.played = _by_player(games, games.counts, games.counts)
        self.achieved = _by_player(games, games.points, games.lost_points)
        scorers, victims, _ = games.scorings()
        self.beats = coo_array((np.ones(len(scorers)), (scorers, victims)), shape=(size, size)).tocsr()
        self.mutual: Indices = connected_components(self.beats, directed=True, connection="strong")[1]
        self.group: Indices = connected_components(self.beats, directed=False)[1]
        self.core = self._core(anchor)
        self.inner = games.only(self.mutual[games.first] == self.mutual[games.second])
        self.has_advantage = first_move and _tells_first_move(self.inner)

        # Zero of the scale: the anchor, or the mean of the core.
        self.zero = np.where(self.core, 1 / self.core.sum(), 0.0)
        if anchor is not None:
            self.zero = np.eye(size)[anchor]
        start = np.zeros(size + 1)
        references = np.unique(self.mutual, return_index=True)[1]
        free = np.setdiff1d(np.arange(size + self.has_advantage), references)
        self.strengths = _climb(self.inner, start, free)
        self.strengths[:-1] -= self.zero @ self.strengths[:-1]
        self.covariance = np.zeros((size + 1, size + 1))
        information = _slopes(self.inner, self.strengths)[1][np.ix_(free, free)]
        self.covariance[np.ix_(free, free)] = np.linalg.inv(information) * self._dispersion()

    def _core(self, anchor: int | None) -> npt.NDArray[np.bool_]:
        if anchor is not None:
            return np.asarray(self.mutual == self.mutual[anchor])
        sets = [self.mutual == number for number in range(self.mutual.max() + 1)]
        sizes = [(members.sum(), self.played[members].sum(), -int(np.argmax(members))) for members in sets]
        return np.asarray(sets[sizes.index(max(sizes))])

    def _dispersion(self) -> float:
        counts = self.inner.counts
        total = float(counts.sum())
        spread = float((counts * _products(self.inner, self.strengths)).sum())
        # As if one more game had been decided: after draws alone something else can still happen.
        drawn = float(self.inner.draws.sum()) * total / (total + 1)
        return max(1 - drawn / 4 / spread, 1 / (total + 1)) if total else 1.0

    def error(self, player: int) -> float:
        """Standard error of a core player's strength against the zero of the scale."""
        contrast = np.append(-self.zero, 0.0)
        contrast[player] += 1
        return sqrt(max(0.0, float(contrast @ self.covariance @ contrast)))

    def bound(self, player: int) -> tuple[Bound, float] | None:
        """The one-sided bound of a player outside the core, if there is one."""
        someone = int(np.argmax(self.core))
        if self._reach(someone)[player]:
            kind: Bound = "at most"
            between = self._reach(someone) & self._reach(player, backwards=True)
        elif self._reach(player)[someone]:
            kind = "at least"
            between = self._reach(player) & self._reach(someone, backwards=True)
        else:
            return None
        return kind, self._crossing(player, between, 1.0 if kind == "at most" else -1.0)

    def _reach(self, start: int, backwards: bool = False) -> npt.NDArray[np.bool_]:
        graph = self.beats.T.tocsr() if backwards else self.beats
        reached = np.zeros(len(self.games.players), dtype=np.bool_)
        reached[breadth_first_order(graph, start, return_predecessors=False)] = True
        return reached

    def _crossing(self, player: int, between: npt.NDArray[np.bool_], sign: float) -> float:
        """Where the profile likelihood of one player's strength, F held fixed, falls to 1/20 of its supremum."""
        games = self.games.only(between[self.games.first] & between[self.games.second])
        same_set = self.mutual[games.first] == self.mutual[games.second]
        supremum = _log_likelihood(games.only(same_set), self.strengths)
        # The zero of the scale must stay too: a lone anchor is held, a mean is kept by a multiplier.
        held = np.append(self.zero == 1, True) | ~np.append(between, False)
        held[player] = True
        free = np.flatnonzero(~held)
        strengths = np.where(np.append(between, True), self.strengths, 0.0)

        def excess(distance: float) -> float:
            nonlocal strengths
            strengths = strengths.copy()
            strengths[player] = sign * distance
            strengths = _climb(games, strengths, free, self.zero)
            return _log_likelihood(games, strengths) - supremum - LOG_ONE_IN_TWENTY

        inside, outside = -1.0, 1.0
        while excess(outside) > 0:
            inside, outside = outside, outside + 2 * (outside - inside)
        while excess(inside) < 0:
            inside, outside = inside - 2 * (outside - inside), inside
        return sign * float(brentq(excess, inside, outside, xtol=1e-6))

    def first_move_advantage(self) -> Estimate | None:
        """F in Elo."""
        if not self.has_advantage:
            return None
        value, error = float(self.strengths[-1]), sqrt(float(self.covariance[-1, -1]))
        return Estimate(ELO * value, ELO * (value - NORMAL_95 * error), ELO * (value + NORMAL_95 * error))

    def draw_parameter(self) -> float:
        """The nu at which as many draws are expected as there were."""
        counts, products = self.inner.counts, _products(self.inner, self.strengths)
        drawn = float(self.inner.draws.sum())

        def surplus(inverse: float) -> float:
            # From P(draw) = nu sqrt(P(win) P(loss)) and P(win) + P(draw) / 2 = s, with products = s (1 - s).
            root = np.sqrt(np.maximum(1 - 4 * products + 16 * products * inverse**2, 0.0))
            return float((counts * 4 * products / (1 + root)).sum()) - drawn

        if drawn == 0:
            return 0.0
        if surplus(0.0) <= 1e-9 * drawn:
            return inf
        return float(1 / brentq(surplus, 0.0, 4 * counts.sum()))

    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Names by connected group, that of the core first."""
        core = self.group[int(np.argmax(self.core))]
        order = sorted(range(self.group.max() + 1), key=lambda number: number != core)
        return tuple(
            tuple(self.games.players[index] for index in np.flatnonzero(self.group == number)) for number in order
        )


def _row(fit: _Fit, index: int, zero: float) -> Rating:
    games = int(fit.played[index])
    name, score = fit.games.players[index], float(fit.achieved[index] / games) if games else None
    if fit.core[index]:
        value, reach = zero + ELO * float(fit.strengths[index]), ELO * NORMAL_95 * fit.error(index)
        return Rating(name, value, value - reach, value + reach, None, games, score)
    found = fit.bound(index)
    if found is None:
        return Rating(name, None, None, None, None, games, score)
    kind, distance = found
    value = zero + ELO * distance
    low, high = (None, value) if kind == "at most" else (value, None)
    return Rating(name, value, low, high, kind, games, score)


def _tells_first_move(games: _Games) -> bool:
    """Whether the games bound the advantage of the first move on both sides.

    It may grow without end, or is not told from the ratings, where strengths can follow it so that no result becomes
    less likely. That is a system of differences, solvable unless Bellman and Ford find a cycle of negative length.
    """
    scorers, victims, first = games.scorings()
    for advantage in (1, -1):
        lengths = np.where(first, advantage, -advantage)
        distance = np.zeros(len(games.players))
        for _ in range(len(games.players) + 1):
            nearer = distance.copy()
            np.minimum.at(nearer, victims, distance[scorers] + lengths)
            if np.array_equal(nearer, distance):
                return False
            distance = nearer
    return True


def _by_player(games: _Games, of_first: Floats, of_second: Floats) -> Floats:
    size = len(games.players)
    return np.asarray(_sums(games.first, of_first, size) + _sums(games.second, of_second, size))


def _sums(places: Indices, weights: Floats, size: int) -> Floats:
    return np.bincount(places, weights, size).astype(np.float64)


def _differences(games: _Games, strengths: Floats) -> Floats:
    return np.asarray(strengths[games.first] - strengths[games.second] + strengths[-1])


def _products(games: _Games, strengths: Floats) -> Floats:
    """s (1 - s) of each entry."""
    return np.asarray(0.25 / np.cosh(np.clip(_differences(games, strengths) / 2, -350, 350)) ** 2)


def _log_likelihood(games: _Games, strengths: Floats) -> float:
    differences = _differences(games, strengths)
    lost, won = np.logaddexp(0, differences), np.logaddexp(0, -differences)
    return -float(games.points @ won + games.lost_points @ lost)


def _slopes(games: _Games, strengths: Floats) -> tuple[Floats, Floats]:
    """Gradient of the log-likelihood and the information matrix, its negative second derivative."""
    size = len(strengths)
    scores = 1 / (1 + np.exp(-np.clip(_differences(games, strengths), -700, 700)))
    surplus = games.points - games.counts * scores
    weights = games.counts * scores * (1 - scores)
    first, second = games.first, games.second
    gradient: Floats = _sums(first, surplus, size) - _sums(second, surplus, size)
    gradient[-1] = surplus.sum()
    cells = _sums(first * size + second, weights, size * size).reshape(size, size)
    rows, columns = cells.sum(axis=1), cells.sum(axis=0)
    information: Floats = np.diag(rows + columns) - cells - cells.T
    information[-1, :] = information[:, -1] = rows - columns
    information[-1, -1] = weights.sum()
    return gradient, information


def _climb(games: _Games, start: Floats, free: Indices, level: Floats | None = None) -> Floats:
    """The maximum that Newton's method reaches by moving the free strengths; their sum by level, if any, stays."""
    strengths, height = start, _log_likelihood(games, start)
    border = np.zeros(0) if level is None else level[free]
    for _ in range(MOST_STEPS if len(free) else 0):
        gradient, information = _slopes(games, strengths)
        slope, matrix = gradient[free], information[np.ix_(free, free)]
        if border.any():
            matrix = np.block([[matrix, border[:, None]], [border[None, :], np.zeros((1, 1))]])
            slope = np.append(slope, 0.0)
        step = np.zeros_like(strengths)
        step[free] = np.linalg.solve(matrix, slope)[: len(free)]
        if float(gradient @ step) < CLOSE_ENOUGH:
            return strengths + step
        step *= min(1.0, LONGEST_STEP / float(np.abs(step).max()))
        for shrunk in _halvings(step):
            reached = _log_likelihood(games, strengths + shrunk)
            if reached >= height:
                strengths, height = strengths + shrunk, reached
                break
        else:
            break
    return strengths


def _halvings(step: Floats) -> Iterator[Floats]:
    for exponent in range(40):
        yield step * 0.5**exponent


def _suggestion(player: str, rows: tuple[Rating, ...]) -> str:
    return known_or_suggestion(player, (row.player for row in rows))
