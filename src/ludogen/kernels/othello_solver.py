"""Othello endgames solved exactly: disc difference, win-draw-loss, or share of the discs.

Above a few empty squares the search remembers positions in a table: one numpy record, so that a recursion passes one
pointer. Make a table with `new_table` once a thread and keep it: old entries stay true, for whatever target. With None
for the table nothing is remembered, which is fastest up to ten empty squares and too slow from fourteen.
"""

from typing import Any

import numpy as np

from ludogen.kernels.bits import ONE, ZERO, index_of, popcount
from ludogen.kernels.dispatch import Bits, entry, kernel
from ludogen.kernels.othello import PASS, Othello
from ludogen.kernels.othello_few import score_limit, search_few
from ludogen.kernels.othello_lanes import flips, placements
from ludogen.kernels.othello_order import next_in_order, odd_quadrants, ranked
from ludogen.kernels.othello_targets import BEYOND, DISCS, DISCS_AND_EMPTIES, SHARE, final_score, share_of
from ludogen.kernels.rules import hash_of

__all__ = [
    "UNSOLVED",
    "UNSOLVED_SHARE",
    "new_table",
    "solve",
    "solve_compiled",
    "solve_share",
    "solve_target",
    "solve_wld",
]

UNSOLVED, UNSOLVED_SHARE = -128, -1.0  # values of a solve that met its limit
FEW = 8  # up to here a table costs more than it saves
SLOTS = 1 << 18
LAST_SLOT = Bits(SLOTS - 1)
NO_LIMIT = 1 << 62
SLOT = np.dtype(
    [
        ("own", np.uint64),
        ("opp", np.uint64),
        ("lower", np.int32),
        ("upper", np.int32),
        ("solve", np.int32),  # the number of the solve that wrote it
        ("target", np.uint16),
        ("left", np.uint8),
        ("move", np.uint8),  # the index of the best square
    ]
)
TABLE = np.dtype([("nodes", np.int64), ("limit", np.int64), ("solve", np.int64), ("slots", SLOT, (SLOTS,))])


def new_table() -> Any:
    """An empty table of 8 MB."""
    return np.zeros(1, np.dtype((np.record, TABLE)))[0]


@kernel
def _holds(slot: Any, own: Bits, opp: Bits, target: int) -> bool:
    return bool(slot.own == own and slot.opp == opp and slot.target == target)


@kernel
def _find(table: Any, place: Bits, own: Bits, opp: Bits, target: int) -> Any:
    """The slot of a pair that holds the position, if one does."""
    slot = table.slots[place]
    return slot if _holds(slot, own, opp, target) else table.slots[place ^ ONE]


@kernel
def _bounds(slot: Any) -> tuple[int, int]:
    return int(slot.lower), int(slot.upper)


@kernel
def _remember(table: Any, place: Bits, own: Bits, opp: Bits, lower: int, upper: int, move: Bits, target: int) -> None:
    """Of a pair of slots the first keeps the position of this solve with more empty squares, the second the newest."""
    left = 64 - popcount(own | opp)
    slot = table.slots[place]
    if slot.solve == table.solve and slot.left > left and not _holds(slot, own, opp, target):
        slot = table.slots[place ^ ONE]
    slot.own, slot.opp, slot.lower, slot.upper = own, opp, lower, upper
    slot.solve, slot.target, slot.left, slot.move = table.solve, target, left, index_of(move)


@kernel
def _search(table: Any, own: Bits, opp: Bits, alpha: int, beta: int, target: int) -> int:
    """Score for `own`: exact inside the window, a bound outside, nonsense beyond the limit of nodes."""
    empty = ~(own | opp)
    left = popcount(empty)
    if left <= FEW:
        value, nodes = search_few(own, opp, alpha, beta, target)
        table.nodes += nodes
        return value
    table.nodes += 1
    if table.nodes > table.limit:
        return 0
    limit = score_limit(own, opp, alpha, left, target)
    if limit <= alpha:
        return limit
    squares = placements(own, opp)
    if squares == ZERO:
        if placements(opp, own) == ZERO:
            return final_score(own, opp, target)
        return -_search(table, opp, own, -beta, -alpha, target)
    place = hash_of(Othello(own, opp)) & LAST_SLOT
    slot = _find(table, place, own, opp, target)
    lower, upper, first = -BEYOND, BEYOND, ZERO
    if _holds(slot, own, opp, target):
        lower, upper = _bounds(slot)
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        alpha, beta = max(alpha, lower), min(beta, upper)
        first = ONE << Bits(slot.move)
    order = ranked(own, opp, squares, odd_quadrants(empty), first)
    best, move, floor = -BEYOND, ZERO, alpha
    while squares != ZERO and best < beta:
        square = next_in_order(order, squares)
        squares ^= square
        turned = flips(own, opp, square)
        after, rest = opp ^ turned, own ^ turned ^ square
        ceiling = beta if move == ZERO else floor + 1
        value = -_search(table, after, rest, -ceiling, -floor, target)
        if ceiling <= value < beta:
            value = -_search(table, after, rest, -beta, -value, target)
        if value > best:
            best, move = value, square
            floor = max(floor, best)
    if table.nodes > table.limit:
        return 0
    lower, upper = best if best > alpha else lower, best if best < beta else upper
    _remember(table, place, own, opp, lower, upper, move, target)
    return best


