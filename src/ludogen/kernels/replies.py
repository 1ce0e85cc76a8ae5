"""A mover that remembers its replies: in evolution a searcher meets the same positions again and again.

For movers whose move is a function of the position alone: no chance, the same for both sides. What is remembered is
what would be chosen, so nothing changes but the time. Positions are compared whole, not by a hash.
"""

from typing import Any, NamedTuple

import numpy as np

from ludogen.kernels.dispatch import Bits, implement
from ludogen.kernels.movers import UNKNOWN, choose, without_memory
from ludogen.kernels.othello import Othello
from ludogen.kernels.records import new_record, record_type
from ludogen.kernels.rules import hash_of

__all__ = ["ReplyingMover", "new_replies"]

SLOTS = 1 << 20  # 24 MB; twelve generations of the paper fill 93,000 of them
LAST_SLOT = Bits(SLOTS - 1)
SLOT = np.dtype([("own", "u8"), ("opp", "u8"), ("move", "u8")], align=True)
REPLIES = record_type([("slots", SLOT, (SLOTS,))])


def new_replies() -> Any:
    """An empty memory, for one thread and one mover."""
    return new_record(REPLIES)


class ReplyingMover(NamedTuple):
    """Othello: what another mover chooses, asked once for each position as long as there is room."""

    mover: Any
    replies: Any  # from new_replies


@implement(choose, Othello, ReplyingMover, None, None)
def _choose(position: Othello, mover: ReplyingMover, side: Bits, chance: Bits) -> tuple[Bits, np.float32]:
    # An empty slot equals no position: the side that has just moved has discs.
    slot = mover.replies.slots[hash_of(position) & LAST_SLOT]
    if slot.own == position.own and slot.opp == position.opp:
        return slot.move, UNKNOWN
    move, _ = choose(position, mover.mover, side, chance)
    slot.own = position.own
    slot.opp = position.opp
    slot.move = move
    return move, UNKNOWN


without_memory(ReplyingMover)
