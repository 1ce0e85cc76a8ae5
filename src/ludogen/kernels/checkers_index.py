"""Where a checkers position with few pieces stands in the endgame tables: a number for every position, without gaps.

Positions with the same men and kings form a class. Within a class they are numbered by combinatorial numbers: men of
the side to move, men of the other side, kings of the side to move, kings of the other side, each among the squares that
are left. The classes follow one another in the order of CLASSES: fewer pieces first, then fewer men, so that captures
and crownings lead to earlier ones. A class and the one with the sides changed, to which all other moves lead, are
neighbours: a pair.

The side to move always moves down: white's positions are turned by half, with the colours changed.
"""

from math import comb
from typing import NamedTuple

import numpy as np

from ludogen.kernels.bits import ONE, ZERO, lowest, popcount, without_lowest
from ludogen.kernels.checkers import RED, RED_CROWN, SQUARES, WHITE, WHITE_CROWN, Checkers
from ludogen.kernels.dispatch import Bits, entry, kernel

__all__ = ["CLASSES", "MATERIAL", "MOST_PIECES", "Class", "decode", "encode", "half_turn", "locate", "position_at"]

MOST_PIECES = 4
HOME = WHITE_CROWN  # squares 1-4, where red's men begin and no man of white's stands
FIELD = SQUARES & ~HOME  # 5-32
MIDDLE = FIELD & ~RED_CROWN  # 5-28
S1, S2, S4, S8, S16, S32, S29 = (Bits(places) for places in (1, 2, 4, 8, 16, 32, 29))
ODD_1, ODD_2, ODD_4 = Bits(0x5555555555555555), Bits(0x3333333333333333), Bits(0x0F0F0F0F0F0F0F0F)
ODD_8, ODD_16 = Bits(0x00FF00FF00FF00FF), Bits(0x0000FFFF0000FFFF)


class Class(NamedTuple):
    """Positions with the same material: how many there are, where they and their pair of classes begin."""

    own_men: int
    own_kings: int
    opp_men: int
    opp_kings: int
    begin: int
    size: int
    pair_begin: int
    pair_size: int

    @property
    def pieces(self) -> int:
        """Pieces of both sides."""
        return sum(self[:4])

    @property
    def name(self) -> str:
        """Men and kings, those of the side to move first: `MK v KK`."""
        own, opp = ("M" * men + "K" * kings for men, kings in (self[:2], self[2:4]))
        return f"{own} v {opp}"


def _placements(own_men: int, opp_men: int, at_home: int) -> int:
    """Ways to place the men of both sides, with so many own men on squares 1-4, where no man of the other stands."""
    in_middle = own_men - at_home
    return comb(4, at_home) * comb(24, in_middle) * comb(28 - in_middle, opp_men)


def _men_before(own_men: int, opp_men: int) -> list[int]:
    """Ways to place the men with fewer own men on squares 1-4 than 0, 1, 2... up to all of them, and then again all."""
    numbers = (range(min(fewer, own_men + 1)) for fewer in range(MOST_PIECES + 1))
    return [sum(_placements(own_men, opp_men, at_home) for at_home in below) for below in numbers]


def _size(own_men: int, own_kings: int, opp_men: int, opp_kings: int) -> int:
    free = 32 - own_men - opp_men
    return _men_before(own_men, opp_men)[-1] * comb(free, own_kings) * comb(free - own_kings, opp_kings)


def _classes() -> tuple[Class, ...]:
    some = range(MOST_PIECES + 1)
    every = [
        (own_men, own_kings, opp_men, opp_kings)
        for own_men in some
        for own_kings in some
        for opp_men in some
        for opp_kings in some
        if own_men + own_kings and opp_men + opp_kings
        if own_men + own_kings + opp_men + opp_kings <= MOST_PIECES
    ]
    every.sort(key=lambda own: (sum(own), own[0] + own[2], max(own, own[2:] + own[:2]), own))
    found: list[Class] = []
    begin = 0
    for material in every:
        size = _size(*material)
        turned = material[2:] + material[:2]
        pair = size if turned == material else 2 * size  # both have the same number: turning takes one to the other
        pair_begin = found[-1].begin if found and found[-1][:4] == turned else begin
        found.append(Class(*material, begin, size, pair_begin, pair))
        begin += size
    return tuple(found)


CLASSES = _classes()
# The same for kernels, which read arrays that never change as constants.
MATERIAL = np.array(CLASSES, np.int64)
BEGINS = np.full((MOST_PIECES,) * 4, -1, np.int64)
for _class in CLASSES:
    BEGINS[_class[:4]] = _class.begin
CHOOSE = np.array([[comb(n, k) for k in range(MOST_PIECES + 1)] for n in range(34)], np.int64)
MEN_BEFORE = np.array(
    [[_men_before(own_men, opp_men) for opp_men in range(MOST_PIECES)] for own_men in range(MOST_PIECES)],
    np.int64,
)
for _array in (MATERIAL, BEGINS, CHOOSE, MEN_BEFORE):
    _array.setflags(write=False)


