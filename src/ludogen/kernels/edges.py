"""Othello's edges as Iago saw them: a value for each of the 3^10 patterns of an edge and its two X-squares.

After Rosenbloom 1982 as told by Norvig 1992, section 18.12: static values, how stability is told, the probabilities of
moves, how they combine and the rounding after each sweep are those of the program printed there.

A pattern has ten places: X-square, the eight squares of the edge, X-square. A place is 0 empty, 1 own, 2 opponent.
Static values by stability are refined by five sweeps in which either side moves on the edge with some probability;
patterns with more discs are refined first.
"""

from typing import Any

import numpy as np

from ludogen.kernels.dispatch import entry, kernel

__all__ = ["PATTERNS", "edge_values"]

PATTERNS = 3**10
SWEEPS = 5
EMPTY, OWN, OPP = 0, 1, 2
STABLE, SEMI_STABLE, UNSTABLE = 0, 1, 2
# Value of a disc by place (X, corner, C, A, B, B, A, C, corner, X) and stability. Entries that cannot occur are 0.
STATIC = np.array(
    [
        (0, 0, -2000),
        (700, 0, 0),
        (1200, 200, -25),
        (1000, 200, 75),
        (1000, 200, 50),
        (1000, 200, 50),
        (1000, 200, 75),
        (1200, 200, -25),
        (700, 0, 0),
        (0, 0, -2000),
    ],
    np.float64,
)
# Probability that a square can be taken at all, by the number of own and of opposing discs next to it.
NEIGHBOURS = np.array([(0.1, 0.4, 0.7), (0.05, 0.3, 0.0), (0.01, 0.0, 0.0)])
Cells = Any  # int64[10]


@kernel
def _read(pattern: int, cells: Cells) -> None:
    for place in range(9, -1, -1):
        cells[place] = pattern % 3
        pattern //= 3


@kernel
def _index(cells: Cells, swapped: bool) -> int:
    pattern = 0
    for place in range(10):
        cell = cells[place]
        pattern = 3 * pattern + ((3 - cell) % 3 if swapped else cell)
    return pattern


@kernel
def _first_other(cells: Cells, place: int, step: int) -> int:
    """The first cell of the edge along `step` that does not hold the disc of `place`; its own disc at the border."""
    disc = cells[place]
    place += step
    while 1 <= place <= 8 and cells[place] == disc:
        place += step
    return cells[place] if 1 <= place <= 8 else -1


@kernel
def _stability(cells: Cells, place: int) -> int:
    if place in (1, 8):
        return STABLE
    if place in (0, 9):
        corner = cells[1] if place == 0 else cells[8]
        return UNSTABLE if corner == EMPTY else SEMI_STABLE
    other = 3 - cells[place]
    left, right = _first_other(cells, place, -1), _first_other(cells, place, 1)
    if (left == EMPTY and right == other) or (right == EMPTY and left == other):
        return UNSTABLE  # can be taken at once from the empty square
    if left == EMPTY and right == EMPTY:
        return SEMI_STABLE
    if left == other and right == other:
        for square in range(1, 9):
            if cells[square] == EMPTY:
                return SEMI_STABLE
    return STABLE


@kernel
def _static_value(cells: Cells) -> float:
    total = 0.0
    for place in range(10):
        if cells[place] != EMPTY:
            worth = STATIC[place, _stability(cells, place)]
            total += worth if cells[place] == OWN else -worth
    return total


@kernel
def _flips_along(cells: Cells, place: int, step: int, mover: int) -> int:
    """How many discs a disc of `mover` on this square of the edge turns along `step`."""
    at = place + step
    turned = 0
    while 1 <= at <= 8 and cells[at] == 3 - mover:
        at += step
        turned += 1
    return turned if 1 <= at <= 8 and cells[at] == mover else 0


@kernel
def _takes(cells: Cells, place: int, mover: int) -> bool:
    return _flips_along(cells, place, -1, mover) + _flips_along(cells, place, 1, mover) > 0


@kernel
def _probability(cells: Cells, place: int, mover: int) -> float:
    """How likely it is that `mover` can move to this empty place."""
    if place in (0, 9):
        return 0.5
    if _takes(cells, place, mover):
        return 1.0
    if place in (1, 8):
        x_square = cells[0] if place == 1 else cells[9]
        return 0.1 if x_square == EMPTY else 0.001 if x_square == mover else 0.9
    own = int(cells[place - 1] == mover) + int(cells[place + 1] == mover)
    opp = int(cells[place - 1] == 3 - mover) + int(cells[place + 1] == 3 - mover)
    return float(NEIGHBOURS[own, opp]) / (2.0 if _takes(cells, place, 3 - mover) else 1.0)


@kernel
def _value_after(cells: Cells, place: int, values: Any, after: Cells) -> float:
    """Value, for the mover (own), of the pattern after a move there."""
    for i in range(10):
        after[i] = cells[i]
    after[place] = OWN
    if 1 <= place <= 8:
        for step in (-1, 1):
            for away in range(1, _flips_along(cells, place, step, OWN) + 1):
                after[place + step * away] = OWN
    return -float(values[_index(after, True)])


@kernel
def _refined(pattern: int, values: Any, cells: Cells, after: Cells, chances: Any, worths: Any) -> float:
    """The expected value if own may move here, best first, or leave it."""
    _read(pattern, cells)
    number = 1
    chances[0], worths[0] = 1.0, values[pattern]
    for place in range(10):
        if cells[place] == EMPTY:
            chances[number] = _probability(cells, place, OWN)
            worths[number] = _value_after(cells, place, values, after)
            number += 1
    left, total = 1.0, 0.0
    for _ in range(number):
        best = 0
        for i in range(1, number):
            if worths[i] > worths[best]:
                best = i
        total += left * chances[best] * worths[best]
        left -= left * chances[best]
        worths[best] = -1e30
        if left <= 0.0:
            break
    return float(np.rint(total))


@entry
def edge_values(values: "np.ndarray[Any, Any]", cells: Cells, after: Cells, chances: Any, worths: Any) -> None:
    """Fill in the table: value of each pattern for the side to move (float64[PATTERNS]; the rest is scratch)."""
    for pattern in range(PATTERNS):
        _read(pattern, cells)
        values[pattern] = _static_value(cells)
    for _ in range(SWEEPS):
        for discs in range(9, 0, -1):
            for pattern in range(PATTERNS):
                _read(pattern, cells)
                found = 0
                for place in range(10):
                    found += int(cells[place] != EMPTY)
                if found == discs:
                    values[pattern] = _refined(pattern, values, cells, after, chances, worths)
