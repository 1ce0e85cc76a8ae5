"""N-tuple nets as genomes: crossover shares out whole tables and splits none, mutation changes one number."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludogen.errors import InvalidInputError
from ludogen.genomes.tuples import Tuples, crossed, from_weights, mutated, random_tuples, to_weights, tuple_nets
from ludogen.kernels.tuple_net import TUPLE_SETS, entries_of, table_bounds, tuple_weights

SEEDS = st.integers(0, 2**32)
SHAPES = st.sampled_from([("lines", 1), ("lines", 3), ("patterns", 1)])
few = settings(max_examples=20)


def same(one: Tuples, other: Tuples) -> bool:
    return np.array_equal(one.tables, other.tables) and one.bias == other.bias


@few
@given(SEEDS, SHAPES)
def test_crossover_shares_out_whole_tables(seed: int, shape: tuple[str, int]) -> None:
    random, (tuples, phases) = np.random.default_rng(seed), shape
    parents = random_tuples(random, tuples, 0.7, phases), random_tuples(random, tuples, 0.7, phases)
    before = [Tuples(parent.tables.copy(), parent.bias) for parent in parents]
    children = crossed(*parents, random)
    bounds = table_bounds(tuples)
    assert len(bounds) == len(TUPLE_SETS[tuples]) + 1
    for begin, end in pairwise(bounds):
        # The tables of a tuple, of all phases: one child has those of one parent, the other those of the other.
        kin = [[one.tables[:, begin:end].tobytes() for one in pair] for pair in (parents, children)]
        assert kin[1] in (kin[0], kin[0][::-1])
    assert {child.bias for child in children} <= {parent.bias for parent in parents}
    assert all(map(same, parents, before))


def test_every_tuple_goes_either_way_and_by_itself() -> None:
    random, entries = np.random.default_rng(1), entries_of("lines")
    one, other = (Tuples(np.full((1, entries), i, np.float32), i) for i in (0, 1))
    places = table_bounds("lines")[:-1]
    firsts = np.array([crossed(one, other, random)[0].tables[0, places] for _ in range(200)])
    assert ((firsts.mean(0) > 0.35) & (firsts.mean(0) < 0.65)).all()
    assert len(np.unique(firsts, axis=0)) > 150


@few
@given(SEEDS, SHAPES)
def test_mutation_draws_one_number_anew(seed: int, shape: tuple[str, int]) -> None:
    random, (tuples, phases) = np.random.default_rng(seed), shape
    genome = random_tuples(random, tuples, 5.0, phases)
    child = mutated(genome, random, 1.0, 0.7)
    changed = np.flatnonzero(to_weights(child) != to_weights(genome))
    assert len(changed) == 1
    assert abs(to_weights(child)[changed[0]]) <= 0.7
    assert same(mutated(genome, random, 0.0, 0.7), genome)


@few
@given(SEEDS, SHAPES)
def test_weights_and_back(seed: int, shape: tuple[str, int]) -> None:
    tuples, phases = shape
    genome = random_tuples(np.random.default_rng(seed), tuples, 0.7, phases)
    assert same(from_weights(to_weights(genome)), genome)
    nets = tuple_nets([to_weights(genome)] * 2)
    assert np.array_equal(tuple_weights(nets[1]), to_weights(genome))


@pytest.mark.parametrize("shape", [(0, 36072), (7, 36072), (3, 167292), (1, 36073), (36072,)])
def test_wrong_shapes(shape: tuple[int, ...]) -> None:
    with pytest.raises(InvalidInputError, match=r"tables have shape .*1\.\.6 phases, at most 400000"):
        to_weights(Tuples(np.zeros(shape, np.float32), 0))


def test_too_many_phases() -> None:
    with pytest.raises(InvalidInputError, match=r"tuples=patterns with phases=3 .* at most 2 phases"):
        random_tuples(np.random.default_rng(1), "patterns", 0.0, 3)
