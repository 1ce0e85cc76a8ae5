"""Squares, bits and the turns of a square board: what the faces of all games share."""

from collections.abc import Callable, Iterable, Iterator

from ludogen.games.game import Symmetry

__all__ = ["bits_of", "board_symmetries", "squares_of"]


def squares_of(bits: int) -> Iterator[int]:
    """Indices of the set bits, lowest first."""
    bits = int(bits)
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def bits_of(squares: Iterable[int]) -> int:
    """The bits with these indices."""
    return sum(1 << square for square in set(squares))


def board_symmetries(size: int) -> tuple[Symmetry, ...]:
    """The eight turns and mirrors of a board whose squares are numbered row by row."""
    last = size - 1
    ways: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "identity": lambda row, column: (row, column),
        "quarter turn": lambda row, column: (column, last - row),
        "half turn": lambda row, column: (last - row, last - column),
        "three-quarter turn": lambda row, column: (last - column, row),
        "mirrored columns": lambda row, column: (row, last - column),
        "mirrored rows": lambda row, column: (last - row, column),
        "main diagonal": lambda row, column: (column, row),
        "other diagonal": lambda row, column: (last - column, last - row),
    }
    found = []
    for name, way in ways.items():
        images = (way(row, column) for row in range(size) for column in range(size))
        found.append(Symmetry(name, tuple(row * size + column for row, column in images)))
    return tuple(found)