@kernel
def _search_below(table: Any, own: Bits, opp: Bits, alpha: int, beta: int, target: int) -> tuple[int, int]:
    """Score and nodes, with or without a table."""
    if table is None:
        return search_few(own, opp, alpha, beta, target)
    before = table.nodes
    return _search(table, own, opp, alpha, beta, target), table.nodes - before


@kernel
def _solve(position: Othello, table: Any, alpha: int, beta: int, target: int) -> tuple[int, Bits, int]:
    """Score, a move that reaches it, and nodes."""
    own, opp = position.own, position.opp
    squares = placements(own, opp)
    if squares == ZERO:
        if placements(opp, own) == ZERO:
            return final_score(own, opp, target), PASS, 1
        value, nodes = _search_below(table, opp, own, -beta, -alpha, target)
        return -value, PASS, nodes + 1
    order = ranked(own, opp, squares, odd_quadrants(~(own | opp)), ZERO)
    best, move, nodes, floor = -BEYOND, ZERO, 1, alpha
    while squares != ZERO and best < beta:
        square = next_in_order(order, squares)
        squares ^= square
        turned = flips(own, opp, square)
        after, rest = opp ^ turned, own ^ turned ^ square
        ceiling = beta if move == ZERO else floor + 1
        value, below = _search_below(table, after, rest, -ceiling, -floor, target)
        nodes += below
        if ceiling <= -value < beta:
            value, below = _search_below(table, after, rest, -beta, value, target)
            nodes += below
        if -value > best:
            best, move = -value, square
            floor = max(floor, best)
    return best, move, nodes


@kernel
def solve_target(
    position: Othello, table: Any, limit_nodes: int, alpha: int, beta: int, target: int
) -> tuple[int, Bits, int, bool]:
    """Score, a move that reaches it, nodes, and whether the limit was kept: for kernels. Others see `solve`."""
    if table is None:
        score, move, nodes = _solve(position, table, alpha, beta, target)
        return score, move, nodes, True
    table.solve += 1
    table.nodes = 1
    table.limit = limit_nodes if limit_nodes > 0 else NO_LIMIT
    score, move, nodes = _solve(position, table, alpha, beta, target)
    return score, move, nodes, table.nodes <= table.limit


@entry
def solve_compiled(
    position: Othello, table: Any, limit_nodes: int, alpha: int, beta: int, target: int
) -> tuple[int, Bits, int, bool, float]:
    """One entry for all targets: each more would compile the whole search again. The last is the share, for SHARE."""
    score, move, nodes, solved = solve_target(position, table, limit_nodes, alpha, beta, target)
    return score, move, nodes, solved, share_of(score)


def solve(position: Othello, table: Any, limit_nodes: int, empties_to_winner: bool = False) -> tuple[int, int, int]:
    """Discs ahead at the end for the side to move if both play best, a best move (0: pass or game over), and nodes.

    Empty squares count for nobody, or for the winner. More nodes than the limit (0: none) end the search: UNSOLVED.
    Without a table (None) the limit is not looked at.
    """
    target = DISCS_AND_EMPTIES if empties_to_winner else DISCS
    score, move, nodes, solved, _ = solve_compiled(position, table, limit_nodes, -BEYOND, BEYOND, target)
    return (int(score) // target, int(move), int(nodes)) if solved else (UNSOLVED, 0, int(nodes))


def solve_wld(position: Othello, table: Any, limit_nodes: int) -> tuple[int, int, int]:
    """1, 0 or -1: can the side to move win, draw or neither? And a move for that, and nodes; otherwise as `solve`."""
    score, move, nodes, solved, _ = solve_compiled(position, table, limit_nodes, -1, 1, DISCS)
    return (min(max(int(score), -1), 1), int(move), int(nodes)) if solved else (UNSOLVED, 0, int(nodes))


def solve_share(position: Othello, table: Any, limit_nodes: int) -> tuple[float, int, int]:
    """Singer's target: the best share own / (own + opponent's) of the discs that the side to move can reach at the end.

    On a full board that is (discs ahead + 64) / 128. When the game ends early it is not, and the best moves may differ:
    12 to 0 is a share of 1, the same as 64 to 0 and better than 60 to 4, with fewer discs ahead. Otherwise as `solve`.
    """
    _, move, nodes, solved, share = solve_compiled(position, table, limit_nodes, -BEYOND, BEYOND, SHARE)
    return (float(share), int(move), int(nodes)) if solved else (UNSOLVED_SHARE, 0, int(nodes))
