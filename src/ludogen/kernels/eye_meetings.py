"""Whole games between roving eyes of one population, counted by playouts.

Co-evolution, which the paper proposes (section 6).
"""

from typing import Any

from ludogen.kernels.bits import ONE, ZERO
from ludogen.kernels.dispatch import entry
from ludogen.kernels.go import Go
from ludogen.kernels.go_answers import PlayoutReferee, played_score
from ludogen.kernels.whole_games import Course, play_on

__all__ = ["play_meetings_of_eyes"]


@entry
def play_meetings_of_eyes(
    start: Go,
    one: Any,
    places: Any,
    other: Any,
    others: Any,
    seats: Any,
    openings: Any,
    referee: PlayoutReferee,
    course: Course,
    moves: Any,
    values: Any,
    keys: Any,
    leads: Any,
) -> None:
    """Play the games of some nets against others of the same array. Fills in the points they lead by at the ends.

    `others` has places of nets, a row for each place of the population; seats (0: the net is black) and openings have
    one for each game. An opening is as long as all others, its moves are legal.
    """
    for i in range(places.shape[0]):
        place = places[i]
        one.mind.place = place
        for game in range(seats.shape[0]):
            other.mind.place = others[place, game]
            plies, _, _, _, last = play_on(
                *(start, ZERO, 0, 0, one, other, seats[game], course, ZERO),
                *(openings[game], openings.shape[1], moves, values, keys),
            )
            white = played_score(referee, last, ZERO if plies & 1 == 0 else ONE)
            leads[i, game] = white if seats[game] == ONE else -white
