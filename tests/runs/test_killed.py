"""Runs that are killed at any moment: at most the generation under way is lost, and in the end nothing is."""

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from tests.runs.support import TYPED, assert_same, dump, made_up, new_store

from ludogen.runs import RunStore

GENERATIONS = 100  # more than eight starts get through before they are killed
KILLS = 8


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ
    )


def run_to_its_end(*arguments: str) -> list[int]:
    with start("-m", "ludogen", *arguments, "--json") as process:
        out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return [json.loads(line)["generation"] for line in out.splitlines()]


def kill_after(lines: int, seconds: float, *arguments: str) -> int:
    """Begin, wait for so many generations and a moment, kill; the last generation that was told."""
    last = -1
    with start(*arguments) as process:
        assert process.stdout is not None
        for _ in range(lines):
            line = process.stdout.readline()
            last = json.loads(line)["generation"] if line else last
        time.sleep(seconds)  # so that the end comes at any moment of a generation, not only at its beginning
        process.kill()
        for line in process.stdout:
            last = json.loads(line)["generation"] if line.endswith("\n") else last
    return last


@pytest.mark.slow
def test_killed_again_and_again_a_run_ends_the_same(tmp_path: Path) -> None:
    options = ("--runs", str(tmp_path))
    new = ("evolve", "chellapilla", *TYPED, "--generations", str(GENERATIONS), *options)
    for threads in ("1", "2"):
        assert run_to_its_end(*new, "--name", f"whole-{threads}", "--threads", threads) == list(range(GENERATIONS + 1))
    chance, reached = random.Random(5), -1
    for kill in range(KILLS):
        command = (*new, "--name", "killed") if kill == 0 else ("resume", "killed", *options)
        threads = str(1 + kill % 2)
        told = kill_after(
            *(chance.randint(1, 3), chance.random() * 0.03),
            *("-m", "ludogen", *command, "--threads", threads, "--json"),
        )
        with RunStore.open(tmp_path / "killed") as store:
            assert store.last_number is not None
            assert store.last_number >= max(told, reached)  # what was told is kept
            reached = store.last_number
    assert 0 < reached < GENERATIONS
    assert run_to_its_end("resume", "killed", *options) == list(range(reached + 1, GENERATIONS + 1))
    assert dump(tmp_path / "killed") == dump(tmp_path / "whole-1")
    assert dump(tmp_path / "killed") == dump(tmp_path / "whole-2")
    lines = (tmp_path / "killed" / "metrics.jsonl").read_text().splitlines()
    assert [json.loads(line)["generation"] for line in lines] == list(range(GENERATIONS + 1))
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith(".")]


WRITER = """
import sys
from pathlib import Path
from tests.runs.support import made_up
from ludogen.runs import RunStore
with RunStore.open(Path(sys.argv[1]), writing=True) as store:
    number = -1 if store.last_number is None else store.last_number
    while True:
        number += 1
        store.on_generation(made_up(number, 20_000))
        print('{"generation": %d}' % number, flush=True)
"""


@pytest.mark.slow
def test_killed_while_it_writes_a_generation_is_whole_or_not_there(tmp_path: Path) -> None:
    """Nothing is played here: the process does nothing but write."""
    folder, chance, told = tmp_path / "run", random.Random(3), -1
    new_store(folder, 10**6, keep_every=3).close()
    for _ in range(6):
        told = max(told, kill_after(chance.randint(1, 5), chance.random() * 0.02, "-c", WRITER, str(folder)))
        with RunStore.open(folder) as store:
            last = store.last_number
            assert last is not None
            assert last >= told
            assert_same(store.last(), made_up(last, 20_000))
            assert [record.number for record in store.records()] == list(range(last + 1))
            for number in range(last + 1):
                assert store.champion(number).metadata["generation"] == str(number)
            for number in range(0, last, 3):
                kept, wanted = store.population(number)["weights"], made_up(number, 20_000).state["weights"]
                np.testing.assert_array_equal(kept, wanted)
