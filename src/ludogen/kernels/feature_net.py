"""The 192-3-1 net that evaluates Othello, after Singer 2001: logistic everywhere, it estimates White's share of discs.

It may have 1 to 16 hidden nodes instead of three; rows are padded to 4, 8 or 16 of them.

Inputs are three planes of 64 squares: white, black, empty. White maximises the output f, Black minimises it: the value
for the side to move is f - 0.5 for White and 0.5 - f for Black, and a finished game has its exact share on this scale.

A position does not tell who is White, so who is to move is carried along the tree with the sums of the hidden nodes; a
move changes these by one disc and the discs it turns.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ludogen.errors import InvalidInputError
from ludogen.kernels.bits import ONE, ZERO, index_of, popcount, without_lowest
from ludogen.kernels.dispatch import Bits, implement, kernel
from ludogen.kernels.evaluation import carried_after, carried_at, evaluate, final_value, is_cheap
from ludogen.kernels.fast_math import logistic
from ludogen.kernels.othello import PASS, Othello, flips
from ludogen.kernels.records import Indices, dense, own_indices, record_type, to_record, to_weights
from ludogen.kernels.simd import Floats, row, total, whole

__all__ = [
    "BLACK_PLANE",
    "EMPTY_PLANE",
    "FEATURE_SIZE",
    "FEATURE_WEIGHTS",
    "INPUTS",
    "MOST_FEATURES",
    "FeatureNet",
    "FeatureSums",
    "feature_record",
    "feature_type",
    "feature_weights",
    "plane_of_mover",
    "share_from",
    "sums_after",
    "sums_at",
]

HALF = np.float32(0.5)
BLACK_PLANE, EMPTY_PLANE = Bits(64), Bits(128)
INPUTS = 192
MOST_FEATURES = 16
FEATURE_SIZE = INPUTS + 2  # weights that belong to one hidden node: incoming, bias, outgoing


@cache
def feature_type(features: int) -> "np.dtype[Any]":
    """The record of a net with so many hidden nodes."""
    width = next(width for width in (4, 8, 16) if width >= features)
    return record_type(
        [
            ("first", "f4", (INPUTS, width)),  # white, black, empty planes; columns past the nodes are padding
            ("first_bias", "f4", (width,)),
            ("last", "f4", (width,)),
            ("is_node", "f4", (width,)),  # 1, or 0 for padding, which must not learn
            ("last_bias", "f4"),
        ]
    )


@cache
def _feature_places(features: int) -> Indices:
    fields = own_indices(feature_type(features))
    hidden = dense(fields["first"], fields["first_bias"], range(INPUTS), features)
    return np.concatenate([hidden, fields["last"][:features], fields["last_bias"].reshape(1)])


FEATURE_WEIGHTS = 3 * FEATURE_SIZE + 1


def feature_record(weights: Floats) -> np.record:
    """The record of a FeatureNet from its weights, 583 for three hidden nodes.

    Order: for each of the hidden nodes the weights of the white, black and empty planes (64 squares each, from a1), the
    biases of all, the weights of the output node and its bias.
    """
    features, left = divmod(np.size(weights) - 1, FEATURE_SIZE)
    if np.ndim(weights) != 1 or left or not 1 <= features <= MOST_FEATURES:
        raise InvalidInputError(
            f"weights have shape {np.shape(weights)}; this net takes exactly {FEATURE_SIZE} for each of its "
            f"1..{MOST_FEATURES} hidden nodes and one more: {FEATURE_WEIGHTS} for three"
        )
    record = to_record(feature_type(features), _feature_places(features), weights)
    record["is_node"][:features] = 1
    return record


def feature_weights(record: np.record) -> Floats:
    """The weights of a record, in the same order."""
    return to_weights(record, _feature_places(int(record["is_node"].sum())))


class FeatureNet(NamedTuple):
    """The net."""

    net: np.record  # from feature_record


class FeatureSums(NamedTuple):
    """What is carried: the sums of the hidden nodes, and whether White is to move."""

    hidden: Any
    white_to_move: Bits


@kernel
def plane_of_mover(white_to_move: Bits) -> Bits:
    """Where the inputs of the mover's discs begin; it differs from the other side's by BLACK_PLANE."""
    return (ONE ^ white_to_move) * BLACK_PLANE


@kernel
def _with_plane(sums: Any, net: Any, squares: Bits, plane: Bits) -> Any:
    while squares != ZERO:
        sums = sums + row(net.first, plane + index_of(squares))
        squares = without_lowest(squares)
    return sums


@kernel
def sums_at(net: Any, white: Bits, black: Bits) -> Any:
    """The sums of the hidden nodes."""
    sums = _with_plane(whole(net.first_bias), net, white, ZERO)
    sums = _with_plane(sums, net, black, BLACK_PLANE)
    return _with_plane(sums, net, ~(white | black), EMPTY_PLANE)


@kernel
def sums_after(net: Any, sums: Any, mover: Bits, move: Bits, turned: Bits) -> Any:
    """The sums after a disc, of the side whose plane is `mover`, that turns these others."""
    square = index_of(move)
    sums = sums + (row(net.first, mover + square) - row(net.first, EMPTY_PLANE + square))
    while turned != ZERO:
        square = index_of(turned)
        sums = sums + (row(net.first, mover + square) - row(net.first, (mover ^ BLACK_PLANE) + square))
        turned = without_lowest(turned)
    return sums


@kernel
def share_from(net: Any, sums: Any) -> np.float32:
    """What the net estimates as White's share."""
    return np.float32(logistic(net.last_bias + total(logistic(sums) * whole(net.last))))


@implement(carried_at, Othello, FeatureNet, Bits)
def _carried_at(position: Othello, evaluator: FeatureNet, side: Bits) -> FeatureSums:
    own, opp = position
    white, black = (own, opp) if side == ONE else (opp, own)
    return FeatureSums(sums_at(evaluator.net, white, black), side)


@implement(carried_after, Othello, Bits, FeatureNet, None)
def _carried_after(position: Othello, move: Bits, evaluator: FeatureNet, carried: FeatureSums) -> FeatureSums:
    sums, white_to_move = carried
    if move != PASS:
        turned = flips(position.own, position.opp, move)
        sums = sums_after(evaluator.net, sums, plane_of_mover(white_to_move), move, turned)
    return FeatureSums(sums, white_to_move ^ ONE)


@implement(evaluate, Othello, FeatureNet, None)
def _evaluate(position: Othello, evaluator: FeatureNet, carried: FeatureSums) -> np.float32:
    share = share_from(evaluator.net, carried.hidden)
    return np.float32(share - HALF if carried.white_to_move == ONE else HALF - share)


@implement(final_value, Othello, FeatureNet, None, None)
def _final_value(position: Othello, evaluator: FeatureNet, carried: FeatureSums, ply: int) -> np.float32:
    # W / (W + B) - 0.5 for White and 0.5 minus it for Black: the mover's own share either way.
    own, opp = popcount(position.own), popcount(position.opp)
    return np.float32(own) / np.float32(max(own + opp, 1)) - HALF


is_cheap(FeatureNet)
