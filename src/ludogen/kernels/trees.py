"""GP trees of Frankland & Pillay 2015 (section III): made, crossed, mutated, pruned, all in compiled code.

A tree is an array of int16 in prefix order, every node before its arguments. A function node is the number of its
arguments: fArg2 is 2, fArg3 is 3. A terminal is 64 * (kind + 1) + value. Kinds 0 to 8 are tBH1 to tBH9, then come
tCnrH, tEdgH and tCntH, whose value is 0 (false) or 1 (true). The last two are not the paper's: tMobH and tFroH say how
much few replies and few frontier discs are worth.
"""

from typing import Any

import numpy as np

from ludogen.kernels.bits import ONE, ZERO, below, index_of, next_random, popcount, without_lowest, word
from ludogen.kernels.dispatch import Bits, entry, kernel

__all__ = [
    "AREAS",
    "CORNERS",
    "COUNT",
    "DEEPEST_FIRST",
    "DEEPEST_TREE",
    "EDGES",
    "FRONTIER",
    "HIGHEST",
    "KINDS",
    "MOBILITY",
    "MOST_NODES",
    "ROOM",
    "arguments_of",
    "chosen_values",
    "cross",
    "cross_trees",
    "kind_of",
    "mutate",
    "mutate_tree",
    "new_tree",
    "prune",
    "prune_tree",
    "random_tree",
    "subtree_end",
    "value_at",
    "values_of",
]

AREAS = 9
CORNERS, EDGES, COUNT, MOBILITY, FRONTIER = 9, 10, 11, 12, 13
KINDS = 14
HIGHEST = 32  # value of a terminal: 1 to 32 (section III.A)
DEEPEST_TREE = 6
MOST_NODES = (3 ** (DEEPEST_TREE + 1) - 1) // 2  # of a full tree of fArg3
ROOM = 2 * MOST_NODES  # for an offspring before it is pruned
TERMINAL_BITS = 6
VALUE = 63
LEVEL_BITS, LEVEL = 4, 15
DEEPEST_FIRST = 0  # a way to prune; any other number: function nodes by lot


@kernel
def arguments_of(node: Any) -> Any:
    """How many arguments a node takes."""
    return np.int64(node) if node <= VALUE else 0


@kernel
def kind_of(node: Any) -> Any:
    """The kind of a terminal."""
    return (np.int64(node) >> TERMINAL_BITS) - 1


@kernel
def value_at(node: Any) -> Any:
    """The value of a terminal."""
    return np.int64(node) & VALUE


@kernel
def _random_terminal(kinds: Bits, highest: int, state: Bits) -> tuple[Any, Bits]:
    """A terminal of any of the kinds whose bits are set, each equally likely, with a random value."""
    drawn, state = next_random(state)
    for _ in range(below(drawn, word(popcount(kinds)))):
        kinds = without_lowest(kinds)
    kind = np.int64(index_of(kinds))
    drawn, state = next_random(state)
    if CORNERS <= kind <= COUNT:
        value = np.int64(below(drawn, Bits(2)))
    else:
        value = np.int64(1) + np.int64(below(drawn, word(highest)))
    return ((kind + 1) << TERMINAL_BITS) + value, state


@kernel
def random_tree(
    code: Any, start: int, depth: Any, is_full: bool, kinds: Bits, highest: int, share: Any, state: Bits
) -> tuple[int, Bits]:
    """Write a random tree from `start` on; where it ends, and the state of the random stream.

    A full tree has all its terminals at the depth, one that grows has them there or above: of `share[1]` nodes that may
    be either, `share[0]` are functions. The root is a function (Koza 1992).
    """
    at, level = start, 0
    pending = np.int64(1)  # nodes to be written, four bits for each level
    while level >= 0:
        is_function = level < depth
        if is_function and not is_full and level > 0:
            drawn, state = next_random(state)
            is_function = np.int64(below(drawn, word(share[1]))) < share[0]
        pending -= np.int64(1) << LEVEL_BITS * level
        if is_function:
            drawn, state = next_random(state)
            arguments = 2 + np.int64(below(drawn, Bits(2)))
            code[at] = arguments
            level += 1
            pending += np.int64(arguments) << LEVEL_BITS * level
        else:
            code[at], state = _random_terminal(kinds, highest, state)
        at += 1
        while level >= 0 and (pending >> LEVEL_BITS * level) & LEVEL == 0:
            level -= 1
    return at, state


@kernel
def subtree_end(code: Any, start: Any) -> Any:
    """Where the subtree that begins at `start` ends."""
    needed, at = 1, start
    while needed > 0:
        needed += arguments_of(code[at]) - 1
        at += 1
    return at


@kernel
def _swapped(one: Any, size: int, start: Any, end: Any, other: Any, first: Any, last: Any, child: Any) -> int:
    """One tree with another's part in place of its own; the child's size."""
    at = 0
    for i in range(start):
        child[at] = one[i]
        at += 1
    for i in range(first, last):
        child[at] = other[i]
        at += 1
    for i in range(end, size):
        child[at] = one[i]
        at += 1
    return at


@kernel
def cross(
    one: Any, one_size: int, other: Any, other_size: int, child: Any, twin: Any, state: Bits
) -> tuple[int, int, Bits]:
    """Swap two subtrees, any nodes of both trees their roots; the sizes of both offspring."""
    drawn, state = next_random(state)
    start = np.int64(below(drawn, word(one_size)))
    drawn, state = next_random(state)
    first = np.int64(below(drawn, word(other_size)))
    end, last = subtree_end(one, start), subtree_end(other, first)
    child_size = _swapped(one, one_size, start, end, other, first, last, child)
    twin_size = _swapped(other, other_size, first, last, one, start, end, twin)
    return child_size, twin_size, state


