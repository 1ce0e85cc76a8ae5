"""The store of matches: what was kept comes back, damage is told, nothing is lost when the process is killed."""

import os
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ludogen.arena.match import Match
from ludogen.arena.settings import MatchSettings
from ludogen.arena.statistics import PairResult
from ludogen.arena.store import ArenaStore, default_store
from ludogen.errors import ArenaStoreError

SETTINGS = MatchSettings("checkers:ply_limit=50", "pieces:depth=2", "greedy", "eleven-men", referee="pieces:depth=2")


def test_games_come_back_as_they_were(tmp_path: Path) -> None:
    match = Match(SETTINGS, 10)
    with ArenaStore(tmp_path / "a" / "arena.db") as store, store.match(SETTINGS) as kept:
        for _ in match.play(kept):
            pass
    with ArenaStore(tmp_path / "a" / "arena.db") as store, store.match(SETTINGS) as kept:
        assert kept.games() == match.played
        kept.forget()
        assert kept.games() == {}


def test_other_settings_are_another_match(tmp_path: Path) -> None:
    other = MatchSettings("checkers:ply_limit=50", "pieces:depth=2", "greedy", "eleven-men", seed=2)
    with ArenaStore(tmp_path / "arena.db") as store:
        with store.match(SETTINGS) as kept:
            for _ in Match(SETTINGS, 4).play(kept):
                pass
        with store.match(other) as kept:
            assert kept.games() == {}


def test_the_key_is_of_the_rules_too() -> None:
    assert (
        MatchSettings("checkers:ply_limit=200", "a", "b", "none").key == MatchSettings("checkers", "a", "b", "none").key
    )
    assert (
        MatchSettings("checkers:ply_limit=100", "a", "b", "none").key != MatchSettings("checkers", "a", "b", "none").key
    )


def test_a_batch_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    match = Match(SETTINGS, 6)
    for _ in match.play():
        pass
    games = [match.played[number] for number in range(6)]
    with ArenaStore(tmp_path / "arena.db") as store, store.match(SETTINGS) as kept:
        kept.add(games[:2])
        with pytest.raises(ArenaStoreError, match="cannot write to"):
            kept.add([*games[2:], games[0]])
        assert sorted(kept.games()) == [0, 1]


def test_a_match_is_played_by_one_process_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    with ArenaStore(path) as store, store.match(SETTINGS), ArenaStore(path) as second:
        again = second.match(SETTINGS)
        with pytest.raises(ArenaStoreError, match="another process"):
            again.__enter__()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            b"not a database at all, only text that is long enough to have a header" * 20,
            "not a store of matches, or damaged",
        ),
        (None, "a database of another program"),
    ],
)
def test_foreign_files_are_left_alone(tmp_path: Path, content: bytes | None, said: str) -> None:
    path = tmp_path / "arena.db"
    if content is None:
        with sqlite3.connect(path) as database:
            database.execute("CREATE TABLE notes (text)")
        database.close()
        content = path.read_bytes()
    else:
        path.write_bytes(content)
    with pytest.raises(ArenaStoreError, match=said):
        ArenaStore(path)
    assert path.read_bytes() == content


def test_a_newer_version_is_told(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    with ArenaStore(path):
        pass
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(ArenaStoreError, match="has version 99, this Ludogen knows 1"):
        ArenaStore(path)


def test_a_truncated_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    with ArenaStore(path) as store, store.match(SETTINGS) as kept:
        for _ in Match(SETTINGS, 4).play(kept):
            pass
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(ArenaStoreError), ArenaStore(path) as store, store.match(SETTINGS) as kept:
        kept.games()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ArenaStoreError, match="cannot open"):
        ArenaStore(tmp_path / "file" / "arena.db")


def test_a_full_disk_is_told_and_loses_nothing(tmp_path: Path) -> None:
    match = Match(SETTINGS, 20)
    for _ in match.play():
        pass
    with ArenaStore(tmp_path / "arena.db") as store, store.match(SETTINGS) as kept:
        kept.add([match.played[0]])
        (pages,) = store._database.execute("PRAGMA page_count").fetchone()
        store._database.execute(f"PRAGMA max_page_count = {pages}")  # SQLite's own way to say that the disk is full
        with pytest.raises(ArenaStoreError, match="full"):
            kept.add([replace(match.played[0], number=number) for number in range(1, 5000)])
        assert kept.games()[0] == match.played[0]


def test_ladders_add_up(tmp_path: Path) -> None:
    with ArenaStore(tmp_path / "arena.db") as store:
        for seed in (1, 2):
            settings = MatchSettings("othello", "greedy", "random", "four-moves", seed=seed)
            with store.match(settings, "othello") as kept:
                for _ in Match(settings, 10).play(kept):
                    pass
        results = store.ladder("othello")
        assert store.ladders() == {"othello": 20}
    assert [(result.first, result.second) for result in results] == [("greedy", "random"), ("random", "greedy")]
    assert all(
        isinstance(result, PairResult) and result.wins + result.draws + result.losses == 10 for result in results
    )


def test_the_folder_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUDOGEN_HOME", str(tmp_path))
    assert default_store() == tmp_path / "arena.db"
    monkeypatch.delenv("LUDOGEN_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert default_store() == tmp_path / "data" / "ludogen" / "arena.db"


COMMAND = [
    "match",
    "pieces:depth=5",
    "pieces:depth=4",
    "--game",
    "checkers",
    "--games",
    "60",
    "--json",
    "--concurrency",
    "2",
]


@pytest.mark.slow
def test_killed_at_any_time_a_match_goes_on_and_ends_the_same(tmp_path: Path) -> None:
    def run(store: str, kill_after_lines: int | None = None) -> str:
        command = [sys.executable, "-m", "ludogen", *COMMAND, "--store", str(tmp_path / store)]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            if kill_after_lines is None:
                out, err = process.communicate()
                assert process.returncode == 0, err
                return out
            for _ in range(kill_after_lines):
                process.stderr.readline()
            process.kill()
            process.communicate()
            return ""

    whole = run("whole.db")
    for lines in (1, 2, 3, 2):
        run("killed.db", lines)
    with ArenaStore(tmp_path / "killed.db") as store:
        (kept,) = store._database.execute("SELECT count(*) FROM games").fetchone()
    assert 0 < kept < 60
    assert run("killed.db") == whole
