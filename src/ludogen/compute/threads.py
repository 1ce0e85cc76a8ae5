"""Tasks on the threads of this process. Kernels run without the GIL, so threads are all that one machine needs."""

from concurrent.futures import ThreadPoolExecutor
from os import cpu_count

import numpy as np

from ludogen.compute.tasks import Rows, Shared, Task
from ludogen.errors import InvalidInputError

__all__ = ["ThreadCompute"]

MOST_THREADS = 1024
PARTS = 16  # for each thread: games differ in length, and the last part should be short


class ThreadCompute:
    """Does tasks on so many threads (0: one for each core)."""

    def __init__(self, threads: int = 0) -> None:
        if not 0 <= threads <= MOST_THREADS:
            raise InvalidInputError(f"threads {threads!r} are not 0..{MOST_THREADS} (0: one for each core)")
        self.threads = threads or cpu_count() or 1
        self._pool = ThreadPoolExecutor(self.threads)
        self._compiled: set[Task] = set()

    def run(self, task: Task, shared: Shared, number: int) -> Rows:
        """The rows of indices 0 to number - 1, in order."""
        size = max(1, number // (PARTS * self.threads))
        parts = [np.arange(begin, min(begin + size, number)) for begin in range(0, number, size)]
        begun: list[Rows] = []
        if task not in self._compiled:  # one part alone compiles, or loads, what all threads then share
            begun = [task(shared, parts.pop(0))]
            self._compiled.add(task)
        return np.concatenate([*begun, *self._pool.map(lambda part: task(shared, part), parts)])

    def close(self) -> None:
        """Let the threads end; what has not begun is dropped."""
        self._pool.shutdown(wait=False, cancel_futures=True)
