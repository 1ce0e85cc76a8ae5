"""Learning games: the same as their slow twin, gradients as by finite differences, the same with others to wait for."""

from functools import partial
from itertools import islice
from random import Random
from threading import Thread
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.kernels import support
from tests.kernels.support import samples
from tests.naive import feature_learning, othello, othello_endgame

from ludogen.errors import InvalidInputError
from ludogen.kernels.atomics import count_up, read_count
from ludogen.kernels.bits import next_random, popcount
from ludogen.kernels.dispatch import COMPILED, Bits, kernel
from ludogen.kernels.feature_learning import FeatureNets
from ludogen.kernels.feature_net import FeatureNet, feature_record, feature_size, feature_weights
from ludogen.kernels.learning_games import (
    ALL_LEARNED,
    NOT_HELD,
    Lesson,
    learn_on,
    learning_work,
    make_symmetric,
    step_towards,
)
from ludogen.kernels.othello_solver import solve_share
from ludogen.kernels.records import zero_records
from ludogen.kernels.share_net import phase_of, share_from, sums_at
from ludogen.kernels.whole_games import chance_at

EARLY_ENDS = (755, 3277)  # random words of games that Black, and White, loses to the last disc within 13 moves
Games = list[tuple[int, int]]  # the places of Black and White


def random_weights(hidden: int, seed: int, spread: float = 0.5, phases: int = 1) -> NDArray[np.float32]:
    number = feature_size(phases) * hidden + 1
    return np.random.default_rng(seed).uniform(-spread, spread, number).astype(np.float32)


def new_nets(number: int, hidden: int = 3, phases: int = 1, wins: bool = False) -> NDArray[Any]:
    records = [feature_record(random_weights(hidden, i, phases=phases), wins) for i in range(number)]
    nets = zero_records(records[0].dtype, number)
    for i, record in enumerate(records):
        nets[i] = record
    return nets


def start_of(games: Games, nets: NDArray[Any], lesson: Lesson, rate: float = 0.1, seed: int = 0) -> tuple[Any, ...]:
    """All that `learn_on` needs but the working record and what is held."""
    before, played = [], [0] * len(nets)
    for pair in games:
        before.append([played[place] for place in pair])
        for place in pair:
            played[place] += 1
    blacks, whites = np.array(games, np.int64).reshape(-1, 2).T.copy()
    black_before, white_before = np.array(before, np.int64).reshape(-1, 2).T.copy()
    rates, chances = np.full(len(games), rate, np.float32), np.arange(seed, seed + len(games), dtype=np.uint64)
    counts, ends = np.zeros(1 + len(nets), np.int64), np.zeros(len(games), np.float32)
    return FeatureNets(nets), blacks, whites, black_before, white_before, rates, chances, lesson, counts, ends


def learn(arguments: tuple[Any, ...], held: int = NOT_HELD) -> int:
    *others, counts, ends = arguments
    return int(learn_on(*(*others, learning_work(), counts, ends, held)))


# The twin


def twins_of(nets: NDArray[Any], hidden: int) -> tuple[feature_learning.Net, feature_learning.Net]:
    one, other = (
        feature_learning.net_of(feature_weights(net), hidden, len(net["phases"]), bool(net["plays_to_win"]))
        for net in nets
    )
    return one, other


def exact_by_kernel(position: othello.Position, wins: bool) -> float:
    assert not wins
    own = solve_share(support.othello_words(position), None, 0)[0]
    return own if position.mover == "w" else 1 - own


def exact_by_brute_force(position: othello.Position, wins: bool) -> float:
    share = float(othello_endgame.value(position, "w", othello_endgame.share))
    return feature_learning.worth(share, wins)


def unit_of(chance: int, ply: int) -> float:
    drawn, _ = next_random(Bits(chance_at(Bits(chance), ply)))
    return (int(drawn) >> 11) / 2**53


@pytest.mark.parametrize(
    ("hidden", "depth", "temperature", "solve_at"),
    [(3, 1, 10.0, 5), (3, 1, 10.0, 10), (3, 2, 30.0, 5), (1, 1, 3.0, 5), (4, 1, 10.0, 5)],
)
def test_a_game_is_that_of_the_twin(hidden: int, depth: int, temperature: float, solve_at: int) -> None:
    if not COMPILED and solve_at > 5:
        pytest.skip("ten empty squares take plain Python too long")
    lesson = Lesson(depth, temperature, solve_at)
    exact = exact_by_kernel if solve_at > 5 else exact_by_brute_force
    for seed in range(samples(2 if depth == 1 and hidden == 3 else 1, 1)):
        nets = new_nets(2, hidden)
        arguments = start_of([(0, 1)], nets, lesson, rate=0.3, seed=seed)
        twins = twins_of(nets, hidden)
        assert learn(arguments) == ALL_LEARNED
        end, seen = feature_learning.learn_game(twins, 0.3, lesson, exact, partial(unit_of, seed))
        assert len(seen) > 40
        assert arguments[-1][0] == pytest.approx(end, abs=1e-6)
        for place, twin in enumerate(twins):
            learned = feature_weights(nets[place])
            assert np.abs(learned - feature_learning.weights_of(twin)).max() < 1e-5
            assert np.abs(learned - random_weights(hidden, place)).max() > 0.001


