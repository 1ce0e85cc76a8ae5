"""Where compiled kernels are kept between runs.

Numba's own cache looks at one source file at a time and goes stale when a callee in another file changes. Here the
cache folder is keyed by a hash of *all* kernel sources and of everything else that changes the machine code, so a key
either fits completely or is not used at all. The folder belongs to the user and may be deleted at any time.
"""

import hashlib
import os
import sys
import tempfile
import time
from pathlib import Path
from shutil import rmtree
from types import FunctionType

import llvmlite
import numba
from numba.core.caching import UserWideCacheLocator

KERNELS = Path(__file__).resolve().parent
UNUSED_DAYS = 30


def source_key() -> str:
    """Hash of the kernel sources and of the settings that change what they compile to."""
    digest = hashlib.sha256()
    settings = (sys.version, numba.__version__, llvmlite.__version__, numba.config.BOUNDSCHECK, int(numba.config.OPT))
    digest.update(repr(settings).encode())
    for source in sorted(KERNELS.rglob("*.py")):
        digest.update(str(source.relative_to(KERNELS)).encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """The user's folder for compiled kernels: $LUDOGEN_CACHE, or ludogen in the usual cache folder."""
    chosen = os.environ.get("LUDOGEN_CACHE")
    if chosen:
        return Path(chosen) / "kernels"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludogen" / "kernels"


def open_folder(key: str) -> Path:
    """The folder for this key, made if need be; a private one that dies with the process where none can be written."""
    root = cache_root()
    folder = root / key
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        # Never a guessable shared folder: Numba unpickles what it finds there.
        private = tempfile.TemporaryDirectory(prefix="ludogen-kernels-")
        _private_folders.append(private)
        return Path(private.name)
    sweep(root, key)
    return folder


def sweep(root: Path, key: str) -> None:
    """Delete folders of other keys that nobody has opened for a month."""
    oldest = time.time() - UNUSED_DAYS * 86400
    for other in root.iterdir():
        if other.name != key and other.is_dir() and other.stat().st_mtime < oldest:
            rmtree(other, ignore_errors=True)


_private_folders: list["tempfile.TemporaryDirectory[str]"] = []
KEY = source_key()
FOLDER = open_folder(KEY)


class KernelCacheLocator(UserWideCacheLocator):  # type: ignore[misc]  # Numba is untyped
    """Sends the cache files of this package, and of no other, to FOLDER."""

    def __init__(self, py_func: FunctionType, py_file: str) -> None:
        super().__init__(py_func, py_file)
        self._cache_path = str(FOLDER)

    def get_source_stamp(self) -> str:
        return KEY

    def get_disambiguator(self) -> str:
        module = Path(self._py_file).resolve().relative_to(KERNELS)
        return f"{module.with_suffix('')}-{self._lineno}".replace(os.sep, ".")

    @classmethod
    def from_function(cls, py_func: FunctionType, py_file: str) -> "KernelCacheLocator | None":
        if KERNELS not in Path(py_file).resolve().parents:
            return None  # another package: Numba's own locators
        return cls(py_func, py_file)


def install() -> None:
    """Put our locator in front of Numba's. Must run before the first cached kernel is decorated."""
    ours = f"{__name__}.{KernelCacheLocator.__name__}"
    others = numba.config.CACHE_LOCATOR_CLASSES or (
        "UserProvidedCacheLocator,InTreeCacheLocator,UserWideCacheLocator,IPythonCacheLocator"
    )
    if ours not in others:
        numba.config.CACHE_LOCATOR_CLASSES = f"{ours},{others}"


install()
