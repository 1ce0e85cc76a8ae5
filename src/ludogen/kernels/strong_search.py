"""Alpha-beta to play well: iterative deepening, a transposition table, ordered moves, principal variation search.

Values are those of the plain search at the same depth: the table answers only for the very same depth and budgets.
Which of equally good moves is played may differ. The search is a function of its arguments: what an earlier search
left in the table is not looked at.
Limits: nodes by count, time by a flag that another thread sets in the working record; both are looked at in every node.
"""

from typing import Any, NamedTuple

import numpy as np

from ludogen.kernels.bits import ZERO
from ludogen.kernels.checkers import Checkers
from ludogen.kernels.checkers_tables import CheckersTables, probe
from ludogen.kernels.dispatch import Bits, entry, generic, implement, kernel
from ludogen.kernels.evaluation import MARGIN_WEIGHT, WIN, carried_after, carried_at, evaluate, final_value
from ludogen.kernels.go import Go
from ludogen.kernels.move_order import ORDER_FIELDS, forget_cuts, note_cut, order_moves, take_best
from ludogen.kernels.othello import Othello
from ludogen.kernels.records import new_record, record_type
from ludogen.kernels.rules import hash_of, is_none, is_over, moves, play, pop
from ludogen.kernels.search import (
    COMMON_FIELDS,
    DEEPEST,
    FIRST_PLY,
    HUGE,
    Extension,
    enter,
    extend,
    list_moves,
    note_line,
)
from ludogen.kernels.transposition import AT_LEAST, AT_MOST, ENTRY, EXACT, TABLE_SIZE, from_here, store, stored_value

__all__ = ["NO_TABLES", "STRONG_WORK", "NoTables", "known_value", "search_deeper", "strong_search", "strong_work"]

STRONG_WORK = record_type(
    [
        *COMMON_FIELDS,
        ("age", "i4"),
        ("estimates", "i8"),  # positions evaluated before the game was over
        *ORDER_FIELDS,
        ("table", ENTRY, (TABLE_SIZE,)),
    ]
)
NOTHING = np.float32(0)
TABLE_MARGIN = MARGIN_WEIGHT  # of a game won by one


def strong_work() -> Any:
    """A working record for one thread."""
    return new_record(STRONG_WORK)


class NoTables(NamedTuple):
    """Nothing is known without search."""

    nothing: int


NO_TABLES = NoTables(0)


@generic
def known_value(position: Any, tables: Any, ply: int) -> tuple[bool, np.float32]:
    """Is the exact value of the position known without search, and what is it?"""
    raise NotImplementedError


def _nothing_known(position: Any, tables: NoTables, ply: int) -> tuple[bool, np.float32]:
    return False, NOTHING


for _game in (Othello, Checkers, Go):
    implement(known_value, _game, NoTables, None)(_nothing_known)


@implement(known_value, Checkers, CheckersTables, None)
def _checkers_known(position: Checkers, tables: CheckersTables, ply: int) -> tuple[bool, np.float32]:
    is_known, result, plies = probe(position, tables)
    # As `win_value` will see the end of the game.
    return is_known, np.float32(result) * (WIN + TABLE_MARGIN - np.float32(ply + plies))


@kernel
def _budgets(extension: Extension) -> int:
    return extension.at_leaf * 64 + extension.inside * 2 + int(extension.until_quiet)


@kernel
def _leaf_value(position: Any, evaluator: Any, tables: Any, carried: Any, ply: int, work: Any) -> np.float32:
    work.line_length[ply] = 0
    if not enter(work):
        return NOTHING
    is_known, known = known_value(position, tables, ply)
    if is_known:
        return known
    if is_over(position):
        return final_value(position, evaluator, carried, ply)
    work.estimates += 1
    return evaluate(position, evaluator, carried)


