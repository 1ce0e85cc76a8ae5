"""Chromosomes: what mutation and crossover must keep."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludogen.genomes.chromosome import crossed, mutated, random_chromosome

SEEDS = st.integers(0, 2**32)
LENGTHS = st.integers(1, 60)


def test_first_integers_are_uniform() -> None:
    born = random_chromosome(np.random.default_rng(1), 100_000)
    assert (born.min(), born.max()) == (-128, 127)
    assert np.bincount(born.astype(int) + 128).min() > 300


@given(SEEDS, LENGTHS)
def test_children_hold_the_material_of_their_parents(seed: int, length: int) -> None:
    random = np.random.default_rng(seed)
    one, other = random_chromosome(random, length), random_chromosome(random, length)
    before = one.copy(), other.copy()
    first, second = crossed(one, other, random)
    assert first.shape == second.shape == one.shape
    # What one child has from one parent, the other has from the other, at the same place.
    from_one = first == one
    assert np.array_equal(np.sort(np.stack([first, second]), 0), np.sort(np.stack([one, other]), 0))
    assert np.array_equal(second[from_one], other[from_one])
    # One piece was changed: going round the ring, origins change at most twice.
    known = (first != second).nonzero()[0]
    origins = (first == one)[known]
    assert np.count_nonzero(origins != np.roll(origins, 1)) in (0, 2)
    assert np.array_equal(one, before[0])
    assert np.array_equal(other, before[1])


def test_every_piece_may_be_changed() -> None:
    random, length = np.random.default_rng(2), 4
    zeros, ones = np.zeros(length, np.int8), np.ones(length, np.int8)
    seen = {tuple(crossed(zeros, ones, random)[0].tolist()) for _ in range(500)}
    assert len(seen) == 1 + 4 * 5 // 2  # nothing, and every piece of the four


@given(SEEDS, LENGTHS, st.floats(0, 1), st.integers(1, 128))
def test_mutation_keeps_length_and_range(seed: int, length: int, rate: float, size: int) -> None:
    random = np.random.default_rng(seed)
    parent = random_chromosome(random, length)
    before = parent.copy()
    child = mutated(parent, random, rate, size)
    assert child.shape == parent.shape
    assert np.array_equal(parent, before)
    # The way round the ring of 256 numbers is no longer than the size.
    moved = (child.astype(int) - parent + 128) % 256 - 128
    assert np.abs(moved).max() <= size
    if rate == 0:
        assert np.array_equal(child, parent)


def test_mutation_happens_as_often_as_it_should_and_wraps_round() -> None:
    parent = np.full(500_000, 127, np.int8)
    child = mutated(parent, np.random.default_rng(3), 0.004, 128)
    changed = child != parent
    assert changed.mean() == pytest.approx(0.004 * 256 / 257, rel=0.05)  # now and then 0 is added
    assert child[changed].min() == -128
    assert (mutated(parent, np.random.default_rng(4), 1.0, 1) != 126).mean() == pytest.approx(2 / 3, abs=0.01)
