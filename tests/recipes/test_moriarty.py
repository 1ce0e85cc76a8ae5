"""The recipe of marker nets: breeding, games, both stages, the same champions however the games are played."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.recipes.support import MORIARTY as SMALL
from tests.recipes.support import run, same

from ludogen.arena.playing import MatchGames
from ludogen.arena.settings import MatchSettings
from ludogen.formats import Champion, write_champion
from ludogen.randomness import stream
from ludogen.recipes.moriarty import Moriarty, MoriartyConfiguration
from ludogen.recipes.othello_trials import four_move_starts, play_opponent, six_move_starts


def test_the_papers_numbers() -> None:
    paper = MoriartyConfiguration()
    assert (paper.population, paper.elite, paper.games, paper.length, paper.mutation) == (50, 12, 10, 5000, 0.004)
    assert (paper.stage_1, paper.generations - paper.stage_1, paper.searcher_depth) == (100, 2000, 3)
    assert (paper.searcher, paper.coevolution, paper.hall_of_fame, paper.held_back) == ("iago", False, 0, 0)


def test_generations_are_as_the_paper_has_them() -> None:
    generations = run(SMALL)
    assert [generation.number for generation in generations] == [0, 1, 2, 3, 4, 5]
    assert [generation.metrics.get("stage") for generation in generations] == [None, 1, 1, 2, 2, 2]
    # Nobody breeds before games were played.
    assert np.array_equal(generations[0].state["chromosomes"], generations[1].state["chromosomes"])
    for before, generation in pairwise(generations[1:]):
        assert generation.games == 8 * 4
        fitness = generation.state["fitness"]
        assert generation.metrics["best"] == fitness.max()
        assert generation.metrics["mean"] == fitness.mean()
        assert np.array_equal(
            generation.champion["chromosome"], generation.state["chromosomes"][list(fitness).index(fitness.max())]
        )
        # Two offspring of each of the two fittest replace the four worst.
        stayed = generation.state["chromosomes"][:4]
        places = [before.state["chromosomes"].tolist().index(one) for one in stayed.tolist()]
        assert sorted(before.state["fitness"][places]) == sorted(before.state["fitness"])[4:]
    assert {"champion_random", "champion_searcher", "moves_ratio"} <= set(generations[2].metrics)
    assert "champion_random" not in generations[3].metrics


def test_shared_games_are_worth_one_together() -> None:
    fitness = [generation.state["fitness"] for generation in run(replace(SMALL, sharing=True))[1:]]
    totals = [one.sum() for one in fitness]
    # As many as games that somebody won.
    assert totals == pytest.approx([round(total) for total in totals])
    assert max(totals) == SMALL.games
    assert any((one % 1 > 0).any() for one in fitness)


@pytest.mark.parametrize(
    "changes",
    [
        {"architecture": "fixed"},
        {"searcher": "norvig"},
        {"searcher_ties": "random"},
        {"searcher_depth": 2},
        {"squash": "tanh"},
        {"weight_divisor": 16.0},
        {"common_starts": False},
        {"alternate_colours": False},
        {"draw": 0.5},
        {"mutation_size": 5},
        {"mates_itself": True},
        {"equal_fitness": "elders"},
        {"equal_fitness": "offspring"},
        {"coevolution": True},
        {"sharing": True},
        {"hall_of_fame": 2, "hall_every": 1},
        {"held_back": 0.5},
    ],
)
def test_every_option_runs_and_changes_something(changes: dict[str, Any]) -> None:
    short = replace(SMALL, generations=8, stage_1=1, games=12, yardstick_every=0)
    assert not same(run(short)[-1], run(replace(short, **changes))[-1])


# Breeding


def test_mates_are_as_fit_or_fitter() -> None:
    """Chromosomes that are all one number tell whose children came about."""
    recipe = Moriarty(replace(SMALL, population=6, elite=3, mutation=0.0, length=50), 1)
    chromosomes = np.repeat(np.arange(6, dtype=np.int8)[:, None], 50, 1)
    fitness = np.array([3.0, 9.0, 5.0, 5.0, 1.0, 0.0])
    couples = set()
    for number in range(2, 60):
        bred = recipe._bred({"chromosomes": chromosomes, "fitness": fitness}, number)
        assert bred.shape == (6, 50)
        for child in bred:
            couples.add(frozenset(child.tolist()))
        assert not {4, 5, 0} & set(np.unique(bred).tolist())  # the unfit neither stay nor have children
    assert couples == {frozenset(kin) for kin in ((1,), (2,), (3,), (1, 2), (1, 3), (2, 3))}


def test_equally_fit_networks_are_ranked_as_said() -> None:
    fitness, random = np.array([1.0, 2.0, 2.0, 1.0]), np.random.default_rng(1)
    ranked = {
        rule: Moriarty(replace(SMALL, equal_fitness=rule), 1)._ranked(fitness, random).tolist()
        for rule in ("elders", "offspring")
    }
    assert ranked == {"elders": [1, 2, 0, 3], "offspring": [2, 1, 3, 0]}
    drawn = {tuple(Moriarty(SMALL, 1)._ranked(fitness, random).tolist()) for _ in range(60)}
    assert len(drawn) == 4


# Games


def test_starts_are_the_papers() -> None:
    starts = four_move_starts()
    assert len(starts) == 244
    assert len(np.unique(starts, axis=0)) == 236
    discs = {int(own | opp).bit_count() for own, opp in six_move_starts(20)}
    assert discs == {10}


def test_starts_held_back_are_not_used() -> None:
    recipe = Moriarty(replace(SMALL, held_back=0.25), 1)
    used, held = recipe._starts
    assert len(held) == 59
    assert len(np.unique(np.concatenate([used, held]), axis=0)) == 236
    drawn, _ = recipe._trials(stream(1, "any"), 4000)
    assert len(np.unique(drawn.reshape(-1, 2), axis=0)) == 236 - 59
    assert not {tuple(start) for start in drawn.reshape(-1, 2).tolist()} & {tuple(start) for start in held.tolist()}
    metrics = run(replace(SMALL, held_back=0.02))[-2].metrics
    assert 0 <= metrics["champion_held_back"] <= 1


def test_trials_are_fair() -> None:
    starts, seats = Moriarty(SMALL, 1)._trials(stream(1, "any"), 10)
    assert (starts == starts[0]).all()
    assert seats.tolist() == [[0, 1] * 5] * 8
    own, sides = Moriarty(replace(SMALL, common_starts=False, alternate_colours=False), 1)._trials(stream(1, "a"), 10)
    assert not (own == own[0]).all()
    assert set(sides.ravel().tolist()) == {0, 1}


def shared_with(recipe: Moriarty, opponent: tuple[str, int, str], games: int) -> dict[str, Any]:
    starts, seats = recipe._trials(stream(1, "trials"), games)
    return {
        "architecture": recipe.configuration.architecture,
        "nets": recipe._nets(recipe.first().state["chromosomes"]),
        "starts": starts,
        "seats": seats,
        "opponent": opponent,
        "chances": stream(1, "chances").integers(2**64, size=seats.shape, dtype=np.uint64),
    }


def test_a_searcher_that_remembers_its_replies_plays_the_same() -> None:
    shared = shared_with(Moriarty(replace(SMALL, games=20), 2), ("iago", 1, "first"), 20)
    places = np.arange(8)
    with_memory = play_opponent(shared, places)
    assert np.array_equal(play_opponent(shared, places), with_memory)  # now it knows every position
    assert np.array_equal(play_opponent(shared | {"remembers": False}, places), with_memory)
    assert len(np.unique(with_memory)) > 10


@pytest.mark.parametrize("architecture", ["marker", "fixed"])
def test_trials_are_the_games_of_the_arena(architecture: str, tmp_path: Path) -> None:
    """A champion that plays a match from the four-move openings has the results that it had in evolution."""
    recipe = Moriarty(replace(SMALL, architecture=architecture, population=2, length=5000), 4)
    first = recipe.first()
    file = tmp_path / "net.safetensors"
    write_champion(file, Champion("othello", recipe.method, first.champion, {}))
    games = MatchGames(MatchSettings("othello", str(file), "iago:ties=first", "four-moves", seed=1))
    played = games.play(list(range(12)))
    shared = shared_with(recipe, ("iago", 1, "first"), len(played))
    for number, game in enumerate(played):
        shared["starts"][0, number] = tuple(games.opening(game.number).position.state)
        shared["seats"][0, number] = game.number % 2
    leads = play_opponent(shared, np.arange(1))[0]
    for lead, game in zip(leads, played, strict=True):
        points = game.result.points
        assert lead == (points[0] - points[1]) * (1 - 2 * (game.number % 2))
