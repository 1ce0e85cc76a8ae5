"""Where runs are: folders side by side, `runs/` unless told otherwise. What they may be called, and finding them."""

from pathlib import Path

from ludogen.errors import InvalidInputError, RunError
from ludogen.names import known_or_suggestion
from ludogen.runs.files import is_locked
from ludogen.runs.store import DATABASE, LOCK, PLAN

__all__ = ["RUNS", "find_run", "is_running", "list_runs", "new_run", "size_on_disk", "split_run"]

RUNS = Path("runs")
LONGEST_NAME = 100


def new_run(runs: Path, recipe: str, seed: int, name: str = "") -> Path:
    """The folder for a new run: the name that was asked for, or recipe-seed, numbered on if it is taken."""
    if name:
        return runs / _checked(name)
    number = 1
    while (folder := runs / (f"{recipe}-{seed}" if number == 1 else f"{recipe}-{seed}-{number}")).exists():
        number += 1
    return folder


def _checked(name: str) -> str:
    known = all(letter.isalnum() or letter in "._-" for letter in name)
    if not known or not name[:1].isalnum() or len(name) > LONGEST_NAME:
        raise InvalidInputError(
            f"a run cannot be called {name[:200]!r}: letters, digits, '.', '_' and '-' are allowed, "
            f"first a letter or digit, at most {LONGEST_NAME}"
        )
    return name


def find_run(text: str, runs: Path) -> Path:
    """The folder of a run that is there: by its name, or by the path of its folder."""
    folder = Path(text) if "/" in text else runs / text
    try:
        is_there = text not in ("", ".", "..") and folder.is_dir()
    except (OSError, ValueError):  # too long, or with a NUL: there is no such folder
        is_there = False
    if not is_there:
        known = [run.name for run in list_runs(runs)]
        there = known_or_suggestion(text, known) if known else "none has been begun there"
        raise RunError(f"there is no run {text[:200]!r} in {str(runs)!r}: {there}")
    return folder


def list_runs(runs: Path) -> list[Path]:
    """The folders of all runs, by name."""
    try:
        folders = sorted(runs.iterdir())
    except OSError as wrong:
        if not runs.exists():
            return []
        raise RunError(f"cannot read the folder of runs {str(runs)!r}: {wrong.strerror}") from None
    return [
        folder
        for folder in folders
        if not folder.name.startswith(".") and ((folder / DATABASE).exists() or (folder / PLAN).exists())
    ]


def is_running(folder: Path) -> bool:
    """Is a process at work on the run?"""
    return is_locked(folder / LOCK)


def split_run(text: str) -> tuple[str, int | str | None]:
    """RUN@GENERATION: the run, and a number, "best", or None for the last."""
    name, at, which = text.rpartition("@")
    if not at or which == "last":
        return name or which, None
    if which == "best":
        return name, which
    if not (which.isascii() and which.isdigit() and len(which) <= 9):
        raise InvalidInputError(f"generation {which[:40]!r} of {text[:200]!r} is not a number, 'last' or 'best'")
    return name, int(which)


def size_on_disk(folder: Path) -> int:
    """Bytes of all files of a run."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file())
