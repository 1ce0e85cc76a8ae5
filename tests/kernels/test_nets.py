"""Nets against their float64 twins, carried sums against fresh ones, and the same bits everywhere."""

import hashlib
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, islice, product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.kernels import support
from tests.kernels.support import samples
from tests.naive import checkers, go, nets, othello

from ludogen.errors import InvalidInputError
from ludogen.kernels import simd
from ludogen.kernels.checkers import START as CHECKERS_START
from ludogen.kernels.checkers_nets import (
    RAW_WEIGHTS,
    SUBSQUARE_WEIGHTS,
    FreshSubSquareNet,
    RawNet1999,
    SubSquareNet,
    raw_record,
    raw_weights,
    subsquare_record,
    subsquare_weights,
    subsquares,
)
from ludogen.kernels.dispatch import COMPILED, Bits, kernel
from ludogen.kernels.evaluation import WIN, carried_after, carried_at, evaluate
from ludogen.kernels.fast_math import logistic, tanh
from ludogen.kernels.feature_net import FEATURE_WEIGHTS, FeatureNet, feature_record, feature_weights
from ludogen.kernels.layered_net import (
    CHECKERS_INPUTS,
    OTHELLO_INPUTS,
    LayeredNet,
    LayeredShape,
    go_inputs,
    layered_record,
    layered_weights,
)
from ludogen.kernels.othello import START as OTHELLO_START
from ludogen.kernels.records import record_type, zero_records
from ludogen.kernels.rules import is_over, play, random_move
from ludogen.kernels.values import checkers_values, othello_values, value_of

Floats = NDArray[np.float32]
COLOURS = {"r": Bits(0), "w": Bits(1)}


def random_weights(number: int, scale: float = 0.2, seed: int = 1) -> Floats:
    return np.random.default_rng(seed).uniform(-scale, scale, number).astype(np.float32)


def close(value: Any, expected: float) -> bool:
    return bool(abs(value - expected) <= 1e-5 * max(1, abs(expected)))


# Squashing functions and rows


@kernel
def squash(x: Floats, tanhs: Floats, logistics: Floats) -> None:
    for i in range(x.shape[0]):
        tanhs[i] = tanh(x[i])
        logistics[i] = logistic(x[i])


def test_squashing_functions() -> None:
    edges = [0, 1e-30, -1e-30, 1e-6, 7.9, 7.91, -7.91, 20, -20, 100, -100, 1e30, -1e30]
    x = np.concatenate([np.linspace(-20, 20, samples(200_001, 2001)), edges]).astype(np.float32)
    tanhs, logistics = np.zeros_like(x), np.zeros_like(x)
    squash(x, tanhs, logistics)
    exact = np.tanh(x.astype(np.float64))
    assert np.abs(tanhs - exact).max() < 3e-7
    assert np.abs(logistics - (1 + np.tanh(x.astype(np.float64) / 2)) / 2).max() < 3e-7
    small = np.abs(x) < 1
    assert (np.abs(tanhs - exact)[small] <= 5e-7 * np.abs(exact[small])).all()
    assert (np.abs(tanhs) <= 1 + 2e-7).all()
    # Odd, to the bit: a net cannot favour a colour.
    mirrored = np.zeros_like(x)
    squash(-x, mirrored, logistics)
    assert np.array_equal(mirrored, -tanhs)


class Rows(NamedTuple):
    net: np.record


@kernel
def work_on_rows(rows: Rows, out: Floats) -> None:
    net = rows.net
    a, b = simd.row(net.matrix, 0), simd.row(net.matrix, 2)
    short = simd.whole(net.short)
    out[0] = simd.total(a)
    out[1] = simd.total(simd.multiply_add(a, b, a - b))
    out[2] = simd.lane(a, 17)
    out[3] = simd.on_stack(b)[31]
    out[4] = simd.total(simd.clamp(a + b, np.float32(0.5)))
    out[5] = simd.total(a / b * np.float32(2))
    out[6] = simd.total(short)
    out[7] = simd.lane(short + np.float32(1), 3)


