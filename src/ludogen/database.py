"""SQLite files of ours: told from those of others, changed all or nothing, with errors that people understand."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar, Self

from ludogen.errors import LudogenError

__all__ = ["WAIT_SECONDS", "SharedDatabase", "transaction"]

WAIT_SECONDS = 30.0  # for other processes


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """All or nothing."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


class SharedDatabase:
    """A file that several processes may use at once. A context manager; one thread at a time may use it."""

    application: ClassVar[int]  # in the header of the file
    version: ClassVar[int] = 1
    schema: ClassVar[str]
    error: ClassVar[type[LudogenError]]
    what: ClassVar[str]  # it is, as messages say

    def __init__(self, path: Path) -> None:
        self.path = path
        with self.told("open"):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path, WAIT_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            with self.told("open"):
                self._prepare()
        except BaseException:
            self._database.close()
            raise

    def _prepare(self) -> None:
        execute = self._database.execute
        execute("PRAGMA trusted_schema = OFF")  # a foreign file may hold views and triggers: they get no say
        execute("PRAGMA foreign_keys = ON")
        with transaction(self._database):
            (application,), (version,) = execute("PRAGMA application_id"), execute("PRAGMA user_version")
            (tables,) = execute("SELECT count(*) FROM sqlite_schema").fetchone()
            if application[0] == 0 and version[0] == 0 and tables == 0:
                execute(f"PRAGMA application_id = {self.application}")
                execute(f"PRAGMA user_version = {self.version}")
                for statement in self.schema.split(";"):
                    execute(statement)
            elif application[0] != self.application:
                raise self.error(f"{str(self.path)!r} is a database of another program: name another file")
            elif version[0] != self.version:
                raise self.error(
                    f"{str(self.path)!r} has version {version[0]}, this Ludogen knows {self.version}: "
                    "use a newer Ludogen"
                )
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA synchronous = NORMAL")  # with WAL: a crash of the program loses nothing that was committed

    @contextmanager
    def told(self, doing: str) -> Iterator[None]:
        """Turn what the database or the disk says into our error."""
        try:
            yield
        except sqlite3.Error as wrong:
            is_damaged = isinstance(wrong, sqlite3.DatabaseError) and not isinstance(wrong, sqlite3.OperationalError)
            advice = f": not {self.what}, or damaged; move it away or name another file" if is_damaged else ""
            raise self.error(f"cannot {doing} {str(self.path)!r}: {wrong}{advice}") from None
        except OSError as wrong:
            raise self.error(f"cannot {doing} {str(self.path)!r}: {wrong.strerror or wrong}") from None

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The file, to read."""
        with self.told("read"):
            yield self._database

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The file, to change: all or nothing."""
        with self.told("write to"), transaction(self._database):
            yield self._database

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
