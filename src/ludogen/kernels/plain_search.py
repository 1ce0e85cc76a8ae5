"""Alpha-beta as the papers used it: fixed depth, no table, moves in the order the rules give them.

What it plays depends on position, evaluator, depth and budgets alone. Of equally good moves it plays the first; with a
random state the root moves are shuffled first, so that each of the best is equally likely.
"""

from typing import Any

import numpy as np

from ludogen.kernels.dispatch import Bits, entry, kernel
from ludogen.kernels.evaluation import carried_after, carried_at, evaluate, final_value, pays_to_order
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
        ("root_moves", "u8", (MOST_MOVES,)),
        ("root_values", "f4", (MOST_MOVES,)),
        ("killers", "u8", (DEEPEST + 2,)),
        ("moves", "u8", (DEEPEST + 2, MOST_MOVES)),
    ]
)
NOTHING = np.float32(0)


def plain_work(node_limit: int = 1 << 62) -> Any:
    """A working record for one thread."""
    return new_record(PLAIN_WORK, node_limit=node_limit)


@kernel
def _killer_first(listed: Any, number: int, killer: Bits) -> None:
    """Try first what has cut off last at this ply. It changes which nodes are looked at, but no value of a root move
    that is the best so far, and so no choice.
    """
    for i in range(1, number):
        if listed[i] == killer:
            listed[i] = listed[0]
            listed[0] = killer
            break


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
        _killer_first(work.moves[ply], number, work.killers[ply])
    best, tried = -HUGE, 0
    while tried < number if is_ordered else not is_none(choice):
        if is_ordered:
            move = work.moves[ply, tried]
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
                        work.killers[ply] = move
                    break
    return best


@kernel
def best_move(
    position: Any, side: Bits, evaluator: Any, depth: int, extension: Extension, shuffling: Bits, work: Any
) -> tuple[Bits, np.float32]:
    """The best move for `side` in a position that is not over, and its value. Stopped early: the best so far."""
    number = list_moves(position, work.root_moves)
    shuffle(work.root_moves, number, shuffling)
    carried = carried_at(position, evaluator, side)
    depth, extension = extend(position, depth, extension)
    best, chosen = -HUGE, work.root_moves[0]
    work.line_length[0] = 0
    for i in range(number):
        move = work.root_moves[i]
        below = carried_after(position, move, evaluator, carried)
        value = -_value(play(position, move), evaluator, below, depth - 1, -HUGE, -best, FIRST_PLY, extension, work)
        if work.stop != 0 and i > 0:
            break
        if value > best:
            best, chosen = value, move
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
