"""Nets that evaluate checkers, after Chellapilla and Fogel: 5046 weights (2001) and their ancestor with 1741 (1999).

Inputs are the 32 squares: 1 a man and K a king of the root player, the one who chooses a move, -1 and -K those of the
opponent, 0 an empty square. The paper ("Background and Method") evaluates for "the player whose pieces were denoted by
positive values": so the net looks through the root player's eyes in the whole tree, and its value is negated where the
opponent is to move. It sees the board as it lies; with `turned` White sees it turned round, so that both move down it.

`evaluate` returns the sum at the output node before its tanh: the order is the same, and no evaluation reaches a win.
Rows of weights are padded to whole vectors, with zeros; in the first layer a spare lane with weights of 1 adds up the
inputs for the output node.
"""

from typing import Any, NamedTuple

import numpy as np

from ludogen.kernels.bits import ONE, ZERO, index_of, without_lowest
from ludogen.kernels.checkers import CAPTURED, FROM, SIX_BITS, TO, WHITE, Checkers
from ludogen.kernels.dispatch import Bits, implement, kernel
from ludogen.kernels.evaluation import carried_after, carried_at, evaluate, final_value, is_costly, win_value
from ludogen.kernels.fast_math import tanh
from ludogen.kernels.records import Indices, dense, own_indices, record_type, to_record, to_weights
from ludogen.kernels.rules import play
from ludogen.kernels.simd import Floats, lane, multiply_add, on_stack, row, total, whole

__all__ = [
    "RAW_WEIGHTS",
    "SUBSQUARE_WEIGHTS",
    "FreshSubSquareNet",
    "RawNet1999",
    "SubSquareNet",
    "raw_record",
    "raw_weights",
    "subsquare_record",
    "subsquare_weights",
    "subsquares",
]

