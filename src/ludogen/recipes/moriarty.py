"""Moriarty & Miikkulainen 1995: recurrent nets from marker chromosomes that choose Othello moves without search.

"Discovering Complex Othello Strategies Through Evolutionary Neural Networks". 50 chromosomes; each net's fitness is the
number of games it wins of ten; the 12 fittest mate, their 24 offspring replace the worst. First against a random mover,
then, with the same population, against alpha-beta that searches three plies with Iago's evaluation less its mobility.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ludogen.compute import Compute
from ludogen.evolution import Generation
from ludogen.genomes.chromosome import crossed, mutated, random_chromosome
from ludogen.genomes.diversity import differing_share
from ludogen.kernels.fixed_net import FIXED_LENGTH
from ludogen.kernels.marker_net import LONGEST
from ludogen.randomness import stream
from ludogen.recipes.configuration import setting
from ludogen.recipes.othello_trials import (
    ARCHITECTURES,
    RANDOM,
    SEARCHERS,
    Opponent,
    Starts,
    express_nets,
    four_move_starts,
    play_each_other,
    play_opponent,
    play_yardstick,
    six_move_starts,
)

__all__ = ["Moriarty", "MoriartyConfiguration"]

HALL_SIZE = 200
State = Mapping[str, NDArray[Any]]
Trials = tuple[Starts, NDArray[np.uint64]]  # a start and a side for each game of each net


@dataclass(frozen=True)
class MoriartyConfiguration:
    """Defaults are the paper's (section 3.3 unless another is named)."""

    generations: int = setting(2100, "generations of both stages together", low=1)
    stage_1: int = setting(100, "generations against the random mover; all after them meet the searcher", low=0)
    population: int = setting(50, "networks", low=2, high=10_000)
    elite: int = setting(12, "fittest networks that mate, each has two offspring", low=1, high=5000)
    games: int = setting(10, "games of each network in a generation; fitness is how many it wins", low=1, high=10_000)
    mutation: float = setting(0.004, "share of the integers of an offspring that mutate", low=0, high=1)
    length: int = setting(5000, "integers of a marker chromosome", low=4, high=LONGEST)
    architecture: str = setting("marker", "marker chromosomes, or weights only (section 5)", choices=ARCHITECTURES)
    searcher_depth: int = setting(3, "plies that the searcher looks ahead", low=1, high=12)
    searcher: str = setting(
        "iago", "its evaluation: Iago's edges and stability, or Norvig's worth of squares", choices=SEARCHERS
    )
    # Decisions where the paper is silent.
    searcher_ties: str = setting(
        "first", "which of equally good moves the searcher plays", choices=("first", "random"), decided=True
    )
    common_starts: bool = setting(True, "all networks of a generation play from the same starts", decided=True)
    alternate_colours: bool = setting(
        True, "a network moves first in every other game (false: drawn by lot)", decided=True
    )
    draw: float = setting(0.0, "what a drawn game counts, a won one being 1", low=0, high=1, decided=True)
    squash: str = setting(
        "logistic",
        "squashing function of hidden units; their initial values are scaled to its range",
        choices=("logistic", "tanh"),
        decided=True,
    )
    weight_divisor: float = setting(128.0, "weights are integers divided by this", low=0.001, high=1e6, decided=True)
    mutation_size: int = setting(128, "mutation adds a number from -size..size", low=1, high=128, decided=True)
    mates_itself: bool = setting(False, "a network may be drawn as its own mate", decided=True)
    equal_fitness: str = setting(
        "random",
        "who of equally fit networks mates and stays",
        choices=("random", "elders", "offspring"),
        decided=True,
    )
    # Options that the paper does not have, all off (coevolution: proposed in section 5).
    coevolution: bool = setting(False, "in stage 2 networks meet each other, not the searcher")
    hall_of_fame: int = setting(
        0, "so many more games of each network in stage 2, against former champions", low=0, high=1000
    )
    hall_every: int = setting(10, "the champion of every so many generations enters the hall of fame", low=1)
    sharing: bool = setting(
        False, "a game won counts 1 / (networks that won this game): whoever wins what few win is fit"
    )
    held_back: float = setting(0.0, "share of the four-move starts that evolution never uses", low=0, high=0.9)
    yardstick_every: int = setting(20, "measure the champion every so many generations (0: never)", low=0)
    yardstick_games: int = setting(
        200, "games of each measurement, from starts after six moves, both sides", low=2, high=10_000
    )


