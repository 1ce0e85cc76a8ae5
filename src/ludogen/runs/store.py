"""A run on disk: a folder with `config.toml` (what it is to do) and `run.db` (what has become of it).

Each generation is one transaction, so a process that is killed loses at most the generation under way. The state of the
last generation is complete: from it the run goes on as if it had never stopped.
"""

import os
import secrets
import shutil
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from math import isnan, nan
from pathlib import Path
from sqlite3 import Connection
from time import monotonic
from typing import IO, Any, Self

import numpy as np
from numpy.typing import NDArray

from ludogen import __version__
from ludogen.database import transaction
from ludogen.errors import ConfigurationError, RecordError, RunError
from ludogen.evolution import Evolution, Generation
from ludogen.files import sync_folder
from ludogen.formats.champion import Champion, champion_bytes, parse_champion
from ludogen.runs.arrays import array_of, columns_of
from ludogen.runs.database import create_database, open_to_read, open_to_write, told
from ludogen.runs.files import lock, replace_file
from ludogen.runs.plan import KEEP_EVERY, RunPlan, difference, parse_plan, rules_version

__all__ = ["GenerationRecord", "RunStore"]

PLAN, DATABASE, LOCK = "config.toml", "run.db", "run.lock"
LONGEST_PLAN = 2**20


@dataclass(frozen=True)
class GenerationRecord:
    """What there is to tell of a generation."""

    number: int
    games: int
    seconds: float
    ended: str  # UTC
    metrics: Mapping[str, float]


