"""The strong search's memory of positions it has searched."""

from typing import Any

import numpy as np

from ludogen.kernels.dispatch import Bits, kernel
from ludogen.kernels.evaluation import WIN

__all__ = ["AT_LEAST", "AT_MOST", "ENTRY", "EXACT", "TABLE_MASK", "TABLE_SIZE", "from_here", "store", "stored_value"]

TABLE_SIZE = 1 << 18
TABLE_MASK = Bits(TABLE_SIZE - 1)
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
SURE = WIN / np.float32(2)  # values beyond are of finished games and hold the distance from the root
NOTHING = np.float32(0)
ENTRY = np.dtype(
    [
        ("key", "u8"),
        ("move", "u8"),
        ("value", "f4"),
        ("depth", "i2"),
        ("budgets", "i2"),
        ("bound", "i1"),
        ("estimated", "i1"),
        ("age", "i4"),  # number of the search that wrote it; others do not look at it
    ],
    align=True,
)


@kernel
def from_here(value: np.float32, ply: int) -> np.float32:
    """A sure value as seen from this position instead of from the root."""
    if value > SURE:
        return value + np.float32(ply)
    if value < -SURE:
        return value - np.float32(ply)
    return value


@kernel
def stored_value(
    key: Bits, depth: int, budgets: int, alpha: np.float32, beta: np.float32, ply: int, work: Any
) -> tuple[bool, np.float32]:
    """Does the table settle this window, and with what value?"""
    stored = work.table[key & TABLE_MASK]
    if stored.key != key or stored.age != work.age or stored.depth != depth or stored.budgets != budgets:
        return False, NOTHING
    value = from_here(stored.value, -ply)
    if stored.bound == EXACT or (value >= beta if stored.bound == AT_LEAST else value <= alpha):
        work.estimates += stored.estimated
        return True, value
    return False, NOTHING


@kernel
def store(
    key: Bits, move: Bits, value: np.float32, depth: int, budgets: int, bound: int, is_estimated: bool, work: Any
) -> None:
    stored = work.table[key & TABLE_MASK]
    stored.key = key
    stored.move = move
    stored.value = value
    stored.depth = depth
    stored.budgets = budgets
    stored.bound = bound
    stored.estimated = int(is_estimated)
    stored.age = work.age
