"""An engine that is asked for moves in any position, and started again once if it fails."""

import threading
from typing import Self

from ludogen.engines.dialects import Dialect
from ludogen.engines.gtp import Gtp, RefusedError
from ludogen.engines.process import excerpt
from ludogen.engines.replay import first_of
from ludogen.errors import EngineError, IllegalMoveError, MoveTextError
from ludogen.games import Move, Position

__all__ = ["Session"]

LONGEST_MOVE = 16


class Session:
    """One process of an engine, started when it is first asked. One thread at a time may use it."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._engine: Gtp | None = None
        self._left_at: tuple[Position, Move] | None = None  # where the engine is: after this move; None: not known
        self._lock = threading.Lock()  # for `kill`, which may come from another thread
        self._is_closed = False

    @property
    def pid(self) -> int | None:
        """Process id of the engine, None while it is not running."""
        return None if self._engine is None else self._engine.pid

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
        commands = [*way, *dialect.question(position)]
        try:
            engine = self._running()
            if dialect.waits:
                for command in commands[:-1]:
                    engine.ask(command)
                commands = commands[-1:]
            return engine.run(commands, dialect.seconds)[-1]
        except RefusedError:
            raise
        except BaseException:
            self._drop()
            raise

    def _way_to(self, position: Position) -> list[str]:
        if self._left_at is not None:
            asked, move = self._left_at
            for past in position.past():
                if past.before is asked and past.last_move == move:
                    return self._dialect.play_on(past, position)
        first = first_of(position)
        return [*self._dialect.set_up(first), *self._dialect.play_on(first, position)]

    def _running(self) -> Gtp:
        with self._lock:
            if self._is_closed:
                raise EngineError(f"engine {excerpt(' '.join(self._dialect.command), 200)} has been closed")
            if self._engine is not None:
                return self._engine
            engine = self._engine = Gtp(self._dialect.command)
        try:
            for command in self._dialect.opening():
                engine.ask(command, self._dialect.seconds)
        except BaseException:
            self._drop()
            raise
        return engine

    def _read_move(self, position: Position, text: str) -> Move:
        try:
            if len(text) > LONGEST_MOVE:
                raise MoveTextError(f"cannot read move {excerpt(text)}")
            return position.parse_move(text)
        except (MoveTextError, IllegalMoveError) as wrong:
            raise EngineError(f"engine {excerpt(' '.join(self._dialect.command), 200)}: {wrong}") from None

    def _drop(self) -> None:
        with self._lock:
            engine, self._engine = self._engine, None
        if engine is not None:
            engine.close(0)

    def kill(self) -> None:
        """End the engine for good, from any thread: who waits for its answer gets an error."""
        with self._lock:
            self._is_closed = True
            if self._engine is not None:
                self._engine.kill()

    def close(self) -> None:
        """End the engine for good."""
        with self._lock:
            self._is_closed = True
            engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
