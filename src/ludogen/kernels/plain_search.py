"""Alpha-beta as the papers used it: fixed depth, no table.

What it plays depends on position, evaluator, depth and budgets alone. Of equally good moves it plays the first; with a
random state the root moves are shuffled first, so that each of the best is equally likely. Where evaluating costs much
(`pays_to_order`) promising moves are looked at first: fewer nodes, the same choice.
"""

from typing import Any

import numpy as np

from ludogen.kernels.dispatch import Bits, entry, kernel
from ludogen.kernels.evaluation import carried_after, carried_at, evaluate, final_value, pays_to_order
from ludogen.kernels.move_order import (
    FORCING_FIRST,
    FORCING_LAST,
    ORDER_FIELDS,
    forget_cuts,
    note_cut,
    rank_moves,
    take_best,
)
from ludogen.kernels.records import new_record, record_type
from ludogen.kernels.rules import is_none, is_over, moves, play, pop
from ludogen.kernels.search import (
    COMMON_FIELDS,
    DEEPEST,
    FIRST_PLY,
    HUGE,
    MOST_MOVES,
    Extension,
    enter,
    extend,
    list_moves,
    note_line,
    shuffle,
)

__all__ = ["PLAIN_WORK", "best_move", "plain_search", "plain_values", "plain_work", "value_moves"]

PLAIN_WORK = record_type(
    [
        *COMMON_FIELDS,
        *ORDER_FIELDS,
        ("root_moves", "u8", (MOST_MOVES,)),
        ("root_values", "f4", (MOST_MOVES,)),
        ("root_places", "i8", (MOST_MOVES,)),
    ]
)
NOTHING = np.float32(0)


def plain_work(node_limit: int = 1 << 62) -> Any:
    """A working record for one thread."""
    return new_record(PLAIN_WORK, node_limit=node_limit)


@kernel
def _value(
    position: Any,
    evaluator: Any,
    carried: Any,
    depth: int,
    alpha: np.float32,
    beta: np.float32,
    ply: int,
    extension: Extension,
    work: Any,
) -> np.float32:
    """Fail-soft negamax value."""
    work.line_length[ply] = 0
    if not enter(work):
        return NOTHING
    depth, extension = extend(position, depth, extension)
    if depth <= 0 or ply >= DEEPEST:
        if is_over(position):
            return final_value(position, evaluator, carried, ply)
        return evaluate(position, evaluator, carried)
    choice = moves(position)
    if is_none(choice):
        return final_value(position, evaluator, carried, ply)
    is_ordered = pays_to_order(evaluator)
    number = 0
    if is_ordered:
        number = list_moves(position, work.moves[ply])
        # Few replies to a forced jump make a small tree below, but at a leaf they make it two plies deeper.
        rank_moves(position, number, ply, FORCING_FIRST if depth > 1 else FORCING_LAST, work)
    best, tried = -HUGE, 0
    while tried < number if is_ordered else not is_none(choice):
        if is_ordered:
            move = take_best(ply, tried, number, work)
            tried += 1
        else:
            move, choice = pop(position, choice)
        below = carried_after(position, move, evaluator, carried)
        value = -_value(play(position, move), evaluator, below, depth - 1, -beta, -alpha, ply + 1, extension, work)
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                note_line(work, ply, move)
                if value >= beta:
                    if is_ordered:
                        note_cut(position, move, depth, ply, work)
                    break
    return best


@kernel
def _order_root(
    position: Any, evaluator: Any, carried: Any, depth: int, extension: Extension, number: int, work: Any
) -> None:
    """Bring the root moves into the order of their values two plies less deep; `root_places` tells where each was."""
    best = -HUGE
    for i in range(number):
        move = work.root_moves[i]
        below = carried_after(position, move, evaluator, carried)
        value = -_value(play(position, move), evaluator, below, depth - 3, -HUGE, -best, FIRST_PLY, extension, work)
        if work.stop != 0:
            value = -HUGE
        best = max(best, value)
        at = i
        while at > 0 and value > work.root_values[at - 1]:
            work.root_moves[at], work.root_values[at] = work.root_moves[at - 1], work.root_values[at - 1]
            work.root_places[at] = work.root_places[at - 1]
            at -= 1
        work.root_moves[at], work.root_values[at], work.root_places[at] = move, value, i


@kernel
def best_move(
    position: Any, side: Bits, evaluator: Any, depth: int, extension: Extension, shuffling: Bits, work: Any
) -> tuple[Bits, np.float32]:
    """The best move for `side` in a position that is not over, and its value. Stopped early: the best so far."""
    number = list_moves(position, work.root_moves)
    shuffle(work.root_moves, number, shuffling)
    carried = carried_at(position, evaluator, side)
    depth, extension = extend(position, depth, extension)
    for i in range(number):
        work.root_places[i] = i
    if pays_to_order(evaluator):
        forget_cuts(work)
        if depth > 2:
            _order_root(position, evaluator, carried, depth, extension, number, work)
    best, chosen, place = -HUGE, work.root_moves[0], number
    work.line_length[0] = 0
    for i in range(number):
        move, is_earlier = work.root_moves[i], work.root_places[i] < place
        # Of equals the first before ordering is played: what stood before the best so far needs only to be as good.
        bound = np.nextafter(best, -HUGE) if is_earlier else best
        below = carried_after(position, move, evaluator, carried)
        value = -_value(play(position, move), evaluator, below, depth - 1, -HUGE, -bound, FIRST_PLY, extension, work)
        if work.stop != 0 and i > 0:
            break
        if value > bound:
            best, chosen, place = value, move, work.root_places[i]
            note_line(work, 0, move)
    return chosen, best


@kernel
def value_moves(position: Any, side: Bits, evaluator: Any, depth: int, extension: Extension, work: Any) -> int:
    """Fill in `root_moves` and `root_values`, the exact value of each for the side to move; their number.

    A node limit holds for each move.
    """
    number = list_moves(position, work.root_moves)
    carried = carried_at(position, evaluator, side)
    depth, extension = extend(position, depth, extension)
    if pays_to_order(evaluator):
        forget_cuts(work)
    for i in range(number):
        move = work.root_moves[i]
        work.nodes = 0
        work.stop = 0
        below = carried_after(position, move, evaluator, carried)
        child = play(position, move)
        work.root_values[i] = -_value(child, evaluator, below, depth - 1, -HUGE, HUGE, FIRST_PLY, extension, work)
    return number


@entry
def plain_search(
    position: Any, side: Bits, evaluator: Any, depth: int, extension: Extension, shuffling: Bits, work: Any
) -> tuple[Bits, np.float32]:
    """Search a position that is not over, one ply deep or more. Nodes and best line are left in `work`."""
    work.nodes = 0
    work.stop = 0
    return best_move(position, side, evaluator, depth, extension, shuffling, work)


@entry
def plain_values(position: Any, side: Bits, evaluator: Any, depth: int, extension: Extension, work: Any) -> int:
    """Search every move for itself; moves and values are left in `work`."""
    return value_moves(position, side, evaluator, depth, extension, work)
