"""Numbered boards: every stone with its move, what no stone can show below."""

import re
from xml.etree import ElementTree

import pytest

from ludogen.errors import InvalidInputError
from ludogen.games import Go, parse_game
from ludogen.games.numbered import numbered_svg, numbered_text

# Black's fifth move takes B1, and its ninth goes there.
GAME = Go(size=4, komi=0).start().play_text(*"B2 C2 A1 B1 C1 D4 pass D1 B1 pass A2".split())


def test_a_whole_game_on_one_board() -> None:
    assert numbered_text(GAME) == "\n".join(
        [
            "   A   B   C   D",
            " 4 .   .   .   O6",
            " 3 .   .   .   .",
            " 2 X11 X1  O2  .",
            " 1 X3  O4  X5  O8",
            "X7 pass, X9 at O4, O10 pass",
        ]
    )


def test_what_stood_there_before_has_no_number() -> None:
    text = numbered_text(GAME, 6, 8)
    assert text.splitlines()[1].split() == ["4", ".", ".", ".", "O6"]
    assert text.splitlines()[4].split() == ["1", "X", ".", "X", "O8"]
    assert text.splitlines()[5] == "X7 pass"


def test_a_point_that_is_played_again_is_told() -> None:
    """By the stone that stands there, or by its name if that has no number."""
    again = Go(size=4, komi=0).start().play_text("A2", "A1", "B1", "D4", "A1")
    assert numbered_text(again).splitlines()[-1] == "X5 at O2"
    assert numbered_text(again, 3, 5).splitlines()[-1] == "X5 at A1"
    assert numbered_text(again, 4, 5).splitlines()[4].split() == ["1", "X5", "X", ".", "."]


def test_the_picture_has_the_same_numbers() -> None:
    picture = numbered_svg(GAME)
    ElementTree.fromstring(picture)
    assert re.findall(r">([0-9]+)</text>", picture).count("8") == 1
    assert "X9 at O4" in picture
    assert picture.count("<circle") == 8


@pytest.mark.parametrize(("first", "last"), [(0, 3), (1, 12), (5, 3)])
def test_moves_that_are_not_there_are_told(first: int, last: int) -> None:
    with pytest.raises(InvalidInputError, match=f"moves {first} to {last} are not among the 11 of this game"):
        numbered_text(GAME, first, last)


def test_only_go_has_numbered_boards() -> None:
    with pytest.raises(InvalidInputError, match="a numbered board of 'othello' cannot be drawn"):
        numbered_text(parse_game("othello").start())
