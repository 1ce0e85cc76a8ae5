"""The areas of boards that heuristics are about, as records for kernels.

Nine of Othello's (Frankland & Pillay 2015, figure 3), and nine of ours for checkers.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.kernels.area_play import BOARD
from ludogen.kernels.records import new_record
from ludogen.kernels.trees import AREAS

__all__ = ["AREA_NAMES", "CHECKERS_AREAS", "OTHELLO_QUADRANT", "REGIONS", "board_of", "othello_areas"]

# tBH1 to tBH9 in the paper's letters (section III.A).
AREA_NAMES: dict[str, tuple[str, ...]] = {
    "othello": ("A", "B", "D", "E", "H", "I", "G", "C", "F"),
    "checkers": (
        *("crown row", "seventh row", "sixth row", "middle, centre", "middle, side"),
        *("third row", "second row", "back row", "corners"),
    ),
}
OTHELLO_QUADRANT = ("ABCD", "BEFG", "CFHI", "DGI ")  # the fourth square of the diagonal is taken from the start
# What tCnrH and tEdgH double. The paper's example (figure 5) doubles 28, 11 and 11, and speaks of eight edge positions:
# the quadrant's corners A and D, and the rest of its rim. Of the board's own corner and edges those are A, B, C and D.
REGIONS = {"quadrant": ("AD", "BCGI"), "board": ("A", "BCD")}
# Checkers, seen by the side to move, crown row on top; side squares stand beside the edge of the board. Single corners
# (squares 4 and 29) and double ones are apart from their rows: a king is safe there.
CHECKERS_AREAS = (
    " 0 0 0 8",
    "1 1 1 1 ",
    " 2 2 2 2",
    "4 3 3 3 ",
    " 3 3 3 4",
    "5 5 5 5 ",
    " 6 6 6 6",
    "8 7 7 7 ",
)
CROWNS, SIDES = (0,), (4, 8)  # areas that tCnrH and tEdgH double in checkers
SQUARES = 64


@cache
def othello_areas() -> NDArray[np.int16]:
    """The area of each square from a1 on; AREAS for the four in the middle."""
    names = AREA_NAMES["othello"]
    rows = [[OTHELLO_QUADRANT[min(row, 7 - row)][min(column, 7 - column)] for column in range(8)] for row in range(8)]
    return np.array([names.index(name) if name in names else AREAS for row in rows for name in row], np.int16)


def _checkers_areas() -> NDArray[np.int16]:
    """For either side, by the kernel's bits: square n is bit n - 1 + (n - 1) // 8; square 1 is at the top."""
    found = np.full((2, SQUARES), AREAS, np.int16)
    for square in range(32):
        row = square // 4
        column = 2 * (square % 4) + 1 - row % 2
        bit = square + square // 8
        found[1, bit] = int(CHECKERS_AREAS[row][column])  # white moves up
        found[0, bit] = int(CHECKERS_AREAS[7 - row][7 - column])
    return found


def _bits(areas: Any) -> int:
    return sum(1 << area for area in areas)


def board_of(game: str, regions: str = "quadrant", leaving: bool = False, ply_limit: int = 100) -> Any:
    """The board of a game, for kernels."""
    if game == "othello":
        names = AREA_NAMES[game]
        corners, edges = (_bits(map(names.index, letters)) for letters in REGIONS[regions])
        return new_record(BOARD, areas=othello_areas(), corners=corners, edges=edges)
    corners, edges = _bits(CROWNS), _bits(SIDES)
    return new_record(
        BOARD,
        areas=_checkers_areas(),
        corners=corners,
        edges=edges,
        leaving=int(leaving),
        ply_limit=ply_limit,
    )
