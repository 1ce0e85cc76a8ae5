"""American checkers, plainly: squares 1 to 32 with their rows and columns, jumps followed one by one.

A captured piece stays where it is until the move is done: it may not be jumped again, nor landed on.
"""

from dataclasses import dataclass
from itertools import pairwise

__all__ = [
    "RED_CROWN",
    "WHITE_CROWN",
    "Move",
    "Position",
    "captured",
    "from_pieces",
    "is_over",
    "legal_moves",
    "loser",
    "perft",
    "place",
    "play",
    "square_at",
    "start",
]

Move = tuple[int, ...]  # every square the piece stands on, first to last
RED_CROWN = {29, 30, 31, 32}
WHITE_CROWN = {1, 2, 3, 4}


@dataclass(frozen=True)
class Position:
    pieces: tuple[str, ...]  # pieces[n] stands on square n: "r", "w" men, "R", "W" kings, "."; pieces[0] is not used
    mover: str  # "r" or "w"


def place(square: int) -> tuple[int, int]:
    """Row 0 to 7 from the top, and column 0 to 7, of a square 1 to 32."""
    row = (square - 1) // 4
    in_row = (square - 1) % 4
    return row, 2 * in_row + (1 if row % 2 == 0 else 0)


def square_at(row: int, column: int) -> int | None:
    """The square there, if there is one."""
    for square in range(1, 33):
        if place(square) == (row, column):
            return square
    return None


NEIGHBOUR = {
    (square, down, right): square_at(place(square)[0] + down, place(square)[1] + right)
    for square in range(1, 33)
    for down in (-1, 1)
    for right in (-1, 1)
}


def from_pieces(pieces: dict[int, str], mover: str) -> Position:
    return Position(tuple(pieces.get(square, ".") for square in range(33)), mover)


def start() -> Position:
    red = dict.fromkeys(range(1, 13), "r")
    white = dict.fromkeys(range(21, 33), "w")
    return from_pieces(red | white, "r")


def _directions(piece: str) -> list[tuple[int, int]]:
    downs = {"r": [1], "w": [-1], "R": [1, -1], "W": [1, -1]}[piece]
    return [(down, right) for down in downs for right in (-1, 1)]


def _steps(position: Position, square: int) -> list[Move]:
    found: list[Move] = []
    for down, right in _directions(position.pieces[square]):
        landing = NEIGHBOUR[square, down, right]
        if landing is not None and position.pieces[landing] == ".":
            found.append((square, landing))
    return found


def _jumps(position: Position, path: Move, taken: frozenset[int]) -> list[Move]:
    """All jumps that begin with this path and have taken these pieces, each carried to its end."""
    piece = position.pieces[path[0]]
    enemies = "wW" if position.mover == "r" else "rR"
    found: list[Move] = []
    for down, right in _directions(piece):
        over = NEIGHBOUR[path[-1], down, right]
        if over is None or over in taken or position.pieces[over] not in enemies:
            continue
        landing = NEIGHBOUR[over, down, right]
        if landing is None or (position.pieces[landing] != "." and landing != path[0]):
            continue
        if _is_crowned(piece, landing):
            found.append((*path, landing))
        else:
            found.extend(_jumps(position, (*path, landing), taken | {over}))
    if not found and len(path) > 1:
        return [path]
    return found


def _is_crowned(piece: str, landing: int) -> bool:
    return (piece == "r" and landing in RED_CROWN) or (piece == "w" and landing in WHITE_CROWN)


def legal_moves(position: Position) -> list[Move]:
    own = [square for square in range(1, 33) if position.pieces[square].lower() == position.mover]
    jumps = [jump for square in own for jump in _jumps(position, (square,), frozenset())]
    return jumps or [step for square in own for step in _steps(position, square)]


def captured(move: Move) -> list[int]:
    """The squares jumped over, in order."""
    result: list[int] = []
    for here, there in pairwise(move):
        (row, column), (end_row, end_column) = place(here), place(there)
        if abs(end_row - row) == 2:
            over = square_at((row + end_row) // 2, (column + end_column) // 2)
            assert over is not None
            result.append(over)
    return result


def play(position: Position, move: Move) -> Position:
    pieces = list(position.pieces)
    piece = pieces[move[0]]
    pieces[move[0]] = "."
    for square in captured(move):
        pieces[square] = "."
    pieces[move[-1]] = piece.upper() if _is_crowned(piece, move[-1]) else piece
    return Position(tuple(pieces), "w" if position.mover == "r" else "r")


def is_over(position: Position) -> bool:
    return legal_moves(position) == []


def loser(position: Position) -> str | None:
    """The side that is to move and cannot."""
    return position.mover if is_over(position) else None


def perft(position: Position, depth: int) -> int:
    if depth == 0 or is_over(position):
        return 1
    return sum(perft(play(position, move), depth - 1) for move in legal_moves(position))
