"""Portraits of champions: every method has one, and what it shows is what the net does."""

from pathlib import Path
from xml.etree import ElementTree as Xml

import numpy as np
import pytest

from ludogen.errors import InvalidInputError
from ludogen.formats import Champion
from ludogen.genomes.marker import Link, Node, marker_nets
from ludogen.genomes.trees import random_tree, said
from ludogen.kernels.fixed_net import FIXED_LENGTH
from ludogen.kernels.marker_net import MarkerMover, marker_mind
from ludogen.players.methods import HEURISTIC_TREE, METHODS
from ludogen.reports.feature_boards import grey_level
from ludogen.reports.marker_layout import layers_of, matters
from ludogen.reports.othello_nets import liking
from ludogen.reports.portraits import PORTRAITS, check_picture, portrait_of


def champion(method: str) -> Champion:
    random, wanted = np.random.default_rng(1), METHODS[method]
    arrays = {}
    for name, (kind, shape) in wanted.arrays.items():
        first = [side[0] if isinstance(side, tuple) else side for side in shape]
        sides = tuple((3 if name == "features" else 600) if side < 0 else side for side in first)
        arrays[name] = random.integers(1, 100, sides).astype(kind)
    if method == HEURISTIC_TREE:  # any numbers are no tree
        tree = random_tree(random, 3, True)
        arrays |= {"code": tree.astype(np.int64), "values": said(tree)}
    if method == "eye-net-2004":  # any numbers are no net of an eye
        one_of_five = {"targets": arrays["targets"] % 5 + 30, "sources": arrays["sources"] % 40}
        small = {name: np.array(1, arrays[name].dtype) for name in ("heading", "threshold", "updates")}
        arrays |= one_of_five | small
    return Champion(wanted.game, method, arrays, {"generation": "7", "recipe": "any"})


@pytest.mark.parametrize("method", METHODS)
def test_every_method_has_a_portrait(method: str, tmp_path: Path) -> None:
    portrait = portrait_of(champion(method))
    assert portrait.facts
    assert portrait.boards
    side = 3 if METHODS[method].game == "go" else 8  # the eye's field, or the board
    assert all(board.values.shape == (side, side) for board in portrait.boards)
    assert portrait.draw is not None
    for name in ("a.svg", "b.svg"):
        portrait.draw(tmp_path / name, "a net")
    assert Xml.parse(tmp_path / "a.svg").getroot().tag.endswith("svg")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_a_champion_of_an_unknown_method_has_an_empty_one() -> None:
    made = champion("marker-net-1995")
    assert not portrait_of(Champion("othello", "tree-2030", made.arrays, {})).facts


def test_the_listing_has_every_node() -> None:
    code = [1, 10, 0, 82, 3, 64, 82, 65, -32, 82, -9, 16, -1, 33, 16, 2, 26, 30, 0, 2]
    made = champion("marker-net-1995")
    arrays = {**made.arrays, "chromosome": np.array(code, np.int8), "divisor": np.array(128, np.float32)}
    portrait = portrait_of(Champion("othello", made.method, {**arrays, "tanh": np.array(False)}, {}))
    assert portrait.listing is not None
    assert portrait.listing.rows == [
        ("0", "1", "10", "0.50", "own d1 +0.50, opp b1 -0.25", "1 +0.12", "b2 +0.12"),
        ("1", "1", "30", "0.50", "", "", ""),
    ]
    assert portrait.facts["connections"] == (
        "4: 2 from inputs, 1 from units (1 bring values of the move before), 1 to outputs"
    )
    assert portrait.facts["hidden units"] == "2 in 1 layers; 0 cannot reach an output"


def node(*units: int, to_output: bool = False) -> Node:
    return Node(0, 0.0, (), tuple(Link(unit, 1.0) for unit in units), (Link(0, 1.0),) if to_output else ())


def test_layers_follow_the_order_of_activation() -> None:
    assert layers_of([]) == []
    # The second hears the first, the third itself and a later one, the fourth all before it.
    assert layers_of([node(), node(0), node(2, 3), node(0, 1, 2)]) == [1, 2, 1, 3]


def test_units_matter_if_any_way_leads_to_an_output() -> None:
    assert matters([node(1), node(2), node(0), node(0, to_output=True), node(3)]) == [True, True, True, True, False]


def test_liking_is_what_the_net_plays() -> None:
    """A net whose one unit is always on and is connected to a corner and to a square next to it."""
    code = [1, 10, 0, 82, -64, 100, 82, -9, -100, 2]
    likes = liking(MarkerMover(marker_nets(np.array(code, np.int8), 128, "logistic"), marker_mind()))
    assert likes[0] == 1
    assert likes[9] == 0
    assert np.isnan(likes[[27, 28, 35, 36]]).all()
    assert np.nanmean(likes) == pytest.approx(0.5, abs=0.05)


def test_pictures_are_of_a_kind_that_can_be_drawn() -> None:
    check_picture(Path("net.png"))
    with pytest.raises(InvalidInputError, match=r"picture 'net.txt' does not end in .svg, .png, .pdf"):
        check_picture(Path("net.txt"))


def test_lengths_of_the_paper() -> None:
    assert FIXED_LENGTH == 5160
    assert set(PORTRAITS) == set(METHODS)


def test_hidden_nodes_are_drawn_in_the_papers_grey_levels(tmp_path: Path) -> None:
    assert grey_level(np.array([-3, -1, -0.61, -0.59, -0.1, 0.19, 0.3, 0.61, 1, 2])).tolist() == [
        *(0, 0, 0, 1, 2, 2, 3, 4, 4, 4)
    ]
    features = np.zeros((2, 194), np.float32)
    features[1, 64 + 7], features[1, 192], features[1, 193] = 0.8, 5, -1.25  # h1 of the black board, bias, outgoing
    arrays = {"features": features, "bias": np.array(0.5, np.float32)}
    portrait = portrait_of(Champion("othello", "othello-net-2001", arrays, {}))
    assert [board.title for board in portrait.boards][3:] == [
        *("node 2 (-1.25): white", "node 2 (-1.25): black", "node 2 (-1.25): empty")
    ]
    assert np.argwhere(portrait.boards[4].values).tolist() == [[0, 7]]
    assert portrait.facts["hidden nodes"] == "2, with outgoing weights +0, -1.25"
    assert portrait.facts["biases"] == "+0, +5; of the output +0.5"
    assert portrait.draw is not None
    portrait.draw(tmp_path / "net.svg", "a net")
    assert "-1.250" in (tmp_path / "net.svg").read_text()


def test_a_tree_is_shown_by_what_squares_are_worth() -> None:
    code = np.array([2, 64 + 7, 2, 64 * 3 + 5, 64 * 10 + 1])  # A 7, D 5, tCnrH true
    values = np.array([7, 0, 5, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
    for whole_board, second in ((False, 10), (True, 5)):
        arrays = {"code": code, "values": values, "whole_board": np.array(whole_board)}
        portrait = portrait_of(Champion("othello", HEURISTIC_TREE, arrays, {}))
        worths = portrait.boards[0].values
        assert (worths[0, 0], worths[7, 4], worths[0, 1]) == (14, second, 0)
        assert np.isnan(worths[3:5, 3:5]).all()
    assert portrait.facts["tree"] == "fArg2(tBH1=7, fArg2(tBH3=5, tCnrH=true))"
    assert portrait.listing is not None
    assert portrait.listing.rows[0] == ("tBH1", "A", "7", "4")
    assert sum(int(row[3]) for row in portrait.listing.rows) == 60
