"""NEAT generation by generation: champions, species, stagnation; the same bits from any state that was kept."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ludogen.errors import InvalidInputError
from ludogen.evolution.neat import Neat, NeatState, Parameters
from ludogen.evolution.neat_tasks import Xor
from ludogen.evolution.species import SpeciesTable
from ludogen.genomes.graph import Shape
from ludogen.kernels.breeding import ALONE, COPIED
from ludogen.randomness import stream

SHAPE = Shape(3, 2)
SMALL = Parameters(population=40, target_species=5, add_node=0.1, add_link=0.2, interspecies=0.1)


def random_fitness(number: int, seed: int) -> Any:
    return np.random.default_rng(seed).integers(0, 5, number).astype(float)


def evolved(parameters: Parameters, generations: int, seed: int = 1) -> list[NeatState]:
    neat = Neat(parameters, SHAPE)
    states = [neat.first(stream(seed, "first"))]
    for number in range(generations):
        fitness = random_fitness(parameters.population, number)
        states.append(neat.following(states[-1], fitness, stream(seed, number, "neat")))
    return states


def same(one: NeatState, other: NeatState) -> bool:
    ones, others = one.arrays(), other.arrays()
    return all(np.array_equal(ones[name], others[name]) for name in ones)


def test_a_state_that_was_kept_goes_on_to_the_same_bits() -> None:
    states = evolved(SMALL, 8)
    neat = Neat(SMALL, SHAPE)
    for number in (0, 3, 7):
        state = neat.state_of(states[number].arrays())
        for later in range(number, 8):
            state = neat.following(state, random_fitness(40, later), stream(1, later, "neat"))
        assert same(state, states[-1])
    assert not same(evolved(SMALL, 8, seed=2)[-1], states[-1])


def test_the_number_of_species_comes_near_its_target() -> None:
    for target in (5, 15):
        neat, task = Neat(replace(Xor.parameters, target_species=target), Xor.shape), Xor()
        state, numbers = neat.first(stream(1, "first")), []
        for number in range(50):
            numbers.append(len(state.species))
            state = neat.following(state, task.fitness(state.population.nets()), stream(1, number, "neat"))
        assert target * 0.6 <= numbers[0] <= target * 1.4
        assert target * 0.8 <= np.mean(numbers[20:]) <= target * 1.2
    fixed = evolved(replace(SMALL, target_species=0, threshold=1e9), 3)
    assert [len(state.species) for state in fixed] == [1] * 4


def test_champions_of_large_species_are_kept() -> None:
    neat = Neat(SMALL, SHAPE)
    state = neat.first(stream(1, "first"))
    for number in range(6):
        fitness = random_fitness(40, number)
        following = neat.following(state, fitness, stream(1, number, "neat"))
        born = [following.population.genome(place) for place in range(40)]
        for row, size in enumerate(state.species.sizes):
            members = state.species.members(row)
            champion = members[np.argmax(fitness[members])]
            if size > SMALL.champion_of and fitness[members].mean() > 0.5:
                assert state.population.genome(int(champion)) in born
        state = following


def parents_of(parameters: Parameters, species: SpeciesTable, fitness: Any, since: int = 0) -> tuple[Any, Any, Any]:
    """Offspring of each species, mothers and fathers of the next generation."""
    neat = Neat(parameters, SHAPE)
    numbers = neat._offspring_numbers(species, fitness, since)
    return numbers, *neat._parents(species, fitness, numbers, np.random.default_rng(1))


def two_species(since: list[int]) -> tuple[SpeciesTable, Any]:
    of = np.arange(40) % 3
    fitness = np.where(of == 0, 4.0, np.where(of == 1, 2.0, 1.0)) + np.arange(40) / 1000
    return SpeciesTable(of, np.arange(3), np.array([9.0, 9.0, 9.0]), np.array(since), 3), fitness


def test_fitness_is_shared() -> None:
    species, fitness = two_species([0, 0, 0])
    numbers, mothers, fathers = parents_of(SMALL, species, fitness)
    assert numbers.tolist() == [23, 11, 6]
    # A species twice as large with the same mean has no more offspring.
    assert np.bincount(species.of[mothers]).tolist() == [23, 11, 6]
    assert (fathers == COPIED).sum() == 3
    within = fathers >= 0
    assert 0.5 < (species.of[fathers[within]] == species.of[mothers[within]]).mean() < 1
    assert (fathers == ALONE).any()


def test_stagnant_species_have_no_offspring_but_the_best() -> None:
    species, fitness = two_species([20, 20, 0])
    numbers, mothers, _ = parents_of(SMALL, species, fitness)
    assert numbers[1] == 0
    assert numbers[0] > numbers[2] > 0
    assert set(species.of[mothers]) == {0, 2}
    without = parents_of(replace(SMALL, spare_best=False), species, fitness)[0]
    assert without.tolist() == [0, 0, 40]


def test_without_any_progress_only_the_best_two_species_go_on() -> None:
    species, fitness = two_species([0, 0, 0])
    assert (parents_of(SMALL, species, fitness, since=SMALL.refocus + 1)[0] > 0).tolist() == [True, True, False]


def test_genomes_grow() -> None:
    first, last = evolved(SMALL, 30)[::30]
    assert first.population.sizes.max() == 6
    assert last.population.sizes.mean() > 8
    assert last.population.next_label > SHAPE.first_hidden


@pytest.mark.parametrize(
    ("fitness", "told"),
    [
        (np.zeros(39), r"\(39,\)"),
        (np.full(40, -0.5), "fitness -0.5"),
        (np.full(40, np.nan), "fitness nan"),
        (np.full(40, np.inf), "fitness inf"),
    ],
)
def test_fitness_that_cannot_be_shared_is_told(fitness: Any, told: str) -> None:
    neat = Neat(SMALL, SHAPE)
    with pytest.raises(InvalidInputError, match=told):
        neat.following(neat.first(stream(1, "first")), fitness, stream(1, "neat"))


@pytest.mark.parametrize(
    ("name", "value"),
    [("population", 1), ("crossover", 1.5), ("step", -1.0), ("most_nodes", 10_000), ("threshold", float("nan"))],
)
def test_parameters_out_of_range_are_told(name: str, value: Any) -> None:
    with pytest.raises(InvalidInputError, match=f"{name}="):
        Parameters(**{name: value})
