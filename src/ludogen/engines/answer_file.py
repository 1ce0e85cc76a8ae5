"""Where the answers of a referee are kept for later runs: one SQLite file in the user's data folder.

What is kept is what would be answered, so the file changes nothing but the time. Each batch is one transaction;
several processes may use the file at once.
"""

from collections.abc import Sequence
from pathlib import Path

from ludogen.database import SharedDatabase
from ludogen.errors import AnswerFileError
from ludogen.files import data_folder

__all__ = ["AnswerFile", "default_answers"]

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


class AnswerFile(SharedDatabase):
    """The file."""

    application = 0x4C754741  # "LuGA"
    schema = SCHEMA
    error = AnswerFileError
    what = "a file of answers"

    def answers(self, context: str, question_bytes: int) -> list[Row]:
        """All answers that were kept, with questions of so many bytes."""
        with self.reading() as database:
            rows: list[Row] = database.execute(
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
        with self.writing() as database:
            database.execute("INSERT OR IGNORE INTO contexts (context) VALUES (?)", (context,))
            (number,) = database.execute("SELECT id FROM contexts WHERE context = ?", (context,)).fetchone()
            database.executemany(
                "INSERT INTO answers VALUES (?, ?, ?, ?) ON CONFLICT (context, question) DO NOTHING",
                [(number, *row) for row in rows],
            )
