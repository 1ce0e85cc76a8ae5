"""Checkers: jumps, crowning, draws, FEN, and the game of the paper."""

import pytest

from ludogen.errors import IllegalMoveError, MoveTextError, PositionTextError
from ludogen.games import Checkers, Result
from ludogen.games.checkers import path

# Chellapilla & Fogel 2001, appendix: the network (white) against a human rated 2173. (f) marks forced moves.
PAPER_GAME = """
    11-15    23-19     9-14      27-23      8-11     22-18     15-22(f) 25-18-9   5-14     26-22
    11-15    32-27     4-8       22-17      8-11     17-13     11-16    24-20     15-24(f) 20-11
    7-16(f)  27-20-11  12-16     28-24      16-20    31-27     10-15    30-26     6-10     13-9
    1-5      29-25     3-7       11-8       14-17    21-14(f)  10-17(f) 8-3       5-14(f)  3-10-19(f)
""".split()


def test_the_game_of_the_paper_replays_and_its_forced_moves_are_those_without_a_choice() -> None:
    position = Checkers().start()
    for marked in PAPER_GAME:
        assert (position.only_move is not None) == marked.endswith("(f)"), (marked, position.text)
        position = position.play_text(marked.removesuffix("(f)"))
    assert position.ply == 40
    # Figure 8: white is ahead by a king and a piece.
    assert position.text == "B:WK19,23,24,25,26,27:B2,14,17,20:H0:F21"


def legal(text: str) -> list[str]:
    return sorted(Checkers().parse_position(text).legal_names)


def test_jumps_are_compulsory_and_any_may_be_chosen() -> None:
    # One man can take one piece, another two: both are legal, no step is.
    assert legal("W:W25,28:B22,14,24") == ["25x18x9", "28x19"]


def test_a_jump_is_carried_to_its_end() -> None:
    position = Checkers().parse_position("W:W25:B22,14")
    assert list(position.legal_names) == ["25x18x9"]
    with pytest.raises(IllegalMoveError, match="legal are 25x18x9"):
        position.play_text("25x18")


def test_crowning_ends_the_move() -> None:
    # The man becomes a king on 2, from where a king could take 7.
    position = Checkers().parse_position("W:W9:B6,7")
    assert list(position.legal_names) == ["9x2"]
    assert position.play_text("9x2").text == "B:WK2:B7:H0:F2"
    # A king goes on.
    assert legal("W:WK9:B6,7") == ["9x2x11"]


def test_men_go_forward_only_and_kings_both_ways() -> None:
    assert legal("B:W32:B14") == ["14-17", "14-18"]
    assert legal("B:W32:BK14") == ["14-10", "14-17", "14-18", "14-9"]
    assert legal("W:W18:BK1") == ["18-14", "18-15"]


NINE_JUMPS = "W:WK1:B6,7,8,14,15,16,22,23,24"


def test_the_longest_jump_takes_nine() -> None:
    position = Checkers().parse_position(NINE_JUMPS)
    longest = [name for name in position.legal_names if name.count("x") == 9]
    assert len(position.legal_names) == 9
    assert len(longest) == 6
    assert "1x10x17x26x19x12x3x10x19x28" in longest
    for name in longest:
        assert position.play_text(name).text == "B:WK28:B:H0:F2"


def test_a_short_jump_text_is_read_where_it_is_clear() -> None:
    position = Checkers().parse_position("W:W25:B22,14")
    assert position.parse_move("25x9") == position.parse_move("25x18x9") == position.parse_move("25-18-9")
    with pytest.raises(MoveTextError, match=r"move '1x28' could be .* give the whole path"):
        Checkers().parse_position(NINE_JUMPS).parse_move("1x28")


def test_a_side_without_a_move_loses() -> None:
    no_pieces = Checkers().parse_position("B:W21:B")
    assert no_pieces.result == Result(1, (0.0, 1.0), "black cannot move")
    blocked = Checkers().parse_position("W:W21:B17,14")
    assert blocked.result == Result(0, (1.0, 0.0), "white cannot move")


def test_draw_by_the_ply_limit() -> None:
    position = Checkers(ply_limit=3).start().play_text("11-15", "23-19", "9-14")
    assert position.result == Result(None, (0.5, 0.5), "limit of 3 plies")
    with pytest.raises(IllegalMoveError, match="the game is over"):
        position.play_text("27-23")


def test_a_lost_position_at_the_limit_is_lost() -> None:
    position = Checkers(ply_limit=1).parse_position("B:W21:BK1").play_text("1-5")
    assert position.result is not None
    assert position.result.winner is None
    taken = Checkers(ply_limit=1).parse_position("B:W18:B14,15")
    assert taken.play_text("14x23").result == Result(0, (1.0, 0.0), "white cannot move")


SHUFFLE = ("1-5", "32-28", "5-1", "28-32")


def test_draw_by_forty_moves_of_each_side_without_progress() -> None:
    position = Checkers(forty_moves=True, ply_limit=0).parse_position("B:WK32:BK1")
    position = position.play_text(*SHUFFLE * 19, *SHUFFLE[:3])
    assert position.result is None
    assert position.play_text(SHUFFLE[3]).result == Result(None, (0.5, 0.5), "40 moves without progress")
    with_a_man = Checkers(forty_moves=True, ply_limit=0).parse_position("B:WK32:BK1,9").play_text(*SHUFFLE * 19)
    assert with_a_man.play_text("9-13").quiet == 0


def test_draw_by_threefold_repetition() -> None:
    position = Checkers(threefold=True).parse_position("B:WK32:BK1").play_text(*SHUFFLE, *SHUFFLE[:3])
    assert position.result is None
    assert position.play_text(SHUFFLE[3]).result == Result(None, (0.5, 0.5), "third repetition")
    assert Checkers().parse_position("B:WK32:BK1").play_text(*SHUFFLE * 3).result is None


def test_paths_are_squares() -> None:
    position = Checkers().parse_position("W:W25:B22,14")
    assert [path(move) for move in position.legal_moves] == [(25, 18, 9)]


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("B:W21-32:B1-12", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"),
        ("w:b1,k2:wK30.", "W:WK30:B1,K2"),
        ("B:W21:B1:H3:F12", "B:W21:B1:H3:F12"),
        ("B:W:B1", "B:W:B1"),
    ],
)
def test_fen_as_others_write_it(text: str, means: str) -> None:
    assert Checkers().parse_position(text).text == means


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "like B:W21,22,K30"),
        ("B:W21:W22", "like B:W21,22,K30"),
        ("B:W33:B1", "'33' is not within 1..32"),
        ("B:W0:B1", "'0' is not within 1..32"),
        ("B:W21,21:B1", "'21' names a square that is taken"),
        ("B:W21:B21", "both sides stand on square 21"),
        ("B:W1:B5", "the piece on 1 must be a king"),
        ("B:W21:B32", "the piece on 32 must be a king"),
        ("B:W21:B1-13", "a side has more than 12 pieces"),
        ("B:WKK21:B1", "'KK21' is not a square"),
        ("B:W24-21:B1", "'24-21' is not within 1..32"),
    ],
)
def test_bad_fen_is_quoted_with_what_is_wrong(text: str, said: str) -> None:
    with pytest.raises(PositionTextError) as caught:
        Checkers().parse_position(text)
    assert repr(text) in str(caught.value)
    assert said in str(caught.value)
