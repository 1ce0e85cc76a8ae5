"""Genomes of NEAT: what crossover and mutation must keep, innovation by innovation."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.naive.neat import distance, species

from ludogen.errors import InvalidInputError
from ludogen.evolution.neat import Neat, Parameters
from ludogen.genomes.graph import Shape
from ludogen.genomes.neat import Gene, Population, offspring, start, start_from
from ludogen.kernels.breeding import ALONE, COPIED, Variation
from ludogen.kernels.dispatch import COMPILED
from ludogen.kernels.genes import Likeness, assign_species, distance_between

SEEDS = st.integers(0, 2**32)
SHAPE = Shape(3, 2)
PAIRS = [(source, target) for target in (3, 4) for source in range(3)]
STILL = Variation(
    inputs=3,
    outputs=2,
    weights=0.0,
    fresh=0.0,
    step=0.0,
    reach=1.0,
    node=0.0,
    link=0.0,
    loops=0.5,
    tries=50,
    disabled=0.75,
    few_links=0,
    pass_over=0.3,
    bias=-1,
    one_kind=False,
    averaged=0.0,
    most_nodes=256,
    most_links=2048,
)


def bred(
    parents: Population,
    how: Variation,
    fathers: Any = ALONE,
    mothers: Any = None,
    fitness: Any = None,
    seed: int = 1,
) -> Population:
    """One child a genome, unless mothers are named."""
    mothers = np.arange(len(parents)) if mothers is None else np.array(mothers)
    fathers = np.broadcast_to(np.array(fathers), mothers.shape).copy()
    fitness = np.zeros(len(parents)) if fitness is None else np.array(fitness, float)
    chances = np.random.default_rng(seed).integers(2**64, size=len(mothers), dtype=np.uint64)
    return offspring(parents, fitness, mothers, fathers, chances, how)


def grown(seed: int, number: int = 12, generations: int = 8) -> Population:
    """Genomes of many shapes."""
    random = np.random.default_rng(seed)
    population = start(SHAPE, PAIRS, number, 1.0, random)
    how = STILL._replace(weights=0.8, fresh=0.1, step=1.0, node=0.4, link=0.5)
    for _ in range(generations):
        fathers, mothers = random.integers(number, size=(2, number))
        fathers[random.random(number) < 0.3] = ALONE
        fitness = random.integers(3, size=number)
        population = bred(population, how, fathers, mothers, fitness, int(random.integers(2**32)))
    return population


def by_number(population: Population, place: int) -> dict[int, Gene]:
    return {gene.innovation: gene for gene in population.genome(place)}


def test_the_first_genomes_have_the_given_links_and_weights_of_their_own() -> None:
    population = start(SHAPE, PAIRS, 5, 2.0, np.random.default_rng(1))
    for place in range(5):
        assert [(gene.source, gene.target) for gene in population.genome(place)] == PAIRS
        assert all(gene.enabled for gene in population.genome(place))
    weights = population.genes.weights
    assert len(np.unique(weights)) == len(weights)
    assert 1.5 < np.abs(weights).max() <= 2


@given(SEEDS)
def test_genomes_stay_sound(seed: int) -> None:
    population = grown(seed)
    for place in range(len(population)):
        genes = population.genome(place)
        numbers = [gene.innovation for gene in genes]
        assert numbers == sorted(set(numbers))
        links = [(gene.source, gene.target) for gene in genes]
        assert len(set(links)) == len(links)
        assert all(gene.target >= SHAPE.inputs for gene in genes)
        assert all(gene.source < population.next_label and gene.target < population.next_label for gene in genes)
    nets = population.nets()
    assert [int(net.first[net.nodes]) for net in nets] == [len(population.links(i)[0]) for i in range(len(nets))]


@given(SEEDS)
def test_crossover_aligns_by_innovation(seed: int) -> None:
    parents = grown(seed)
    random = np.random.default_rng(seed)
    mothers, fathers = random.integers(len(parents), size=(2, 30))
    fitness = random.integers(2, size=len(parents)).astype(float)
    children = bred(parents, STILL, fathers, mothers, fitness, seed)
    for place, (mother, father) in enumerate(zip(mothers, fathers, strict=True)):
        one, other = by_number(parents, mother), by_number(parents, father)
        child = by_number(children, place)
        assert set(one) & set(other) <= set(child)  # matching genes are always there
        for number, gene in child.items():
            origins = [parent[number] for parent in (one, other) if number in parent]
            assert gene.weight in [origin.weight for origin in origins]
            # Disabled by chance only where it is disabled in a parent.
            assert gene.enabled or not all(origin.enabled for origin in origins)
        if fitness[mother] != fitness[father]:
            assert set(child) == set(one if fitness[mother] > fitness[father] else other)
        else:
            assert set(child) <= set(one) | set(other)


def test_matching_weights_come_from_both_parents_alike() -> None:
    parents = start(SHAPE, PAIRS, 2, 1.0, np.random.default_rng(1))
    children = bred(parents, STILL, [1] * 500, [0] * 500)
    from_mother = children.genes.weights.reshape(500, -1) == parents.genes.weights[: len(PAIRS)]
    assert ((from_mother.mean(0) > 0.4) & (from_mother.mean(0) < 0.6)).all()
    mean = (parents.genes.weights[: len(PAIRS)] + parents.genes.weights[len(PAIRS) :]) / 2
    averaged = bred(parents, STILL._replace(averaged=1.0), [1], [0])
    assert np.allclose(averaged.genes.weights, mean)


def test_genes_disabled_in_a_parent_are_mostly_disabled_in_the_child() -> None:
    parents = bred(start(SHAPE, PAIRS, 2, 1.0, np.random.default_rng(1)), STILL._replace(node=1.0), [ALONE, COPIED])
    (split,) = [gene.innovation for gene in parents.genome(0) if not gene.enabled]
    for mother, father in ((0, 1), (1, 0), (0, 0)):
        children = bred(parents, STILL, [father] * 2000, [mother] * 2000, seed=3)
        disabled = [not by_number(children, place)[split].enabled for place in range(2000)]
        assert 0.72 < np.mean(disabled) < 0.78


def test_a_new_node_stands_in_a_link() -> None:
    parents = start(SHAPE, PAIRS, 40, 1.0, np.random.default_rng(2))
    children = bred(parents, STILL._replace(node=1.0))
    for place in range(40):
        before, after = by_number(parents, place), by_number(children, place)
        (old,) = [gene for gene in after.values() if not gene.enabled]
        into, out = [after[number] for number in sorted(set(after) - set(before))]
        assert into.weight == 1.0
        assert (into.source, out.target, out.weight) == (old.source, old.target, old.weight)
        assert into.target == out.source >= SHAPE.first_hidden


def test_the_same_mutation_in_one_generation_gets_the_same_number() -> None:
    parents = start(SHAPE, PAIRS, 60, 1.0, np.random.default_rng(3))
    for how in (STILL._replace(node=1.0), STILL._replace(link=1.0)):
        children = bred(parents, how)
        meanings: dict[int, set[Any]] = {}
        for place in range(60):
            genes = by_number(children, place)
            new = sorted(set(genes) - set(by_number(parents, place)))
            if how.node:
                (split,) = [gene.innovation for gene in genes.values() if not gene.enabled]
                meanings.setdefault(split, set()).add(tuple(new))
            elif new:
                meanings.setdefault(new[0], set()).add((genes[new[0]].source, genes[new[0]].target))
        assert all(len(meaning) == 1 for meaning in meanings.values())
        known = [meaning for (meaning,) in meanings.values()]
        assert len(set(known)) == len(known)
        # Sixty genomes have fewer different mutations than that, and the book holds each of them once.
        assert len(known) < 60
        assert len(children.sources) == len(PAIRS) + len(known) * (2 if how.node else 1)


def test_the_same_mutation_in_another_generation_gets_another_number() -> None:
    parents = start(Shape(1, 1), [(0, 1)], 1, 1.0, np.random.default_rng(4))
    how = STILL._replace(inputs=1, outputs=1, node=1.0)
    once = bred(parents, how)
    again = bred(replace(parents, sources=once.sources, targets=once.targets, next_label=once.next_label), how)
    assert [gene.innovation for gene in once.genome(0)] == [0, 1, 2]
    assert [gene.innovation for gene in again.genome(0)] == [0, 3, 4]
    assert again.genome(0)[1].target != once.genome(0)[1].target


def has_loop(genes: list[Gene]) -> bool:
    left = {(gene.source, gene.target) for gene in genes}
    while left:
        ends = {target for _, target in left} & {source for source, _ in left}
        kept = {(source, target) for source, target in left if source in ends and target in ends}
        # A link is on no loop if nothing leads to its source, or from its target.
        if len(kept) == len(left):
            return True
        left = kept
    return False


@given(SEEDS)
def test_links_close_loops_only_if_they_may(seed: int) -> None:
    random = np.random.default_rng(seed)
    population = start(SHAPE, PAIRS, 10, 1.0, random)
    for generation in range(8):
        population = bred(population, STILL._replace(node=0.5, link=1.0, loops=0.0), seed=seed + generation)
    assert not any(has_loop(population.genome(place)) for place in range(10))
    looped = bred(population, STILL._replace(link=1.0, loops=1.0), seed=seed)
    grew = [place for place in range(10) if looped.sizes[place] > population.sizes[place]]
    assert grew
    assert all(has_loop(looped.genome(place)) for place in grew)


def test_weights_are_perturbed_or_drawn_anew() -> None:
    parents = start(SHAPE, PAIRS, 1000, 5.0, np.random.default_rng(5))
    children = bred(parents, STILL._replace(weights=0.8, fresh=0.1, step=0.01, reach=1.0))
    change = np.abs(children.genes.weights - parents.genes.weights).reshape(1000, -1)
    mutated = (change > 0).all(1)
    assert 0.76 < mutated.mean() < 0.84
    assert not change[~mutated].any()
    fresh = change[mutated] > 0.011
    assert 0.08 < fresh.mean() < 0.12
    assert np.abs(children.genes.weights.reshape(1000, -1)[mutated][fresh]).max() <= 1.0


def test_where_structure_mutates_weights_may_rest() -> None:
    parents = start(SHAPE, PAIRS, 50, 1.0, np.random.default_rng(6))
    how = STILL._replace(weights=1.0, step=1.0, node=1.0)
    old = np.arange(len(PAIRS))
    for one_kind in (True, False):
        children = bred(parents, how._replace(one_kind=one_kind))
        kept = [np.isin(population_weights(children, i)[old], population_weights(parents, i)).all() for i in range(50)]
        assert all(kept) if one_kind else not any(kept)


def population_weights(population: Population, place: int) -> Any:
    return population.genes.weights[population.genes.begins[place] : population.genes.begins[place + 1]]


def test_old_links_of_small_genomes_are_split_first_and_the_bias_never() -> None:
    parents = start(SHAPE, PAIRS, 400, 1.0, np.random.default_rng(7))
    children = bred(parents, STILL._replace(node=1.0, few_links=15, pass_over=0.3, bias=0))
    split = [gene.source for i in range(400) for gene in children.genome(i) if not gene.enabled]
    first = [gene.innovation for i in range(400) for gene in children.genome(i) if not gene.enabled]
    assert set(split) == {1, 2}
    assert 0.64 < np.mean(np.array(first) == 1) < 0.76
    uniform = bred(parents, STILL._replace(node=1.0, few_links=0, bias=0))
    first = [gene.innovation for i in range(400) for gene in uniform.genome(i) if not gene.enabled]
    assert 0.18 < np.mean(np.array(first) == 1) < 0.32


def test_genomes_do_not_outgrow_their_records() -> None:
    population = start(SHAPE, PAIRS, 10, 1.0, np.random.default_rng(8))
    how = STILL._replace(node=1.0, link=1.0, most_nodes=9, most_links=13)
    for generation in range(12):
        population = bred(population, how, seed=generation)
    assert population.sizes.max() <= 13
    assert population.nets()["nodes"].max() <= 9
    assert population.nets()["nodes"].max() > 5


def test_copies_are_copies() -> None:
    parents = grown(9)
    children = bred(parents, STILL._replace(weights=1.0, step=1.0, node=1.0), COPIED)
    assert all(children.genome(place) == parents.genome(place) for place in range(len(parents)))


@given(SEEDS)
def test_a_population_goes_through_arrays(seed: int) -> None:
    population = grown(seed, 4, 3)
    again = Population.of_arrays(SHAPE, population.arrays())
    assert all(again.genome(place) == population.genome(place) for place in range(4))
    assert again.next_label == population.next_label


def test_a_population_around_a_net() -> None:
    parents = grown(10)
    links = parents.links(3)
    around = start_from(SHAPE, links, 20, 0.5, np.random.default_rng(1))
    assert around.next_label > max(links[0].max(), links[1].max())
    for place in range(20):
        sources, targets, weights = around.links(place)
        assert np.array_equal(sources, links[0])
        assert np.array_equal(targets, links[1])
        assert 0 < np.abs(weights - links[2]).max() <= 0.5
    few = start_from(SHAPE, links, 200, 0.5, np.random.default_rng(1), share=0.25)
    changed = [few.links(place)[2] != links[2] for place in range(200)]
    assert 0.2 < np.mean(changed) < 0.3


def test_a_population_needs_links() -> None:
    with pytest.raises(InvalidInputError, match="without links"):
        start(SHAPE, [], 5, 1.0, np.random.default_rng(1))


# Distances and species against the twin.

LIKE: tuple[float, float, float, int] = (1.0, 0.7, 0.4, 9)


def dictionaries(population: Population) -> list[dict[int, float]]:
    return [{gene.innovation: gene.weight for gene in population.genome(i)} for i in range(len(population))]


@given(SEEDS)
def test_distances_are_the_twins(seed: int) -> None:
    population = grown(seed, 6)
    genomes, like = dictionaries(population), Likeness(*LIKE)
    for i, one in enumerate(genomes):
        assert distance_between(population.genes, i, population.genes, i, like) == 0
        for j, other in enumerate(genomes):
            found = distance_between(population.genes, i, population.genes, j, like)
            assert found == pytest.approx(distance(one, other, *LIKE))


@given(SEEDS, st.floats(0.1, 3.0))
def test_species_are_the_twins(seed: int, threshold: float) -> None:
    old = grown(seed)
    new = bred(old, STILL._replace(weights=0.5, step=1.0, node=0.3, link=0.3), seed=seed)
    places = np.array([1, 5, 2])
    of, founders = np.zeros(len(new), np.int64), np.zeros(len(new), np.int64)
    number = assign_species(old.genes, places, new.genes, Likeness(*LIKE), threshold, of, founders)
    genomes = dictionaries(old)
    expected = species(dictionaries(new), [genomes[place] for place in places], threshold, LIKE)
    assert of.tolist() == expected
    assert number == max(3, *(row + 1 for row in expected))


@pytest.mark.skipif(not COMPILED, reason="the same calls, compiled or not, are compared in the lane that compiles")
def test_breeding_is_the_same_uncompiled() -> None:
    """The kernel and its plain source make the same children, to the bit."""
    import json
    import os
    import subprocess
    import sys

    program = (
        "import json; from tests.genomes.test_neat import grown; p = grown(11, 6, 6); "
        "print(json.dumps([[[g.innovation, g.source, g.target, g.weight, g.enabled] for g in p.genome(i)] "
        "for i in range(6)]))"
    )
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    here = grown(11, 6, 6)
    rows = [[[g.innovation, g.source, g.target, g.weight, g.enabled] for g in here.genome(i)] for i in range(6)]
    assert json.loads(done.stdout) == rows
    assert Neat(Parameters(population=6), SHAPE).first(np.random.default_rng(1)).population.next_label == 5
