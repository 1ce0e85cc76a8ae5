"""The C yardsticks: built into a given folder and loaded into this process."""

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

__all__ = ["FLAGS", "build_perft", "gcc_version", "load"]

SOURCES = Path(__file__).parent
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")


def gcc_version() -> str | None:
    """The first line of `gcc --version`, None where there is no gcc."""
    if shutil.which("gcc") is None:
        return None
    shown = subprocess.run(["gcc", "--version"], check=True, capture_output=True, text=True)
    return shown.stdout.splitlines()[0]


def load(name: str, folder: Path, *flags: str) -> ctypes.CDLL:
    """The library made from NAME.c. The folder may go once this has returned."""
    library = folder / f"{name}.so"
    subprocess.run(["gcc", *FLAGS, *flags, str(SOURCES / f"{name}.c"), "-o", str(library)], check=True)
    return ctypes.CDLL(str(library))


def build_perft(folder: Path) -> dict[str, Callable[[int], int]]:
    """Perft from the start by depth, for `othello` and `checkers`. The folder may go once this has returned."""
    loaded = load("perft", folder)
    functions: dict[str, Callable[[int], int]] = {}
    for game in ("othello", "checkers"):
        function = loaded[f"perft_{game}"]
        function.argtypes, function.restype = [ctypes.c_int], ctypes.c_uint64
        functions[game] = function
    return functions