BITS_OF_SQUARES = [square + square // 8 for square in range(32)]
LAST_BIT = Bits(34)
NOT_TURNED = np.float32(0)
NODES = 91
SUBSQUARE_INPUT_LANE, RAW_INPUT_LANE = 91, 40
TAIL = [
    ("third", "f4", (48, 16)),
    ("third_bias", "f4", (16,)),
    ("last", "f4", (16,)),
    ("last_bias", "f4"),
    ("pieces", "f4", (4,)),  # worth of the root player's man, the opponent's man, their kings
    ("turned", "f4"),  # 1: White sees the board turned round
]
SUBSQUARE = record_type(
    [
        ("first", "f4", (35, 96)),  # by the bit of the square
        ("first_bias", "f4", (96,)),
        ("second", "f4", (96, 48)),
        ("second_bias", "f4", (48,)),
        *TAIL,
    ]
)
RAW = record_type([("first", "f4", (35, 48)), ("first_bias", "f4", (48,)), *TAIL])


def subsquares() -> list[list[int]]:
    """The dark squares (0..31) of the 91 square subsets of the board: by size from 3 to 8, row by row from square 1."""
    places = [(square // 4, 2 * (square % 4) + 1 - square // 4 % 2) for square in range(32)]
    return [
        [i for i, (row, column) in enumerate(places) if top <= row < top + size and left <= column < left + size]
        for size in range(3, 9)
        for top in range(9 - size)
        for left in range(9 - size)
    ]


def _tail_places(fields: dict[str, Indices]) -> list[Indices]:
    last = [fields["last"][:10], fields["last_bias"].reshape(1)]
    return [dense(fields["third"], fields["third_bias"], range(40), 10), *last]


def _subsquare_places() -> Indices:
    fields = own_indices(SUBSQUARE)
    first = [
        fields["first"][BITS_OF_SQUARES[square], node] for node, seen in enumerate(subsquares()) for square in seen
    ]
    second = dense(fields["second"], fields["second_bias"], range(NODES), 40)
    return np.concatenate([np.array(first), fields["first_bias"][:NODES], second, *_tail_places(fields)])


def _raw_places() -> Indices:
    fields = own_indices(RAW)
    return np.concatenate([dense(fields["first"], fields["first_bias"], BITS_OF_SQUARES, 40), *_tail_places(fields)])


SUBSQUARE_PLACES, RAW_PLACES = _subsquare_places(), _raw_places()
SUBSQUARE_WEIGHTS, RAW_WEIGHTS = len(SUBSQUARE_PLACES), len(RAW_PLACES)


def subsquare_record(weights: Floats, king: float, turned: bool = False) -> np.record:
    """The record of a SubSquareNet from 5046 weights and the worth of a king.

    Order: for each of the 91 sub-squares (as in `subsquares`) the weights of its squares, 91 biases; for each of the 40
    nodes of the second layer its 91 weights, 40 biases; for each of the 10 of the third its 40 weights, 10 biases; the
    10 weights of the output node and its bias.
    """
    return _with_pieces(to_record(SUBSQUARE, SUBSQUARE_PLACES, weights), SUBSQUARE_INPUT_LANE, king, turned)


def subsquare_weights(record: np.record) -> Floats:
    """The 5046 weights of a record, in the same order."""
    return to_weights(record, SUBSQUARE_PLACES)


def raw_record(weights: Floats, king: float, turned: bool = False) -> np.record:
    """The record of a RawNet1999 from 1741 weights and the worth of a king.

    Order: for each of the 40 nodes of the first layer the weights of the 32 squares, 40 biases; then as in
    `subsquare_record` the layer of 10 and the output node.
    """
    return _with_pieces(to_record(RAW, RAW_PLACES, weights), RAW_INPUT_LANE, king, turned)


def raw_weights(record: np.record) -> Floats:
    """The 1741 weights of a record, in the same order."""
    return to_weights(record, RAW_PLACES)


def _with_pieces(record: np.record, input_lane: int, king: float, turned: bool) -> np.record:
    record["first"][BITS_OF_SQUARES, input_lane] = 1
    record["pieces"][:] = 1, -1, king, -king
    record["turned"] = turned
    return record


class SubSquareNet(NamedTuple):
    """The 5046-weight net; the sums of its first layer are carried along the tree."""

    net: np.record  # from subsquare_record


class FreshSubSquareNet(NamedTuple):
    """The same net; its first layer is computed anew for every position, 13 % more time in a tree of 4 plies.

    Carried sums depend in their last bits on the path to a position; here equal positions have equal values.
    """

    net: np.record


class RawNet1999(NamedTuple):
    """The 1741-weight net: the 32 squares go straight into 40 hidden nodes."""

    net: np.record  # from raw_record


class RootSums(NamedTuple):
    """What SubSquareNet carries: the sums of its first layer, and the colour of the root player."""

    sums: Any
    root: Bits


@kernel
def _row_of(bit: Bits, net: Any, root: Bits) -> Bits:
    """Which row of the first layer belongs to a square."""
    return LAST_BIT - bit if root == WHITE and net.turned != NOT_TURNED else bit


@kernel
def _worth(bit: Bits, theirs: Bits, kings: Bits, net: Any) -> np.float32:
    """Input of an occupied square."""
    return np.float32(net.pieces[((theirs >> bit) & ONE) | (((kings >> bit) & ONE) << ONE)])


@kernel
def _first_sums(position: Checkers, net: Any, root: Bits) -> Any:
    """Sums of the first layer."""
    own, opp, kings, colour = position
    theirs = opp if colour == root else own
    sums = whole(net.first_bias)
    # One loop over all pieces, not one for each kind: every end of a loop is a branch that is hard to foretell.
    left = own | opp
    while left != ZERO:
        bit = index_of(left)
        sums = multiply_add(_worth(bit, theirs, kings, net), row(net.first, _row_of(bit, net, root)), sums)
        left = without_lowest(left)
    return sums


@kernel
def _sums_after(position: Checkers, move: Bits, net: Any, root: Bits, sums: Any) -> Any:
    """Sums of the first layer after a move, from those before it."""
    own, opp, kings, colour = position
    theirs = opp if colour == root else own
    start, end = (move >> FROM) & SIX_BITS, (move >> TO) & SIX_BITS
    left = (move & CAPTURED) | (ONE << start)
    while left != ZERO:
        bit = index_of(left)
        sums = multiply_add(-_worth(bit, theirs, kings, net), row(net.first, _row_of(bit, net, root)), sums)
        left = without_lowest(left)
    after = play(position, move)
    theirs = after.own if colour == root else after.opp
    return multiply_add(_worth(end, theirs, after.kings, net), row(net.first, _row_of(end, net, root)), sums)


@kernel
def _last_layers(hidden: Any, net: Any) -> np.float32:
    """The sum at the output node, without the inputs, from the 40 nodes before the layer of 10."""
    values = on_stack(hidden)
    # Four sums in turn: a fused multiply-add takes four cycles, and each sum waits for its last.
    a = multiply_add(values[0], row(net.third, 0), whole(net.third_bias))
    b = values[1] * row(net.third, 1)
    c = values[2] * row(net.third, 2)
    d = values[3] * row(net.third, 3)
    for i in range(4, 40, 4):
        a = multiply_add(values[i], row(net.third, i), a)
        b = multiply_add(values[i + 1], row(net.third, i + 1), b)
        c = multiply_add(values[i + 2], row(net.third, i + 2), c)
        d = multiply_add(values[i + 3], row(net.third, i + 3), d)
    return np.float32(net.last_bias + total(tanh((a + b) + (c + d)) * whole(net.last)))


@kernel
def _subsquare_output(sums: Any, net: Any) -> np.float32:
    """The sum at the output node from the sums of the first layer."""
    values = on_stack(tanh(sums))
    a = multiply_add(values[0], row(net.second, 0), whole(net.second_bias))
    b = values[1] * row(net.second, 1)
    for i in range(2, 92, 2):  # row 91 is all zeros
        a = multiply_add(values[i], row(net.second, i), a)
        b = multiply_add(values[i + 1], row(net.second, i + 1), b)
    return _last_layers(tanh(a + b), net) + lane(sums, SUBSQUARE_INPUT_LANE)


@kernel
def _for_mover(value: np.float32, position: Checkers, root: Bits) -> np.float32:
    return value if position.colour == root else -value


def _carry_root(position: Checkers, evaluator: Any, side: Bits) -> Bits:
    return side


def _carry_root_on(position: Checkers, move: Bits, evaluator: Any, root: Bits) -> Bits:
    return root


def _value_by_win(position: Checkers, evaluator: Any, carried: Any, ply: int) -> np.float32:
    return win_value(position, ply)


NETS: tuple[type, ...] = (FreshSubSquareNet, RawNet1999, SubSquareNet)
for _net in NETS:
    implement(final_value, Checkers, _net, None, None)(_value_by_win)
for _net in NETS[:2]:
    implement(carried_at, Checkers, _net, Bits)(_carry_root)
    implement(carried_after, Checkers, Bits, _net, None)(_carry_root_on)


@implement(evaluate, Checkers, FreshSubSquareNet, None)
def _evaluate_anew(position: Checkers, evaluator: FreshSubSquareNet, root: Bits) -> np.float32:
    net = evaluator.net
    return _for_mover(_subsquare_output(_first_sums(position, net, root), net), position, root)


@implement(carried_at, Checkers, SubSquareNet, Bits)
def _carried_at(position: Checkers, evaluator: SubSquareNet, side: Bits) -> RootSums:
    return RootSums(_first_sums(position, evaluator.net, side), side)


@implement(carried_after, Checkers, Bits, SubSquareNet, None)
def _carried_after(position: Checkers, move: Bits, evaluator: SubSquareNet, carried: RootSums) -> RootSums:
    sums, root = carried
    return RootSums(_sums_after(position, move, evaluator.net, root, sums), root)


@implement(evaluate, Checkers, SubSquareNet, None)
def _evaluate_carried(position: Checkers, evaluator: SubSquareNet, carried: RootSums) -> np.float32:
    return _for_mover(_subsquare_output(carried.sums, evaluator.net), position, carried.root)


@implement(evaluate, Checkers, RawNet1999, None)
def _evaluate_raw(position: Checkers, evaluator: RawNet1999, root: Bits) -> np.float32:
    sums = _first_sums(position, evaluator.net, root)
    value = _last_layers(tanh(sums), evaluator.net) + lane(sums, RAW_INPUT_LANE)
    return _for_mover(value, position, root)


is_costly(*NETS)
