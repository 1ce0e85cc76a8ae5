"""The 192-3-1 net that evaluates Othello, after Singer 2001: logistic everywhere, it estimates White's share of discs.

Inputs are three planes of 64 squares: white, black, empty. White maximises the output f, Black minimises it: the value
for the side to move is f - 0.5 for White and 0.5 - f for Black, and a finished game has its exact share on this scale.

A position does not tell who is White, so who is to move is carried along the tree with the sums of the three hidden
nodes; a move changes these by one disc and the discs it turns.
"""

from typing import Any, NamedTuple

import numpy as np

from ludogen.kernels.bits import ONE, ZERO, index_of, popcount, without_lowest
from ludogen.kernels.dispatch import Bits, implement, kernel
from ludogen.kernels.evaluation import carried_after, carried_at, evaluate, final_value, is_cheap
from ludogen.kernels.fast_math import logistic
from ludogen.kernels.othello import PASS, Othello, flips
from ludogen.kernels.records import Indices, dense, own_indices, record_type, to_record, to_weights
from ludogen.kernels.simd import Floats, row, total, whole

__all__ = ["FEATURE_WEIGHTS", "FeatureNet", "FeatureSums", "feature_record", "feature_weights"]

HALF = np.float32(0.5)
BLACK_PLANE, EMPTY_PLANE = Bits(64), Bits(128)
FEATURE = record_type(
    [
        ("first", "f4", (192, 4)),  # white, black, empty planes; the fourth column is padding
        ("first_bias", "f4", (4,)),
        ("last", "f4", (4,)),
        ("last_bias", "f4"),
    ]
)


def _feature_places() -> Indices:
    fields = own_indices(FEATURE)
    hidden = dense(fields["first"], fields["first_bias"], range(192), 3)
    return np.concatenate([hidden, fields["last"][:3], fields["last_bias"].reshape(1)])


FEATURE_PLACES = _feature_places()
FEATURE_WEIGHTS = len(FEATURE_PLACES)


def feature_record(weights: Floats) -> np.record:
    """The record of a FeatureNet from its 583 weights.

    Order: for each of the three hidden nodes the weights of the white, black and empty planes (64 squares each, from
    a1), 3 biases, the 3 weights of the output node and its bias.
    """
    return to_record(FEATURE, FEATURE_PLACES, weights)


def feature_weights(record: np.record) -> Floats:
    """The 583 weights of a record, in the same order."""
    return to_weights(record, FEATURE_PLACES)


class FeatureNet(NamedTuple):
    """The net."""

    net: np.record  # from feature_record


class FeatureSums(NamedTuple):
    """What is carried: the sums of the hidden nodes, and whether White is to move."""

    hidden: Any
    white_to_move: Bits


@kernel
def _plane_of_mover(white_to_move: Bits) -> Bits:
    return (ONE ^ white_to_move) * BLACK_PLANE


@kernel
def _with_plane(sums: Any, net: Any, squares: Bits, plane: Bits) -> Any:
    while squares != ZERO:
        sums = sums + row(net.first, plane + index_of(squares))
        squares = without_lowest(squares)
    return sums


@implement(carried_at, Othello, FeatureNet, Bits)
def _carried_at(position: Othello, evaluator: FeatureNet, side: Bits) -> FeatureSums:
    own, opp = position
    net = evaluator.net
    mover = _plane_of_mover(side)
    sums = _with_plane(whole(net.first_bias), net, own, mover)
    sums = _with_plane(sums, net, opp, mover ^ BLACK_PLANE)
    sums = _with_plane(sums, net, ~(own | opp), EMPTY_PLANE)
    return FeatureSums(sums, side)


@implement(carried_after, Othello, Bits, FeatureNet, None)
def _carried_after(position: Othello, move: Bits, evaluator: FeatureNet, carried: FeatureSums) -> FeatureSums:
    net = evaluator.net
    sums, white_to_move = carried
    if move != PASS:
        mover = _plane_of_mover(white_to_move)
        square = index_of(move)
        sums = sums + (row(net.first, mover + square) - row(net.first, EMPTY_PLANE + square))
        turned = flips(position.own, position.opp, move)
        while turned != ZERO:
            square = index_of(turned)
            sums = sums + (row(net.first, mover + square) - row(net.first, (mover ^ BLACK_PLANE) + square))
            turned = without_lowest(turned)
    return FeatureSums(sums, white_to_move ^ ONE)


@implement(evaluate, Othello, FeatureNet, None)
def _evaluate(position: Othello, evaluator: FeatureNet, carried: FeatureSums) -> np.float32:
    net = evaluator.net
    share = logistic(net.last_bias + total(logistic(carried.hidden) * whole(net.last)))
    return np.float32(share - HALF if carried.white_to_move == ONE else HALF - share)


@implement(final_value, Othello, FeatureNet, None, None)
def _final_value(position: Othello, evaluator: FeatureNet, carried: FeatureSums, ply: int) -> np.float32:
    # W / (W + B) - 0.5 for White and 0.5 minus it for Black: the mover's own share either way.
    own, opp = popcount(position.own), popcount(position.opp)
    return np.float32(own) / np.float32(max(own + opp, 1)) - HALF


is_cheap(FeatureNet)
