"""What eyes are held to beside evolution's game: each test changes what it says, and nothing else."""

from dataclasses import replace

import pytest
from tests.engines.support import real_program
from tests.kernels.test_roving_eye import link
from tests.recipes.test_eye_trials import STAND_IN, population

from ludogen.recipes.eye_trials import TrialSettings
from ludogen.reports.eye_tests import (
    EyeGame,
    against_random,
    as_evolved,
    every_first_reply,
    other_levels,
    other_seeds,
    played_out,
    turned_openings,
)

PASSING = population([link("pass", 1)])
# Places a stone where it stands, else goes on; turns where the board ends.
WALKING = population([link("place", 1), link("forward", 2, "black centre"), link("forward", 2, "white centre")])


def test_every_other_point_is_white_s_first_reply_once() -> None:
    games = every_first_reply(PASSING, replace(STAND_IN, cap=4))
    wanted = [name for name in STAND_IN.game.point_names if name != "D3"]
    assert [game.name for game in games] == wanted
    assert all(game.moves[:2] == ("pass", game.name) for game in games)
    # Where the eye took the point first there is no such game.
    assert "C3" not in [game.name for game in every_first_reply(WALKING, replace(STAND_IN, cap=4))]


def test_openings_are_turned_and_mirrored() -> None:
    settings = replace(STAND_IN, cap=6)
    begun, games = as_evolved(WALKING, settings), turned_openings(WALKING, settings, plies=2)
    assert begun.moves[:2] == ("C3", "D3")
    assert sorted(game.moves[:2] for game in games) == sorted(
        ("C3", point) for point in ("C2", "C4", "B3", "B3", "C2", "C4", "D3")
    )


def test_random_moves_beat_an_eye_that_only_passes() -> None:
    assert against_random(PASSING, STAND_IN, 50) < 0.1
    assert against_random(PASSING, STAND_IN, 50) == against_random(PASSING, STAND_IN, 50)


@pytest.fixture(scope="module")
def gnugo() -> str:
    return real_program("gnugo")


@pytest.mark.slow
@pytest.mark.usefixtures("gnugo")
def test_levels_and_seeds_of_gnu_go() -> None:
    """White has all points, less those where its stones stand, as black only passes."""
    settings = TrialSettings()
    evolved = as_evolved(PASSING, settings)
    levels, seeds = other_levels(PASSING, settings, levels=(1, 2)), other_seeds(PASSING, settings, seeds=(0, 1, 2))
    for game in (evolved, *levels, *seeds):
        assert (game.lead, game.is_won) == (sum(name != "pass" for name in game.moves[1::2]) - 25, False)
    assert evolved.fitness == pytest.approx(33.5)
    assert [game.name for game in (*levels, *seeds)] == ["level 2", "seed 1", "seed 2"]


@pytest.mark.slow
@pytest.mark.usefixtures("gnugo")
def test_won_positions_are_played_out() -> None:
    """Black's wall holds; and a lead that GNU Go only believes in does not."""
    settings = TrialSettings(komi=0.5)
    wall = EyeGame("", 0, 0, ("C1", "E1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5", "pass", "pass"))
    assert played_out(wall, settings) == 4.5
    assert played_out(replace(wall, moves=("A1", "pass", "pass")), settings) == -25.5
