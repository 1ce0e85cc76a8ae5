"""Trials of eyes: what is asked and counted, as in games that Python plays with the same answers; their table."""

from random import Random
from typing import Any

import numpy as np
import pytest
from tests.kernels.support import samples
from tests.kernels.test_roving_eye import Links, link, random_links

from ludogen.games import Go, Position
from ludogen.genomes.graph import graph_net
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.eye_trials import ASKS, ENDED, ILLEGAL, TRIAL, play_trials_of_eyes
from ludogen.kernels.go import PASS
from ludogen.kernels.go_answers import (
    FINAL,
    FREE,
    NOTHING_YET,
    REPLY,
    PlayoutReferee,
    Remembered,
    add_answers,
    question_type,
    slot_type,
)
from ludogen.kernels.go_playouts import PlayoutMover
from ludogen.kernels.records import zero_records
from ludogen.kernels.roving_eye import EyeMover, EyeRules, eye_mind
from ludogen.kernels.wide import unpack
from ludogen.players.eyes import eye_shape
from ludogen.players.moving import MoverPlayer

SIZE, CAP = 5, samples(30, 9)
RULES = EyeRules(steps=samples(100, 4))
NONE = int(NOTHING_YET)
GAME = Go(size=SIZE, komi=1.5, scoring="japanese")


def net_of(links: Links) -> Any:
    return graph_net(eye_shape(), *zip(*links, strict=True))


class Oracle:
    """Answers anything with what a hash of the question says, and knows what was asked."""

    def __init__(self, moves: dict[Any, int]) -> None:
        self.moves, self.asked = moves, list[Any]()

    def answer(self, question: Any, position: Position) -> tuple[int, float]:
        self.asked.append(question)
        random = Random(repr(question))
        legal = [move for move in position.legal_moves if move != PASS or random.random() < 0.2]
        return self.moves.get(question, random.choice(legal or [int(PASS)])), random.randrange(-40, 40) / 4


def stones(position: Position) -> tuple[int, int]:
    own, opp = unpack(position.state.own), unpack(position.state.opp)
    return (own, opp) if position.side == 0 else (opp, own)


def question_of(kind: int, before: Position, white: int, black: int, forced: int) -> Any:
    """A question as plain numbers, made of Python's positions."""
    state = before.state
    taken = (int(state.own_prisoners), int(state.opp_prisoners))
    black_took, white_took = taken if before.side == 0 else taken[::-1]
    bonus = round(2 * GAME.komi) + 2 * (white_took - black_took)
    return kind, *stones(before), bonus, white, black, forced


def plain(record: Any) -> Any:
    words = (sum(int(word) << 64 * i for i, word in enumerate(record[name])) for name in ("stones", "whites"))
    return int(record["kind"]), *words, *(int(record[name]) for name in ("bonus", "white", "black", "forced"))


def twin(net: Any, oracle: Oracle, opening: list[int]) -> tuple[list[int], list[float], float]:
    """Moves, estimates and final score of a game that is played with Python's positions and players."""
    player = MoverPlayer("eye", lambda: EyeMover(net, eye_mind(), RULES), remembers=True)
    position, before, white, estimates = GAME.start(), GAME.start(), int(NOTHING_YET), list[float]()

    def final() -> float:
        kind, *board, bonus, white, black, free = question_of(FINAL, position, NONE, NONE, int(FREE))
        return oracle.answer((kind, *board, 0, white, black, free), position)[1] + float(bonus) / 2

    def forced() -> int:
        wanted = opening[position.ply] if position.ply < len(opening) else int(FREE)
        return wanted if wanted in position.legal_moves else int(FREE)

    while True:
        black = forced() if forced() != FREE else player.choose(position, 0)
        position = position.play(black)
        if position.is_over or position.ply >= CAP:
            break
        question = question_of(REPLY, before, white, black, forced())
        answer, estimate = oracle.answer(question, position)
        white, before = answer if forced() == FREE else forced(), position
        position = position.play(white)
        if position.is_over or position.ply >= CAP:
            break
        estimates.append(estimate)
    return [past.last_move or 0 for past in list(position.past())[-2::-1]], estimates, final()


def kernel_game(net: Any, oracle: Oracle, opening: list[int]) -> tuple[list[int], list[float], float, int]:
    """The same by the kernel, which hands out its questions one by one; and how many there were."""
    slots = zero_records(slot_type(1), 256)
    questions, trials = np.zeros(1, question_type(1)), np.zeros(1, TRIAL)
    moves, mover = np.zeros((1, CAP), np.uint64), EyeMover(net, eye_mind(), RULES)
    rounds = 0
    while True:
        arguments = (np.zeros(1, np.int64), Remembered(slots), np.array([opening], np.uint64), CAP)
        play_trials_of_eyes(GAME.start().state, mover, *arguments, questions, moves, trials)
        played = [int(move) for move in moves[0, : trials["plies"][0]]]
        if trials["status"][0] != ASKS:
            assert trials["status"][0] == ENDED
            mean = trials["total"][0]
            return played, [mean] * int(trials["estimates"][0]), float(trials["final"][0]), rounds
        rounds += 1
        position = GAME.start()
        for move in played:
            position = position.play(move)
        reply, score = oracle.answer(plain(questions[0]), position)
        if questions["kind"][0] == REPLY and questions["forced"][0] != FREE:
            reply = int(questions["forced"][0])
        add_answers(slots, questions, np.array([reply]), np.array([score]))
        assert trials["questions"][0] == rounds


