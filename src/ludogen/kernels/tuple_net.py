"""An n-tuple net that evaluates Othello: a worth for everything that can stand on some sets of squares.

A tuple is a list of squares. What stands on them, 0 empty, 1 white, 2 black, makes a number to the base 3, the first
square being its last digit, and that an index into the tuple's table. f is the logistic function of a bias and of the
entries of all tables, each looked up at all eight symmetric images of its tuple; so f is the same for a position and
its images. There may be other tables in each phase of the game.

What is carried along are the indices, a lane an image of a tuple, counted from the beginning of the first table. As
float32 they are exact.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludogen.errors import InvalidInputError
from ludogen.kernels.bits import ONE, ZERO, index_of, without_lowest
from ludogen.kernels.dispatch import Bits, implement, kernel
from ludogen.kernels.evaluation import is_costly
from ludogen.kernels.fast_math import logistic
from ludogen.kernels.othello_symmetry import IMAGES
from ludogen.kernels.records import record_type, zero_records
from ludogen.kernels.share_net import MOST_PHASES, estimates_share, phase_of, share_from, sums_after, sums_at
from ludogen.kernels.simd import Floats, multiply_add, on_stack, row, whole

__all__ = [
    "MOST_ENTRIES",
    "TUPLE_SETS",
    "TupleNet",
    "entries_of",
    "set_of",
    "table_bounds",
    "tuple_record",
    "tuple_type",
    "tuple_weights",
]

MOST_ENTRIES = 400_000  # of all phases together: champions of 1.6 MB
Squares = tuple[int, ...]


def _rows(*rows: int) -> tuple[Squares, ...]:
    return tuple(tuple(range(8 * line, 8 * line + 8)) for line in rows)


def _diagonal(length: int) -> Squares:
    """That which cuts off the corner a1, from row 1 on."""
    return tuple(8 * line + length - 1 - line for line in range(length))


def _corner(height: int, width: int) -> Squares:
    return tuple(8 * line + column for line in range(height) for column in range(width))


_DIAGONALS = tuple(_diagonal(length) for length in range(3, 9))
_EDGE_AND_X = (9, *range(8), 14)
# The images of all tuples fill vectors of 16 lanes: a set has an even number of tuples.
TUPLE_SETS: dict[str, tuple[Squares, ...]] = {
    "lines": (*_rows(0, 1, 2, 3), *_DIAGONALS),
    # The first row is in the edge with both X-squares.
    "patterns": (*_rows(1, 2, 3), *_DIAGONALS, _EDGE_AND_X, _corner(3, 3), _corner(2, 5)),
}


@cache
def table_bounds(tuples: str) -> NDArray[np.int64]:
    """Where the table of each tuple of a set begins, and where the last one ends."""
    return np.cumsum([0, *(3 ** len(squares) for squares in TUPLE_SETS[tuples])])


def entries_of(tuples: str) -> int:
    """Entries of all tables of a set, in one phase."""
    return int(table_bounds(tuples)[-1])


def set_of(entries: int) -> str | None:
    """The set whose tables have so many entries."""
    return next((name for name in TUPLE_SETS if entries_of(name) == entries), None)


@cache
def tuple_type(tuples: str, phases: int) -> "np.dtype[Any]":
    """The record of a net."""
    images = len(IMAGES) * len(TUPLE_SETS[tuples])
    return record_type(
        [
            ("worths", "f4", (64, images)),  # what a white disc on a square adds to each index; a black one adds twice
            ("origins", "f4", (images,)),  # indices of the empty board
            ("tables", "f4", (phases, entries_of(tuples))),
            ("bias", "f4"),
            ("plays_to_win", "f4"),  # 1, or 0: by the share of discs
        ]
    )


@cache
def _worths_of_squares(tuples: str) -> Floats:
    worths = np.zeros((64, len(TUPLE_SETS[tuples]), len(IMAGES)), np.float32)
    for number, squares in enumerate(TUPLE_SETS[tuples]):
        for digit, square in enumerate(squares):
            for symmetry, image in enumerate(IMAGES):
                worths[image[square], number, symmetry] = 3**digit
    return worths.reshape(64, -1)


def _shape_of(number: int) -> tuple[str, int]:
    """The set and the phases of a net with so many weights; no phases if there is no such net."""
    for tuples in TUPLE_SETS:
        phases, left = divmod(number - 1, entries_of(tuples))
        if not left and 1 <= phases <= MOST_PHASES and number - 1 <= MOST_ENTRIES:
            return tuples, phases
    return "", 0


def tuple_record(weights: Floats, plays_to_win: bool = False) -> np.record:
    """The record of a TupleNet from its weights: all tables of the first phase, of the second ..., and the bias."""
    tuples, phases = _shape_of(np.size(weights)) if np.ndim(weights) == 1 else ("", 0)
    if not phases:
        sets = " or ".join(f"{entries_of(name)} ({name})" for name in TUPLE_SETS)
        raise InvalidInputError(
            f"weights have shape {np.shape(weights)}; a net of tuples takes {sets} for each of its 1..{MOST_PHASES} "
            f"phases, at most {MOST_ENTRIES}, and one more"
        )
    record: np.record = zero_records(tuple_type(tuples, phases), 1)[0]
    record["worths"], record["plays_to_win"] = _worths_of_squares(tuples), plays_to_win
    record["origins"] = np.repeat(table_bounds(tuples)[:-1], len(IMAGES))
    record["tables"], record["bias"] = np.reshape(weights[:-1], (phases, -1)), weights[-1]
    return record


def tuple_weights(record: np.record) -> Floats:
    """The weights of a record, in the same order."""
    return np.append(record["tables"].ravel(), record["bias"]).astype(np.float32)


class TupleNet(NamedTuple):
    """The net."""

    net: np.record  # from tuple_record


@kernel
def _with_discs(sums: Any, net: Any, squares: Bits, times: np.float32) -> Any:
    while squares != ZERO:
        sums = multiply_add(row(net.worths, index_of(squares)), times, sums)
        squares = without_lowest(squares)
    return sums


WHITE, BLACK, TO_WHITE, TO_BLACK = np.float32(1), np.float32(2), np.float32(-1), np.float32(1)


@implement(sums_at, TupleNet, None, None)
def _sums_at(evaluator: TupleNet, white: Bits, black: Bits) -> Any:
    net: Any = evaluator.net
    return _with_discs(_with_discs(whole(net.origins), net, white, WHITE), net, black, BLACK)


@implement(sums_after, TupleNet, None, None, None, None)
def _sums_after(evaluator: TupleNet, sums: Any, side: Bits, move: Bits, turned: Bits) -> Any:
    placed, turning = (WHITE, TO_WHITE) if side == ONE else (BLACK, TO_BLACK)
    net: Any = evaluator.net
    sums = multiply_add(row(net.worths, index_of(move)), placed, sums)
    return _with_discs(sums, net, turned, turning)


@implement(share_from, TupleNet, None, None)
def _share_from(evaluator: TupleNet, sums: Any, discs: int) -> np.float32:
    net: Any = evaluator.net
    places, phase = on_stack(sums), phase_of(discs, net.tables.shape[0])
    # Four sums: one would wait for itself.
    one, two, three, four = net.bias, np.float32(0), np.float32(0), np.float32(0)
    for i in range(0, net.origins.shape[0], 4):
        one += net.tables[phase, np.uint32(places[i])]
        two += net.tables[phase, np.uint32(places[i + 1])]
        three += net.tables[phase, np.uint32(places[i + 2])]
        four += net.tables[phase, np.uint32(places[i + 3])]
    return np.float32(logistic((one + two) + (three + four)))


estimates_share(TupleNet)
is_costly(TupleNet)
