"""The order in which an endgame search tries moves: few replies first, and squares in odd quadrants."""

from typing import NamedTuple

from ludogen.kernels.bits import ZERO, lowest, mask_if, popcount, without_lowest, word
from ludogen.kernels.dispatch import Bits, kernel
from ludogen.kernels.othello_lanes import flips, placements

__all__ = ["QUADRANTS", "Order", "next_in_order", "odd_quadrants", "ranked"]

NORTH_WEST = Bits(0x000000000F0F0F0F)
QUADRANTS = NORTH_WEST, NORTH_WEST << Bits(4), NORTH_WEST << Bits(32), NORTH_WEST << Bits(36)
CORNERS = Bits(0x8100000000000081)
P0, P1, P2, P3, P4 = map(Bits, (1, 2, 4, 8, 16))


class Order(NamedTuple):
    """Ranks of moves, kept without memory: bit k of a move's rank lies in plane k, on the move's square."""

    first: Bits
    plane0: Bits
    plane1: Bits
    plane2: Bits
    plane3: Bits
    plane4: Bits


@kernel
def odd_quadrants(empty: Bits) -> Bits:
    """All squares of the quadrants in which the number of empty squares is odd."""
    odd = ZERO
    for quadrant in QUADRANTS:
        odd |= quadrant & mask_if(popcount(empty & quadrant) % 2 == 1)
    return odd


@kernel
def ranked(own: Bits, opp: Bits, squares: Bits, odd: Bits, first: Bits) -> Order:
    """Order moves: first the one given, then those that leave few replies (corners count twice), then odd quadrants."""
    plane0, plane1, plane2, plane3, plane4 = ZERO, ZERO, ZERO, ZERO, ZERO
    rest = squares & ~first
    while without_lowest(squares) != ZERO and rest != ZERO:
        square = lowest(rest)
        rest ^= square
        turned = flips(own, opp, square)
        replies = placements(opp ^ turned, own ^ turned ^ square)
        rank = 2 * (popcount(replies) + popcount(replies & CORNERS)) + (1 if (square & odd) == ZERO else 0)
        key = word(min(rank, 31))
        plane0 |= square & mask_if((key & P0) != ZERO)
        plane1 |= square & mask_if((key & P1) != ZERO)
        plane2 |= square & mask_if((key & P2) != ZERO)
        plane3 |= square & mask_if((key & P3) != ZERO)
        plane4 |= square & mask_if((key & P4) != ZERO)
    return Order(first, plane0, plane1, plane2, plane3, plane4)


@kernel
def _lower_half(squares: Bits, plane: Bits) -> Bits:
    """Squares whose rank has not this bit; all if there are none."""
    lower = squares & ~plane
    return squares if lower == ZERO else lower


@kernel
def next_in_order(order: Order, squares: Bits) -> Bits:
    """The first of some ranked moves."""
    if (squares & order.first) != ZERO:
        return order.first
    squares = _lower_half(squares, order.plane4)
    squares = _lower_half(squares, order.plane3)
    squares = _lower_half(squares, order.plane2)
    squares = _lower_half(squares, order.plane1)
    return lowest(_lower_half(squares, order.plane0))