def test_rows() -> None:
    dtype = record_type([("matrix", "f4", (3, 32)), ("short", "f4", (4,))])
    record = np.zeros(1, dtype)[0]
    record["matrix"][:] = random_weights(96, 1.0).reshape(3, 32) + 2
    record["short"][:] = 1, 2, 4, 8
    out = np.zeros(8, np.float32)
    work_on_rows(Rows(record), out)
    a, _, b = record["matrix"].astype(np.float64)
    expected = [a.sum(), (a * b + a - b).sum(), a[17], b[31], np.clip(a + b, -0.5, 0.5).sum(), (a / b * 2).sum(), 15, 9]
    assert np.allclose(out, expected, rtol=1e-6)


# Records


def test_numbers_of_weights() -> None:
    assert len(subsquares()) == 91
    assert sum(map(len, subsquares())) == 854
    assert subsquares() == [[square - 1 for square in squares] for squares in nets.subsquares()]
    assert SUBSQUARE_WEIGHTS == 854 + 91 + 91 * 40 + 40 + 40 * 10 + 10 + 10 + 1 == 5046
    assert RAW_WEIGHTS == 32 * 40 + 40 + 40 * 10 + 10 + 10 + 1 == 1741
    assert FEATURE_WEIGHTS == 192 * 3 + 3 + 3 + 1 == 583
    assert len(LayeredShape(OTHELLO_INPUTS, (7, 5)).places) == 64 * 7 + 7 + 7 * 5 + 5 + 5 + 1


def test_records_and_back() -> None:
    flat = random_weights(SUBSQUARE_WEIGHTS)
    record = subsquare_record(flat, 2.5)
    assert np.array_equal(subsquare_weights(record), flat)
    assert list(record["pieces"]) == [1, -1, 2.5, -2.5]
    assert np.count_nonzero(np.frombuffer(record.tobytes(), np.float32)) == SUBSQUARE_WEIGHTS + 32 + 4
    assert record["first"].ctypes.data % 64 == 0
    assert pickle.loads(pickle.dumps(record)) == record
    population = zero_records(record.dtype, 3)
    population[2] = record
    assert all(member["first"].ctypes.data % 64 == 0 for member in population)
    expected = value_of(CHECKERS_START, Bits(0), SubSquareNet(record))
    for copied in (population[2], pickle.loads(pickle.dumps(record))):
        assert value_of(CHECKERS_START, Bits(0), SubSquareNet(copied)) == expected
    assert np.array_equal(raw_weights(raw_record(flat[:RAW_WEIGHTS], 2)), flat[:RAW_WEIGHTS])
    assert np.array_equal(feature_weights(feature_record(flat[:FEATURE_WEIGHTS])), flat[:FEATURE_WEIGHTS])
    for inputs, hidden in product((OTHELLO_INPUTS, CHECKERS_INPUTS, go_inputs(9), go_inputs(19)), ((64,), (1, 64))):
        shape = LayeredShape(inputs, hidden)
        flat = random_weights(len(shape.places))
        assert np.array_equal(layered_weights(shape, layered_record(shape, flat)), flat)


def test_wrong_sizes() -> None:
    with pytest.raises(InvalidInputError, match=r"5045.* exactly 5046"):
        subsquare_record(random_weights(5045), 2)
    for hidden in ((), (0,), (65,), (8, 8, 8)):
        with pytest.raises(InvalidInputError, match="one or two of 1 to 64"):
            layered_record(LayeredShape(OTHELLO_INPUTS, hidden), random_weights(9))


# Checkers


def checkers_positions(seed: int, number: int) -> list[checkers.Position]:
    random = Random(seed)
    sources = support.checkers_games(random, 3), support.checkers_setups(random, number)
    positions = [position for position in chain.from_iterable(sources) if not checkers.is_over(position)]
    return random.sample(positions, min(number, len(positions)))


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("root", ["r", "w"])
@pytest.mark.parametrize("scale", [0.2, 1.0])
def test_checkers_nets(root: str, turned: bool, scale: float) -> None:
    king = 1.75
    flat = random_weights(SUBSQUARE_WEIGHTS, scale)
    record, raw = subsquare_record(flat, king, turned), raw_record(flat[:RAW_WEIGHTS], king, turned)
    for position in checkers_positions(5, samples(150, 25)):
        inputs = nets.checkers_inputs(position, root, king, turned and root == "w")
        sign = 1 if position.mover == root else -1
        words = support.checkers_words(position)
        expected = sign * nets.subsquare_value(flat, inputs)
        value = value_of(words, COLOURS[root], SubSquareNet(record))
        assert close(value, expected)
        assert value_of(words, COLOURS[root], FreshSubSquareNet(record)) == value
        expected = sign * nets.raw_value(flat[:RAW_WEIGHTS], inputs)
        assert close(value_of(words, COLOURS[root], RawNet1999(raw)), expected)


