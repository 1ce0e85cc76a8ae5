"""SGF: files of other programs, and what ours say to them."""

import pytest
from tests.formats.support import SAMPLES

from ludogen.errors import RecordError
from ludogen.formats import GameRecord, MoveNote, parse_sgf, read_records, sgf_text
from ludogen.games import Checkers, Go, Othello, Result


def test_gnu_go_takes_off_dead_stones_so_its_count_stands() -> None:
    (record,) = read_records(SAMPLES / "gnugo_7x7_finished.sgf")
    assert record.game == Go(7, 3.5)
    assert record.event == "GNU Go 3.8 Random Seed 3 level 1"
    assert record.date == "2026-11-18"
    assert len(record.moves) == 28
    assert record.result == Result(1, (0.0, 52.5), "by 52.5")
    end = record.replay()
    assert end.text == "3O1O1/2O1OX1/1O1OX2/1XOX1X1/2O1X1X/1OXOOOO/7 b - 2 0,2"
    assert end.result is not None
    assert end.result.winner == 1  # but by 8.5 only, with all stones alive


def test_handicap_and_resignation() -> None:
    (record,) = read_records(SAMPLES / "gnugo_9x9_handicap.sgf")
    assert record.start.text == "9/9/2X3X2/9/9/9/2X6/9/9 w - 0 0,0"
    assert record.game == Go(9, 0.5, scoring="japanese")
    assert record.result == Result(0, (1.0, 0.0), "resignation")


def test_a_position_without_moves() -> None:
    (record,) = read_records(SAMPLES / "gnugo_19x19_position.sgf")
    assert record.moves == ()
    assert record.start.side_name == "black"
    assert record.start.lead == 2


def test_edax_puts_the_first_move_into_the_root() -> None:
    (record,) = read_records(SAMPLES / "edax_othello.sgf")
    assert record.start == Othello().start()
    assert record.replay() == Othello().start().play_text("f5", "d6", "c3", "d3", "c4")
    assert record.result is None


def test_old_files_have_small_letters_and_text_before_the_game() -> None:
    first, second = read_records(SAMPLES / "old_style_go.sgf")
    assert first.game == Go(9, 5.5)
    assert first.players == ("Gen'an Inseki", "Shūsaku ] the \\ second")
    assert first.comment == "soft line break\nThe file gives the result 'Black wins'."
    assert first.replay() == Go(9, 5.5).start().play_text("G7", "C7", "pass", "G3", "pass", "pass")
    assert first.notes[0].text == "a corner: [3-3]?\nsecond line"
    assert first.notes[3] == MoveNote(2.5)  # V is black's view, white moved
    assert first.notes[5] == MoveNote(text="both pass")
    assert second.game == Go(19, 0)
    assert len(second.moves) == 2


@pytest.mark.parametrize("passing", ["", "pass", "PA", "tt", None])
@pytest.mark.parametrize("letters", [False, True])
def test_othello_squares_and_passes_in_all_styles(passing: str | None, letters: bool) -> None:
    position = Othello().start()
    values = []
    for name in first_game_with_a_pass():
        shown = name[0] + "abcdefgh"[int(name[1]) - 1] if letters and name != "pass" else name.upper()
        if name != "pass":
            values.append(f";{'BW'[position.side]}[{shown}]")
        elif passing is not None:
            values.append(f";{'BW'[position.side]}[{passing}]")
        position = position.play_text(name)
    (record,) = parse_sgf(f"(;GM[2]{''.join(values)})")
    assert record.replay() == position
    assert "pass" in position.move_names()


def first_game_with_a_pass() -> list[str]:
    """The moves of a game in which a side must pass and the other goes on."""
    (record, *_) = read_records(SAMPLES / "ggs.ggf")
    return record.replay().move_names()


