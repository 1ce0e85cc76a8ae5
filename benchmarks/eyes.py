"""How fast do roving eyes play, and what does the memory of GNU Go's answers save? Exit code 1 if a bar is missed.

Run with `make bench`, or `.venv/bin/python -m benchmarks.eyes`.
"""

import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
from benchmarks.measure import in_turns
from benchmarks.report import Bar, Quantity, Row, run
from tests.kernels.support import go_words
from tests.kernels.test_roving_eye import eye, random_games, random_links
from tests.naive import roving_eye as naive

from ludogen.engines import find_program
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.graph_net import GRAPH_NET
from ludogen.kernels.records import zero_records
from ludogen.kernels.roving_eye import STEP, trace_eye
from ludogen.kernels.whole_games import choose_one
from ludogen.recipes.eye_trials import EyeTrials, TrialSettings

BLACK, NO_CHANCE = Bits(0), Bits(0)
EYES = 40
POPULATION = 400
STEPS = 100


def population(number: int) -> Any:
    """Random eyes that move about."""
    random = Random(1)
    nets = zero_records(GRAPH_NET, number)
    for place in range(number):
        nets[place] = eye(random_links(random)).nets[0]
    return nets


def steps() -> Row:
    """Time steps a second against the slow twin: the same eye in the same positions."""
    random, bar = Random(2), Bar(">=", 100)
    links = random_links(random)
    positions = [position for number in range(4) for position in random_games(Random(number), 7, 20)]
    words, mover, twin = [go_words(position) for position in positions], eye(links), naive.Eye(naive.Net(links))
    number = sum(trace_eye(position, mover, np.zeros(STEPS, STEP))[0] for position in words)

    def reference() -> None:
        twin.begin()
        for position in positions:
            twin.decide(position)

    def ours() -> None:
        for _ in range(100):
            for position in words:
                choose_one(position, mover, BLACK, NO_CHANCE)

    turns = in_turns(ours, reference, 5, 100 * number, number)
    per_second = Quantity(1 / min(turns.ours), "steps/s")
    measured = f"time steps a second over the twin's in Python, 7x7, {number / len(positions):.0f} steps a move"
    rate = Quantity(1 / min(turns.reference), "steps/s")
    return Row("time steps", measured, bar, bar.status(turns.ratio), per_second, rate, turns.ratio)


def known_games(size: int) -> Row:
    """A generation whose answers are all known, over the time that GNU Go took for those that were not."""
    name, bar = f"generation {size}x{size}, known", Bar("<=", 0.25, "s")
    nets = population(POPULATION)
    with EyeTrials(TrialSettings(size), threads=2) as trials:
        trials.evaluate(population(1))  # compiles, or loads
        first = trials.evaluate(nets).costs
        known = min((trials.evaluate(nets).costs for _ in range(5)), key=lambda costs: costs.seconds)
    return Row(
        name,
        f"seconds for {POPULATION} games, two threads, over those of the first time with {first.asked} questions",
        bar,
        bar.status(known.seconds),
        Quantity(known.seconds, "s"),
        Quantity(first.seconds, "s"),
        first.seconds / known.seconds,
        {"questions": first.questions, "asked": first.asked, "engine_seconds": first.engine_seconds},
    )


def memory() -> Row:
    """The same games, known by nothing, with the memory that they share and without any."""
    bar, nets, settings = Bar(">=", 2), population(EYES), TrialSettings(7)

    def together() -> None:
        with EyeTrials(settings, threads=2) as trials:
            trials.evaluate(nets)

    def alone() -> None:
        for place in range(EYES):
            with EyeTrials(settings, threads=2) as trials:
                trials.evaluate(nets[place : place + 1])

    turns = in_turns(together, alone, 3)
    measured = f"seconds for the games of {EYES} random eyes on 7x7 with nothing known, over each by itself"
    ours, reference = Quantity(min(turns.ours), "s"), Quantity(min(turns.reference), "s")
    return Row("shared memory", measured, bar, bar.status(turns.ratio), ours, reference, turns.ratio)


def rows() -> Iterator[Row]:
    """All rows, one after the other."""
    yield steps()
    if find_program("gnugo") is None:
        yield Row("memory", "gnugo is not installed", Bar(">=", 2), "skipped")
        return
    yield known_games(5)
    yield known_games(7)
    yield memory()


if __name__ == "__main__":
    sys.exit(run("eyes", rows()))
