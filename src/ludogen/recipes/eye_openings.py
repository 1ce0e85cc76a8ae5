"""Beginnings of games of roving eyes: first replies of white, and random moves of both sides."""

import numpy as np
from numpy.typing import NDArray

from ludogen.games import Go

__all__ = ["FIRST_REPLIES", "Opening", "first_reply", "named", "other_first_replies", "random_openings"]

# Moves of both sides from the start, None where a side chooses for itself.
Opening = tuple[str | None, ...]
# White's first move: rows and columns from the centre.
FIRST_REPLIES = {"right": (0, 1), "left": (0, -1), "above": (1, 0), "below": (-1, 0), "free": None}


def first_reply(game: Go, where: str) -> Opening:
    """The opening in which white's first move is forced to a point beside the centre."""
    step = FIRST_REPLIES[where]
    if step is None:
        return ()
    middle = (game.size - 1) // 2
    return (None, "ABCDEFGHJKLMNOPQRST"[middle + step[1]] + str(middle + step[0] + 1))


def other_first_replies(game: Go, than: Opening) -> list[Opening]:
    """Openings in which white's first move is forced to each point but that of another opening."""
    return [(None, name) for name in game.point_names if name not in than]


def random_openings(game: Go, number: int, plies: int, random: np.random.Generator) -> NDArray[np.uint64]:
    """Rows of so many random moves, none of them a pass."""
    rows = np.zeros((number, plies), np.uint64)
    for row in rows:
        position = game.start()
        for ply in range(plies):
            points = [move for move in position.legal_moves if position.move_name(move) != "pass"]
            row[ply] = points[random.integers(len(points))]
            position = position.play(int(row[ply]))
    return rows


def named(game: Go, rows: NDArray[np.uint64]) -> list[Opening]:
    """Rows of moves as text."""
    return [tuple(game.move_name(int(move)) for move in row) for row in rows]
