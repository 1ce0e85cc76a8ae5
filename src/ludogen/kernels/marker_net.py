"""Recurrent nets that choose Othello moves without search, after Moriarty & Miikkulainen 1995 (sections 3.1, 3.2).

128 inputs (own discs on the 64 squares, then the opponent's), hidden units that are activated one after another in
the order of the chromosome and keep their values from move to move, 64 outputs that are linear: only their order
counts. So no output is computed that belongs to no legal move. `marker_code` makes the record from a chromosome.

What a net remembers is a function of the positions of the game so far: it is activated once at each position in which
its side can place a disc and at least four moves have been made, beginning with its initial values. Evolution, whose
games begin after four moves, and games from the first move thus see the same net.
"""

from typing import Any, NamedTuple

import numpy as np

from ludogen.kernels.bits import ONE, ZERO, index_of, lowest, popcount, without_lowest, word
from ludogen.kernels.dispatch import Bits, entry, implement, kernel
from ludogen.kernels.fast_math import logistic, tanh
from ludogen.kernels.movers import UNKNOWN, begin, choose, follow
from ludogen.kernels.othello import PASS, Othello, placements
from ludogen.kernels.records import new_record, record_type
from ludogen.kernels.simd import multiply_add

__all__ = [
    "INPUTS",
    "LOGISTIC",
    "LONGEST",
    "MARKER_NET",
    "MOST_CONNECTIONS",
    "MOST_UNITS",
    "NO_DISCS",
    "OUTPUTS",
    "TANH",
    "MarkerMover",
    "marker_mind",
    "outputs_of",
]

INPUTS, OUTPUTS = 128, 64
LONGEST = 8000  # integers of a chromosome
MOST_UNITS = LONGEST // 4 + 1  # start marker, label, initial value, end marker
MOST_CONNECTIONS = LONGEST // 3 + 1
LOGISTIC, TANH = 0, 1
NO_DISCS = 8  # with fewer discs than that, fewer than four moves have been made
NOTHING = np.float32(0)
LEAST = np.float32(-3e38)

MARKER_NET = record_type(
    [
        ("units", "i4"),
        ("connections", "i4"),
        ("squash", "i4"),
        ("initial", "f4", (MOST_UNITS,)),
        # Into each unit: its connections stand from first[unit] up to first[unit + 1], in the chromosome's order.
        ("first", "i4", (MOST_UNITS + 1,)),
        ("source", "i2", (MOST_CONNECTIONS,)),  # an input, or INPUTS + a unit
        ("weight", "f4", (MOST_CONNECTIONS,)),
        # Into each output, in the same manner.
        ("out_first", "i4", (OUTPUTS + 1,)),
        ("out_source", "i2", (MOST_CONNECTIONS,)),
        ("out_weight", "f4", (MOST_CONNECTIONS,)),
        ("label", "i2", (MOST_UNITS,)),
    ]
)
MIND = record_type([("place", "i8"), ("values", "f4", (INPUTS + MOST_UNITS,))])


def marker_mind(place: int = 0) -> Any:
    """Which net it is, and what that has in mind: a working record for one thread."""
    return new_record(MIND, place=place)


class MarkerMover(NamedTuple):
    """Othello: the legal move with the highest output; of equals the one on the first square, a1 before b1.

    One of an array of nets moves: whose turn it is in a population changes without another mover.
    """

    nets: Any  # an array of MARKER_NET records, only read
    mind: Any  # from marker_mind


@kernel
def _rest(net: Any, values: Any) -> None:
    for unit in range(net.units):
        values[INPUTS + unit] = net.initial[unit]


@kernel
def _activate(position: Othello, net: Any, values: Any) -> None:
    for square in range(OUTPUTS):
        shift = word(square)
        values[square] = np.float32((position.own >> shift) & ONE)
        values[OUTPUTS + square] = np.float32((position.opp >> shift) & ONE)
    begun = net.first[0]
    for unit in range(net.units):
        ended = net.first[unit + 1]
        total = NOTHING
        for k in range(begun, ended):
            total = multiply_add(net.weight[k], values[net.source[k]], total)
        begun = ended
        values[INPUTS + unit] = logistic(total) if net.squash == LOGISTIC else tanh(total)


@kernel
def _output(net: Any, values: Any, square: Any) -> np.float32:
    total = NOTHING
    for k in range(net.out_first[square], net.out_first[square + 1]):
        total = multiply_add(net.out_weight[k], values[net.out_source[k]], total)
    return total


@implement(begin, MarkerMover)
def _begin(mover: MarkerMover) -> None:
    _rest(mover.nets[mover.mind.place], mover.mind.values)


@implement(follow, Othello, MarkerMover, None)
def _follow(position: Othello, mover: MarkerMover, side: Bits) -> None:
    if popcount(position.own | position.opp) >= NO_DISCS and placements(position.own, position.opp) != ZERO:
        _activate(position, mover.nets[mover.mind.place], mover.mind.values)


@implement(choose, Othello, MarkerMover, None, None)
def _choose(position: Othello, mover: MarkerMover, side: Bits, chance: Bits) -> tuple[Bits, np.float32]:
    net, values = mover.nets[mover.mind.place], mover.mind.values
    left = placements(position.own, position.opp)
    if left == ZERO:
        return PASS, UNKNOWN
    _activate(position, net, values)
    chosen, best = lowest(left), LEAST  # chosen already: weights out of a file may give no number at all
    while left != ZERO:
        value = _output(net, values, np.int64(index_of(left)))
        if value > best:
            chosen, best = lowest(left), value
        left = without_lowest(left)
    if popcount(position.own | position.opp) < NO_DISCS:
        _rest(net, values)
    return chosen, UNKNOWN


@entry
def outputs_of(position: Othello, mover: MarkerMover, outputs: Any) -> None:
    """Activate a net once more in a position; fill in all its outputs. To look at, and to test."""
    net, values = mover.nets[mover.mind.place], mover.mind.values
    _activate(position, net, values)
    for square in range(OUTPUTS):
        outputs[square] = _output(net, values, square)
