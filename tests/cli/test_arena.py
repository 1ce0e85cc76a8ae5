"""Matches, tournaments and the ladder as a user types them."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.test_commands import ludogen

from ludogen.formats import read_records


def test_a_match_says_all_that_was_asked_for(tmp_path: Path) -> None:
    records = tmp_path / "games.sgf"
    shown = ludogen(
        *("match", "positional:depth=2", "random", "--games", "20", "--records", str(records)),
        *("--store", str(tmp_path / "arena.db")),
    ).stdout
    for word in (
        "as black",
        "as white",
        "Elo difference",
        "95 %",
        "likelihood of superiority",
        "pairs by points",
        "sign test",
    ):
        assert word in shown
    games = read_records(records)
    assert len(games) == 20
    assert [record.players for record in games[:2]] == [
        ("positional:depth=2", "random"),
        ("random", "positional:depth=2"),
    ]
    assert games[0].notes[10].value is not None or games[0].notes[11].value is not None
    for record in games:
        assert record.replay().result == record.result


def test_a_match_as_json_is_the_same_every_time(tmp_path: Path) -> None:
    command = (
        "match",
        "greedy",
        "random",
        "--games",
        "10",
        "--json",
        "--seed",
        "3",
        "--store",
        str(tmp_path / "arena.db"),
    )
    told = [json.loads(ludogen(*command).stdout) for _ in range(2)]
    assert told[0] == told[1]
    assert len(told[0]["games"]) == 10
    assert told[0]["settings"]["seed"] == 3


def test_equal_depth_is_for_those_who_search(tmp_path: Path) -> None:
    command = (
        "match",
        "positional",
        "random",
        "--depth",
        "2",
        "--games",
        "2",
        "--json",
        "--store",
        str(tmp_path / "a.db"),
    )
    settings = json.loads(ludogen(*command).stdout)["settings"]
    assert (settings["one"], settings["other"]) == ("positional:depth=2", "random")


def test_a_sequential_test_says_why_it_stops(tmp_path: Path) -> None:
    shown = ludogen(
        *("match", "positional:depth=3", "random", "--games", "400", "--sprt", "0,100"),
        *("--store", str(tmp_path / "arena.db")),
    ).stdout
    assert "sequential test: LLR" in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("match", "positonal", "random"), "unknown player 'positonal': did you mean 'positional'?"),
        (("match", "random", "random", "--games", "0"), "games 0 are not 1.."),
        (("match", "random", "random", "--sprt", "5"), "sprt '5' is not two numbers ELO0,ELO1"),
        (("match", "random", "random", "--sprt", "5,1"), "is not less than"),
        (
            ("match", "random", "random", "--openings", "two-moves"),
            "openings 'two-moves' are for checkers, not othello",
        ),
        (
            ("match", "random", "random", "--records", "games.txt"),
            "records 'games.txt' do not end in .sgf, .pdn or .ggf",
        ),
        (("match", "random", "random", "--game", "chess"), "unknown game 'chess'"),
        (("tournament", "random"), "a tournament needs two players or more, not 1"),
        (("tournament", "random", "greedy", "--anchor", "iago"), "anchor 'iago' is not PLAYER or PLAYER=RATING"),
    ],
)
def test_bad_input_is_one_line(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    run = ludogen(*arguments, "--store", str(tmp_path / "arena.db"), code=2)
    assert said in run.stderr.replace("\n", " ")


def test_ctrl_c_leaves_a_match_that_goes_on_with_the_printed_command(tmp_path: Path) -> None:
    store = str(tmp_path / "arena.db")
    match = ["match", "pieces:depth=7", "pieces:depth=6", "--game", "checkers", "--games", "40", "--store", store]
    with subprocess.Popen(
        [sys.executable, "-m", "ludogen", *match],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=180)[0]
    assert process.returncode == 130
    assert "To go on:" in said
    assert "ludogen match pieces:depth=7 pieces:depth=6 --game checkers --games 40" in " ".join(said.split())
    assert "Traceback" not in said
    assert "Going on after" in ludogen(*match).stdout


def test_a_tournament_and_its_ladder(tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "arena.db"))
    shown = ludogen("tournament", "random", "greedy", "positional:depth=2", "--games", "10", *store).stdout
    for word in ("rating", "95 %", "sequential", "class", "score in % by place", "positional:depth=2"):
        assert word in shown
    assert ludogen("ladder", *store).stdout == "othello: 30 games\n"
    ladder = json.loads(ludogen("ladder", "othello", "--json", "--anchor", "greedy=1000", *store).stdout)
    ratings = {row["player"]: row["rating"] for row in ladder["ratings"]["ratings"]}
    assert ratings["greedy"] == 1000
    assert ratings["positional:depth=2"] > ratings["random"]
    assert "No tournament of checkers has been played yet" in ludogen("ladder", "checkers", *store).stdout
