"""An engine that is asked for moves in any position, and started again once if it fails."""

from typing import Self

from ludogen.engines.dialects import Dialect
from ludogen.engines.gtp import RefusedError
from ludogen.engines.process import excerpt
from ludogen.engines.replay import first_of
from ludogen.engines.restarting import RestartingEngine
from ludogen.errors import EngineError, IllegalMoveError, MoveTextError
from ludogen.games import Move, Position

__all__ = ["Session"]

LONGEST_MOVE = 16


class Session:
    """One process of an engine, started when it is first asked. One thread at a time may use it."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._engine = RestartingEngine(dialect.command, dialect.opening(), dialect.seconds)
        self._left_at: tuple[Position, Move] | None = None  # where the engine is: after this move; None: not known

    @property
    def pid(self) -> int | None:
        """Process id of the engine, None while it is not running."""
        return self._engine.pid

    def move(self, position: Position) -> Move | None:
        """The engine's move, None if it resigns.

        An engine that dies, hangs or answers nonsense is started again and asked once more. One that refuses a command
        or plays an illegal move would do so again.
        """
        text = self._ask_twice(position)
        if text.lower() == "resign":
            return None
        move = self._read_move(position, text)
        if self._dialect.is_followed:
            self._left_at = (position, move)
        return move

    def _ask_twice(self, position: Position) -> str:
        way = self._way_to(position)
        try:
            return self._ask(position, way)
        except RefusedError:
            raise
        except EngineError as first:
            try:
                return self._ask(position, self._way_to(position))
            except EngineError as second:
                raise EngineError(f"{second} (started again after a first failure: {first})") from None

    def _ask(self, position: Position, way: list[str]) -> str:
        dialect = self._dialect
        self._left_at = None
        return self._engine.run([*way, *dialect.question(position)], dialect.seconds, dialect.waits)[-1]

    def _way_to(self, position: Position) -> list[str]:
        if self._left_at is not None:
            asked, move = self._left_at
            for past in position.past():
                if past.before is asked and past.last_move == move:
                    return self._dialect.play_on(past, position)
        first = first_of(position)
        return [*self._dialect.set_up(first), *self._dialect.play_on(first, position)]

    def _read_move(self, position: Position, text: str) -> Move:
        try:
            if len(text) > LONGEST_MOVE:
                raise MoveTextError(f"cannot read move {excerpt(text)}")
            return position.parse_move(text)
        except (MoveTextError, IllegalMoveError) as wrong:
            raise EngineError(f"engine {self._engine.name}: {wrong}") from None

    def kill(self) -> None:
        """End the engine for good, from any thread: who waits for its answer gets an error."""
        self._engine.kill()

    def close(self) -> None:
        """End the engine for good."""
        self._engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
