"""Players made of heuristics: the move to the area of the board that is worth most (Frankland & Pillay 2015, III.A).

A strategy is what a tree says, written out for play: what each area is worth, already doubled where tCnrH or tEdgH say
so, and areas of equal worth put together, the worthiest first. So an Othello player without options looks at no square
and no successor: it takes the first set of squares in which it has a legal move.

Past the paper: a move may also lose worth by the replies it leaves and the frontier discs it makes, and look ahead.
"""

from typing import Any

import numpy as np

from ludogen.kernels.bits import ONE, ZERO, below, index_of, lowest, next_random, popcount, without_lowest, word
from ludogen.kernels.checkers import CAPTURED, FROM, TO, Checkers
from ludogen.kernels.dispatch import Bits, entry, generic, implement, kernel
from ludogen.kernels.othello import PASS, Othello, flips, placements
from ludogen.kernels.records import record_type
from ludogen.kernels.rules import is_none, moves, play, pop
from ludogen.kernels.trees import AREAS, CORNERS, COUNT, EDGES, FRONTIER, KINDS, MOBILITY

__all__ = ["BOARD", "DEEPEST_LOOK", "STRATEGY", "WON", "express", "play_out", "strategy_move", "write_strategy"]

SQUARES = 64
DEEPEST_LOOK = 2
SCALE = 8  # an area's worth counts so much more than one reply or one frontier disc
WON = 1 << 20  # beyond every worth
LEAST = -(1 << 40)
SIX_BITS = Bits(63)
NOT_A, NOT_H = Bits(0xFEFEFEFEFEFEFEFE), Bits(0x7F7F7F7F7F7F7F7F)
S1, S7, S8, S9 = Bits(1), Bits(7), Bits(8), Bits(9)

BOARD = record_type(
    [
        ("areas", "i2", (2, SQUARES)),  # the area of each square, for either side; AREAS where no move ends
        ("corners", "u8"),  # areas that tCnrH doubles, a bit each
        ("edges", "u8"),  # areas that tEdgH doubles
        ("leaving", "i8"),  # 1: what a piece's old square is worth is taken off (checkers)
        ("ply_limit", "i8"),  # games are broken off then, and judged by pieces (checkers)
    ]
)
STRATEGY = record_type(
    [
        ("values", "i8", (KINDS,)),
        ("worths", "i2", (2, SQUARES)),
        ("masks", "u8", (AREAS,)),  # squares of equal worth, the worthiest first; for games whose sides see one board
        ("groups", "i8"),
        ("counts", "i8"),  # of equals it plays the move after which it has most discs
        ("is_plain", "i8"),  # the areas are all it knows
    ]
)


@kernel
def express(strategy: Any, board: Any) -> None:
    """Write out the rest of a strategy whose values are known."""
    values = strategy.values
    strategy.counts = values[COUNT]
    strategy.is_plain = int(values[MOBILITY] == 0 and values[FRONTIER] == 0)
    for side in range(2):
        for square in range(SQUARES):
            area: Any = np.int64(board.areas[side, square])
            worth: Any = 0
            if area < AREAS:
                bit = ONE << word(area)
                worth = values[area]
                if values[CORNERS] != 0 and board.corners & bit != ZERO:
                    worth *= 2
                if values[EDGES] != 0 and board.edges & bit != ZERO:
                    worth *= 2
            strategy.worths[side, square] = worth
    highest: Any = 1 << 40
    groups = 0
    while True:
        following: Any = -1
        for square in range(SQUARES):
            worth = np.int64(strategy.worths[0, square])
            if board.areas[0, square] < AREAS and following < worth < highest:
                following = worth
        if following < 0:
            break
        mask = ZERO
        for square in range(SQUARES):
            if board.areas[0, square] < AREAS and strategy.worths[0, square] == following:
                mask |= ONE << word(square)
        strategy.masks[groups] = mask
        highest = following
        groups += 1
    strategy.groups = groups


