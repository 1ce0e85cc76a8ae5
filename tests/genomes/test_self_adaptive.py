"""Self-adaptive weights: the paper's numbers, and what mutation must keep."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludogen.genomes.self_adaptive import SelfAdaptive, mutated, random_weights, usual_tau

LIMITS = (1.0, 3.0)


def test_tau_is_the_papers() -> None:
    assert usual_tau(5046) == pytest.approx(0.0839, abs=5e-5)


def test_first_weights_are_uniform() -> None:
    born = random_weights(np.random.default_rng(1), 5046, 0.2, 0.05, 2.0)
    assert -0.2 <= born.weights.min() < -0.19
    assert 0.19 < born.weights.max() <= 0.2
    assert abs(born.weights.mean()) < 0.01
    assert set(born.steps.tolist()) == {np.float32(0.05)}
    assert born.king == 2.0


def test_steps_and_weights_move_as_the_equations_say() -> None:
    parent = random_weights(np.random.default_rng(2), 200_000, 0.2, 0.05, 2.0)
    tau = 0.1
    child = mutated(parent, np.random.default_rng(3), tau, 0.1, LIMITS)
    logs = np.log(child.steps / parent.steps)
    assert logs.mean() == pytest.approx(0, abs=0.001)
    assert logs.std() == pytest.approx(tau, rel=0.01)
    moved = (child.weights - parent.weights) / child.steps  # by the new step, not the old one
    assert moved.std() == pytest.approx(1, rel=0.01)
    assert np.corrcoef(logs, np.abs(moved))[0, 1] == pytest.approx(0, abs=0.01)


def test_mutation_leaves_the_parent_alone() -> None:
    parent = random_weights(np.random.default_rng(4), 50, 0.2, 0.05, 2.0)
    before = parent.weights.copy(), parent.steps.copy()
    mutated(parent, np.random.default_rng(5), 0.1, 0.1, LIMITS)
    assert np.array_equal(parent.weights, before[0])
    assert np.array_equal(parent.steps, before[1])


@given(st.integers(0, 2**32), st.integers(10, 30))
def test_kings_stay_on_their_grid_and_within_limits(seed: int, tenths: int) -> None:
    genome = SelfAdaptive(np.zeros(2, np.float32), np.ones(2, np.float32), tenths / 10)
    random = np.random.default_rng(seed)
    for _ in range(30):
        before = genome.king
        genome = mutated(genome, random, 0.1, 0.1, LIMITS)
        assert 1.0 <= genome.king <= 3.0
        assert genome.king * 10 == pytest.approx(round(genome.king * 10), abs=1e-9)
        assert abs(genome.king - before) < 0.1001


def test_kings_go_up_down_and_stay_equally_often() -> None:
    genome = SelfAdaptive(np.zeros(1, np.float32), np.ones(1, np.float32), 2.0)
    random = np.random.default_rng(6)
    kings = [mutated(genome, random, 0.1, 0.1, LIMITS).king for _ in range(3000)]
    for king in (1.9, 2.0, 2.1):
        assert kings.count(king) == pytest.approx(1000, abs=120)


def test_a_cap_keeps_steps_short() -> None:
    genome = random_weights(np.random.default_rng(7), 500, 0.2, 0.05, 2.0)
    random = np.random.default_rng(8)
    for _ in range(50):
        genome = mutated(genome, random, 0.3, 0.1, LIMITS, longest_step=0.06)
    assert genome.steps.max() <= np.float32(0.06)
    assert genome.steps.min() < 0.05
