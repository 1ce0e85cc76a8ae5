"""Nets that learn Othello from their own games (Singer 2001, section 2.2), a whole game in one call.

At each state x both nets take one step of backpropagation towards h(x; 1), each its own: the best value of a successor
for the side to move. Then the side to move draws its move. With few empty squares the exact share v(x) is the last
target of both, and the game ends there.

Where the side to move must pass, its one successor has the same inputs: h(x; 1) = f(x), and there is nothing to learn.

One source serves all nets of `share_net`: `step_towards` and `make_symmetric` say how each learns. Past the paper a
`Lesson` may ask for targets h(x; 2), for some weight on the value that the game ended with, and for symmetric nets.
"""

from typing import Any, NamedTuple

import numpy as np

from ludogen.kernels.atomics import count_up, read_count
from ludogen.kernels.bits import ONE, ZERO, lowest, next_random, popcount
from ludogen.kernels.dispatch import Bits, entry, generic, kernel
from ludogen.kernels.othello import START, Othello
from ludogen.kernels.othello_lanes import flips, placements
from ludogen.kernels.othello_solver import solve_target
from ludogen.kernels.othello_targets import BEYOND, DISCS, SHARE, share_of
from ludogen.kernels.populations import member
from ludogen.kernels.records import new_record, record_type
from ludogen.kernels.share_net import final_share, share_from, sums_after, sums_at
from ludogen.kernels.whole_games import chance_at

__all__ = [
    "ALL_LEARNED",
    "NOT_HELD",
    "Lesson",
    "exact_share",
    "learn_on",
    "learning_work",
    "make_symmetric",
    "step_towards",
]

BOARD = 64
ALL_LEARNED = NOT_HELD = -1
PATIENCE = 20_000  # looks at a count before a thread that waits gives way to others: some ten microseconds
OPEN = np.float32(-1)  # in place of the share of a game that is not over
UNIT = 2.0**-53
S11 = Bits(11)
F0, HALF, F1 = np.float32(0), np.float32(0.5), np.float32(1)
# Typed, not literals: see FIRST_PLY.
WORST: Any = np.int64(-BEYOND)
BEST: Any = np.int64(BEYOND)
BY_SHARE: Any = np.int64(SHARE)
BY_DISCS: Any = np.int64(DISCS)
LOST: Any = np.int64(-1)
WON: Any = np.int64(1)
NO_LIMIT: Any = np.int64(0)
LEARNING_WORK = record_type(
    [
        ("moves", "u8", (BOARD,)),  # of the state: its moves,
        ("turned", "u8", (BOARD,)),  # the discs they turn,
        ("ends", "f4", (BOARD,)),  # and White's share where they end the game
        ("values", "f4", (BOARD,)),
        ("chances", "f8", (BOARD,)),
        ("whites", "u8", (BOARD,)),  # the states of the game that were learned from
        ("blacks", "u8", (BOARD,)),
    ]
)


class Lesson(NamedTuple):
    """What is the same in all games of a learning phase."""

    choice_depth: int  # plies, 1 or 2: a move is drawn by f of its successor, or by the successor's h(x'; 1)
    temperature: float
    solve_at: int  # empty squares
    target_depth: int = 1  # plies, 1 or 2: states learn towards h(x; 1) or h(x; 2)
    end_weight: float = 0.0  # of the value that the game ended with, in a mix with those targets
    symmetric: bool = False  # nets are made symmetric after every game


def learning_work() -> Any:
    """A working record for one thread."""
    return new_record(LEARNING_WORK)


@generic
def step_towards(evaluator: Any, white: Bits, black: Bits, sums: Any, target: np.float32, rate: np.float32) -> Any:
    """One step of gradient descent on (target - f)^2 / 2; the sums after it, at this position."""


@generic
def make_symmetric(evaluator: Any) -> None:
    """Let the net say the same of a position and its images."""


@kernel
def _end_after(after: Bits, rest: Bits, side: Bits, plays_to_win: bool) -> np.float32:
    """White's share if the game is over here, `after` being to move; else OPEN. `side` made the last move."""
    if placements(after, rest) != ZERO or placements(rest, after) != ZERO:
        return OPEN
    white, black = (rest, after) if side == ONE else (after, rest)
    return final_share(white, black, plays_to_win)


