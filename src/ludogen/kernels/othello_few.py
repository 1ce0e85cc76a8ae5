"""Othello with few empty squares, solved exactly and without a table: values only, nothing allocated.

Every search returns a score (exact inside the window, a bound outside) and the number of positions looked at.
"""

import numpy as np

from ludogen.kernels.bits import ZERO, index_of, lowest, popcount, without_lowest
from ludogen.kernels.dispatch import Bits, kernel
from ludogen.kernels.othello_lanes import flips, placements
from ludogen.kernels.othello_order import QUADRANTS, next_in_order, odd_quadrants, ranked
from ludogen.kernels.othello_stability import stable_discs
from ludogen.kernels.othello_targets import BEYOND, final_score

__all__ = ["score_limit", "search_few"]


def _neighbours(square: int) -> int:
    """The squares around this one."""
    row, column = divmod(square, 8)
    around = {(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)} - {(row, column)}
    return sum(1 << 8 * r + c for r, c in around if 0 <= r < 8 and 0 <= c < 8)


ORDERED = 6  # from here on moves are ordered by mobility, below only by parity
QUADRANT_OF = np.array([QUADRANTS[square // 32 * 2 + square % 8 // 4] for square in range(64)], np.uint64)
NEIGHBOURS = np.array([_neighbours(square) for square in range(64)], np.uint64)


@kernel
def score_limit(own: Bits, opp: Bits, alpha: int, left: int, target: int) -> int:
    """What `own` cannot exceed, because of the opponent's stable discs. Counted only where it may be under alpha."""
    if alpha < (2 * left - 2) * target:
        return BEYOND
    return (64 - 2 * popcount(stable_discs(opp, own))) * target


@kernel
def _last(own: Bits, opp: Bits, square: Bits, target: int) -> int:
    """One empty square: whoever can takes it."""
    lead = 2 * popcount(own) - 63
    turned = popcount(flips(own, opp, square))
    if turned != 0:
        return (lead + 2 * turned + 1) * target
    turned = popcount(flips(opp, own, square))
    if turned != 0:
        return (lead - 2 * turned - 1) * target
    return final_score(own, opp, target)


@kernel
def _try_two(own: Bits, opp: Bits, a: Bits, b: Bits, beta: int, target: int) -> tuple[int, int]:
    """The better of two last squares and how many could be taken; -BEYOND for none."""
    best, tried = -BEYOND, 0
    turned = flips(own, opp, a)
    if turned != ZERO:
        best = -_last(opp ^ turned, own ^ turned ^ a, b, target)
        tried = 1
        if best >= beta:
            return best, tried
    turned = flips(own, opp, b)
    if turned != ZERO:
        best = max(best, -_last(opp ^ turned, own ^ turned ^ b, a, target))
        tried += 1
    return best, tried


@kernel
def _last_two(own: Bits, opp: Bits, alpha: int, beta: int, target: int) -> tuple[int, int]:
    empty = ~(own | opp)
    a, b = lowest(empty), without_lowest(empty)
    best, tried = _try_two(own, opp, a, b, beta, target)
    if tried != 0:
        return best, 1 + tried
    best, tried = _try_two(opp, own, a, b, -alpha, target)
    if tried != 0:
        return -best, 2 + tried
    return final_score(own, opp, target), 1


@kernel
def _try_three(own: Bits, opp: Bits, odd: Bits, alpha: int, beta: int, target: int) -> tuple[int, int]:
    """The best of three last squares, and the nodes below: 0 if none could be taken."""
    squares = ~(own | opp)
    first = squares & odd  # never empty: of three squares one or three lie in odd quadrants
    square = lowest(first)
    best, nodes = -BEYOND, 0
    while True:
        squares ^= square
        if (NEIGHBOURS[index_of(square)] & opp) != ZERO:
            turned = flips(own, opp, square)
            if turned != ZERO:
                value, below = _last_two(opp ^ turned, own ^ turned ^ square, -beta, -max(alpha, best), target)
                nodes += below
                best = max(best, -value)
                if best >= beta:
                    break
        if squares == ZERO:
            break
        square = lowest(squares)
    return best, nodes


@kernel
def _last_three(own: Bits, opp: Bits, odd: Bits, alpha: int, beta: int, target: int) -> tuple[int, int]:
    best, nodes = _try_three(own, opp, odd, alpha, beta, target)
    if nodes != 0:
        return best, 1 + nodes
    best, nodes = _try_three(opp, own, odd, -beta, -alpha, target)
    if nodes != 0:
        return -best, 2 + nodes
    return final_score(own, opp, target), 1


@kernel
def _by_parity(own: Bits, opp: Bits, odd: Bits, alpha: int, beta: int, left: int, target: int) -> tuple[int, int]:
    """Four or more empty squares, those in odd quadrants first: who moves last there gains. Score and nodes."""
    limit = score_limit(own, opp, alpha, left, target)
    if limit <= alpha:
        return limit, 1
    empty = ~(own | opp)
    squares, later = empty & odd, empty & ~odd
    best, nodes = -BEYOND, 1
    while (squares | later) != ZERO:
        if squares == ZERO:
            squares, later = later, ZERO
        square = lowest(squares)
        squares ^= square
        turned = flips(own, opp, square)
        if turned != ZERO:
            after, rest = opp ^ turned, own ^ turned ^ square
            floor = max(alpha, best)
            around = odd ^ QUADRANT_OF[index_of(square)]
            if left == 4:
                value, below = _last_three(after, rest, around, -beta, -floor, target)
            else:
                value, below = _by_parity(after, rest, around, -beta, -floor, left - 1, target)
            nodes += below
            best = max(best, -value)
            if best >= beta:
                return best, nodes
    if best > -BEYOND:
        return best, nodes
    if placements(opp, own) == ZERO:
        return final_score(own, opp, target), 1
    value, below = _by_parity(opp, own, odd, -beta, -alpha, left, target)
    return -value, below + 1


@kernel
def _by_mobility(own: Bits, opp: Bits, odd: Bits, alpha: int, beta: int, left: int, target: int) -> tuple[int, int]:
    """More empty squares, first those that leave the opponent few moves. Score and nodes."""
    limit = score_limit(own, opp, alpha, left, target)
    if limit <= alpha:
        return limit, 1
    squares = placements(own, opp)
    if squares == ZERO:
        if placements(opp, own) == ZERO:
            return final_score(own, opp, target), 1
        value, below = _by_mobility(opp, own, odd, -beta, -alpha, left, target)
        return -value, below + 1
    order = ranked(own, opp, squares, odd, ZERO)
    best, nodes = -BEYOND, 1
    while squares != ZERO:
        square = next_in_order(order, squares)
        squares ^= square
        turned = flips(own, opp, square)
        after, rest = opp ^ turned, own ^ turned ^ square
        around = odd ^ QUADRANT_OF[index_of(square)]
        floor = max(alpha, best)
        ceiling = beta if best == -BEYOND else floor + 1
        while True:
            if left <= ORDERED:
                value, below = _by_parity(after, rest, around, -ceiling, -floor, left - 1, target)
            else:
                value, below = _by_mobility(after, rest, around, -ceiling, -floor, left - 1, target)
            nodes += below
            if -value < ceiling or ceiling == beta:
                break
            floor, ceiling = -value, beta  # better than expected: find out how good
            if floor >= beta:
                break
        best = max(best, -value)
        if best >= beta:
            return best, nodes
    return best, nodes


@kernel
def search_few(own: Bits, opp: Bits, alpha: int, beta: int, target: int) -> tuple[int, int]:
    """Score for `own` and nodes: exact inside the window, a bound outside."""
    empty = ~(own | opp)
    left = popcount(empty)
    if left >= ORDERED:
        return _by_mobility(own, opp, odd_quadrants(empty), alpha, beta, left, target)
    if left > 3:
        return _by_parity(own, opp, odd_quadrants(empty), alpha, beta, left, target)
    if left == 3:
        return _last_three(own, opp, odd_quadrants(empty), alpha, beta, target)
    if left == 2:
        return _last_two(own, opp, alpha, beta, target)
    if left == 1:
        return _last(own, opp, empty, target), 1
    return final_score(own, opp, target), 1
