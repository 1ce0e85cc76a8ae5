"""Champions as files: one `.safetensors` file holds the arrays of a player and says, in texts, what they are.

The texts `format`, `version`, `game` and `method` are always there; whoever makes the champion adds others (recipe,
seed, generation, fitness, ...). Nothing in the file is run or unpickled. Readers raise RecordError and nothing else.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, deserialize
from safetensors.numpy import save

from ludogen.errors import RecordError
from ludogen.files import replace_file
from ludogen.formats.places import quoted, shortened

__all__ = ["MOST_BYTES", "Champion", "champion_bytes", "parse_champion", "read_champion", "write_champion"]

FORMAT, VERSION = "ludogen-champion", 1
MOST_BYTES = 64 * 2**20
MOST_HEADER_BYTES = 2**20
MOST_ARRAYS = 64
MOST_DIMENSIONS = 4
LONGEST_SIDE = 2**24
MOST_TEXTS = 64
LONGEST_TEXT = 10_000
OWN_KEYS = ("format", "version", "game", "method")
TYPES: dict[str, type[np.generic]] = {
    "F32": np.float32,
    "F64": np.float64,
    "I64": np.int64,
    "I8": np.int8,
    "U8": np.uint8,
    "BOOL": np.bool_,
}
_KEY = re.compile(r"[a-z][a-z0-9_.-]{0,63}")
_GAME = re.compile(r"[a-z][a-z0-9_:=.,-]{0,99}")
_METHOD = re.compile(r"[a-z][a-z0-9-]{0,63}")
_VERSION = re.compile(r"[1-9][0-9]{0,8}")


@dataclass(frozen=True, eq=False)
class Champion:
    """The arrays of a player, the game it plays, the method that makes a player of them, and whence it comes."""

    game: str
    method: str
    arrays: Mapping[str, NDArray[Any]]
    metadata: Mapping[str, str]  # without the file's own texts: format, version, game, method


def champion_bytes(champion: Champion) -> bytes:
    """The file of a champion; equal champions give equal bytes."""
    where = "a champion to be written"
    for key in OWN_KEYS:
        if key in champion.metadata:
            raise _fault(where, f"the text {key!r} is the file's own; give it another name")
    texts = {"format": FORMAT, "version": str(VERSION), "game": champion.game, "method": champion.method}
    texts |= champion.metadata
    arrays = {name: np.ascontiguousarray(array).reshape(np.shape(array)) for name, array in champion.arrays.items()}
    _check_texts(where, texts)
    _check_arrays(where, arrays)
    data = _with_sorted_header(save(arrays, texts))
    _check_size(where, data)
    return data


def parse_champion(data: bytes, where: str) -> Champion:
    """The champion in the bytes of a file; errors say where it is from."""
    _check_size(where, data)
    try:
        found = deserialize(data)  # type: ignore[no-untyped-call]
    except SafetensorError as wrong:
        reason = repr(shortened(str(wrong), 120))  # may quote the file, control characters and all
        raise _fault(where, f"it is no safetensors file: {reason}") from None
    texts = _metadata(where, data)
    _check_texts(where, texts)
    if len(found) > MOST_ARRAYS:  # before any of them is looked at
        raise _fault(where, f"it has {len(found)} arrays, more than {MOST_ARRAYS}")
    arrays = {name: _array(where, name, parts) for name, parts in sorted(found, key=lambda item: item[0])}
    _check_arrays(where, arrays)
    metadata = {key: texts[key] for key in sorted(texts) if key not in OWN_KEYS}
    return Champion(texts["game"], texts["method"], arrays, metadata)


def write_champion(path: Path, champion: Champion) -> None:
    """Write a champion to a file. What stood there before is replaced at once, or not at all."""
    data = champion_bytes(champion)
    try:
        replace_file(path, data)
    except (OSError, ValueError) as wrong:
        raise RecordError(f"cannot write champion {str(path)!r}: {_reason(wrong)}") from None


def read_champion(path: Path) -> Champion:
    """The champion in a file."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as wrong:  # ValueError: a NUL in the name
        raise _fault(str(path), _reason(wrong)) from None
    return parse_champion(data, str(path))


def _fault(where: str, what: str) -> RecordError:
    return RecordError(f"cannot use champion {where!r}: {what}")


def _reason(wrong: Exception) -> str:
    return getattr(wrong, "strerror", None) or str(wrong)


