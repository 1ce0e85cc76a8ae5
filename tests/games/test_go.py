"""Go: capture, suicide, ko, superko, counting, handicap."""

import random

import pytest

from ludogen.errors import GameNameError, IllegalMoveError, MoveTextError, PositionTextError
from ludogen.games import Go, Position, Result


def go(text: str, **options: object) -> Position:
    return Go(size=text.count("/") + 1, **options).parse_position(text)  # type: ignore[arg-type]


def test_a_chain_without_a_liberty_is_taken() -> None:
    position = go("5/5/X1X2/XOX2/1X3 b - 0 0,0")
    after = position.play_text("B3")
    assert after.text == "5/5/XXX2/X1X2/1X3 w - 0 1,0"


def test_suicide_is_illegal_but_capturing_is_not_suicide() -> None:
    eye = go("5/5/5/X4/1X3 w - 0 0,0")
    with pytest.raises(IllegalMoveError, match="illegal move 'A1'"):
        eye.play_text("A1")
    # The same point is legal where it takes a stone.
    assert go("5/5/O4/XO3/1XO2 w - 0 0,0").play_text("A1").text == "5/5/O4/1O3/O1O2 b - 0 0,2"


KO = "5/1XO2/X1XO1/1XO2/5 w - 0 0,0"  # white takes on B3, black may not take back on C3 at once


def test_simple_ko() -> None:
    after = go(KO).play_text("B3")
    assert after.text == "5/1XO2/XO1O1/1XO2/5 b C3 0 0,1"
    with pytest.raises(IllegalMoveError, match="illegal move 'C3'"):
        after.play_text("C3")
    later = after.play_text("E1", "A1")
    assert later.play_text("C3").text == "5/1XO2/X1XO1/1XO2/O3X w B3 0 1,1"


def test_taking_two_stones_is_no_ko() -> None:
    position = go("5/XX3/OO1X1/XX3/5 b - 0 0,0")
    assert position.play_text("C3").text.split()[2] == "-"


@pytest.mark.parametrize("size", [2, 3])
def test_superko_forbids_just_the_boards_that_stood_before(size: int) -> None:
    forbidden = 0
    for seed in range(25):
        chance = random.Random(seed)
        strict, simple = Go(size, superko=True).start(), Go(size).start()
        seen = {board(strict)}
        while not strict.is_over and strict.ply < 80:
            repeats = {name for name in simple.legal_names if name != "pass" and board(simple.play_text(name)) in seen}
            assert set(strict.legal_names) == set(simple.legal_names) - repeats
            forbidden += len(repeats)
            move = chance.choice(strict.legal_moves)
            strict, simple = strict.play(move), simple.play(move)
            seen.add(board(strict))
    assert forbidden > 0


def board(position: Position) -> str:
    return position.text.split()[0]


SETTLED = "2XO1/2XO1/2XO1/2XOO/2XO1 b - 0 3,1"  # 2 columns for black, a part of column E for white


@pytest.mark.parametrize(
    ("options", "points"),
    [
        ({"komi": 0}, (15.0, 10.0)),
        ({"komi": 6.5}, (15.0, 16.5)),
        ({"komi": 0, "scoring": "japanese"}, (13.0, 5.0)),
        ({"komi": -0.5, "scoring": "japanese"}, (13.0, 4.5)),
    ],
)
def test_counting(options: dict[str, object], points: tuple[float, float]) -> None:
    end = go(SETTLED, **options).play_text("pass", "pass")
    assert end.result is not None
    assert end.result.points == points
    assert end.result.winner == (0 if points[0] > points[1] else 1)


def test_points_that_both_sides_reach_are_nobody_s() -> None:
    end = go("5/5/2X1O/5/5 b - 0 0,0", komi=0).play_text("pass", "pass")
    assert end.result == Result(None, (1.0, 1.0), "two passes, area scoring")


def test_two_passes_end_the_game_and_one_does_not() -> None:
    once = Go(size=5).start().play_text("pass")
    assert not once.is_over
    assert not once.play_text("C3").play_text("pass").is_over
    twice = once.play_text("pass")
    assert twice.is_over
    with pytest.raises(IllegalMoveError, match="the game is over"):
        twice.play_text("C3")


def test_handicap_stones_and_white_to_move() -> None:
    start = Go(size=9, handicap=3).start()
    assert start.text == "9/9/2X3X2/9/9/9/2X6/9/9 w - 0 0,0"


@pytest.mark.parametrize("text", ["I5", "F1", "A6", "A0", "5A", "", "pas"])
def test_points_off_the_board_are_quoted(text: str) -> None:
    with pytest.raises(MoveTextError) as caught:
        Go(size=5).start().parse_move(text)
    assert repr(text) in str(caught.value)
    assert "A1 to E5" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5/5/5/5 b - 0 0,0", "5 rows of 5 points"),
        ("5/5/5/5/6 b - 0 0,0", "5 rows of 5 points"),
        ("5/5/5/5/5 x - 0 0,0", "like '5/5/2X2/5/5 w - 0 0,0'"),
        ("5/5/5/5/X4 b A1 0 0,0", "ko point 'A1' is not an empty point"),
        ("5/5/5/5/5 b F1 0 0,0", "ko point 'F1' is not an empty point"),
        ("5/5/5/X4/OX3 b - 0 0,0", "stones without a liberty"),
        ("5/5/5/5/999999999999 b - 0 0,0", "5 rows of 5 points"),
    ],
)
def test_bad_position_texts_are_quoted_with_what_is_wrong(text: str, said: str) -> None:
    with pytest.raises(PositionTextError) as caught:
        Go(size=5).parse_position(text)
    assert repr(text) in str(caught.value)
    assert said in str(caught.value)


def test_options_are_checked_in_python_too() -> None:
    with pytest.raises(GameNameError, match="size=1 of 'go' is not in"):
        Go(size=1)
