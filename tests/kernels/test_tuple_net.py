"""N-tuple nets: the same as their slow twin, in value and in learning, and the same for all images of a position."""

from functools import partial
from itertools import chain, islice
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.kernels import support
from tests.kernels.support import samples
from tests.kernels.test_feature_learning import exact_by_brute_force, learn, start_of, unit_of
from tests.kernels.test_nets import check_carried
from tests.naive import feature_learning, othello
from tests.naive.tuple_net import TUPLES, TupleTwin, twin_of

from ludogen.errors import InvalidInputError
from ludogen.games.othello import SYMMETRIES
from ludogen.genomes.tuples import tuple_nets
from ludogen.kernels.bits import popcount
from ludogen.kernels.dispatch import Bits, kernel
from ludogen.kernels.learning_games import ALL_LEARNED, Lesson, step_towards
from ludogen.kernels.othello import START
from ludogen.kernels.othello_symmetry import IMAGES, ORBITS
from ludogen.kernels.share_net import share_from, sums_at
from ludogen.kernels.tuple_learning import TupleNets
from ludogen.kernels.tuple_net import TUPLE_SETS, TupleNet, entries_of, tuple_record, tuple_weights
from ludogen.kernels.values import othello_values, value_of

SHAPES = [("lines", 1), ("lines", 2), ("patterns", 2)]
shapes = pytest.mark.parametrize(("tuples", "phases"), SHAPES)


def random_weights(tuples: str, phases: int, seed: int, spread: float = 0.1) -> NDArray[np.float32]:
    return np.random.default_rng(seed).uniform(-spread, spread, phases * entries_of(tuples) + 1).astype(np.float32)


def test_tuples_are_those_of_the_twin() -> None:
    for name, tuples in TUPLE_SETS.items():
        named = [[f"{'abcdefgh'[square % 8]}{square // 8 + 1}" for square in squares] for squares in tuples]
        assert named == TUPLES[name]


def test_symmetries_are_those_of_the_game() -> None:
    assert sorted(map(tuple, IMAGES.tolist())) == sorted(tuple(symmetry.squares) for symmetry in SYMMETRIES)
    assert sorted(set(ORBITS.ravel().tolist())) == list(range(64))
    assert len(ORBITS) == 10


@shapes
@pytest.mark.parametrize("wins", [False, True])
def test_values_are_those_of_the_twin(tuples: str, phases: int, wins: bool) -> None:
    weights = random_weights(tuples, phases, 1)
    net, twin = TupleNet(tuple_record(weights, wins)), twin_of(weights, phases)
    assert np.array_equal(tuple_weights(net.net), weights)
    random = Random(7)
    positions = chain(support.othello_games(random, 1), support.othello_setups(random, samples(30, 10)))
    finished = 0
    for position in islice(positions, samples(90, 75)):
        if not any(othello.discs(position)):
            continue  # of no discs nobody has a share
        value = value_of(support.othello_words(position), Bits(position.mover == "w"), net)
        expected = twin.value(position)
        if othello.is_over(position):
            expected = feature_learning.worth(feature_learning.share(position), wins)
            finished += 1
        assert value == pytest.approx(expected - 0.5 if position.mover == "w" else 0.5 - expected, abs=2e-6)
    assert finished


@shapes
def test_all_images_have_the_same_value(tuples: str, phases: int) -> None:
    net = TupleNet(tuple_record(random_weights(tuples, phases, 2)))
    values = np.zeros(8, np.float32)
    for position in islice(support.othello_games(Random(3), 1), 10, 60, samples(5, 25)):
        own, opp = support.othello_images(support.othello_words(position))
        othello_values(own, opp, Bits(1), net, values)
        assert np.ptp(values) < 1e-6
        assert values[0] != pytest.approx(0, abs=1e-4)


@pytest.mark.parametrize("white", [0, 1])
def test_carried_indices(white: int) -> None:
    net = TupleNet(tuple_record(random_weights("lines", 2, 3)))
    check_carried(START, net, Bits(white), Bits(1 - white), samples(50, 2))


# Learning


@kernel
def step_once(net: Any, white: Bits, black: Bits, target: np.float32, rate: np.float32) -> tuple[Any, Any]:
    """One step; the output by the sums that it returns, and by fresh ones."""
    evaluator, discs = TupleNet(net), popcount(white | black)
    after = step_towards(evaluator, white, black, sums_at(evaluator, white, black), target, rate)
    return share_from(evaluator, after, discs), share_from(evaluator, sums_at(evaluator, white, black), discs)


@shapes
def test_steps_are_those_of_finite_differences(tuples: str, phases: int) -> None:
    small = 1e-4
    for number, position in enumerate(islice(support.othello_games(Random(4), 1), 5, 55, samples(10, 25))):
        weights, target = random_weights(tuples, phases, number), 0.9 if number % 2 else 0.1
        words = support.othello_words(position)
        white, black = words if position.mover == "w" else words[::-1]
        net = tuple_record(weights)
        carried, fresh = step_once(net, white, black, np.float32(target), np.float32(1))
        assert carried == fresh
        change = (tuple_weights(net) - weights).astype(np.float64)
        changed = np.flatnonzero(change)
        assert 20 < len(changed) <= 8 * len(TUPLE_SETS[tuples]) + 1
        for place in (*changed[: samples(40, 5)], len(weights) - 1, 7):
            errors = []
            for side in (-small, small):
                moved = weights.astype(np.float64)
                moved[place] += side
                errors.append((target - twin_of(moved, phases).value(position)) ** 2 / 2)
            assert change[place] == pytest.approx((errors[0] - errors[1]) / (2 * small), abs=3e-7)


def twins_of(nets: NDArray[Any]) -> tuple[TupleTwin, TupleTwin]:
    one, other = (twin_of(tuple_weights(net), len(net["tables"]), bool(net["plays_to_win"])) for net in nets)
    return one, other


@pytest.mark.parametrize(
    ("wins", "options"), [(False, {}), (True, {"target_depth": 2, "end_weight": 0.25, "symmetric": True})]
)
@pytest.mark.slow
def test_a_game_is_that_of_the_twin(wins: bool, options: dict[str, Any]) -> None:
    nets = tuple_nets([random_weights("lines", 2, seed) for seed in (1, 2)], wins)
    twins, lesson = twins_of(nets), Lesson(1, 10.0, 5, **options)
    arguments = (TupleNets(nets), *start_of([(0, 1)], nets, lesson, rate=0.05, seed=1)[1:])
    assert learn(arguments) == ALL_LEARNED
    end, seen = feature_learning.learn_game(twins, 0.05, lesson, exact_by_brute_force, partial(unit_of, 1))
    assert len(seen) > 40
    assert arguments[-1][0] == pytest.approx(end, abs=1e-6)
    for seed, net, twin in zip((1, 2), nets, twins, strict=True):
        learned = tuple_weights(net)
        assert np.abs(learned - np.append(twin.tables.ravel(), twin.bias)).max() < 1e-5
        assert np.abs(learned - random_weights("lines", 2, seed)).max() > 0.001


@pytest.mark.parametrize("shape", [(0,), (1,), (36072,), (36074,), (7 * 36072 + 1,), (3 * 167292 + 1,), (1, 36073)])
def test_wrong_numbers_of_weights(shape: tuple[int, ...]) -> None:
    with pytest.raises(InvalidInputError, match=r"weights have shape .*36072 \(lines\) or 167292 \(patterns\)"):
        tuple_record(np.zeros(shape, np.float32))
