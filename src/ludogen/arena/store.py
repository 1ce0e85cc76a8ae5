"""Where matches are kept: one SQLite file in the user's data folder, written as games end.

Each batch of games is one transaction, so a process that is killed loses only games it had not finished. A match is
found again by its settings. Matches of tournaments also stand on a ladder, which later tournaments extend.
"""

import fcntl
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Self

from ludogen.arena.played import PlayedGame
from ludogen.arena.settings import MatchSettings
from ludogen.arena.statistics import PairResult
from ludogen.errors import ArenaStoreError
from ludogen.files import data_folder
from ludogen.games import Result

__all__ = ["ArenaStore", "StoredMatch", "default_store"]

APPLICATION = 0x4C75646F  # "Ludo", in the header of the file
VERSION = 1
WAIT_SECONDS = 30.0
SCHEMA = """
CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,  -- of the settings
    ladder TEXT,               -- the ladder it counts for, if any
    settings TEXT NOT NULL,    -- JSON
    begun TEXT NOT NULL
);
CREATE TABLE games (
    match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,     -- side of the match's first player
    winner INTEGER,            -- side, NULL for a draw
    points_0 REAL NOT NULL,
    points_1 REAL NOT NULL,
    reason TEXT NOT NULL,
    opening TEXT NOT NULL,
    start TEXT NOT NULL,
    moves TEXT NOT NULL,
    notes TEXT NOT NULL,       -- JSON: values and seconds of the moves
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
"""


def default_store() -> Path:
    """`arena.db` in the user's data folder."""
    return data_folder() / "arena.db"


