"""Files that are written whole: whoever looks sees the old one or the new one, never a part. And where they lie."""

import os
import secrets
from pathlib import Path

__all__ = ["data_folder", "replace_file", "sync_folder"]


def data_folder() -> Path:
    """The user's data folder: $LUDOGEN_HOME, or as the XDG convention has it."""
    home = os.environ.get("LUDOGEN_HOME")
    if home:
        return Path(home)
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "ludogen"


def replace_file(path: Path, data: bytes) -> None:
    """Write a file at once or not at all; OSError (or ValueError, for an impossible name) if it cannot be."""
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(8)}.tmp")
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
