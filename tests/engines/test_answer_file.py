"""The file of answers: what is kept, by whom, and what is no such file."""

import sqlite3
from pathlib import Path

import pytest

from ludogen.engines.answer_file import AnswerFile, default_answers
from ludogen.errors import AnswerFileError

ROWS = [(b"one", 3, 1.5), (b"two", 511, -4.0)]


def test_answers_are_found_again_by_their_context(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "answers.db"
    with AnswerFile(path) as file:
        file.add("level 1", ROWS)
        file.add("level 2", ROWS[:1])
    with AnswerFile(path) as file, AnswerFile(path) as other:
        other.add("level 1", [(b"two", 0, 0.0), (b"six", 1, 0.0)])  # the first answer stays
        assert sorted(file.answers("level 1", 3)) == sorted([*ROWS, (b"six", 1, 0.0)])
        assert file.answers("level 2", 3) == ROWS[:1]
        assert file.answers("level 3", 3) == []


def test_a_batch_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    with AnswerFile(tmp_path / "answers.db") as file:
        with pytest.raises(AnswerFileError, match="cannot write to"):
            file.add("level 1", [*ROWS, (b"bad", 3, None)])  # type: ignore[list-item]
        assert file.answers("level 1", 3) == []


def test_files_that_cannot_be_used_are_told(tmp_path: Path) -> None:
    path = tmp_path / "answers.db"
    path.write_bytes(b"not a database" * 100)
    with pytest.raises(AnswerFileError, match="not a file of answers, or damaged"):
        AnswerFile(path)
    foreign = tmp_path / "foreign.db"
    with sqlite3.connect(foreign) as database:
        database.execute("CREATE TABLE things (id)")
    with pytest.raises(AnswerFileError, match="a database of another program"):
        AnswerFile(foreign)
    with pytest.raises(AnswerFileError, match="cannot open"):
        AnswerFile(tmp_path)
    newer = tmp_path / "newer.db"
    AnswerFile(newer).close()
    with sqlite3.connect(newer) as database:
        database.execute("PRAGMA user_version = 9")
    with pytest.raises(AnswerFileError, match="has version 9, this Ludogen knows 1"):
        AnswerFile(newer)


@pytest.mark.parametrize("row", [("'text'", "1", "0.5"), ("x'001122'", "'one'", "0.5"), ("x'00'", "1", "0.5")])
def test_rows_that_nobody_wrote_are_told(row: tuple[str, str, str], tmp_path: Path) -> None:
    with AnswerFile(tmp_path / "answers.db") as file:
        file.add("level 1", ROWS)
        with sqlite3.connect(file.path) as database:
            database.execute(f"INSERT INTO answers VALUES (1, {', '.join(row)})")
        with pytest.raises(AnswerFileError, match="is damaged: its answer"):
            file.answers("level 1", 3)


def test_the_usual_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUDOGEN_HOME", str(tmp_path))
    assert default_answers() == tmp_path / "answers.db"
