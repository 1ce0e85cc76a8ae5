"""Engines for games that run at the same time."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

from ludogen.engines.dialects import Dialect
from ludogen.engines.process import excerpt
from ludogen.engines.session import Session
from ludogen.errors import EngineError

__all__ = ["EnginePool"]


class EnginePool:
    """Lends at most so many processes of one engine, by default one a processor core; who comes late waits.

    Processes start when they are needed and are used again. A session brings its engine to the position it is asked
    about, so it does not matter which game it served before; a dead engine is started again.
    """

    def __init__(self, dialect: Dialect, processes: int | None = None) -> None:
        self._dialect = dialect
        self._places = threading.Semaphore(processes or os.cpu_count() or 1)
        self._lock = threading.Lock()
        self._idle: list[Session] = []
        self._lent: set[Session] = set()
        self._is_closed = False

    @contextmanager
    def lease(self) -> Iterator[Session]:
        """A session that nobody else has until the end of the `with` block."""
        with self._places:
            session = self._lend()
            try:
                yield session
            finally:
                self._take_back(session)

    def _lend(self) -> Session:
        with self._lock:
            if self._is_closed:
                raise EngineError(f"engine {excerpt(' '.join(self._dialect.command), 200)} has been closed")
            session = self._idle.pop() if self._idle else Session(self._dialect)
            self._lent.add(session)
            return session

    def _take_back(self, session: Session) -> None:
        with self._lock:
            self._lent.remove(session)
            if not self._is_closed:
                self._idle.append(session)
                return
        session.close()

    def close(self) -> None:
        """End all engines, those at work too: who waits for one gets an error."""
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
            for session in self._lent:
                session.kill()
        for session in idle:
            session.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
