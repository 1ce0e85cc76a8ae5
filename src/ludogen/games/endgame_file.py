"""The file of the endgame tables of checkers: how it is written, read and checked.

One file holds all classes: `checkers.tables` in the folder `tables` of the user's cache (`$LUDOGEN_CACHE`). A header of
4096 bytes says what is in it and carries a checksum of each class and of itself; then comes one byte a position, in the
order of `kernels/checkers_index.py`, so that the file is mapped into memory as it is. A new file takes the place of the
old one only when it is complete.
"""

import hashlib
import os
import struct
import tempfile
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from stat import S_ISREG
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludogen.errors import EndgameTableError
from ludogen.games.checkers import Checkers
from ludogen.kernels.cache import cache_root
from ludogen.kernels.checkers_index import CLASSES, Class

__all__ = ["Codes", "Stored", "end_of", "read", "salvage", "tables_path", "unusable", "write"]

Codes = NDArray[np.uint8]
MAGIC = b"LUDOTAB\n"
FORMAT = 1  # goes up when the file, the order of the positions or the meaning of their codes changes
HEADER_SIZE, DIGEST_SIZE = 4096, 32
START = struct.Struct("<8sHH12sHH")  # magic, format, rules version, game, number of classes, 0
RECORD = struct.Struct(f"<4BI{DIGEST_SIZE}s")  # men and kings of both sides, positions, checksum
REPAIR = "'ludogen tables build checkers' repairs it"


def tables_path() -> Path:
    """Where the tables are kept."""
    return cache_root().parent / "tables" / "checkers.tables"


class Stored(NamedTuple):
    """What a file holds: codes, where the pairs of classes begin that are whole, and what is wrong, if anything is."""

    codes: Codes
    done: frozenset[int]
    fault: str = ""


NOTHING = Stored(np.empty(0, np.uint8), frozenset())


def unusable(path: Path, fault: str) -> EndgameTableError:
    """The error for a file that cannot be used."""
    return EndgameTableError(f"endgame tables {str(path)!r} cannot be used: {fault}; {REPAIR}")


def _digest(data: bytes | memoryview) -> bytes:
    return hashlib.blake2b(data, digest_size=DIGEST_SIZE).digest()


def _part(codes: Codes, one: Class) -> memoryview:
    return codes[one.begin : one.begin + one.size].data


def end_of(classes: Sequence[Class]) -> int:
    """Where the last of these classes ends."""
    return classes[-1].begin + classes[-1].size


def _header(codes: Codes, classes: tuple[Class, ...]) -> bytes:
    start = START.pack(MAGIC, FORMAT, Checkers.version, Checkers.name.encode(), len(classes), 0)
    records = (RECORD.pack(*one[:4], one.size, _digest(_part(codes, one))) for one in classes)
    text = b"".join([start, *records]).ljust(HEADER_SIZE - DIGEST_SIZE, b"\0")
    return text + _digest(text)


def _read_header(path: Path, header: bytes) -> list[bytes]:
    """The checksums of the classes that a header names."""
    if len(header) < START.size or not header.startswith(MAGIC):
        raise unusable(path, f"it begins with {header[:8]!r}, a file of tables with {MAGIC!r}")
    _, version, rules, game, number, _ = START.unpack_from(header)
    if version != FORMAT:
        age = "it was made by a newer Ludogen" if version > FORMAT else "it is of an old kind"
        raise unusable(path, f"{age} (format {version}, this one reads {FORMAT})")
    if len(header) < HEADER_SIZE:
        raise unusable(path, f"it is cut off after {len(header)} bytes")
    if _digest(header[:-DIGEST_SIZE]) != header[-DIGEST_SIZE:]:
        raise unusable(path, "its header is damaged")
    if game.rstrip(b"\0") != Checkers.name.encode() or rules != Checkers.version:
        name = game.rstrip(b"\0").decode("ascii", "backslashreplace")
        raise unusable(path, f"it is for {name!r} rules {rules}, not for 'checkers' rules {Checkers.version}")
    if not 1 <= number <= len(CLASSES):
        raise unusable(path, f"it names {number} classes, there are {len(CLASSES)}")
    records = [RECORD.unpack_from(header, START.size + RECORD.size * place) for place in range(number)]
    for record, one in zip(records, CLASSES, strict=False):
        if record[:5] != (*one[:4], one.size):
            raise unusable(path, f"it names {record[:5]} where the class {(*one[:4], one.size)} must be")
    return [record[5] for record in records]


def read(path: Path) -> Stored | None:
    """What a file holds, each class checked; None if it is not there, EndgameTableError if its header is wrong."""
    try:
        if not S_ISREG(path.stat().st_mode):
            raise unusable(path, "it is not a file")
        with path.open("rb") as file:
            digests = _read_header(path, file.read(HEADER_SIZE))
            classes = CLASSES[: len(digests)]
            size = os.fstat(file.fileno()).st_size - HEADER_SIZE
            codes = NOTHING.codes
            if size:
                shape = (min(size, end_of(classes)),)
                # As a plain array: kernels take longer to accept its subclasses.
                codes = np.asarray(np.memmap(file, np.uint8, "r", HEADER_SIZE, shape))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as wrong:  # ValueError: it became shorter just now
        raise unusable(path, getattr(wrong, "strerror", None) or str(wrong)) from None
    damaged = [
        one
        for one, digest in zip(classes, digests, strict=True)
        if one.begin + one.size > codes.size or _digest(_part(codes, one)) != digest
    ]
    fault = ""
    if size != end_of(classes):
        fault = f"it has {size + HEADER_SIZE} bytes, not {end_of(classes) + HEADER_SIZE}"
    elif damaged:
        fault = f"the class {damaged[0].name!r} is damaged"
    done = {one.pair_begin for one in classes} - {one.pair_begin for one in damaged}
    if classes[-1].pair_begin + classes[-1].pair_size != end_of(classes):
        fault = fault or f"the class after {classes[-1].name!r} is missing"
        done.discard(classes[-1].pair_begin)
    return Stored(codes, frozenset(done), fault)


def salvage(path: Path) -> Stored:
    """What can be used of a file, perhaps nothing."""
    try:
        return read(path) or NOTHING
    except EndgameTableError as wrong:
        return NOTHING._replace(fault=str(wrong))


def write(path: Path, codes: Codes, done: set[int]) -> None:
    """Replace the file by one with all classes up to the first that is not done; all of it or nothing."""
    classes = tuple(takewhile(lambda one: one.pair_begin in done, CLASSES))
    if not classes:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".checkers-", suffix=".tmp", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_header(codes, classes))
                file.write(codes[: end_of(classes)].data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as wrong:
        raise EndgameTableError(f"cannot write endgame tables {str(path)!r}: {wrong.strerror or wrong}") from None
