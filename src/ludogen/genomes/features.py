"""Nets as sets of features (Singer 2001, section 2.1): a hidden node with all its weights is a feature, never split.

u = (phi_1, phi_2, phi_3, omega_1, omega_2, omega_3, b): a row of `features` is phi_i and omega_i together, that is the
weights of the white, black and empty planes, and of the phases of the game if there are several, the bias of the node
and its outgoing weight; b is the output's bias.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.errors import InvalidInputError
from ludogen.kernels.feature_net import (
    FEATURE_SIZE,
    INPUTS,
    MOST_FEATURES,
    feature_record,
    feature_size,
    phases_of,
)
from ludogen.kernels.othello_symmetry import ORBITS
from ludogen.kernels.records import zero_records
from ludogen.kernels.share_net import MOST_PHASES

__all__ = [
    "Features",
    "crossed",
    "feature_nets",
    "from_weights",
    "made_symmetric",
    "mutated",
    "random_features",
    "to_weights",
]


@dataclass(frozen=True, eq=False)
class Features:
    """A genome."""

    features: NDArray[np.float32]  # a row a hidden node: incoming weights, bias, outgoing weight
    bias: float  # of the output node


def random_features(random: np.random.Generator, number: int, spread: float, phases: int = 1) -> Features:
    """All weights and biases from U(-spread, spread)."""
    features = random.uniform(-spread, spread, (number, feature_size(phases))).astype(np.float32)
    return Features(features, float(np.float32(random.uniform(-spread, spread))))


def crossed(one: Features, other: Features, random: np.random.Generator) -> tuple[Features, Features]:
    """Two children that share out the features of both parents; each has the output bias of one of them."""
    pooled = np.concatenate([one.features, other.features])
    order, biases = random.permutation(len(pooled)), random.integers(2, size=2)
    number = len(one.features)
    first, second = (
        Features(pooled[places], (one, other)[bias].bias)
        for places, bias in zip((order[:number], order[number:]), biases, strict=True)
    )
    return first, second


def mutated(genome: Features, random: np.random.Generator, chance: float, spread: float) -> Features:
    """With this chance exactly one weight or bias is drawn anew from U(-spread, spread)."""
    is_changed, place = random.random() < chance, random.integers(genome.features.size + 1)
    value = np.float32(random.uniform(-spread, spread))
    if not is_changed:
        return genome
    if place == genome.features.size:
        return replace(genome, bias=float(value))
    features = genome.features.copy()
    features.ravel()[place] = value
    return replace(genome, features=features)


def made_symmetric(genome: Features) -> Features:
    """Like squares of a plane have the mean of their weights."""
    features = genome.features.copy()
    planes = features[:, :INPUTS].reshape(-1, INPUTS // 64, 64)
    for orbit in ORBITS:
        planes[:, :, orbit] = planes[:, :, orbit].mean(axis=2, dtype=np.float64)[:, :, None]
    features[:, :INPUTS] = planes.reshape(-1, INPUTS)
    return replace(genome, features=features)


def to_weights(genome: Features) -> NDArray[np.float32]:
    """All weights in the order of `feature_record`."""
    features = genome.features
    if features.ndim != 2 or not 1 <= len(features) <= MOST_FEATURES or not phases_of(features.shape[1]):
        raise InvalidInputError(
            f"features have shape {features.shape}; a net has 1..{MOST_FEATURES} of them, {FEATURE_SIZE} weights each, "
            f"and one more for each of 2..{MOST_PHASES} phases"
        )
    incoming, biases, outgoing = features[:, :-2], features[:, -2], features[:, -1]
    return np.concatenate([incoming.ravel(), biases, outgoing, [genome.bias]]).astype(np.float32)


def from_weights(weights: NDArray[np.float32]) -> Features:
    """The genome of a net, for learned weights are inherited."""
    number = (len(weights) - 1) // FEATURE_SIZE
    inputs = (len(weights) - 1) // number - 2
    incoming = weights[: number * inputs].reshape(number, inputs)
    rest = weights[number * inputs : -1].reshape(2, number).T
    return Features(np.concatenate([incoming, rest], axis=1).astype(np.float32), float(weights[-1]))


def feature_nets(
    weights: Sequence[NDArray[np.float32]] | NDArray[np.float32], plays_to_win: bool = False
) -> NDArray[Any]:
    """The nets of some genomes, all with as many features, as records for kernels; from their weights, a row each."""
    records = [feature_record(row, plays_to_win) for row in weights]
    nets = zero_records(records[0].dtype, len(records))
    for i, record in enumerate(records):
        nets[i] = record
    return nets
