"""NEAT: nets that grow while they evolve (Stanley & Miikkulainen 2002), for any task that gives nets a fitness.

    neat = Neat(Parameters(population=150), Shape(3, 1, updates=0))
    state = neat.first(stream(seed, "first"))
    while ...:
        fitness = task(state.population.nets())
        state = neat.following(state, fitness, stream(seed, generation, "neat"))

A state is a value, arrays there and back (`arrays`, `Neat.state_of`), so a run goes on from any generation.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.errors import InvalidInputError
from ludogen.evolution.species import SpeciesTable, allotted, kept_by_species, survivors
from ludogen.genomes.graph import Shape
from ludogen.genomes.neat import Links, Population, offspring, start, start_from
from ludogen.kernels.breeding import ALONE, COPIED, Variation
from ludogen.kernels.genes import Likeness, assign_species, distance_between
from ludogen.kernels.graph_net import MOST_LINKS, MOST_NODES

__all__ = ["Neat", "NeatState", "Parameters"]

SAMPLE = 16  # genomes whose distances are measured
STEPS, MOST_STEPS = 8, 1000  # of the threshold, in a generation and towards the first one


@dataclass(frozen=True)
class Parameters:
    """Defaults are those of the paper's small populations (section 4.1), unless a comment says otherwise."""

    population: int = 150
    # Distance (equation 1) and species.
    excess: float = 1.0
    disjoint: float = 1.0
    weight_difference: float = 0.4
    small_genome: int = 20  # genomes smaller than that count their genes whole (section 3.3)
    threshold: float = 3.0
    target_species: int = 0  # 0: the threshold stays; else it adapts, as in the Go paper (2004, section 4.3)
    threshold_change: float = 0.3  # by which share a generation at most; ours
    # Reproduction.
    survival: float = 0.2  # share of a species that has offspring; the paper eliminates "the lowest performing"
    champion_of: int = 5  # champions of species with more members are copied
    stagnation: int = 15  # generations without improvement after which a species has no offspring
    refocus: int = 20  # generations without improvement of any, after which only the best two species have
    spare_best: bool = True  # the species of the fittest genome never counts as stagnant; ours
    crossover: float = 0.75  # "25% of offspring resulted from mutation without crossover"
    interspecies: float = 0.001
    disabled: float = 0.75
    averaged: float = 0.0  # share of crossovers that take the mean of matching weights: past the paper
    # Mutation.
    weights: float = 0.8
    fresh: float = 0.1
    step: float = 2.5  # the paper has no sizes; ours
    reach: float = 2.5
    add_node: float = 0.03
    add_link: float = 0.05
    loops: float = 0.2  # share of new links that are to close a loop; 0: nets without loops; ours
    few_links: int = 15
    pass_over: float = 0.3
    bias: int = -1
    one_kind: bool = True  # genomes whose structure mutates keep their weights; ours
    link_tries: int = 20
    most_nodes: int = MOST_NODES
    most_links: int = MOST_LINKS

    def __post_init__(self) -> None:
        for name in ("survival", "crossover", "interspecies", "disabled", "averaged", "weights", "fresh", "add_node"):
            _check(name, getattr(self, name), 0, 1)
        for name in ("add_link", "loops"):
            _check(name, getattr(self, name), 0, 1)
        for name in ("excess", "disjoint", "weight_difference", "threshold", "threshold_change", "step", "reach"):
            _check(name, getattr(self, name), 0, np.inf)
        _check("population", self.population, 2, 1_000_000)
        _check("most_nodes", self.most_nodes, 2, MOST_NODES)
        _check("most_links", self.most_links, 1, MOST_LINKS)
        for name in ("target_species", "champion_of", "stagnation", "refocus", "small_genome", "link_tries"):
            _check(name, getattr(self, name), 0, 1_000_000)


