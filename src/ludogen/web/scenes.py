"""Positions as scenes: what a board in the browser is drawn from, a few hundred bytes instead of a picture.

A square is its place in the picture, row by row from the top left. A move is a path of squares: one for a disc or a
stone, several for a checkers piece. `static/board.js` draws them.
"""

from typing import Any

from ludogen.games import Checkers, Game, Go, Move, Position, Result
from ludogen.games.checkers import path as checkers_path

__all__ = ["cells_of", "columns_of", "first_scene", "path_of", "reason_of", "scene_of", "sides_of"]


def columns_of(game: Game) -> int:
    """Squares in a row."""
    return game.size if isinstance(game, Go) else 8


def sides_of(game: Game) -> tuple[str, str]:
    """What both sides are called where they are drawn: the pieces that rules of checkers call black are red here."""
    return ("red", game.sides[1]) if isinstance(game, Checkers) else game.sides


def reason_of(result: Result, game: Game) -> str:
    """Why a game was over, with the names of what is drawn."""
    return result.reason.replace(game.sides[0], sides_of(game)[0])


def path_of(game: Game, name: str, move: Move) -> list[int]:
    """The squares of a move; none for a pass."""
    if name == "pass":
        return []
    if isinstance(game, Checkers):
        return [_checkers_square(number) for number in checkers_path(move)]
    if isinstance(game, Go):
        return [(game.size - int(name[1:])) * game.size + "ABCDEFGHJKLMNOPQRST".index(name[0])]
    return [(int(name[1]) - 1) * 8 + "abcdefgh".index(name[0])]


def _checkers_square(number: int) -> int:
    row = (number - 1) // 4
    return 8 * row + 2 * ((number - 1) % 4) + (row + 1) % 2


def scene_of(position: Position, with_moves: bool = True) -> dict[str, Any]:
    """All that is drawn of a position. b and w are men, discs or stones of both sides, B and W kings."""
    game = position.game
    last: list[int] = []
    if position.last_move is not None:
        last = path_of(game, game.move_name(position.last_move), position.last_move)
    moves = [[name, path_of(game, name, move)] for name, move in position.legal_names.items()] if with_moves else []
    return {
        "game": game.name,
        "columns": columns_of(game),
        "cells": cells_of(position),
        "side": position.side,
        "ply": position.ply,
        "last": last,
        "moves": moves,
        "text": position.text,
    }


def first_scene(game: Game) -> dict[str, Any]:
    """The board as it is set up: drawn at once, before any kernel has been asked."""
    columns = columns_of(game)
    cells = FIRST_CELLS.get(game.name, "." * (columns * columns))
    return {
        "game": game.name,
        "columns": columns,
        "cells": cells,
        "side": 0,
        "ply": 0,
        "last": [],
        "moves": [],
        "text": "",
    }


FIRST_CELLS = {
    "othello": "." * 27 + "wb" + "." * 6 + "bw" + "." * 27,
    "checkers": (".b" * 4 + "b." * 4 + ".b" * 4 + "." * 16 + "w." * 4 + ".w" * 4 + "w." * 4),
}


def cells_of(position: Position) -> str:
    """What stands on each square of the picture."""
    game, text = position.game, position.text
    if isinstance(game, Checkers):
        cells = ["."] * 64
        for part in text.split(":")[1:3]:
            for item in filter(None, part[1:].split(",")):
                sign = part[0].lower() if item[0] != "K" else part[0]
                cells[_checkers_square(int(item.lstrip("K")))] = sign
        return "".join(cells)
    if isinstance(game, Go):
        rows = text.split(" ")[0].split("/")
        return "".join(_expanded(row) for row in rows).translate(SIGNS)
    return text[:64].translate(SIGNS)


SIGNS = str.maketrans("XO-", "bw.")


def _expanded(row: str) -> str:
    """A row of Go with a point for each empty place: `2X2` is `..X..`."""
    cells, number = "", ""
    for sign in [*row, ""]:
        if sign.isdigit():
            number += sign
            continue
        cells += "." * int(number or 0) + sign
        number = ""
    return cells
