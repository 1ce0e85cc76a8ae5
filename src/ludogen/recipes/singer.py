"""Singer 2001: Othello nets bred by feature-level crossover that learn by reinforcement during their lives.

"Co-evolving a Neural-Net Evaluation Function for Othello by Combining Genetic Algorithms and Reinforcement Learning",
section 2. A generation is fitness, best, reproduction, learning; what was learned is inherited (Lamarck). The champion
of a generation is the best of its round robin, so that of generation 1 is a random net (figure 1), and the pool kept
with a generation has learned but not yet played.

Past the paper, and off unless asked for: more hidden nodes, symmetric weights, inputs for phases of the game, other
targets, and n-tuple nets in place of the paper's, which live through the same generations.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ludogen.compute import Compute
from ludogen.errors import EvolutionError
from ludogen.evolution import Generation
from ludogen.genomes.features import random_features
from ludogen.genomes.tuples import random_tuples
from ludogen.kernels.feature_net import MOST_FEATURES
from ludogen.kernels.share_net import MOST_PHASES
from ludogen.kernels.tuple_net import TUPLE_SETS
from ludogen.randomness import stream
from ludogen.recipes.configuration import setting
from ludogen.recipes.feature_games import (
    SHARE,
    WIN,
    fitness_of,
    learn_together,
    measured,
    play_pool,
    round_robin,
)
from ludogen.recipes.net_pool import (
    Genome,
    arrays_of,
    body_of,
    genomes_of,
    spread_of,
    verbs_of,
    weights_of,
    what_is_seen,
)

__all__ = ["Singer", "SingerConfiguration", "spread_of"]

YARDSTICKS = {"random": 1, "positional": 1, "kreversi:level=3": 4}  # and how far the champion looks ahead
PATIENT_GENERATIONS = 10


@dataclass(frozen=True)
class SingerConfiguration:
    """Defaults are the paper's (section 2 unless another is named)."""

    generations: int = setting(100, "generations", low=1)
    population: int = setting(10, "nets in the pool", low=2, high=1000)
    hidden: int = setting(3, "hidden nodes of a net, which are its features", low=1, high=MOST_FEATURES)
    temperature: float = setting(10.0, "moves are drawn by exp(temperature * value) (section 1.5)", low=0.001, high=1e4)
    mutation: float = setting(0.1, "chance of a child that one of its weights or biases is drawn anew", low=0, high=1)
    mutation_spread: float = setting(0.7, "it is drawn from U(-spread, spread)", low=0)
    learning: bool = setting(True, "the pool learns after it was bred")
    fast_round_robins: int = setting(100, "round robins of a learning phase at the fast rate", low=0, high=100_000)
    fine_round_robins: int = setting(100, "and then at the fine rate", low=0, high=100_000)
    fast_rate: float = setting(0.1, "learning rate of the first", low=0, high=100)
    fine_rate: float = setting(0.01, "learning rate of the others", low=0, high=100)
    solve_at: int = setting(10, "empty squares at which a learning game is solved and ends", low=1, high=12)
    # Decisions where the paper is silent.
    initial_spread: float = setting(
        0.1, "first weights and biases are from U(-spread, spread); from 0.7 nets die", low=0, decided=True
    )
    crossover_share: float = setting(
        0.8, "share of a new pool that comes by crossover, the rest by replication", low=0, high=1, decided=True
    )
    parents: str = setting(
        "fitness", "parents are drawn in proportion to it, or all alike", choices=("fitness", "uniform"), decided=True
    )
    mates_itself: bool = setting(False, "a net may be drawn as both parents", decided=True)
    colours: str = setting(
        "random", "who is black in a game: by lot, or in turns", choices=("random", "turns"), decided=True
    )
    choice_depth: int = setting(
        1, "plies: a move is drawn by f of its successor, or (2) by its h(x'; 1)", low=1, high=2, decided=True
    )
    least_spread: float = setting(
        0.01, "stop if f of a learned pool varies less than this after generation 10 (0: never)", low=0, decided=True
    )
    # Past the paper.
    evaluator: str = setting("features", "the paper's nets, or n-tuple nets", choices=("features", "tuples"))
    tuples: str = setting(
        "lines", "of n-tuple nets: straight lines, or also edges and corners", choices=tuple(TUPLE_SETS)
    )
    symmetric: bool = setting(False, "like squares have the same weights (n-tuple nets always have)")
    phases: int = setting(
        1, "parts of the game that a net tells apart, by the discs (1: none)", low=1, high=MOST_PHASES
    )
    goal: str = setting(SHARE, "nets estimate White's share of the discs, or its chance to win", choices=(SHARE, WIN))
    target_depth: int = setting(1, "plies: states learn towards h(x; 1) or h(x; 2)", low=1, high=2)
    end_weight: float = setting(0.0, "weight in the targets of the value that the game ended with", low=0, high=1)
    # Looking at it.
    yardstick_every: int = setting(10, "measure the champion every so many generations (0: never)", low=0)
    yardstick_games: int = setting(
        100, "games of each measurement, from starts after six moves, both sides", low=2, high=10_000
    )


