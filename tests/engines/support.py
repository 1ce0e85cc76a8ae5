"""The misbehaving engine, real engines, and whether a process is still there."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from time import monotonic, sleep

import pytest

from ludogen.engines import find_program

BAD_ENGINE = Path(__file__).with_name("bad_engine.py")
# What an engine may take that does answer: much, as the machine may be busy.
AMPLE = 180.0


def bad_engine(mode: str, pids: Path) -> tuple[str, ...]:
    """The command that starts the misbehaving engine; it writes its process ids to the file."""
    return (sys.executable, "-S", "-E", str(BAD_ENGINE), mode, str(pids))


def pids_in(file: Path) -> list[int]:
    """The process ids that engines wrote."""
    return [int(line) for line in file.read_text().split()]


def is_running(pid: int) -> bool:
    """Is there such a process, and not just its zombie?"""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except ProcessLookupError:
        return False
    except FileNotFoundError:
        return Path("/proc/self").exists() is False


def all_end(pids: Iterable[int], seconds: float = AMPLE) -> bool:
    """Do all these processes end in time?"""
    deadline, left = monotonic() + seconds, list(pids)
    while left and monotonic() < deadline:
        left = [pid for pid in left if is_running(pid)]
        sleep(0.005)  # a pause between two looks
    return not left


def real_program(name: str) -> str:
    """Path of an installed engine. Without it the test is left out, but not in CI."""
    path = find_program(name)
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(f"{name} is not installed: `make test` as root installs it", pytrace=False)
        pytest.skip(f"{name} is not installed")
    return path
