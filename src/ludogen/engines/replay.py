"""A position as the commands that lead to it: the stones it began with, then its moves."""

import re
from collections.abc import Iterator

from ludogen.errors import EngineError
from ludogen.games import Go, Position
from ludogen.games.go import COLUMNS

__all__ = ["first_of", "moves_since", "set_up_go"]


def first_of(position: Position) -> Position:
    """The position in which the game began."""
    *_, first = position.past()
    return first


def moves_since(earlier: Position, position: Position, with_passes: bool = True) -> list[str]:
    """The moves between two positions of a game, as `play` commands."""
    commands: list[str] = []
    for past in position.past():
        if past is earlier or past.before is None or past.last_move is None:
            break
        name = past.move_name(past.last_move)
        if with_passes or name != "pass":
            commands.append(f"play {past.before.side_name} {name}")
    commands.reverse()
    return commands


def set_up_go(first: Position) -> Iterator[str]:
    """From any Go board to a position without a past.

    Stones may come in any order: as every chain of the whole board has a liberty, none is without one on the way.
    """
    yield "clear_board"
    game = first.game
    assert isinstance(game, Go)
    if first == game.start():
        if game.handicap:
            yield f"fixed_handicap {game.handicap}"
        return
    board, _, ko, passes, prisoners = first.text.split()
    black, white = prisoners.split(",")
    if ko != "-" or (game.scoring == "japanese" and black != white):
        raise EngineError(f"cannot bring a GTP engine to {first!s}: it cannot be told of a ko or of prisoners")
    for sign, side in zip("XO", game.sides, strict=True):
        for point in _points(board, sign):
            yield f"play {side} {point}"
    if passes != "0":
        yield f"play {game.sides[1 - first.side]} pass"


def _points(board: str, sign: str) -> Iterator[str]:
    rows = board.split("/")
    for number, row in zip(range(len(rows), 0, -1), rows, strict=True):
        cells = re.sub(r"[0-9]+", lambda run: "." * int(run[0]), row)
        yield from (f"{COLUMNS[column]}{number}" for column, cell in enumerate(cells) if cell == sign)
