"""What does a Ray cluster cost against threads? One table, one bar a row; exit code 1 if a bar is missed.

A generation is one of the checkers paper: 150 games between 30 random nets, four plies deep. More cores than this
machine has are imitated by workers that sleep as long as each game takes.

Run with `make bench`, or `.venv/bin/python -m benchmarks.compute`.
"""

import os
import pickle
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Any
from unittest.mock import patch

import numpy as np
from benchmarks import compute as this_module
from benchmarks.measure import in_turns
from benchmarks.report import Bar, Quantity, Row, run
from numpy.typing import NDArray

from ludogen.compute import Rows, Shared, Task, ThreadCompute
from ludogen.compute.cluster import ClusterCompute
from ludogen.recipes.checkers_games import play_members
from ludogen.recipes.chellapilla import Chellapilla, ChellapillaConfiguration

SETTLING = 20  # generations
CONFIGURATION = ChellapillaConfiguration(yardstick_every=0)


class Keeping:
    """Computes nothing and keeps what it was asked."""

    shared: Shared
    number = 0

    def run(self, task: Task, shared: Shared, number: int) -> Rows:
        self.shared, self.number = shared, number
        return np.zeros((number, 4))

    def close(self) -> None: ...


def nothing(shared: Shared, indices: NDArray[np.int64]) -> Rows:
    """A task that takes no time."""
    return np.zeros((len(indices), 1))


def timed(shared: Shared, indices: NDArray[np.int64]) -> Rows:
    """Seconds of every game."""
    seconds = []
    for index in indices:
        began = perf_counter()
        play_members(shared, np.array([index]))
        seconds.append([perf_counter() - began])
    return np.array(seconds)


def slept(shared: Shared, indices: NDArray[np.int64]) -> Rows:
    """A task that takes as long as the games."""
    sleep(float(shared["seconds"][indices].sum()))
    return np.zeros((len(indices), 1))


def one_generation() -> tuple[dict[str, Any], int]:
    """Shared data and number of the games of a first generation."""
    keeping, evolution = Keeping(), Chellapilla(CONFIGURATION, 1)
    evolution.following(evolution.first(), keeping)
    return dict(keeping.shared), keeping.number


def against_threads(cluster: ClusterCompute, shared: Shared, number: int, rounds: int = 15) -> Row:
    """Games a second on a local Ray and on threads."""
    bar, threads = Bar(">=", 0.85), ThreadCompute()
    if not np.array_equal(cluster.run(play_members, shared, number), threads.run(play_members, shared, number)):
        raise SystemExit("the cluster plays other games than threads do")
    turns = in_turns(
        lambda: cluster.run(play_members, shared, number),
        lambda: threads.run(play_members, shared, number),
        rounds,
        number,
        number,
    )
    threads.close()
    ours, theirs = (Quantity(1 / min(seconds), "games/s") for seconds in (turns.ours, turns.reference))
    what = f"games/s on Ray over games/s on threads, {threads.threads} cores, {number} games, best of {rounds} in turns"
    details = {"median_paired_ratio": turns.median_ratio, "ours": turns.ours, "reference": turns.reference}
    return Row("ray / threads", what, bar, bar.status(turns.ratio), ours, theirs, turns.ratio, details)


def overhead(cluster: ClusterCompute, shared: Shared, number: int) -> Row:
    """What a generation costs beside its games."""
    bar, seconds = Bar("<=", 150, "ms"), []
    for _ in range(31):
        began = perf_counter()
        cluster.run(nothing, shared, number)
        seconds.append(perf_counter() - began)
    what = f"median time of a generation whose games take no time; shortest {min(seconds) * 1e3:.0f} ms"
    found = median(seconds[1:]) * 1e3
    return Row("overhead", what, bar, bar.status(found), Quantity(found, "ms"), details={"seconds": seconds})


def size(shared: Shared) -> Row:
    """Bytes that every machine gets once a generation."""
    bar, found = Bar("<=", 2, "MB"), len(pickle.dumps(shared, 5)) / 1e6
    return Row("shared data", "sent to each machine, once a generation", bar, bar.status(found), Quantity(found, "MB"))


def memory(cluster: ClusterCompute, generations: int = 30) -> Row:
    """Does the driver grow? Before it counts, Ray may touch the pages of its object store for the first time."""
    bar = Bar("<=", 5, "MB")
    evolution = Chellapilla(replace(CONFIGURATION, depth=1, ply_limit=20), 1)
    generation, seen = evolution.first(), []
    for _ in range(SETTLING + generations):
        generation = evolution.following(generation, cluster)
        seen.append(resident_megabytes())
    before, growth = seen[SETTLING - 1], seen[-1] - seen[SETTLING - 1]
    what = f"growth of the driver's {before:.0f} MB over {generations} generations, after {SETTLING}"
    what += f" in which it grew by {before - seen[0]:.0f} MB"
    return Row("memory", what, bar, bar.status(growth), Quantity(growth, "MB"), details={"megabytes": seen})


def resident_megabytes() -> float:
    """Memory of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def many_cores(seconds: NDArray[np.float64]) -> Row:
    """How much of many cores a generation uses. Here all processes share the few cores of this machine."""
    bar, total = Bar(">=", 0.5), float(seconds.sum())
    taken = {cores: imitated(cores, seconds) for cores in (8, 16, 32)}
    shares = {cores: total / cores / median(times) for cores, times in taken.items()}
    others = ", ".join(f"{cores} cores {share:.2f}" for cores, share in shares.items() if cores != 8)
    return Row(
        "8 cores",
        f"time of 8 cores without overhead over that of Ray; games are slept, {total:.2f} s in all; {others}",
        bar,
        bar.status(shares[8]),
        Quantity(median(taken[8]) * 1e3, "ms"),
        Quantity(total / 8 * 1e3, "ms"),
        shares[8],
        {"seconds": taken},
    )


def imitated(cores: int, seconds: NDArray[np.float64], repetitions: int = 11) -> list[float]:
    """Times of a generation on a Ray that thinks it has so many cores."""
    with patch("os.cpu_count", lambda: cores):
        cluster = ClusterCompute("local")
    taken = []
    try:
        for _ in range(3 + repetitions):  # in the first ones processes start
            began = perf_counter()
            cluster.run(slept, {"seconds": seconds}, len(seconds))
            taken.append(perf_counter() - began)
    finally:
        cluster.close()
    return taken[3:]


def rows() -> Iterator[Row]:
    """All rows, one after the other."""
    if find_spec("ray") is None:
        yield Row("ray", "not measured: Ray is missing", Bar(">=", 0.85), "skipped")
        return
    shared, number = one_generation()
    cluster = ClusterCompute("local")
    try:
        yield against_threads(cluster, shared, number)
        yield overhead(cluster, shared, number)
        yield size(shared)
        yield memory(cluster)
    finally:
        cluster.close()
    seconds = np.minimum(timed(shared, np.arange(number)), timed(shared, np.arange(number)))[:, 0]
    yield many_cores(seconds)


if __name__ == "__main__":
    sys.exit(run("compute", this_module.rows()))  # workers cannot import the tasks of __main__
