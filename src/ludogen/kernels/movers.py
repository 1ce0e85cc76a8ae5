"""Who moves in a compiled game: `choose` is generic over the kinds of movers.

A mover is a NamedTuple of numbers, evaluators and working records; records are written to, so every thread needs its
own mover. All chance comes from one word a move. Movers around movers (`EpsilonMover`, `SolvingMover`) compose.

Most movers look at the position alone. One that remembers its game is told when a game begins (`begin`) and of
positions in which its side was to move and another chose (`follow`), so that what it remembers is a function of the
positions of the game. The others say so by `without_memory`.
"""

from typing import Any, NamedTuple

import numpy as np

from ludogen.kernels.bits import ONE, ZERO, below, next_random, popcount, word
from ludogen.kernels.dispatch import Bits, generic, implement, kernel
from ludogen.kernels.evaluation import MARGIN_WEIGHT, WIN, carried_at, evaluate
from ludogen.kernels.othello import Othello
from ludogen.kernels.othello_solver import FEW, solve_target
from ludogen.kernels.othello_targets import BEYOND, DISCS
from ludogen.kernels.plain_search import best_move, value_moves
from ludogen.kernels.rules import is_none, moves, play, pop, random_move
from ludogen.kernels.search import HUGE, Extension
from ludogen.kernels.squares import WeightedSquares
from ludogen.kernels.strong_search import search_deeper

__all__ = [
    "UNKNOWN",
    "EpsilonMover",
    "GreedyMover",
    "KreversiMover",
    "PlainMover",
    "RandomMover",
    "SoftmaxMover",
    "SolvingMover",
    "StrongMover",
    "begin",
    "choose",
    "follow",
    "kreversi_depth",
    "stray",
    "without_memory",
]

UNKNOWN = np.float32(3e38)  # the value that a mover without an opinion expects
UNIT = 2.0**-53
S11 = Bits(11)
BOARD = 64
# Typed, not literals: see FIRST_PLY.
WORST: Any = np.int64(-BEYOND)
BEST: Any = np.int64(BEYOND)
BY_DISCS: Any = np.int64(DISCS)
NO_LIMIT: Any = np.int64(0)


@generic
def choose(position: Any, mover: Any, side: Bits, chance: Bits) -> tuple[Bits, np.float32]:
    """A legal move of a game that is not over, and the value it expects for the side to move."""
    raise NotImplementedError


@generic
def begin(mover: Any) -> None:
    """A game begins."""


@generic
def follow(position: Any, mover: Any, side: Bits) -> None:
    """The mover's side was to move here and its move was made for it: by an opening, or by chance."""


def without_memory(*movers: type) -> None:
    """Let these movers choose by the position alone."""
    for mover in movers:
        implement(begin, mover)(_begin_nothing)
        implement(follow, None, mover, None)(_follow_nothing)


def _begin_nothing(mover: Any) -> None:
    pass


def _follow_nothing(position: Any, mover: Any, side: Bits) -> None:
    pass


class RandomMover(NamedTuple):
    """Any legal move, each equally likely."""

    nothing: int


@implement(choose, None, RandomMover, None, None)
def _choose_any(position: Any, mover: RandomMover, side: Bits, chance: Bits) -> tuple[Bits, np.float32]:
    return random_move(position, chance)[0], UNKNOWN


class GreedyMover(NamedTuple):
    """The move after which it leads by most, one of the best at random; it does not ask whether the game is over."""

    evaluator: Any


@implement(choose, None, GreedyMover, None, None)
def _choose_most(position: Any, mover: GreedyMover, side: Bits, chance: Bits) -> tuple[Bits, np.float32]:
    choice = moves(position)
    chosen, best, equals = ZERO, -HUGE, 0
    while not is_none(choice):
        move, choice = pop(position, choice)
        after = play(position, move)
        lead = -evaluate(after, mover.evaluator, carried_at(after, mover.evaluator, side ^ ONE))
        if lead > best:
            chosen, best, equals = move, lead, 1
        elif lead == best:
            equals += 1
            drawn, chance = next_random(chance)
            if below(drawn, word(equals)) == ZERO:
                chosen = move
    return chosen, best


class PlainMover(NamedTuple):
    """The best move of a plain search; of equally good ones the first, or any."""

    evaluator: Any
    depth: int
    extension: Extension
    random_ties: bool
    work: Any  # from plain_work


@implement(choose, None, PlainMover, None, None)
def _choose_plainly(position: Any, mover: PlainMover, side: Bits, chance: Bits) -> tuple[Bits, np.float32]:
    shuffling = chance | ONE if mover.random_ties else ZERO
    mover.work.nodes = 0
    mover.work.stop = 0
    return best_move(position, side, mover.evaluator, mover.depth, mover.extension, shuffling, mover.work)


class StrongMover(NamedTuple):
    """The best move of a strong search, to a depth or (`is_open`) until the nodes are used up or it is stopped."""

    evaluator: Any
    tables: Any
    depth: int
    node_limit: int
    extension: Extension
    is_open: bool
    work: Any  # from strong_work


@implement(choose, None, StrongMover, None, None)
def _choose_strongly(position: Any, mover: StrongMover, side: Bits, chance: Bits) -> tuple[Bits, np.float32]:
    evaluator, tables, depth, node_limit, extension, is_open, work = mover
    work.stop = 0
    move, value, _ = search_deeper(position, side, evaluator, tables, depth, node_limit, extension, is_open, work)
    return move, value


