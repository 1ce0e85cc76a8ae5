"""How an engine is started, brought to a position and asked for a move. All of it is plain text.

The answers of GNU Go and Rhino are a function of the position, its past and the options, whatever the process was asked
before: of thousands of replies none differed from that of a fresh process.
"""

from dataclasses import dataclass
from typing import Protocol

from ludogen.engines.replay import moves_since, set_up_go
from ludogen.errors import EngineError
from ludogen.games import Game, Go, Position

__all__ = ["Dialect", "GnuGoDialect", "PlainDialect", "RhinoDialect"]


class Dialect(Protocol):
    """What to say to an engine."""

    @property
    def command(self) -> tuple[str, ...]:
        """The program and its arguments."""

    @property
    def seconds(self) -> float:
        """What a move may take."""

    @property
    def is_followed(self) -> bool:
        """Does `genmove` leave the engine after its move, so that it need only be sent what has happened since?"""

    @property
    def waits(self) -> bool:
        """Is each answer waited for before the next command is sent?"""

    def opening(self) -> list[str]:
        """What a new process is told first."""

    def set_up(self, first: Position) -> list[str]:
        """From wherever the engine is to a position without a past."""

    def play_on(self, earlier: Position, position: Position) -> list[str]:
        """From an earlier position of the same game to the position."""

    def question(self, position: Position) -> list[str]:
        """Ends with the command whose answer is the move."""


@dataclass(frozen=True)
class GnuGoDialect:
    """GNU Go: clears its caches and sets its seed before every move, and never resigns.

    With seed 0 `genmove` answers what `reg_genmove` does. Other seeds change three to nine replies in a hundred on 5x5.

    As all stones are counted as alive here, it must take dead ones off before it passes (`capture`). Left to itself it
    passes when it knows what is dead: on 5x5 with komi 7.5 it then lost 19 of 20 games as black against random moves,
    and won 20 of 20 by capturing.
    """

    program: str
    game: Go
    level: int = 1
    seed: int = 0
    capture: bool = True
    seconds: float = 120.0
    is_followed: bool = True
    waits: bool = False

    @property
    def command(self) -> tuple[str, ...]:
        """The program and its arguments; its rules are the game's."""
        rules = "--chinese-rules" if self.game.scoring == "area" else "--japanese-rules"
        ko = "--positional-superko" if self.game.superko else "--simple-ko"
        dead = ("--capture-all-dead",) if self.capture else ()
        options = ("--mode", "gtp", "--level", str(self.level), rules, ko, *dead, "--never-resign", "--cache-size", "1")
        return (self.program, *options)

    def opening(self) -> list[str]:
        """Size of the board and komi."""
        return _go_opening(self.game)

    def set_up(self, first: Position) -> list[str]:
        """The stones. `clear_board` changes the seed, so the seed comes later."""
        return list(set_up_go(first))

    def play_on(self, earlier: Position, position: Position) -> list[str]:
        """All moves."""
        return moves_since(earlier, position)

    def question(self, position: Position) -> list[str]:
        """The move for the side to move."""
        return ["clear_cache", f"set_random_seed {self.seed}", f"genmove {position.side_name}"]


@dataclass(frozen=True)
class RhinoDialect:
    """Rhino, which passes by itself: replays the game and asks for a move that it does not play."""

    program: str
    level: int = 2
    seconds: float = 600.0  # at level 5 an endgame may take many
    is_followed: bool = False
    waits: bool = False

    @property
    def command(self) -> tuple[str, ...]:
        """The program and its arguments: no opening book, no chance."""
        return (self.program, "-l", str(self.level), "-b", "0", "-r", "0")

    def opening(self) -> list[str]:
        """Nothing."""
        return []

    def set_up(self, first: Position) -> list[str]:
        """The start, or any discs."""
        return ["clear_board" if first == first.game.start() else f"grhino-setup_board {first.text}"]

    def play_on(self, earlier: Position, position: Position) -> list[str]:
        """All moves but passes: `play black pass` would be a syntax error."""
        return moves_since(earlier, position, with_passes=False)

    def question(self, position: Position) -> list[str]:
        """The move for the side to move."""
        return [f"reg_genmove {position.side_name}"]


@dataclass(frozen=True)
class PlainDialect:
    """Any GTP engine for Go or Othello, with the commands that every engine must know."""

    command: tuple[str, ...]
    game: Game
    seconds: float = 60.0
    is_followed: bool = False
    with_passes: bool = True
    waits: bool = True  # engines that read their input by halves are known; the named ones are not among them

    def opening(self) -> list[str]:
        """Size of the board and komi for Go, nothing for Othello."""
        return _go_opening(self.game) if isinstance(self.game, Go) else []

    def set_up(self, first: Position) -> list[str]:
        """The stones of Go; Othello must begin at its start, as there is no common way to set up discs."""
        if isinstance(self.game, Go):
            return list(set_up_go(first))
        if first != first.game.start():
            raise EngineError(f"cannot bring a GTP engine to {first!s}: games of othello must begin at the start")
        return ["clear_board"]

    def play_on(self, earlier: Position, position: Position) -> list[str]:
        """All moves, or all but passes."""
        return moves_since(earlier, position, self.with_passes)

    def question(self, position: Position) -> list[str]:
        """The move for the side to move."""
        return [f"genmove {position.side_name}"]


def _go_opening(game: Go) -> list[str]:
    return [f"boardsize {game.size}", f"komi {game.komi:g}"]
