"""`ludogen watch`: a game as a numbered board, an eye's way to a move."""

import json
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest
from tests.cli.test_evolve import typed
from tests.engines.support import real_program
from tests.players.support import write_eye


def test_a_game_and_the_way_of_an_eye(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = ["watch", str(write_eye(tmp_path)), "random", "--plies", "9", "--game", "go:size=7"]
    shown, _ = typed(capsys, *game, "--move", "3", "--boards")
    assert " 4 .   .   .   X1" in shown or " 4 .  .  .  X1 O2" in shown
    assert "Stopped after 9 moves." in shown
    assert "Move 3, black: D5 after 2 time steps" in shown
    assert "   1  D4  north  moves" in shown
    assert "   2  D5  north  places a stone" in shown
    assert " 5 . . .^. . . .\n 4 . . . X O . ." in shown
    assert shown == typed(capsys, *game, "--move", "3", "--boards")[0]
    parts, _ = typed(capsys, *game, "--per-board", "5", "--opening", "A1 B1 - G7")
    assert "Moves 1 to 5:" in parts
    assert "Moves 6 to 9:" in parts
    assert parts.index("O4") < parts.index("Moves 6 to 9:")


def test_the_same_as_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "game.svg"
    game = ["watch", str(write_eye(tmp_path)), "random", "--plies", "6", "--json", "--picture", str(picture)]
    told = json.loads(typed(capsys, *game)[0])
    assert Xml.parse(picture).getroot().tag.endswith("svg")
    assert ">5</text>" in picture.read_text("utf-8")
    assert told["moves"][:3] == ["C3", "D3", "C4"]
    assert list(told["eyes"]) == ["1", "3", "5"]
    assert [step["point"] for step in told["eyes"]["3"]["steps"]] == ["C3", "C4"]
    assert told["eyes"]["1"]["steps"][0]["outputs"]["place"] > 0.9
    assert told["points"] is None


def test_against_gnu_go(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    real_program("gnugo")
    shown, _ = typed(capsys, "watch", str(write_eye(tmp_path)))
    assert "(two passes, japanese scoring, all stones taken to be alive)." in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["random", "random", "--game", "othello"], "game 'othello' cannot be watched in this way: only go"),
        (["random", "random", "--move", "1", "--plies", "5"], "move 1 was not chosen by a roving eye: black made it"),
        (["random", "random", "--move", "9", "--plies", "5"], "move 9 is not one of the 5 of this game"),
        (["random", "random", "--opening", "Z9"], "cannot read move 'Z9'"),
        (["nobody", "random"], "unknown player 'nobody'"),
        (["random", "random", "--plies", "5", "--picture", "game.png"], "picture 'game.png' is no SVG file"),
    ],
)
def test_what_cannot_be_watched_is_told(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said in typed(capsys, "watch", *arguments, code=2)[1]
