"""Is the compiled core as fast as promised? One table, one bar a row; exit code 1 if a bar is missed.

Run with `make bench`, or `.venv/bin/python -m benchmarks.foundations`. Takes under three minutes. What is compared is
timed in turns, in one run. All numbers go into benchmarks/results/foundations.json.
"""

import hashlib
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from benchmarks.c_library import FLAGS, build_perft, gcc_version
from benchmarks.measure import Turns, in_turns, process_seconds, process_times
from benchmarks.report import Bar, Quantity, Row, run
from rich.markup import escape

from ludogen.games import parse_game
from ludogen.kernels.perft import perft
from ludogen.kernels.random_games import random_games

PERFT_DEPTH = 9
SEED = 1
STARTS = 5  # repetitions of a process
HASHED = [bytes(16 << 20)] * 2
LEAST_COMPILED = 25  # five entries for Othello, checkers and Go on boards of one, two and six words

HAS_NUMBA = "import atexit, sys; atexit.register(lambda: print('numba' in sys.modules, file=sys.stderr)); "
IMPORT = "import ludogen"
RUN_SCRIPT = "import runpy; sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
WARM_START = (
    "from ludogen.kernels.perft import perft; from ludogen.kernels.othello import START; assert perft(START, 3) == 56"
)
COLD_COMPILE = "from ludogen.games import warm_up; warm_up()"


def _details(turns: Turns) -> dict[str, Any]:
    return {
        "rounds": len(turns.ours),
        "median_paired_ratio": turns.median_ratio,
        "our_seconds": turns.ours,
        "reference_seconds": turns.reference,
    }


# ---- perft against C ----


def perft_rows() -> Iterator[Row]:
    """Time of C divided by ours, for the same counts."""
    bar = Bar(">=", 0.85)
    names = {game: f"perft {game} {PERFT_DEPTH}" for game in ("othello", "checkers")}
    if gcc_version() is None:
        for name in names.values():
            yield Row(name, "not compared with C: gcc is missing", bar, "skipped")
        return
    with tempfile.TemporaryDirectory() as folder:
        in_c = build_perft(Path(folder))
    for game, name in names.items():
        yield _perft_row(game, name, in_c[game], bar)


def _perft_row(game: str, name: str, in_c: Callable[[int], int], bar: Bar) -> Row:
    start = parse_game(game).start().state
    leaves, expected = perft(start, PERFT_DEPTH), in_c(PERFT_DEPTH)
    if leaves != expected:
        sys.exit(f"{name}: ours counts {leaves} leaves, C {expected}. One of them is wrong; nothing else was measured.")
    turns = in_turns(lambda: perft(start, PERFT_DEPTH), lambda: in_c(PERFT_DEPTH), rounds=250)
    return Row(
        name,
        f"time of gcc {' '.join(FLAGS[:2])} over ours, {leaves:,} leaves both",
        bar,
        bar.status(turns.ratio),
        Quantity(1e3 * min(turns.ours), "ms"),
        Quantity(1e3 * min(turns.reference), "ms"),
        turns.ratio,
        {"leaves": leaves, **_details(turns)},
    )


# ---- whole random games ----


class Batch:
    """Random games of one start position, with the arrays that a call fills."""

    def __init__(self, start: Any, games: int, ply_limit: int) -> None:
        self.start = start
        self.ply_limit = ply_limit
        self.seeds = np.random.default_rng(SEED).integers(0, 2**64, games, dtype=np.uint64)
        self.outcomes = np.zeros(games, np.int64)
        self.plies = np.zeros(games, np.int64)

    def play(self, part: slice = slice(None)) -> None:
        """Play these games in one compiled call."""
        random_games(self.start, self.seeds[part], self.ply_limit, self.outcomes[part], self.plies[part])


@dataclass(frozen=True)
class Playouts:
    """Which random games are compared with OpenSpiel's. Numbers of games are such that both calls take some 0.1 s."""

    game: str
    spiel: str
    bar: float
    our_games: int
    spiel_games: int
    ply_limit: int


PLAYOUTS = (
    Playouts("othello", "othello", 60, 26_000, 280, 200),
    # OpenSpiel draws after 40 plies without a capture and counts each jump of a move as a ply.
    Playouts("checkers", "checkers", 40, 32_000, 400, 200),
    # The limits of Go are OpenSpiel's: 2 * size * size plies.
    Playouts("go:size=5", "go(board_size=5)", 10, 50_000, 1_400, 50),
    Playouts("go:size=9", "go(board_size=9)", 10, 5_500, 340, 162),
)


def spiel_plies(game: Any, games: int) -> int:
    """Play random games of OpenSpiel from Python, the same ones at every call; plies of all together."""
    choice = random.Random(SEED).choice
    plies = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            plies += 1
    return plies


def playout_row(playouts: Playouts) -> Row:
    """Games a second on one core, ours over OpenSpiel's."""
    bar = Bar(">=", playouts.bar)
    batch = Batch(parse_game(playouts.game).start().state, playouts.our_games, playouts.ply_limit)
    spiel = pyspiel.load_game(playouts.spiel)
    spiel_mean = spiel_plies(spiel, playouts.spiel_games) / playouts.spiel_games
    turns = in_turns(
        batch.play, lambda: spiel_plies(spiel, playouts.spiel_games), 30, playouts.our_games, playouts.spiel_games
    )
    our_mean = float(batch.plies.mean())
    return Row(
        f"games {playouts.game}",
        f"random games, one call on one core over OpenSpiel from Python; mean plies {our_mean:.1f}, {spiel_mean:.1f}",
        bar,
        bar.status(turns.ratio),
        Quantity(1 / min(turns.ours), "games/s"),
        Quantity(1 / min(turns.reference), "games/s"),
        turns.ratio,
        {
            "our_mean_plies": our_mean,
            "reference_mean_plies": spiel_mean,
            "ratio_of_plies_a_second": turns.ratio * our_mean / spiel_mean,
            "share_at_ply_limit": float((batch.plies == playouts.ply_limit).mean()),
            **_details(turns),
        },
    )


