"""PDN: files of other programs, the trap of its results, and what ours say to others."""

import pytest
from tests.formats.support import SAMPLES

from ludogen.errors import RecordError
from ludogen.formats import GameRecord, MoveNote, parse_pdn, pdn_text, read_records
from ludogen.games import Checkers, Othello, Result

FOREIGN = Checkers(ply_limit=0)


def test_in_checkerboard_s_archive_one_nil_is_a_win_of_black() -> None:
    drawn, lost, won, _ = read_records(SAMPLES / "checkerboard_archive.pdn")
    assert drawn.players == ("MF Tinsley", "M Rex")
    assert drawn.result == Result(None, (0.5, 0.5), "draw")
    assert lost.result == Result(1, (0.0, 1.0), "win")
    assert won.result == Result(0, (1.0, 0.0), "win")
    # Black has a king, and just took two pieces; white is left with three men that cannot get past it.
    assert won.replay().text.split(":H")[0] == "W:W12,13,21:B2,5,K24"


def test_the_example_of_the_pdn_document() -> None:
    (record,) = read_records(SAMPLES / "pdn3_document.pdn")
    assert record.game == FOREIGN
    assert record.players == ("Jordan,A", "Tesheliet,F")
    assert record.event == "Double Corner Dyke"
    assert len(record.moves) == 48
    assert record.notes[4].text.startswith("Forms the Double Corner Dyke, With black aiming")
    assert record.notes[45].text == "! a really beautiful escape"
    assert record.result == Result(None, (0.5, 0.5), "draw")


def test_pydraughts_numbers_as_if_white_began() -> None:
    (record,) = read_records(SAMPLES / "pydraughts_random.pdn")
    assert record.start == FOREIGN.start()
    assert len(record.moves) == 91
    assert record.result == Result(0, (1.0, 0.0), "white cannot move")


def test_comments_variations_nags_and_escape_lines() -> None:
    first, second = read_records(SAMPLES / "annotated.pdn")
    assert first.players == ('O\'Hara "Kid"', "")
    assert first.date == "1952-08"
    assert first.event == ""
    assert first.comment == "The Old Fourteenth"
    names = ["11-15", "23-19", "8-11", "22-17", "4-8", "17-13", "15-18", "24-20"]
    assert first.replay().move_names() == names
    assert first.notes[1] == MoveNote(text="the only move here")
    assert first.notes[5] == MoveNote(text="now book")
    assert second.start.side_name == "white"
    assert second.replay().move_names() == ["19-15"]
    assert second.result == Result(1, (0.0, 1.0), "win")


def test_jumps_by_first_and_last_square_where_that_is_clear() -> None:
    (record,) = parse_pdn('[FEN "W:W27:B1,15,16,23"] 1. 27x11 *')
    assert record.replay().move_names() == ["27x18x11"]
    with pytest.raises(
        RecordError, match=r"line 1, column 31: move '27x11' could be 27x20x11, 27x18x11: give the whole"
    ):
        parse_pdn('[FEN "W:W27:B15,16,23,24"] 1. 27x11 *')
    (record,) = parse_pdn('[FEN "W:W27:B15,16,23,24"] 1. 27:20:11 *')
    assert record.replay().move_names() == ["27x20x11"]


WON = '[FEN "B:W15:B11"]\n{tag}1. 11x18 {end}'  # white has no piece left


@pytest.mark.parametrize("end", ["1-0", "2-0", "*", ""])
def test_the_rules_end_a_game_whatever_the_tag_says(end: str) -> None:
    (record,) = parse_pdn(WON.format(tag="", end=end))
    assert record.result == Result(0, (1.0, 0.0), "white cannot move")
    assert record.comment == ""


@pytest.mark.parametrize("end", ["0-1", "1/2-1/2"])
def test_a_tag_that_contradicts_the_board_becomes_a_remark(end: str) -> None:
    (record,) = parse_pdn(WON.format(tag="", end=end))
    assert record.result == Result(0, (1.0, 0.0), "white cannot move")
    assert record.comment == f"The file gives the result {end!r}, by the board black wins."


@pytest.mark.parametrize(
    ("end", "result"),
    [
        ("1-0", Result(0, (1.0, 0.0), "white resigned")),
        ("0-2", Result(1, (0.0, 1.0), "white resigned")),
        ("1-1", Result(None, (0.5, 0.5), "white resigned")),
        ("0-0", Result(None, (0.0, 0.0), "white resigned")),
        ("*", None),
    ],
)
def test_results_where_the_rules_end_nothing(end: str, result: Result | None) -> None:
    (record,) = parse_pdn(f'[Termination "white resigned"] 1. 11-15 {end}')
    assert record.result == result


