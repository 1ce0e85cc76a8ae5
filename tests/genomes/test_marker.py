"""Nets from chromosomes: nodes to look at, and what is told of what cannot be one. `tests/kernels` has the rules."""

import numpy as np
import pytest

from ludogen.errors import InvalidInputError
from ludogen.genomes.marker import Link, Node, fixed_nets, marker_nets, nodes_of


def test_nodes_are_told_with_all_their_connections() -> None:
    chromosome = np.array([1, 10, 127 - 255, 82, 3, 64, 82, -9, -32, -1, 33, 16, 2, 26, 30, 0, 5, -9, 96, 2], np.int8)
    first, second = nodes_of(chromosome)
    assert first == Node(10, 0.0, (Link(3, 0.5),), (Link(1, 0.125),), (Link(9, -0.25),))
    assert second.initial == pytest.approx(128 / 255)
    assert second.outputs == (Link(9, 0.75),)
    assert nodes_of(chromosome, divisor=1, squash="tanh")[0].inputs == (Link(3, 64.0),)
    assert nodes_of(chromosome, squash="tanh")[0].initial == -1
    assert nodes_of(chromosome, squash="tanh")[1].initial == pytest.approx(1 / 255, abs=1e-6)


def test_expressing_writes_to_no_chromosome() -> None:
    chromosome = np.random.default_rng(1).integers(-128, 128, 300, np.int8)
    chromosome.flags.writeable = False
    marker_nets(chromosome, 128, "logistic")


@pytest.mark.parametrize(
    ("make", "length", "divisor", "squash", "said"),
    [
        (marker_nets, 0, 128, "tanh", "a marker chromosome has 0 integers: 1..8000 are allowed"),
        (marker_nets, 8001, 128, "tanh", "a marker chromosome has 8001 integers"),
        (fixed_nets, 5000, 128, "tanh", "a chromosome of weights has 5000 integers: 5160 are needed"),
        (marker_nets, 50, 0, "tanh", "weights cannot be divided by 0: a number above 0 is needed"),
        (fixed_nets, 5160, float("nan"), "tanh", "weights cannot be divided by nan"),
        (marker_nets, 50, 1, "relu", "squashing function 'relu' is not logistic or tanh"),
    ],
)
def test_what_is_no_net_is_told(make: object, length: int, divisor: float, squash: str, said: str) -> None:
    assert callable(make)
    with pytest.raises(InvalidInputError) as told:
        make(np.zeros(length, np.int8), divisor, squash)
    assert said in str(told.value)