def _check(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise InvalidInputError(f"parameter {name}={value!r} of NEAT is not allowed: {low:g}..{high:g}")


@dataclass(frozen=True, eq=False)
class NeatState:
    """A population and its species, before it has been judged."""

    population: Population
    species: SpeciesTable
    threshold: float
    best: float  # fitness ever
    since: int  # generations since that improved

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All of it, as a generation keeps it."""
        numbers = {"threshold": self.threshold, "best_ever": self.best, "since": float(self.since)}
        singles = {name: np.array(value, np.float64) for name, value in numbers.items()}
        return self.population.arrays() | self.species.arrays() | singles


class Neat:
    """NEAT with its parameters, for nets of one shape."""

    def __init__(self, parameters: Parameters, shape: Shape) -> None:
        self.parameters, self.shape = parameters, shape
        p = parameters
        self._like = Likeness(p.excess, p.disjoint, p.weight_difference, p.small_genome)
        self._how = Variation(
            inputs=shape.inputs,
            outputs=shape.outputs,
            weights=p.weights,
            fresh=p.fresh,
            step=p.step,
            reach=p.reach,
            node=p.add_node,
            link=p.add_link,
            loops=p.loops,
            tries=p.link_tries,
            disabled=p.disabled,
            few_links=p.few_links,
            pass_over=p.pass_over,
            bias=p.bias,
            one_kind=p.one_kind,
            averaged=p.averaged,
            most_nodes=p.most_nodes,
            most_links=p.most_links,
        )

    def first(self, random: np.random.Generator, pairs: Sequence[tuple[int, int]] | None = None) -> NeatState:
        """Nets without hidden nodes, with these links; without a list all inputs are linked to all outputs."""
        if pairs is None:
            ends = range(self.shape.inputs, self.shape.first_hidden)
            pairs = [(source, target) for target in ends for source in range(self.shape.inputs)]
        return self._begun(start(self.shape, pairs, self.parameters.population, self.parameters.reach, random))

    def first_around(self, links: Links, step: float, random: np.random.Generator, share: float = 1.0) -> NeatState:
        """Nets with the links of one that is there already, and weights a little different."""
        return self._begun(start_from(self.shape, links, self.parameters.population, step, random, share))

    def state_of(self, arrays: Mapping[str, NDArray[Any]]) -> NeatState:
        """The state again."""
        species = SpeciesTable(
            arrays["species_of"],
            arrays["species_numbers"],
            arrays["species_best"],
            arrays["species_since"],
            int(arrays["species_founded"]),
        )
        population = Population.of_arrays(self.shape, arrays)
        best, since = float(arrays["best_ever"]), int(arrays["since"])
        return NeatState(population, species, float(arrays["threshold"]), best, since)

    def following(self, state: NeatState, fitness: NDArray[np.float64], random: np.random.Generator) -> NeatState:
        """The next population, whose parents have this fitness: numbers from 0 on, which are shared."""
        fitness = self._checked(fitness)
        best = float(fitness.max())
        since = 0 if best > state.best else state.since + 1
        species = state.species.judged(fitness)
        numbers = self._offspring_numbers(species, fitness, since)
        if since > self.parameters.refocus:
            since = 0
            species = replace(species, since=np.where(numbers > 0, 0, species.since))
        mothers, fathers = self._parents(species, fitness, numbers, random)
        chances = random.integers(2**64, size=len(mothers), dtype=np.uint64)
        born = offspring(state.population, fitness, mothers, fathers, chances, self._how)
        representatives = (species.sizes * random.random(len(species))).astype(np.int64)
        places = np.array([species.members(row)[k] for row, k in enumerate(representatives)], np.int64)
        species, threshold = self._settled(state.population, places, born, species, state.threshold, STEPS)
        return NeatState(born, species, threshold, max(best, state.best), since)

    def diversity(self, state: NeatState) -> float:
        """The mean distance (equation 1) between a few genomes, evenly spaced among all."""
        genes, count = state.population.genes, self.parameters.population
        chosen = sorted({count * part // SAMPLE for part in range(SAMPLE)})
        apart = [distance_between(genes, i, genes, j, self._like) for i, j in combinations(chosen, 2)]
        return float(np.mean(apart)) if apart else 0.0

    def _begun(self, population: Population) -> NeatState:
        nothing, number = np.zeros(0), np.zeros(0, np.int64)
        table = SpeciesTable(number, number, nothing, number, 0)
        # Any way to the first threshold, so that adapting it does not take the first dozens of generations.
        species, threshold = self._settled(population, number, population, table, self.parameters.threshold, MOST_STEPS)
        return NeatState(population, species, threshold, -np.inf, 0)

    def _checked(self, fitness: NDArray[np.float64]) -> NDArray[np.float64]:
        fitness = np.ascontiguousarray(fitness, np.float64)
        if fitness.shape != (self.parameters.population,):
            raise InvalidInputError(
                f"fitness has the shape {fitness.shape}: one number for each of {self.parameters.population} is needed"
            )
        bad = fitness[~(np.isfinite(fitness) & (fitness >= 0))]
        if len(bad):
            raise InvalidInputError(f"fitness {bad[0]} cannot be shared: finite numbers from 0 on are needed")
        return fitness

    def _offspring_numbers(self, species: SpeciesTable, fitness: NDArray[np.float64], since: int) -> NDArray[np.int64]:
        """How many offspring each species has."""
        p = self.parameters
        now = np.full(len(species), -np.inf)
        np.maximum.at(now, species.of, fitness)
        ranked = np.argsort(-now, kind="stable")
        is_allowed = species.since < p.stagnation
        if p.spare_best or not is_allowed.any():
            is_allowed[ranked[0]] = True
        if since > p.refocus:
            is_allowed[:] = False
            is_allowed[ranked[:2]] = True
        means = np.bincount(species.of, fitness, len(species)) / species.sizes
        allowed = np.flatnonzero(is_allowed)
        numbers = np.zeros(len(species), np.int64)
        numbers[allowed] = allotted(means[allowed], p.population)
        return numbers

    def _parents(
        self,
        species: SpeciesTable,
        fitness: NDArray[np.float64],
        numbers: NDArray[np.int64],
        random: np.random.Generator,
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Mothers and fathers, species by species. The first child of a large species is its champion's copy."""
        p = self.parameters
        pools = survivors(species, fitness, p.survival)
        pool, begins = np.concatenate(pools), np.cumsum([0, *map(len, pools)])
        rows = np.repeat(np.arange(len(species)), numbers)
        draws = random.random((5, p.population))
        mothers = _drawn(pool, begins, rows, draws[0])
        living = np.flatnonzero(numbers)
        mates = rows.copy()
        if len(living) > 1:
            order = np.searchsorted(living, rows)
            others = (order + 1 + (draws[1] * (len(living) - 1)).astype(np.int64)) % len(living)
            mates = np.where(draws[2] < p.interspecies, living[others], rows)
        fathers = np.where(draws[3] < p.crossover, _drawn(pool, begins, mates, draws[4]), ALONE)
        firsts = np.cumsum(numbers) - numbers
        copied = np.flatnonzero((species.sizes > p.champion_of) & (numbers > 0))
        mothers[firsts[copied]] = pool[begins[copied]]
        fathers[firsts[copied]] = COPIED
        return mothers, fathers

    def _settled(
        self,
        old: Population,
        representatives: NDArray[np.int64],
        population: Population,
        table: SpeciesTable,
        threshold: float,
        most: int,
    ) -> tuple[SpeciesTable, float]:
        """The species of a new population. With a target the threshold goes some steps towards it."""
        target = self.parameters.target_species

        def divided(at: float) -> SpeciesTable:
            of, founders = np.zeros(len(population), np.int64), np.zeros(len(population), np.int64)
            number = assign_species(old.genes, representatives, population.genes, self._like, at, of, founders)
            return kept_by_species(table, of, number)

        species = divided(threshold)
        if not target or len(species) == target:
            return species, threshold
        is_many = len(species) > target
        step = (1 + self.parameters.threshold_change) ** (1 / STEPS)
        best = (abs(len(species) - target), species, threshold)
        for _ in range(most):
            threshold *= step if is_many else 1 / step
            species = divided(threshold)
            if abs(len(species) - target) < best[0]:
                best = (abs(len(species) - target), species, threshold)
            if (len(species) > target) != is_many:
                break
        return best[1:]


def _drawn(
    pool: NDArray[np.int64], begins: NDArray[np.int64], rows: NDArray[np.int64], draws: NDArray[np.float64]
) -> NDArray[np.int64]:
    """For each row one of its pool."""
    begun, ended = begins[rows], begins[rows + 1]
    return pool[begun + (draws * (ended - begun)).astype(np.int64)]
