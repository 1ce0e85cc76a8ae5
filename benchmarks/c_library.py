"""The C yardstick, perft.c: built into a given folder and loaded into this process."""

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

__all__ = ["FLAGS", "build_perft", "gcc_version"]

SOURCE = Path(__file__).with_name("perft.c")
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")


def gcc_version() -> str | None:
    """The first line of `gcc --version`, None where there is no gcc."""
    if shutil.which("gcc") is None:
        return None
    shown = subprocess.run(["gcc", "--version"], check=True, capture_output=True, text=True)
    return shown.stdout.splitlines()[0]


def build_perft(folder: Path) -> dict[str, Callable[[int], int]]:
    """Perft from the start by depth, for `othello` and `checkers`. The folder may go once this has returned."""
    library = folder / "perft.so"
    subprocess.run(["gcc", *FLAGS, str(SOURCE), "-o", str(library)], check=True)
    loaded = ctypes.CDLL(str(library))
    functions: dict[str, Callable[[int], int]] = {}
    for game in ("othello", "checkers"):
        function = loaded[f"perft_{game}"]
        function.argtypes, function.restype = [ctypes.c_int], ctypes.c_uint64
        functions[game] = function
    return functions
