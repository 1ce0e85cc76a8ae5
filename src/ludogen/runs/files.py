"""Small files of a run's folder: replaced at once or not at all, and the lock that keeps a second process out."""

import fcntl
import os
import secrets
from pathlib import Path
from typing import IO

from ludogen.errors import RunError
from ludogen.runs.database import told

__all__ = ["lock", "replace_file", "sync_folder"]


def replace_file(path: Path, data: bytes) -> None:
    """Write a file; whoever looks sees the old one or the new one."""
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(8)}.tmp")
    with told(path, "write"):
        try:
            with unfinished.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(unfinished, path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Let the disk have the names of a folder, too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


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
