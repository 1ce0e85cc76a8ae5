"""Othello: passes, results, and the start positions of the papers."""

import pytest

from ludogen.errors import IllegalMoveError
from ludogen.games import Othello, Result
from ludogen.games.othello import white_share


def test_four_moves_lead_to_244_sequences_and_236_positions() -> None:
    ends = [Othello().start()]
    for _ in range(4):
        ends = [position.play(move) for position in ends for move in position.legal_moves]
    assert len(ends) == 244
    assert len({position.text for position in ends}) == 236


def test_a_side_without_a_move_passes_and_only_that() -> None:
    # Row 1 holds "XO": black can take c1, white can take nothing.
    position = Othello().parse_position("XO" + "-" * 62 + " O")
    assert list(position.legal_names) == ["pass"]
    assert position.only_move is not None
    after = position.play(position.only_move)
    assert after.text == "XO" + "-" * 62 + " X"
    assert after.move_names() == ["pass"]
    assert list(after.legal_names) == ["c1"]


def test_a_pass_may_be_left_out_of_a_record_or_stand_in_it() -> None:
    position = Othello().parse_position("XO" + "-" * 62 + " O")
    assert position.play_text("c1") == position.play_text("pass", "c1")
    assert position.play_text("c1").move_names() == ["pass", "c1"]


def test_nobody_passes_who_can_move() -> None:
    with pytest.raises(IllegalMoveError, match="legal are d3, c4, f5, e6"):
        Othello().start().play_text("pass")


def test_the_game_ends_when_neither_side_can_move() -> None:
    over = Othello().parse_position("XO" + "-" * 62 + " O").play_text("c1")
    assert over.is_over
    assert over.result == Result(0, (3.0, 0.0), "neither side can move")


@pytest.mark.parametrize(("black", "white", "share"), [(64, 0, 0.0), (32, 32, 0.5), (16, 48, 0.75), (10, 30, 0.75)])
def test_white_share_of_the_discs(black: int, white: int, share: float) -> None:
    assert white_share(Result(None, (black, white), "")) == share


def test_the_fastest_win_replays() -> None:
    # Nine moves, white wiped out: the shortest possible game of Othello.
    end = Othello().start().play_text("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")
    assert end.is_over
    assert end.result == Result(0, (13.0, 0.0), "neither side can move")
