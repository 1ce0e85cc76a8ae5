"""Othello, plainly: a board of 64 letters, every line walked square by square."""

from dataclasses import dataclass

__all__ = ["PASS", "Move", "Position", "discs", "is_over", "legal_moves", "other", "perft", "play", "start", "turned"]

Square = tuple[int, int]  # row, column; (0, 0) is a1
Move = Square | None
PASS = None
DIRECTIONS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]


@dataclass(frozen=True)
class Position:
    board: tuple[str, ...]  # 64 letters "b", "w" or ".", row by row
    mover: str  # "b" or "w"


def start() -> Position:
    board = ["."] * 64
    board[8 * 3 + 3] = board[8 * 4 + 4] = "w"  # d4, e5
    board[8 * 3 + 4] = board[8 * 4 + 3] = "b"  # e4, d5
    return Position(tuple(board), "b")


def other(colour: str) -> str:
    return "w" if colour == "b" else "b"


def turned(board: tuple[str, ...], colour: str, square: Square) -> set[Square]:
    """The discs that a disc of this colour on an empty square would turn."""
    result: set[Square] = set()
    for down, right in DIRECTIONS:
        line: list[Square] = []
        row, column = square[0] + down, square[1] + right
        while 0 <= row < 8 and 0 <= column < 8 and board[8 * row + column] == other(colour):
            line.append((row, column))
            row, column = row + down, column + right
        if 0 <= row < 8 and 0 <= column < 8 and board[8 * row + column] == colour:
            result.update(line)
    return result


def placements(board: tuple[str, ...], colour: str) -> list[Square]:
    squares = [(row, column) for row in range(8) for column in range(8)]
    return [square for square in squares if board[8 * square[0] + square[1]] == "." and turned(board, colour, square)]


def legal_moves(position: Position) -> list[Move]:
    squares = placements(position.board, position.mover)
    if squares:
        return list(squares)
    if placements(position.board, other(position.mover)):
        return [PASS]
    return []


def play(position: Position, move: Move) -> Position:
    board = list(position.board)
    if move is not PASS:
        for row, column in {move} | turned(position.board, position.mover, move):
            board[8 * row + column] = position.mover
    return Position(tuple(board), other(position.mover))


def is_over(position: Position) -> bool:
    return legal_moves(position) == []


def discs(position: Position) -> tuple[int, int]:
    """Discs of black and of white."""
    return position.board.count("b"), position.board.count("w")


def perft(position: Position, depth: int) -> int:
    if depth == 0 or is_over(position):
        return 1
    return sum(perft(play(position, move), depth - 1) for move in legal_moves(position))
