"""Endgame tables of checkers: the result of perfect play for every position with few pieces, and how soon it comes.

One byte a position, its code: 0 is a draw (neither side can force a win), an odd code c a loss of the side to move in
c - 1 plies, an even one a win in c - 1 plies. A side without a move has lost in 0 plies, so a loss takes an even number
of plies and a win an odd one. The winner hurries, the loser holds out. Draws by the length of the game are not known
here. All classes lie one after another in one array (`checkers_index`), so a search needs one argument; an array that
ends after an earlier class holds tables for that much.

How the codes are found, a pair of classes at a time: `explore` looks at every position once, writes down to which
positions of the pair its moves lead, and sums up in one byte, its limit, what the others promise, whose codes are
known. Then `sweep` after `sweep` finds the positions with code 1, 2, 3... until none is left to find. A sweep reads
no code that it writes, so threads may share it without a lock and in any order.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludogen.kernels.bits import ZERO
from ludogen.kernels.checkers import Checkers
from ludogen.kernels.checkers_index import MATERIAL, locate, position_at
from ludogen.kernels.dispatch import entry, kernel
from ludogen.kernels.rules import is_none, moves, play, pop

__all__ = ["HIGHEST_CODE", "NO_LIMIT", "CheckersTables", "explore", "probe", "probe_position", "sweep"]

HIGHEST_CODE = 254
NO_LIMIT = 255
Codes = NDArray[np.uint8]


class CheckersTables(NamedTuple):
    """The codes of all positions, for kernels."""

    codes: Codes


@kernel
def probe(position: Checkers, tables: CheckersTables) -> tuple[bool, int, int]:
    """Is the position in the tables, its result for the side to move (1, 0, -1), plies to the end (0 for a draw)."""
    if position.own == ZERO:
        return True, -1, 0
    if position.opp == ZERO:  # no play leads here, but the answer is clear: some piece can move
        return True, 1, 1
    place = locate(position)
    if place < 0 or place >= tables.codes.shape[0]:
        return False, 0, 0
    code = int(np.int64(tables.codes[place]))  # by way of a signed type: kernels must not mix the two
    if code == 0:
        return True, 0, 0
    return True, 1 - 2 * (code & 1), code - 1


@entry
def probe_position(position: Checkers, tables: CheckersTables) -> tuple[bool, int, int]:
    """`probe` for Python."""
    return probe(position, tables)


@kernel
def _limit(best: int, worst: int, is_drawn: bool) -> int:
    """What the moves out of the pair promise, as one byte.

    Odd: the other side is lost after one of them, at best with this code (NO_LIMIT: at least not won). Even: it wins
    after all of them, at worst with this code; 0 if there are none.
    """
    return best if is_drawn or best != NO_LIMIT else worst


@entry
def explore(number: int, first: int, last: int, codes: Codes, successors: NDArray[np.int32], limits: Codes) -> None:
    """For positions first..last-1 of class `number`: successors within the pair, as rows ended by -1, and limits."""
    pair, pair_end = MATERIAL[number, 6], MATERIAL[number, 6] + MATERIAL[number, 7]
    for index in range(first, last):
        row = MATERIAL[number, 4] - pair + index
        position = position_at(number, index)
        found = 0
        best, worst, is_drawn = NO_LIMIT, 0, False
        choice = moves(position)
        while not is_none(choice):
            move, choice = pop(position, choice)
            place = locate(play(position, move))
            if pair <= place < pair_end:
                successors[row, found] = place - pair
                found += 1
                continue
            code = 1 if place < 0 else int(np.int64(codes[place]))  # outside all classes: the last piece is gone
            if code & 1:
                best = min(best, code)
            elif code:
                worst = max(worst, code)
            else:
                is_drawn = True
        if found < successors.shape[1]:
            successors[row, found] = -1
        limits[row] = _limit(best, worst, is_drawn)


@kernel
def _is_won(row: int, code: int, successors: NDArray[np.int32], limits: Codes, codes: Codes) -> bool:
    """Is the other side lost after some move, with the code before this?"""
    if limits[row] == code - 1:
        return True
    for number in range(successors.shape[1]):
        successor = successors[row, number]
        if successor < 0:
            return False
        if codes[successor] == code - 1:
            return True
    return False


@kernel
def _is_lost(row: int, successors: NDArray[np.int32], codes: Codes) -> bool:
    """Does the other side win after every move within the pair?"""
    for number in range(successors.shape[1]):
        successor = successors[row, number]
        if successor < 0:
            return True
        found = codes[successor]
        if found == 0 or found & 1 != 0:
            return False
    return True


@entry
def sweep(code: int, first: int, last: int, successors: NDArray[np.int32], limits: Codes, codes: Codes) -> int:
    """Give rows first..last-1 of a pair this code where it is theirs; how many. Earlier codes must be there.

    Odd codes need only know which even codes are there, even ones only the code before: none that the sweep itself
    writes.
    """
    found = 0
    for row in range(first, last):
        if codes[row] != 0:
            continue
        if code & 1 == 0:
            is_found = _is_won(row, code, successors, limits, codes)
        else:
            is_found = limits[row] & 1 == 0 and limits[row] < code and _is_lost(row, successors, codes)
        if is_found:
            codes[row] = code
            found += 1
    return found
