"""A match that is watched: game by game on the page's threads, the same games as `ludogen match` plays.

Whole games of compiled players take milliseconds; those of engines are shown move by move as they come. A match knows
no browser: it is played while somebody watches, rests (and its engines end) when nobody does, and is taken up again by
whoever has its key.
"""

import asyncio
import secrets
from dataclasses import dataclass, field
from pathlib import Path

from ludogen.arena.match import pair_scores
from ludogen.arena.openings import DEFAULT_OPENINGS, OPENINGS, parse_openings
from ludogen.arena.played import PlayedGame
from ludogen.arena.playing import MatchGames
from ludogen.arena.settings import MatchSettings
from ludogen.arena.statistics import Summary, summarize, tally_pairs
from ludogen.errors import InvalidInputError, LudogenError
from ludogen.formats import game_text
from ludogen.games import Game, Position
from ludogen.web.entrants import resolved
from ludogen.web.thinking import Thinking

__all__ = ["MOST_GAMES", "LiveMatch", "Matches"]

MOST_GAMES = 200
MOST_KEPT = 50
DECKS = tuple(name for name in OPENINGS if name != "file")


class _CutOffError(LudogenError):
    """Nobody wants this game any more."""


@dataclass
class LiveMatch:
    """Two players, some games. `play` it; look at it at any time; let it `rest`, or `stop` it, from anywhere."""

    game: Game
    names: tuple[str, str]
    games: int
    runs: Path
    seed: int = 1
    openings: str = ""  # a deck's name; nothing: the game's usual one
    played: list[PlayedGame] = field(default_factory=list)
    current: Position | None = None  # of a game that is played move by move
    is_over: bool = False
    failure: str = ""  # what ended it, if something did
    key: str = field(default_factory=lambda: secrets.token_urlsafe(9))
    watchers: set[int] = field(default_factory=set)
    _board: MatchGames | None = None
    _turn: int = 0  # goes up whenever games under way are no longer wanted

    def __post_init__(self) -> None:
        if not 2 <= self.games <= MOST_GAMES or self.games % 2:
            raise InvalidInputError(f"games {self.games!r} are not an even number in 2..{MOST_GAMES}")
        if self.openings and self.openings.partition(":")[0] not in DECKS:
            raise InvalidInputError(f"openings {self.openings[:60]!r} are not for the page: {', '.join(DECKS)}")
        rules = game_text(self.game)
        one, other = (resolved(name, self.game, self.runs) for name in self.names)
        deck = self.openings or DEFAULT_OPENINGS[self.game.name]
        self.settings = MatchSettings(rules, one, other, deck, self.seed)
        parse_openings(deck, self.game)

    @property
    def command(self) -> str:
        """What to type in a terminal for the same games."""
        one, other = self.names
        text = f"ludogen match {one} {other} --game {self.settings.game} --games {self.games} --seed {self.seed}"
        return f"{text} --openings {self.openings}" if self.openings else text

    @property
    def summary(self) -> Summary:
        """What the games so far say of the first player."""
        return summarize(tally_pairs(pair_scores(self.played)))

    async def play(self, thinking: Thinking) -> None:
        """All games that are left, one after another; others may play in between."""
        self._turn += 1
        turn = self._turn
        board = self._board = MatchGames(self.settings, lambda _, position: self._see(turn, position))
        try:
            await thinking.quickly(board.__enter__)  # engines are ended with it
            for number in range(len(self.played), self.games):
                if turn != self._turn:
                    return
                (game,) = await thinking.meet(lambda number=number: board.play([number]))  # type: ignore[misc]
                if turn != self._turn:
                    return
                self.current = None
                self.played.append(game)
                await asyncio.sleep(0)
            self.stop()
        except LudogenError as wrong:
            if turn == self._turn:
                self.failure = str(wrong)[:300]
                self.stop()
        finally:
            board.__exit__()

    def _see(self, turn: int, position: Position) -> None:
        if turn != self._turn:
            raise _CutOffError("the match was stopped")
        self.current = position

    def rest(self) -> None:
        """End its engines at once; `play` goes on with the game that was cut off, from its beginning."""
        self._turn += 1
        self.current = None
        board, self._board = self._board, None
        if board is not None:
            board.__exit__()

    def stop(self) -> None:
        """End it for good; what was played stays."""
        self.is_over = True
        self.rest()


@dataclass
class Matches:
    """The latest matches of the page, each found again by its key."""

    thinking: Thinking
    _kept: dict[str, LiveMatch] = field(default_factory=dict)
    _tasks: set["asyncio.Task[None]"] = field(default_factory=set)

    def add(self, match: LiveMatch) -> None:
        """Keep a match. Of too many the oldest that nobody watches is forgotten."""
        self._kept[match.key] = match
        for one in list(self._kept.values()):
            if len(self._kept) > MOST_KEPT and not one.watchers:
                one.stop()
                del self._kept[one.key]

    def find(self, key: str) -> LiveMatch | None:
        """The match with this key, if it is still kept."""
        return self._kept.get(key)

    def watch(self, match: LiveMatch, watcher: int) -> None:
        """Somebody looks: it goes on."""
        is_resting = not match.watchers
        match.watchers.add(watcher)
        if is_resting and not match.is_over:
            task = asyncio.get_running_loop().create_task(match.play(self.thinking))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def leave(self, match: LiveMatch, watcher: int) -> None:
        """Somebody has gone: without anybody it rests."""
        match.watchers.discard(watcher)
        if not match.watchers and not match.is_over:
            match.rest()
