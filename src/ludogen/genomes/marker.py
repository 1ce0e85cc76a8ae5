"""Marker chromosomes expressed: the nodes and connections of the net that one stands for, to be looked at.

`kernels/marker_code.py` has the rules of the encoding and does the work.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.errors import InvalidInputError
from ludogen.genomes.chromosome import Chromosome
from ludogen.kernels.fixed_net import FIXED_LENGTH, FIXED_NET, weigh
from ludogen.kernels.marker_code import code_work, express
from ludogen.kernels.marker_net import INPUTS, LOGISTIC, LONGEST, MARKER_NET, OUTPUTS, TANH
from ludogen.kernels.records import zero_records

__all__ = ["SQUASHES", "Link", "Node", "fixed_nets", "marker_nets", "nodes_of"]

SQUASHES = {"logistic": LOGISTIC, "tanh": TANH}


@dataclass(frozen=True)
class Link:
    """A connection: the other end, and its weight."""

    place: int  # an input 0..127, a hidden unit by its number, or an output 0..63
    weight: float


@dataclass(frozen=True)
class Node:
    """A hidden unit."""

    label: int
    initial: float
    inputs: tuple[Link, ...]
    units: tuple[Link, ...]
    outputs: tuple[Link, ...]


def marker_nets(chromosomes: Sequence[Chromosome] | Chromosome, divisor: float, squash: str) -> NDArray[Any]:
    """The nets of marker chromosomes, one a row, as records for kernels."""
    rows = _rows(chromosomes)
    if not 1 <= rows.shape[1] <= LONGEST:
        raise InvalidInputError(f"a marker chromosome has {rows.shape[1]} integers: 1..{LONGEST} are allowed")
    nets = zero_records(MARKER_NET, len(rows))
    express(rows, _divisor(divisor), _squash(squash), code_work(), nets)
    return nets


def fixed_nets(chromosomes: Sequence[Chromosome] | Chromosome, divisor: float, squash: str) -> NDArray[Any]:
    """The nets of chromosomes that are nothing but weights."""
    rows = _rows(chromosomes)
    if rows.shape[1] != FIXED_LENGTH:
        raise InvalidInputError(f"a chromosome of weights has {rows.shape[1]} integers: {FIXED_LENGTH} are needed")
    nets = zero_records(FIXED_NET, len(rows))
    weigh(rows, _divisor(divisor), _squash(squash), nets)
    return nets


def _rows(chromosomes: Sequence[Chromosome] | Chromosome) -> NDArray[np.int8]:
    # Arrays out of a file may not be written to: kernels would be compiled anew for them.
    rows = np.array(chromosomes, np.int8)
    return rows if rows.ndim == 2 else rows[None]


def _divisor(divisor: float) -> np.float32:
    if not divisor > 0:
        raise InvalidInputError(f"weights cannot be divided by {divisor:g}: a number above 0 is needed")
    return np.float32(divisor)


def _squash(squash: str) -> int:
    if squash not in SQUASHES:
        raise InvalidInputError(f"squashing function {squash!r} is not {' or '.join(SQUASHES)}")
    return SQUASHES[squash]


def nodes_of(chromosome: Chromosome, divisor: float = 128.0, squash: str = "logistic") -> list[Node]:
    """The hidden units of a marker chromosome, in its order."""
    net = marker_nets(chromosome, divisor, squash)[0]
    leaving: list[list[Link]] = [[] for _ in range(int(net["units"]))]
    for output in range(OUTPUTS):
        for k in range(net["out_first"][output], net["out_first"][output + 1]):
            leaving[net["out_source"][k] - INPUTS].append(Link(output, float(net["out_weight"][k])))
    nodes = []
    for unit, outputs in enumerate(leaving):
        span = slice(net["first"][unit], net["first"][unit + 1])
        entering = list(zip(net["source"][span].tolist(), net["weight"][span].tolist(), strict=True))
        nodes.append(
            Node(
                int(net["label"][unit]),
                float(net["initial"][unit]),
                tuple(Link(place, weight) for place, weight in entering if place < INPUTS),
                tuple(Link(place - INPUTS, weight) for place, weight in entering if place >= INPUTS),
                tuple(outputs),
            )
        )
    return nodes
