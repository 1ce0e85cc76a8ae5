"""Timing: two things in turns, so that the noise of a shared machine meets both, and whole processes."""

import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter

__all__ = ["Turns", "in_turns", "process_seconds", "process_times"]


@dataclass(frozen=True)
class Turns:
    """Seconds for one piece of work, ours and the reference's; entries of the same round belong together."""

    ours: list[float] = field(default_factory=list)
    reference: list[float] = field(default_factory=list)

    def __add__(self, later: "Turns") -> "Turns":
        return Turns(self.ours + later.ours, self.reference + later.reference)

    @property
    def ratio(self) -> float:
        """How many times faster than the reference we are at best: the ratio of the minima."""
        return min(self.reference) / min(self.ours)

    @property
    def median_ratio(self) -> float:
        """The median of the ratios round by round."""
        return median(theirs / own for own, theirs in zip(self.ours, self.reference, strict=True))


def in_turns(
    ours: Callable[[], object],
    reference: Callable[[], object],
    rounds: int,
    our_work: int = 1,
    reference_work: int = 1,
) -> Turns:
    """Time both in every round, after one call each that does not count; a call does that many pieces of work.

    Every call of a function must do the same work, or the minimum finds the easiest call, not the quietest moment.
    """
    turns = Turns()
    sides = [(ours, our_work, turns.ours), (reference, reference_work, turns.reference)]
    for function, _, _ in sides:
        function()
    for _ in range(rounds):
        for function, work, seconds in sides:
            before = perf_counter()
            function()
            seconds.append((perf_counter() - before) / work)
        sides.reverse()
    return turns


def process_seconds(command: Sequence[str], environment: Mapping[str, str] | None = None) -> float:
    """Wall time of a process, from start to end. Raises subprocess.CalledProcessError if it fails."""
    before = perf_counter()
    subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, **(environment or {})})
    return perf_counter() - before


def process_times(command: Sequence[str], repetitions: int) -> list[float]:
    """Wall times of a process run again and again, after one run that does not count."""
    process_seconds(command)
    return [process_seconds(command) for _ in range(repetitions)]