def test_the_result_may_stand_in_the_tag_alone() -> None:
    first, second = parse_pdn('[Result "0-1"] 1. 11-15 *\n[Result "1-0"]\n1. 9-14 22-17')
    assert (first.result, second.result) == (Result(1, (0.0, 1.0), "win"), Result(0, (1.0, 0.0), "win"))


def test_files_of_others_have_no_limit_of_moves() -> None:
    shuffle = "1-5 32-28 5-1 28-32 "
    (record,) = parse_pdn('[FEN "B:WK32:BK1"] ' + 60 * shuffle)
    assert len(record.moves) == 240
    assert record.result is None


def test_what_our_files_look_like() -> None:
    game = Checkers(ply_limit=100)
    start = game.parse_position("W:W21-32:B1-10,12")
    end = start.play_text("24-19", "10-15", "19x10")
    moves = tuple(reversed([position.last_move for position in end.past() if position.last_move is not None]))
    notes = (MoveNote(0.5), MoveNote(), MoveNote(text="takes {one}"))
    result = Result(1, (0.0, 1.0), "black resigned")
    record = GameRecord(game, ("A", 'B "b"'), start, moves, result, notes, "Cup", "2", "2024-05", "11 men", "a\nb")
    assert pdn_text([record]) == (
        '[Event "Cup"]\n[Date "2024.05.??"]\n[Round "2"]\n[Black "A"]\n[White "B \\"b\\""]\n[Result "0-1"]\n'
        '[GameType "21"]\n[Opening "11 men"]\n[SetUp "1"]\n'
        '[FEN "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12"]\n'
        '[LudogenGame "checkers:ply_limit=100"]\n[LudogenResult "white 0 1 black resigned"]\n\n'
        "{a\nb} 1. 24-19 {value 0.5} 10-15 2. 19x10 {takes \\x7bone\\x7d} 0-1\n\n"
    )


def test_quiet_plies_and_number_of_the_ply_of_a_start() -> None:
    game = Checkers(ply_limit=60)
    turned = game.parse_position("B:WK32:BK1:H12:F20").transform(game.symmetries[1])
    assert (turned.side, turned.ply) == (1, 38)
    (record,) = parse_pdn(pdn_text([GameRecord(game, ("", ""), turned, ())]))
    assert record.start == turned
    assert record.start.ply == 38


def test_long_games_are_wrapped() -> None:
    (record,) = read_records(SAMPLES / "pydraughts_random.pdn")
    assert max(map(len, pdn_text([record]).split("\n"))) < 80


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. 11-15\n22-99", "line 2, column 1: illegal move '22-99' in checkers position"),
        ("1. 11-16\n2. 11-16", "line 2, column 4: illegal move '11-16' in checkers position"),
        ('[FEN "B:W1:B1"]', "both sides stand on square 1"),
        ('\n[FEN "what"]', "line 2, column 1: cannot read checkers position 'what'"),
        ('[GameType "20"] 1. 32-28', "cannot read GameType '20': it must be 21"),
        ('[LudogenGame "othello"]', "LudogenGame 'othello' is not a game of checkers"),
        ('[LudogenGame "checkers:ply_limit=-1"]', "ply_limit=-1 of 'checkers'"),
        ('[FEN "B:W15:B11"] [LudogenStart "B:W15:B10"]', "LudogenStart 'B:W15:B10' does not fit"),
        ('[FEN "B:W15:B11"] [LudogenStart "B:W15:B11 ply x"]', "cannot read ply 'x'"),
        ('[Result "1-0"] 1. 11-15 0-1', "line 1, column 25: result '0-1' contradicts the tag Result '1-0'"),
        ('[Result "1-0"] [LudogenResult "white 0 1 x"]', "contradicts the result '1-0'"),
        ('[LudogenResult "white wins"]', "cannot read result 'white wins'"),
        ("1. 11-15 {never closed", "line 1, column 10: unexpected '{never closed': a comment ends with '}'"),
        ("1. 11-15 (22-18 (9-14)\n", "line 1, column 10: the variation '(22-18 (9-14)\\n' has no end: 1 ')'"),
        ("1. 11-15) 22-18", "line 1, column 9: ')' closes no variation"),
        ('1. 11-15 ([Event "x"])', "unexpected '[Event \"x\"])'"),
        ('[Event "x]\n1. 11-15', "line 1, column 1: unexpected '[Event \"x]"),
        ("1. e4 e5", "line 1, column 4: unexpected 'e4 e5'"),
        ('/FEN "B:W15:B11"/', "unexpected '/FEN"),
    ],
)
def test_damage_is_quoted_with_its_place(text: str, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_pdn(text)
    assert said in str(caught.value)


def test_othello_does_not_go_into_pdn() -> None:
    with pytest.raises(RecordError, match="PDN cannot hold a game of 'othello': it can hold checkers"):
        pdn_text([GameRecord(Othello(), ("", ""), Othello().start(), ())])
