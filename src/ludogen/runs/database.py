"""The SQLite file of a run: whose it is, which version it has, and how an older one becomes today's.

`MIGRATIONS[v]` makes version v + 1 of version v; a new file goes through all of them. Opened for writing, an older file
is migrated; opened for reading, a copy of it in memory is, so that reading knows one version only.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ludogen.database import WAIT_SECONDS, transaction
from ludogen.errors import RunError

__all__ = ["create_database", "open_to_read", "open_to_write", "told"]

APPLICATION = 0x4C72756E  # "Lrun", in the header of the file
ARRAY_COLUMNS = "dtype TEXT NOT NULL, shape TEXT NOT NULL, data BLOB NOT NULL"
MIGRATIONS: list[tuple[str, ...]] = [
    (
        "CREATE TABLE run (id INTEGER PRIMARY KEY CHECK (id = 1), configuration TEXT NOT NULL, begun TEXT NOT NULL)",
        "CREATE TABLE generations "
        "(number INTEGER PRIMARY KEY, games INTEGER NOT NULL, seconds REAL NOT NULL, ended TEXT NOT NULL)",
        # A value that is not a number (0/0) is NULL.
        "CREATE TABLE metrics (generation INTEGER NOT NULL REFERENCES generations, name TEXT NOT NULL, value REAL, "
        "PRIMARY KEY (generation, name)) WITHOUT ROWID",
        "CREATE TABLE champions (generation INTEGER PRIMARY KEY REFERENCES generations, data BLOB NOT NULL)",
        f"CREATE TABLE state (name TEXT PRIMARY KEY, {ARRAY_COLUMNS})",
        f"CREATE TABLE populations (generation INTEGER NOT NULL REFERENCES generations, name TEXT NOT NULL, "
        f"{ARRAY_COLUMNS}, PRIMARY KEY (generation, name))",
    ),
]


@contextmanager
def told(path: Path, what: str) -> Iterator[None]:
    """Turn what the database or the disk says into our error."""
    try:
        yield
    except sqlite3.Error as wrong:
        advice = ""
        if isinstance(wrong, sqlite3.DatabaseError) and not isinstance(wrong, sqlite3.OperationalError):
            advice = ": it is damaged, or not the database of a run"
        elif "full" in str(wrong) and what == "write to":
            advice = ": nothing that was kept is lost; make room, then resume the run"
        raise RunError(f"cannot {what} {str(path)!r}: {_one_line(wrong)}{advice}") from None
    except OSError as wrong:
        raise RunError(f"cannot {what} {str(path)!r}: {wrong.strerror or wrong}") from None
    except (ValueError, TypeError, OverflowError) as wrong:  # SQLite lets a damaged file hold any type anywhere
        raise RunError(f"cannot {what} {str(path)!r}: it is damaged ({_one_line(wrong)})") from None


def _one_line(said: object) -> str:
    """What SQLite says may quote what it found, of any length and with any characters."""
    line = " ".join(str(said).split())[:200]
    return "".join(letter if letter.isprintable() else "?" for letter in line)


def create_database(path: Path, configuration: str, begun: str) -> None:
    """A new file that knows the configuration of its run."""
    path.open("xb").close()
    database = _connect(path, "rw")
    try:
        _write_ahead(database)
        with transaction(database):
            database.execute(f"PRAGMA application_id = {APPLICATION}")
            _migrate(database)
            database.execute("INSERT INTO run VALUES (1, ?, ?)", (configuration, begun))
    finally:
        database.close()


def open_to_write(path: Path) -> sqlite3.Connection:
    """The file, whole and of today's version."""
    with told(path, "open"):
        database = _connect(path, "rw")
        try:
            _check_header(database, path)
            (health,) = database.execute("PRAGMA quick_check(1)").fetchone()
            if health != "ok":
                raise RunError(f"cannot open {str(path)!r}: it is damaged ({_one_line(health)})")
            with transaction(database):
                _migrate(database)
            _write_ahead(database)
        except BaseException:
            database.close()
            raise
    return database


def open_to_read(path: Path) -> sqlite3.Connection:
    """The file as it is, even while another process writes to it, or from a disk that cannot be written."""
    with told(path, "open"):
        database = _readable(path)
        try:
            if _check_header(database, path) < len(MIGRATIONS):
                older, database = database, sqlite3.connect(":memory:", isolation_level=None)
                try:
                    older.backup(database)
                finally:
                    older.close()
                with transaction(database):
                    _migrate(database)
            database.execute("PRAGMA query_only = ON")
        except BaseException:
            database.close()
            raise
    return database


def _connect(path: Path, options: str) -> sqlite3.Connection:
    if not path.is_file():
        raise RunError(f"{str(path.parent)!r} is not the folder of a run: it has no {path.name}")
    uri = f"{path.absolute().as_uri()}?mode={options}"
    database = sqlite3.connect(uri, uri=True, timeout=WAIT_SECONDS, isolation_level=None)
    database.execute("PRAGMA trusted_schema = OFF")  # a foreign file may hold views and triggers: they get no say
    database.execute("PRAGMA foreign_keys = ON")
    return database


def _readable(path: Path) -> sqlite3.Connection:
    """A connection that can read. Even readers of a write-ahead log want to write beside it, where they may."""
    database = _connect(path, "rw")
    try:
        database.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError:
        database.close()
        if path.with_name(path.name + "-wal").exists():  # what it holds must go into the file first
            raise
        database = _connect(path, "ro&immutable=1")
    except BaseException:
        database.close()
        raise
    return database


def _check_header(database: sqlite3.Connection, path: Path) -> int:
    """The version of a file that is ours and not newer than we are."""
    (application,) = database.execute("PRAGMA application_id").fetchone()
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise RunError(f"cannot open {str(path)!r}: it is a database of another program, or empty")
    if not 0 < version <= len(MIGRATIONS):
        raise RunError(
            f"cannot open {str(path)!r}: it has version {version}, this Ludogen knows 1..{len(MIGRATIONS)}; "
            "use a newer Ludogen"
        )
    return int(version)


def _migrate(database: sqlite3.Connection) -> None:
    (version,) = database.execute("PRAGMA user_version").fetchone()
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            database.execute(statement)
    if version < len(MIGRATIONS):
        database.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def _write_ahead(database: sqlite3.Connection) -> None:
    # A process that is killed loses nothing committed with NORMAL either, but a power cut would take back the last
    # generations. FULL waits for the disk once a generation: milliseconds, where a generation takes seconds.
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