@dataclass(frozen=True)
class Singer:
    """The recipe, set up."""

    configuration: SingerConfiguration
    seed: int

    name: ClassVar[str] = "singer"
    paper: ClassVar[str] = "Singer 2001"
    game: ClassVar[str] = "othello"
    evolves: ClassVar[str] = "192-3-1 Othello nets that learn in life and cross whole features"
    cost: ClassVar[str] = "100 generations of 9045 games: about 2 minutes on two cores (three months then)"
    configuration_type: ClassVar[type[SingerConfiguration]] = SingerConfiguration
    # Past the rise of figure 4, which takes twelve generations.
    quick: ClassVar[Mapping[str, Any]] = {"generations": 30}

    @property
    def method(self) -> str:
        """How a player is made from a champion."""
        return {"features": "othello-net-2001", "tuples": "othello-tuples-2001"}[self.configuration.evaluator]

    @property
    def generations(self) -> int:
        """How many the configuration asks for."""
        return self.configuration.generations

    def first(self) -> Generation:
        """Random nets that have played nothing yet, so that the first of them is the champion."""
        pool = [self._newborn(stream(self.seed, "first", i)) for i in range(self.configuration.population)]
        return Generation(0, arrays_of(pool), self._champion(pool[0]), what_is_seen(pool))

    def _newborn(self, random: np.random.Generator) -> Genome:
        c = self.configuration
        if c.evaluator == "tuples":
            return random_tuples(random, c.tuples, c.initial_spread, c.phases)
        return self._in_shape(random_features(random, c.hidden, c.initial_spread, c.phases))

    def _in_shape(self, genome: Genome) -> Genome:
        return verbs_of(genome).made_symmetric(genome) if self.configuration.symmetric else genome

    def following(self, generation: Generation, compute: Compute) -> Generation:
        """Fitness, best, reproduction, learning. Of equally fit nets the first in the pool is the best."""
        c, number = self.configuration, generation.number + 1
        pool = genomes_of(generation.state)
        fitness = self._fitness(pool, number, compute)
        best = pool[int(np.argmax(fitness))]
        metrics = {"best": float(fitness.max()), "mean": float(fitness.mean())}
        if c.yardstick_every and number % c.yardstick_every == 0:
            metrics |= self._measure(best, compute)
        bred, learned_games = self._bred(pool, fitness, number), 0
        if c.learning:
            bred, metrics["white_share"], learned_games = self._taught(bred, number, compute)
        metrics |= what_is_seen(bred)
        self._check(metrics["spread"], number)
        games = len(round_robin(c.population)) + learned_games
        return Generation(number, arrays_of(bred), self._champion(best), metrics, games)

    # Evolutionary phase (section 2.1)

    def _fitness(self, pool: list[Genome], number: int, compute: Compute) -> NDArray[np.float64]:
        c = self.configuration
        pairs = self._seated(round_robin(c.population), number, "colours")
        shared = {
            "weights": np.stack([weights_of(one) for one in pool]),
            "blacks": pairs[:, 0],
            "whites": pairs[:, 1],
            "depth": c.choice_depth,
            "temperature": c.temperature,
            "solve_at": 0,
            "goal": c.goal,
            "chances": self._chances(len(pairs), number, "chances"),
        }
        outcomes = compute.run(play_pool, shared, len(pairs))[:, 0]
        return fitness_of(c.population, pairs[:, 0], pairs[:, 1], outcomes)

    def _seated(self, pairs: NDArray[np.int64], number: int, purpose: str) -> NDArray[np.int64]:
        """Black first."""
        turned = np.arange(len(pairs)) % 2
        if self.configuration.colours == "random":
            turned = stream(self.seed, number, purpose).integers(2, size=len(pairs))
        return np.where(turned[:, None] == 0, pairs, pairs[:, ::-1])

    def _chances(self, games: int, number: int, purpose: str) -> NDArray[np.uint64]:
        return stream(self.seed, number, purpose).integers(2**64, size=games, dtype=np.uint64)

    def _bred(self, pool: list[Genome], fitness: NDArray[np.float64], number: int) -> list[Genome]:
        """The next pool: children of couples, then copies; one weight of some is drawn anew."""
        c, random = self.configuration, stream(self.seed, number, "breeding")
        chances = fitness if c.parents == "fitness" else np.ones(len(pool))
        children: list[Genome] = []
        for _ in range(round(c.crossover_share * c.population / 2)):
            one = _drawn(chances, random)
            others = chances.copy()
            if not c.mates_itself:
                others[one] = 0
            # Where nobody else has won anything, any other will do.
            if not others.any():
                others = (np.arange(len(pool)) != one).astype(np.float64)
            children += verbs_of(pool[one]).crossed(pool[one], pool[_drawn(others, random)], random)
        children = children[: c.population]
        children += [pool[_drawn(chances, random)] for _ in range(c.population - len(children))]
        changed = [verbs_of(child).mutated(child, random, c.mutation, c.mutation_spread) for child in children]
        return [self._in_shape(child) for child in changed]

    # Learning phase (section 2.2)

    def _taught(self, pool: list[Genome], number: int, compute: Compute) -> tuple[list[Genome], float, int]:
        """The pool after its learning phase, the mean share of White at the end of its games, and their number."""
        c = self.configuration
        one_round_robin, times = round_robin(c.population), c.fast_round_robins + c.fine_round_robins
        if times == 0:
            return pool, 0.5, 0
        pairs = self._seated(np.tile(one_round_robin, (times, 1)), number, "learning colours")
        is_fast = np.arange(len(pairs)) < len(one_round_robin) * c.fast_round_robins
        shared = {
            "weights": np.stack([weights_of(one) for one in pool]),
            "blacks": pairs[:, 0].copy(),
            "whites": pairs[:, 1].copy(),
            "rates": np.where(is_fast, c.fast_rate, c.fine_rate).astype(np.float32),
            "chances": self._chances(len(pairs), number, "learning chances"),
            "choice_depth": c.choice_depth,
            "temperature": c.temperature,
            "solve_at": c.solve_at,
            "target_depth": c.target_depth,
            "end_weight": c.end_weight,
            "symmetric": c.symmetric,
            "goal": c.goal,
            # A cluster gives a task one core. More threads than games of a round would only wait.
            "threads": max(1, min(getattr(compute, "threads", 1), c.population // 2)),
        }
        row = compute.run(learn_together, shared, 1)[0]
        weights = row[:-1].reshape(c.population, -1).astype(np.float32)
        return [verbs_of(pool[0]).from_weights(one) for one in weights], float(row[-1]), len(pairs)

    # Looking at it

    def _check(self, spread: float, number: int) -> None:
        c = self.configuration
        if c.learning and number > PATIENT_GENERATIONS and spread < c.least_spread:
            raise EvolutionError(
                f"the nets of generation {number} say the same of all positions (their outputs vary by {spread:.2g}, "
                f"least_spread={c.least_spread:g} is asked for): they are dead. Try another initial_spread than "
                f"{c.initial_spread:g} or smaller learning rates than {c.fast_rate:g} and {c.fine_rate:g}"
            )

    def _champion(self, best: Genome) -> dict[str, NDArray[Any]]:
        arrays = {name: vars(best)[name] for name in body_of(best)} | {"bias": np.array(best.bias, np.float32)}
        # Nets that play to win must be told so: the paper's file has no such array.
        return arrays | ({"wins": np.array(True)} if self.configuration.goal == WIN else {})

    def _measure(self, best: Genome, compute: Compute) -> dict[str, float]:
        """Scores of the champion, playing its best move; never used in selection."""
        weights, games, goal = weights_of(best), self.configuration.yardstick_games, self.configuration.goal
        return {
            f"champion_{opponent.partition(':')[0]}": measured(
                compute, weights, opponent, depth, games, self.seed, goal
            )
            for opponent, depth in YARDSTICKS.items()
        }


def _drawn(chances: NDArray[np.float64], random: np.random.Generator) -> int:
    """A place, drawn in proportion."""
    return int(random.choice(len(chances), p=chances / chances.sum()))
