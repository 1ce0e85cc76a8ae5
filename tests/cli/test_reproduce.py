"""`ludogen reproduce`: what it refuses, and that its lab keeps what was measured."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from ludogen.cli.reproduce import _Lab, reproduce
from ludogen.compute import ThreadCompute
from ludogen.errors import ConfigurationError, RunError
from ludogen.runs.store import RunStore


def lab(folder: Path, compute: ThreadCompute) -> _Lab:
    return _Lab("chellapilla", "quick", 1, 1, folder, folder, "ludogen reproduce", compute, Console(quiet=True), {})


def test_unknown_papers_and_scales_are_quoted() -> None:
    with pytest.raises(ConfigurationError, match=r"paper 'chelapilla' cannot be reproduced: .*'chellapilla'"):
        reproduce("chelapilla")
    with pytest.raises(ConfigurationError, match="scale 'huge' is not quick or paper"):
        reproduce("chellapilla", scale="huge")
    with pytest.raises(ConfigurationError, match="--seeds is for stanley; 'moriarty'"):
        reproduce("moriarty", seeds="3")
    with pytest.raises(ConfigurationError, match="--games is for frankland; 'stanley'"):
        reproduce("stanley", games="random=3")
    for text, part in (("5x5", "5x5"), ("3,7x7-raw=-1", "7x7-raw=-1"), ("²", "²")):
        with pytest.raises(ConfigurationError, match=f"'{part}' is no number, nor NAME=NUMBER"):
            reproduce("stanley", seeds=text)


def test_what_was_measured_is_not_measured_again(tmp_path: Path) -> None:
    made = []

    def measure() -> list[int]:
        made.append(1)
        return [3, 1]

    with closing(ThreadCompute(1)) as compute:
        for _ in range(2):
            assert lab(tmp_path, compute).kept("games of one", measure) == [3, 1]
        assert len(made) == 1
        (path,) = tmp_path.rglob("measurements.json")
        path.write_text("{")
        with pytest.raises(RunError, match="delete it, and it is measured again"):
            lab(tmp_path, compute).kept("games of one", measure)


def test_settings_reach_the_run_by_their_type(tmp_path: Path) -> None:
    from ludogen.runs.store import RunStore

    settings = {"generations": 1, "parents": 2, "games": 1, "depth": 1, "ply_limit": 10, "yardstick_every": 0}
    with closing(ThreadCompute(1)) as compute:
        folder = lab(tmp_path, compute).evolved("small", 4, {**settings, "turned": True, "adjudicate": 1.0})
        again = lab(tmp_path, compute).evolved("small", 4, settings)
    assert folder == again
    with RunStore.open(folder) as store:
        c = store.plan.configuration
        assert (c.turned, c.adjudicate, c.games, store.plan.seed, store.last_number) == (True, 1.0, 1, 4, 1)


@pytest.mark.slow
def test_a_run_goes_on_if_more_generations_are_wanted(tmp_path: Path) -> None:
    small = {"population": 6, "opponent": "playouts", "remember": False, "yardstick_every": 0}
    with closing(ThreadCompute(1)) as compute:
        made = replace(lab(tmp_path, compute), paper="stanley")
        for wanted, there in ((2, 2), (3, 3), (1, 3)):
            folder = made.evolved("5x5", 1, {**small, "generations": wanted})
            with RunStore.open(folder) as store:
                assert store.last_number == store.plan.generations == there
