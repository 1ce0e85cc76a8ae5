"""Small files of a run's folder, and the lock that keeps a second process out."""

import fcntl
from pathlib import Path
from typing import IO

from ludogen import files
from ludogen.errors import RunError
from ludogen.runs.database import told

__all__ = ["is_locked", "lock", "replace_file"]


def replace_file(path: Path, data: bytes) -> None:
    """Write a file of the run, whole."""
    with told(path, "write"):
        files.replace_file(path, data)


def lock(path: Path, what: str) -> IO[bytes]:
    """Hold a lock until the file is closed. The system takes it back when this process ends, however it ends."""
    with told(path, "lock"):
        held = path.open("ab")
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        held.close()
        raise RunError(f"{what} is in use by another process: wait until it ends, or end it") from None
    return held


def is_locked(path: Path) -> bool:
    """Does another process hold the lock? Asked by trying to share it, for an instant and without making the file."""
    try:
        with path.open("rb") as held:
            fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False