def test_compressed_points_and_empty_points() -> None:
    (record,) = parse_sgf("(;GM[1]SZ[5]AB[aa:cb]AE[bb];PL[W]AW[ee])")
    assert record.start.text == "XXX2/X1X2/5/5/4O w - 0 0,0"


@pytest.mark.parametrize(
    ("code", "result"),
    [
        ("B+T", Result(0, (1.0, 0.0), "time")),
        ("W+Resign", Result(1, (0.0, 1.0), "resignation")),
        ("b+forfeit", Result(0, (1.0, 0.0), "forfeit")),
        ("W+", Result(1, (0.0, 1.0), "win")),
        ("W+0,5", Result(1, (0.0, 0.5), "by 0.5")),
        ("Draw", Result(None, (0.5, 0.5), "draw")),
        ("0", Result(None, (0.5, 0.5), "draw")),
        ("Void", None),
        ("?", None),
    ],
)
def test_results_of_others(code: str, result: Result | None) -> None:
    (record,) = parse_sgf(f"(;GM[1]SZ[5]RE[{code}];B[cc])")
    assert record.result == result
    assert record.comment == ""


@pytest.mark.parametrize(
    ("result", "code"),
    [
        (Result(0, (15.0, 3.5), "two passes, area scoring"), "B+11.5"),
        (Result(1, (0.0, 1.0), "black lost on time"), "W+T"),
        (Result(1, (0.0, 1.0), "timeout"), "W+T"),
        (Result(0, (1.0, 0.0), "white resigned"), "B+R"),
        (Result(0, (1.0, 0.0), "illegal move of white"), "B+F"),
        (Result(None, (5.0, 5.0), "two passes"), "0"),
        (Result(1, (9.0, 3.0), "adjudicated"), "W+"),
    ],
)
def test_results_that_others_understand(result: Result, code: str) -> None:
    start = Go(5).start()
    assert f"RE[{code}]" in sgf_text([GameRecord(Go(5), ("", ""), start, (), result)])


def test_othello_s_board_decides_against_the_tag() -> None:
    moves = first_game_with_a_pass()
    nodes = "".join(f";{'BW'[ply % 2]}[{name if name != 'pass' else ''}]" for ply, name in enumerate(moves))
    (record,) = parse_sgf(f"(;GM[2]RE[W+10]{nodes})")
    assert record.result == Result(None, (32.0, 32.0), "neither side can move")
    assert record.comment == "The file gives the result 'W+10', by the board nobody wins."
    (lost,) = parse_sgf(f"(;GM[2]RE[W+T]{nodes})")
    assert lost.result == Result(1, (0.0, 1.0), "time")


def test_passes_after_the_end_are_dropped() -> None:
    (record,) = parse_sgf("(;GM[1]SZ[5];B[cc];W[];B[];W[tt];B[])")
    assert len(record.moves) == 3
    assert record.replay().is_over


def test_what_our_files_look_like() -> None:
    game = Go(9, handicap=2, superko=True)
    start = game.start()
    end = start.play_text("E5", "pass")
    moves = tuple(position.last_move for position in (end.before, end) if position and position.last_move is not None)
    notes = (MoveNote(0.25, 1.5, "the centre [tengen]"), MoveNote())
    record = GameRecord(game, ("A", "B"), start, moves, None, notes, "Cup", "2", "2024-05-17", "parallel")
    assert sgf_text([record]) == (
        "(;FF[4]GM[1]CA[UTF-8]AP[Ludogen:1]SZ[9]KM[7.5]HA[2]RU[Chinese]LUDOGAME[go:superko=true,handicap=2]\n"
        "PB[A]PW[B]EV[Cup]RO[2]DT[2024-05-17]ON[parallel]\n"
        "AB[gc][cg]PL[W]\n"
        ";W[ee]C[value 0.25, 1.5 s\nthe centre [tengen\\]];B[])\n"
    )