class RunStore:
    """The folder of a run. An observer of evolution, and a context manager; for one thread."""

    def __init__(self, folder: Path, plan: RunPlan, begun: str, database: Connection, held: IO[bytes] | None) -> None:
        self.folder, self.plan, self.begun = folder, plan, begun
        self._path, self._database, self._lock = folder / DATABASE, database, held
        self._since = monotonic()

    @classmethod
    def create(cls, folder: Path, recipe: str, configuration: Any, seed: int, keep_every: int = KEEP_EVERY) -> Self:
        """A new run, open for writing. The folder appears complete or not at all."""
        plan = RunPlan.of_today(recipe, configuration, seed, keep_every)
        text = plan.text()
        parse_plan(text, str(folder / PLAN))  # what could not be read again is told now
        unfinished = folder.with_name(f".{folder.name}.{secrets.token_hex(8)}.tmp")
        with told(folder, "create"):
            if folder.exists() or folder.is_symlink():
                raise RunError(f"cannot create the run {str(folder)!r}: it exists already; choose another name")
            folder.parent.mkdir(parents=True, exist_ok=True)
            try:
                unfinished.mkdir()
                create_database(unfinished / DATABASE, text, _now())
                replace_file(unfinished / PLAN, text.encode())
                os.rename(unfinished, folder)
            except BaseException:
                shutil.rmtree(unfinished, ignore_errors=True)
                raise
            sync_folder(folder.parent)
        return cls.open(folder, writing=True)

    @classmethod
    def open(cls, folder: Path, *, writing: bool = False) -> Self:
        """A run that is there: to look at, or to go on with."""
        if not folder.is_dir():
            raise RunError(f"there is no run {str(folder)!r}")
        if not (folder / DATABASE).is_file():
            raise RunError(f"{str(folder)!r} is not the folder of a run: it has no {DATABASE}")
        held = lock(folder / LOCK, f"the run {str(folder)!r}") if writing else None
        try:
            database = (open_to_write if writing else open_to_read)(folder / DATABASE)
            try:
                begun, known = _plan_in(database, folder / DATABASE)
                plan = _plan_of(folder / PLAN, known)
                store = cls(folder, plan, begun, database, held)
                if writing:
                    store._make_ready(known)
            except BaseException:
                database.close()
                raise
        except BaseException:
            if held:
                held.close()
            raise
        return store

    def _make_ready(self, known: RunPlan) -> None:
        """Before a run goes on: the rules are those it was begun with, and file and database agree."""
        today = rules_version(self.plan.recipe)
        if self.plan.rules != today:
            raise RunError(
                f"cannot go on with {str(self.folder)!r}: it was begun by rules version {self.plan.rules} "
                f"(Ludogen {self.plan.ludogen}), this Ludogen plays by version {today}"
            )
        if self.plan != known or not (self.folder / PLAN).exists():
            self._write_plan(self.plan)

    def _write_plan(self, plan: RunPlan) -> None:
        # The file first: stopped in between, it still says what was asked for, and the next opening goes by it.
        text = plan.text()
        replace_file(self.folder / PLAN, text.encode())
        with told(self._path, "write to"), transaction(self._database):
            self._database.execute("UPDATE run SET configuration = ?", (text,))
        self.plan = plan

    def close(self) -> None:
        """Let go of the file and the lock."""
        self._database.close()
        if self._lock:
            self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    @property
    def evolution(self) -> Evolution:
        """The recipe, set up as this run has it."""
        return self.plan.evolution

    @property
    def last_number(self) -> int | None:
        """The number of the last generation that was kept; None before the first."""
        with told(self._path, "read"):
            (number,) = self._database.execute("SELECT max(number) FROM generations").fetchone()
            return None if number is None else int(number)

    def extend(self, generations: int) -> None:
        """Let the run go on up to another generation; `config.toml` says so from now on."""
        plan, last = self.plan.with_generations(generations), self.last_number or 0
        if generations < last:
            raise ConfigurationError(
                f"generations={generations} is not allowed: the run {str(self.folder)!r} has {last} already"
            )
        if plan != self.plan:
            self._write_plan(plan)

    def on_generation(self, generation: Generation) -> None:
        """Keep a generation, all of it or nothing."""
        number, last = generation.number, self.last_number
        if number != (0 if last is None else last + 1):
            raise RunError(f"generation {number} does not follow generation {last} of the run {str(self.folder)!r}")
        arrays = [(name, *columns_of(name, array)) for name, array in generation.state.items()]
        champion = champion_bytes(self._champion_of(generation))
        row = (number, generation.games, monotonic() - self._since, _now())
        metrics = [(number, name, float(value)) for name, value in generation.metrics.items()]
        execute, several = self._database.execute, self._database.executemany
        with told(self._path, "write to"), transaction(self._database):
            execute("INSERT INTO generations VALUES (?, ?, ?, ?)", row)
            several("INSERT INTO metrics VALUES (?, ?, ?)", metrics)
            execute("INSERT INTO champions VALUES (?, ?)", (number, champion))
            execute("DELETE FROM state")
            several("INSERT INTO state VALUES (?, ?, ?, ?)", arrays)
            if number == 0 or (self.plan.keep_every and number % self.plan.keep_every == 0):
                several("INSERT INTO populations VALUES (?, ?, ?, ?, ?)", [(number, *array) for array in arrays])
        self._since = monotonic()

    def _champion_of(self, generation: Generation) -> Champion:
        evolution, plan = self.evolution, self.plan
        settings = {name: value for name, value in plan.changed_settings().items() if name != "generations"}
        texts = {
            "recipe": plan.recipe,
            "seed": str(plan.seed),
            "generation": str(generation.number),
            "settings": " ".join(f"{name}={value}" for name, value in settings.items()),
            "rules": str(plan.rules),
            "ludogen": __version__,
        }
        if "best" in generation.metrics:
            texts["fitness"] = repr(float(generation.metrics["best"]))
        arrays = {name: np.asarray(array) for name, array in generation.champion.items()}
        return Champion(evolution.game, evolution.method, arrays, texts)

    def last(self) -> Generation | None:
        """The last generation, to go on from; None before the first."""
        number = self.last_number
        if number is None:
            return None
        (record,) = self.records(number - 1)
        return Generation(number, self.population(number), self.champion(number).arrays, record.metrics, record.games)

    def records(self, after: int = -1) -> list[GenerationRecord]:
        """What there is to tell of the generations after this one."""
        with told(self._path, "read"):
            rows = self._database.execute(
                "SELECT number, games, seconds, ended FROM generations WHERE number > ? ORDER BY number", (after,)
            ).fetchall()
            values = self._database.execute(
                "SELECT generation, name, value FROM metrics WHERE generation > ? ORDER BY generation, name", (after,)
            ).fetchall()
            metrics: dict[int, dict[str, float]] = {}
            for number, name, value in values:
                if not str(name).isprintable():
                    raise ValueError(f"a metric is named {str(name)[:40]!r}")
                metrics.setdefault(number, {})[str(name)] = nan if value is None else float(value)
            return [
                GenerationRecord(int(number), int(games), float(seconds), str(ended), metrics.get(number, {}))
                for number, games, seconds, ended in rows
            ]

    def metrics(self, name: str) -> dict[int, float]:
        """A metric by generation, where it was measured."""
        with told(self._path, "read"):
            rows = self._database.execute(
                "SELECT generation, value FROM metrics WHERE name = ? ORDER BY generation", (name,)
            )
            return {int(number): nan if value is None else float(value) for number, value in rows}

    def best_generation(self, metric: str = "best") -> int:
        """The generation in which a metric was highest, the latest of equals."""
        values = {number: value for number, value in self.metrics(metric).items() if not isnan(value)}
        if not values:
            raise RunError(f"the run {str(self.folder)!r} has no metric {metric!r} yet")
        return max(values, key=lambda number: (values[number], number))

    def champion(self, generation: int | None = None) -> Champion:
        """The champion of a generation, or of the last."""
        last = self.last_number
        number = last if generation is None else generation
        with told(self._path, "read"):
            row = None
            if last is not None and number is not None and 0 <= number <= last:
                row = self._database.execute("SELECT data FROM champions WHERE generation = ?", (number,)).fetchone()
        if row is None or not isinstance(row[0], bytes):
            there = "none yet" if last is None else f"0..{last}"
            raise RunError(f"the run {str(self.folder)!r} has no champion of generation {number}: it has {there}")
        try:
            return parse_champion(row[0], f"{self.folder}@{number}")
        except RecordError as wrong:
            raise RunError(f"{str(self._path)!r} is damaged: {wrong}") from None

    def population(self, generation: int) -> dict[str, NDArray[Any]]:
        """All arrays of a generation, if they were kept: of the first, the last, and now and then one between."""
        with told(self._path, "read"):
            columns = "SELECT name, dtype, shape, data FROM"
            if generation == self.last_number:
                rows = self._database.execute(f"{columns} state ORDER BY rowid").fetchall()
            else:
                rows = self._database.execute(
                    f"{columns} populations WHERE generation = ? ORDER BY rowid", (generation,)
                ).fetchall()
            if rows:
                return {str(row[0]): array_of(*row) for row in rows}
        raise RunError(
            f"the run {str(self.folder)!r} has not kept the population of generation {generation}: it has "
            f"{', '.join(map(str, self.kept_populations()))}"
        )

    def kept_populations(self) -> list[int]:
        """The generations whose whole populations were kept, the last among them."""
        with told(self._path, "read"):
            kept = [number for (number,) in self._database.execute("SELECT DISTINCT generation FROM populations")]
        last = self.last_number
        return sorted({*kept, *([] if last is None else [last])})


def _now() -> str:
    return datetime.now(UTC).isoformat("T", "seconds")


def _plan_in(database: Connection, path: Path) -> tuple[str, RunPlan]:
    """When the run was begun, and the plan as the database has it."""
    with told(path, "read"):
        row = database.execute("SELECT begun, configuration FROM run").fetchone()
    if row is None:
        raise RunError(f"{str(path)!r} is damaged: it does not say what the run is to do")
    return str(row[0]), parse_plan(str(row[1]), str(path))


def _plan_of(path: Path, known: RunPlan) -> RunPlan:
    """The plan of the file, which must be the database's; only generations may differ, and then the file counts."""
    with told(path, "read"):
        if not path.exists():  # opened for writing, it is written again from the database
            return known
        with closing(path.open("rb")) as file:
            data = file.read(LONGEST_PLAN)
        text = data.decode()
    advice = "put it back, or delete the file: it is then written again from run.db"
    try:
        plan = parse_plan(text, str(path))
    except RunError as wrong:
        raise RunError(f"{wrong}; {advice}") from None
    differs = difference(plan, known)
    if differs:
        name, here, begun = differs
        raise RunError(f"{str(path)!r} says {name} = {here!r}, but the run was begun with {begun!r}; {advice}")
    return plan
