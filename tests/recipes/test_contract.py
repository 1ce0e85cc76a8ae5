"""What every registered recipe must keep: the same champions wherever and however it runs."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.recipes.support import CHELLAPILLA, FRANKLAND, MORIARTY, SINGER, STANLEY, recipe_of, run, same

from ludogen.compute import ThreadCompute
from ludogen.evolution import evolve
from ludogen.recipes import RECIPES

SMALL = {
    "chellapilla": CHELLAPILLA,
    "chellapilla with a hall of fame": replace(CHELLAPILLA, hall_of_fame=1),
    "moriarty": MORIARTY,
    "moriarty with a hall of fame": replace(MORIARTY, hall_of_fame=2, hall_every=1, coevolution=True),
    "frankland": FRANKLAND,
    "frankland with games at a time": replace(FRANKLAND, games=4, mobility=True, look=1),
    "singer": SINGER,
    "singer with tuples": replace(SINGER, evaluator="tuples", phases=2, goal="win"),
    "stanley": STANLEY,
    "stanley with more conditions": replace(STANLEY, replies=2, komi=0.5, loops=0.5),
}
each = pytest.mark.parametrize("configuration", SMALL.values(), ids=SMALL)


def test_every_recipe_is_asked() -> None:
    assert set(RECIPES) <= set(SMALL)


@each
def test_any_number_of_threads_gives_the_same_champions(configuration: Any) -> None:
    one, two, three = (run(configuration, threads) for threads in (1, 2, 3))
    assert len(one) == configuration.generations + 1
    assert all(map(same, one, two))
    assert all(map(same, one, three))


@each
def test_a_run_goes_on_from_any_generation(configuration: Any) -> None:
    whole = run(configuration)
    for start in whole[:-1]:
        assert same(evolve(recipe_of(configuration), ThreadCompute(2), start=start), whole[-1])


@each
def test_other_seeds_are_other_runs(configuration: Any) -> None:
    assert not same(run(configuration, seed=3)[-1], run(configuration, seed=4)[-1])


@each
def test_yardsticks_do_not_change_the_run(configuration: Any) -> None:
    with_them, without = run(configuration)[-1], run(replace(configuration, yardstick_every=0))[-1]
    assert all(np.array_equal(with_them.state[name], without.state[name]) for name in with_them.state)


@each
def test_generations_have_what_everybody_shows(configuration: Any) -> None:
    for number, generation in enumerate(run(configuration)):
        assert generation.number == number
        assert number == 0 or {"best", "mean"} <= set(generation.metrics)
        assert number == 0 or generation.games > 0


@pytest.mark.parametrize("configuration", [CHELLAPILLA, MORIARTY, SINGER, STANLEY], ids=lambda one: type(one).__name__)
def test_it_is_seen_how_far_the_members_of_a_population_are_apart(configuration: Any) -> None:
    seen = [generation.metrics["diversity"] for generation in run(configuration)]
    assert all(value > 0 for value in seen)
