"""Othello on bitboards: bit 8 * row + column, a1 = bit 0, h1 = bit 7, a8 = bit 56.

A move is the bit of the square taken, a pass is 0: flipping nothing and placing nothing swaps the sides.
"""

from typing import NamedTuple

from ludogen.kernels.bits import ZERO, lowest, mask_if, mix, popcount, without_lowest
from ludogen.kernels.dispatch import Bits, implement, kernel
from ludogen.kernels.rules import count, draw_from_set_for, hash_of, is_none, is_over, moves, outcome, play, pop

__all__ = ["PASS", "START", "Othello", "OthelloMoves", "flips", "placements"]

PASS = ZERO
INNER_COLUMNS = Bits(0x7E7E7E7E7E7E7E7E)
S1, S7, S8, S9 = Bits(1), Bits(7), Bits(8), Bits(9)
D1, D7, D8, D9 = Bits(2), Bits(14), Bits(16), Bits(18)
OPP_SALT = Bits(0x6F7468656C6C6F31)


class Othello(NamedTuple):
    """Discs of the side to move and of the other side."""

    own: Bits
    opp: Bits


class OthelloMoves(NamedTuple):
    """Squares still to be tried, or a pass where that is all that can be done."""

    squares: Bits
    must_pass: bool


START = Othello(Bits(0x0000000810000000), Bits(0x0000001008000000))


@kernel
def _run_up(start: Bits, between: Bits, step: Bits, double: Bits) -> Bits:
    """Runs of `between` that begin next to `start`, towards higher squares, by parallel prefix."""
    run = between & (start << step)
    run |= between & (run << step)
    pairs = between & (between << step)
    run |= pairs & (run << double)
    run |= pairs & (run << double)
    return run


@kernel
def _run_down(start: Bits, between: Bits, step: Bits, double: Bits) -> Bits:
    run = between & (start >> step)
    run |= between & (run >> step)
    pairs = between & (between >> step)
    run |= pairs & (run >> double)
    run |= pairs & (run >> double)
    return run


@kernel
def placements(own: Bits, opp: Bits) -> Bits:
    """Squares where a disc of `own` would flip something."""
    inner = opp & INNER_COLUMNS
    found = _run_up(own, inner, S1, D1) << S1
    found |= _run_down(own, inner, S1, D1) >> S1
    found |= _run_up(own, opp, S8, D8) << S8
    found |= _run_down(own, opp, S8, D8) >> S8
    found |= _run_up(own, inner, S7, D7) << S7
    found |= _run_down(own, inner, S7, D7) >> S7
    found |= _run_up(own, inner, S9, D9) << S9
    found |= _run_down(own, inner, S9, D9) >> S9
    return found & ~(own | opp)


@kernel
def _flips_up(own: Bits, square: Bits, between: Bits, step: Bits, double: Bits) -> Bits:
    run = _run_up(square, between, step, double)
    return run & mask_if(((run << step) & own) != ZERO)


@kernel
def _flips_down(own: Bits, square: Bits, between: Bits, step: Bits, double: Bits) -> Bits:
    run = _run_down(square, between, step, double)
    return run & mask_if(((run >> step) & own) != ZERO)


@kernel
def flips(own: Bits, opp: Bits, square: Bits) -> Bits:
    """Discs of `opp` that a disc of `own` on `square` turns."""
    inner = opp & INNER_COLUMNS
    turned = _flips_up(own, square, inner, S1, D1)
    turned |= _flips_down(own, square, inner, S1, D1)
    turned |= _flips_up(own, square, opp, S8, D8)
    turned |= _flips_down(own, square, opp, S8, D8)
    turned |= _flips_up(own, square, inner, S7, D7)
    turned |= _flips_down(own, square, inner, S7, D7)
    turned |= _flips_up(own, square, inner, S9, D9)
    turned |= _flips_down(own, square, inner, S9, D9)
    return turned


@implement(moves, Othello)
def _moves(position: Othello) -> OthelloMoves:
    squares = placements(position.own, position.opp)
    return OthelloMoves(squares, squares == ZERO and placements(position.opp, position.own) != ZERO)


@implement(is_none, OthelloMoves)
def _is_none(choice: OthelloMoves) -> bool:
    return choice.squares == ZERO and not choice.must_pass


@implement(pop, Othello, OthelloMoves)
def _pop(position: Othello, choice: OthelloMoves) -> tuple[Bits, OthelloMoves]:
    return lowest(choice.squares), OthelloMoves(without_lowest(choice.squares), False)


@implement(count, Othello)
def _count(position: Othello) -> int:
    squares = placements(position.own, position.opp)
    if squares == ZERO and placements(position.opp, position.own) != ZERO:
        return 1
    return popcount(squares)


@implement(play, Othello, Bits)
def _play(position: Othello, move: Bits) -> Othello:
    turned = flips(position.own, position.opp, move)
    return Othello(position.opp ^ turned, position.own ^ turned ^ move)


@implement(is_over, Othello)
def _is_over(position: Othello) -> bool:
    own, opp = position.own, position.opp
    return bool(placements(own, opp) == ZERO and placements(opp, own) == ZERO)


@implement(outcome, Othello)
def _outcome(position: Othello) -> int:
    return popcount(position.own) - popcount(position.opp)


@implement(hash_of, Othello)
def _hash_of(position: Othello) -> Bits:
    return mix(mix(position.own) ^ position.opp ^ OPP_SALT)


draw_from_set_for(Othello)
