"""The SQLite file: damage, other programs' files and other versions are told; older versions are read and migrated."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray
from tests.runs.support import assert_same, made_up, new_store

from ludogen.errors import RunError
from ludogen.runs import RunStore
from ludogen.runs import database as database_room
from ludogen.runs.arrays import TYPES, array_of, columns_of


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run of five generations."""
    with new_store(tmp_path / "run") as store:
        for number in range(5):
            store.on_generation(made_up(number))
    return tmp_path / "run"


def read_all(folder: Path) -> None:
    with RunStore.open(folder) as store:
        store.last()
        store.records()
        store.metrics("best")
        for number in range((store.last_number or 0) + 1):
            store.champion(number)
        store.population(0)


def open_to_write(folder: Path) -> None:
    RunStore.open(folder, writing=True).close()


@pytest.mark.parametrize("length", [0, 10, 100, 4096, 5000, 20_000])
def test_a_truncated_file_is_told(run: Path, length: int) -> None:
    data = (run / "run.db").read_bytes()
    assert length < len(data)
    (run / "run.db").write_bytes(data[:length])
    for read in (read_all, open_to_write):
        with pytest.raises(RunError, match=r"run\.db") as told:
            read(run)
        assert "\n" not in str(told.value)


def test_files_of_others_are_told_and_left_alone(run: Path) -> None:
    file = run / "run.db"
    with closing(sqlite3.connect(run / "other.db")) as other:
        other.execute("CREATE TABLE notes (text)")
    for content in (b"only text that is long enough to have a header" * 30, (run / "other.db").read_bytes()):
        file.write_bytes(content)
        for writing in (False, True):
            with pytest.raises(RunError, match=r"of another program|not the database of a run"):
                RunStore.open(run, writing=writing)
        assert file.read_bytes() == content


def test_a_newer_version_is_told(run: Path) -> None:
    with closing(sqlite3.connect(run / "run.db")) as database:
        database.execute("PRAGMA user_version = 99")
    for writing in (False, True):
        with pytest.raises(RunError, match=r"has version 99, this Ludogen knows 1\.\.1; use a newer Ludogen"):
            RunStore.open(run, writing=writing)


def version_of(run: Path) -> int:
    with closing(sqlite3.connect(run / "run.db")) as database:
        (version,) = database.execute("PRAGMA user_version").fetchone()
        return int(version)


def test_an_older_version_is_read_as_it_is_and_migrated_to_be_written(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Today's files are older than tomorrow's Ludogen, which says fitness for best and counts in thousands."""
    tomorrow = (
        "UPDATE metrics SET name = 'fitness' WHERE name = 'best'",
        "ALTER TABLE generations ADD COLUMN place TEXT NOT NULL DEFAULT 'here'",
    )
    after = ("UPDATE metrics SET value = value * 1000 WHERE name = 'fitness'",)
    monkeypatch.setattr(database_room, "MIGRATIONS", [*database_room.MIGRATIONS, tomorrow, after])
    before = (run / "run.db").read_bytes()
    with RunStore.open(run) as store:
        assert store.metrics("fitness") == {number: 1000.0 * number for number in range(5)}
        assert_state(store)
    assert (run / "run.db").read_bytes() == before
    assert version_of(run) == 1
    with RunStore.open(run, writing=True) as store:
        assert store.metrics("fitness") == {number: 1000.0 * number for number in range(5)}
        assert_state(store)
    assert version_of(run) == 3
    with RunStore.open(run, writing=True) as store:  # once is enough
        assert store.metrics("fitness")[4] == 4000.0


def assert_state(store: RunStore) -> None:
    np.testing.assert_array_equal(store.population(4)["weights"], made_up(4).state["weights"])


def test_a_migration_that_fails_changes_nothing(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = ("DELETE FROM metrics", "DROP TABLE there_is_none")
    monkeypatch.setattr(database_room, "MIGRATIONS", [*database_room.MIGRATIONS, wrong])
    with pytest.raises(RunError, match="there_is_none"):
        RunStore.open(run, writing=True)
    monkeypatch.undo()
    with RunStore.open(run) as store:
        assert_same(store.last(), made_up(4))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE state SET dtype = 'object' WHERE name = 'weights'", "array 'weights' is of type 'object'"),
        ("UPDATE state SET dtype = 'float64' WHERE name = 'weights'", "cannot have 600 bytes"),
        ("UPDATE state SET shape = '3,51' WHERE name = 'weights'", "cannot have 600 bytes"),
        ("UPDATE state SET shape = '-3,-50' WHERE name = 'weights'", "not numbers divided by commas"),
        ("UPDATE state SET data = 'text' WHERE name = 'weights'", "not made of text, text and bytes"),
        ("UPDATE state SET data = x'07' WHERE name = 'turned'", "bytes other than 0 and 1"),
        ("UPDATE champions SET data = x'0001'", "damaged"),
        ("UPDATE champions SET data = 'text'", "no champion of generation 4"),
        ("DELETE FROM champions", "no champion of generation 4"),
        ("UPDATE metrics SET value = 'much'", "could not convert"),
        ("UPDATE metrics SET name = char(27) || '[2J' WHERE name = 'best'", "a metric is named '\\x1b[2J'"),
        ("UPDATE generations SET games = 'many'", "invalid literal"),
        ("DELETE FROM run", "does not say what the run is to do"),
        ("UPDATE run SET configuration = x'00'", "cannot read"),
        ("DROP TABLE champions", "no such table"),
    ],
)
def test_contents_that_no_run_has_are_told(run: Path, change: str, said: str) -> None:
    with closing(sqlite3.connect(run / "run.db")) as database, database:
        database.execute(change)
    with pytest.raises(RunError) as told:
        read_all(run)
    assert said in str(told.value)
    assert str(run) in str(told.value)


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_changed_bytes_raise_our_error_or_none(run: Path, data: st.DataObject) -> None:
    kept = run.parent / "kept.db"
    if not kept.exists():
        kept.write_bytes((run / "run.db").read_bytes())
    content = bytearray(kept.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    for path in run.glob("run.db-*"):
        path.unlink()
    (run / "run.db").write_bytes(content)
    for read in (read_all, open_to_write):
        try:
            read(run)
        except RunError as wrong:
            assert str(wrong).isprintable()


any_array = st.sampled_from(sorted(TYPES)).flatmap(
    lambda kind: arrays.arrays(np.dtype(kind), arrays.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=5))
)


@settings(deadline=None)
@given(any_array, st.booleans())
def test_arrays_come_back(array: NDArray[Any], big: bool) -> None:
    found = array_of("a", *columns_of("a", array.astype(array.dtype.newbyteorder(">")) if big else array))
    assert (found.dtype, found.shape) == (array.dtype, array.shape)
    assert found.tobytes() == array.tobytes()


@given(
    st.one_of(st.sampled_from(sorted(TYPES)), st.text(max_size=8), st.none()),
    st.one_of(st.from_regex(r"[0-9]{0,14}(,[0-9]{0,3}){0,3}"), st.text(max_size=8), st.integers()),
    st.one_of(st.binary(max_size=64), st.text(max_size=4), st.none()),
)
def test_rows_that_are_no_arrays_are_told(kind: object, shape: object, data: object) -> None:
    try:
        found = array_of("a", kind, shape, data)
    except ValueError:
        return
    assert isinstance(data, bytes)
    assert found.nbytes == len(data)
