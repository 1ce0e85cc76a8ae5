"""How fast are matches? One table, one bar a row; exit code 1 if a bar is missed.

Run with `make bench`, or `.venv/bin/python -m benchmarks.arena`.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from benchmarks.report import Bar, Quantity, Row, run

PAIRINGS = [("othello", "positional:depth=2", "greedy"), ("checkers", "pieces:depth=4", "random")]
TIMES = 5


def match(game: str, one: str, other: str, games: int, home: Path, cache: Path | None = None) -> float:
    """Seconds that the command takes."""
    command = [sys.executable, "-m", "ludogen", "match", one, other, "--game", game, "--games", str(games)]
    environment = os.environ | {"LUDOGEN_HOME": str(home)} | ({"LUDOGEN_CACHE": str(cache)} if cache else {})
    began = perf_counter()
    subprocess.run(command, env=environment, check=True, capture_output=True)
    return perf_counter() - began


def warm_match() -> Row:
    """A thousand games, from typing the command to the table."""
    bar = Bar("<=", 2.0, "s")
    with tempfile.TemporaryDirectory() as folder:
        match("othello", "positional:depth=1", "random", 1000, Path(folder))
        taken = [match("othello", "positional:depth=1", "random", 1000, Path(folder)) for _ in range(TIMES)]
    what = f"whole command: 1000 games positional:depth=1 against random, warm; shortest of {TIMES}"
    return Row("1000 games", what, bar, bar.status(min(taken)), Quantity(min(taken), "s"), details={"seconds": taken})


def new_pairings() -> Iterator[Row]:
    """What a pairing that was never compiled costs once."""
    bar = Bar("<=", 10.0, "s")
    for game, one, other in PAIRINGS:
        with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as cache:
            folders = Path(home), Path(cache)
            match(game, "random", "greedy", 2, *folders)  # the rules of the game are there, the pairing is not
            first = match(game, one, other, 2, *folders)
            again = min(match(game, one, other, 2, *folders) for _ in range(2))
        what = f"{one} against {other}, first time less second"
        yield Row(f"new pairing {game}", what, bar, bar.status(first - again), Quantity(first - again, "s"))


def rows() -> Iterator[Row]:
    """All rows, one after the other."""
    yield warm_match()
    yield from new_pairings()


if __name__ == "__main__":
    sys.exit(run("arena", rows()))