def test_turned_board_is_the_same_for_both_colours() -> None:
    record = subsquare_record(random_weights(SUBSQUARE_WEIGHTS), 2, turned=True)
    for position in checkers_positions(6, samples(60, 10)):
        swapped = {33 - i: piece.swapcase() for i, piece in enumerate(position.pieces) if i and piece != "."}
        swapped = {i: {"R": "w", "r": "W", "W": "r", "w": "R"}[piece] for i, piece in swapped.items()}
        other = checkers.from_pieces(swapped, "w" if position.mover == "r" else "r")
        value = value_of(support.checkers_words(position), COLOURS["r"], SubSquareNet(record))
        turned = value_of(support.checkers_words(other), COLOURS["w"], SubSquareNet(record))
        assert close(turned, float(value))


def test_material_alone() -> None:
    """All weights zero: the net is the piece difference, kings counting K."""
    record = subsquare_record(np.zeros(SUBSQUARE_WEIGHTS, np.float32), 1.5)
    raw = raw_record(np.zeros(RAW_WEIGHTS, np.float32), 1.5)
    position = support.checkers_words(checkers.from_pieces({9: "r", 18: "R", 30: "w"}, "w"))
    for root in "rw":  # for the side to move either way
        assert value_of(position, COLOURS[root], SubSquareNet(record)) == -1.5
        assert value_of(position, COLOURS[root], RawNet1999(raw)) == -1.5


def test_lost_checkers_game_is_beyond_every_value() -> None:
    record = subsquare_record(random_weights(SUBSQUARE_WEIGHTS, 5.0), 3)
    over = support.checkers_words(checkers.from_pieces({9: "R"}, "w"))
    for evaluator in (SubSquareNet, FreshSubSquareNet, RawNet1999):
        weights = raw_record(random_weights(RAW_WEIGHTS), 3) if evaluator is RawNet1999 else record
        assert value_of(over, COLOURS["r"], evaluator(weights)) <= -WIN
    assert abs(value_of(CHECKERS_START, COLOURS["r"], SubSquareNet(record))) < WIN / 1000


# Othello


@pytest.mark.parametrize("scale", [0.1, 0.7, 2.0])
def test_feature_net(scale: float) -> None:
    flat = random_weights(FEATURE_WEIGHTS, scale)
    record = feature_record(flat)
    random = Random(7)
    positions = chain(support.othello_games(random, 3), support.othello_setups(random, samples(60, 20)))
    finished = 0
    for position in islice(positions, samples(300, 80)):
        value = value_of(support.othello_words(position), Bits(position.mover == "w"), FeatureNet(record))
        if othello.is_over(position):
            black, white = othello.discs(position)
            share = white / (white + black)
            assert close(value, share - 0.5 if position.mover == "w" else 0.5 - share)
            finished += 1
        else:
            assert close(value, nets.feature_value(flat, position))
    assert finished


# Carried sums


@kernel
def carry_along(
    position: Any, evaluator: Any, even: Bits, odd: Bits, state: Bits, carried_values: Floats, fresh_values: Floats
) -> int:
    """Play a random game; values with carried and with fresh sums, these as root of side `even` and `odd` in turn."""
    carried = carried_at(position, evaluator, even)
    plies = 0
    while plies < carried_values.shape[0] and not is_over(position):
        side = even if plies % 2 == 0 else odd
        carried_values[plies] = evaluate(position, evaluator, carried)
        fresh_values[plies] = evaluate(position, evaluator, carried_at(position, evaluator, side))
        move, state = random_move(position, state)
        carried = carried_after(position, move, evaluator, carried)
        position = play(position, move)
        plies += 1
    return plies


