"""Trees of heuristics: random ones, offspring, and what they say (Frankland & Pillay 2015, section III).

A tree is an array of int16 in prefix order; `kernels/trees.py` says what its numbers mean. All that breeds in play runs
there in compiled code; these are the same operations one by one.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.errors import InvalidInputError
from ludogen.kernels.area_play import STRATEGY, write_strategy
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.records import new_record
from ludogen.kernels.trees import (
    AREAS,
    CORNERS,
    COUNT,
    DEEPEST_FIRST,
    DEEPEST_TREE,
    FRONTIER,
    HIGHEST,
    KINDS,
    MOBILITY,
    MOST_NODES,
    ROOM,
    cross_trees,
    mutate_tree,
    new_tree,
    prune_tree,
    values_of,
)

__all__ = [
    "GROW",
    "PAPERS_KINDS",
    "TERMINALS",
    "Tree",
    "checked_tree",
    "checked_values",
    "crossed",
    "kinds_of",
    "mutated",
    "pruned",
    "random_tree",
    "said",
    "strategy_of",
    "tree_text",
]

Tree = NDArray[np.int16]
TERMINALS = (*(f"tBH{i}" for i in range(1, AREAS + 1)), "tCnrH", "tEdgH", "tCntH", "tMobH", "tFroH")
PAPERS_KINDS = (1 << AREAS + 3) - 1
# Of nodes that may be functions or terminals how many are functions: each of the 2 + 12 labels equally likely, as
# Koza's method to grow has it, or every other.
GROW = {"uniform": (2, 14), "half": (1, 2)}
LOTS = 1 << 63


def kinds_of(mobility: bool, frontier: bool) -> int:
    """The kinds of terminals that trees may have, a bit each."""
    return PAPERS_KINDS | mobility << MOBILITY | frontier << FRONTIER


def random_tree(
    random: np.random.Generator, depth: int, is_full: bool, kinds: int = PAPERS_KINDS, grow: str = "uniform"
) -> Tree:
    """A tree that is full or grows."""
    if not 1 <= depth <= DEEPEST_TREE:
        raise InvalidInputError(f"depth {depth!r} of a tree is not 1..{DEEPEST_TREE}")
    code = np.zeros(MOST_NODES, np.int16)
    return code[: new_tree(code, depth, is_full, Bits(kinds), HIGHEST, *GROW[grow], _word(random))].copy()


def crossed(one: Tree, other: Tree, random: np.random.Generator) -> tuple[Tree, Tree]:
    """Two offspring that have swapped subtrees, not pruned."""
    child, twin = (np.zeros(len(one) + len(other), np.int16) for _ in range(2))
    sizes = cross_trees(one, other, child, twin, _word(random))
    return child[: sizes[0]], twin[: sizes[1]]


def mutated(
    one: Tree, random: np.random.Generator, depth: int = 4, kinds: int = PAPERS_KINDS, grow: str = "uniform"
) -> Tree:
    """A tree with a new subtree, not pruned."""
    spare, child = np.zeros(ROOM, np.int16), np.zeros(len(one) + MOST_NODES, np.int16)
    return child[: mutate_tree(one, depth, Bits(kinds), HIGHEST, *GROW[grow], spare, child, _word(random))].copy()


def pruned(one: Tree, limit: int, way: int = DEEPEST_FIRST, chance: int = 0) -> Tree:
    """The tree with no more nodes than the limit."""
    if limit < 1:
        raise InvalidInputError(f"limit {limit!r} of nodes is not 1 or more")
    code, room = one.copy(), np.zeros((2, len(one) + 1), np.int64)
    return code[: prune_tree(code, len(code), limit, way, room[0], room[1], Bits(chance))].copy()


def said(one: Tree, lots: int = 0) -> NDArray[np.int64]:
    """What a tree says of each kind of terminal: of several values the first, where its bit is set the last."""
    values = np.zeros(KINDS, np.int64)
    values_of(one, Bits(lots), values)
    return values


def strategy_of(values: NDArray[np.int64], board: Any) -> Any:
    """A strategy with these values, written out for play."""
    strategy = new_record(STRATEGY, values=values)
    write_strategy(strategy, board)
    return strategy


def _word(random: np.random.Generator) -> Bits:
    return Bits(int(random.integers(2**64, dtype=np.uint64)))


def _arguments(node: int) -> int:
    return node if node in (2, 3) else 0


def checked_tree(code: NDArray[Any]) -> Tree:
    """A tree out of a file; InvalidInputError if it is none."""
    if code.ndim != 1 or not 1 <= len(code) <= MOST_NODES:
        raise InvalidInputError(f"a tree has 1..{MOST_NODES} nodes, not {code.shape}")
    needed = 1
    for place, number in enumerate(code.tolist()):
        if needed == 0:
            raise InvalidInputError(f"the tree ends before its node {place}")
        if number not in (2, 3) and not _is_terminal(number):
            raise InvalidInputError(f"node {place} of the tree is {number!r}, which is no function and no terminal")
        needed += _arguments(number) - 1
    if needed:
        raise InvalidInputError(f"the tree is not complete: {needed} arguments are missing")
    return code.astype(np.int16)


def _is_terminal(number: int) -> bool:
    if not 64 <= number < 64 * (KINDS + 1):
        return False
    kind, value = number // 64 - 1, number % 64
    return value <= 1 if CORNERS <= kind <= COUNT else 1 <= value <= HIGHEST


def checked_values(tree: Tree, values: NDArray[Any]) -> NDArray[np.int64]:
    """What a tree in a file is said to say; InvalidInputError where it cannot."""
    first, last = said(tree), said(tree, LOTS - 1)
    if values.shape != (KINDS,):
        raise InvalidInputError(f"a tree has {KINDS} values, not {values.shape}")
    for kind, value in enumerate(values.tolist()):
        if value not in (first[kind], last[kind]):
            raise InvalidInputError(
                f"{TERMINALS[kind]} is {value!r}, but the tree says {first[kind]} first and {last[kind]} last"
            )
    return values.astype(np.int64)


def tree_text(tree: Tree) -> str:
    """The tree as text: `fArg2(tBH1=28, fArg2(tCnrH=true, tBH8=16))`."""

    def write(nodes: Iterator[int]) -> str:
        node = next(nodes)
        if _arguments(node):
            return f"fArg{node}({', '.join(write(nodes) for _ in range(node))})"
        kind, value = node // 64 - 1, node % 64
        return f"{TERMINALS[kind]}={str(bool(value)).lower() if CORNERS <= kind <= COUNT else value}"

    return write(iter(tree.tolist()))
