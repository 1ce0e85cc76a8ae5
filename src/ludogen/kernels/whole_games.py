"""Whole games between two movers in one compiled call, the rules with a memory among them."""

from typing import Any, NamedTuple

import numpy as np

from ludogen.kernels.bits import ONE, ZERO, mix, word
from ludogen.kernels.checkers import CAPTURED, FROM, Checkers
from ludogen.kernels.dispatch import Bits, entry, generic, implement, kernel
from ludogen.kernels.go import Go
from ludogen.kernels.movers import begin, choose, follow, stray
from ludogen.kernels.othello import Othello
from ludogen.kernels.rules import hash_of, is_over, outcome, play

__all__ = [
    "BY_LIMIT",
    "BY_QUIET",
    "BY_REPETITION",
    "BY_RULES",
    "Course",
    "after_moves",
    "begin_one",
    "chance_at",
    "choose_one",
    "follow_one",
    "play_games",
    "play_on",
    "stray_once",
]

BY_RULES, BY_LIMIT, BY_QUIET, BY_REPETITION = 0, 1, 2, 3
SIX_BITS = Bits(63)


class Course(NamedTuple):
    """When a game is broken off: counts of plies, 0 where nothing is counted."""

    ply_limit: int  # plies since the start of the game
    quiet_limit: int  # plies in a row that took nothing and moved no man
    repetitions: int  # of a position, the third say


@generic
def quiet_after(position: Any, move: Bits, quiet: int) -> int:
    """Plies in a row, after this move, that could be taken back by moving on; 0 where no rule counts them."""
    raise NotImplementedError


@implement(quiet_after, Checkers, Bits, None)
def _checkers_quiet(position: Checkers, move: Bits, quiet: int) -> int:
    is_king = position.kings & (ONE << ((move >> FROM) & SIX_BITS)) != ZERO
    return quiet + 1 if is_king and move & CAPTURED == ZERO else 0


def _never_quiet(position: Any, move: Bits, quiet: int) -> int:
    return 0


implement(quiet_after, Othello, Bits, None)(_never_quiet)
implement(quiet_after, Go, Bits, None)(_never_quiet)


@kernel
def chance_at(chance: Bits, ply: int) -> Bits:
    """The random word of one move, from that of its game."""
    return mix(chance ^ mix(word(ply) + ONE))


@kernel
def _is_repeated(keys: Any, at: int, quiet: int, repetitions: int) -> bool:
    """Has the last position come up so often? Only quiet moves can bring one up again."""
    seen = 1
    for back in range(2, min(quiet, at) + 1, 2):
        seen += int(keys[at - back] == keys[at])
    return seen >= repetitions


@kernel
def play_on(
    position: Any,
    side: Bits,
    ply: int,
    quiet: int,
    one: Any,
    other: Any,
    seat: Bits,
    course: Course,
    chance: Bits,
    opening: Any,
    opened: int,
    moves: Any,
    values: Any,
    keys: Any,
) -> tuple[int, int, int, int, Any]:
    """Play a game to its end, `one` on side `seat`; the first moves are those of the opening.

    Fills in moves and the values their movers expected. Returns the plies played here, the outcome for side 0, how the
    game ended, the quiet plies at its end and the last position. `moves` must hold all plies up to the limit; a full
    array ends the game as a limit does.
    """
    played = 0
    begin(one)
    begin(other)
    while True:
        if is_over(position):
            result = outcome(position)
            return played, (result if side == ZERO else -result), BY_RULES, quiet, position
        if (course.ply_limit > 0 and ply >= course.ply_limit) or played >= moves.shape[0]:
            return played, 0, BY_LIMIT, quiet, position
        if course.quiet_limit > 0 and quiet >= course.quiet_limit:
            return played, 0, BY_QUIET, quiet, position
        if course.repetitions > 0:
            keys[played] = hash_of(position)
            if _is_repeated(keys, played, quiet, course.repetitions):
                return played, 0, BY_REPETITION, quiet, position
        if played < opened:
            move, value = opening[played], np.float32(0)
            if side == seat:
                follow(position, one, side)
            else:
                follow(position, other, side)
        elif side == seat:
            move, value = choose(position, one, side, chance_at(chance, ply))
        else:
            move, value = choose(position, other, side, chance_at(chance, ply))
        moves[played] = move
        values[played] = value
        quiet = quiet_after(position, move, quiet)
        position = play(position, move)
        side ^= ONE
        ply += 1
        played += 1


@entry
def play_games(
    start: Any,
    side: Bits,
    ply: int,
    quiet: int,
    one: Any,
    other: Any,
    seats: Any,
    course: Course,
    chances: Any,
    openings: Any,
    opened: Any,
    moves: Any,
    values: Any,
    keys: Any,
    ends: Any,
) -> None:
    """Play games from one position, each with its opening, seat and random word. Fills in a row of `ends` for each:

    plies, outcome for side 0, how it ended, quiet plies at the end.
    """
    for game in range(seats.shape[0]):
        ends[game, 0], ends[game, 1], ends[game, 2], ends[game, 3], _ = play_on(
            start,
            side,
            ply,
            quiet,
            one,
            other,
            seats[game],
            course,
            chances[game],
            openings[game],
            opened[game],
            moves[game],
            values[game],
            keys,
        )


@entry
def choose_one(position: Any, mover: Any, side: Bits, chance: Bits) -> tuple[Bits, np.float32]:
    """One move of a mover, for games that Python drives."""
    return choose(position, mover, side, chance)


@entry
def begin_one(mover: Any) -> None:
    """Tell a mover that a game begins, for games that Python drives."""
    begin(mover)


@entry
def follow_one(position: Any, mover: Any, side: Bits) -> None:
    """Tell a mover of a position in which its side was to move, for games that Python drives."""
    follow(position, mover, side)


@entry
def stray_once(position: Any, epsilon: float, chance: Bits) -> tuple[bool, Bits, Bits]:
    """Is one move left to chance, as `EpsilonMover` does it?"""
    return stray(position, epsilon, chance)


@entry
def after_moves(position: Any, moves: Any) -> Any:
    """The position after legal moves. Its words come back as plain integers: `rewrap` them."""
    for i in range(moves.shape[0]):
        position = play(position, moves[i])
    return position
