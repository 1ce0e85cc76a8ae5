"""The recipe of the roving eye: its start, its seeds, its fitness, its games with and without GNU Go."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.recipes.support import STANLEY, recipe_of, run, same

from ludogen.compute import ThreadCompute
from ludogen.engines import find_program
from ludogen.errors import ConfigurationError, LudogenError
from ludogen.evolution import Generation, evolve
from ludogen.formats.champion import Champion, write_champion
from ludogen.kernels.roving_eye import ACTIONS, SENSORS
from ludogen.players.champion import champion_player
from ludogen.recipes.eye_meetings import Hall
from ludogen.recipes.eye_trials import EyeTrials
from ludogen.recipes.stanley import LATER_SENSORS, Stanley, StanleyConfiguration, start_links


def test_the_start_genome_is_the_papers() -> None:
    """Section 4.3: all out-of-range sensors and those of five points of the field start out disconnected."""
    assert len(LATER_SENSORS) == 8 + 2 * 5
    links = start_links(True)
    seeing = {SENSORS[source] for source, _ in links}
    assert seeing == set(SENSORS) - set(LATER_SENSORS)
    assert {"black front", "white left", "black centre", "white right", "row", "column", "ko", "bias"} < seeing
    assert len(links) == len(set(links)) == len(seeing) * len(ACTIONS)
    assert len(start_links(False)) == 30 * 5


def test_settings_of_the_paper() -> None:
    c = StanleyConfiguration()
    assert (c.population, c.target_species, c.champion_of, c.interspecies) == (400, 20, 5, 0.05)
    assert (c.add_node, c.add_link, c.steps, c.threshold, c.first_reply) == (0.0045, 0.1, 100, 0.5, "right")
    neat = Stanley(c, 1).neat.parameters
    assert (neat.population, neat.target_species, neat.add_node, neat.add_link) == (400, 20, 0.0045, 0.1)
    assert neat.threshold == c.compatibility  # not that of the outputs
    assert SENSORS[neat.bias] == "bias"


def test_the_champion_has_the_best_fitness_and_plays_its_game_again() -> None:
    recipe, generations = recipe_of(STANLEY), run(STANLEY)
    last = generations[-1]
    fitness = last.state["fitness"]
    assert last.metrics["best"] == fitness.max()
    assert last.metrics["mean"] == pytest.approx(fitness.mean())
    state = recipe.neat.state_of(last.state)
    with EyeTrials(recipe.trials, threads=1) as trials:
        judged = trials.evaluate(state.population.nets())
    assert np.array_equal(judged.fitness, fitness)
    best = int(np.argmax(fitness))
    assert last.metrics["champion_final"] == -judged.finals[best]
    assert fitness[best] == pytest.approx(100 - (2 * judged.estimates[best] + judged.finals[best]))  # equation 1


def test_fitness_rises() -> None:
    means = [generation.metrics["mean"] for generation in run(replace(STANLEY, generations=8, population=60))[1:]]
    assert means[-1] > means[0] + 3


def saved(champion: Any, folder: Path) -> str:
    path = folder / "seed.safetensors"
    write_champion(path, Champion("go", "eye-net-2004", champion, {}))
    return str(path)


COEVOLVING = replace(
    STANLEY, generations=4, coevolution=True, meetings=2, hall_of_fame=2, hall_every=2, yardstick_every=0, cap=20
)


def test_eyes_that_meet_each_other_and_former_champions() -> None:
    """The same with any threads and after a stop; the champions of two generations are in the hall."""
    straight, threaded = run(COEVOLVING, threads=1), run(COEVOLVING, threads=2)
    assert all(map(same, straight, threaded))
    resumed = list[Generation]()
    watcher = SimpleNamespace(on_generation=resumed.append)
    evolve(recipe_of(COEVOLVING), ThreadCompute(1), [watcher], straight[2])
    assert same(resumed[-1], straight[-1])
    hall = Hall.of(straight[-1].state)
    assert [len(links[0]) for links in hall.links] == [len(straight[i].champion["sources"]) for i in (2, 4)]
    for links, number in zip(hall.links, (2, 4), strict=True):
        for name, column in zip(("sources", "targets", "weights"), links, strict=True):
            assert np.array_equal(column, straight[number].champion[name])
    assert [generation.games for generation in straight] == [0, 32, 32, 64, 64]


def test_a_larger_board_begins_with_a_champion_slightly_mutated(tmp_path: Path) -> None:
    champion = run(replace(STANLEY, add_node=0.5))[-1].champion
    place = saved(champion, tmp_path)
    seeded = replace(STANLEY, size=7, start_from=place, start_step=0.25)
    first = run(replace(seeded, generations=1))[0]
    population = recipe_of(seeded).neat.state_of(first.state).population
    for i in range(len(population)):
        sources, targets, weights = population.links(i)
        assert np.array_equal(sources, champion["sources"])
        assert np.array_equal(targets, champion["targets"])
        assert 0 < np.abs(weights - champion["weights"]).max() <= 0.2501
    assert run(seeded)[-1].metrics["links_mean"] > 0


def test_a_seed_that_is_no_eye_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="start_from='nobody' is no champion"):
        recipe_of(replace(STANLEY, start_from="nobody")).first()
    with pytest.raises(ConfigurationError, match="method"):
        recipe_of(replace(STANLEY, start_from="anaconda")).first()
    with pytest.raises(LudogenError, match="no such file"):
        recipe_of(replace(STANLEY, start_from=str(tmp_path / "gone.safetensors"))).first()


def test_champions_play_on_boards_of_any_size(tmp_path: Path) -> None:
    from ludogen.games import Go

    place = saved(run(STANLEY)[-1].champion, tmp_path)
    for size in (5, 9, 19):
        player = champion_player(place, Go(size=size))
        assert player is not None


def test_negative_fitness_is_shared_as_it_is_said() -> None:
    fitness = np.array([-10.0, 0.0, 30.0])
    assert recipe_of(STANLEY)._shared(fitness).tolist() == [0.0, 10.0, 40.0]
    assert recipe_of(replace(STANLEY, sharing="clipped"))._shared(fitness).tolist() == [0.0, 0.0, 30.0]
    assert recipe_of(STANLEY)._shared(fitness + 20).tolist() == [10.0, 20.0, 50.0]


def test_more_conditions_are_more_games() -> None:
    """Past the paper: the mean over other first replies of white."""
    one, four = run(STANLEY)[1], run(replace(STANLEY, replies=4))[1]
    assert four.games == 4 * one.games
    recipe = recipe_of(STANLEY)
    nets = recipe.neat.state_of(one.state).population.nets()
    single = []
    for reply in ("right", "left", "above", "below"):
        with EyeTrials(replace(recipe.trials, first_reply=reply), threads=1) as trials:
            single.append(trials.evaluate(nets).fitness)
    assert np.allclose(four.state["fitness"], np.mean(single, axis=0))


def test_other_first_replies_are_drawn_anew_for_each_generation() -> None:
    recipe = recipe_of(replace(STANLEY, replies=2, drawn_replies=3))
    one, other = recipe.openings(1), recipe.openings(2)
    assert one[:2] == other[:2] == [(None, "D3"), (None, "B3")]
    assert len(one) == len(set(one)) == 5
    assert set(one[2:]) != set(other[2:])
    assert recipe.openings(1) == one
    generation = run(replace(STANLEY, replies=2, drawn_replies=3))[1]
    assert generation.games == 5 * STANLEY.population
    with EyeTrials(recipe.trials, threads=1) as trials:
        nets = recipe.neat.state_of(generation.state).population.nets()
        single = [trials.evaluate(nets, [opening]).fitness for opening in one]
    assert np.allclose(generation.state["fitness"], np.mean(single, axis=0))


def test_levels_and_the_stand_in_are_games_from_the_same_openings() -> None:
    generation = run(replace(STANLEY, generations=1, replies=2, stand_in=True))[1]
    assert generation.games == 4 * STANLEY.population
    assert [kind.level for kind in recipe_of(replace(STANLEY, second_level=7))._kinds()] == [1, 7]


def test_a_yardstick_begins_where_evolution_does_not() -> None:
    metrics = run(STANLEY)[2].metrics
    assert 0 <= metrics["champion_openings_won"] <= 1
    assert metrics["champion_openings"] != metrics["best"]


@pytest.mark.slow
@pytest.mark.skipif(find_program("gnugo") is None, reason="gnugo is not installed")
def test_gnugo_is_met_the_same_with_and_without_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOGEN_HOME", str(tmp_path))
    real = replace(STANLEY, opponent="gnugo", generations=2, population=20, yardstick_every=1)
    costs = ("asked", "engine_seconds", "hit_rate")
    seen = [run(replace(real, remember=remember)) for remember in (False, True, True)]
    for generations in seen[1:]:
        for one, other in zip(seen[0], generations, strict=True):
            assert np.array_equal(one.state["fitness"], other.state["fitness"])
            assert {k: v for k, v in one.metrics.items() if k not in costs} == {
                k: v for k, v in other.metrics.items() if k not in costs
            }
    assert seen[0][1].metrics["asked"] > 0
    assert seen[2][1].metrics["asked"] == 0  # all known from the run before
    assert seen[2][1].metrics["hit_rate"] == 1


def test_without_gnugo_the_way_out_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludogen.recipes.eye_trials.find_program", lambda name: None)
    recipe = recipe_of(replace(STANLEY, opponent="gnugo"))
    with pytest.raises(LudogenError, match="opponent=playouts"):
        recipe.following(recipe.first(), ThreadCompute(1))
