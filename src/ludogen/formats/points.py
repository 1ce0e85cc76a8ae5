"""Points of the board as SGF writes them, and set-up positions from stones on points.

Cells are numbered row by row from the upper left; a board is a text with X, O or - for each of them.
"""

import re
from functools import cache
from typing import NamedTuple

from ludogen.games import Go, Move, Othello, Position, Side
from ludogen.games.go import COLUMNS
from ludogen.games.othello import PASS, square_name

__all__ = ["BoardGame", "board_of", "cells_between", "move_at", "move_texts", "position_on", "stones_text"]

BoardGame = Go | Othello
LETTERS = "abcdefghijklmnopqrs"


class Points(NamedTuple):
    """The points of a board: what may be read for each cell and move, what is written."""

    cells: dict[str, int]
    moves: dict[str, Move]
    names: tuple[str, ...]  # of the cells
    texts: dict[Move, str]


def _points(game: BoardGame) -> Points:
    return _go_points(game.size) if isinstance(game, Go) else _othello_points()


def _lettered(width: int) -> list[str]:
    return [LETTERS[cell % width] + LETTERS[cell // width] for cell in range(width * width)]


@cache
def _go_points(size: int) -> Points:
    """`dc`: the fourth column, the third row. Capitals, which FF[4] has for boards above 26x26, mean nothing here."""
    names, legal = _lettered(size), Go(size).start().legal_names
    moves = [legal[f"{COLUMNS[cell % size]}{size - cell // size}"] for cell in range(size * size)]
    by_text = dict(zip(names, moves, strict=True)) | dict.fromkeys(("", "tt"), legal["pass"])
    texts = dict(zip(moves, names, strict=True)) | {legal["pass"]: ""}
    return Points({name: cell for cell, name in enumerate(names)}, by_text, tuple(names), texts)


@cache
def _othello_points() -> Points:
    """`d3`, and `dc` for the same square, in small letters; many ways to say that a side passes."""
    names = [square_name(cell) for cell in range(64)]
    cells = {name: cell for both in (names, _lettered(8)) for cell, name in enumerate(both)}
    moves = {name: 1 << cell for name, cell in cells.items()} | dict.fromkeys(("", "tt", "pa", "pass", "--"), PASS)
    return Points(cells, moves, tuple(names), {1 << cell: name for cell, name in enumerate(names)} | {PASS: ""})


def _as_written(game: BoardGame, text: str) -> str:
    return text.strip() if isinstance(game, Go) else text.strip().lower()


def move_at(game: BoardGame, text: str) -> Move | None:
    """The move that a value means; None if it means none."""
    return _points(game).moves.get(_as_written(game, text))


def move_texts(game: BoardGame) -> dict[Move, str]:
    """What is written for each move; nothing for a pass."""
    return _points(game).texts


def cells_between(game: BoardGame, text: str) -> list[int] | None:
    """The cells of a point or of a rectangle like `aa:cc`; None if it is not on the board."""
    cells, width = _points(game).cells, game.size if isinstance(game, Go) else 8
    corners = [cells.get(_as_written(game, corner), -1) for corner in text.split(":")]
    if len(corners) > 2 or -1 in corners:
        return None
    rows, columns = zip(*(divmod(corner, width) for corner in corners), strict=True)
    return [
        width * row + column
        for row in range(min(rows), max(rows) + 1)
        for column in range(min(columns), max(columns) + 1)
    ]


def stones_text(game: BoardGame, board: str, stone: str) -> str:
    """The points with this stone as values, `[dd][pp]`."""
    names = _points(game).names
    return "".join(f"[{names[cell]}]" for cell, sign in enumerate(board) if sign == stone)


def board_of(position: Position) -> str:
    """The board of a position of Go or Othello."""
    board = position.text.split(" ")[0].replace("/", " ")
    return re.sub("[0-9]+", lambda run: "-" * int(run[0]), board).replace(" ", "")


def position_on(game: BoardGame, board: str, side: Side) -> Position:
    """The position with these stones and this side to move; PositionTextError if it cannot be."""
    if isinstance(game, Othello):
        return game.parse_position(f"{board} {'XO'[side]}")
    rows = (board[first : first + game.size] for first in range(0, len(board), game.size))
    counted = "/".join(re.sub("-+", lambda run: str(len(run[0])), row) for row in rows)
    return game.parse_position(f"{counted} {'bw'[side]} - 0 0,0")