@dataclass(frozen=True)
class Moriarty:
    """The recipe, set up."""

    configuration: MoriartyConfiguration
    seed: int

    name: ClassVar[str] = "moriarty"
    paper: ClassVar[str] = "Moriarty & Miikkulainen 1995"
    game: ClassVar[str] = "othello"
    evolves: ClassVar[str] = "recurrent nets from marker chromosomes that choose moves without search"
    cost: ClassVar[str] = "2100 generations of 500 games: about 4 minutes on two cores (days then)"
    configuration_type: ClassVar[type[MoriartyConfiguration]] = MoriartyConfiguration
    # Stage 1 as in the paper, and a beginning of stage 2.
    quick: ClassVar[Mapping[str, Any]] = {"generations": 500}

    @property
    def method(self) -> str:
        """How a player is made from a champion's arrays."""
        return f"{self.configuration.architecture}-net-1995"

    @property
    def generations(self) -> int:
        """How many the configuration asks for."""
        return self.configuration.generations

    @cached_property
    def length(self) -> int:
        """Integers of a chromosome."""
        return self.configuration.length if self.configuration.architecture == "marker" else FIXED_LENGTH

    def first(self) -> Generation:
        """Random chromosomes that have played nothing yet, so that the first of them is the champion."""
        population = self.configuration.population
        chromosomes = [random_chromosome(stream(self.seed, "first", i), self.length) for i in range(population)]
        state: dict[str, NDArray[Any]] = {
            "chromosomes": np.stack(chromosomes),
            "fitness": np.zeros(population),
            "hall": np.zeros((0, self.length), np.int8),
        }
        nets = self._nets(state["chromosomes"])
        metrics = {"diversity": differing_share(state["chromosomes"])} | self._sizes(nets, 0)
        return Generation(0, state, self._champion(state, 0), metrics)

    def following(self, generation: Generation, compute: Compute) -> Generation:
        """Offspring (but not of those who have played nothing), games, and the champion: the fittest.

        Of equally fit networks the elder is champion: those who stay stand in front, the fittest before first.
        """
        c, number, state = self.configuration, generation.number + 1, generation.state
        chromosomes = state["chromosomes"] if number == 1 else self._bred(state, number)
        nets = self._nets(np.concatenate([chromosomes, state["hall"]]))
        fitness, games = self._judge(nets, number, compute)
        best = int(np.argmax(fitness))
        state = {"chromosomes": chromosomes, "fitness": fitness, "hall": self._hall(state, chromosomes[best], number)}
        metrics = {"best": float(fitness[best]), "mean": float(fitness.mean()), "stage": float(self._stage(number))}
        metrics["diversity"] = differing_share(chromosomes)
        metrics |= self._sizes(nets[: c.population], best)
        if c.yardstick_every and number % c.yardstick_every == 0:
            metrics |= self._measure(nets[best : best + 1], number, compute)
        return Generation(number, state, self._champion(state, best), metrics, games)

    # Breeding

    def _bred(self, state: State, number: int) -> NDArray[np.int8]:
        """The next population: those who stay, the fittest first, then the offspring."""
        c, chromosomes, fitness = self.configuration, state["chromosomes"], state["fitness"]
        random = stream(self.seed, number, "breeding")
        order = self._ranked(fitness, random)
        children: list[NDArray[np.int8]] = []
        for one in order[: c.elite]:
            mates = np.flatnonzero(fitness >= fitness[one])
            if not c.mates_itself and len(mates) > 1:
                mates = mates[mates != one]
            other = mates[random.integers(len(mates))]
            children += crossed(chromosomes[one], chromosomes[other], random)
        born = [mutated(child, random, c.mutation, c.mutation_size) for child in children[: c.population]]
        return np.concatenate([chromosomes[order[: c.population - len(born)]], np.stack(born)])

    def _ranked(self, fitness: NDArray[np.float64], random: np.random.Generator) -> NDArray[np.int64]:
        """Places by fitness. Those who stayed stand in front of the offspring."""
        places = np.arange(len(fitness))
        among_equals = {"random": random.permutation(len(fitness)), "elders": places, "offspring": -places}
        return np.lexsort((among_equals[self.configuration.equal_fitness], -fitness))

    # Games

    def _stage(self, number: int) -> int:
        return 1 if number <= self.configuration.stage_1 else 2

    @property
    def _searcher(self) -> Opponent:
        c = self.configuration
        return c.searcher, c.searcher_depth, c.searcher_ties

    @cached_property
    def _starts(self) -> tuple[Starts, Starts]:
        """Starts for evolution, and those held back: whole positions, although some have two sequences of moves."""
        starts = four_move_starts()
        distinct = np.unique(starts, axis=0)
        held = stream(self.seed, "held back").permutation(len(distinct))
        held = held[: round(self.configuration.held_back * len(distinct))]
        is_held = (starts[:, None] == distinct[held]).all(2).any(1)
        return starts[~is_held], distinct[held]

    def _judge(self, nets: NDArray[Any], number: int, compute: Compute) -> tuple[NDArray[np.float64], int]:
        """The fitness of all networks, and how many games it took."""
        c, population = self.configuration, self.configuration.population
        shared = {"architecture": c.architecture, "nets": nets}
        starts, seats = self._trials(stream(self.seed, number, "trials"), c.games)
        if self._stage(number) == 2 and c.coevolution:
            others = self._drawn(stream(self.seed, number, "others"), population, c.games)
            places = np.arange(population)[:, None]
            others = np.where(others == places, (others + 1) % population, others)
            shared |= {"starts": starts, "seats": seats}
            ends = [compute.run(play_each_other, shared | {"others": others}, population)]
        else:
            chances = stream(self.seed, number, "chances").integers(2**64, size=seats.shape, dtype=np.uint64)
            opponent = (RANDOM, 0, "random") if self._stage(number) == 1 else self._searcher
            shared |= {"starts": starts, "seats": seats}
            ends = [compute.run(play_opponent, shared | {"chances": chances, "opponent": opponent}, population)]
        if self._stage(number) == 2 and c.hall_of_fame and len(nets) > population:
            starts, seats = self._trials(stream(self.seed, number, "hall trials"), c.hall_of_fame)
            drawn = self._drawn(stream(self.seed, number, "hall"), len(nets) - population, c.hall_of_fame)
            shared |= {"starts": starts, "seats": seats, "others": population + drawn}
            ends.append(compute.run(play_each_other, shared, population))
        leads = np.concatenate(ends, axis=1)
        points = np.where(leads > 0, 1.0, np.where(leads == 0, c.draw, 0.0))
        if c.sharing:
            points /= np.maximum(points.sum(0), 1)
        return points.sum(1), leads.size

    def _drawn(self, random: np.random.Generator, limit: int, games: int) -> NDArray[np.int64]:
        """Numbers below the limit, one a game: for all networks the same, or each its own."""
        population = self.configuration.population
        if self.configuration.common_starts:
            return np.repeat(random.integers(limit, size=(1, games)), population, 0)
        return random.integers(limit, size=(population, games))

    def _trials(self, random: np.random.Generator, games: int) -> Trials:
        starts = self._starts[0][self._drawn(random, len(self._starts[0]), games)]
        if self.configuration.alternate_colours:
            seats = np.repeat(np.arange(games)[None] % 2, self.configuration.population, 0)
        else:
            seats = self._drawn(random, 2, games)
        return starts, seats.astype(np.uint64)

    def _hall(self, before: State, champion: NDArray[np.int8], number: int) -> NDArray[np.int8]:
        c, hall = self.configuration, before["hall"]
        if not c.hall_of_fame or number % c.hall_every:
            return hall
        return np.concatenate([hall, champion[None]])[-HALL_SIZE:]

    # Looking at it

    def _nets(self, chromosomes: NDArray[np.int8]) -> NDArray[Any]:
        c = self.configuration
        return express_nets(c.architecture, chromosomes, c.weight_divisor, c.squash)

    def _champion(self, state: State, best: int) -> dict[str, NDArray[Any]]:
        c = self.configuration
        return {
            "chromosome": state["chromosomes"][best],
            "divisor": np.array(c.weight_divisor, np.float32),
            "tanh": np.array(c.squash == "tanh"),
        }

    def _sizes(self, nets: NDArray[Any], best: int) -> dict[str, float]:
        if self.configuration.architecture == "fixed":
            return {}
        return {
            "units_mean": float(nets["units"].mean()),
            "units_champion": float(nets["units"][best]),
            "connections_mean": float(nets["connections"].mean()),
            "connections_champion": float(nets["connections"][best]),
        }

    def _measure(self, champion: NDArray[Any], number: int, compute: Compute) -> dict[str, float]:
        """Scores of the champion from starts that no game of evolution had; never used in selection.

        `moves_ratio`: legal moves that the champion had, on average, over those of the searcher, from move 20 on
        (figure 6).
        """
        c = self.configuration
        searcher, starts = self._searcher, six_move_starts(c.yardstick_games // 2)
        random = self._tested(champion, (RANDOM, 0, "random"), starts, compute)
        against = self._tested(champion, searcher, starts, compute)
        own, own_moves, theirs, their_moves = against[:, 1:].sum(0)
        found = {"champion_random": float(random[:, 0].mean()), "champion_searcher": float(against[:, 0].mean())}
        found["moves_ratio"] = float((own / max(own_moves, 1)) / max(theirs / max(their_moves, 1), 1e-9))
        if len(self._starts[1]):
            opponent = (RANDOM, 0, "random") if self._stage(number) == 1 else searcher
            found["champion_held_back"] = float(self._tested(champion, opponent, self._starts[1], compute)[:, 0].mean())
        return found

    def _tested(
        self, champion: NDArray[Any], opponent: Opponent, starts: Starts, compute: Compute
    ) -> NDArray[np.float64]:
        """Every start with both sides."""
        games = 2 * len(starts)
        shared = {
            "architecture": self.configuration.architecture,
            "nets": champion,
            "opponent": opponent,
            "starts": np.repeat(starts, 2, 0),
            "seats": np.arange(games, dtype=np.uint64) % np.uint64(2),
            "chances": stream(self.seed, "yardstick").integers(2**64, size=games, dtype=np.uint64),
        }
        return compute.run(play_yardstick, shared, games)
