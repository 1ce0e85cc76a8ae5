"""The checkers recipe: fair rounds, points, selection, the same champions however the games are played."""

from dataclasses import replace

import numpy as np
import pytest
from tests.recipes.support import CHELLAPILLA as SMALL
from tests.recipes.support import run, same

from ludogen.compute import ThreadCompute
from ludogen.games import parse_game
from ludogen.kernels.checkers_nets import FreshSubSquareNet, subsquare_record
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.whole_games import chance_at
from ludogen.players import Limits, SearchPlayer
from ludogen.recipes.checkers_games import play_members
from ludogen.recipes.chellapilla import Chellapilla


def test_generations_are_as_the_paper_has_them() -> None:
    generations = run(SMALL)
    assert [generation.number for generation in generations] == [0, 1, 2, 3, 4]
    for generation in generations[1:]:
        assert generation.state["weights"].shape == (4, 5046)
        assert generation.games == 8 * 2
        assert list(generation.state["points"]) == sorted(generation.state["points"], reverse=True)
        assert np.array_equal(generation.champion["weights"], generation.state["weights"][0])
        assert generation.metrics["best"] == generation.state["points"][0]
    assert "champion_pieces" in generations[2].metrics
    assert "champion_pieces" not in generations[1].metrics


def test_points_add_up() -> None:
    """Red's and white's points both count: the sum over all is games times what a game gives away."""
    recipe = Chellapilla(replace(SMALL, loss=-1), 5)
    first = recipe.first()
    following = recipe.following(first, ThreadCompute(1))
    assert following.metrics["mean"] == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"net": "1999"},
        {"turned": True},
        {"hall_of_fame": 1},
        {"openings": "two-moves"},
        {"adjudicate": 1.0},
        {"deeper_from": 2},
        {"longest_step": 0.05},
        {"ties": "first"},
        {"meets_itself": True},
        {"equal_points": "offspring"},
    ],
)
def test_every_option_runs_and_changes_something(changes: dict[str, object]) -> None:
    # Three plies: two of them may be made in either order, so that there are equally good moves.
    short = replace(SMALL, generations=3, games=4, depth=3, ply_limit=150, yardstick_every=0)
    changed = replace(short, **changes)  # type: ignore[arg-type]
    assert not same(run(short)[-1], run(changed)[-1])


def test_equal_points_are_settled_as_said() -> None:
    points = np.array([1.0, 2.0, 2.0, 1.0])  # two parents, two offspring
    parents = Chellapilla(replace(SMALL, parents=2), 1)._ranked(points)
    offspring = Chellapilla(replace(SMALL, parents=2, equal_points="offspring"), 1)._ranked(points)
    assert parents.tolist() == [1, 2, 0, 3]
    assert offspring.tolist() == [2, 1, 3, 0]


def test_nobody_meets_itself_unless_told_so() -> None:
    class Spy:
        def run(self, task: object, shared: dict[str, np.ndarray], number: int) -> np.ndarray:
            self.shared = shared
            return np.zeros((number, 4))

        def close(self) -> None:
            pass

    spy = Spy()
    Chellapilla(replace(SMALL, yardstick_every=0, games=50), 1).following(Chellapilla(SMALL, 1).first(), spy)  # type: ignore[arg-type]
    firsts, seconds = spy.shared["firsts"], spy.shared["seconds"]
    assert (firsts != seconds).all()
    assert set(seconds.tolist()) == set(range(8))
    assert np.bincount(firsts).tolist() == [50] * 8


def test_games_are_those_of_the_players_that_nets_make() -> None:
    """The kernel of whole rounds plays the very moves of a searching player with the net, move by move."""
    recipe = Chellapilla(SMALL, 9)
    state = recipe.first().state
    shared = recipe._shared(state["weights"], state["kings"], np.array([0, 1, 2]), np.array([1, 2, 3]), 1)
    ends = play_members(shared, np.arange(3))
    game = parse_game("checkers:ply_limit=40")
    for number in range(3):
        players = [
            SearchPlayer("net", FreshSubSquareNet(subsquare_record(state["weights"][place], 2.0)), Limits(2))
            for place in (number, number + 1)
        ]
        position = game.start()
        chance = shared["chances"][number]
        while not position.is_over:
            word = int(chance_at(Bits(chance), position.ply))
            position = position.play(players[position.side].choose(position, word))
        assert position.ply == ends[number, 0]
        result = position.result
        assert result is not None
        assert np.sign(ends[number, 1]) == (0 if result.winner is None else 1 - 2 * result.winner)
