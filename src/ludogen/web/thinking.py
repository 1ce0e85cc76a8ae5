"""Where the page's players think: a few threads, whoever asks, so that the page itself always answers.

Kernels let go of Python's lock, so a search beside the page costs it a core at most. Quick questions (which moves are
legal, say) have threads of their own: on a fresh machine even they wait for a compiler.
"""

import asyncio
import os
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TypeVar

from ludogen.errors import LudogenError

__all__ = ["BusyError", "Thinking"]

T = TypeVar("T")
MOST_WAITING = 64


class BusyError(LudogenError):
    """More is being thought about than this machine can take."""


class Thinking:
    """All threads of the page."""

    def __init__(self, at_once: int = 0) -> None:
        self.at_once = at_once or max(2, (os.cpu_count() or 2) - 1)
        self._waiting: Counter[ThreadPoolExecutor] = Counter()
        # Not before rules and players are ready: on a new machine everything waits for one compiler.
        self.may_look = Event()
        self.may_look.set()
        self._quick = ThreadPoolExecutor(4, "quick")
        self._thinking = ThreadPoolExecutor(self.at_once, "thinking")
        # A game of a match holds a thread to its end: tables never wait for one.
        self._meeting = ThreadPoolExecutor(self.at_once, "meeting")
        # What is only to look at waits for itself: it never takes a thread from a player.
        self._looking = ThreadPoolExecutor(1, "looking")

    async def quickly(self, work: Callable[[], T]) -> T:
        """Do what takes a moment."""
        return await asyncio.get_running_loop().run_in_executor(self._quick, work)

    async def think(self, work: Callable[[], T]) -> T:
        """Do what takes long: for players."""
        return await self._queue(self._thinking, work)

    async def meet(self, work: Callable[[], T]) -> T:
        """Do what takes longest: whole games of matches."""
        return await self._queue(self._meeting, work)

    async def look(self, work: Callable[[], T]) -> T:
        """Do what takes a while: for what is shown beside the game."""

        def look() -> T:
            self.may_look.wait()
            return work()

        return await self._queue(self._looking, look)

    async def _queue(self, threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        if self._waiting[threads] >= MOST_WAITING:
            raise BusyError(f"too much to think about: {MOST_WAITING} moves wait already; try again in a moment")
        self._waiting[threads] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(threads, work)
        finally:
            self._waiting[threads] -= 1

    def close(self) -> None:
        """Begin nothing more."""
        for threads in (self._quick, self._thinking, self._meeting, self._looking):
            threads.shutdown(wait=False, cancel_futures=True)
