"""A tournament: every player meets every other, or one meets all. Its results extend a ladder."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from ludogen.arena.match import Match
from ludogen.arena.played import PlayedGame
from ludogen.arena.ratings import RatingTable, fit_ratings
from ludogen.arena.sequential_rating import SequentialRating, TournamentGame, sequential_ratings
from ludogen.arena.settings import MatchSettings
from ludogen.arena.statistics import PairResult, Tally
from ludogen.arena.store import ArenaStore
from ludogen.errors import InvalidInputError

__all__ = ["Standings", "Tournament", "rate", "results_between", "results_of", "standings"]

MOST_SEQUENTIAL_GAMES = 5000  # beyond, the order of games hardly matters and averaging over orders takes long


@dataclass(frozen=True)
class Standings:
    """What the results of many players say."""

    results: tuple[PairResult, ...]
    ratings: RatingTable
    sequential: dict[str, SequentialRating]


def standings(results: Sequence[PairResult], anchor: str | None, anchor_rating: float) -> Standings:
    """Ratings by maximum likelihood, and those of the checkers paper where there are not too many games."""
    games = [
        TournamentGame(result.first, result.second, outcome)
        for result in results
        for outcome, count in ((1.0, result.wins), (0.5, result.draws), (0.0, result.losses))
        for _ in range(count)
    ]
    sequential = sequential_ratings(games) if len(games) <= MOST_SEQUENTIAL_GAMES else {}
    return Standings(tuple(results), rate(results, anchor, anchor_rating), sequential)


def rate(results: Sequence[PairResult], anchor: str | None, anchor_rating: float) -> RatingTable:
    """Ratings by maximum likelihood.

    Without an anchor `random` stands at the anchor's rating, or the weakest player that has a rating if nothing is
    known of `random` but that it lost: all others would have only bounds.
    """
    return fit_ratings(results, anchor=anchor or _usual_anchor(results), anchor_rating=anchor_rating)


def _usual_anchor(results: Sequence[PairResult]) -> str | None:
    rated = [row.player for row in fit_ratings(results).ratings if row.bound is None and row.rating is not None]
    return "random" if "random" in rated else rated[-1] if rated else None


@dataclass(frozen=True)
class Tournament:
    """Matches between players, all with the settings of `pattern` but for the players.

    A gauntlet is played by the first player against all others.
    """

    players: tuple[str, ...]
    pattern: MatchSettings
    games: int
    gauntlet: bool = False
    concurrency: int = 0
    played: list[PairResult] = field(default_factory=list)

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise InvalidInputError(f"a tournament needs two players or more, not {len(self.players)}")
        for name in self.players:
            if self.players.count(name) > 1:
                raise InvalidInputError(f"player {name!r} is entered twice")

    @property
    def pairings(self) -> list[tuple[str, str]]:
        """Who meets whom."""
        if self.gauntlet:
            return [(self.players[0], other) for other in self.players[1:]]
        return list(combinations(self.players, 2))

    @property
    def ladder(self) -> str:
        """The ladder that the results stand on: only what was played alike can be compared."""
        epsilon = self.pattern.epsilon
        return f"{self.pattern.game}, epsilon {epsilon:g}" if epsilon else self.pattern.game

    def play(self, store: ArenaStore) -> Iterator[tuple[Match, list[PlayedGame]]]:
        """Play what is missing, pairing by pairing; yields games as they end. Games of before are not played again."""
        for one, other in self.pairings:
            settings = replace(self.pattern, one=one, other=other)
            with store.match(settings, self.ladder) as stored:
                match = Match(settings, self.games, concurrency=self.concurrency)
                match.played = {number: game for number, game in stored.games().items() if number < self.games}
                yield match, []
                for batch in match.play(stored):
                    yield match, batch
            self.played.extend(results_of(match))


def results_of(match: Match) -> list[PairResult]:
    """A match as results by who moved first."""
    return results_between(match.settings.one, match.settings.other, match.tally)


def results_between(one: str, other: str, tally: Tally) -> list[PairResult]:
    """The counts of a match between two of these names as results by who moved first."""
    first, second = tally.as_first, tally.as_second
    return [
        PairResult(one, other, first.wins, first.draws, first.losses),
        PairResult(other, one, second.losses, second.draws, second.wins),
    ]