@pytest.mark.parametrize(
    ("phases", "wins", "options"),
    [
        (3, False, {"symmetric": True}),
        (3, True, {"end_weight": 0.25}),
        (1, True, {}),
        (1, False, {"target_depth": 2}),
    ],
)
def test_a_game_with_other_settings_is_that_of_the_twin(phases: int, wins: bool, options: dict[str, Any]) -> None:
    lesson, nets = Lesson(1, 10.0, 5, **options), new_nets(2, 3, phases, wins)
    twins = twins_of(nets, 3)
    arguments = start_of([(0, 1)], nets, lesson, rate=0.3, seed=1)
    assert learn(arguments) == ALL_LEARNED
    end, seen = feature_learning.learn_game(twins, 0.3, lesson, exact_by_brute_force, partial(unit_of, 1))
    assert len(seen) > 40
    assert arguments[-1][0] == pytest.approx(end, abs=1e-6)
    for net, twin in zip(nets, twins, strict=True):
        assert np.abs(feature_weights(net) - feature_learning.weights_of(twin)).max() < 1e-5


@pytest.mark.parametrize("seed", EARLY_ENDS)
def test_a_game_that_ends_early_is_learned_from(seed: int) -> None:
    nets, lesson = new_nets(2), Lesson(1, 1.0, 5)
    twins = twins_of(nets, 3)
    arguments = start_of([(0, 1)], nets, lesson, seed=seed)
    assert learn(arguments) == ALL_LEARNED
    end, seen = feature_learning.learn_game(twins, 0.1, lesson, exact_by_brute_force, partial(unit_of, seed))
    assert othello.is_over(seen[-1])
    assert seen[-1].board.count(".") > 10
    assert arguments[-1][0] == end
    for net, twin in zip(nets, twins, strict=True):
        assert np.abs(feature_weights(net) - feature_learning.weights_of(twin)).max() < 1e-5


# Gradients


@kernel
def step_once(net: Any, white: Bits, black: Bits, target: np.float32, rate: np.float32) -> tuple[Any, Any]:
    """One step; the output by the sums that it returns, and by fresh ones."""
    evaluator, discs = FeatureNet(net), popcount(white | black)
    after = step_towards(evaluator, white, black, sums_at(evaluator, white, black), target, rate)
    return share_from(evaluator, after, discs), share_from(evaluator, sums_at(evaluator, white, black), discs)


@pytest.mark.parametrize(("hidden", "phases"), [(1, 1), (3, 1), (5, 3), (12, 1)])
def test_steps_are_those_of_finite_differences(hidden: int, phases: int) -> None:
    small = 1e-5
    positions = list(islice(support.othello_games(Random(hidden), 1), 5, 50, samples(9, 22)))
    for number, position in enumerate(positions):
        weights, target = random_weights(hidden, number, phases=phases), 0.9 if number % 2 else 0.1
        x = feature_learning.inputs(position, phases)

        def error(flat: NDArray[np.float64], x: Any = x, target: float = target) -> float:
            return (target - feature_learning.output(feature_learning.net_of(flat, hidden, phases), x)) ** 2 / 2

        flat, slopes = weights.astype(np.float64), np.zeros(len(weights))
        for i in range(len(flat)):
            moved = np.zeros(len(flat))
            moved[i] = small
            slopes[i] = (error(flat + moved) - error(flat - moved)) / (2 * small)
        words = support.othello_words(position)
        white, black = words if position.mover == "w" else words[::-1]
        net = feature_record(weights)
        carried, fresh = step_once(net, white, black, np.float32(target), np.float32(1))
        change = feature_weights(net) - weights
        assert np.allclose(change, -slopes, atol=3e-7)
        assert np.abs(change).max() > 1e-3
        assert (
            not change[: len(x) * hidden].reshape(hidden, len(x))[:, x == 0].any()
        )  # inputs that are off learn nothing
        assert carried == pytest.approx(fresh, abs=1e-6)
        assert not net["last"][hidden:].any()  # nor does padding
        assert not net["first"][:, hidden:].any()


