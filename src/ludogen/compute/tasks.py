"""What is to be computed, whoever computes it."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["Compute", "Indices", "Rows", "Shared", "Task"]

Shared = Mapping[str, Any]  # arrays and numbers that every part of a task looks at
Indices = NDArray[np.int64]
Rows = NDArray[np.float64]
Task = Callable[[Shared, Indices], Rows]  # a function of a module: one row of numbers for each index


class Compute(Protocol):
    """Does tasks."""

    def run(self, task: Task, shared: Shared, number: int) -> Rows:
        """The rows of indices 0 to number - 1, in order."""

    def close(self) -> None:
        """Let go of all threads and machines."""
