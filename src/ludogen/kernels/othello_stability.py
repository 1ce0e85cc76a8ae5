"""Discs that nothing can turn any more, to a lower bound: what one side keeps limits what the other can get."""

from ludogen.kernels.bits import ZERO
from ludogen.kernels.dispatch import Bits, kernel

__all__ = ["stable_discs"]

S1, S7, S8, S9 = map(Bits, (1, 7, 8, 9))
TWICE, FOUR_TIMES = Bits(1), Bits(2)
ALL = Bits(0xFFFFFFFFFFFFFFFF)
# Where a shift by 1, 2 or 4 columns may arrive without having left the board on the other side.
RIGHT_1, RIGHT_2, RIGHT_4 = map(Bits, (0xFEFEFEFEFEFEFEFE, 0xFCFCFCFCFCFCFCFC, 0xF0F0F0F0F0F0F0F0))
LEFT_1, LEFT_2, LEFT_4 = map(Bits, (0x7F7F7F7F7F7F7F7F, 0x3F3F3F3F3F3F3F3F, 0x0F0F0F0F0F0F0F0F))
SIDES, ENDS = Bits(0x8181818181818181), Bits(0xFF000000000000FF)
BORDER = SIDES | ENDS


@kernel
def _spread_up(bits: Bits, step: Bits, once: Bits, twice: Bits, four_times: Bits) -> Bits:
    """The bits and all squares beyond them, towards higher squares; the masks say where 1, 2, 4 steps may arrive."""
    bits |= once & (bits << step)
    bits |= twice & (bits << (step << TWICE))
    return bits | (four_times & (bits << (step << FOUR_TIMES)))


@kernel
def _spread_down(bits: Bits, step: Bits, once: Bits, twice: Bits, four_times: Bits) -> Bits:
    bits |= once & (bits >> step)
    bits |= twice & (bits >> (step << TWICE))
    return bits | (four_times & (bits >> (step << FOUR_TIMES)))


@kernel
def stable_discs(discs: Bits, other: Bits) -> Bits:
    """Discs of one side that can never be turned: safe in each of the four lines through them.

    A line is safe where it is full, where the board ends, and next to a stable disc of the same side.
    """
    empty = ~(discs | other)
    row = _spread_up(empty, S1, RIGHT_1, RIGHT_2, RIGHT_4) | _spread_down(empty, S1, LEFT_1, LEFT_2, LEFT_4)
    column = _spread_up(empty, S8, ALL, ALL, ALL) | _spread_down(empty, S8, ALL, ALL, ALL)
    falling = _spread_up(empty, S9, RIGHT_1, RIGHT_2, RIGHT_4) | _spread_down(empty, S9, LEFT_1, LEFT_2, LEFT_4)
    rising = _spread_up(empty, S7, LEFT_1, LEFT_2, LEFT_4) | _spread_down(empty, S7, RIGHT_1, RIGHT_2, RIGHT_4)
    row, column, falling, rising = ~row | SIDES, ~column | ENDS, ~falling | BORDER, ~rising | BORDER
    stable = ZERO
    found = discs & row & column & falling & rising
    while found != stable:
        stable = found
        # A shift that leaves the board arrives at a border square, which is safe in that line anyway.
        found = discs & (row | stable << S1 | stable >> S1) & (column | stable << S8 | stable >> S8)
        found &= (falling | stable << S9 | stable >> S9) & (rising | stable << S7 | stable >> S7)
    return stable
