"""Threads that do tasks, as many at a time as there are threads. They never keep the program from ending."""

from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import Generic, TypeVar

__all__ = ["Crew"]

T = TypeVar("T")


@dataclass(frozen=True)
class _Done(Generic[T]):
    result: T | None
    raised: BaseException | None


class Crew(Generic[T]):
    """Give it tasks with `start`, get results with `next_result`, in the order in which they are ready."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.busy = 0
        self._tasks: SimpleQueue[Callable[[], T] | None] = SimpleQueue()
        self._done: SimpleQueue[_Done[T]] = SimpleQueue()
        for _ in range(threads):
            # Daemons: compiled games cannot be interrupted, and Ctrl-C shall not wait for them.
            Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            try:
                self._done.put(_Done(task(), None))
            except BaseException as raised:  # told to whoever waits for the result
                self._done.put(_Done(None, raised))

    def start(self, task: Callable[[], T]) -> None:
        """Let a thread do this when it is free."""
        self.busy += 1
        self._tasks.put(task)

    def next_result(self) -> T:
        """Wait for a task to be done; what it raised is raised here."""
        done = self._done.get()
        self.busy -= 1
        if done.raised is not None:
            raise done.raised
        return done.result  # type: ignore[return-value]  # a task that raised nothing has one

    def dismiss(self) -> None:
        """Let the threads end when their tasks are done; results that come are dropped."""
        for _ in range(self.threads):
            self._tasks.put(None)
