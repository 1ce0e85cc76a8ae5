"""The 192-3-1 net that evaluates Othello, after Singer 2001: logistic everywhere, it estimates White's share of discs.

Inputs are three planes of 64 squares: white, black, empty. The sums of the hidden nodes are carried along the tree.

Past the paper it may have 1 to 16 hidden nodes, rows are padded to 4, 8 or 16 of them; and inputs that tell the phase
of the game, one of which is on. These are added where the net is asked, not carried.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ludogen.errors import InvalidInputError
from ludogen.kernels.bits import ONE, ZERO, index_of, without_lowest
from ludogen.kernels.dispatch import Bits, implement, kernel
from ludogen.kernels.evaluation import is_cheap
from ludogen.kernels.fast_math import logistic
from ludogen.kernels.records import Indices, dense, own_indices, record_type, to_record, to_weights
from ludogen.kernels.share_net import MOST_PHASES, estimates_share, phase_of, share_from, sums_after, sums_at
from ludogen.kernels.simd import Floats, row, total, whole

__all__ = [
    "BLACK_PLANE",
    "EMPTY_PLANE",
    "FEATURE_SIZE",
    "FEATURE_WEIGHTS",
    "INPUTS",
    "MOST_FEATURES",
    "FeatureNet",
    "feature_record",
    "feature_size",
    "feature_type",
    "feature_weights",
    "phases_of",
    "with_phase",
]

BLACK_PLANE, EMPTY_PLANE = Bits(64), Bits(128)
INPUTS = 192
MOST_FEATURES = 16
FEATURE_SIZE = INPUTS + 2  # weights that belong to one hidden node: incoming, bias, outgoing


def feature_size(phases: int) -> int:
    """Weights that belong to one hidden node: those of the squares, of the phases if there are several, and two more.

    One phase needs no input.
    """
    return FEATURE_SIZE + (phases if phases > 1 else 0)


def phases_of(size: int) -> int:
    """The phases of a net whose hidden nodes have so many weights; 0 if there is no such net."""
    return next((phases for phases in range(1, MOST_PHASES + 1) if feature_size(phases) == size), 0)


@cache
def feature_type(features: int, phases: int = 1) -> "np.dtype[Any]":
    """The record of a net with so many hidden nodes."""
    width = next(width for width in (4, 8, 16) if width >= features)
    return record_type(
        [
            ("first", "f4", (INPUTS, width)),  # white, black, empty planes; columns past the nodes are padding
            ("first_bias", "f4", (width,)),
            ("last", "f4", (width,)),
            ("is_node", "f4", (width,)),  # 1, or 0 for padding, which must not learn
            ("last_bias", "f4"),
            ("plays_to_win", "f4"),  # 1, or 0: by the share of discs
            ("phases", "f4", (phases, width)),  # unused if there is one phase
        ]
    )


@cache
def _feature_places(features: int, phases: int) -> Indices:
    fields = own_indices(feature_type(features, phases))
    first = np.concatenate([fields["first"], fields["phases"]]) if phases > 1 else fields["first"]
    hidden = dense(first, fields["first_bias"], range(len(first)), features)
    return np.concatenate([hidden, fields["last"][:features], fields["last_bias"].reshape(1)])


FEATURE_WEIGHTS = 3 * FEATURE_SIZE + 1


def feature_record(weights: Floats, plays_to_win: bool = False) -> np.record:
    """The record of a FeatureNet from its weights, 583 for three hidden nodes and one phase.

    Order: for each of the hidden nodes the weights of the white, black and empty planes (64 squares each, from a1) and
    of the phases, the biases of all, the weights of the output node and its bias.
    """
    # The weights of all phases of 16 nodes are fewer than those of one node: so the number tells how many nodes.
    features = (np.size(weights) - 1) // FEATURE_SIZE
    phases = 0
    if np.ndim(weights) == 1 and 1 <= features <= MOST_FEATURES and (np.size(weights) - 1) % features == 0:
        phases = phases_of((np.size(weights) - 1) // features)
    if not phases:
        raise InvalidInputError(
            f"weights have shape {np.shape(weights)}; this net takes exactly {FEATURE_SIZE} for each of its "
            f"1..{MOST_FEATURES} hidden nodes and one more: {FEATURE_WEIGHTS} for three; with 2..{MOST_PHASES} phases "
            "a node has as many more"
        )
    record = to_record(feature_type(features, phases), _feature_places(features, phases), weights)
    record["is_node"][:features] = 1
    record["plays_to_win"] = plays_to_win
    return record


def feature_weights(record: np.record) -> Floats:
    """The weights of a record, in the same order."""
    return to_weights(record, _feature_places(int(record["is_node"].sum()), len(record["phases"])))


class FeatureNet(NamedTuple):
    """The net."""

    net: np.record  # from feature_record


@kernel
def _with_plane(sums: Any, net: Any, squares: Bits, plane: Bits) -> Any:
    while squares != ZERO:
        sums = sums + row(net.first, plane + index_of(squares))
        squares = without_lowest(squares)
    return sums


@implement(sums_at, FeatureNet, None, None)
def _sums_at(evaluator: FeatureNet, white: Bits, black: Bits) -> Any:
    net: Any = evaluator.net
    sums = _with_plane(whole(net.first_bias), net, white, ZERO)
    sums = _with_plane(sums, net, black, BLACK_PLANE)
    return _with_plane(sums, net, ~(white | black), EMPTY_PLANE)


@implement(sums_after, FeatureNet, None, None, None, None)
def _sums_after(evaluator: FeatureNet, sums: Any, side: Bits, move: Bits, turned: Bits) -> Any:
    net: Any = evaluator.net
    mover = (ONE ^ side) * BLACK_PLANE  # where the inputs of its discs begin
    square = index_of(move)
    sums = sums + (row(net.first, mover + square) - row(net.first, EMPTY_PLANE + square))
    while turned != ZERO:
        square = index_of(turned)
        sums = sums + (row(net.first, mover + square) - row(net.first, (mover ^ BLACK_PLANE) + square))
        turned = without_lowest(turned)
    return sums


@kernel
def with_phase(net: Any, sums: Any, discs: int) -> Any:
    """The sums with the input of the phase."""
    if net.phases.shape[0] > 1:
        sums = sums + row(net.phases, phase_of(discs, net.phases.shape[0]))
    return sums


@implement(share_from, FeatureNet, None, None)
def _share_from(evaluator: FeatureNet, sums: Any, discs: int) -> np.float32:
    net: Any = evaluator.net
    hidden = logistic(with_phase(net, sums, discs))
    return np.float32(logistic(net.last_bias + total(hidden * whole(net.last))))


estimates_share(FeatureNet)
is_cheap(FeatureNet)
