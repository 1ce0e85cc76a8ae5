"""Nets given by their links, whoever made them: checked, and expressed as records for kernels."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludogen.errors import InvalidInputError
from ludogen.kernels.graph_net import FITS, GRAPH_NET, MOST_LINKS, MOST_NODES, build_nets
from ludogen.kernels.records import zero_records

__all__ = ["STEEPENED", "Shape", "graph_net", "nets_of_links"]

STEEPENED = 4.9  # the slope of the NEAT paper (2002, section 4.1)
MOST_UPDATES = 1000
LARGEST_LABEL = 2**30


@dataclass(frozen=True)
class Shape:
    """What all nets of a population have in common."""

    inputs: int
    outputs: int
    slope: float = STEEPENED
    updates: int = 1  # in an activation; 0: as many as the longest way from an input to an output has links

    def __post_init__(self) -> None:
        if not (self.inputs >= 1 and self.outputs >= 1 and self.inputs + self.outputs <= MOST_NODES):
            raise InvalidInputError(
                f"a net with {self.inputs} inputs and {self.outputs} outputs cannot be made: "
                f"at least one of each and {MOST_NODES} together are allowed"
            )
        if not (np.isfinite(self.slope) and self.slope > 0):
            raise InvalidInputError(f"slope {self.slope:g} is not a number above 0")
        if not 0 <= self.updates <= MOST_UPDATES:
            raise InvalidInputError(f"updates {self.updates} are not 0..{MOST_UPDATES}")

    @property
    def first_hidden(self) -> int:
        """The lowest label that a hidden node may have."""
        return self.inputs + self.outputs


def graph_net(shape: Shape, sources: ArrayLike, targets: ArrayLike, weights: ArrayLike) -> NDArray[Any]:
    """One net, as an array of one record. Labels: inputs 0 .., outputs after them, hidden nodes any greater numbers."""
    # Arrays out of a file may not be written to: kernels would be compiled anew for them.
    try:
        begun, ended = np.array(sources, np.int64), np.array(targets, np.int64)
        strengths = np.array(weights, np.float32)
    except (TypeError, ValueError, OverflowError) as error:
        raise InvalidInputError(f"links are not lists of numbers: {error}") from error
    if not (strengths.ndim == 1 and begun.shape == ended.shape == strengths.shape):
        raise InvalidInputError(
            f"links need as many sources as targets and weights: "
            f"they have shapes {begun.shape}, {ended.shape} and {strengths.shape}"
        )
    for what, labels, low in (("source", begun, 0), ("target", ended, shape.inputs)):
        bad = labels[(labels < low) | (labels > LARGEST_LABEL)]
        if len(bad):
            raise InvalidInputError(f"{what} {bad[0]} of a link is not a node: {low}..{LARGEST_LABEL} are allowed")
    if not np.isfinite(strengths).all():
        raise InvalidInputError(f"weight {strengths[~np.isfinite(strengths)][0]} of a link is not a finite number")
    begins, enabled = np.array([0, len(strengths)], np.int64), np.ones(len(strengths), np.bool_)
    return nets_of_links(shape, begins, begun.astype(np.int32), ended.astype(np.int32), strengths, enabled)


def nets_of_links(
    shape: Shape,
    begins: NDArray[np.int64],
    sources: NDArray[np.int32],
    targets: NDArray[np.int32],
    weights: NDArray[np.float32],
    enabled: NDArray[np.bool_],
) -> NDArray[Any]:
    """Many nets, whose links are known to be sound: those of net i stand from begins[i] up to begins[i + 1]."""
    nets = zero_records(GRAPH_NET, len(begins) - 1)
    slope = np.float32(shape.slope)
    done = build_nets(
        shape.inputs, shape.outputs, slope, shape.updates, begins, sources, targets, weights, enabled, nets
    )
    if done != FITS:
        links = int(begins[done + 1] - begins[done])
        raise InvalidInputError(
            f"a net of {links} links has more than {MOST_NODES} nodes or {MOST_LINKS} enabled links"
        )
    return nets
