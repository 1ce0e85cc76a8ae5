"""Iago's positional evaluation without mobility: edge stability and internal stability (Rosenbloom 1982).

    (312 + 6.24 * move number) * edges / 32 + 36 * 1000 * (own - opp) / (own + opp + 2)

`edges` sums the table of module `edges` over the four edges; `own` and `opp` count discs off the border that can never
be turned. The factors bring both terms to the same scale of thousandths, as in Iago.
"""

from typing import Any, NamedTuple

import numpy as np

from ludogen.kernels.bits import ONE, ZERO, gathered, popcount
from ludogen.kernels.dispatch import Bits, implement, kernel
from ludogen.kernels.edges import PATTERNS
from ludogen.kernels.evaluation import evaluate, is_cheap, without_carrying
from ludogen.kernels.othello import Othello
from ludogen.kernels.othello_stability import stable_discs
from ludogen.kernels.records import record_type

__all__ = ["EDGES", "IAGO", "Iago"]

IAGO = record_type([("edges", "f4", (PATTERNS,))])
INSIDE = Bits(0x007E7E7E7E7E7E00)


def _edge(x_square: int, first: int, step: int, other_x_square: int) -> tuple[int, ...]:
    return (x_square, *range(first, first + 8 * step, step), other_x_square)


# The ten squares of each edge pattern: X-square, edge from corner to corner, X-square.
EDGES = np.array([_edge(9, 0, 1, 14), _edge(49, 56, 1, 54), _edge(9, 0, 8, 49), _edge(14, 7, 8, 54)], np.uint64)


class Iago(NamedTuple):
    """Othello: edge stability and internal stability, no mobility."""

    weights: Any  # an IAGO record


# What ten squares of one side add to the number of a pattern: the first square counts most.
TERNARY = np.array([sum(3 ** (9 - k) for k in range(10) if bits >> k & 1) for bits in range(1024)], np.int32)
COLUMN, GATHER = Bits(0x0101010101010101), Bits(0x0102040810204080)
ROW = Bits(0xFF)
CORNERS = Bits(0x8100000000000081)
S1, S2, S4, S7, S9, S14, S49, S54, S56 = map(Bits, (1, 2, 4, 7, 9, 14, 49, 54, 56))


@kernel
def _column(discs: Bits) -> Bits:
    """The first column as a row, by a product that does not carry."""
    return gathered(discs & COLUMN, GATHER) >> S56


@kernel
def _patterns(discs: Bits) -> tuple[int, int, int, int]:
    """What the discs of one side add to the numbers of the four edge patterns, in the order of EDGES."""
    upper_left, upper_right = (discs >> S9) & ONE, (discs >> S14) & ONE
    lower_left, lower_right = (discs >> S49) & ONE, (discs >> S54) & ONE
    return (
        TERNARY[upper_left | (discs & ROW) << S1 | upper_right << S9],
        TERNARY[lower_left | (discs >> S56) << S1 | lower_right << S9],
        TERNARY[upper_left | _column(discs) << S1 | lower_left << S9],
        TERNARY[upper_right | _column(discs >> S7) << S1 | lower_right << S9],
    )


@kernel
def _edge_sum(position: Othello, values: Any) -> np.float32:
    own, opp = _patterns(position.own), _patterns(position.opp)
    total: np.float32 = values[own[0] + 2 * opp[0]]
    total += values[own[1] + 2 * opp[1]]
    total += values[own[2] + 2 * opp[2]]
    total += values[own[3] + 2 * opp[3]]
    return total


@kernel
def _may_be_stable(discs: Bits) -> bool:
    """Is there a disc in a corner, or a full row? Without either nothing is stable yet, and nothing to be counted."""
    full = discs & (discs >> S4)
    full &= full >> S2
    full &= full >> S1
    return bool((discs & CORNERS) | (full & COLUMN) != ZERO)


@implement(evaluate, Othello, Iago, None)
def _evaluate(position: Othello, evaluator: Iago, carried: Any) -> np.float32:
    own, opp = 0, 0
    if _may_be_stable(position.own | position.opp):
        own = popcount(stable_discs(position.own, position.opp) & INSIDE)
        opp = popcount(stable_discs(position.opp, position.own) & INSIDE)
    move_number = popcount(position.own | position.opp) - 4
    edges = (312.0 + 6.24 * move_number) * float(_edge_sum(position, evaluator.weights.edges)) / 32.0
    return np.float32(edges + 36.0 * 1000.0 * (own - opp) / (own + opp + 2))


without_carrying(Othello, Iago)
is_cheap(Iago)
