"""The page on the checkers paper: the whole report on small runs, with figures and all that it promises."""

from dataclasses import replace
from xml.etree import ElementTree as Xml

import numpy as np
import pytest
from tests.reports.support import SmallLab

from ludogen.arena.settings import MatchSettings
from ludogen.formats.champion import read_champion
from ludogen.games import parse_game
from ludogen.players import parse_player
from ludogen.recipes.chellapilla import ChellapillaConfiguration
from ludogen.reports.checkers_strength import Measuring
from ludogen.reports.chellapilla import SCALES, Scale, controls, reproduce, weight_boards
from ludogen.runs.store import RunStore

SMALL = ChellapillaConfiguration(
    generations=2, parents=3, games=1, depth=1, ply_limit=30, yardstick_every=1, yardstick_games=2
)
TINY = Scale({"paper": 1, "hall-of-fame": 2}, Measuring(2, {1: 4, 2: 2}, 2), 0.002, 2, 4, games=2, plies=2)


def shorten(settings: MatchSettings) -> MatchSettings:
    return replace(settings, game="checkers:ply_limit=20", referee="pieces:depth=1")


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> SmallLab:
    made = SmallLab(tmp_path_factory.mktemp("lab"), "chellapilla", SMALL, shorten)
    reproduce(made, TINY)
    return made


def test_the_page_has_what_it_promises(lab: SmallLab) -> None:
    text = (lab.docs / "chellapilla.md").read_text("utf-8")
    for words in (
        "ludogen reproduce chellapilla",
        "| hall-of-fame | 2 | 2 |",
        "10 wins, 1 loss, 3 draws",
        "![strength](chellapilla/strength.svg)",
        "`openings=two-moves`",
        "| `equal_points` | parents |",
        "the paper's 10 of 11 at eight plies is",
    ):
        assert words in text
    assert len(lab.asked) == 10  # five experiments of two champions


def test_populations_are_measured_from_the_first_to_the_last(lab: SmallLab) -> None:
    text = (lab.docs / "chellapilla.md").read_text("utf-8")
    for arm, seed in (("paper", 1), ("hall-of-fame", 1), ("hall-of-fame", 2)):
        for generation in (0, 2):
            outcomes = np.array(lab.made[f"{arm}-{seed}@{generation}, all parents at 1 plies, 4 games each"])
            assert outcomes.shape == (3, 4)
            assert set(outcomes.ravel()) <= {-1, 0, 1}
            assert f"| {arm}, seed {seed} | {generation} | {(1 + outcomes.mean()) / 2:.3f} " in text


def test_measuring_again_plays_nothing_again(lab: SmallLab) -> None:
    before = dict(lab.made)
    reproduce(lab, TINY)
    assert lab.made == before


def test_the_chosen_champion_is_a_parent_and_plays(lab: SmallLab) -> None:
    path = lab.docs / "chellapilla" / "champion.safetensors"
    champion = read_champion(path)
    parent, seed = int(champion.metadata["parent"]), champion.metadata["seed"]
    settings = champion.metadata["settings"]
    arm = "hall-of-fame" if "hall_of_fame=4" in settings else "paper"
    with RunStore.open(lab.folder / f"{arm}-{seed}") as store:
        state = store.population(int(champion.metadata["generation"]))
        assert np.array_equal(state["weights"][parent], champion.arrays["weights"])
    assert parse_player(f"{path}:depth=1", parse_game("checkers")).name.endswith("depth=1")


def test_figures_are_pictures(lab: SmallLab) -> None:
    text = (lab.docs / "chellapilla.md").read_text("utf-8")
    names = sorted(path.name for path in (lab.docs / "chellapilla").glob("*.svg"))
    assert "strength.svg" in names
    assert "weights.svg" in names
    for name in names:
        assert f"(chellapilla/{name})" in text
        assert Xml.parse(lab.docs / "chellapilla" / name).getroot().tag.endswith("svg")


def test_boards_show_every_weight_of_the_first_layer() -> None:
    weights = np.zeros(5046, np.float32)
    weights[:854] = 1
    boards = weight_boards(weights)
    assert [board.title for board in boards][:2] == ["36 of 3x3", "25 of 4x4"]
    for board in boards:
        assert np.count_nonzero(~np.isnan(board.values)) == 32
        assert np.nanmin(board.values) == np.nanmax(board.values) == 1
    weights[853] = 5  # square 32 in the sub-square that is the whole board
    assert weight_boards(weights)[-1].values[7, 6] == 5


@pytest.mark.parametrize("scale", SCALES.values(), ids=SCALES)
def test_the_controls_are_the_papers(lab: SmallLab, scale: Scale) -> None:
    found = controls(f"{lab.folder}/paper-1@2", scale)
    assert [control.games for control in found[:2]] == [14, 14]
    assert [control.settings.openings for control in found[:2]] == ["first-moves"] * 2
    assert "depth=8" in found[0].settings.one
    for control in found:
        for name in (control.settings.one, control.settings.other):
            assert parse_player(name, control.settings.rules).name == name