def _with_sorted_header(data: bytes) -> bytes:
    """The same file with its header in order: the library writes texts in any order, each time another."""
    size = int.from_bytes(data[:8], "little")
    header = json.dumps(json.loads(data[8 : 8 + size]), sort_keys=True, separators=(",", ":")).encode()
    header += b" " * (-len(header) % 8)  # the arrays begin at a multiple of 8
    return len(header).to_bytes(8, "little") + header + data[8 + size :]


def _check_size(where: str, data: bytes) -> None:
    if len(data) > MOST_BYTES:
        raise _fault(where, f"it is larger than {MOST_BYTES // 2**20} MB")
    header = int.from_bytes(data[:8], "little")
    if header > MOST_HEADER_BYTES:
        raise _fault(where, f"it is no safetensors file, or its header of {header} bytes is larger than 1 MB")


def _metadata(where: str, data: bytes) -> dict[str, str]:
    """The texts of a file whose header the library has read; it hands out arrays only."""
    try:
        header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
    except (ValueError, RecursionError):
        raise _fault(where, "its header cannot be read") from None
    texts = header.get("__metadata__") if isinstance(header, dict) else None
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise _fault(where, f"it says nothing of itself; a champion has the texts {', '.join(OWN_KEYS)}")
    return texts


def _check_texts(where: str, texts: Mapping[str, str]) -> None:
    if len(texts) > MOST_TEXTS:
        raise _fault(where, f"it has {len(texts)} texts, more than {MOST_TEXTS}")
    _check_names(where, "a text", texts)
    if texts.get("format") != FORMAT:
        raise _fault(where, f"its format is {quoted(texts.get('format', ''))}, not {FORMAT!r}")
    version = texts.get("version", "")
    if not _VERSION.fullmatch(version):
        raise _fault(where, f"its version {quoted(version)} is not a number from 1")
    if int(version) > VERSION:
        raise _fault(where, f"its version {version} is newer than this Ludogen's, {VERSION}; a newer Ludogen reads it")
    for key, pattern in (("game", _GAME), ("method", _METHOD)):
        if not pattern.fullmatch(texts.get(key, "")):
            raise _fault(where, f"its {key} is {quoted(texts.get(key, ''))}; small letters, digits and - are allowed")
    for key, text in texts.items():
        if len(text) > LONGEST_TEXT:
            raise _fault(where, f"its text {key!r} has {len(text)} characters, more than {LONGEST_TEXT}")
        if not text.isprintable():
            raise _fault(where, f"its text {key!r} is {quoted(text)}; control characters are not allowed")


def _check_names(where: str, what: str, names: Iterable[str]) -> None:
    for name in names:
        if not _KEY.fullmatch(name):
            allowed = "1 to 64 small letters, digits, _ . and - are allowed, first a letter"
            raise _fault(where, f"it has {what} named {quoted(name)}; {allowed}")


def _array(where: str, name: str, parts: Mapping[str, Any]) -> NDArray[Any]:
    """An array as it stands in the file, not to be written to."""
    kind, shape = TYPES.get(parts["dtype"]), tuple(parts["shape"])
    if kind is None:
        raise _fault(where, f"its array {quoted(name)} is of type {parts['dtype']}; allowed are {', '.join(TYPES)}")
    _check_shape(where, name, shape)
    raw = bytes(parts["data"])
    if kind is np.bool_ and raw.strip(b"\0\1"):
        raise _fault(where, f"its array {quoted(name)} is of type BOOL but holds bytes other than 0 and 1")
    return np.frombuffer(raw, np.dtype(kind).newbyteorder("<")).reshape(shape)


def _check_shape(where: str, name: str, shape: tuple[int, ...]) -> None:
    if len(shape) > MOST_DIMENSIONS or max(shape, default=0) > LONGEST_SIDE:
        allowed = f"at most {MOST_DIMENSIONS} dimensions of at most {LONGEST_SIDE} are allowed"
        raise _fault(where, f"its array {quoted(name)} has the shape {quoted(str(shape))}; {allowed}")


def _check_arrays(where: str, arrays: Mapping[str, NDArray[Any]]) -> None:
    if not 1 <= len(arrays) <= MOST_ARRAYS:
        raise _fault(where, f"it has {len(arrays)} arrays; 1..{MOST_ARRAYS} are allowed")
    _check_names(where, "an array", arrays)
    for name, array in arrays.items():
        _check_shape(where, name, array.shape)
        if array.dtype.type not in TYPES.values():
            allowed = ", ".join(kind.__name__ for kind in TYPES.values())
            raise _fault(where, f"its array {name!r} is of type {array.dtype}; allowed are {allowed}")
        if array.dtype.kind == "f" and not np.isfinite(array).all():
            raise _fault(where, f"its array {name!r} has numbers that are not finite")
