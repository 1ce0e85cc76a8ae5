"""The recipe that evolves online: the alpha goes on from game to game, and games are those of the player."""

from dataclasses import replace

import numpy as np
import pytest
from tests.recipes.support import FRANKLAND, recipe_of, run

from ludogen.compute import ThreadCompute
from ludogen.errors import ConfigurationError
from ludogen.genomes.trees import checked_tree, checked_values
from ludogen.recipes.frankland import FranklandConfiguration
from ludogen.recipes.online_games import FACTS, play_online


def test_defaults_are_the_papers() -> None:
    """Section IV."""
    c = FranklandConfiguration()
    assert (c.population, c.move_generations, c.trials, c.tournament, c.depth, c.limit) == (100, 20, 10, 4, 6, 64)
    assert (c.crossover, c.mutation, c.highest, c.preserve, c.supreme) == (0.8, 0.1, 32, True, True)
    assert (c.mobility, c.frontier, c.look) == (False, False, 0)
    assert recipe_of(c).opponent == "positional:depth=3"


def test_every_champion_is_a_tree_that_says_what_it_plays_by() -> None:
    for generation in run(FRANKLAND):
        tree = checked_tree(generation.champion["code"])
        checked_values(tree, generation.champion["values"])
        assert generation.metrics["nodes"] == len(tree)


def test_a_generation_is_the_game_that_begins_with_the_alpha_before() -> None:
    recipe = recipe_of(replace(FRANKLAND, games=1))
    before = recipe.first()
    after = recipe.following(before, ThreadCompute(1))
    (word,) = np.random.default_rng(0).integers(2**64, size=1, dtype=np.uint64)
    shared = {
        "options": recipe.options,
        "opponent": recipe.opponent,
        "seats": np.zeros(1, np.uint64),
        "chances": np.array([word]),
    }
    firsts = [play_online(shared | dict(state), np.arange(1)) for state in (before.state, after.state, before.state)]
    assert np.array_equal(firsts[0], firsts[2])
    assert not np.array_equal(firsts[0], firsts[1])
    games_a_move = FRANKLAND.population * FRANKLAND.move_generations * FRANKLAND.trials
    facts = dict(zip(FACTS, firsts[0][0], strict=False))
    assert facts["games"] == games_a_move * facts["runs"]


def test_the_alpha_of_the_best_of_several_games_goes_on() -> None:
    recipe = recipe_of(replace(FRANKLAND, games=3))
    before = recipe.first()
    after = recipe.following(before, ThreadCompute(1))
    assert after.metrics["score"] * 6 == pytest.approx(round(after.metrics["score"] * 6))
    alone = recipe_of(replace(FRANKLAND, games=1)).following(before, ThreadCompute(1))
    assert after.games > alone.games


def test_operators_must_fit_together() -> None:
    with pytest.raises(ConfigurationError, match=r"crossover=0.8 with mutation=0.3 is not allowed: at most 1"):
        recipe_of(replace(FRANKLAND, mutation=0.3))
