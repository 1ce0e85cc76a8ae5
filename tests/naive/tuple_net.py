"""N-tuple nets, plainly: squares as names, float64, every image of the board looked at for itself."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.naive.feature_learning import logistic, phase
from tests.naive.othello import Position

__all__ = ["TUPLES", "TupleTwin", "twin_of"]

_ROWS = [[f"{column}{row}" for column in "abcdefgh"] for row in range(1, 5)]
_DIAGONALS = [
    ["c1", "b2", "a3"],
    ["d1", "c2", "b3", "a4"],
    ["e1", "d2", "c3", "b4", "a5"],
    ["f1", "e2", "d3", "c4", "b5", "a6"],
    ["g1", "f2", "e3", "d4", "c5", "b6", "a7"],
    ["h1", "g2", "f3", "e4", "d5", "c6", "b7", "a8"],
]
_EDGE = ["b2", *_ROWS[0], "g2"]
_CORNERS = [
    ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"],
    ["a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2"],
]
TUPLES = {"lines": _ROWS + _DIAGONALS, "patterns": [*_ROWS[1:], *_DIAGONALS, _EDGE, *_CORNERS]}


@dataclass
class TupleTwin:
    """A net that learns; the number of its entries tells the set."""

    tables: NDArray[np.float64]  # a row a phase
    bias: float
    wins: bool = False

    def places(self, position: Position) -> list[int]:
        """All entries that are looked up."""
        named = {sum(3 ** len(squares) for squares in tuples): tuples for tuples in TUPLES.values()}
        tuples = named[self.tables.shape[1]]
        board = np.array(position.board).reshape(8, 8)
        found = []
        for turns in range(4):
            for image in (np.rot90(board, turns), np.rot90(board, turns).T):
                begin = 0
                for squares in tuples:
                    contents = [image[int(square[1]) - 1, "abcdefgh".index(square[0])] for square in squares]
                    found.append(begin + sum(3**digit * ".wb".index(disc) for digit, disc in enumerate(contents)))
                    begin += 3 ** len(squares)
        return found

    def value(self, position: Position) -> float:
        table = self.tables[phase(position, len(self.tables))]
        return float(logistic(self.bias + table[self.places(position)].sum()))

    def learn(self, position: Position, target: float, rate: float) -> None:
        f = self.value(position)
        change = rate * (target - f) * f * (1 - f)
        np.add.at(self.tables[phase(position, len(self.tables))], self.places(position), change)
        self.bias += change


def twin_of(weights: NDArray[Any], phases: int, wins: bool = False) -> TupleTwin:
    flat = np.array(weights, np.float64)
    return TupleTwin(flat[:-1].reshape(phases, -1), float(flat[-1]), wins)