@generic
def pick(position: Any, strategy: Any, board: Any, look: int, state: Bits) -> tuple[Bits, Bits]:
    """The move of a strategy, and the state of the random stream, which is as before where nothing was drawn."""
    raise NotImplementedError


@generic
def play_out(position: Any, first: Any, second: Any, board: Any, look: int, state: Bits) -> tuple[int, Bits]:
    """Play a game to its end; by how much the side to move here leads then, and the state of the random stream."""
    raise NotImplementedError


# Othello


@kernel
def _any_of(squares: Bits, state: Bits) -> tuple[Bits, Bits]:
    """One of the squares, each equally likely."""
    if without_lowest(squares) == ZERO:
        return squares, state
    drawn, state = next_random(state)
    for _ in range(below(drawn, word(popcount(squares)))):
        squares = without_lowest(squares)
    return lowest(squares), state


@kernel
def _most_discs(own: Bits, opp: Bits, squares: Bits) -> Bits:
    """Those of the squares where most discs turn."""
    if without_lowest(squares) == ZERO:
        return squares
    most, found = -1, ZERO
    while squares != ZERO:
        square = lowest(squares)
        turned = popcount(flips(own, opp, square))
        if turned > most:
            most, found = turned, square
        elif turned == most:
            found |= square
        squares = without_lowest(squares)
    return found


@kernel
def _worthiest_area(squares: Bits, strategy: Any) -> Bits:
    """Those of the squares that lie in the worthiest areas among them."""
    for group in range(strategy.groups):
        found: Bits = squares & strategy.masks[group]
        if found != ZERO:
            return found
    return squares


@kernel
def _around(discs: Bits) -> Bits:
    """All squares next to one of these."""
    sides = discs | (discs << S1) & NOT_A | (discs >> S1) & NOT_H
    return sides | sides << S8 | sides >> S8


@kernel
def _worth(own: Bits, opp: Bits, square: Bits, strategy: Any) -> tuple[Any, Bits, Bits]:
    """What a move is worth, and the discs of both sides after it."""
    turned = flips(own, opp, square)
    own, opp = own ^ turned ^ square, opp ^ turned
    worth = SCALE * np.int64(strategy.worths[0, np.int64(index_of(square))])
    if strategy.is_plain == 0:
        worth -= strategy.values[MOBILITY] * popcount(placements(opp, own))
        worth -= strategy.values[FRONTIER] * popcount(own & _around(~(own | opp)))
    return worth, own, opp


@kernel
def _end_worth(own: Bits, opp: Bits) -> Any:
    return WON * np.int64(np.sign(popcount(own) - popcount(opp)))


@kernel
def _best_worth(own: Bits, opp: Bits, strategy: Any) -> Any:
    """The worth of the best move; of a pass nothing."""
    squares = placements(own, opp)
    if squares == ZERO:
        return _end_worth(own, opp) if placements(opp, own) == ZERO else 0
    if strategy.is_plain != 0:  # no need to make the moves
        found = _worthiest_area(squares, strategy)
        return SCALE * np.int64(strategy.worths[0, np.int64(index_of(found))])
    best = LEAST
    while squares != ZERO:
        worth, _, _ = _worth(own, opp, lowest(squares), strategy)
        best = max(best, worth)
        squares = without_lowest(squares)
    return best


@kernel
def _best_line(own: Bits, opp: Bits, strategy: Any) -> Any:
    """The worth of the best move less that of the best reply to it."""
    squares = placements(own, opp)
    if squares == ZERO:
        return _end_worth(own, opp) if placements(opp, own) == ZERO else -_best_worth(opp, own, strategy)
    best = LEAST
    while squares != ZERO:
        worth, after, others = _worth(own, opp, lowest(squares), strategy)
        best = max(best, worth - _best_worth(others, after, strategy))
        squares = without_lowest(squares)
    return best


@kernel
def _worthiest(own: Bits, opp: Bits, squares: Bits, strategy: Any, look: int) -> Bits:
    """Those of the squares that are worth most, looking ahead."""
    best, found = LEAST, ZERO
    while squares != ZERO:
        square = lowest(squares)
        worth, after, others = _worth(own, opp, square, strategy)
        if look == 1:
            worth -= _best_worth(others, after, strategy)
        elif look > 1:
            worth -= _best_line(others, after, strategy)
        if worth > best:
            best, found = worth, square
        elif worth == best:
            found |= square
        squares = without_lowest(squares)
    return found