@kernel
def half_turn(bits: Bits) -> Bits:
    """The board turned by half: bit i of the 35 becomes bit 34 - i."""
    bits = ((bits >> S1) & ODD_1) | ((bits & ODD_1) << S1)
    bits = ((bits >> S2) & ODD_2) | ((bits & ODD_2) << S2)
    bits = ((bits >> S4) & ODD_4) | ((bits & ODD_4) << S4)
    bits = ((bits >> S8) & ODD_8) | ((bits & ODD_8) << S8)
    bits = ((bits >> S16) & ODD_16) | ((bits & ODD_16) << S16)
    return ((bits >> S32) | (bits << S32)) >> S29


@kernel
def _rank(chosen: Bits, free: Bits) -> int:
    """Number of a set of squares among all sets of as many of the free squares."""
    rank = 0
    number = 0
    while chosen != ZERO:
        number += 1
        rank += CHOOSE[popcount(free & (lowest(chosen) - ONE)), number]
        chosen = without_lowest(chosen)
    return rank


@kernel
def _unrank(rank: int, number: int, free: Bits) -> Bits:
    """The set of `number` free squares that has this rank."""
    chosen = ZERO
    while number > 0:
        place = number - 1
        while CHOOSE[place + 1, number] <= rank:
            place += 1
        rank -= CHOOSE[place, number]
        number -= 1
        rest = free
        for _ in range(place):
            rest = without_lowest(rest)
        chosen |= lowest(rest)
    return chosen


@kernel
def locate(position: Checkers) -> int:
    """Number of the position among those of all classes; -1 if it has too many pieces or a side has none."""
    own, opp, kings, colour = position
    if popcount(own | opp) > MOST_PIECES or not (own and opp):
        return -1
    if colour == WHITE:
        own, opp, kings = half_turn(own), half_turn(opp), half_turn(kings)
    own_men, own_kings, opp_men, opp_kings = own & ~kings, own & kings, opp & ~kings, opp & kings
    own_number, opp_number, kings_number = popcount(own_men), popcount(opp_men), popcount(own_kings)
    home = own_men & HOME
    at_home = popcount(home)
    in_middle = own_number - at_home
    place = _rank(home, HOME) * CHOOSE[24, in_middle] + _rank(own_men & MIDDLE, MIDDLE)
    place = place * CHOOSE[28 - in_middle, opp_number] + _rank(opp_men, FIELD & ~own_men)
    place += MEN_BEFORE[own_number, opp_number, at_home]
    free = SQUARES & ~(own_men | opp_men)
    left = 32 - own_number - opp_number
    place = place * CHOOSE[left, kings_number] + _rank(own_kings, free)
    last_number = popcount(opp_kings)
    place = place * CHOOSE[left - kings_number, last_number] + _rank(opp_kings, free & ~own_kings)
    return int(BEGINS[own_number, kings_number, opp_number, last_number] + place)


@kernel
def position_at(number: int, index: int) -> Checkers:
    """The position with this index (0 up to the size) in class `number` of CLASSES, red to move."""
    own_number, kings_number, opp_number, last_number = (
        MATERIAL[number, 0],
        MATERIAL[number, 1],
        MATERIAL[number, 2],
        MATERIAL[number, 3],
    )
    left = 32 - own_number - opp_number
    ways = CHOOSE[left - kings_number, last_number]
    last_rank = index % ways
    index //= ways
    ways = CHOOSE[left, kings_number]
    kings_rank = index % ways
    index //= ways
    at_home = 0
    while at_home < own_number and MEN_BEFORE[own_number, opp_number, at_home + 1] <= index:
        at_home += 1
    index -= MEN_BEFORE[own_number, opp_number, at_home]
    in_middle = own_number - at_home
    ways = CHOOSE[28 - in_middle, opp_number]
    opp_rank = index % ways
    index //= ways
    ways = CHOOSE[24, in_middle]
    own_men = _unrank(index // ways, at_home, HOME) | _unrank(index % ways, in_middle, MIDDLE)
    opp_men = _unrank(opp_rank, opp_number, FIELD & ~own_men)
    free = SQUARES & ~(own_men | opp_men)
    own_kings = _unrank(kings_rank, kings_number, free)
    opp_kings = _unrank(last_rank, last_number, free & ~own_kings)
    return Checkers(own_men | own_kings, opp_men | opp_kings, own_kings | opp_kings, RED)


@entry
def encode(position: Checkers) -> int:
    """`locate` for Python."""
    return locate(position)


@entry
def decode(number: int, index: int) -> Checkers:
    """`position_at` for Python. Its words come back as plain integers: `steps.rewrap` them."""
    return position_at(number, index)
