"""Endgame tables of checkers as Python sees them: built once, kept in a file, asked for results and best moves.

The tables know the rules of the kernel: a side without a move loses, and a draw is what neither side can win. They do
not know draws by the length of the game (`ply_limit`, `forty_moves`, `threefold`). `kernels/checkers_tables.py` tells
how they are built, `endgame_file.py` how they are kept.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludogen.errors import EndgameTableError, InvalidInputError
from ludogen.games.endgame_file import (
    Codes,
    Stored,
    end_of,
    read,
    salvage,
    tables_path,
    unusable,
    write,
)
from ludogen.games.game import Move, Position, Result
from ludogen.kernels.checkers import Checkers
from ludogen.kernels.checkers_index import CLASSES, MOST_PIECES, Class
from ludogen.kernels.checkers_tables import HIGHEST_CODE, NO_LIMIT, CheckersTables, explore, probe_position, sweep

__all__ = [
    "ClassSummary",
    "Tables",
    "Verdict",
    "build_tables",
    "missing_positions",
    "open_tables",
    "require_tables",
    "tables_path",
]

Report = Callable[[Class, int], None]
CHUNK = 1 << 14  # positions that a thread takes at a time: some milliseconds


class Verdict(NamedTuple):
    """What perfect play leads to, for the side to move: 1 won, 0 drawn, -1 lost; plies to the end (0 for a draw)."""

    value: int
    plies: int

    @property
    def name(self) -> str:
        """`win`, `draw` or `loss`."""
        return ("draw", "win", "loss")[self.value]


class ClassSummary(NamedTuple):
    """Results of all positions of a class, and the longest win in plies (0 if there is none)."""

    wins: int
    draws: int
    losses: int
    longest_win: int


@dataclass(frozen=True, eq=False)
class Tables:
    """Tables that have been opened and checked. `for_kernels` is what a compiled search takes."""

    path: Path
    for_kernels: CheckersTables

    @property
    def classes(self) -> tuple[Class, ...]:
        """The classes of positions that are there."""
        return tuple(one for one in CLASSES if one.begin < self.for_kernels.codes.size)

    def codes_of(self, one: Class) -> Codes:
        """The codes of a class, which `kernels/checkers_tables.py` explains."""
        return self.for_kernels.codes[one.begin : one.begin + one.size]

    def summary(self, one: Class) -> ClassSummary:
        """How many positions of a class are won, drawn and lost."""
        counts = np.bincount(self.codes_of(one), minlength=256)
        wins, draws, losses = counts[2::2], counts[0], counts[1::2]
        longest_win = 2 * int(np.flatnonzero(wins)[-1]) + 1 if wins.any() else 0
        return ClassSummary(int(wins.sum()), int(draws), int(losses.sum()), longest_win)

    def probe(self, position: Position) -> Verdict | None:
        """The result of perfect play, None if the position is not in the tables."""
        if not isinstance(position.state, Checkers):
            return None
        is_found, value, plies = probe_position(position.state, self.for_kernels)
        return Verdict(int(value), int(plies)) if is_found else None

    def best_move(self, position: Position) -> Move | None:
        """The first of the moves that win soonest, else hold the draw, else lose latest; None if not in the tables."""
        if self.probe(position) is None:
            return None

        def worth(move: Move) -> int:
            after = self.probe(position.play(move))
            assert after is not None  # classes come after those that their moves lead to
            return after.value * (after.plies - 1000)

        return max(position.legal_moves, key=worth, default=None)

    def referee(self, position: Position) -> Result | None:
        """The result that perfect play would bring, to end a game by; None if the position is not in the tables."""
        verdict = self.probe(position)
        if verdict is None:
            return None
        if verdict.value == 0:
            return Result(None, (0.5, 0.5), "drawn by the endgame tables")
        winner = position.side if verdict.value > 0 else 1 - position.side
        points = (1.0, 0.0) if winner == 0 else (0.0, 1.0)
        return Result(winner, points, f"won by the endgame tables in {verdict.plies} plies")


def require_tables() -> Tables:
    """The tables; an error that says how to build them if there are none."""
    found = open_tables()
    if found is None:
        raise EndgameTableError("there are no endgame tables yet: 'ludogen tables build checkers' makes them")
    return found


def open_tables() -> Tables | None:
    """The tables, None if none have been built. Checks every byte: some milliseconds."""
    path = tables_path()
    stored = read(path)
    if stored is None:
        return None
    if stored.fault:
        raise unusable(path, stored.fault)
    return Tables(path, CheckersTables(stored.codes))


def build_tables(pieces: int = MOST_PIECES, threads: int = 0, report: Report = lambda one, done: None) -> Tables:
    """Build what is missing of the tables for so many pieces (of both sides), by so many threads (0: one a core).

    `report` is told of every class in work and how many more positions were looked at. Each pair of classes is saved
    when it is done. The result does not depend on the number of threads.
    """
    if not 2 <= pieces <= MOST_PIECES:
        raise InvalidInputError(f"tables for pieces={pieces} cannot be built: 2..{MOST_PIECES} are allowed")
    if not 0 <= threads <= 1024:
        raise InvalidInputError(f"threads={threads} is not in 0..1024 (0: one a core)")
    path = tables_path()
    stored = salvage(path)
    done = set(stored.done)
    codes: Codes = np.zeros(end_of(CLASSES), np.uint8)
    codes[: stored.codes.size] = stored.codes
    missing = _missing(stored, pieces)
    with ThreadPoolExecutor(threads or _available_cores()) as pool:
        for pair_begin in missing:
            _solve([number for number, one in enumerate(CLASSES) if one.pair_begin == pair_begin], codes, pool, report)
            done.add(pair_begin)
            write(path, codes, done)
    if stored.fault and not missing:
        write(path, codes, done)  # what is damaged lies beyond the classes that were asked for
    tables = open_tables()
    if tables is None:
        raise unusable(path, "it was deleted while it was built")
    return tables


def missing_positions(pieces: int = MOST_PIECES) -> int:
    """How many positions `build_tables` would have to look at."""
    return sum(_missing(salvage(tables_path()), pieces).values())


def _missing(stored: Stored, pieces: int) -> dict[int, int]:
    """Where the pairs of classes begin that must be built, in their order, and their sizes."""
    wanted = {one.pair_begin: one.pair_size for one in CLASSES if one.pieces <= pieces}
    return {begin: size for begin, size in wanted.items() if begin not in stored.done}


def _available_cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _chunks(size: int) -> Iterator[tuple[int, int]]:
    return ((first, min(first + CHUNK, size)) for first in range(0, size, CHUNK))


def _solve(pair: list[int], codes: Codes, pool: ThreadPoolExecutor, report: Report) -> None:
    """Find the codes of a pair of classes; those of all earlier ones must be there."""
    one = CLASSES[pair[0]]
    mine = codes[one.pair_begin : one.pair_begin + one.pair_size]
    mine[:] = 0
    most_moves = max(2 * men + 4 * kings for men, kings in (one[:2], one[2:4]))
    successors: NDArray[np.int32] = np.empty((one.pair_size, most_moves), np.int32)
    limits: Codes = np.empty(one.pair_size, np.uint8)

    def explore_chunk(number: int, chunk: tuple[int, int]) -> None:
        explore(number, *chunk, codes, successors, limits)

    def sweep_chunk(code: int, chunk: tuple[int, int]) -> int:
        return sweep(code, *chunk, successors, limits, mine)

    for number in pair:
        chunks = list(_chunks(one.size))
        for (first, last), _ in zip(chunks, pool.map(explore_chunk, repeat(number), chunks), strict=True):
            report(CLASSES[number], last - first)
    highest = int(limits[limits != NO_LIMIT].max(initial=0))
    code, found = 0, 1
    while found or code <= highest:  # a code needs the one before it, in the pair or as a limit
        code += 1
        if code > HIGHEST_CODE:
            raise EndgameTableError(f"a position of {one.name} takes {code - 1} plies: more than a byte can tell")
        found = sum(pool.map(sweep_chunk, repeat(code), _chunks(one.pair_size)))
