"""Whole games of the members of a population that move by themselves, without search: the inner loop of evolution.

A trial is a game of a member, from a start and on a side that are drawn for it: against one opponent that is the same
for all, or against other members. The population is a mover around an array of nets, such as `MarkerMover`.
"""

from typing import Any

import numpy as np

from ludogen.kernels.bits import ZERO, popcount
from ludogen.kernels.dispatch import entry, kernel
from ludogen.kernels.othello import Othello, placements
from ludogen.kernels.rules import play
from ludogen.kernels.whole_games import Course, play_on

__all__ = ["COURSE_COLUMNS", "play_members", "play_trials", "trace_trials"]

PLY = 4  # trials begin after four moves or later; it only names the random words of a game
OPENED = 0
COURSE_COLUMNS = 5


@kernel
def _play(start: Any, one: Any, other: Any, seat: Any, chance: Any, moves: Any, values: Any, keys: Any) -> Any:
    """Play a game; its plies and how many discs `one` leads by at its end."""
    position = Othello(start[0], start[1])
    plies, outcome, _, _, _ = play_on(
        *(position, ZERO, PLY, 0, one, other, seat, Course(0, 0, 0)),
        *(chance, moves, OPENED, moves, values, keys),
    )
    return plies, (outcome if seat == ZERO else -outcome)


@entry
def play_trials(
    one: Any,
    places: Any,
    opponent: Any,
    starts: Any,
    seats: Any,
    chances: Any,
    moves: Any,
    values: Any,
    keys: Any,
    ends: Any,
) -> None:
    """Play the games of some members against an opponent. Fills in for each the discs it leads by at each end.

    Starts, seats (0: the member moves first) and random words have a row for each member of the whole population,
    `ends` has one for each place.
    """
    for i in range(places.shape[0]):
        place = places[i]
        one.mind.place = place
        for game in range(seats.shape[1]):
            _, ends[i, game] = _play(
                *(starts[place, game], one, opponent, seats[place, game], chances[place, game], moves, values, keys)
            )


@entry
def play_members(
    one: Any,
    places: Any,
    other: Any,
    others: Any,
    starts: Any,
    seats: Any,
    moves: Any,
    values: Any,
    keys: Any,
    ends: Any,
) -> None:
    """The same against other members: `other` is around the same nets, `others` has places, a row for each member."""
    for i in range(places.shape[0]):
        place = places[i]
        one.mind.place = place
        for game in range(seats.shape[1]):
            other.mind.place = others[place, game]
            _, ends[i, game] = _play(*(starts[place, game], one, other, seats[place, game], ZERO, moves, values, keys))


@entry
def trace_trials(
    one: Any,
    opponent: Any,
    starts: Any,
    seats: Any,
    chances: Any,
    moves: Any,
    values: Any,
    keys: Any,
    courses: Any,
    ends: Any,
) -> None:
    """Play games of one mover and tell how they went. Fills in for each game the discs it leads by at the end, and for
    each number of discs on the board a row of `courses`: 1 if a move was made there, own discs and the opponent's after
    it, and the number of legal moves: own where `one` moved, the opponent's where that did (the other is nan).
    """
    for game in range(seats.shape[0]):
        plies, ends[game] = _play(*(starts[game], one, opponent, seats[game], chances[game], moves, values, keys))
        position, is_own = Othello(starts[game, 0], starts[game, 1]), seats[game] == ZERO
        for ply in range(plies):
            if moves[ply] != ZERO:
                course = courses[game, popcount(position.own | position.opp)]
                course[3 if is_own else 4] = popcount(placements(position.own, position.opp))
                course[4 if is_own else 3] = np.nan
                position = play(position, moves[ply])
                course[0] = 1
                course[1 if is_own else 2] = popcount(position.opp)
                course[2 if is_own else 1] = popcount(position.own)
            else:
                position = play(position, moves[ply])
            is_own = not is_own
