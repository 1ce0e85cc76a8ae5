"""Engines for games that run at the same time."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, Protocol, Self, TypeVar

from ludogen.errors import EngineError

__all__ = ["EnginePool"]


class Lent(Protocol):
    """One process of an engine."""

    def kill(self) -> None:
        """End it for good, from any thread."""

    def close(self) -> None:
        """End it for good."""


S = TypeVar("S", bound=Lent)


class EnginePool(Generic[S]):
    """Lends at most so many processes of one engine, by default one a processor core; who comes late waits.

    Processes start when they are needed and are used again. A session brings its engine to the position it is asked
    about, so it does not matter which game it served before; a dead engine is started again.
    """

    def __init__(self, new_session: Callable[[], S], processes: int | None = None) -> None:
        self._new_session = new_session
        self._places = threading.Semaphore(processes or os.cpu_count() or 1)
        self._lock = threading.Lock()
        self._idle: list[S] = []
        self._lent: set[S] = set()
        self._is_closed = False

    @contextmanager
    def lease(self) -> Iterator[S]:
        """A session that nobody else has until the end of the `with` block."""
        with self._places:
            session = self._lend()
            try:
                yield session
            finally:
                self._take_back(session)

    def _lend(self) -> S:
        with self._lock:
            if self._is_closed:
                raise EngineError("the engines have been closed: none can be lent")
            session = self._idle.pop() if self._idle else self._new_session()
            self._lent.add(session)
            return session

    def _take_back(self, session: S) -> None:
        with self._lock:
            self._lent.remove(session)
            if not self._is_closed:
                self._idle.append(session)
                return
        session.close()

    @property
    def sessions(self) -> tuple[S, ...]:
        """All that there are, idle or lent."""
        with self._lock:
            return (*self._idle, *self._lent)

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
