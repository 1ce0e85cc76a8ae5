"""Nets as features: crossover shares them out and splits none, mutation changes one number."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludogen.errors import InvalidInputError
from ludogen.genomes.features import Features, crossed, feature_nets, from_weights, mutated, random_features, to_weights
from ludogen.kernels.feature_net import feature_weights

SEEDS = st.integers(0, 2**32)
HIDDEN = st.integers(1, 16)


def copied(genome: Features) -> Features:
    return Features(genome.features.copy(), genome.bias)


def same(one: Features, other: Features) -> bool:
    return np.array_equal(one.features, other.features) and one.bias == other.bias


@given(SEEDS, HIDDEN)
def test_crossover_shares_out_whole_features(seed: int, hidden: int) -> None:
    random = np.random.default_rng(seed)
    parents = random_features(random, hidden, 0.7), random_features(random, hidden, 0.7)
    before = [copied(parent) for parent in parents]
    children = crossed(*parents, random)
    assert [child.features.shape for child in children] == [(hidden, 194)] * 2
    # Incoming weights, bias and outgoing weight of a hidden node are a row: all rows are there, none is new or twice.
    rows = [sorted(map(bytes, np.concatenate([one.features for one in kin]))) for kin in (parents, children)]
    assert rows[0] == rows[1]
    assert len(set(rows[1])) == 2 * hidden
    assert {child.bias for child in children} <= {parent.bias for parent in parents}
    assert all(map(same, parents, before))


def test_every_way_to_share_out_comes_up() -> None:
    random = np.random.default_rng(1)
    one, other = (Features(np.full((3, 194), 3 * i, np.float32) + np.arange(3)[:, None], i) for i in (0, 1))
    sets, biases = set(), set()
    for _ in range(600):
        first, second = crossed(one, other, random)
        sets.add(frozenset(first.features[:, 0].tolist()))
        biases.add((first.bias, second.bias))
    assert len(sets) == 20  # three of six
    assert biases == {(0, 0), (0, 1), (1, 0), (1, 1)}


@given(SEEDS, HIDDEN)
def test_mutation_draws_one_number_anew(seed: int, hidden: int) -> None:
    random = np.random.default_rng(seed)
    genome = random_features(random, hidden, 5.0)
    before = copied(genome)
    child = mutated(genome, random, 1.0, 0.7)
    changed = np.flatnonzero(to_weights(child) != to_weights(genome))
    assert len(changed) == 1
    assert abs(to_weights(child)[changed[0]]) <= 0.7
    assert same(genome, before)
    assert same(mutated(genome, random, 0.0, 0.7), genome)


def test_mutation_strikes_as_often_as_said_and_everywhere() -> None:
    random = np.random.default_rng(2)
    genome = random_features(random, 3, 0.1)
    children = [to_weights(mutated(genome, random, 0.1, 0.7)) for _ in range(20_000)]
    places = np.flatnonzero(np.stack(children) != to_weights(genome)) % 583
    assert 1800 < len(places) < 2200
    assert {0, 582} < set(places.tolist())
    assert len(set(places.tolist())) > 540


@given(SEEDS, HIDDEN)
def test_weights_and_back(seed: int, hidden: int) -> None:
    genome = random_features(np.random.default_rng(seed), hidden, 0.7)
    assert same(from_weights(to_weights(genome)), genome)
    nets = feature_nets([to_weights(genome)] * 2)
    assert np.array_equal(feature_weights(nets[1]), to_weights(genome))


def test_weights_lie_where_the_net_looks_for_them() -> None:
    features = np.arange(2 * 194, dtype=np.float32).reshape(2, 194)
    net = feature_nets([to_weights(Features(features, -1.0))])[0]
    assert net["first"][:, 1].tolist() == features[1, :192].tolist()
    assert (net["first_bias"][:2].tolist(), net["last"][:2].tolist()) == ([192, 386], [193, 387])
    assert net["last_bias"] == -1
    assert net["is_node"].tolist() == [1, 1, 0, 0]


@pytest.mark.parametrize("shape", [(0, 194), (17, 194), (3, 193), (582,)])
def test_wrong_shapes(shape: tuple[int, ...]) -> None:
    with pytest.raises(InvalidInputError, match=r"features have shape .*1\.\.16 of them"):
        to_weights(Features(np.zeros(shape, np.float32), 0))