@kernel
def mutate(
    one: Any, size: int, depth: int, kinds: Bits, highest: int, share: Any, spare: Any, child: Any, state: Bits
) -> tuple[Any, Bits]:
    """Replace the subtree at any node by a new one that grows up to this depth, with a function or, at depth 0, a
    terminal as its root; the child's size. The depth is drawn, so that single terminals are among them.
    """
    drawn, state = next_random(state)
    start = np.int64(below(drawn, word(size)))
    drawn, state = next_random(state)
    height = np.int64(below(drawn, word(depth + 1)))
    length, state = random_tree(spare, 0, height, False, kinds, highest, share, state)
    return _swapped(one, size, start, subtree_end(one, start), spare, 0, length, child), state


@kernel
def _replace(code: Any, size: int, start: int) -> Any:
    """Replace the function node at `start` by the rightmost terminal below it; the size that is left."""
    end = subtree_end(code, start)
    code[start] = code[end - 1]
    for i in range(end, size):
        code[start + 1 + i - end] = code[i]
    return size - (end - start) + 1


@kernel
def _prune_level(code: Any, size: int, depths: Any, deepest: int, limit: int) -> int:
    """Replace function nodes at the greatest depth, those on the right first, until the tree is small enough."""
    left = size
    at = size  # what is kept is gathered at the right end
    for i in range(size - 1, -1, -1):
        arguments = arguments_of(code[i])
        if arguments > 0 and depths[i] == deepest and left > limit:
            at += arguments - 1  # all but the last of its arguments, which are terminals
            left -= arguments
        else:
            at -= 1
            code[at], depths[at] = code[i], depths[i]
    for i in range(left):
        code[i], depths[i] = code[at + i], depths[at + i]
    return left


@kernel
def _note_depths(code: Any, size: int, depths: Any, waiting: Any) -> int:
    """Fill in the depth of every node; that of the deepest function node."""
    depth, deepest = 0, -1
    waiting[0] = 1
    for i in range(size):
        depths[i] = depth
        waiting[depth] -= 1
        arguments = arguments_of(code[i])
        if arguments > 0:
            deepest = max(deepest, depth)
            depth += 1
            waiting[depth] = arguments
        while depth >= 0 and waiting[depth] == 0:
            depth -= 1
    return deepest


@kernel
def prune(code: Any, size: int, limit: int, way: int, depths: Any, waiting: Any, state: Bits) -> tuple[int, Bits]:
    """Replace function nodes by the rightmost terminal below each (section III.C) until the tree has no more nodes than
    the limit: the deepest first, or any.
    """
    if size > limit and way == DEEPEST_FIRST:
        deepest = _note_depths(code, size, depths, waiting)
        while size > limit:
            size = _prune_level(code, size, depths, deepest, limit)
            deepest -= 1
    while size > limit:
        functions = 0
        for i in range(size):
            functions += int(arguments_of(code[i]) > 0)
        drawn, state = next_random(state)
        left = np.int64(below(drawn, word(functions)))
        place = 0
        while arguments_of(code[place]) == 0 or left > 0:
            left -= int(arguments_of(code[place]) > 0)
            place += 1
        size = _replace(code, size, place)
    return size, state


@kernel
def chosen_values(code: Any, size: int, lots: Bits, values: Any) -> None:
    """What a tree says of each kind: 0 where it says nothing; of several values the first, or where the bit of the kind
    is set in `lots` the last (section III.A).
    """
    for kind in range(KINDS):
        values[kind] = -1
    for i in range(size):
        if arguments_of(code[i]) == 0:
            kind = kind_of(code[i])
            if values[kind] < 0 or lots & (ONE << word(kind)) != ZERO:
                values[kind] = value_at(code[i])
    for kind in range(KINDS):
        values[kind] = max(0, values[kind])


# For Python: to look at, and to test


@entry
def new_tree(
    code: Any, depth: int, is_full: bool, kinds: Bits, highest: int, functions: int, of: int, state: Bits
) -> int:
    """Write a random tree; its size."""
    size: int = random_tree(code, 0, depth, is_full, kinds, highest, (functions, of), state)[0]
    return size


@entry
def cross_trees(one: Any, other: Any, child: Any, twin: Any, state: Bits) -> tuple[int, int]:
    """Cross two trees that fill their arrays; the sizes of both offspring."""
    child_size, twin_size, _ = cross(one, one.shape[0], other, other.shape[0], child, twin, state)
    return child_size, twin_size


@entry
def mutate_tree(
    one: Any, depth: int, kinds: Bits, highest: int, functions: int, of: int, spare: Any, child: Any, state: Bits
) -> int:
    """Mutate a tree that fills its array; the child's size."""
    size: int = mutate(one, one.shape[0], depth, kinds, highest, (functions, of), spare, child, state)[0]
    return size


@entry
def prune_tree(code: Any, size: int, limit: int, way: int, depths: Any, waiting: Any, state: Bits) -> int:
    """Prune a tree where it stands; the size that is left."""
    size, _ = prune(code, size, limit, way, depths, waiting, state)
    return size


@entry
def values_of(code: Any, lots: Bits, values: Any) -> None:
    """Fill in what a tree that fills its array says of each kind."""
    chosen_values(code, code.shape[0], lots, values)
