"""Players that are real programs: GNU Go, Rhino, any other GTP engine."""

import shlex
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from ludogen.engines import Dialect, EnginePool, GnuGoDialect, PlainDialect, RhinoDialect, Session, require_program
from ludogen.errors import LudogenError, PlayerNameError
from ludogen.games import Game, Go, Move, Position

__all__ = ["EnginePlayer", "GnuGo", "Gtp", "Resignation", "Rhino"]

LONGEST_SECONDS = 86400.0


class Resignation(LudogenError):  # noqa: N818  # not an error of anybody's: a way to lose
    """A player gives up instead of choosing a move."""


class EnginePlayer:
    """Chooses what an engine answers. Any number of threads may ask it; engines start when they are first needed."""

    def __init__(self, name: str, dialect: Dialect, processes: int | None = None) -> None:
        self._name = name
        self._pool = EnginePool(lambda: Session(dialect), processes)

    @property
    def name(self) -> str:
        """The short text that names this player."""
        return self._name

    def choose(self, position: Position, chance: Any) -> Move:
        """The engine's move; an only move is played without asking. EngineError if it fails, Resignation if it resigns.

        An engine's chance is its own: nothing is drawn here.
        """
        only = position.only_move
        if only is not None:
            return only
        with self._pool.lease() as session:
            move = session.move(position)
        if move is None:
            raise Resignation(f"{self._name} resigns as {position.side_name} in {position!s}")
        return move

    def close(self) -> None:
        """End all its engines."""
        self._pool.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass(frozen=True)
class GnuGo:
    """Go: GNU Go at a level from 1 to 10; capture=false lets it pass while dead stones are on the board."""

    level: int = 1
    seed: int = 0
    capture: bool = True
    games: ClassVar[tuple[str, ...]] = ("go",)

    def __post_init__(self) -> None:
        _check(self, "level", 1 <= self.level <= 10, "1..10")
        _check(self, "seed", 0 <= self.seed < 1 << 31, "0..2147483647")

    def build(self, name: str, game: Game) -> EnginePlayer:
        """The player for a game."""
        assert isinstance(game, Go)
        program = require_program("gnugo")
        return EnginePlayer(name, GnuGoDialect(program, game, self.level, self.seed, self.capture))


@dataclass(frozen=True)
class Rhino:
    """Othello: Rhino at a level from 1 to 5, which searches 2, 4, 6, 8, 10 plies; without chance."""

    level: int = 2
    games: ClassVar[tuple[str, ...]] = ("othello",)

    def __post_init__(self) -> None:
        _check(self, "level", 1 <= self.level <= 5, "1..5")

    def build(self, name: str, game: Game) -> EnginePlayer:
        """The player for a game."""
        return EnginePlayer(name, RhinoDialect(require_program("gtp-rhino"), self.level))


@dataclass(frozen=True)
class Gtp:
    """Any GTP engine, as in command="gnugo --mode gtp"; passes=false for one that passes by itself in Othello."""

    command: str = ""
    seconds: float = 60.0  # a move may take; the engine is not told of it
    moves: str = "replay"  # the whole game before each move; "genmove" goes on from the engine's last move if it can
    passes: bool = True
    games: ClassVar[tuple[str, ...]] = ("go", "othello")

    def __post_init__(self) -> None:
        is_allowed = 0 < self.seconds <= LONGEST_SECONDS
        _check(self, "seconds", is_allowed, f"more than 0 and at most {LONGEST_SECONDS:g}")
        _check(self, "moves", self.moves in ("replay", "genmove"), "replay or genmove")

    def build(self, name: str, game: Game) -> EnginePlayer:
        """The player for a game."""
        program, *arguments = self._words()
        command = (require_program(program), *arguments)
        return EnginePlayer(
            name, PlainDialect(command, game, self.seconds, self.moves == "genmove", self.passes or game.name == "go")
        )

    def _words(self) -> list[str]:
        try:
            words = shlex.split(self.command)
        except ValueError as wrong:
            raise PlayerNameError(f"cannot read player option command={self.command!r}: {wrong}") from None
        _check(self, "command", bool(words), 'a program and its arguments, as in gtp:command="gnugo --mode gtp"')
        return words


def _check(kind: object, option: str, is_allowed: bool, allowed: str) -> None:
    if not is_allowed:
        raise PlayerNameError(f"player option {option}={getattr(kind, option)!r} is not {allowed}")
