"""GGF: games of GGS, NBoard and Edax, and what ours say to them."""

import pytest
from tests.formats.support import SAMPLES

from ludogen.errors import RecordError
from ludogen.formats import GameRecord, MoveNote, ggf_text, parse_ggf, read_records
from ludogen.games import Go, Othello, Result


def test_games_of_ggs() -> None:
    tie, komi, shuffled = read_records(SAMPLES / "ggs.ggf")
    assert tie.players == ("Saio1200", "Saio3000")
    assert (tie.event, tie.date) == ("GGS/os", "2003-12-15")
    assert tie.result == Result(None, (32.0, 32.0), "neither side can move")
    assert tie.replay().move_names()[-3:] == ["pass", "a1", "b1"]
    assert tie.notes[26] == MoveNote(seconds=5.42)
    assert komi.notes[1] == MoveNote(-16.47, 0.24)
    assert komi.notes[13] == MoveNote(-12.53)
    assert komi.result == Result(0, (36.0, 28.0), "neither side can move")
    assert shuffled.start.side_name == "white"
    assert shuffled.result == Result(0, (36.0, 28.0), "neither side can move")


def test_nboard_writes_passes_after_the_last_move() -> None:
    first, second = read_records(SAMPLES / "nboard.ggf")
    assert first.date == "2014-01-29"
    assert first.replay().move_names()[-1] == "pass"
    assert first.result is None
    assert second.replay() == Othello().start().play_text("f5", "d6", "c3", "d3", "c4")
    assert second.result is None  # Edax writes -127 for an unfinished game


def test_forced_passes_may_be_missing() -> None:
    text = (SAMPLES / "ggs.ggf").read_text().split("\n")[0]
    assert parse_ggf(text.replace("B[pass]", "")) == parse_ggf(text)
    assert "B[pass]" in text


@pytest.mark.parametrize(
    ("code", "result"),
    [
        ("+12.00:r", Result(0, (12.0, 0.0), "resignation")),
        ("-64.00:t", Result(1, (0.0, 64.0), "time")),
        ("-4.00:s", Result(1, (0.0, 4.0), "by 4")),
        ("+2", Result(0, (2.0, 0.0), "by 2")),
        ("0.000", Result(None, (0.5, 0.5), "draw")),
        ("?", None),
    ],
)
def test_results(code: str, result: Result | None) -> None:
    (record,) = parse_ggf(f"(;GM[Othello]RE[{code}]B[d3];)")
    assert record.result == result


def test_clocks() -> None:
    (record,) = parse_ggf("(;GM[Othello]B[d3//1:02:03.5]W[c3/+0.5/2:00]B[c4//7];)")
    assert [note.seconds for note in record.notes] == [3723.5, 120.0, 7.0]
    assert record.notes[1].value == 0.5


def test_what_our_files_look_like() -> None:
    game = Othello()
    start = game.start()
    notes = (MoveNote(1.5, 0.25), MoveNote(seconds=3.0, text="slow [very]"))
    result = Result(1, (0.0, 1.0), "black lost on time")
    record = GameRecord(
        game, ("A", "B"), start, (1 << 19, 1 << 34), result, notes, "Cup", "2", "2024-05-17", "diagonal"
    )
    assert ggf_text([record]) == (
        "(;GM[Othello]PC[Cup]DT[2024.05.17]PB[A]PW[B]RE[-1.00:t]TY[8]LUDORESULT[white 0 1 black lost on time]"
        "RO[2]ON[diagonal]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
        "B[d3/1.5/0.25]W[c5//3]C[slow [very\\]];)\n"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(;GM[Amazons];)", "line 1, column 6: cannot read the game 'Amazons': GM must be Othello"),
        ("(;PC[x];)", "line 1, column 1: cannot read the game ''"),
        ("(;GM[Othello]TY[10];)", "cannot read game type '10'"),
        ("(;GM[Othello]TY[8a];)", "cannot read game type '8a'"),
        ("(;GM[Othello]BO[8 ---- *];)", "cannot read board '8 ---- *'"),
        ("(;GM[Othello]\nB[d3]\nW[d3];)", "line 3, column 3: illegal move 'd3' in othello position"),
        ("(;GM[Othello]B[d3]B[c5];)", "move 'c5' of black: it is white's turn"),
        ("(;GM[Othello]B[i9];)", "cannot read move 'i9': it is a square or PA"),
        ("(;GM[Othello]B[d3/x/1];)", "cannot read move 'd3/x/1'"),
        ("(;GM[Othello]B[d3//-1];)", "cannot read move 'd3//-1'"),
        ("(;GM[Othello]B[d3/1/2/3];)", "cannot read move 'd3/1/2/3'"),
        ("(;GM[Othello]RE[black];)", "cannot read result 'black'"),
        ("(;GM[Othello]B[d3];", "has no end"),
    ],
)
def test_damage_is_quoted_with_its_place(text: str, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_ggf(text)
    assert said in str(caught.value)


def test_go_does_not_go_into_ggf() -> None:
    with pytest.raises(RecordError, match="GGF cannot hold a game of 'go' here: it can hold othello"):
        ggf_text([GameRecord(Go(5), ("", ""), Go(5).start(), ())])
