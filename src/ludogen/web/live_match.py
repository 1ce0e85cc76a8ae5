"""A match that is watched: game by game on the page's threads, the same games as `ludogen match` plays.

Whole games of compiled players take milliseconds; those of engines are shown move by move as they come.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from ludogen.arena.match import pair_scores
from ludogen.arena.openings import DEFAULT_OPENINGS
from ludogen.arena.played import PlayedGame
from ludogen.arena.playing import MatchGames
from ludogen.arena.settings import MatchSettings
from ludogen.arena.statistics import Summary, summarize, tally_pairs
from ludogen.errors import InvalidInputError
from ludogen.formats import game_text
from ludogen.games import Game, Position
from ludogen.web.entrants import resolved
from ludogen.web.thinking import Thinking

__all__ = ["MOST_GAMES", "LiveMatch"]

MOST_GAMES = 200


@dataclass
class LiveMatch:
    """Two players, some games. `play` it; look at it at any time; `stop` it from anywhere."""

    game: Game
    names: tuple[str, str]
    games: int
    runs: Path
    seed: int = 1
    played: list[PlayedGame] = field(default_factory=list)
    current: Position | None = None  # of a game that is played move by move
    is_over: bool = False
    _board: MatchGames | None = None
    _is_stopped: bool = False

    def __post_init__(self) -> None:
        if not 2 <= self.games <= MOST_GAMES or self.games % 2:
            raise InvalidInputError(f"games {self.games!r} are not an even number in 2..{MOST_GAMES}")
        rules = game_text(self.game)
        one, other = (resolved(name, self.game, self.runs) for name in self.names)
        self.settings = MatchSettings(rules, one, other, DEFAULT_OPENINGS[self.game.name], self.seed)

    @property
    def command(self) -> str:
        """What to type in a terminal for the same games."""
        one, other = self.names
        return f"ludogen match {one} {other} --game {self.settings.game} --games {self.games} --seed {self.seed}"

    @property
    def summary(self) -> Summary:
        """What the games so far say of the first player."""
        return summarize(tally_pairs(pair_scores(self.played)))

    async def play(self, thinking: Thinking, on_game: Callable[[PlayedGame], None]) -> None:
        """All games, one after another; others may think in between."""
        board = self._board = MatchGames(self.settings, self._see)
        try:
            await thinking.quickly(board.__enter__)  # engines are ended with it
            for number in range(self.games):
                if self._is_stopped:
                    return
                (game,) = await thinking.think(lambda number=number: board.play([number]))  # type: ignore[misc]
                if self._is_stopped:
                    return
                self.played.append(game)
                self.current = None
                on_game(game)
                await asyncio.sleep(0)
        finally:
            self.is_over = True
            self.stop()

    def _see(self, number: int, position: Position) -> None:
        self.current = position

    def stop(self) -> None:
        """End it, and its engines, at once."""
        self._is_stopped = True
        board, self._board = self._board, None
        if board is not None:
            board.__exit__()