@kernel
def _value(  # noqa: PLR0912, PLR0915  # the steps of one search node belong together
    position: Any,
    evaluator: Any,
    tables: Any,
    carried: Any,
    depth: int,
    alpha: np.float32,
    beta: np.float32,
    ply: int,
    extension: Extension,
    work: Any,
) -> np.float32:
    """Fail-soft value by principal variation search."""
    work.line_length[ply] = 0
    if not enter(work):
        return NOTHING
    is_known, known = known_value(position, tables, ply)
    if is_known:
        return known
    depth, extension = extend(position, depth, extension)
    if depth <= 0 or ply >= DEEPEST:
        if is_over(position):
            return final_value(position, evaluator, carried, ply)
        work.estimates += 1
        return evaluate(position, evaluator, carried)
    if depth == 1:
        choice = moves(position)
        if is_none(choice):
            return final_value(position, evaluator, carried, ply)
        best = -HUGE
        while not is_none(choice):
            move, choice = pop(position, choice)
            child = play(position, move)
            below = carried_after(position, move, evaluator, carried)
            if extend(child, 0, extension)[0] == 0:
                # Most nodes are leaves: a call for each would cost more than they do.
                value = -_leaf_value(child, evaluator, tables, below, ply + 1, work)
            else:
                value = -_value(child, evaluator, tables, below, depth - 1, -beta, -alpha, ply + 1, extension, work)
            if work.stop != 0:
                return NOTHING
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    note_line(work, ply, move)
                    if value >= beta:
                        break
        return best
    # Near the leaves a table costs more than it saves: it is asked from depth 3 on; moves are ordered from depth 2 on.
    key, budgets = ZERO, _budgets(extension)
    if depth > 2:
        key = hash_of(position)
        is_stored, stored = stored_value(key, depth, budgets, alpha, beta, ply, work)
        if is_stored:
            return stored
    number = list_moves(position, work.moves[ply])
    if number == 0:
        return final_value(position, evaluator, carried, ply)
    order_moves(position, key, number, ply, depth > 2, work)
    best, chosen, lowest, estimates = -HUGE, work.moves[ply, 0], alpha, work.estimates
    edge = np.nextafter(alpha, HUGE)
    for i in range(number):
        move = take_best(ply, i, number, work)
        child = play(position, move)
        below = carried_after(position, move, evaluator, carried)
        if i == 0:
            value = -_value(child, evaluator, tables, below, depth - 1, -beta, -alpha, ply + 1, extension, work)
        else:
            # A move that is no better is refuted in a window without width; only one that is gets the whole window.
            value = -_value(child, evaluator, tables, below, depth - 1, -edge, -alpha, ply + 1, extension, work)
            if value > alpha and value < beta:
                value = -_value(child, evaluator, tables, below, depth - 1, -beta, -alpha, ply + 1, extension, work)
        if work.stop != 0:
            return NOTHING
        if value > best:
            best, chosen = value, move
            if value > alpha:
                alpha = value
                note_line(work, ply, move)
                if value >= beta:
                    note_cut(position, move, depth, ply, work)
                    break
                edge = np.nextafter(alpha, HUGE)
    if depth == 2:
        return best
    bound = AT_LEAST if best >= beta else EXACT if best > lowest else AT_MOST
    store(key, chosen, from_here(best, ply), depth, budgets, bound, work.estimates > estimates, work)
    return best


@kernel
def _forget(work: Any) -> None:
    work.nodes = 0
    work.estimates = 0
    work.age += 1
    forget_cuts(work)


