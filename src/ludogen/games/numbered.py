"""A game of Go on one board: every stone with the number of its move, as books and papers print games."""

from collections.abc import Iterator
from dataclasses import dataclass

from ludogen.errors import InvalidInputError
from ludogen.games.drawing import Canvas, circle, label, line
from ludogen.games.game import Move, Position
from ludogen.games.go import COLUMNS, PASS, STONE_FILLS, Go

__all__ = ["numbered_svg", "numbered_text"]

INKS = ("#f8f9fa", "#1d1d1f")  # on black and on white stones
LETTERS = "XO"


@dataclass(frozen=True)
class Stone:
    """What stands on a point: a stone of a side, numbered if it was placed in the moves that are shown."""

    side: int
    number: int | None


def numbered_text(position: Position, first: int = 1, last: int | None = None) -> str:
    """The moves from number `first` to `last` of the game that led here: X5 is black's, on the fifth move.

    Stones that were there before have no number. What was played where a number stands already is told below.
    """
    game, stones, notes = _shown(position, first, last)
    size, width = game.size, len(str(max((stone.number or 0 for stone in stones.values()), default=0))) + 1
    rows = []
    for row in reversed(range(size)):
        cells = [_cell(stones.get(row * size + column)).ljust(width) for column in range(size)]
        rows.append(f"{row + 1:2} {' '.join(cells)}".rstrip())
    head = "   " + " ".join(letter.ljust(width) for letter in COLUMNS[:size]).rstrip()
    return "\n".join([head, *rows, *([", ".join(notes)] if notes else [])])


def numbered_svg(position: Position, first: int = 1, last: int | None = None) -> str:
    """The same as a picture."""
    game, stones, notes = _shown(position, first, last)
    size, top = game.size, game.size - 1
    shapes = [line((0, i), (top, i)) + line((i, 0), (i, top)) for i in range(size)]
    for i in range(size):
        shapes += [label(i, top + 0.8, COLUMNS[i]), label(-0.8, top - i, str(i + 1))]
    for point, stone in sorted(stones.items()):
        column, row = point % size, top - point // size
        shapes.append(circle(column, row, 46, STONE_FILLS[stone.side]))
        if stone.number is not None:
            shapes.append(label(column, row, str(stone.number), 44, INKS[stone.side]))
    title = f"moves {first} to {_last(position, last)}" + (f"; {', '.join(notes)}" if notes else "")
    return Canvas(size, size, title, "#e9c98f").draw(shapes)


def _last(position: Position, last: int | None) -> int:
    return len(position.move_names()) if last is None else last


def _shown(position: Position, first: int, last: int | None) -> tuple[Go, dict[int, Stone], list[str]]:
    """The stones by their points, and the moves that no stone shows."""
    game, until = position.game, _last(position, last)
    if not isinstance(game, Go):
        raise InvalidInputError(f"a numbered board of {game.name!r} cannot be drawn: only of 'go'")
    played = list(position.past())[::-1]
    if not 1 <= first <= until + 1 <= len(played):
        raise InvalidInputError(f"moves {first} to {until} are not among the {len(played) - 1} of this game")
    stones = {point: Stone(side, None) for side, point in _standing(game, played[first - 1])}
    notes = []
    for number in range(first, until + 1):
        before, move = played[number - 1], played[number].last_move
        assert move is not None
        name = f"{LETTERS[before.side]}{number}"
        if move == PASS:
            notes.append(f"{name} pass")
            continue
        point = _point(game, move)
        if point in stones and stones[point].number is not None:
            notes.append(f"{name} at {_cell(stones[point])}")
        elif point in stones:
            notes.append(f"{name} at {game.point_names[point]}")
        else:
            stones[point] = Stone(before.side, number)
    return game, stones, notes


def _standing(game: Go, position: Position) -> Iterator[tuple[int, int]]:
    cells = position.diagram().splitlines()[1 : game.size + 1]
    for row, text in enumerate(reversed(cells)):
        for column, cell in enumerate(text.split()[1:]):
            if cell in LETTERS:
                yield LETTERS.index(cell), row * game.size + column


def _point(game: Go, move: Move) -> int:
    return game.point_names.index(game.move_name(move))


def _cell(stone: Stone | None) -> str:
    return "." if stone is None else f"{LETTERS[stone.side]}{stone.number or ''}"
