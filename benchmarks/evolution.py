"""How long does a generation take? One table, one bar a row; exit code 1 if a bar is missed.

Run with `make bench`, or `.venv/bin/python -m benchmarks.evolution`.
"""

import resource
import sys
from collections.abc import Iterator
from statistics import mean
from time import perf_counter

from benchmarks.report import Bar, Quantity, Row, run

from ludogen.compute import ThreadCompute
from ludogen.evolution import Generation, evolve
from ludogen.recipes.chellapilla import Chellapilla, ChellapillaConfiguration
from ludogen.recipes.moriarty import Moriarty, MoriartyConfiguration

GENERATIONS = 50
STAGE = 60


class Clock:
    """Seconds of each generation, and memory after it."""

    def __init__(self) -> None:
        self.last = perf_counter()
        self.seconds: list[float] = []
        self.megabytes: list[float] = []

    def on_generation(self, generation: Generation) -> None:
        """A generation has ended."""
        now = perf_counter()
        self.seconds.append(now - self.last)
        self.megabytes.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        self.last = now


def chellapilla() -> Iterator[Row]:
    """The paper's settings on two threads, generations 2 to 50."""
    clock, compute = Clock(), ThreadCompute(2)
    configuration = ChellapillaConfiguration(generations=GENERATIONS, yardstick_every=0)
    evolve(Chellapilla(configuration, 1), compute, [clock])
    compute.close()
    measured, bar = clock.seconds[2:], Bar("<=", 1.0, "s")
    what = f"150 games at 4 plies on two threads, mean of generations 2-{GENERATIONS}; shortest {min(measured):.2f} s"
    details = {"seconds": measured}
    yield Row("generation", what, bar, bar.status(mean(measured)), Quantity(mean(measured), "s"), details=details)
    grown, flat = clock.megabytes[-1] - clock.megabytes[5], Bar("<=", 20.0, "MB")
    yield Row("memory", f"growth from generation 5 to {GENERATIONS}", flat, flat.status(grown), Quantity(grown, "MB"))


def moriarty() -> Iterator[Row]:
    """The paper's settings on two threads, but a shorter first stage: what a generation of each costs."""
    clock, compute = Clock(), ThreadCompute(2)
    configuration = MoriartyConfiguration(generations=2 * STAGE, stage_1=STAGE, yardstick_every=0)
    evolve(Moriarty(configuration, 1), compute, [clock])
    compute.close()
    # The first generation of each stage may compile.
    for opponent, first, most in (("random mover", 3, 0.03), ("searcher", STAGE + 3, 0.15)):
        measured, bar = clock.seconds[first : first + STAGE - 3], Bar("<=", most, "s")
        what = f"500 games of marker nets against the {opponent}, two threads; shortest {1000 * min(measured):.0f} ms"
        details = {"seconds": measured}
        found = mean(measured)
        yield Row(f"against {opponent}", what, bar, bar.status(found), Quantity(found, "s"), details=details)


def rows() -> Iterator[Row]:
    """All rows, one after the other."""
    yield from chellapilla()
    yield from moriarty()


if __name__ == "__main__":
    sys.exit(run("evolution", rows()))
