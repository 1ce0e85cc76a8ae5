"""An evaluator that remembers: in a tree of few plies many leaves are the same position, reached in another order.

For evaluators that cost much more than a look into a small table, and whose value is a function of position and root.
What is remembered is what would be computed, so nothing changes but the time.
"""

from typing import Any, NamedTuple

import numpy as np

from ludogen.kernels.bits import mix
from ludogen.kernels.checkers import Checkers
from ludogen.kernels.dispatch import Bits, implement
from ludogen.kernels.evaluation import carried_after, carried_at, evaluate, final_value, is_costly
from ludogen.kernels.go import Go
from ludogen.kernels.othello import Othello
from ludogen.kernels.records import new_record, record_type
from ludogen.kernels.rules import hash_of

__all__ = ["Remembering", "new_memory"]

SLOTS = 1 << 14  # as many as stay in a core's own cache
LAST_SLOT = Bits(SLOTS - 1)
SLOT = np.dtype([("key", "u8"), ("value", "f4")], align=True)
MEMORY = record_type([("games", "u8"), ("slots", SLOT, (SLOTS,))])


def new_memory() -> Any:
    """A memory for one thread."""
    return new_record(MEMORY)


class Remembering(NamedTuple):
    """An evaluator with a memory. The salt tells apart what different evaluators think of a position."""

    evaluator: Any
    memory: Any  # from new_memory
    salt: Bits


class WithRoot(NamedTuple):
    """What is carried: what the evaluator carries, and a word for the side to move at the root, who values it so."""

    carried: Any
    root: Bits


def _evaluate(position: Any, evaluator: Remembering, carried: WithRoot) -> np.float32:
    key = hash_of(position) ^ evaluator.salt ^ carried.root
    slot = evaluator.memory.slots[key & LAST_SLOT]
    if slot.key == key:
        return np.float32(slot.value)
    value = evaluate(position, evaluator.evaluator, carried.carried)
    slot.key = key
    slot.value = value
    return value


def _final_value(position: Any, evaluator: Remembering, carried: WithRoot, ply: int) -> np.float32:
    return final_value(position, evaluator.evaluator, carried.carried, ply)


def _carried_at(position: Any, evaluator: Remembering, side: Bits) -> WithRoot:
    return WithRoot(carried_at(position, evaluator.evaluator, side), mix(side))


def _carried_after(position: Any, move: Bits, evaluator: Remembering, carried: WithRoot) -> WithRoot:
    return WithRoot(carried_after(position, move, evaluator.evaluator, carried.carried), carried.root)


for _game in (Othello, Checkers, Go):
    implement(evaluate, _game, Remembering, None)(_evaluate)
    implement(final_value, _game, Remembering, None, None)(_final_value)
    implement(carried_at, _game, Remembering, Bits)(_carried_at)
    implement(carried_after, _game, Bits, Remembering, None)(_carried_after)
is_costly(Remembering)
