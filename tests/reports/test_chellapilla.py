"""The page on the checkers paper: figures that can be looked at, and all that it promises."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as Xml

import numpy as np
import pytest

from ludogen.arena.match import Match
from ludogen.compute import ThreadCompute
from ludogen.evolution import evolve
from ludogen.players import parse_player
from ludogen.recipes.chellapilla import ChellapillaConfiguration
from ludogen.reports.chellapilla import controls, draw_figures, page, weight_boards
from ludogen.runs.store import RunStore

SMALL = ChellapillaConfiguration(
    generations=2, parents=3, games=1, depth=1, ply_limit=30, yardstick_every=1, yardstick_games=2, openings="two-moves"
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "small"
    with RunStore.create(folder, "chellapilla", SMALL, 1) as store:
        evolve(store.evolution, ThreadCompute(1), [store])
    return folder


def test_figures_are_pictures(run: Path, tmp_path: Path) -> None:
    with RunStore.open(run) as store:
        names = draw_figures(store, tmp_path)
    assert names == ["evolution.svg", "steps.svg", "weights.svg"]
    for name in names:
        assert Xml.parse(tmp_path / name).getroot().tag.endswith("svg")


def test_the_same_run_gives_the_same_figures(run: Path, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        with RunStore.open(run) as store:
            draw_figures(store, tmp_path / folder)
    assert (tmp_path / "a" / "evolution.svg").read_bytes() == (tmp_path / "b" / "evolution.svg").read_bytes()


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


def test_the_controls_are_the_papers(run: Path) -> None:
    found = controls(f"{run}@2", 0.1, 4)
    assert [control.games for control in found] == [14, 14, 200, 200]
    assert [control.settings.openings for control in found[:2]] == ["first-moves"] * 2
    for control in found:
        for name in (control.settings.one, control.settings.other):
            assert parse_player(name, control.settings.rules).name == name


def test_the_page_has_what_it_promises(run: Path) -> None:
    results = []
    for control in controls(f"{run}@2", 0.01, 2):
        short = replace(
            control.settings,
            one=f"{run}@2:depth=1",
            other="pieces:depth=1",
            referee="pieces:depth=2",
        )
        match = Match(short, 2)
        for _ in match.play():
            pass
        results.append((control, match))
    with RunStore.open(run) as store:
        text = page(store, results, ["evolution.svg"], "ludogen reproduce chellapilla", "quick")
    for words in (
        "ludogen reproduce chellapilla",
        "seed 1: 2 generations",
        "10 wins, 1 loss, 3 draws",
        "![evolution](chellapilla/evolution.svg)",
        "`openings=two-moves`",
        "| `equal_points` | parents |",
        "The paper's 10 of 11 at eight plies is",
    ):
        assert words in text
