"""What both searches share: limits, the principal variation, and how far jumps extend a search."""

from typing import Any, NamedTuple

import numpy as np

from ludogen.kernels.bits import ZERO, below, next_random, word
from ludogen.kernels.checkers import Checkers, has_jump
from ludogen.kernels.dispatch import Bits, generic, implement, kernel
from ludogen.kernels.go import Go
from ludogen.kernels.othello import Othello
from ludogen.kernels.rules import is_none, moves, pop

__all__ = [
    "DEEPEST",
    "FIRST_PLY",
    "HUGE",
    "MOST_MOVES",
    "NO_EXTENSION",
    "Extension",
    "enter",
    "extend",
    "list_moves",
    "note_line",
    "shuffle",
]

FIRST_PLY: Any = np.int64(1)  # not a literal: a cached recursive kernel that is called with one crashes when loaded
DEEPEST = 64  # plies below the root, extensions among them
MOST_MOVES = 1024  # more than any position of our games has
HUGE = np.float32(1e9)  # beyond every value; finite, see WIN

# Fields that every search's working record begins with.
COMMON_FIELDS: list[tuple[Any, ...]] = [
    ("nodes", "i8"),
    ("node_limit", "i8"),
    ("stop", "i8"),  # set from outside, or by the node limit
    ("line_length", "i8", (DEEPEST + 2,)),
    ("line", "u8", (DEEPEST + 2, DEEPEST + 2)),  # principal variation of each ply, from that ply on
]


class Extension(NamedTuple):
    """How often a path may be made two plies longer by jumps (Chellapilla & Fogel 2001, "Background and Method").

    The paper sets no bound; without one the tree explodes, so each path has a budget.
    """

    at_leaf: int  # where the last position leaves a jump that must be made
    inside: int  # where a jump must be made before that
    until_quiet: bool  # instead of at_leaf: go on at the leaves until no jump is left


NO_EXTENSION = Extension(0, 0, False)


@generic
def extend(position: Any, depth: int, extension: Extension) -> tuple[int, Extension]:
    """Depth and budgets after jumps in this position have been looked at."""
    raise NotImplementedError


@implement(extend, Checkers, None, None)
def _extend_checkers(position: Checkers, depth: int, extension: Extension) -> tuple[int, Extension]:
    if not has_jump(position):
        return depth, extension
    at_leaf, inside, until_quiet = extension
    if depth > 0:
        if inside > 0:
            return depth + 2, Extension(at_leaf, inside - 1, until_quiet)
        return depth, extension
    if until_quiet:
        return 1, extension
    if at_leaf > 0:
        return depth + 2, Extension(at_leaf - 1, inside, until_quiet)
    return depth, extension


def _extend_nothing(position: Any, depth: int, extension: Extension) -> tuple[int, Extension]:
    return depth, extension


implement(extend, Othello, None, None)(_extend_nothing)
implement(extend, Go, None, None)(_extend_nothing)


@kernel
def enter(work: Any) -> bool:
    """Count a node; False if the search must stop."""
    work.nodes += 1
    if work.nodes >= work.node_limit:
        work.stop = 1
    return bool(work.stop == 0)


@kernel
def note_line(work: Any, ply: int, move: Bits) -> None:
    """The best line at this ply is the move and the best line one ply below."""
    length = work.line_length[ply + 1]
    work.line[ply, 0] = move
    for i in range(length):
        work.line[ply, i + 1] = work.line[ply + 1, i]
    work.line_length[ply] = length + 1


@kernel
def list_moves(position: Any, listed: "np.ndarray[Any, Any]") -> int:
    """Write the legal moves into an array that is long enough; their number."""
    choice = moves(position)
    number = 0
    while not is_none(choice):
        listed[number], choice = pop(position, choice)
        number += 1
    return number


@kernel
def shuffle(listed: "np.ndarray[Any, Any]", number: int, state: Bits) -> None:
    """Shuffle the first entries; with state 0 leave them as they are."""
    if state == ZERO:
        return
    for last in range(number - 1, 0, -1):
        random, state = next_random(state)
        other = below(random, word(last + 1))
        listed[last], listed[other] = listed[other], listed[last]