@kernel
def symmetric_shares(net: Any, whites: Any, blacks: Any, shares: Any) -> None:
    """Make a net symmetric; its outputs then."""
    evaluator = FeatureNet(net)
    make_symmetric(evaluator)
    for i in range(whites.shape[0]):
        sums = sums_at(evaluator, whites[i], blacks[i])
        shares[i] = share_from(evaluator, sums, popcount(whites[i] | blacks[i]))


def test_symmetric_nets_say_the_same_of_all_images() -> None:
    position = next(islice(support.othello_games(Random(1), 1), 25, None))
    words = support.othello_words(position)
    whites, blacks = support.othello_images(words)
    net, shares = feature_record(random_weights(5, 2, phases=2)), np.zeros(8, np.float32)
    before = feature_weights(net)
    symmetric_shares(net, whites, blacks, shares)
    assert np.ptp(shares) < 1e-6
    once = feature_weights(net)
    # Sums of all weights of a plane stay, and what is symmetric stays as it is.
    planes = [weights[: 5 * 194].reshape(5, 194)[:, :192].reshape(5, 3, 64).sum(2) for weights in (before, once)]
    assert np.abs(planes[0] - planes[1]).max() < 1e-4
    symmetric_shares(net, whites, blacks, shares)
    assert np.array_equal(feature_weights(net), once)


def test_phases_are_of_equal_length() -> None:
    for phases in range(1, 7):
        found = [int(phase_of(discs, phases)) for discs in range(65)]
        assert found == sorted(found)
        assert set(found) == set(range(phases))
        lengths = np.bincount(found[4:])
        assert lengths.max() - lengths.min() <= 1


def test_learning_leads_to_the_target() -> None:
    position = next(islice(support.othello_games(Random(1), 1), 20, None))
    white, black = support.othello_words(position)
    net = feature_record(random_weights(3, 1))
    shares = [step_once(net, white, black, np.float32(0.8), np.float32(1))[1] for _ in range(60)]
    errors = np.abs(np.array(shares) - 0.8)
    assert errors[-1] < 0.01
    assert (np.diff(errors) <= 1e-6).all()


# Games that wait for others


def test_games_of_a_list_are_learned_from_one_after_another() -> None:
    games = [(0, 1), (2, 3), (1, 2), (3, 0)][: samples(4, 3)]
    lesson = Lesson(1, 10.0, samples(6, 3))
    together, one_by_one = new_nets(4), new_nets(4)
    assert learn(start_of(games, together, lesson)) == ALL_LEARNED
    for number, pair in enumerate(games):
        assert learn(start_of([pair], one_by_one, lesson, seed=number)) == ALL_LEARNED
    assert together.tobytes() == one_by_one.tobytes()


def test_who_waits_long_keeps_the_game_and_gives_way() -> None:
    lesson = Lesson(1, 10.0, 3)
    nets, untouched = new_nets(2), new_nets(2)
    arguments = start_of([(0, 1), (1, 0)], nets, lesson)
    counts = arguments[-2]
    counts[0] = 1  # somebody has taken the first game and not yet played it
    assert learn(arguments) == 1
    assert counts.tolist() == [2, 0, 0]
    assert nets.tobytes() == untouched.tobytes()
    assert learn(arguments, held=1) == 1
    assert learn(arguments, held=0) == ALL_LEARNED  # somebody plays it
    assert counts.tolist() == [3, 1, 1]
    assert learn(arguments, held=1) == ALL_LEARNED
    assert counts[1:].tolist() == [2, 2]
    assert learn(start_of([(0, 1), (1, 0)], untouched, lesson)) == ALL_LEARNED
    assert nets.tobytes() == untouched.tobytes()


@kernel
def count_often(counts: Any, times: int) -> int:
    for _ in range(times):
        count_up(counts, 1)
    return read_count(counts, 1)


@pytest.mark.skipif(not COMPILED, reason="plain counts are for one thread")
def test_no_count_is_lost() -> None:
    counts = np.zeros(3, np.int64)
    count_often(counts, 1)
    threads = [Thread(target=count_often, args=(counts, 200_000)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts.tolist() == [0, 800_001, 0]


def test_counts() -> None:
    counts = np.zeros(2, np.int64)
    assert count_often(counts, 5) == 5
    assert counts.tolist() == [0, 5]


@pytest.mark.parametrize(
    "shape", [(0,), (1,), (582,), (584,), (3 * 195 + 1,), (3 * 201 + 1,), (194 * 17 + 1,), (1, 583)]
)
def test_wrong_numbers_of_weights(shape: tuple[int, ...]) -> None:
    with pytest.raises(InvalidInputError, match=r"weights have shape .*583 for three"):
        feature_record(np.zeros(shape, np.float32))
