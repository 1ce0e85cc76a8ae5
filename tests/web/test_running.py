"""Runs as processes: begun, paused, stopped, gone on with, alive without the page."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.engines.support import is_running as is_there
from tests.web.support import SMALL, wait_until

from ludogen.errors import InvalidInputError, LudogenError, RunError
from ludogen.runs.store import GenerationRecord
from ludogen.web.diagrams import panels, seconds_left, words_for
from ludogen.web.running import OWN, Running, RunState

BEGIN = "import os, sys; from pathlib import Path; from ludogen.web.running import Running; {}; os._exit(0)"


def generation(running: Running, name: str) -> int:
    state = running.state(name)
    return -1 if state is None or state.generation is None else state.generation


def pid_of(running: Running, name: str) -> int:
    process = running._process(name)
    assert process is not None
    return process.pid


@pytest.mark.slow
def test_a_run_goes_on_without_the_page_and_is_taken_up_by_the_next(tmp_path: Path) -> None:
    begin = BEGIN.format(f"Running(Path({str(tmp_path)!r})).start('chellapilla', 'quick', {SMALL!r}, '7', 'own')")
    subprocess.run([sys.executable, "-c", begin], check=True)  # a page that begins a run and dies
    running = Running(tmp_path)
    wait_until(lambda: generation(running, "own") >= 2, "no generation has come")
    state = running.state("own")
    assert state is not None
    assert (state.status, state.is_ours, state.seed, state.generations) == ("running", True, 7, 100000)
    pid = pid_of(running, "own")

    running.pause("own")
    state = running.state("own")
    assert state is not None
    assert state.status == "paused"
    wait_until(lambda: Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T", "it does not wait")
    at = generation(running, "own")
    running.resume("own")
    wait_until(lambda: generation(running, "own") > at + 1, "it does not go on")

    running.stop("own")
    wait_until(lambda: not is_there(pid), "it is still there")
    state = running.state("own")
    assert state is not None
    assert (state.status, state.is_ours) == ("stopped", False)
    at = generation(running, "own")
    for wanted, said in {"1": "not beyond", "many": "whole number", "-5": "whole number"}.items():
        with pytest.raises(InvalidInputError, match=said):
            running.extend("own", wanted)
    with pytest.raises(RunError, match="not begun from this page"):
        running.stop("own")
    running.resume("own")  # a new process, where the old one was
    wait_until(lambda: generation(running, "own") > at, "it does not go on")
    running.stop("own")


@pytest.mark.slow
def test_what_fails_to_begin_says_why(tmp_path: Path) -> None:
    running = Running(tmp_path)
    (tmp_path / "in-the-way").write_text("")
    with pytest.raises(RunError, match="in-the-way"):
        running.start("chellapilla", "quick", SMALL, "1", "in-the-way")
    running._begin("broken", ["evolve", "nonsense"])
    wait_until(lambda: (state := running.state("broken")) is not None and state.status == "failed", "it has not failed")
    state = running.state("broken")
    assert state is not None
    assert "unknown recipe 'nonsense'" in state.remark


def test_one_look_serves_all_browsers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    running, looks = Running(tmp_path), list[int]()

    def look(self: Running) -> list[RunState]:
        looks.append(1)
        return []

    monkeypatch.setattr(Running, "states", look)
    for _ in range(20):
        assert running.seen() == []
    assert len(looks) == 1
    running._seen = (running._seen[0] - 10, [])
    running.seen()
    assert len(looks) == 2


def record(number: int, seconds: float = 2.0, **metrics: float) -> GenerationRecord:
    return GenerationRecord(number, 10, seconds, "", metrics)


def test_metrics_stand_in_diagrams_that_say_what_they_are() -> None:
    records = [record(1, best=1.0, champion_random=0.5, diversity=0.3, offspring=0.5, champion_links=3.0)]
    found = panels(records)
    assert list(found)[:2] == ["Fitness", "Games a second"]
    assert list(found["Yardsticks"]) == ["champion random"]
    assert (list(found["Diversity"]), list(found["Newcomers"])) == (["diversity"], ["offspring"])
    assert "its opponent of stage 1" in words_for("moriarty", "Yardsticks")
    assert "never" in words_for("any", "Yardsticks")
    assert words_for("any", "nonsense") == ""


def test_the_time_that_is_left_goes_by_the_latest_generations() -> None:
    assert seconds_left([], 10) is None
    assert seconds_left([record(0, 0.0)], 10) is None
    assert seconds_left([record(1, 100.0), *(record(number) for number in range(2, 31))], 40) == 20
    assert seconds_left([record(40)], 40) == 0


@pytest.mark.parametrize(
    ("settings", "seed", "name", "said"),
    [
        ({"games": "many"}, "1", "", "whole number"),
        ({"games": "0"}, "1", "", "not allowed"),
        ({"gmaes": "1"}, "1", "", "did you mean 'games'"),
        ({"openings": "file:path=/etc/passwd"}, "1", "", "no files"),
        ({"openings": "../openings"}, "1", "", "no files"),
        ({}, "one", "", "seed 'one'"),
        ({}, "1", "../out", "cannot be called"),
        ({}, "1", "--help", "cannot be called"),
        ({}, "1", ".page", "cannot be called"),
    ],
)
def test_nothing_begins_that_is_not_allowed(
    tmp_path: Path, settings: dict[str, str], seed: str, name: str, said: str
) -> None:
    with pytest.raises(InvalidInputError, match=said):
        Running(tmp_path / "runs").start("chellapilla", "quick", settings, seed, name)
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize("kept", ['{"pid": 1}', "[]", "{", '{"pid": HERE, "born": "1", "is_paused": false}'])
def test_a_process_that_is_not_the_run_is_never_touched(tmp_path: Path, kept: str) -> None:
    running = Running(tmp_path)
    (tmp_path / OWN).mkdir()
    (tmp_path / OWN / "own.json").write_text(kept.replace("HERE", str(os.getpid())))
    for act in (running.pause, running.stop):
        with pytest.raises(LudogenError):
            act("own")  # and this process is still here to say so


@pytest.mark.parametrize("name", ["..", "a/b", "", "/etc", "a\x00", "x" * 200])
def test_names_of_runs_stay_in_their_folder(tmp_path: Path, name: str) -> None:
    for act in (Running(tmp_path).state, Running(tmp_path).folder, Running(tmp_path).resume):
        with pytest.raises(InvalidInputError):
            act(name)