class ArenaStore:
    """The file. A context manager; for one thread."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._told("open"):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)
        try:
            with self._told("open"):
                self._prepare()
        except BaseException:
            self._database.close()
            raise

    def _prepare(self) -> None:
        execute = self._database.execute
        execute("PRAGMA foreign_keys = ON")
        with self._transaction():
            (application,), (version,) = execute("PRAGMA application_id"), execute("PRAGMA user_version")
            (tables,) = execute("SELECT count(*) FROM sqlite_schema").fetchone()
            if application[0] == 0 and version[0] == 0 and tables == 0:
                execute(f"PRAGMA application_id = {APPLICATION}")
                execute(f"PRAGMA user_version = {VERSION}")
                for statement in SCHEMA.split(";"):
                    execute(statement)
            elif application[0] != APPLICATION:
                raise ArenaStoreError(f"{str(self.path)!r} is a database of another program: name another file")
            elif version[0] != VERSION:
                raise ArenaStoreError(
                    f"{str(self.path)!r} has version {version[0]}, this Ludogen knows {VERSION}: use a newer Ludogen"
                )
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA synchronous = NORMAL")  # with WAL: a crash of the program loses nothing that was committed

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._database.close()

    @contextmanager
    def _told(self, what: str) -> Iterator[None]:
        """Turn what the database or the disk says into our error."""
        try:
            yield
        except sqlite3.Error as wrong:
            damaged = isinstance(wrong, sqlite3.DatabaseError) and not isinstance(wrong, sqlite3.OperationalError)
            advice = ": not a store of matches, or damaged; move it away or name another file" if damaged else ""
            raise ArenaStoreError(f"cannot {what} {str(self.path)!r}: {wrong}{advice}") from None
        except OSError as wrong:
            raise ArenaStoreError(f"cannot {what} {str(self.path)!r}: {wrong.strerror or wrong}") from None

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
    def match(self, settings: MatchSettings, ladder: str | None = None) -> Iterator["StoredMatch"]:
        """The match with these settings, new or begun before; no other process may play it meanwhile."""
        with self._alone(settings):
            with self._told("write to"), self._transaction():
                self._database.execute(
                    "INSERT INTO matches (key, ladder, settings, begun) VALUES (?, ?, ?, ?) ON CONFLICT (key) "
                    "DO UPDATE SET ladder = coalesce(excluded.ladder, ladder)",
                    (settings.key, ladder, json.dumps(asdict(settings)), datetime.now(UTC).isoformat("T", "seconds")),
                )
            with self._told("read"):
                found = self._database.execute("SELECT id, begun FROM matches WHERE key = ?", (settings.key,))
                number, begun = found.fetchone()
            yield StoredMatch(self, number, begun)

    @contextmanager
    def _alone(self, settings: MatchSettings) -> Iterator[None]:
        """Hold the lock of a match. The system takes it back when this process ends, however it ends."""
        folder = self.path.with_name(self.path.name + "-locks")
        with self._told("lock"):
            folder.mkdir(exist_ok=True)
            lock: IO[bytes] = (folder / settings.key).open("ab")
        with closing(lock):
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise ArenaStoreError(
                    f"{settings.one} against {settings.other} with these settings is being played by another process"
                ) from None
            yield

    def ladder(self, name: str) -> list[PairResult]:
        """All results that count for a ladder, by who moved first against whom."""
        with self._told("read"):
            rows = self._database.execute(
                "SELECT json_extract(settings, '$.one'), json_extract(settings, '$.other'), seat, winner, count(*) "
                "FROM games JOIN matches ON match = id WHERE ladder = ? GROUP BY 1, 2, 3, 4",
                (name,),
            ).fetchall()
        counts: dict[tuple[str, str], list[int]] = {}
        for one, other, seat, winner, number in rows:
            pair = (one, other) if seat == 0 else (other, one)
            counts.setdefault(pair, [0, 0, 0])[1 if winner is None else 2 * winner] += number
        return [PairResult(*pair, *outcomes) for pair, outcomes in sorted(counts.items())]

    def ladders(self) -> dict[str, int]:
        """The ladders, and how many games count for each."""
        with self._told("read"):
            rows = self._database.execute(
                "SELECT ladder, count(*) FROM games JOIN matches ON match = id WHERE ladder IS NOT NULL GROUP BY 1"
            )
            return dict(rows.fetchall())


@dataclass(frozen=True)
class StoredMatch:
    """One match in the store."""

    store: ArenaStore
    number: int
    begun: str

    def games(self) -> dict[int, PlayedGame]:
        """The games that were played, by number."""
        columns = "number, seat, winner, points_0, points_1, reason, opening, start, moves, notes"
        with self.store._told("read"):
            rows = self.store._database.execute(
                f"SELECT {columns} FROM games WHERE match = ? ORDER BY number", (self.number,)
            ).fetchall()
        return {row[0]: _from_row(row) for row in rows}

    def add(self, games: list[PlayedGame]) -> None:
        """Keep games, all or none."""
        rows = [(self.number, *_to_row(game)) for game in games]
        with self.store._told("write to"), self.store._transaction():
            self.store._database.executemany("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def forget(self) -> None:
        """Drop the games that were played."""
        with self.store._told("write to"), self.store._transaction():
            self.store._database.execute("DELETE FROM games WHERE match = ?", (self.number,))


def _to_row(game: PlayedGame) -> tuple[object, ...]:
    notes = json.dumps({"values": game.values, "seconds": game.seconds})
    result = game.result
    return (
        *(game.number, game.seat, result.winner, *result.points, result.reason),
        *(game.opening, game.start, " ".join(game.moves), notes),
    )


def _from_row(row: tuple[object, ...]) -> PlayedGame:
    number, seat, winner, points_0, points_1, reason, opening, start, moves, notes = row
    noted = json.loads(str(notes))
    return PlayedGame(
        int(str(number)),
        int(str(seat)),
        str(opening),
        str(start),
        tuple(str(moves).split()),
        Result(None if winner is None else int(str(winner)), (float(str(points_0)), float(str(points_1))), str(reason)),
        tuple(noted["values"]),
        tuple(noted["seconds"]),
    )