def test_ko_and_prisoners_of_a_start() -> None:
    game = Go(5)
    start = game.parse_position("5/1XO2/XO1O1/1XO2/5 b C3 0 0,1")
    (record,) = parse_sgf(sgf_text([GameRecord(game, ("", ""), start, ())]))
    assert record.start == start
    with pytest.raises(RecordError, match=r"illegal move 'cc' in go position '5/1XO2/XO1O1/1XO2/5 b C3 0 0,1'"):
        parse_sgf(sgf_text([record]).replace(")\n", ";B[cc])"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(;GM[4])", "line 1, column 6: cannot read GM['4']: 1 is Go, 2 is Othello"),
        ("(;SZ[9:13])", "cannot read board size '9:13'"),
        ("(;SZ[52])", "size=52 of 'go' is not in 2..19"),
        ("(;GM[2]SZ[10])", "cannot read Othello on a board of size 10"),
        ("(;SZ[9]KM[3.75])", "line 1, column 11: komi=3.75 of 'go' is not a whole or half number"),
        ("(;SZ[9]KM[much])", "cannot read komi 'much'"),
        ("(;SZ[9]\n;B[cc]\n;W[cc])", "line 3, column 4: illegal move 'cc' in go position"),
        ("(;SZ[5];B[cc];W[ff])", "line 1, column 17: cannot read move 'ff': it is no point"),
        ("(;SZ[5];B[cc];B[dd])", "line 1, column 17: move 'dd' of black: it is white's turn"),
        ("(;SZ[5];B[cc];AB[dd])", "stones 'dd' are set up after the first move"),
        ("(;SZ[5]AB[ff])", "cannot set up 'ff'"),
        ("(;SZ[5]AB[aa:bb:cc])", "cannot set up 'aa:bb:cc'"),
        ("(;SZ[5]AB[aa]AW[ab][ba])", "stones without a liberty"),
        ("(;SZ[5]PL[x])", "cannot read PL['x']"),
        ("(;GM[2];B[a1])", "illegal move 'a1' in othello position"),
        ("(;SZ[5]LUDOGAME[checkers])", "LUDOGAME 'checkers' is not a game of Go on 5x5"),
        ("(;SZ[5]LUDOGAME[go:size=9])", "LUDOGAME 'go:size=9' is not a game of Go on 5x5"),
        ("(;SZ[5]LUDOGAME[go:size=x])", "option size='x' of 'go' is not a whole number"),
        ("(;SZ[5]LUDOGAME[__import__('os')])", "unknown game"),
        ("(;SZ[5]LUDOSTART[X4/5/5/5/5 b - 0 0,0])", "does not fit the stones"),
        ("(;SZ[5]LUDORESULT[black won])", "cannot read result 'black won'"),
        ("(;SZ[5]RE[W+2]LUDORESULT[black 3 1 x])", "result 'black 3 1 x' contradicts the result 'W+2'"),
        ("(;SZ[5];B[cc]", "line 1, column 1: the game '(;SZ[5];B[cc]' has no end: 1 ')' are missing"),
        ("(;SZ[5];B[cc)", "line 1, column 9: cannot read property 'B[cc)'"),
        ("(;SZ[5](;B[cc]);W[dd])", "line 1, column 16: unexpected ';W[dd])': here may stand ( or )"),
        ("(;SZ[5]())", "line 1, column 9: unexpected '))': here may stand ;"),
        ("(;b[cc])", "cannot read property 'b[cc])'"),
        ("(;SZ[5])\nW[dd])", "line 2, column 1: unexpected 'W[dd])' after a game"),
        ("GM[1]", "line 1, column 1: no game found in 'GM[1]'"),
    ],
)
def test_damage_is_quoted_with_its_place(text: str, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_sgf(text)
    assert said in str(caught.value)


def test_checkers_does_not_go_into_sgf() -> None:
    with pytest.raises(RecordError, match="SGF cannot hold a game of 'checkers': it can hold go and othello"):
        sgf_text([GameRecord(Checkers(), ("", ""), Checkers().start(), ())])
