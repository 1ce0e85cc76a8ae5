"""Random moves are legal and evenly spread; random games are what their moves say, and the same for the same seed."""

from collections import Counter
from math import sqrt
from random import Random

import numpy as np
import pytest
from tests.kernels import support
from tests.kernels.entries import Words, draw
from tests.kernels.support import KernelPosition, look_at, samples
from tests.naive import checkers, go, othello

from ludogen.kernels.dispatch import COMPILED, Bits
from ludogen.kernels.go import AREA, JAPANESE
from ludogen.kernels.random_games import random_game, random_games
from ludogen.kernels.steps import rewrap, step


def othello_positions() -> dict[str, KernelPosition]:
    played = list(support.othello_games(Random(11), 3))
    setups = list(support.othello_setups(Random(12), 400))
    passing = next(position for position in setups if othello.legal_moves(position) == [None])
    return {
        "othello start": support.othello_words(othello.start()),
        "othello middle": support.othello_words(played[25]),
        "othello pass": support.othello_words(passing),
    }


def checkers_positions() -> dict[str, KernelPosition]:
    nine = {square: "w" for row in (1, 3, 5) for column in (2, 4, 6) if (square := checkers.square_at(row, column))}
    return {
        "checkers start": support.checkers_words(checkers.start()),
        "checkers kings": support.checkers_words(checkers.from_pieces({10: "W", 15: "W", 19: "w", 1: "R"}, "w")),
        "checkers tour": support.checkers_words(checkers.from_pieces({1: "R"} | nine, "r")),
    }


def go_positions() -> dict[str, KernelPosition]:
    """Empty and crowded boards: some of the empty points are suicide or ko."""
    found: dict[str, KernelPosition] = {}
    for size in (2, 5, 9, 19) if COMPILED else (2, 5):
        random = Random(size)
        crowded = max(
            (position for position in support.go_setups(random, size, 30 if size < 9 else 4) if position.passes < 2),
            key=lambda position: position.board.count(".") - len(go.legal_moves(position)),
        )
        found[f"go {size} start"] = support.go_words(go.start(size))
        found[f"go {size} crowded"] = support.go_words(crowded)
    return found


POSITIONS = othello_positions() | checkers_positions() | go_positions()
STARTS = {name: position for name, position in POSITIONS.items() if name.endswith("start")}


@pytest.mark.parametrize("name", POSITIONS)
def test_random_moves_are_uniform(name: str) -> None:
    position = POSITIONS[name]
    legal, _, _ = look_at(position)
    number = len(legal) * samples(100, 30)
    drawn: Words = np.zeros(number, np.uint64)
    draw(position, Bits(2024), drawn)
    counts = Counter(int(move) for move in drawn)
    assert set(counts) <= set(legal)
    expected = number / len(legal)
    chi_square = sum((counts[move] - expected) ** 2 / expected for move in legal)
    freedom = len(legal) - 1
    assert chi_square <= freedom + 4 * sqrt(2 * freedom) + 4


@pytest.mark.parametrize("name", POSITIONS)
def test_a_stream_goes_on_where_it_stopped(name: str) -> None:
    position = POSITIONS[name]
    at_once: Words = np.zeros(40, np.uint64)
    one_by_one: Words = np.zeros(40, np.uint64)
    last = draw(position, Bits(7), at_once)
    state = Bits(7)
    for i in range(40):
        state = Bits(draw(position, state, one_by_one[i : i + 1]))
    assert np.array_equal(at_once, one_by_one)
    assert int(state) == int(last)


def replay(position: KernelPosition, state: Bits, ply_limit: int) -> tuple[KernelPosition, int]:
    """A random game move by move, each checked to be legal."""
    move: Words = np.zeros(1, np.uint64)
    for ply in range(ply_limit):
        legal, _, _ = look_at(position)
        if not legal:
            return position, ply
        state = Bits(draw(position, state, move))
        assert int(move[0]) in legal
        position = rewrap(step(position, move[0]))
    return position, ply_limit


@pytest.mark.parametrize("name", STARTS)
def test_random_game_is_its_moves(name: str) -> None:
    for seed in range(samples(20, 2)):
        for ply_limit in (0, 1, 13, 1000):
            last, plies = random_game(STARTS[name], Bits(seed), ply_limit)
            assert (rewrap(last), plies) == replay(STARTS[name], Bits(seed), ply_limit)


@pytest.mark.parametrize("name", STARTS)
@pytest.mark.parametrize("ply_limit", [12, 1000])
def test_random_games_are_random_game(name: str, ply_limit: int) -> None:
    number = samples(200, 5)
    seeds = np.random.default_rng(5).integers(0, 1 << 64, number, np.uint64)
    outcomes, plies = np.full(number, 99, np.int64), np.full(number, 99, np.int64)
    random_games(STARTS[name], seeds, ply_limit, outcomes, plies)
    for i in range(number):
        last, played = random_game(STARTS[name], seeds[i], ply_limit)
        _, value, _ = look_at(rewrap(last))
        assert plies[i] == played
        assert outcomes[i] == (value if played % 2 == 0 else -value)
    assert np.all(plies <= ply_limit)
    again, plies_again = np.zeros(number, np.int64), np.zeros(number, np.int64)
    random_games(STARTS[name], seeds, ply_limit, again, plies_again)
    assert np.array_equal(outcomes, again)
    assert np.array_equal(plies, plies_again)
    if ply_limit == 1000:
        assert len(set(plies)) > 1


def test_outcomes_are_those_of_the_first_to_move() -> None:
    """By the twins' counts, after an odd and an even number of plies."""
    board = ("b", "b", ".", "b")  # all black's, and one prisoner of white's
    for passes, mover in ((1, "b"), (1, "w"), (2, "b"), (2, "w")):
        position = go.Position(2, board, mover, passes=passes, black_prisoners=0, white_prisoners=1)
        for scoring, lead in ((JAPANESE, 2 * (1 - 1)), (AREA, 2 * 4)):
            black_lead = lead - support.KOMI_HALVES
            words = support.go_words(position, scoring)
            outcomes, plies = np.zeros(64, np.int64), np.zeros(64, np.int64)
            random_games(words, np.arange(64, dtype=np.uint64), 1, outcomes, plies)
            ended = {int(value) for value, played in zip(outcomes, plies, strict=True) if passes == 2 or value}
            assert ended == {black_lead if mover == "b" else -black_lead}
            assert set(plies) == {2 - passes}
