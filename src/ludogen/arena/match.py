"""A match: games in pairs, played on several threads, kept as they end, gone on with where it was stopped."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby, islice
from os import cpu_count
from time import perf_counter
from typing import Protocol

from ludogen.arena.crew import Crew
from ludogen.arena.played import PlayedGame
from ludogen.arena.playing import MatchGames
from ludogen.arena.settings import MatchSettings
from ludogen.arena.sprt import Decision, Sprt
from ludogen.arena.statistics import PairScores, Summary, Tally, summarize, tally_pairs
from ludogen.errors import InvalidInputError

__all__ = ["Keeper", "Match", "pair_scores"]

MOST_GAMES = 10_000_000
MOST_THREADS = 1024
BATCH_SECONDS = 0.25  # so long should a thread be busy before it reports
LARGEST_BATCH = 256  # pairs


class Keeper(Protocol):
    """Keeps games that have ended."""

    def add(self, games: list[PlayedGame]) -> None:
        """Keep these, all or none."""


@dataclass
class Match:
    """`play` it, and look at it at any time. Games are numbered; the same number is the same game on any machine."""

    settings: MatchSettings
    games: int
    sprt: Sprt | None = None
    concurrency: int = 0  # games at a time; 0: one for each core
    played: dict[int, PlayedGame] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MOST_GAMES:
            raise InvalidInputError(f"games {self.games!r} are not 1..{MOST_GAMES}")
        if not 0 <= self.concurrency <= MOST_THREADS:
            raise InvalidInputError(f"concurrency {self.concurrency!r} is not 0..{MOST_THREADS} (0: one for each core)")

    @property
    def threads(self) -> int:
        """Games at a time."""
        return self.concurrency or cpu_count() or 1

    @property
    def decision(self) -> Decision | None:
        """Where the sequential test stands, looked at pair by pair in their order, however they came in."""
        return self._decided()[1]

    @property
    def counted(self) -> list[PlayedGame]:
        """The games that count: up to the pair that decided the test, where there is one."""
        pairs, decision = self._decided()
        last = 2 * pairs if decision is not None and decision.verdict is not None else self.games
        return [self.played[number] for number in sorted(self.played) if number < last]

    def _decided(self) -> tuple[int, Decision | None]:
        """Pairs up to the decision, or up to the first that is missing, and the test after them."""
        if self.sprt is None:
            return 0, None
        counts = [0, 0, 0, 0, 0]
        pairs = 0
        decision = self.sprt.decision(counts)
        while 2 * pairs + 1 < self.games:
            both = self.played.get(2 * pairs), self.played.get(2 * pairs + 1)
            if both[0] is None or both[1] is None:
                break
            counts[round(2 * (both[0].score + both[1].score))] += 1
            pairs += 1
            decision = self.sprt.decision(counts)
            if decision.verdict is not None:
                break
        return pairs, decision

    @property
    def is_over(self) -> bool:
        """Have all games been played, or has the test decided?"""
        decision = self.decision
        is_decided = decision is not None and decision.verdict is not None
        return is_decided or all(number in self.played for number in range(self.games))

    @property
    def tally(self) -> Tally:
        """The counts of the games that count."""
        return tally_pairs(pair_scores(self.counted))

    @property
    def summary(self) -> Summary:
        """What the games that count say."""
        return summarize(self.tally)

    def play(self, keeper: Keeper | None = None) -> Iterator[list[PlayedGame]]:
        """Play what is missing; yields games as they end, after they are kept."""
        if self.is_over:
            return
        with MatchGames(self.settings) as board:
            _ = board.players, board.deck, board.referee, board.tables  # what cannot be had is told before a game
            crew: Crew[tuple[list[PlayedGame], float]] = Crew(self.threads)
            try:
                yield from self._play_with(crew, board, keeper)
            finally:
                crew.dismiss()

    def _play_with(
        self, crew: Crew[tuple[list[PlayedGame], float]], board: MatchGames, keeper: Keeper | None
    ) -> Iterator[list[PlayedGame]]:
        missing = [number for number in range(self.games) if number not in self.played]
        left, sittings, batch = iter(missing), _sittings(missing, board.sitting), 1

        def following() -> list[int]:
            return list(islice(left, 2 * batch)) if board.sitting == 1 else next(sittings, [])

        while True:
            while crew.busy < self.threads + 1 and (numbers := following()):
                crew.start(lambda numbers=numbers: _timed(board, numbers))  # type: ignore[misc]
            if crew.busy == 0:
                return
            games, seconds = crew.next_result()
            if keeper is not None:
                keeper.add(games)
            self.played.update((game.number, game) for game in games)
            yield games
            if self.sprt is not None and self.is_over:
                return
            if board.is_compiled and len(games) == 2 * batch:
                batch = min(LARGEST_BATCH, max(1, int(batch * min(4, BATCH_SECONDS / max(seconds, 1e-6)))))


def _timed(board: MatchGames, numbers: list[int]) -> tuple[list[PlayedGame], float]:
    began = perf_counter()
    games = board.play(numbers) if board.sitting == 1 else board.play_sitting(numbers)
    return games, perf_counter() - began


def _sittings(numbers: list[int], length: int) -> Iterator[list[int]]:
    """The numbers of games by sittings of this length."""
    return (list(some) for _, some in groupby(numbers, lambda number: number // length))


def pair_scores(games: Iterable[PlayedGame]) -> list[PairScores]:
    """The first player's scores by pairs, as first and as second mover; None for a game that was not played."""
    scores: dict[int, list[float | None]] = {}
    for game in games:
        scores.setdefault(game.number // 2, [None, None])[game.seat] = game.score
    return [(first, second) for first, second in scores.values()]
