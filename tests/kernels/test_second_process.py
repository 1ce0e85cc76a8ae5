"""Compiled kernels are kept on disk, and a second process takes them from there."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ludogen.kernels
from ludogen.kernels.dispatch import COMPILED

PROGRAM = """
import json
import numpy as np
from ludogen.kernels import checkers, go, othello
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.perft import perft
from ludogen.kernels.random_games import random_game, random_games
from ludogen.kernels.steps import look, step
from ludogen.kernels.wide import pack

rows = pack(sum(31 << 8 * row for row in range(5)), 1)
none = pack(0, 1)
board = go.Go(none, none, rows, go.PASS, Bits(0), Bits(0), Bits(0), 0, go.AREA)
results = []
for position in (othello.START, checkers.START, board):
    results.append(perft(position, 4))
    results.append(random_game(position, Bits(1), 200))
outcomes, plies, found = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(9, np.uint64)
random_games(othello.START, np.arange(5, dtype=np.uint64), 200, outcomes, plies)
results.extend([outcomes.tolist(), plies.tolist()])
results.extend([look(othello.START, found), found.tolist(), step(othello.START, found[0])])
entries = {"perft": perft, "random_game": random_game, "random_games": random_games, "look": look, "step": step}
hits = {name: sum(entry.stats.cache_hits.values()) for name, entry in entries.items()}
misses = {name: sum(entry.stats.cache_misses.values()) for name, entry in entries.items()}
print(json.dumps({"results": results, "hits": hits, "misses": misses}))
"""


def run(folder: Path) -> dict[str, Any]:
    source = Path(ludogen.kernels.__file__).parents[2]
    environment = os.environ | {"LUDOGEN_CACHE": str(folder), "PYTHONPATH": str(source)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="nothing is compiled with NUMBA_DISABLE_JIT=1")
def test_second_process_loads_what_the_first_compiled(tmp_path: Path) -> None:
    calls = {"perft": 3, "random_game": 3, "random_games": 1, "look": 1, "step": 1}
    none = dict.fromkeys(calls, 0)
    first, second = run(tmp_path), run(tmp_path)
    assert (first["hits"], first["misses"]) == (none, calls)
    assert (second["hits"], second["misses"]) == (calls, none)
    assert first["results"] == second["results"]
    assert first["results"][0:3:2] == [244, 1469]
    assert list((tmp_path / "kernels").rglob("*.nbi"))