@kernel
def exact_share(own: Bits, opp: Bits, side: Bits, plays_to_win: bool) -> np.float32:
    """v(x): White's share, or 1, 0.5, 0, if both sides play best, `side` being to move."""
    if plays_to_win:
        score, _, _, _ = solve_target(Othello(own, opp), None, NO_LIMIT, LOST, WON, BY_DISCS)
        share = F1 if score > 0 else F0 if score < 0 else HALF
    else:
        score, _, _, _ = solve_target(Othello(own, opp), None, NO_LIMIT, WORST, BEST, BY_SHARE)
        share = np.float32(share_of(score))
    return share if side == ONE else F1 - share


@kernel
def _list_successors(own: Bits, opp: Bits, squares: Bits, side: Bits, plays_to_win: bool, work: Any) -> int:
    """Fill in moves, turned discs and ends; their number."""
    number = 0
    while squares != ZERO:
        square = lowest(squares)
        squares ^= square
        turned = flips(own, opp, square)
        work.moves[number], work.turned[number] = square, turned
        work.ends[number] = _end_after(opp ^ turned, own ^ turned ^ square, side, plays_to_win)
        number += 1
    return number


@kernel
def _better(share: np.float32, than: np.float32, side: Bits) -> bool:
    """White maximises, Black minimises."""
    return bool(share > than if side == ONE else share < than)


@kernel
def _plays_to_win(evaluator: Any) -> bool:
    return bool(evaluator.net.plays_to_win != F0)


@kernel
def _best_reply(evaluator: Any, sums: Any, own: Bits, opp: Bits, side: Bits) -> np.float32:
    """h(x; 1) of a state that is not over, whose moves are not listed."""
    squares, discs = placements(own, opp), popcount(own | opp)
    if squares == ZERO:
        return share_from(evaluator, sums, discs)
    best = F0 if side == ONE else F1
    while squares != ZERO:
        square = lowest(squares)
        squares ^= square
        turned = flips(own, opp, square)
        share = _end_after(opp ^ turned, own ^ turned ^ square, side, _plays_to_win(evaluator))
        if share == OPEN:
            share = share_from(evaluator, sums_after(evaluator, sums, side, square, turned), discs + 1)
        if _better(share, best, side):
            best = share
    return best


@kernel
def _value_successors(
    evaluator: Any, sums: Any, own: Bits, opp: Bits, side: Bits, depth: int, number: int, work: Any
) -> Any:
    """Fill in the values of the listed moves, as White's share, to one or two plies; the best for the side to move."""
    best, discs = F0 if side == ONE else F1, popcount(own | opp)
    for i in range(number):
        share = work.ends[i]
        if share == OPEN:
            move, turned = work.moves[i], work.turned[i]
            after = sums_after(evaluator, sums, side, move, turned)
            if depth == 1:
                share = share_from(evaluator, after, discs + 1)
            else:
                share = _best_reply(evaluator, after, opp ^ turned, own ^ turned ^ move, side ^ ONE)
        work.values[i] = share
        if _better(share, best, side):
            best = share
    return best


@kernel
def _draw_move(best: np.float32, side: Bits, temperature: float, chance: Bits, number: int, work: Any) -> int:
    """Draw by exp(T h) for White and exp(-T h) for Black (section 1.5)."""
    sharpness = temperature if side == ONE else -temperature
    sum_of_all = 0.0
    for i in range(number):
        work.chances[i] = np.exp(sharpness * (np.float64(work.values[i]) - np.float64(best)))
        sum_of_all += work.chances[i]
    left = np.float64(next_random(chance)[0] >> S11) * UNIT * sum_of_all
    for i in range(number):
        left -= work.chances[i]
        if left < 0.0:
            return i
    return number - 1


@kernel
def _learn_end(net: Any, states: int, end: np.float32, rate: np.float32, work: Any) -> None:
    """Go through the states of the game again, from the last to the first, towards the value that it ended with."""
    for i in range(states - 1, -1, -1):
        white, black = work.whites[i], work.blacks[i]
        step_towards(net, white, black, sums_at(net, white, black), end, rate)


