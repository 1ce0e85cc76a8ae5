"""Whole games of roving eyes, black, against an opponent whose moves and scores come as answers (`go_answers`).

An engine cannot be asked from a kernel. So a game is played as far as answers are known, the first question without
one is handed out, and when it has been answered the game is played again from its beginning, which takes less time
than an answer.
"""

from typing import Any

import numpy as np

from ludogen.kernels.bits import ONE, ZERO
from ludogen.kernels.dispatch import Bits, entry, kernel
from ludogen.kernels.go import Go, is_legal
from ludogen.kernels.go_answers import FINAL, FREE, NOTHING_YET, REPLY, final_of, reply_to, white_bonus
from ludogen.kernels.movers import begin, choose, follow
from ludogen.kernels.rules import is_over, play

__all__ = ["ASKS", "ENDED", "ILLEGAL", "TRIAL", "play_trials_of_eyes"]

ASKS, ENDED, ILLEGAL = range(3)
TRIAL: Any = np.dtype(
    (
        np.record,
        [
            ("status", "i8"),
            ("plies", "i8"),
            ("estimates", "i8"),  # how many, and their sum
            ("total", "f8"),
            ("final", "f8"),
            ("questions", "i8"),  # that were met, known or not
        ],
    )
)


@kernel
def _ask(kind: int, before: Go, white: Bits, black: Bits, forced: Bits, question: Any) -> None:
    """Write a question down; white is to move in the position `before`."""
    question.kind = kind
    for i in range(len(before.own)):
        question.stones[i] = before.opp[i]
        question.whites[i] = before.own[i]
    question.white, question.black, question.forced = np.int64(white), np.int64(black), np.int64(forced)
    question.bonus = white_bonus(before, ONE) if kind == REPLY else 0


@kernel
def _seen_by_white(position: Go, side: Bits) -> Go:
    own, opp, board, ko, passes, own_prisoners, opp_prisoners, bonus, scoring = position
    if side == ONE:
        return position
    return Go(opp, own, board, ko, passes, opp_prisoners, own_prisoners, -bonus, scoring)


@kernel
def _end(opponent: Any, position: Go, side: Bits, question: Any, trial: Any) -> None:
    _ask(FINAL, _seen_by_white(position, side), NOTHING_YET, NOTHING_YET, FREE, question)
    trial.questions += 1
    is_known, trial.final = final_of(opponent, question, position, side)
    trial.status = ENDED if is_known else ASKS


@kernel
def _play(start: Go, one: Any, opponent: Any, opening: Any, cap: int, question: Any, moves: Any, trial: Any) -> None:
    position, ply = start, 0
    before, white = _seen_by_white(start, ZERO), NOTHING_YET
    trial.estimates, trial.total, trial.final, trial.questions = 0, 0.0, 0.0, 0
    begin(one)
    while True:
        # Black's move.
        black = opening[ply] if ply < opening.shape[0] else FREE
        if black != FREE and is_legal(position, black):
            follow(position, one, ZERO)
        else:
            black, _ = choose(position, one, ZERO, ZERO)
        moves[ply] = black
        position = play(position, black)
        ply += 1
        trial.plies = ply
        if is_over(position) or ply >= cap:
            _end(opponent, position, ONE, question, trial)
            return
        # White's.
        forced = opening[ply] if ply < opening.shape[0] else FREE
        if forced != FREE and not is_legal(position, forced):
            forced = FREE
        _ask(REPLY, before, white, black, forced, question)
        trial.questions += 1
        is_known, white, estimate = reply_to(opponent, question, position)
        if not is_known:
            trial.status = ASKS
            return
        if not is_legal(position, white):
            trial.status = ILLEGAL
            return
        before = position
        moves[ply] = white
        position = play(position, white)
        ply += 1
        trial.plies = ply
        if is_over(position) or ply >= cap:
            _end(opponent, position, ZERO, question, trial)
            return
        trial.estimates += 1
        trial.total += estimate


@entry
def play_trials_of_eyes(
    start: Go, one: Any, places: Any, opponent: Any, openings: Any, cap: int, questions: Any, moves: Any, trials: Any
) -> None:
    """Play a game for each of these places of a net. Fills in a row of `moves` and `trials` for each, and of
    `questions` where a game waits for an answer.

    An opening is a row of moves for both sides, FREE where a side chooses for itself; what is not legal is free, too.
    """
    for i in range(places.shape[0]):
        one.mind.place = places[i]
        _play(start, one, opponent, openings[i], cap, questions[i], moves[i], trials[i])