RIGHT = 2 * 8 + 3  # D3
TOP = 2 * 8 + 1  # B3
OPENINGS: tuple[list[int], ...] = ([], [int(FREE), RIGHT], [RIGHT, RIGHT, int(FREE), int(PASS)], [int(PASS), int(PASS)])


@pytest.mark.parametrize("opening", OPENINGS)
def test_games_and_questions_are_those_of_the_twin(opening: list[int]) -> None:
    for seed in range(samples(6, 1)):
        net = net_of(random_links(Random(seed)))
        one, other = Oracle({}), Oracle({})
        moves, estimates, final = twin(net, one, opening)
        played, kept, counted, questions = kernel_game(net, other, opening or [int(FREE)])
        assert (played, counted, questions) == (moves, final, len(one.asked))
        assert other.asked == one.asked
        assert len(kept) == len(estimates)
        assert (kept or [0])[0] == pytest.approx(sum(estimates))


def test_the_reply_that_ends_a_game_is_not_estimated() -> None:
    """White's answers to an eye that passes: a move, then a pass, which ends the game."""
    net, opening = net_of([link("pass", 1)]), [int(FREE), RIGHT]
    played, kept, _, questions = kernel_game(net, Oracle({}), [*opening, int(FREE), int(PASS)])
    assert played == [int(PASS), RIGHT, int(PASS), int(PASS)][: len(played)]
    assert (len(kept), questions) == (1, 3)


def test_an_illegal_answer_is_told() -> None:
    slots, questions, trials = zero_records(slot_type(1), 16), np.zeros(1, question_type(1)), np.zeros(1, TRIAL)
    mover = EyeMover(net_of([link("place", 1)]), eye_mind(), RULES)
    arguments = (GAME.start().state, mover, np.zeros(1, np.int64), Remembered(slots), np.full((1, 1), FREE, np.uint64))
    moves = np.zeros((1, CAP), np.uint64)
    play_trials_of_eyes(*arguments, CAP, questions, moves, trials)
    add_answers(slots, questions, np.array([2 * 8 + 2]), np.zeros(1))  # where black's stone stands
    play_trials_of_eyes(*arguments, CAP, questions, moves, trials)
    assert trials["status"][0] == ILLEGAL


def test_each_place_has_its_own_net() -> None:
    nets = zero_records(net_of([link("place", 1)]).dtype, 3)
    nets[0], nets[1], nets[2] = (net_of([link(action, 1)])[0] for action in ("pass", "place", "pass"))
    questions, trials = np.zeros(3, question_type(1)), np.zeros(3, TRIAL)
    moves, referee = np.zeros((3, CAP), np.uint64), PlayoutReferee(PlayoutMover(1), 1)
    openings = np.full((3, 1), FREE, np.uint64)
    mover = EyeMover(nets, eye_mind(), RULES)
    places = np.array([2, 1, 0])
    play_trials_of_eyes(GAME.start().state, mover, places, referee, openings, CAP, questions, moves, trials)
    assert [int(row[0]) for row in moves] == [int(PASS), 2 * 8 + 2, int(PASS)]
    assert set(trials["status"]) == {ENDED}


@pytest.mark.parametrize("words", [1, 2, 6])
def test_the_table_finds_what_was_put_in_and_nothing_else(words: int) -> None:
    random, kind = np.random.default_rng(words), question_type(words)
    number = samples(600, 60)
    slots, questions = zero_records(slot_type(words), 1024), np.zeros(number, kind)
    for name, limit in (("stones", 4), ("whites", 4), ("white", 3), ("black", 3), ("forced", 2), ("bonus", 3)):
        questions[name] = random.integers(limit, size=questions[name].shape)
    questions["kind"] = random.integers(1, 3, number)
    known: dict[bytes, tuple[int, float]] = {}
    for number, question in enumerate(questions):
        known.setdefault(question.tobytes(), (number, number / 8))
    added = add_answers(slots, questions, np.arange(len(questions)), np.arange(len(questions)) / 8)
    used = slots[slots["asked"]["kind"] != 0]
    found = {row["asked"].tobytes(): (int(row["reply"]), float(row["score"])) for row in used}
    assert (added, found) == (len(known), known)
    assert add_answers(slots, questions, np.zeros(len(questions), np.int64), np.zeros(len(questions))) == 0


def test_the_stand_in_answers_by_the_question_alone() -> None:
    """The same game twice, and a bonus of komi in its scores."""
    found = []
    for komi in (0.0, 0.0, 5.5):
        game = Go(size=3, komi=komi, scoring="japanese")
        trials, moves = np.zeros(1, TRIAL), np.zeros((1, 60), np.uint64)
        mover = EyeMover(net_of([link("pass", 1)]), eye_mind(), RULES)
        opening, questions = np.array([[FREE, TOP]], np.uint64), np.zeros(1, question_type(1))
        arguments = (np.zeros(1, np.int64), PlayoutReferee(PlayoutMover(2), 2), opening, 60, questions)
        play_trials_of_eyes(game.start().state, mover, *arguments, moves, trials)
        found.append((moves[0, : trials["plies"][0]].tolist(), float(trials["final"][0])))
    assert found[0] == found[1]
    assert (found[0][1], found[2][1]) == (9.0, 14.5)  # all points are white's
    assert Bits(TOP) == found[0][0][1]
