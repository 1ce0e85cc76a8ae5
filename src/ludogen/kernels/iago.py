"""Iago's positional evaluation without mobility: edge stability and internal stability (Rosenbloom 1982).

    (312 + 6.24 * move number) * edges / 32 + 36 * 1000 * (own - opp) / (own + opp + 2)

`edges` sums the table of module `edges` over the four edges; `own` and `opp` count discs off the border that can never
be turned. The factors bring both terms to the same scale of thousandths, as in Iago.
"""

from typing import Any, NamedTuple

import numpy as np

from ludogen.kernels.bits import ONE, popcount
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


@kernel
def _edge_sum(position: Othello, values: Any) -> np.float32:
    total = np.float32(0)
    for edge in range(4):
        pattern = 0
        for place in range(10):
            square = EDGES[edge, place]
            own, opp = int((position.own >> square) & ONE), int((position.opp >> square) & ONE)
            pattern = 3 * pattern + own + 2 * opp
        total += values[pattern]
    return total


@implement(evaluate, Othello, Iago, None)
def _evaluate(position: Othello, evaluator: Iago, carried: Any) -> np.float32:
    own = popcount(stable_discs(position.own, position.opp) & INSIDE)
    opp = popcount(stable_discs(position.opp, position.own) & INSIDE)
    move_number = popcount(position.own | position.opp) - 4
    edges = (312.0 + 6.24 * move_number) * float(_edge_sum(position, evaluator.weights.edges)) / 32.0
    return np.float32(edges + 36.0 * 1000.0 * (own - opp) / (own + opp + 2))


without_carrying(Othello, Iago)
is_cheap(Iago)
