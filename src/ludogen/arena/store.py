"""Where matches are kept: one SQLite file in the user's data folder, written as games end.

Each batch of games is one transaction, so a process that is killed loses only games it had not finished. A match is
found again by its settings. Matches of tournaments also stand on a ladder, which later tournaments extend.
"""

import fcntl
import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from ludogen.arena.played import PlayedGame
from ludogen.arena.settings import MatchSettings
from ludogen.arena.statistics import PairResult
from ludogen.database import SharedDatabase
from ludogen.errors import ArenaStoreError
from ludogen.files import data_folder
from ludogen.games import Result

__all__ = ["ArenaStore", "StoredMatch", "default_store"]

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


class ArenaStore(SharedDatabase):
    """The file."""

    application = 0x4C75646F  # "Ludo"
    schema = SCHEMA
    error = ArenaStoreError
    what = "a store of matches"

    @contextmanager
    def match(self, settings: MatchSettings, ladder: str | None = None) -> Iterator["StoredMatch"]:
        """The match with these settings, new or begun before; no other process may play it meanwhile."""
        with self._alone(settings):
            with self.writing() as database:
                database.execute(
                    "INSERT INTO matches (key, ladder, settings, begun) VALUES (?, ?, ?, ?) ON CONFLICT (key) "
                    "DO UPDATE SET ladder = coalesce(excluded.ladder, ladder)",
                    (settings.key, ladder, json.dumps(asdict(settings)), datetime.now(UTC).isoformat("T", "seconds")),
                )
            with self.reading() as database:
                found = database.execute("SELECT id, begun FROM matches WHERE key = ?", (settings.key,))
                number, begun = found.fetchone()
            yield StoredMatch(self, number, begun)

    @contextmanager
    def _alone(self, settings: MatchSettings) -> Iterator[None]:
        """Hold the lock of a match. The system takes it back when this process ends, however it ends."""
        folder = self.path.with_name(self.path.name + "-locks")
        with self.told("lock"):
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
        with self.reading() as database:
            rows = database.execute(
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
        with self.reading() as database:
            rows = database.execute(
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
        with self.store.reading() as database:
            rows = database.execute(
                f"SELECT {columns} FROM games WHERE match = ? ORDER BY number", (self.number,)
            ).fetchall()
        return {row[0]: _from_row(row) for row in rows}

    def add(self, games: list[PlayedGame]) -> None:
        """Keep games, all or none."""
        rows = [(self.number, *_to_row(game)) for game in games]
        with self.store.writing() as database:
            database.executemany("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def forget(self) -> None:
        """Drop the games that were played."""
        with self.store.writing() as database:
            database.execute("DELETE FROM games WHERE match = ?", (self.number,))


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
