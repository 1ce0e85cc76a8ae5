"""Counting the leaves of the game tree: the proof that the rules are right and the measure of their speed."""

from typing import Any

from ludogen.kernels.dispatch import entry, kernel
from ludogen.kernels.rules import count, is_none, moves, play, pop

__all__ = ["perft"]


@kernel
def _leaves(position: Any, depth: int) -> int:
    """Leaves two or more plies below. The last two plies share a call: a call costs more than counting moves."""
    choice = moves(position)
    if is_none(choice):
        return 1
    found = 0
    while not is_none(choice):
        move, choice = pop(position, choice)
        child = play(position, move)
        found += max(1, count(child)) if depth == 2 else _leaves(child, depth - 1)
    return found


@entry
def perft(position: Any, depth: int) -> int:
    """Number of move sequences of this length (1 or more); a game that ends earlier counts as one."""
    return max(1, count(position)) if depth == 1 else _leaves(position, depth)
