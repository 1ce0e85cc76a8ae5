"""Othello endgames: the solver against brute force, against itself, and against a known result."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.kernels.support import look_at, othello_games, othello_move, othello_words, samples
from tests.naive import othello, othello_endgame
from tests.naive.othello_endgame import Target, discs_ahead, discs_and_empties_ahead, share, win

import ludogen.kernels
from ludogen.kernels import othello as plain
from ludogen.kernels import othello_lanes
from ludogen.kernels.dispatch import COMPILED, Bits, kernel
from ludogen.kernels.othello import Othello
from ludogen.kernels.othello_solver import UNSOLVED, UNSOLVED_SHARE, new_table, solve, solve_share, solve_wld
from ludogen.kernels.othello_stability import stable_discs
from ludogen.kernels.othello_targets import SHARE, final_score, share_of
from ludogen.kernels.random_games import random_game
from ludogen.kernels.steps import rewrap, step

WORD = (1 << 64) - 1
FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
compiled_only = pytest.mark.skipif(not COMPILED, reason="too slow with NUMBA_DISABLE_JIT=1")


def from_text(text: str) -> Othello:
    board, mover = text.split()
    own, opp = (
        Bits(sum(1 << i for i, disc in enumerate(board) if disc == colour)) for colour in (mover, "XO"[mover == "X"])
    )
    return Othello(own, opp)


def empties(position: Othello) -> int:
    return 64 - int(position.own | position.opp).bit_count()


def after(position: Othello, move: int) -> Othello:
    result: Othello = rewrap(step(position, Bits(move)))
    return result


def reached(seed: int, number: int, left: int) -> list[Othello]:
    """Positions with that many empty squares from random games."""
    found: list[Othello] = []
    start = Othello(*plain.START)
    for game in range(1_000_000):
        if len(found) == number:
            break
        for plies in range(60 - left, 70 - left):  # more plies than discs, where there were passes
            last = rewrap(random_game(start, Bits(seed * 1_000_000 + game), plies)[0])
            if empties(last) == left and look_at(last)[0]:
                found.append(last)
                break
    return found


def solve_for(target: Target, position: Othello, table: Any, limit: int = 0) -> tuple[float, int, int]:
    if target is share:
        return solve_share(position, table, limit)
    if target is win:
        return solve_wld(position, table, limit)
    return solve(position, table, limit, target is discs_and_empties_ahead)


def as_float(target: Target, value: Fraction) -> float:
    return value.numerator / value.denominator if target is share else int(value)


# ---- against brute force ----


def late(random: Random, number: int, most_empty: int) -> Iterator[othello.Position]:
    """Late positions of random games."""
    games = othello_games(random, 10 * number)
    for _ in range(number):
        left = random.randint(0, most_empty)
        yield next(position for position in games if position.board.count(".") == left)


def thrown(random: Random, number: int, most_empty: int) -> Iterator[othello.Position]:
    """Nearly full boards of random discs, often nearly all of one colour: passes and early ends."""
    for _ in range(number):
        white = random.choice([0.05, 0.2, 0.5, 0.8, 0.95])
        board = ["w" if random.random() < white else "b" for _ in range(64)]
        for square in random.sample(range(64), random.randint(0, most_empty)):
            board[square] = "."
        yield othello.Position(tuple(board), random.choice("bw"))


def ending_early(random: Random, number: int) -> Iterator[othello.Position]:
    """Discs huddled in a corner of an empty board: games that are over soon."""
    found = 0
    while found < number:
        rows, columns, fill = random.randint(2, 8), random.randint(2, 8), random.uniform(0.3, 0.9)
        white = random.choice([0.1, 0.25, 0.5])
        board = ["."] * 64
        for square in (8 * row + column for row in range(rows) for column in range(columns)):
            if random.random() < fill:
                board[square] = "w" if random.random() < white else "b"
        position = othello.Position(tuple(board), random.choice("bw"))
        if board.count(".") > 8 and 2 < othello_endgame.size(position, 200) <= 200:
            found += 1
            yield position


def from_words(words: tuple[int, int]) -> othello.Position:
    own, opp = words
    return othello.Position(tuple("b" if own >> i & 1 else "w" if opp >> i & 1 else "." for i in range(64)), "b")


# Found by search: no best move for the discs is a best move for the share.
AT_ODDS = list(map(from_words, ((67239946, 525312), (26534325797920, 67112960), (262401, 2050))))


def naive_positions() -> dict[str, list[othello.Position]]:
    most = samples(6, 5)
    return {
        "late": list(late(Random(1), samples(60, 4), most)),
        "thrown": list(thrown(Random(2), samples(120, 25), most)),
        "early": list(ending_early(Random(3), samples(40, 2))),
        "at odds": AT_ODDS,
    }


POSITIONS = naive_positions()


def test_the_positions_have_passes_and_early_ends() -> None:
    every = [position for some in POSITIONS.values() for position in some]
    assert any(othello.legal_moves(position) == [None] for position in every)
    assert any(not othello.legal_moves(position) and "." in position.board for position in every)
    assert any(othello.legal_moves(position) and position.board.count(".") > 8 for position in every)


@pytest.mark.parametrize("target", othello_endgame.TARGETS)
@pytest.mark.parametrize("name", POSITIONS)
def test_brute_force(name: str, target: Target) -> None:
    table = new_table()
    for position in POSITIONS[name]:
        value, moves = othello_endgame.best(position, target)
        for memory in (table, None):
            found, move, nodes = solve_for(target, othello_words(position), memory)
            assert found == as_float(target, value), position
            assert othello_move(move) in (moves or {None}), position
            assert nodes >= 1


def test_most_discs_ahead_need_not_be_the_best_share() -> None:
    for position in POSITIONS["at odds"]:
        _, for_discs = othello_endgame.best(position, discs_ahead)
        _, for_share = othello_endgame.best(position, share)
        assert not for_discs & for_share


# ---- the parts ----


@kernel
def both_ways(own: Bits, opp: Bits, square: Bits) -> tuple[Bits, Bits, Bits, Bits]:
    return (
        othello_lanes.flips(own, opp, square),
        plain.flips(own, opp, square),
        othello_lanes.placements(own, opp),
        plain.placements(own, opp),
    )


@kernel
def stable(discs: Bits, other: Bits) -> Bits:
    return stable_discs(discs, other)


@kernel
def score_and_share(own: Bits, opp: Bits) -> tuple[int, float]:
    score = final_score(own, opp, SHARE)
    return score, share_of(score)


def test_lanes_are_the_plain_rules() -> None:
    random = Random(4)
    for _ in range(samples(20_000, 20)):
        taken = random.getrandbits(64) | random.choice([0, random.getrandbits(64), WORD])
        square = 1 << random.randrange(64)
        own = random.getrandbits(64) & taken & ~square
        opp = taken & ~own & ~square
        flips, plain_flips, placements, plain_placements = both_ways(Bits(own), Bits(opp), Bits(square))
        assert (flips, placements) == (plain_flips, plain_placements)


def test_stable_discs_are_never_turned() -> None:
    found = 0
    for position in [words for some in POSITIONS.values() for words in map(othello_words, some)]:
        kept = int(stable(position.own, position.opp)), int(stable(position.opp, position.own))
        found += kept[0].bit_count() + kept[1].bit_count()
        for seed in range(samples(10, 1)):
            last, plies = random_game(position, Bits(seed), 100)
            own, opp = (last.own, last.opp) if plies % 2 == 0 else (last.opp, last.own)
            assert kept[0] & ~int(own) == 0
            assert kept[1] & ~int(opp) == 0
    assert found > 0


def test_known_stable_discs() -> None:
    assert stable(Bits(0x0F), Bits(0)) == 0x0F  # a1 to d1
    assert stable(Bits(0x0E), Bits(0)) == 0
    assert stable(Bits(0x010307), Bits(0)) == 0x010307  # a triangle in a corner
    assert stable(Bits(0x0F), Bits(0xF0)) == 0x0F  # a full edge
    assert stable(Bits(0x3C), Bits(0xC3)) == 0x3C
    assert stable(Bits(WORD ^ 1), Bits(0)) == WORD ^ 1  # each next to a stable one, from the other corners on


def test_shares_keep_their_order_and_come_back_exactly() -> None:
    found: dict[Fraction, int] = {}
    step_by = 1 if COMPILED else 7
    for own in range(0, 65, step_by):
        for opp in range(0 if own else 1, 65 - own, step_by):
            score, fraction = score_and_share(Bits((1 << own) - 1), Bits(((1 << opp) - 1) << own))
            assert fraction == own / (own + opp)
            assert found.setdefault(Fraction(own, own + opp), int(score)) == score
    scores = [found[fraction] for fraction in sorted(found)]
    assert scores == sorted(set(scores))


# ---- against itself ----


@compiled_only
@pytest.mark.parametrize("target", othello_endgame.TARGETS)
def test_fresh_table_used_table_and_no_table_agree(target: Target) -> None:
    used = new_table()
    for position in reached(5, 30, 11):
        for other in othello_endgame.TARGETS:  # fill the table with scores of other kinds too
            solve_for(other, position, used)
        value, move, _ = solve_for(target, position, None)
        for table in (new_table(), used, used):
            again, its_move, _ = solve_for(target, position, table)
            assert again == value
            assert its_move in look_at(position)[0]
        assert move in look_at(position)[0]


@compiled_only
@pytest.mark.parametrize("target", othello_endgame.TARGETS)
@pytest.mark.parametrize("left", [10, 12])
def test_best_moves_reach_the_value(left: int, target: Target) -> None:
    table = new_table()
    for position in reached(6, 10, left):
        value, move, _ = solve_for(target, position, table)
        expected, own = value, position
        side = 1
        while look_at(own)[0]:
            assert move in look_at(own)[0]
            own, side = after(own, move), -side
            value, move, _ = solve_for(target, own, table)
        mine, theirs = (own.own, own.opp) if side == 1 else (own.opp, own.own)
        assert as_float(target, target(int(mine).bit_count(), int(theirs).bit_count())) == expected


@compiled_only
def test_the_limit_ends_a_search_and_leaves_the_table_right() -> None:
    position = from_text(FFO_40)
    table = new_table()
    for limit in (1, 1000, 100_000):
        value, move, nodes = solve(position, table, limit)
        assert (value, move) == (UNSOLVED, 0)
        assert limit < nodes < limit + 20_000
        assert solve_wld(position, table, 1)[0] == UNSOLVED
        assert solve_share(position, table, 1)[0] == UNSOLVED_SHARE
    for late_one in reached(7, 20, 11):
        solve(late_one, table, 300)
        assert solve(late_one, table, 0)[0] == solve(late_one, None, 0)[0]


# ---- known results ----


@compiled_only
def test_wld_of_ffo_40() -> None:
    assert solve_wld(from_text(FFO_40), new_table(), 0)[0] == 1


@pytest.mark.slow
@compiled_only
def test_ffo_40() -> None:
    """+38 by a2, as published; the board gets full, so both rules for empty squares and the share say the same."""
    position, table = from_text(FFO_40), new_table()
    value, move, _ = solve(position, table, 0, True)
    assert (value, move) == (38, 1 << 8)
    assert solve(position, table, 0, False)[:2] == (38, 1 << 8)
    assert solve_share(position, table, 0)[0] == (38 + 64) / 128
    while look_at(position)[0]:
        assert solve(position, table, 0, True)[0] == value
        position, value = after(position, solve(position, table, 0, True)[1]), -value
    assert int(position.own).bit_count() - int(position.opp).bit_count() == value


PROGRAM = f"""
import json
from ludogen.kernels.othello import Othello
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.othello_solver import new_table, solve, solve_compiled, solve_share, solve_wld
board = "{FFO_40}"
own, opp = (Bits(sum(1 << i for i, disc in enumerate(board[:64]) if disc == colour)) for colour in "XO")
late = Othello(opp | ~(own | opp) & Bits(0x009FFFFFFFFFFFFF), own)  # ten empty squares
results = [f(late, table, 0) for f in (solve, solve_share, solve_wld) for table in (None, new_table())]
stats = solve_compiled.stats
print(json.dumps([results, sum(stats.cache_hits.values()), sum(stats.cache_misses.values())]))
"""


@pytest.mark.slow
@compiled_only
def test_second_process_loads_what_the_first_compiled(tmp_path: Path) -> None:
    source = Path(ludogen.kernels.__file__).parents[2]
    environment = os.environ | {"LUDOGEN_CACHE": str(tmp_path), "PYTHONPATH": str(source)}

    def run() -> Any:
        command = [sys.executable, "-c", PROGRAM]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    first, second = run(), run()
    assert first[0] == second[0]
    assert (first[1:], second[1:]) == ([0, 2], [2, 0])
