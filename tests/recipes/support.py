"""Small settings of every recipe, and runs of them to compare."""

from typing import Any

import numpy as np

from ludogen.compute import ThreadCompute
from ludogen.evolution import Generation, evolve
from ludogen.recipes import RECIPES
from ludogen.recipes.chellapilla import ChellapillaConfiguration
from ludogen.recipes.frankland import FranklandConfiguration
from ludogen.recipes.moriarty import MoriartyConfiguration
from ludogen.recipes.singer import SingerConfiguration
from ludogen.recipes.stanley import StanleyConfiguration

CHELLAPILLA = ChellapillaConfiguration(
    generations=4, parents=4, games=2, depth=2, ply_limit=40, yardstick_every=2, yardstick_games=4
)
MORIARTY = MoriartyConfiguration(
    generations=5,
    stage_1=2,
    population=8,
    elite=2,
    games=4,
    length=400,
    searcher_depth=1,
    yardstick_every=2,
    yardstick_games=6,
)
SINGER = SingerConfiguration(
    generations=3,
    population=6,
    fast_round_robins=2,
    fine_round_robins=2,
    solve_at=6,
    yardstick_every=2,
    yardstick_games=4,
)
FRANKLAND = FranklandConfiguration(
    generations=3,
    population=5,
    move_generations=2,
    trials=2,
    only_moves=True,
    opponent_depth=1,
    yardstick_every=2,
    yardstick_games=6,
)
STANLEY = StanleyConfiguration(
    generations=3, population=16, target_species=4, opponent="playouts", remember=False, yardstick_every=2, add_node=0.1
)
SEED = 3


def run(configuration: Any, threads: int = 1, seed: int = SEED) -> list[Generation]:
    """All generations of a run."""
    seen: list[Generation] = []

    class Watcher:
        def on_generation(self, generation: Generation) -> None:
            seen.append(generation)

    evolve(recipe_of(configuration, seed), ThreadCompute(threads), [Watcher()])
    return seen


def recipe_of(configuration: Any, seed: int = SEED) -> Any:
    """The recipe that a configuration belongs to, set up."""
    kind = next(kind for kind in RECIPES.values() if kind.configuration_type is type(configuration))
    return kind(configuration, seed)


def same(one: Generation, other: Generation) -> bool:
    """Are two generations equal, bit for bit?"""
    return (
        one.number == other.number
        and one.metrics == other.metrics
        and all(np.array_equal(one.state[name], other.state[name]) for name in one.state)
        and all(np.array_equal(one.champion[name], other.champion[name]) for name in one.champion)
    )
