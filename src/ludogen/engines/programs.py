"""Finding installed programs."""

import os
import shutil

from ludogen.errors import EngineError

__all__ = ["find_program", "require_program"]

HOW_TO_INSTALL = {
    "gnugo": "apt-get install gnugo (Debian, Ubuntu), or brew install gnu-go",
    "gtp-rhino": "apt-get install grhino (Debian, Ubuntu)",
}


def find_program(name: str) -> str | None:
    """Path of a program; Debian keeps games in a folder that is often not on PATH."""
    return shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/games"]))


def require_program(name: str) -> str:
    """Path of a program that must be there; the error says how to get it."""
    path = find_program(name)
    if path is None:
        help_ = HOW_TO_INSTALL.get(name, "no such program on PATH or in /usr/games")
        raise EngineError(f"{name} is not installed: {help_}")
    return path