def check_carried(start: Any, evaluator: Any, even: Bits, odd: Bits, games: int) -> None:
    for seed in range(games):
        values, fresh = np.zeros(100, np.float32), np.zeros(100, np.float32)
        plies = carry_along(start, evaluator, even, odd, Bits(seed), values, fresh)
        assert plies > 20
        assert np.allclose(values[:plies], fresh[:plies], rtol=1e-4, atol=1e-5)
        assert np.ptp(fresh[:plies]) > 0.01


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("root", ["r", "w"])
def test_carried_subsquare_net(root: str, turned: bool) -> None:
    evaluator = SubSquareNet(subsquare_record(random_weights(SUBSQUARE_WEIGHTS), 2.1, turned))
    check_carried(CHECKERS_START, evaluator, COLOURS[root], COLOURS[root], samples(50, 2))


@pytest.mark.parametrize("white", [0, 1])
def test_carried_feature_net(white: int) -> None:
    record = feature_record(random_weights(FEATURE_WEIGHTS, 0.7))
    check_carried(OTHELLO_START, FeatureNet(record), Bits(white), Bits(1 - white), samples(50, 2))


# The plain net


def check_layered(words: Any, shape: LayeredShape, inputs: NDArray[np.float64], king: float = 1) -> None:
    flat = random_weights(len(shape.places), 0.3)
    value = value_of(words, Bits(0), LayeredNet(layered_record(shape, flat, king)))
    assert close(value, nets.layered_value(flat, shape.hidden, inputs))


@pytest.mark.parametrize("hidden", [(1,), (40,), (64, 64), (13, 7)])
def test_layered_net(hidden: tuple[int, ...]) -> None:
    random = Random(8)
    for board in islice(support.othello_games(random, 1), 0, 55, samples(1, 6)):
        if not othello.is_over(board):
            shape = LayeredShape(OTHELLO_INPUTS, hidden)
            check_layered(support.othello_words(board), shape, nets.othello_inputs(board))
    for position in checkers_positions(9, samples(50, 10)):
        inputs = nets.checkers_inputs(position, position.mover, 1.5)
        check_layered(support.checkers_words(position), LayeredShape(CHECKERS_INPUTS, hidden), inputs, 1.5)


@pytest.mark.parametrize("size", [2, 5, 7, 9, 11, 19])
def test_layered_net_on_boards_of_go(size: int) -> None:
    for position in islice(support.go_setups(Random(size), size, 20), samples(20, 4)):
        if not go.is_over(position):
            shape = LayeredShape(go_inputs(size), (20, 10))
            check_layered(support.go_words(position), shape, nets.go_inputs(position))


# The same bits everywhere


def many_values() -> tuple[list[Any], list[Any], bytes]:
    """Words of positions, some evaluators and all their values."""
    positions = [support.checkers_words(position) for position in checkers_positions(10, samples(200, 10))]
    own, opp, kings, colour = words = [np.array(column, np.uint64) for column in zip(*positions, strict=True)]
    flat = random_weights(SUBSQUARE_WEIGHTS)
    evaluators = [FreshSubSquareNet(subsquare_record(flat, 2)), SubSquareNet(subsquare_record(flat, 2, turned=True))]
    out = np.zeros((2, len(positions)), np.float32)
    for evaluator, values in zip(evaluators, out, strict=True):
        checkers_values(own, opp, kings, colour, Bits(1), evaluator, values)
    black, white = np.array([1 << 27, 1 << 28], np.uint64), np.array([1 << 36, 1 << 37], np.uint64)
    few = np.zeros(2, np.float32)
    othello_values(black, white, Bits(0), FeatureNet(feature_record(random_weights(FEATURE_WEIGHTS))), few)
    return words, evaluators, out.tobytes() + few.tobytes()


def test_entries_and_threads_agree_to_the_bit() -> None:
    words, evaluators, expected = many_values()
    number = len(words[0])
    singles = [
        value_of(type(CHECKERS_START)(*(column[i] for column in words)), Bits(1), evaluator)
        for evaluator in evaluators
        for i in range(number)
    ]
    assert np.array(singles, np.float32).tobytes() == expected[: 8 * number]
    with ThreadPoolExecutor(4) as threads:
        assert all(values == expected for *_, values in threads.map(lambda _: many_values(), range(4)))


@pytest.mark.skipif(not COMPILED, reason="about compiled code")
def test_a_second_process_agrees_to_the_bit() -> None:
    program = "from tests.kernels.test_nets import *; print(hashlib.sha256(many_values()[2]).hexdigest())"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    shown = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, env=environment)
    assert shown.stdout.strip() == hashlib.sha256(many_values()[2]).hexdigest()
