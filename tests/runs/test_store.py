"""A run on disk: what was kept comes back, goes on, and is told apart from what is no run."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from math import isnan, nan
from pathlib import Path

import numpy as np
import pytest
from tests.runs.support import assert_same, configuration, dump, made_up, new_store

from ludogen.compute import ThreadCompute
from ludogen.errors import ConfigurationError, RecordError, RunError
from ludogen.evolution import Generation, evolve
from ludogen.runs import RunStore


def test_a_generation_comes_back_as_it_was(tmp_path: Path) -> None:
    with new_store(tmp_path / "run") as store:
        assert store.last() is None
        for number in range(4):
            store.on_generation(made_up(number))
        assert_same(store.last(), made_up(3))
    with RunStore.open(tmp_path / "run") as store:
        assert_same(store.last(), made_up(3))
        assert store.metrics("mean") == {number: number / 3 for number in range(4)}
        assert store.metrics("champion_random") == {0: 0.5}
        assert store.metrics("no such") == {}
        assert [record.number for record in store.records(1)] == [2, 3]


def test_state_that_comes_back_may_be_written_to(tmp_path: Path) -> None:
    with new_store(tmp_path / "run") as store:
        store.on_generation(made_up(0))
        last = store.last()
        assert last is not None
        last.state["weights"][:] = 0


def test_champions_say_whence_they_come(tmp_path: Path) -> None:
    with new_store(tmp_path / "run") as store:
        for number in range(9):
            store.on_generation(made_up(number))
        champion = store.champion(6)
        assert (champion.game, champion.method) == ("checkers", "checkers-net-2001")
        assert champion.metadata["generation"] == "6"
        assert champion.metadata["fitness"] == "6.0"
        assert champion.metadata["recipe"] == "chellapilla"
        assert "depth=2" in champion.metadata["settings"]
        np.testing.assert_array_equal(champion.arrays["weights"], made_up(6).champion["weights"])
        assert store.champion().metadata["generation"] == "8"
        assert store.best_generation() == 6
        for number in (9, -1, 10**30):
            with pytest.raises(RunError, match=rf"no champion of generation {number}: it has 0\.\.8"):
                store.champion(number)


def test_an_empty_run_has_no_champion(tmp_path: Path) -> None:
    with new_store(tmp_path / "run") as store:
        with pytest.raises(RunError, match="none yet"):
            store.champion()
        with pytest.raises(RunError, match="no metric 'best' yet"):
            store.best_generation()


def test_populations_are_kept_now_and_then(tmp_path: Path) -> None:
    with new_store(tmp_path / "run", keep_every=4) as store:
        for number in range(10):
            store.on_generation(made_up(number))
        for number in (0, 4, 8, 9):
            np.testing.assert_array_equal(store.population(number)["weights"], made_up(number).state["weights"])
        with pytest.raises(RunError, match="has not kept the population of generation 5: it has 0, 4, 8, 9"):
            store.population(5)


def test_numbers_that_are_none(tmp_path: Path) -> None:
    odd = made_up(0)
    with new_store(tmp_path / "run") as store:
        store.on_generation(Generation(0, odd.state, odd.champion, {"best": nan, "mean": float("inf")}))
        assert isnan(store.metrics("best")[0])
        assert store.metrics("mean") == {0: float("inf")}


def test_generations_follow_each_other(tmp_path: Path) -> None:
    with new_store(tmp_path / "run") as store:
        with pytest.raises(RunError, match="generation 1 does not follow generation None"):
            store.on_generation(made_up(1))
        store.on_generation(made_up(0))
        for number in (0, 2):
            with pytest.raises(RunError, match=f"generation {number} does not follow generation 0"):
                store.on_generation(made_up(number))


def test_a_generation_that_cannot_be_kept_leaves_the_one_before(tmp_path: Path) -> None:
    one = made_up(1)
    texts, infinite = np.array(["a", "b"]), {**one.champion, "weights": np.array([np.inf], np.float32)}
    with new_store(tmp_path / "run") as store:
        store.on_generation(made_up(0))
        with pytest.raises(RunError, match="cannot keep the array 'names': it is of type str"):
            store.on_generation(Generation(1, {"names": texts}, one.champion))
        with pytest.raises(RecordError, match="not finite"):
            store.on_generation(Generation(1, one.state, infinite))
        assert_same(store.last(), made_up(0))
        store.on_generation(one)
        assert_same(store.last(), one)


def test_a_full_disk_is_told_and_the_run_goes_on_later(tmp_path: Path) -> None:
    with new_store(tmp_path / "run") as store:
        store.on_generation(made_up(0))
        (pages,) = store._database.execute("PRAGMA page_count").fetchone()
        store._database.execute(f"PRAGMA max_page_count = {pages}")  # SQLite's own way to say that the disk is full
        with pytest.raises(RunError, match=r"run\.db.*full: nothing that was kept is lost; make room, then resume"):
            store.on_generation(made_up(1, 50_000))
        assert_same(store.last(), made_up(0))
    with RunStore.open(tmp_path / "run", writing=True) as store:
        store.on_generation(made_up(1, 50_000))
        assert_same(store.last(), made_up(1, 50_000))


def test_one_process_writes_and_others_read(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with new_store(folder) as store:
        store.on_generation(made_up(0))
        code = (
            "import sys; from pathlib import Path; from ludogen.runs import RunStore\n"
            "with RunStore.open(Path(sys.argv[1])) as store: print(store.last_number)\n"
            "RunStore.open(Path(sys.argv[1]), writing=True)"
        )
        other = subprocess.run(
            [sys.executable, "-c", code, str(folder)], capture_output=True, text=True, timeout=120, check=False
        )
        assert other.stdout == "0\n"
        assert f"RunError: the run {str(folder)!r} is in use by another process" in other.stderr
        store.on_generation(made_up(1))
    with RunStore.open(folder, writing=True) as store:
        assert store.last_number == 1


def test_a_reader_writes_nothing(tmp_path: Path) -> None:
    with new_store(tmp_path / "run") as store:
        store.on_generation(made_up(0))
    with RunStore.open(tmp_path / "run") as store, pytest.raises(RunError, match="readonly"):
        store.on_generation(made_up(1))


def test_stopped_or_not_evolution_is_the_same(tmp_path: Path) -> None:
    with new_store(tmp_path / "whole", 12) as store:
        evolve(store.evolution, ThreadCompute(1), [store])
    with new_store(tmp_path / "stopped", 5) as store:
        evolve(store.evolution, ThreadCompute(1), [store])
    with RunStore.open(tmp_path / "stopped", writing=True) as store:
        store.extend(12)
        evolve(store.evolution, ThreadCompute(2), [store], store.last())
    assert dump(tmp_path / "stopped") == dump(tmp_path / "whole")
    champions = dump(tmp_path / "whole")[2]
    assert len({data for _, data in champions}) == 13  # the nets did change


def test_extending_is_written_down(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with new_store(folder, 5) as store:
        for number in range(4):
            store.on_generation(made_up(number))
        store.extend(8)
        assert store.evolution.generations == 8
        with pytest.raises(ConfigurationError, match=r"generations=2 is not allowed: the run .* has 3 already"):
            store.extend(2)
        with pytest.raises(ConfigurationError, match="generations=0"):
            store.extend(0)
    assert "generations = 8\n" in (folder / "config.toml").read_text()
    with RunStore.open(folder) as store:
        assert store.plan.generations == 8


def test_an_edited_number_of_generations_counts(tmp_path: Path) -> None:
    """Also what is left when a process is killed between the file and the database."""
    folder = tmp_path / "run"
    new_store(folder, 5).close()
    file = folder / "config.toml"
    file.write_text(file.read_text().replace("generations = 5\n", "generations = 9\n"))
    with RunStore.open(folder, writing=True) as store:
        assert store.plan.generations == 9
    file.unlink()
    with RunStore.open(folder) as store:  # the database knows by now
        assert store.plan.generations == 9


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("depth = 2", "depth = 3", "says depth = 3, but the run was begun with 2"),
        ("seed = 1", "seed = 2", "says seed = 2, but the run was begun with 1"),
        ("depth = 2", "depth = 99", "setting depth=99 is not allowed: 1..20"),
        ("depth = 2", "deep = 2", "unknown setting 'deep'"),
        ("seed = 1", "seed = true", "seed is 'True', not a whole number"),
        ("seed = 1", "", "seed is 'None', not a whole number"),
        ("seed = 1", "seed = 1\ncolour = 3", "unknown entry 'colour'"),
        ('recipe = "chellapilla"', 'recipe = "anaconda"', "unknown recipe 'anaconda'"),
        ('openings = "none"', 'openings = "\\u001b[2J"', "characters that a configuration file cannot hold"),
        ("[configuration]", "[[[", "cannot read"),
        ("seed", "\0", "cannot read"),
        ("seed = 1", "seed = " + "[" * 5000, "cannot read"),
    ],
)
def test_a_configuration_that_is_not_the_runs_is_told(tmp_path: Path, before: str, after: str, said: str) -> None:
    folder = tmp_path / "run"
    new_store(folder).close()
    file = folder / "config.toml"
    kept = file.read_text()
    file.write_text(kept.replace(before, after, 1))
    for writing in (False, True):
        with pytest.raises(RunError, match=r"config\.toml") as told:
            RunStore.open(folder, writing=writing)
        assert said in str(told.value)
        assert "\n" not in str(told.value)
    file.unlink()  # as the message advises
    RunStore.open(folder, writing=True).close()
    assert file.read_text() == kept


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    new_store(tmp_path / "run").close()
    (tmp_path / "run" / "config.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(RunError, match=r"config\.toml"):
        RunStore.open(tmp_path / "run")


def test_other_rules_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with new_store(folder) as store:
        store._database.execute("UPDATE run SET configuration = replace(configuration, 'rules = 1', 'rules = 99')")
    (folder / "config.toml").unlink()
    with RunStore.open(folder) as store:  # looking is allowed
        assert store.plan.rules == 99
    with pytest.raises(RunError, match="begun by rules version 99"):
        RunStore.open(folder, writing=True)


def test_folders_that_are_no_runs(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="there is no run"):
        RunStore.open(tmp_path / "none")
    (tmp_path / "empty").mkdir()
    with pytest.raises(RunError, match=r"is not the folder of a run: it has no run\.db"):
        RunStore.open(tmp_path / "empty", writing=True)
    assert not list((tmp_path / "empty").iterdir())
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match="there is no run"):
        RunStore.open(tmp_path / "file")
    with pytest.raises(RunError, match="cannot create"):
        new_store(tmp_path / "file" / "run")


def test_a_run_is_not_created_over_anything(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    with pytest.raises(RunError, match="exists already"):
        new_store(tmp_path / "run")
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def test_what_is_not_allowed_makes_no_folder(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    for recipe, settings, keep_every in (
        ("anaconda", configuration(), 20),
        ("chellapilla", object(), 20),
        ("chellapilla", configuration(depth=99), 20),
        ("chellapilla", configuration(), -1),
    ):
        with pytest.raises(ConfigurationError):
            RunStore.create(folder, recipe, settings, 1, keep_every)
    assert not list(tmp_path.iterdir())


@contextmanager
def ordinary_user() -> Iterator[None]:
    """Root may write everywhere; be somebody else for a while."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_folder_that_cannot_be_written_can_be_read() -> None:
    home = Path(tempfile.mkdtemp())
    try:
        home.chmod(0o755)
        with new_store(home / "run") as store:
            store.on_generation(made_up(0))
        (home / "run").chmod(0o555)
        home.chmod(0o555)
        with ordinary_user():
            with RunStore.open(home / "run") as store:
                assert_same(store.last(), made_up(0))
            with pytest.raises(RunError, match=r"cannot lock .*run\.lock'|readonly"):
                RunStore.open(home / "run", writing=True)
            with pytest.raises(RunError, match=r"cannot create .*Permission denied"):
                new_store(home / "other")
        home.chmod(0o755)
        (home / "run").chmod(0o755)
    finally:
        shutil.rmtree(home)
