"""Othello endgames by brute force: every line of play to the end, in plain fractions."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from tests.naive.othello import Move, Position, discs, legal_moves, play

__all__ = ["TARGETS", "Target", "best", "discs_ahead", "discs_and_empties_ahead", "share", "size", "win"]

Target = Callable[[int, int], Fraction]  # value of a finished game for a side, from its discs and the other's


def discs_ahead(own: int, opp: int) -> Fraction:
    return Fraction(own - opp)


def discs_and_empties_ahead(own: int, opp: int) -> Fraction:
    """The winner gets the empty squares."""
    empty = 64 - own - opp
    return Fraction(own - opp + (empty if own > opp else -empty if own < opp else 0))


def win(own: int, opp: int) -> Fraction:
    return Fraction((own > opp) - (own < opp))


def share(own: int, opp: int) -> Fraction:
    return Fraction(own, own + opp)


TARGETS: tuple[Target, ...] = (discs_ahead, discs_and_empties_ahead, win, share)


@cache
def children(position: Position) -> tuple[tuple[Move, Position], ...]:
    return tuple((move, play(position, move)) for move in legal_moves(position))


@cache
def value(position: Position, mine: str, target: Target) -> Fraction:
    """Value for one colour if both sides play best, each for the most of its own."""
    after = children(position)
    if not after:
        black, white = discs(position)
        return target(black, white) if mine == "b" else target(white, black)
    choose = max if position.mover == mine else min
    return choose(value(child, mine, target) for _, child in after)


def best(position: Position, target: Target) -> tuple[Fraction, set[Move]]:
    """Value for the side to move, and all moves that reach it (none if the game is over)."""
    most = value(position, position.mover, target)
    return most, {move for move, child in children(position) if value(child, position.mover, target) == most}


def size(position: Position, limit: int) -> int:
    """Number of positions in the tree, or a number beyond the limit."""
    found = 1
    for _, child in children(position):
        if found > limit:
            break
        found += size(child, limit - found)
    return found