def _hash(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def threads_row() -> Row:
    """Two threads over one, on the same random games.

    While another process keeps the second core busy no code can gain. So hashing, which releases the GIL too, takes
    turns with the games: if it gains as little, the machine is to blame. That is shown; the bar stays where it is.
    """
    name, bar = "two threads", Bar(">=", 1.7)
    if os.cpu_count() == 1:
        return Row(name, "this machine has only one core", bar, "skipped")
    games = 10_000
    start = parse_game("othello").start().state
    alone, shared = (Batch(start, games, 200) for _ in range(2))
    halves = [slice(0, games // 2), slice(games // 2, games)]
    turns, hashing = Turns(), Turns()
    with ThreadPoolExecutor(2) as threads:
        for _ in range(10):
            turns += in_turns(lambda: list(threads.map(shared.play, halves)), alone.play, 12, games, games)
            hashing += in_turns(lambda: list(threads.map(_hash, HASHED)), lambda: list(map(_hash, HASHED)), 12)
    if not np.array_equal(alone.outcomes, shared.outcomes):
        sys.exit(f"{name}: the games differ from those of one thread; nothing else was measured.")
    return Row(
        name,
        f"random games of Othello, two threads over one (hashlib in turns with it: {hashing.ratio:.2f})",
        bar,
        bar.status(turns.ratio),
        Quantity(1 / min(turns.ours), "games/s"),
        Quantity(1 / min(turns.reference), "games/s"),
        turns.ratio,
        {"hashlib_ratio": hashing.ratio, "hashlib_median_paired_ratio": hashing.median_ratio, **_details(turns)},
    )


# ---- processes ----


def _reason(error: OSError | subprocess.CalledProcessError) -> str:
    lines = (getattr(error, "stderr", None) or str(error)).strip().splitlines()
    return escape(lines[-1] if lines else str(error))


def _imports_numba(code: str, *arguments: str) -> bool:
    command = [sys.executable, "-c", HAS_NUMBA + code, *arguments]
    shown = subprocess.run(command, check=True, capture_output=True, text=True)
    return shown.stderr.splitlines()[-1] == "True"


def start_row(name: str, command: list[str], code: str, *arguments: str) -> Row:
    """A start without numba; `code` does in Python what `command` does."""
    bar = Bar("<=", 0.5, "s")
    try:
        times = process_times(command, STARTS)
        numba = _imports_numba(code, *arguments)
    except (OSError, subprocess.CalledProcessError) as error:
        return Row(name, _reason(error), bar, "failed")
    return Row(
        name,
        f"process, best of {STARTS}; numba is {'IMPORTED' if numba else 'not imported'}",
        bar,
        "failed" if numba else bar.status(min(times)),
        Quantity(min(times), "s"),
        details={"seconds": times, "imports_numba": numba},
    )


def warm_start_row() -> Row:
    """Numba, two modules and a compiled entry from the cache."""
    name, bar = "warm start", Bar("<=", 2, "s")
    try:
        times = process_times([sys.executable, "-c", WARM_START], STARTS)
    except subprocess.CalledProcessError as error:
        return Row(name, _reason(error), bar, "failed")
    measured = f"process that runs perft othello 3 from the cache, best of {STARTS}"
    return Row(name, measured, bar, bar.status(min(times)), Quantity(min(times), "s"), details={"seconds": times})


def cold_compile_row() -> Row:
    """Every entry for every type of position, into an empty cache."""
    name, bar = "cold compile", Bar("<=", 60, "s")
    with tempfile.TemporaryDirectory() as folder:
        try:
            seconds = process_seconds([sys.executable, "-c", COLD_COMPILE], {"LUDOGEN_CACHE": folder})
        except subprocess.CalledProcessError as error:
            return Row(name, _reason(error), bar, "failed")
        compiled = len(list(Path(folder).rglob("*.nbc")))
    enough = compiled >= LEAST_COMPILED
    return Row(
        name,
        f"process that compiles everything into an empty cache, {compiled} functions"
        + ("" if enough else f" of at least {LEAST_COMPILED}"),
        bar,
        bar.status(seconds) if enough else "failed",
        Quantity(seconds, "s"),
        details={"compiled": compiled},
    )


# ---- all of it ----


def rows() -> Iterator[Row]:
    """All rows, one after the other."""
    yield from perft_rows()
    yield from map(playout_row, PLAYOUTS)
    yield threads_row()
    yield start_row("import ludogen", [sys.executable, "-c", IMPORT], IMPORT)
    script = str(Path(sys.executable).with_name("ludogen"))
    yield start_row("ludogen --help", [script, "--help"], RUN_SCRIPT, script, "--help")
    yield warm_start_row()
    yield cold_compile_row()


if __name__ == "__main__":
    sys.exit(run("foundations", rows()))
