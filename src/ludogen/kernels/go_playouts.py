"""Go by random playouts: how the games go on average that random moves finish (Monte Carlo without a tree).

A playout fills no eyes: no point whose neighbours are all own stones. So stones that cannot live are taken off, and
the area at the end tells what the position was worth.
"""

from typing import NamedTuple

import numpy as np

from ludogen.kernels.bits import ONE, below, mix, next_random, word
from ludogen.kernels.dispatch import Bits, implement, kernel
from ludogen.kernels.go import PASS, Go, area_lead, is_legal
from ludogen.kernels.movers import choose, without_memory
from ludogen.kernels.rules import is_over, play
from ludogen.kernels.search import HUGE
from ludogen.kernels.wide import Wide, bit_at, both, count_bits, either, first_index, is_empty, minus, spread

__all__ = ["PlayoutMover", "playout_lead"]

LONGEST = 3  # plies of a playout for each point of the board: without superko one may go on for ever


class PlayoutMover(NamedTuple):
    """Go: the move after which random playouts end best on average, the first of equals.

    It passes when all else would fill eyes of its own, or when the other side has passed and it is ahead as the board
    stands.
    """

    playouts: int  # for each move


@kernel
def _open_points(position: Go) -> Wide:
    """Empty points that are no eyes of the side to move; some may be illegal."""
    empty = minus(position.board, either(position.own, position.opp))
    return both(empty, spread(either(empty, position.opp)))


@kernel
def _random_point(position: Go, state: Bits) -> tuple[Bits, Bits]:
    left = _open_points(position)
    number = count_bits(left)
    while number > 0:
        drawn, state = next_random(state)
        points = left
        for _ in range(np.int64(below(drawn, word(number)))):
            points = minus(points, bit_at(first_index(points), points))
        move = first_index(points)
        if is_legal(position, move):
            return move, state
        left = minus(left, bit_at(move, left))
        number -= 1
    return PASS, state


@kernel
def playout_lead(position: Go, playouts: int, state: Bits) -> float:
    """Area that the side to move leads by at the end of a playout, on average, without komi."""
    total = 0
    limit = LONGEST * count_bits(position.board)
    for _ in range(playouts):
        last, plies = position, 0
        while plies < limit and not is_over(last):
            move, state = _random_point(last, state)
            last = play(last, move)
            plies += 1
        lead = area_lead(last)
        total += lead if plies & 1 == 0 else -lead
    return total / playouts


@implement(choose, Go, PlayoutMover, None, None)
def _choose(position: Go, mover: PlayoutMover, side: Bits, chance: Bits) -> tuple[Bits, np.float32]:
    if position.passes == ONE and 2 * area_lead(position) + position.bonus > 0:
        return PASS, np.float32(area_lead(position))
    left = _open_points(position)
    chosen, best = PASS, -HUGE
    while not is_empty(left):
        move = first_index(left)
        left = minus(left, bit_at(move, left))
        if is_legal(position, move):
            lead = np.float32(-playout_lead(play(position, move), mover.playouts, mix(chance ^ mix(move))))
            if lead > best:
                chosen, best = move, lead
    return chosen, best if chosen != PASS else np.float32(area_lead(position))


without_memory(PlayoutMover)
