"""Nets, plainly: float64, one node after another's inputs, from flat weights in the genome's order."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.naive import checkers, go, othello

__all__ = [
    "checkers_inputs",
    "feature_value",
    "go_inputs",
    "layered_value",
    "othello_inputs",
    "raw_value",
    "subsquare_value",
    "subsquares",
]

Array = NDArray[np.float64]


class Weights:
    """Flat weights, taken from the front."""

    def __init__(self, flat: NDArray[Any]) -> None:
        self.left = np.asarray(flat, np.float64)

    def take(self, *shape: int) -> Array:
        number = int(np.prod(shape))
        taken, self.left = self.left[:number], self.left[number:]
        assert len(taken) == number
        return taken.reshape(shape)

    def through(self, values: Array, nodes: int) -> Array:
        """Sums of a layer: the weights of each node, then all biases."""
        matrix = self.take(nodes, len(values))
        return matrix @ values + self.take(nodes)

    def output(self, values: Array) -> float:
        result = float(self.through(values, 1)[0])
        assert len(self.left) == 0
        return result


def logistic(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


@cache
def subsquares() -> list[list[int]]:
    """The squares 1 to 32 in each of the 91 square subsets of the board."""
    found = []
    for size in range(3, 9):
        for top in range(8 - size + 1):
            for left in range(8 - size + 1):
                cells = [(top + i, left + j) for i in range(size) for j in range(size)]
                found.append([square for square in (checkers.square_at(*cell) for cell in cells) if square is not None])
    return found


def checkers_inputs(position: checkers.Position, player: str, king: float, turned: bool = False) -> Array:
    """The 32 squares through a player's eyes; turned: from square 32 to square 1."""
    worth = {".": 0.0}
    for letter in "rw":
        sign = 1 if letter == player else -1
        worth[letter], worth[letter.upper()] = sign, sign * king
    inputs = np.array([worth[piece] for piece in position.pieces[1:]])
    return inputs[::-1] if turned else inputs


def subsquare_value(flat: NDArray[Any], inputs: Array) -> float:
    """Output before tanh, for the player whose pieces are positive."""
    weights = Weights(flat)
    seen = subsquares()
    sums = np.array([weights.take(len(squares)) @ inputs[np.array(squares) - 1] for squares in seen])
    hidden = np.tanh(sums + weights.take(len(seen)))
    hidden = np.tanh(weights.through(hidden, 40))
    hidden = np.tanh(weights.through(hidden, 10))
    return weights.output(hidden) + float(inputs.sum())


def raw_value(flat: NDArray[Any], inputs: Array) -> float:
    """Output before tanh, for the player whose pieces are positive."""
    weights = Weights(flat)
    hidden = np.tanh(weights.through(inputs, 40))
    hidden = np.tanh(weights.through(hidden, 10))
    return weights.output(hidden) + float(inputs.sum())


def feature_value(flat: NDArray[Any], position: othello.Position) -> float:
    """Value for the side to move."""
    weights = Weights(flat)
    planes = [np.array([disc == kind for disc in position.board], np.float64) for kind in "wb."]
    share = logistic(weights.output(logistic(weights.through(np.concatenate(planes), 3))))
    return float(share - 0.5 if position.mover == "w" else 0.5 - share)


def othello_inputs(position: othello.Position) -> Array:
    return np.array([0.0 if disc == "." else 1.0 if disc == position.mover else -1.0 for disc in position.board])


def go_inputs(position: go.Position) -> Array:
    stones = [go.at(position.size, position.board, point) for point in go.points(position.size)]
    return np.array([0.0 if stone == "." else 1.0 if stone == position.mover else -1.0 for stone in stones])


def layered_value(flat: NDArray[Any], hidden: Sequence[int], inputs: Array) -> float:
    """Output before tanh."""
    weights = Weights(flat)
    for nodes in hidden:
        inputs = np.tanh(weights.through(inputs, nodes))
    return weights.output(inputs)
