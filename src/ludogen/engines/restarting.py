"""A process of an engine that starts when it is needed, and again when it has failed."""

import threading
from collections.abc import Sequence

from ludogen.engines.gtp import Gtp, RefusedError
from ludogen.engines.process import excerpt
from ludogen.errors import EngineError

__all__ = ["RestartingEngine"]


class RestartingEngine:
    """Runs commands. One thread at a time may use it; only `kill` may come from another."""

    def __init__(self, command: Sequence[str], opening: Sequence[str], seconds: float) -> None:
        """`opening` is what a new process is told first; each of its commands may take `seconds`."""
        self._command, self._opening, self._seconds = tuple(command), tuple(opening), seconds
        self._engine: Gtp | None = None
        self._lock = threading.Lock()
        self._is_closed = False

    @property
    def name(self) -> str:
        """The command, for messages."""
        return excerpt(" ".join(self._command), 200)

    @property
    def pid(self) -> int | None:
        """Process id of the engine, None while it is not running."""
        return None if self._engine is None else self._engine.pid

    def run(self, commands: Sequence[str], seconds: float, one_by_one: bool = False) -> list[str]:
        """The answers to commands, the last of which may take `seconds`.

        Whatever goes wrong but a refusal ends the process.
        """
        try:
            engine = self._running()
            begun = []
            if one_by_one:
                begun = [engine.ask(command) for command in commands[:-1]]
                commands = commands[-1:]
            return [*begun, *engine.run(commands, seconds)]
        except RefusedError:
            raise
        except BaseException:
            self._drop()
            raise

    def _running(self) -> Gtp:
        with self._lock:
            if self._is_closed:
                raise EngineError(f"engine {self.name} has been closed")
            if self._engine is not None:
                return self._engine
            engine = self._engine = Gtp(self._command)
        try:
            for command in self._opening:
                engine.ask(command, self._seconds)
        except BaseException:
            self._drop()
            raise
        return engine

    def restart(self) -> None:
        """End the process; the next command starts another."""
        self._drop()

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
