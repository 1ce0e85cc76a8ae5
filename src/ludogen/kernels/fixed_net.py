"""The control of Moriarty & Miikkulainen 1995 (section 5): a net of three layers whose architecture does not evolve.

64 inputs (1 an own disc, -1 the opponent's), 40 hidden units, each with a connection to itself, 64 linear outputs, all
connected: 40 * (64 + 64 + 1) = 5160 integers, the paper's figure. The chromosome has for each hidden unit its weights
from the inputs, to the outputs and from itself. Values are kept from move to move as in `marker_net`; they begin at 0.
"""

from typing import Any, NamedTuple

import numpy as np

from ludogen.kernels.bits import ZERO, index_of, lowest, popcount, without_lowest
from ludogen.kernels.dispatch import Bits, entry, implement, kernel
from ludogen.kernels.fast_math import logistic, tanh
from ludogen.kernels.marker_net import LOGISTIC, NO_DISCS
from ludogen.kernels.movers import UNKNOWN, begin, choose, follow
from ludogen.kernels.othello import PASS, Othello, placements
from ludogen.kernels.records import new_record, record_type
from ludogen.kernels.simd import keep, row, total, whole

__all__ = ["FIXED_LENGTH", "FIXED_NET", "FIXED_UNITS", "FixedMover", "fixed_mind", "fixed_outputs_of", "weigh"]

SQUARES = 64
FIXED_UNITS = 40
LANES = 48  # units, padded to whole vectors: their weights are 0
GENE = 2 * SQUARES + 1
FIXED_LENGTH = FIXED_UNITS * GENE
NOTHING = np.float32(0)
LEAST = np.float32(-3e38)
MINUS = np.float32(-1)

FIXED_NET = record_type(
    [
        ("incoming", "f4", (SQUARES, LANES)),
        ("outgoing", "f4", (SQUARES, LANES)),
        ("own", "f4", (LANES,)),  # from each unit to itself
        ("squash", "i4"),
    ]
)
MIND = record_type([("values", "f4", (LANES,)), ("place", "i8")])


def fixed_mind(place: int = 0) -> Any:
    """Which net it is, and what that has in mind: a working record for one thread."""
    return new_record(MIND, place=place)


class FixedMover(NamedTuple):
    """Othello: the legal move with the highest output; of equals the one on the first square, a1 before b1."""

    nets: Any  # an array of FIXED_NET records, only read
    mind: Any  # from fixed_mind


@entry
def weigh(chromosomes: Any, divisor: np.float32, squash: int, nets: Any) -> None:
    """Fill in the records of nets from chromosomes, one a row, of FIXED_LENGTH integers."""
    for i in range(chromosomes.shape[0]):
        net = nets[i]
        net.squash = squash
        for unit in range(FIXED_UNITS):
            gene = unit * GENE
            for square in range(SQUARES):
                net.incoming[square, unit] = np.float32(chromosomes[i, gene + square]) / divisor
                net.outgoing[square, unit] = np.float32(chromosomes[i, gene + SQUARES + square]) / divisor
            net.own[unit] = np.float32(chromosomes[i, gene + 2 * SQUARES]) / divisor


@kernel
def _rest(mind: Any) -> None:
    for unit in range(LANES):
        mind.values[unit] = NOTHING


@kernel
def _activate(position: Othello, net: Any, mind: Any) -> Any:
    """Values of the hidden units, which are kept too."""
    sums = whole(net.own) * whole(mind.values)
    left = position.own
    while left != ZERO:
        sums = sums + row(net.incoming, index_of(left))
        left = without_lowest(left)
    left = position.opp
    while left != ZERO:
        sums = sums - row(net.incoming, index_of(left))
        left = without_lowest(left)
    hidden = logistic(sums) if net.squash == LOGISTIC else tanh(sums)
    keep(mind.values, hidden)
    return hidden


@implement(begin, FixedMover)
def _begin(mover: FixedMover) -> None:
    _rest(mover.mind)


@implement(follow, Othello, FixedMover, None)
def _follow(position: Othello, mover: FixedMover, side: Bits) -> None:
    if popcount(position.own | position.opp) >= NO_DISCS and placements(position.own, position.opp) != ZERO:
        _activate(position, mover.nets[mover.mind.place], mover.mind)


@implement(choose, Othello, FixedMover, None, None)
def _choose(position: Othello, mover: FixedMover, side: Bits, chance: Bits) -> tuple[Bits, np.float32]:
    left = placements(position.own, position.opp)
    if left == ZERO:
        return PASS, UNKNOWN
    net = mover.nets[mover.mind.place]
    hidden = _activate(position, net, mover.mind)
    chosen, best = lowest(left), LEAST
    while left != ZERO:
        value = total(row(net.outgoing, index_of(left)) * hidden)
        if value > best:
            chosen, best = lowest(left), value
        left = without_lowest(left)
    if popcount(position.own | position.opp) < NO_DISCS:
        _rest(mover.mind)
    return chosen, UNKNOWN


@entry
def fixed_outputs_of(position: Othello, mover: FixedMover, outputs: Any) -> None:
    """Activate a net once more in a position; fill in all its outputs. To look at, and to test."""
    net = mover.nets[mover.mind.place]
    hidden = _activate(position, net, mover.mind)
    for square in range(SQUARES):
        outputs[square] = total(row(net.outgoing, square) * hidden)