@kernel
def _root(
    position: Any,
    side: Bits,
    evaluator: Any,
    tables: Any,
    depth: int,
    alpha: np.float32,
    beta: np.float32,
    extension: Extension,
    number: int,
    work: Any,
) -> tuple[bool, np.float32]:
    """One search of the root moves in a window. Has it found a line? And the value, or a bound outside the window.

    The best move comes first from then on.
    """
    carried = carried_at(position, evaluator, side)
    depth, extension = extend(position, depth, extension)
    best, best_at = -HUGE, 0
    work.line_length[0] = 0
    for i in range(number):
        move = work.moves[0, i]
        child = play(position, move)
        below = carried_after(position, move, evaluator, carried)
        value = -HUGE
        if i > 0:
            edge = np.nextafter(alpha, HUGE)
            value = -_value(child, evaluator, tables, below, depth - 1, -edge, -alpha, FIRST_PLY, extension, work)
        if i == 0 or (value > alpha and edge < beta):
            value = -_value(child, evaluator, tables, below, depth - 1, -beta, -alpha, FIRST_PLY, extension, work)
        if work.stop != 0:
            break
        best = max(best, value)
        if value > alpha:
            alpha, best_at = value, i
            note_line(work, 0, move)
            if value >= beta:
                break
    if work.line_length[0] == 0:
        return False, best
    move = work.moves[0, best_at]
    for i in range(best_at, 0, -1):
        work.moves[0, i] = work.moves[0, i - 1]
    work.moves[0, 0] = move
    return True, best


@kernel
def _deepen(
    position: Any,
    side: Bits,
    evaluator: Any,
    tables: Any,
    depth: int,
    expected: np.float32,
    doubt: np.float32,
    extension: Extension,
    number: int,
    work: Any,
) -> tuple[bool, np.float32]:
    """One iteration: first in a window as wide as the value moved last time, then on the side where it fell out."""
    alpha, beta = np.nextafter(expected - doubt, -HUGE), np.nextafter(expected + doubt, HUGE)
    while True:
        found, value = _root(position, side, evaluator, tables, depth, alpha, beta, extension, number, work)
        if work.stop != 0 or (found and value < beta):
            return found, value
        if found:
            alpha, beta = expected, HUGE
        else:
            alpha, beta = -HUGE, np.nextafter(value, HUGE)


@kernel
def search_deeper(
    position: Any,
    side: Bits,
    evaluator: Any,
    tables: Any,
    depth: int,
    node_limit: int,
    extension: Extension,
    is_open: bool,
    work: Any,
) -> tuple[Bits, np.float32, int]:
    """What `strong_search` does, for kernels."""
    _forget(work)
    number = list_moves(position, work.moves[0])
    best, doubt, reached = NOTHING, HUGE, 0
    move = work.moves[0, 0]
    length = 0
    # A search to a given depth deepens by two plies at a time: fewer iterations to pay for.
    pace = 1 if is_open else 2
    for plies in range(1 + (depth + 1) % pace, depth + 1, pace):
        # The first ply is always finished, so that there is a move.
        work.node_limit = node_limit if reached > 0 else 1 << 62
        estimates = work.estimates
        found, value = _deepen(position, side, evaluator, tables, plies, best, doubt, extension, number, work)
        if found:
            doubt = HUGE if reached == 0 else abs(value - best)
            best, move = value, work.moves[0, 0]
            length = work.line_length[0]
            for i in range(length):
                work.line[DEEPEST + 1, i] = work.line[0, i]
        if work.stop != 0:
            break
        reached = plies
        if work.estimates == estimates:  # every line was played to its end
            break
    work.line_length[0] = length
    for i in range(length):
        work.line[0, i] = work.line[DEEPEST + 1, i]
    return move, best, reached


@entry
def strong_search(
    position: Any,
    side: Bits,
    evaluator: Any,
    tables: Any,
    depth: int,
    node_limit: int,
    extension: Extension,
    is_open: bool,
    work: Any,
) -> tuple[Bits, np.float32, int]:
    """Search a position that is not over, ever deeper, up to `depth` plies or (`is_open`) until stopped.

    Returns the best move, its value and the depth of the last iteration that was finished. The caller clears
    `work.stop` before, and may set it from another thread.
    """
    return search_deeper(position, side, evaluator, tables, depth, node_limit, extension, is_open, work)