@kernel
def _learn_game(black_net: Any, white_net: Any, rate: np.float32, lesson: Lesson, chance: Bits, work: Any) -> Any:
    """Play a game in which both nets learn; the value that it ended with."""
    own, opp, side, ply, states = START.own, START.opp, ZERO, 0, 0
    plays_to_win = _plays_to_win(black_net)
    end_rate = rate * np.float32(lesson.end_weight)
    game_rate = rate - end_rate
    black_sums = sums_at(black_net, opp, own)
    white_sums = sums_at(white_net, opp, own)
    while True:
        white, black = (own, opp) if side == ONE else (opp, own)
        if BOARD - popcount(own | opp) <= lesson.solve_at:
            end = exact_share(own, opp, side, plays_to_win)
            break
        squares = placements(own, opp)
        if squares == ZERO:
            if placements(opp, own) == ZERO:
                end = final_share(white, black, plays_to_win)
                break
            own, opp, side, ply = opp, own, side ^ ONE, ply + 1
            continue
        number, depth = _list_successors(own, opp, squares, side, plays_to_win, work), lesson.target_depth
        target = _value_successors(black_net, black_sums, own, opp, side, depth, number, work)
        black_sums = step_towards(black_net, white, black, black_sums, target, game_rate)
        target = _value_successors(white_net, white_sums, own, opp, side, depth, number, work)
        white_sums = step_towards(white_net, white, black, white_sums, target, game_rate)
        drawn = 0
        if number > 1:
            if side == ONE:
                best = _value_successors(white_net, white_sums, own, opp, side, lesson.choice_depth, number, work)
            else:
                best = _value_successors(black_net, black_sums, own, opp, side, lesson.choice_depth, number, work)
            drawn = _draw_move(best, side, lesson.temperature, chance_at(chance, ply), number, work)
        move, turned = work.moves[drawn], work.turned[drawn]
        black_sums = sums_after(black_net, black_sums, side, move, turned)
        white_sums = sums_after(white_net, white_sums, side, move, turned)
        work.whites[states], work.blacks[states], states = white, black, states + 1
        own, opp, side, ply = opp ^ turned, own ^ turned ^ move, side ^ ONE, ply + 1
    step_towards(black_net, white, black, black_sums, end, rate)
    step_towards(white_net, white, black, white_sums, end, rate)
    if end_rate > F0:
        _learn_end(black_net, states, end, end_rate, work)
        _learn_end(white_net, states, end, end_rate, work)
    if lesson.symmetric:
        make_symmetric(black_net)
        make_symmetric(white_net)
    return end


@kernel
def _is_ready(counts: Any, net: int, before: int) -> bool:
    return bool(read_count(counts, 1 + net) == before)


@entry
def learn_on(
    nets: Any,
    blacks: Any,
    whites: Any,
    blacks_before: Any,
    whites_before: Any,
    rates: Any,
    chances: Any,
    lesson: Lesson,
    work: Any,
    counts: Any,
    ends: Any,
    held: int,
) -> int:
    """Play learning games of a population until all are taken, together with other threads that call this alike.

    A thread takes the next game of the list and waits until both nets have played all games that stand before it in the
    list: `blacks_before` and `whites_before` of them. So the nets learn the same on any number of threads. What is
    waited for was taken by a thread that plays it or waits for an earlier game, so somebody always plays. `counts` has
    the number of games taken, then the games played by each net. Fills in `ends`, the value each game ended with.

    A thread that waits long returns with the number of the game that it took: call again with it (`held`) after others
    have had the processor. ALL_LEARNED: no game is left to be taken.
    """
    while True:
        game = held if held != NOT_HELD else count_up(counts, 0)
        held = NOT_HELD
        if game >= blacks.shape[0]:
            return ALL_LEARNED
        black, white = blacks[game], whites[game]
        looks = 0
        while not (_is_ready(counts, black, blacks_before[game]) and _is_ready(counts, white, whites_before[game])):
            looks += 1
            if looks > PATIENCE:
                return game
        one, other = member(nets, black), member(nets, white)
        ends[game] = _learn_game(one, other, rates[game], lesson, chances[game], work)
        count_up(counts, 1 + black)
        count_up(counts, 1 + white)
