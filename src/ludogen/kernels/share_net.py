"""Nets that estimate White's share of the discs at the end of an Othello game, or White's chance to win it.

White maximises the output f, Black minimises it: the value for the side to move is f - 0.5 for White and 0.5 - f for
Black, and a finished game has its exact share on this scale, or 1, 0.5, 0 for nets that play to win.

A position does not tell who is White, so who is to move is carried along the tree with the sums of the net; a move
changes these by one disc and the discs it turns. Three generic functions say how; `estimates_share` does the rest.
"""

from typing import Any, NamedTuple

import numpy as np

from ludogen.kernels.bits import ONE, popcount
from ludogen.kernels.dispatch import Bits, generic, implement, kernel
from ludogen.kernels.evaluation import carried_after, carried_at, evaluate, final_value
from ludogen.kernels.othello import PASS, Othello, flips

__all__ = [
    "MOST_PHASES",
    "Carried",
    "estimates_share",
    "final_share",
    "phase_of",
    "share_from",
    "sums_after",
    "sums_at",
]

MOST_PHASES = 6
FIRST_DISCS, COUNTS_OF_DISCS = 4, 61
F0, HALF, F1 = np.float32(0), np.float32(0.5), np.float32(1)


@generic
def sums_at(evaluator: Any, white: Bits, black: Bits) -> Any:
    """What is carried along of a position."""


@generic
def sums_after(evaluator: Any, sums: Any, side: Bits, move: Bits, turned: Bits) -> Any:
    """The sums after a disc of this side (1 is White) that turns these others."""


@generic
def share_from(evaluator: Any, sums: Any, discs: int) -> np.float32:
    """What the net estimates, by the sums of a position with so many discs."""
    raise NotImplementedError


class Carried(NamedTuple):
    """What searches carry: the sums, and whether White is to move."""

    sums: Any
    white_to_move: Bits


@kernel
def phase_of(discs: int, phases: int) -> int:
    """The part of the game, 0..phases-1, by the number of discs: parts of equal length."""
    return max(discs - FIRST_DISCS, 0) * phases // COUNTS_OF_DISCS


@kernel
def final_share(white: Bits, black: Bits, plays_to_win: bool) -> np.float32:
    """W / (W + B), the value of a finished game (Singer 2001, section 1.3); or 1, 0.5, 0."""
    owned, lost = popcount(white), popcount(black)
    if plays_to_win:
        return F1 if owned > lost else F0 if owned < lost else HALF
    return np.float32(owned) / np.float32(max(1, owned + lost))


def _carried_at(position: Othello, evaluator: Any, side: Bits) -> Carried:
    own, opp = position
    white, black = (own, opp) if side == ONE else (opp, own)
    return Carried(sums_at(evaluator, white, black), side)


def _carried_after(position: Othello, move: Bits, evaluator: Any, carried: Carried) -> Carried:
    sums, white_to_move = carried
    if move != PASS:
        turned = flips(position.own, position.opp, move)
        sums = sums_after(evaluator, sums, white_to_move, move, turned)
    return Carried(sums, white_to_move ^ ONE)


def _evaluate(position: Othello, evaluator: Any, carried: Carried) -> np.float32:
    share = share_from(evaluator, carried.sums, popcount(position.own | position.opp))
    return np.float32(share - HALF if carried.white_to_move == ONE else HALF - share)


def _final_value(position: Othello, evaluator: Any, carried: Carried, ply: int) -> np.float32:
    # W / (W + B) - 0.5 for White and 0.5 minus it for Black: the mover's own share either way.
    return final_share(position.own, position.opp, evaluator.net.plays_to_win != F0) - HALF


def estimates_share(evaluator: type) -> None:
    """Let a net whose record has `plays_to_win`, and for which the three functions are there, evaluate for searches."""
    implement(carried_at, Othello, evaluator, Bits)(_carried_at)
    implement(carried_after, Othello, Bits, evaluator, None)(_carried_after)
    implement(evaluate, Othello, evaluator, None)(_evaluate)
    implement(final_value, Othello, evaluator, None, None)(_final_value)
