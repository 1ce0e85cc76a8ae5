"""The command as a user types it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludogen import __version__


def ludogen(*arguments: str, code: int = 0, typed: str = "") -> subprocess.CompletedProcess[str]:
    run = subprocess.run(
        [sys.executable, "-m", "ludogen", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "COLUMNS": "100"},
    )
    assert run.returncode == code, run.stdout + run.stderr
    assert "Traceback" not in run.stderr
    return run


def test_help_and_version_do_not_import_numba() -> None:
    code = "import sys, ludogen.cli.app; assert not {'numba', 'numpy'} & set(sys.modules), 'heavy import'"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=180)
    assert ludogen("--version").stdout.strip() == f"ludogen {__version__}"
    assert "perft" in ludogen("--help").stdout


def test_play_shows_the_same_game_for_the_same_seed() -> None:
    first = ludogen("play", "othello", "--black", "greedy", "--white", "random", "--seed", "5").stdout
    assert first == ludogen("play", "othello", "--black", "greedy", "--white", "random", "--seed", "5").stdout
    assert first != ludogen("play", "othello", "--black", "greedy", "--white", "random", "--seed", "6").stdout
    assert first.rstrip().endswith("(neither side can move).")


@pytest.mark.parametrize("game", ["checkers", "go:size=5", "othello"])
def test_play_every_game_to_its_end(game: str) -> None:
    assert "game over" in ludogen("play", game, "--every", "1000").stdout


def test_perft_says_whether_the_known_counts_are_met() -> None:
    shown = ludogen("perft", "checkers", "5").stdout
    assert shown.count("the same") == 5
    assert "7,361" in shown
    assert "11-15" in shown


def test_perft_as_json() -> None:
    told = json.loads(ludogen("perft", "othello", "4", "--json").stdout)
    assert [row["sequences"] for row in told["depths"]] == [4, 12, 56, 244]
    assert sum(told["divide"].values()) == 244


def test_perft_from_a_position() -> None:
    told = json.loads(ludogen("perft", "checkers", "1", "--json", "--position", "W:W25:B22,14").stdout)
    assert told["divide"] == {"25x18x9": 1}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("perft", "chess", "3"), "ludogen: unknown game 'chess'"),
        (("perft", "othello", "3", "--position", "XO X"), "ludogen: cannot read othello position 'XO X'"),
        (("play", "othello", "--black", "gredy"), "ludogen: unknown player 'gredy': did you mean 'greedy'?"),
        (
            ("play", "othello", "--black", "random:depth=2"),
            "ludogen: unknown option 'depth' of 'random'",
        ),
    ],
)
def test_bad_input_gives_one_line_and_exit_code_2(arguments: tuple[str, ...], said: str) -> None:
    run = ludogen(*arguments, code=2)
    assert run.stderr.startswith(said)
    assert run.stderr.count("\n") == 1
    assert not run.stdout


def test_games_and_doctor_list_what_there_is() -> None:
    games = ludogen("games").stdout
    assert all(word in games for word in ("othello", "checkers", "ply_limit", "go", "superko"))
    doctor = ludogen("doctor").stdout
    assert all(word in doctor for word in ("gnugo", "gtp-rhino", "numba"))


def test_a_person_can_move_undo_ask_and_stop() -> None:
    typed = "11-15\nundo\n11-16\nmoves\nhint\n99-1\nquit\n"
    shown = ludogen("play", "checkers", "--black", "human", "--white", "pieces:depth=2,ties=first", typed=typed).stdout
    assert shown.count("1.11-15") == 1
    assert "1.11-16" in shown
    assert "plies, expects" in shown
    assert "illegal move '99-1'" in shown
    assert "Stopped at: B:W" in shown


def test_a_person_is_not_asked_for_a_pass_and_end_of_input_stops() -> None:
    shown = ludogen("play", "othello", "--white", "human", "--position", "XO" + "-" * 62 + " O", typed="").stdout
    assert "white can only pass." in shown
    assert "greedy (black) wins, 3 to 0" in shown
    assert "Stopped at" in ludogen("play", "othello", "--black", "human", typed="").stdout


def test_players_are_listed_with_their_options() -> None:
    shown = ludogen("players").stdout
    assert all(word in shown for word in ("positional", "iago", "kreversi", "pieces", "seconds=0.0", "king=1.5"))


def test_the_referee_ends_a_game_that_the_tables_know(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOGEN_CACHE", str(tmp_path))
    arguments = ("play", "checkers", "--referee", "--position", "W:WK32,K31:BK1")
    assert "there are no endgame tables yet" in ludogen(*arguments, code=2).stderr
    ludogen("tables", "build", "checkers", "--pieces", "3")
    shown = ludogen(*arguments, "--white", "pieces:depth=2,search=strong,tables=true").stdout
    assert "(white) wins, 0 to 1 (won by the endgame tables in 33 plies)" in shown
