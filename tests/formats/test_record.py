"""Records: what they refuse, how they replay, games as text."""

import pytest
from tests.games.support import VARIANTS

import ludogen.formats
from ludogen.errors import IllegalMoveError, InvalidInputError
from ludogen.formats import GameRecord, MoveNote, game_text
from ludogen.formats.comments import note_comment, parse_note
from ludogen.formats.dates import parse_date
from ludogen.games import Checkers, Go, Othello, Result, parse_game

GAME = Othello()
START = GAME.start()


@pytest.mark.parametrize("name", VARIANTS)
def test_the_text_of_a_game_names_it(name: str) -> None:
    game = parse_game(name)
    assert parse_game(game_text(game)) == game


def test_only_options_that_are_not_the_usual_ones_are_named() -> None:
    assert game_text(Go(size=5, komi=-0.5, superko=True)) == "go:size=5,komi=-0.5,superko=true"
    assert game_text(Checkers()) == "checkers"


def test_replay_gives_the_last_position_and_refuses_illegal_moves() -> None:
    end = START.play_text("d3", "c5")
    assert GameRecord(GAME, ("", ""), START, (1 << 19, 1 << 34)).replay() == end
    with pytest.raises(IllegalMoveError, match="illegal move 1 in othello"):
        GameRecord(GAME, ("", ""), START, (1,)).replay()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"players": ("a\n", "b")}, r"name of black 'a\\n' has the character '\\n'"),
        ({"players": ("a", "\ud800")}, r"name of white '\\ud800' has the character"),
        ({"players": ("a",)}, "are not two names"),
        ({"comment": "a\tb"}, r"comment 'a\\tb' has the character '\\t'"),
        ({"event": "a\u2028"}, "event"),
        ({"date": "17.5.2024"}, "date='17.5.2024' of a record is not like 2024-05-17"),
        ({"notes": (MoveNote(1.0),)}, "1 notes for 0 moves"),
        ({"moves": (0,) * 10_001}, "10001 moves is too long"),
        ({"result": Result(2, (1.0, 0.0), "")}, "winner of 0, 1 or None"),
        ({"result": Result(0, (float("inf"), 0.0), "")}, "finite points"),
        ({"result": Result(0, (1.0, 0.0), "a\nb")}, r"reason 'a\\nb'"),
        ({"game": Go(5)}, r"is a position of Othello\(\), not of Go"),
    ],
)
def test_what_no_format_could_give_back_is_refused(wrong: dict[str, object], said: str) -> None:
    fields = {"game": GAME, "players": ("a", "b"), "start": START, "moves": ()} | wrong
    with pytest.raises(InvalidInputError, match=said):
        GameRecord(**fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"value": float("nan")}, "value=nan"),
        ({"seconds": -1.0}, "seconds=-1.0 of a move is below 0"),
        ({"text": "\x00"}, r"'\\x00'"),
    ],
)
def test_notes_that_no_format_could_give_back_are_refused(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(InvalidInputError, match=said):
        MoveNote(**wrong)  # type: ignore[arg-type]


def test_notes_that_say_nothing_are_left_out() -> None:
    assert GameRecord(GAME, ("", ""), START, (1 << 19,), notes=(MoveNote(),)).notes == ()


@pytest.mark.parametrize(
    ("note", "comment"),
    [
        (MoveNote(), ""),
        (MoveNote(0.12, 0.35), "value 0.12, 0.35 s"),
        (MoveNote(-3.0), "value -3"),
        (MoveNote(seconds=1e-7), "0.0000001 s"),
        (MoveNote(0.5, text="good\nmove"), "value 0.5\ngood\nmove"),
        (MoveNote(text="value 0.5"), "-\nvalue 0.5"),
        (MoveNote(text="no number"), "no number"),
    ],
)
def test_notes_as_comments(note: MoveNote, comment: str) -> None:
    assert note_comment(note) == comment
    assert parse_note(comment) == note


@pytest.mark.parametrize("text", ["value 1, -2 s", "value x", "value 0.1,0.2 s", "value " + "9" * 350, "3 s later"])
def test_comments_that_only_look_like_a_value_stay_texts(text: str) -> None:
    assert parse_note(text) == MoveNote(text=text)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2024-05-17", "2024-05-17"),
        ("1996-12-27,28", "1996-12-27"),
        ("2007.??.??", "2007"),
        ("2003.12.15_13:24:03.MST", "2003-12-15"),
        ("945277754", "1999-12-15"),
        ("1999.13.01", "1999"),
        ("Dec 1990", ""),
        ("20240517", ""),
        ("", ""),
    ],
)
def test_dates_of_real_files(text: str, date: str) -> None:
    assert parse_date(text) == date


def test_the_room_exports_what_it_says() -> None:
    assert all(hasattr(ludogen.formats, name) for name in ludogen.formats.__all__)
    assert sorted(ludogen.formats.__all__) == ludogen.formats.__all__
