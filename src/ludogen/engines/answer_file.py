"""Where the answers of a referee are kept for later runs: one SQLite file in the user's data folder.

What is kept is what would be answered, so the file changes nothing but the time. Each batch is one transaction;
several processes may use the file at once.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from ludogen.errors import AnswerFileError
from ludogen.files import data_folder

__all__ = ["AnswerFile", "default_answers"]

APPLICATION = 0x4C754741  # "LuGA", in the header of the file
VERSION = 1
WAIT_SECONDS = 30.0
SCHEMA = """
CREATE TABLE contexts (
    id INTEGER PRIMARY KEY,
    context TEXT NOT NULL UNIQUE  -- the engine and how it is asked
);
CREATE TABLE answers (
    context INTEGER NOT NULL REFERENCES contexts,
    question BLOB NOT NULL,       -- a record of the kernels
    reply INTEGER NOT NULL,
    score REAL NOT NULL,
    PRIMARY KEY (context, question)
) WITHOUT ROWID;
"""
Row = tuple[bytes, int, float]  # question, reply, score


def default_answers() -> Path:
    """`answers.db` in the user's data folder."""
    return data_folder() / "answers.db"


class AnswerFile:
    """The file. A context manager; one thread at a time may use it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._told("open"):
            path.parent.mkdir(parents=True, exist_ok=True)
            options = {"timeout": WAIT_SECONDS, "isolation_level": None, "check_same_thread": False}
            self._database = sqlite3.connect(path, **options)  # type: ignore[call-overload]
        try:
            with self._told("open"):
                self._prepare()
        except BaseException:
            self._database.close()
            raise

    def _prepare(self) -> None:
        execute = self._database.execute
        with self._transaction():
            (application,), (version,) = execute("PRAGMA application_id"), execute("PRAGMA user_version")
            (tables,) = execute("SELECT count(*) FROM sqlite_schema").fetchone()
            if application[0] == 0 and version[0] == 0 and tables == 0:
                execute(f"PRAGMA application_id = {APPLICATION}")
                execute(f"PRAGMA user_version = {VERSION}")
                for statement in SCHEMA.split(";"):
                    execute(statement)
            elif application[0] != APPLICATION:
                raise AnswerFileError(f"{str(self.path)!r} is a database of another program: name another file")
            elif version[0] != VERSION:
                raise AnswerFileError(
                    f"{str(self.path)!r} has version {version[0]}, this Ludogen knows {VERSION}: use a newer Ludogen"
                )
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA synchronous = NORMAL")

    def answers(self, context: str, question_bytes: int) -> list[Row]:
        """All answers that were kept, with questions of so many bytes."""
        with self._told("read"):
            rows: list[Row] = self._database.execute(
                "SELECT question, reply, score FROM answers JOIN contexts ON id = answers.context "
                "WHERE contexts.context = ?",
                (context,),
            ).fetchall()
        for question, reply, score in rows:
            kinds = (type(question), type(reply), type(score))
            if kinds != (bytes, int, float) or len(question) != question_bytes:
                raise AnswerFileError(
                    f"{str(self.path)!r} is damaged: its answer {(question, reply, score)!r:.200} cannot be read; "
                    "move the file away, all it holds can be asked again"
                )
        return rows

    def add(self, context: str, rows: Sequence[Row]) -> None:
        """Keep answers, all or none."""
        with self._told("write to"), self._transaction():
            self._database.execute("INSERT OR IGNORE INTO contexts (context) VALUES (?)", (context,))
            (number,) = self._database.execute("SELECT id FROM contexts WHERE context = ?", (context,)).fetchone()
            self._database.executemany(
                "INSERT INTO answers VALUES (?, ?, ?, ?) ON CONFLICT (context, question) DO NOTHING",
                [(number, *row) for row in rows],
            )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")

    @contextmanager
    def _told(self, what: str) -> Iterator[None]:
        """Turn what the database or the disk says into our error."""
        try:
            yield
        except sqlite3.Error as wrong:
            damaged = isinstance(wrong, sqlite3.DatabaseError) and not isinstance(wrong, sqlite3.OperationalError)
            advice = ": not a file of answers, or damaged; move it away or name another file" if damaged else ""
            raise AnswerFileError(f"cannot {what} {str(self.path)!r}: {wrong}{advice}") from None
        except OSError as wrong:
            raise AnswerFileError(f"cannot {what} {str(self.path)!r}: {wrong.strerror or wrong}") from None

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