class SoftmaxMover(NamedTuple):
    """A move drawn with probability proportional to exp(temperature * value) (Singer 2001: temperature 10)."""

    evaluator: Any
    depth: int
    extension: Extension
    temperature: float
    work: Any  # from plain_work


@implement(choose, None, SoftmaxMover, None, None)
def _choose_softly(position: Any, mover: SoftmaxMover, side: Bits, chance: Bits) -> tuple[Bits, np.float32]:
    work = mover.work
    number = value_moves(position, side, mover.evaluator, mover.depth, mover.extension, work)
    highest = -HUGE
    for i in range(number):
        highest = max(highest, work.root_values[i])
    total = 0.0
    for i in range(number):
        total += np.exp(mover.temperature * (np.float64(work.root_values[i]) - np.float64(highest)))
    left = _unit(next_random(chance)[0]) * total
    chosen = 0
    for i in range(number):
        chosen = i
        left -= np.exp(mover.temperature * (np.float64(work.root_values[i]) - np.float64(highest)))
        if left < 0.0:
            break
    return work.root_moves[chosen], work.root_values[chosen]


@kernel
def _unit(random: Bits) -> float:
    """A random word as a number from 0 up to 1."""
    return np.float64(random >> S11) * UNIT


@kernel
def stray(position: Any, epsilon: float, chance: Bits) -> tuple[bool, Bits, Bits]:
    """Is this move left to chance? Then which is it; else the word for the mover's own chance."""
    drawn, chance = next_random(chance)
    if _unit(drawn) < epsilon:
        move, chance = random_move(position, chance)
        return True, move, chance
    return False, ZERO, next_random(chance)[0]


class EpsilonMover(NamedTuple):
    """Any legal move with probability `epsilon`, else what another mover chooses (league protocol: 0.1)."""

    mover: Any
    epsilon: float


@implement(choose, None, EpsilonMover, None, None)
def _choose_sometimes(position: Any, mover: EpsilonMover, side: Bits, chance: Bits) -> tuple[Bits, np.float32]:
    strays, move, chance = stray(position, mover.epsilon, chance)
    if strays:
        follow(position, mover.mover, side)
        return move, UNKNOWN
    return choose(position, mover.mover, side, chance)


class SolvingMover(NamedTuple):
    """Othello: plays perfectly once so many squares or fewer are empty, before that as another mover."""

    mover: Any
    empty_squares: int
    table: Any  # of the solver


@implement(choose, Othello, SolvingMover, None, None)
def _choose_perfectly(position: Othello, mover: SolvingMover, side: Bits, chance: Bits) -> tuple[Bits, np.float32]:
    empty = BOARD - popcount(position.own | position.opp)
    if empty > mover.empty_squares:
        return choose(position, mover.mover, side, chance)
    if empty <= FEW:
        score, move, _, _ = solve_target(position, None, NO_LIMIT, WORST, BEST, BY_DISCS)
    else:
        score, move, _, _ = solve_target(position, mover.table, NO_LIMIT, WORST, BEST, BY_DISCS)
    return move, np.float32(np.sign(score)) * (WIN + np.float32(abs(score)) * MARGIN_WEIGHT)


class KreversiMover(NamedTuple):
    """Othello: kreversi of KDE 2. Depth and weights of the squares follow from level and discs, see `evaluators`."""

    level: int
    squares: Any  # float32[64]: kreversi's own table
    evaluator: WeightedSquares  # its record is filled in for every move
    work: Any  # from plain_work


@kernel
def kreversi_depth(level: int, discs: int) -> int:
    """Plies that kreversi searches: level + 1, more towards the end, and to the end when it is near."""
    depth = level + 1
    reached = discs + depth
    if reached + 4 >= BOARD:
        return max(1, BOARD - discs)
    if reached + 7 >= BOARD:
        return depth + 3
    if reached + 9 >= BOARD:
        return depth + 2
    if reached + 11 >= BOARD:
        return depth + 1
    return depth


@implement(choose, Othello, KreversiMover, None, None)
def _choose_as_kreversi(position: Othello, mover: KreversiMover, side: Bits, chance: Bits) -> tuple[Bits, np.float32]:
    discs = popcount(position.own | position.opp)
    depth = kreversi_depth(mover.level, discs)
    # Leaf value (100 - c) * discs + 3c * squares, with c fixed at the root: a sum over squares.
    c = max(0, 100 - 100 * (discs + depth - 4) // 60)
    for i in range(BOARD):
        mover.evaluator.weights.worth[i] = np.float32(100 - c) + np.float32(3 * c) * mover.squares.worth[i]
    mover.work.nodes = 0
    mover.work.stop = 0
    if discs == 4:  # its first move is random: all four are alike
        depth = 1
    return best_move(position, side, mover.evaluator, depth, Extension(0, 0, False), chance | ONE, mover.work)


def _begin_inner(mover: Any) -> None:
    begin(mover.mover)


def _follow_inner(position: Any, mover: Any, side: Bits) -> None:
    follow(position, mover.mover, side)


for _mover in (EpsilonMover, SolvingMover):
    implement(begin, _mover)(_begin_inner)
    implement(follow, None, _mover, None)(_follow_inner)
without_memory(RandomMover, GreedyMover, PlainMover, StrongMover, SoftmaxMover, KreversiMover)
