"""A plain net for any game: one or two hidden layers of up to 64 nodes, tanh, seen from the side to move.

Inputs are the squares of the board, 1 for a piece of the side to move and -1 for one of the other (K and -K for kings
in checkers). As in `checkers_nets` the value is the sum at the output node before its tanh. Simple rather than fast:
everything is computed anew for every position.
"""

from typing import Any, NamedTuple

import numpy as np

from ludogen.errors import InvalidInputError
from ludogen.kernels.bits import ZERO, index_of, without_lowest
from ludogen.kernels.checkers import Checkers
from ludogen.kernels.dispatch import Bits, implement, kernel
from ludogen.kernels.evaluation import evaluate, is_costly, without_carrying
from ludogen.kernels.fast_math import tanh
from ludogen.kernels.go import Go
from ludogen.kernels.othello import Othello
from ludogen.kernels.records import Indices, dense, own_indices, record_type, to_record, to_weights
from ludogen.kernels.simd import Floats, multiply_add, on_stack, row, total, whole
from ludogen.kernels.wide import STRIDES, words_for

__all__ = [
    "CHECKERS_INPUTS",
    "MOST_NODES",
    "OTHELLO_INPUTS",
    "LayeredNet",
    "LayeredShape",
    "go_inputs",
    "layered_record",
    "layered_weights",
]

MOST_NODES = 64
ONE, MINUS_ONE, TWO_LAYERS = np.float32(1), np.float32(-1), np.float32(2)
WORD_BITS = Bits(64)
LAYERS = [
    ("first_bias", "f4", (MOST_NODES,)),
    ("second", "f4", (MOST_NODES, MOST_NODES)),
    ("second_bias", "f4", (MOST_NODES,)),
    ("last", "f4", (MOST_NODES,)),
    ("last_bias", "f4"),
    ("king", "f4"),
    ("layers", "f4"),  # 1 or 2 hidden layers
]
# The first layer has a row for every bit of the board, in one, two or six words.
TYPES = {words: record_type([("first", "f4", (64 * words, MOST_NODES)), *LAYERS]) for words in STRIDES}

OTHELLO_INPUTS = tuple(range(64))  # the bit of each input
CHECKERS_INPUTS = tuple(square + square // 8 for square in range(32))


def go_inputs(size: int) -> tuple[int, ...]:
    """The bits of the points of a board of Go, row by row from the bottom."""
    stride = STRIDES[words_for(size)]
    return tuple(row * stride + column for row in range(size) for column in range(size))


class LayeredShape(NamedTuple):
    """What a net looks at, and the sizes of its one or two hidden layers."""

    inputs: tuple[int, ...]  # OTHELLO_INPUTS, CHECKERS_INPUTS or go_inputs(size)
    hidden: tuple[int, ...]

    @property
    def dtype(self) -> "np.dtype[Any]":
        """The type of the record."""
        return TYPES[min(words for words in TYPES if 64 * words > max(self.inputs))]

    @property
    def places(self) -> Indices:
        """Where the record holds each weight."""
        if not 1 <= len(self.hidden) <= 2 or not all(1 <= nodes <= MOST_NODES for nodes in self.hidden):
            raise InvalidInputError(f"hidden layers {self.hidden}; allowed are one or two of 1 to {MOST_NODES} nodes")
        fields = own_indices(self.dtype)
        parts = [dense(fields["first"], fields["first_bias"], self.inputs, self.hidden[0])]
        if len(self.hidden) == 2:
            parts.append(dense(fields["second"], fields["second_bias"], range(self.hidden[0]), self.hidden[1]))
        return np.concatenate([*parts, fields["last"][: self.hidden[-1]], fields["last_bias"].reshape(1)])


def layered_record(shape: LayeredShape, weights: Floats, king: float = 1) -> np.record:
    """The record of a LayeredNet from its weights.

    Order: for each node of the first hidden layer its weights from the inputs, then all its biases; the same for the
    second hidden layer if there is one; the weights of the output node and its bias.
    """
    record = to_record(shape.dtype, shape.places, weights)
    record["king"] = king
    record["layers"] = len(shape.hidden)
    return record


def layered_weights(shape: LayeredShape, record: np.record) -> Floats:
    """The weights of a record, in the same order."""
    return to_weights(record, shape.places)


class LayeredNet(NamedTuple):
    """The net."""

    net: np.record  # from layered_record, for a board of this size


@kernel
def _with_pieces(sums: Any, net: Any, pieces: Bits, first: Bits, worth: np.float32) -> Any:
    """Sums with these pieces added, whose rows begin at `first`."""
    while pieces != ZERO:
        sums = multiply_add(worth, row(net.first, first + index_of(pieces)), sums)
        pieces = without_lowest(pieces)
    return sums


@kernel
def _output(sums: Any, net: Any) -> np.float32:
    """The sum at the output node from the sums of the first layer."""
    hidden = tanh(sums)
    if net.layers == TWO_LAYERS:
        values = on_stack(hidden)
        sums = whole(net.second_bias)
        for i in range(MOST_NODES):
            sums = multiply_add(values[i], row(net.second, i), sums)
        hidden = tanh(sums)
    return np.float32(net.last_bias + total(hidden * whole(net.last)))


@implement(evaluate, Othello, LayeredNet, None)
def _evaluate_othello(position: Othello, evaluator: LayeredNet, carried: Any) -> np.float32:
    net = evaluator.net
    sums = _with_pieces(whole(net.first_bias), net, position.own, ZERO, ONE)
    return _output(_with_pieces(sums, net, position.opp, ZERO, MINUS_ONE), net)


@implement(evaluate, Checkers, LayeredNet, None)
def _evaluate_checkers(position: Checkers, evaluator: LayeredNet, carried: Any) -> np.float32:
    own, opp, kings, _ = position
    net = evaluator.net
    sums = _with_pieces(whole(net.first_bias), net, own & ~kings, ZERO, ONE)
    sums = _with_pieces(sums, net, own & kings, ZERO, net.king)
    sums = _with_pieces(sums, net, opp & ~kings, ZERO, MINUS_ONE)
    return _output(_with_pieces(sums, net, opp & kings, ZERO, -net.king), net)


@implement(evaluate, Go, LayeredNet, None)
def _evaluate_go(position: Go, evaluator: LayeredNet, carried: Any) -> np.float32:
    net = evaluator.net
    sums = whole(net.first_bias)
    first = ZERO
    for part in position.own:
        sums = _with_pieces(sums, net, part, first, ONE)
        first += WORD_BITS
    first = ZERO
    for part in position.opp:
        sums = _with_pieces(sums, net, part, first, MINUS_ONE)
        first += WORD_BITS
    return _output(sums, net)


without_carrying(Othello, LayeredNet)
without_carrying(Checkers, LayeredNet)
without_carrying(Go, LayeredNet)
is_costly(LayeredNet)
