"""Tasks for computes to do, some of them troublesome. They stand in a module of their own, as workers import them."""

import os
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.compute import Rows, Shared
from ludogen.evolution import Generation
from ludogen.games import Othello
from ludogen.kernels.perft import perft
from ludogen.kernels.populations import play_round
from ludogen.recipes.checkers_games import play_members
from ludogen.recipes.chellapilla import Chellapilla, ChellapillaConfiguration

AMPLE = 180.0  # seconds for what should take few: the machine may be busy
STRUCK = "LUDOGEN_TEST_STRUCK"  # in the environment of a node that is to be lost
GENERATIONS = 4


def small_evolution() -> Chellapilla:
    """The checkers paper in seconds: few nets, short games, and both kinds of task."""
    configuration = ChellapillaConfiguration(
        parents=4, games=2, depth=2, ply_limit=30, yardstick_every=2, yardstick_games=4
    )
    return Chellapilla(configuration, seed=7)


def all_of(generation: Generation) -> dict[str, Any]:
    """Everything in a generation, arrays as type, shape and bytes: equal only if bit for bit the same."""
    return {
        "number": generation.number,
        "state": _bytes(generation.state),
        "champion": _bytes(generation.champion),
        "metrics": dict(generation.metrics),
        "games": generation.games,
    }


def _bytes(arrays: Mapping[str, NDArray[Any]]) -> dict[str, tuple[str, tuple[int, ...], bytes]]:
    return {name: (array.dtype.str, array.shape, array.tobytes()) for name, array in arrays.items()}


def wait_for(file: Path) -> str:
    """What is in the file, once it is there."""
    deadline = monotonic() + AMPLE
    while not file.exists() or not file.read_text():
        assert monotonic() < deadline, f"{file.name} never came"
        sleep(0.01)  # a pause between two looks
    return file.read_text()


def products(shared: Shared, indices: NDArray[np.int64]) -> Rows:
    """Rows that tell index and shared data."""
    return np.stack([indices * shared["factor"], indices + shared["table"][indices % 3]], axis=1).astype(np.float64)


def raises(shared: Shared, indices: NDArray[np.int64]) -> Rows:
    """Fails at one index, in a way that can be sent or in one that cannot."""
    if shared["at"] in indices:
        raise (ValueError if shared["sendable"] else _UnsendableError)(f"bad index {shared['at']}")
    return np.zeros((len(indices), 1))


class _UnsendableError(Exception):
    def __reduce__(self) -> str:
        raise TypeError("this cannot be pickled")


def dies(shared: Shared, indices: NDArray[np.int64]) -> Rows:
    """Ends the process it runs in, every time, unless that is the driver."""
    if os.getpid() != shared["driver"]:
        os._exit(1)
    return np.zeros((len(indices), 1))


def compilations(shared: Shared, indices: NDArray[np.int64]) -> Rows:
    """Plays, and tells for each game how many kernels this process had to compile for it, and its process."""
    play_members(shared, indices)
    compiled = sum(play_round.stats.cache_misses.values())  # type: ignore[attr-defined]
    return np.tile([float(compiled), float(os.getpid())], (len(indices), 1))


def struck(shared: Shared, indices: NDArray[np.int64]) -> Rows:
    """Another task; but one part, the first on the node to be struck, tells its process and waits for its death.

    No other part ends before. When that part is run again, it goes through.
    """
    folder = Path(shared["folder"])
    if os.getpid() != shared["driver"]:
        if os.environ.get(STRUCK, "") == shared["node"] and _first(folder / "begun"):
            (folder / "pid").write_text(str(os.getpid()))
            sleep(AMPLE)  # never to the end
            raise AssertionError("nobody struck")
        wait_for(folder / "pid")
    task = getattr(import_module(shared["task"][0]), shared["task"][1])
    rows: Rows = task(shared, indices)
    return rows


def _first(file: Path) -> bool:
    try:
        file.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def endless(shared: Shared, indices: NDArray[np.int64]) -> Rows:
    """Tells its process, then stays in compiled code, where Python cannot interrupt it."""
    if os.getpid() != shared["driver"]:
        (Path(shared["folder"]) / str(os.getpid())).touch()
        perft(Othello().start().state, 25)
    return np.zeros((len(indices), 1))
