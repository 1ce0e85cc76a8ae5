"""Nets from links that somebody else wrote down: what is wrong is told."""

from typing import Any

import numpy as np
import pytest

from ludogen.errors import InvalidInputError
from ludogen.genomes.graph import Shape, graph_net
from ludogen.kernels.graph_net import MOST_LINKS, MOST_NODES

BAD: dict[str, tuple[Any, Any, Any, str]] = {
    "a source that is no node": ([-1], [1], [1.0], "source -1"),
    "a target that is an input": ([0], [0], [1.0], "target 0"),
    "a label out of all bounds": ([0], [2**40], [1.0], f"target {2**40}"),
    "a weight that is no number": ([0], [1], [np.nan], "weight nan"),
    "an infinite weight": ([0], [1], [np.inf], "weight inf"),
    "lists of different lengths": ([0, 0], [1], [1.0], "as many sources"),
    "a table of weights": ([0], [1], [[1.0]], "as many sources"),
    "words": (["a"], [1], [1.0], "not lists of numbers"),
    "too many nodes": ([0] * MOST_NODES, range(2, MOST_NODES + 2), [1.0] * MOST_NODES, f"{MOST_NODES} nodes"),
    "too many links": ([0] * 2049, [1] * 2049, [1.0] * 2049, f"{MOST_LINKS} enabled links"),
}


@pytest.mark.parametrize(("sources", "targets", "weights", "told"), BAD.values(), ids=BAD)
def test_bad_links_are_told(sources: Any, targets: Any, weights: Any, told: str) -> None:
    with pytest.raises(InvalidInputError, match=told):
        graph_net(Shape(1, 1), sources, targets, weights)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"inputs": 0, "outputs": 1}, "0 inputs"),
        ({"inputs": 200, "outputs": 100}, "300|200 inputs and 100 outputs"),
        ({"inputs": 1, "outputs": 1, "slope": 0.0}, "slope 0"),
        ({"inputs": 1, "outputs": 1, "slope": float("nan")}, "slope nan"),
        ({"inputs": 1, "outputs": 1, "updates": -1}, "updates -1"),
    ],
)
def test_bad_shapes_are_told(options: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidInputError, match=told):
        Shape(**options)
