"""What white answers in a game of Go, and what a referee says of the score: from a memory, or by playouts.

A question is all that an answer may depend on: the stones before white's last move, that move, black's move after it,
komi and prisoners as one number, and the reply if it is forced. From it alone an engine is brought to its position, so
its answer is a function of the question, whatever the game was.

The answer to a `REPLY` question is white's move and the score as estimated after it; to a `FINAL` question the score
at the end without komi and prisoners, for the stones alone decide it. Scores are white's points ahead.
"""

from typing import Any, NamedTuple

import numpy as np

from ludogen.kernels.bits import ONE, ZERO, mix, word
from ludogen.kernels.dispatch import Bits, entry, generic, implement, kernel
from ludogen.kernels.go import Go
from ludogen.kernels.go_playouts import PlayoutMover, playout_lead
from ludogen.kernels.movers import choose
from ludogen.kernels.records import record_type
from ludogen.kernels.rules import hash_of, play

__all__ = [
    "FINAL",
    "FREE",
    "NOTHING_YET",
    "REPLY",
    "PlayoutReferee",
    "Remembered",
    "add_answers",
    "final_of",
    "played_score",
    "question_type",
    "reply_to",
    "slot_type",
    "white_bonus",
]

# Beside the points of a board and PASS (511).
NOTHING_YET = Bits(510)  # there was no such move before
FREE = Bits(509)  # white chooses for itself
REPLY, FINAL = 1, 2
COLOUR_SALT = Bits(0xA3C59AC2B7F1D6E5)


def question_type(words: int) -> "np.dtype[Any]":
    """The record of a question on boards of so many words."""
    stones = ("u8", (words,))
    moves = (("white", "i4"), ("black", "i4"), ("forced", "i4"))
    # Twice the komi, prisoners of white added, those of black taken off.
    fields = [("stones", *stones), ("whites", *stones), *moves, ("bonus", "i4"), ("kind", "i8")]
    return np.dtype((np.record, fields))


def slot_type(words: int) -> "np.dtype[Any]":
    """The record of a question and its answer; kind 0 means that there is none."""
    return record_type([("asked", question_type(words)), ("reply", "i8"), ("score", "f8")])


class Remembered(NamedTuple):
    """Answers that were given before."""

    slots: Any  # an array of slots, their number a power of two, never full


class PlayoutReferee(NamedTuple):
    """White's moves and all scores by playouts: a stand-in where GNU Go is missing."""

    mover: PlayoutMover
    playouts: int  # for each score


@kernel
def _hash(question: Any) -> Bits:
    key = mix(word(question.white) ^ (word(question.black) << Bits(16)) ^ (word(question.forced) << Bits(32)))
    key = mix(key ^ word(question.bonus) ^ (word(question.kind) << Bits(60)))
    for i in range(question.stones.shape[0]):
        key = mix(key ^ question.stones[i])
        key = mix(key ^ COLOUR_SALT ^ question.whites[i])
    return key


@kernel
def _same(one: Any, other: Any) -> bool:
    if one.kind != other.kind or one.white != other.white or one.black != other.black:
        return False
    if one.forced != other.forced or one.bonus != other.bonus:
        return False
    for i in range(one.stones.shape[0]):
        if one.stones[i] != other.stones[i] or one.whites[i] != other.whites[i]:
            return False
    return True


@kernel
def _find(slots: Any, question: Any) -> int:
    """Where it stands, or where it would go."""
    last = word(slots.shape[0] - 1)
    at = _hash(question) & last
    while slots[at].asked.kind != 0 and not _same(slots[at].asked, question):
        at = (at + Bits(1)) & last
    return int(at)


@entry
def add_answers(slots: Any, questions: Any, replies: Any, scores: Any) -> int:
    """Remember answers; how many of them are new. There must be room."""
    added = 0
    for i in range(questions.shape[0]):
        slot = slots[_find(slots, questions[i])]
        if slot.asked.kind == 0:
            added += 1
            for k in range(slot.asked.stones.shape[0]):
                slot.asked.stones[k] = questions[i].stones[k]
                slot.asked.whites[k] = questions[i].whites[k]
            slot.asked.white = questions[i].white
            slot.asked.black = questions[i].black
            slot.asked.forced = questions[i].forced
            slot.asked.bonus = questions[i].bonus
            slot.asked.kind = questions[i].kind
            slot.reply = replies[i]
            slot.score = scores[i]
    return added


@kernel
def white_bonus(position: Go, side: Bits) -> int:
    """Half points that white gets on top of territory: for komi, and for the difference of prisoners."""
    bonus = position.bonus + 2 * (int(position.own_prisoners) - int(position.opp_prisoners))
    return bonus if side == ONE else -bonus


@generic
def reply_to(opponent: Any, question: Any, position: Any) -> tuple[bool, Bits, float]:
    """Is an answer known? White's move in the position, and the score after it."""
    raise NotImplementedError


@generic
def final_of(opponent: Any, question: Any, position: Any, side: Bits) -> tuple[bool, float]:
    """Is an answer known? The score of a game that ended in the position, `side` to move."""
    raise NotImplementedError


@implement(reply_to, Remembered, None, Go)
def _remembered_reply(opponent: Remembered, question: Any, position: Go) -> tuple[bool, Bits, float]:
    slot = opponent.slots[_find(opponent.slots, question)]
    return slot.asked.kind != 0, word(slot.reply), slot.score


@implement(final_of, Remembered, None, Go, None)
def _remembered_final(opponent: Remembered, question: Any, position: Go, side: Bits) -> tuple[bool, float]:
    slot = opponent.slots[_find(opponent.slots, question)]
    return slot.asked.kind != 0, slot.score + white_bonus(position, side) / 2


@kernel
def _without_pass(position: Go) -> Go:
    """The position as if nobody had passed: playouts and the stand-in go on until only eyes are left."""
    own, opp, board, ko, _, own_prisoners, opp_prisoners, bonus, scoring = position
    return Go(own, opp, board, ko, ZERO, own_prisoners, opp_prisoners, bonus, scoring)


@kernel
def played_score(opponent: PlayoutReferee, position: Go, side: Bits) -> float:
    """White's points ahead, `side` to move, by the area at the end of playouts, so that dead stones are taken off."""
    goes_on = _without_pass(position)
    ahead = playout_lead(goes_on, opponent.playouts, mix(hash_of(goes_on))) + position.bonus / 2
    return -ahead if side == ZERO else ahead


@implement(reply_to, PlayoutReferee, None, Go)
def _played_reply(opponent: PlayoutReferee, question: Any, position: Go) -> tuple[bool, Bits, float]:
    move = word(question.forced)
    if move == FREE:
        move, _ = choose(_without_pass(position), opponent.mover, ONE, mix(hash_of(position)))
    return True, move, played_score(opponent, play(position, move), ZERO)


@implement(final_of, PlayoutReferee, None, Go, None)
def _played_final(opponent: PlayoutReferee, question: Any, position: Go, side: Bits) -> tuple[bool, float]:
    return True, played_score(opponent, position, side)