@kernel
def _pick_square(own: Bits, opp: Bits, squares: Bits, strategy: Any, look: int, state: Bits) -> tuple[Bits, Bits]:
    found = squares
    if look == 0 and strategy.is_plain != 0:
        found = _worthiest_area(squares, strategy)
    elif without_lowest(squares) != ZERO:
        found = _worthiest(own, opp, squares, strategy, look)
    if strategy.counts != 0:
        found = _most_discs(own, opp, found)
    return _any_of(found, state)


@implement(pick, Othello, None, None, None, None)
def _pick_othello(position: Othello, strategy: Any, board: Any, look: int, state: Bits) -> tuple[Bits, Bits]:
    squares = placements(position.own, position.opp)
    if squares == ZERO:
        return PASS, state
    return _pick_square(position.own, position.opp, squares, strategy, look, state)


@implement(play_out, Othello, None, None, None, None, None)
def _play_out_othello(
    position: Othello, first: Any, second: Any, board: Any, look: int, state: Bits
) -> tuple[int, Bits]:
    own, opp = position.own, position.opp
    is_first, has_passed = True, False
    while True:
        squares = placements(own, opp)
        if squares != ZERO:
            has_passed = False
            if is_first:
                square, state = _pick_square(own, opp, squares, first, look, state)
            else:
                square, state = _pick_square(own, opp, squares, second, look, state)
            turned = flips(own, opp, square)
            own, opp = own ^ turned ^ square, opp ^ turned
        elif has_passed:
            break
        else:
            has_passed = True
        own, opp, is_first = opp, own, not is_first
    lead = popcount(own) - popcount(opp)
    return (lead if is_first else -lead), state


# Checkers


@implement(pick, Checkers, None, None, None, None)
def _pick_checkers(position: Checkers, strategy: Any, board: Any, look: int, state: Bits) -> tuple[Bits, Bits]:
    choice, side = moves(position), np.int64(position.colour)
    best: Any = LEAST
    chosen, equals = ZERO, 0
    while not is_none(choice):
        move, choice = pop(position, choice)
        worth = np.int64(strategy.worths[side, np.int64((move >> TO) & SIX_BITS)])
        if board.leaving != 0:
            worth -= np.int64(strategy.worths[side, np.int64((move >> FROM) & SIX_BITS)])
        worth *= SQUARES
        if strategy.counts != 0:
            worth += popcount(move & CAPTURED)
        if worth > best:
            best, chosen, equals = worth, move, 1
        elif worth == best:
            equals += 1
            drawn, state = next_random(state)
            if below(drawn, word(equals)) == ZERO:
                chosen = move
    return chosen, state


@implement(play_out, Checkers, None, None, None, None, None)
def _play_out_checkers(
    position: Checkers, first: Any, second: Any, board: Any, look: int, state: Bits
) -> tuple[int, Bits]:
    is_first = True
    for _ in range(board.ply_limit):
        if is_none(moves(position)):
            return (-WON if is_first else WON), state
        if is_first:
            move, state = pick(position, first, board, look, state)
        else:
            move, state = pick(position, second, board, look, state)
        position = play(position, move)
        is_first = not is_first
    own, opp, kings = position.own, position.opp, position.kings
    lead = 2 * (popcount(own) - popcount(opp)) + popcount(own & kings) - popcount(opp & kings)
    return (lead if is_first else -lead), state


# For Python


@entry
def write_strategy(strategy: Any, board: Any) -> None:
    """Write out the rest of a strategy whose values are known."""
    express(strategy, board)


@entry
def strategy_move(position: Any, strategy: Any, board: Any, look: int, state: Bits) -> tuple[Bits, Bits]:
    """One move of a strategy and the state of the random stream after it."""
    return pick(position, strategy, board, look, state)
