"""What every game tells the kernels: eight generic functions.

A position is a NamedTuple of words (or tuples of words), seen from the side to move. A move is one 64-bit word whose
meaning is the game's own. A set of moves is a value, not an array: `pop` takes them out one by one, so nothing is
allocated while a tree is walked.
"""

from typing import Any

from ludogen.kernels.bits import below, next_random, word
from ludogen.kernels.dispatch import Bits, generic, implement

__all__ = ["count", "hash_of", "is_none", "is_over", "moves", "outcome", "play", "pop", "random_move"]


@generic
def moves(position: Any) -> Any:
    """The set of legal moves. A pass is in it where the rules allow one; an empty set means that the game is over."""


@generic
def is_none(choice: Any) -> bool:
    """Is the set empty?"""
    raise NotImplementedError


@generic
def pop(position: Any, choice: Any) -> tuple[Bits, Any]:
    """The first move of a set that is not empty, and the rest of the set."""
    raise NotImplementedError


@generic
def count(position: Any) -> int:
    """How many legal moves there are."""
    raise NotImplementedError


@generic
def play(position: Any, move: Bits) -> Any:
    """The position after a legal move, seen from the side to move there."""


@generic
def is_over(position: Any) -> bool:
    """Has the side to move no legal move? As is_none(moves(position)), where that can be told for less."""
    raise NotImplementedError


@generic
def outcome(position: Any) -> int:
    """The result of a finished game for the side to move: discs ahead, half points ahead, or -1 for a lost game."""
    raise NotImplementedError


@generic
def random_move(position: Any, state: Bits) -> tuple[Bits, Bits]:
    """One of the legal moves, each equally likely, and the new state of the random stream; the game is not over."""
    raise NotImplementedError


@generic
def hash_of(position: Any) -> Bits:
    """A 64-bit hash of the position, the same on every machine and in every version."""
    raise NotImplementedError


def draw_from_set(position: Any, state: Bits) -> tuple[Bits, Bits]:
    """`random_move` for games whose sets are cheap: draw a number, pop up to it."""
    choice = moves(position)
    random, state = next_random(state)
    skip = below(random, word(count(position)))
    move, choice = pop(position, choice)
    for _ in range(skip):
        move, choice = pop(position, choice)
    return move, state


def draw_from_set_for(*games: type) -> None:
    """Let these games draw random moves from their sets."""
    for game in games:
        implement(random_move, game, Bits)(draw_from_set)
