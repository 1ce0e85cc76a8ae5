"""Evaluators by name: what a searching player thinks a position is worth."""

from functools import cache

import numpy as np

from ludogen.kernels.edges import PATTERNS, edge_values
from ludogen.kernels.iago import IAGO, Iago
from ludogen.kernels.records import new_record
from ludogen.kernels.squares import MATERIAL, SQUARES, Discs, Mobility, Pieces, Stones, WeightedSquares

__all__ = [
    "KREVERSI_SQUARES",
    "NORVIG_SQUARES",
    "STANDARD_SQUARES",
    "iago",
    "kreversi_squares",
    "material",
    "mobility",
    "pieces",
    "weighted_squares",
]

# Upper left quadrants, mirrored onto the others.
NORVIG_SQUARES = ((120, -20, 20, 5), (-20, -40, -5, -5), (20, -5, 15, 3), (5, -5, 3, 3))
STANDARD_SQUARES = (
    (1.00, -0.25, 0.10, 0.05),
    (-0.25, -0.25, 0.01, 0.01),
    (0.10, 0.01, 0.05, 0.02),
    (0.05, 0.01, 0.02, 0.01),
)
# kreversi of KDE 2: corners, C- and X-squares, and the rest of the second rows and columns.
KREVERSI_SQUARES = ((20, -2, 0, 0), (-2, -4, -2, -2), (0, -2, 0, 0), (0, -2, 0, 0))
Quadrant = tuple[tuple[float, ...], ...]


def mirrored(quadrant: Quadrant) -> list[float]:
    """All 64 squares of a board whose quadrants are alike."""
    return [quadrant[min(row, 7 - row)][min(column, 7 - column)] for row in range(8) for column in range(8)]


@cache
def weighted_squares(quadrant: Quadrant) -> WeightedSquares:
    """Othello: the worth of the squares held."""
    return WeightedSquares(new_record(SQUARES, worth=mirrored(quadrant)))


@cache
def pieces(king: float) -> Pieces:
    """Checkers: pieces ahead, with this value of a king."""
    return Pieces(new_record(MATERIAL, king=king))


@cache
def mobility() -> Mobility:
    """Othello: legal moves ahead."""
    return Mobility(new_record(MATERIAL))


@cache
def material(game: str) -> Discs | Pieces | Stones:
    """Any game: discs, pieces or stones ahead."""
    kinds: dict[str, type[Discs] | type[Pieces] | type[Stones]] = {"othello": Discs, "checkers": Pieces, "go": Stones}
    return kinds[game](new_record(MATERIAL, king=1.0))


@cache
def iago() -> Iago:
    """Othello: Iago's edges and internal stability, without mobility."""
    values = np.zeros(PATTERNS)
    scratch = np.zeros((2, 10), np.int64), np.zeros((2, 11))
    edge_values(values, scratch[0][0], scratch[0][1], scratch[1][0], scratch[1][1])
    return Iago(new_record(IAGO, edges=values))


@cache
def kreversi_squares() -> WeightedSquares:
    """Othello: kreversi's own table of squares."""
    return WeightedSquares(new_record(SQUARES, worth=mirrored(KREVERSI_SQUARES)))
