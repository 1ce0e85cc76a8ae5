"""Arrays as rows of a database: type and shape as text, numbers as raw bytes. Checked on the way back."""

import re
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.errors import RunError

__all__ = ["array_of", "columns_of"]

KINDS = (
    "bool",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float16",
    "float32",
    "float64",
)
TYPES = {name: np.dtype(name).newbyteorder("<") for name in KINDS}
_SHAPE = re.compile(r"(?:[0-9]{1,12}(?:,[0-9]{1,12}){0,15})?")


def columns_of(name: str, array: NDArray[Any]) -> tuple[str, str, bytes]:
    """Type, shape and bytes of an array."""
    array = np.asarray(array)
    kind = array.dtype.name
    if kind not in TYPES:
        raise RunError(f"cannot keep the array {name!r}: it is of type {kind}; known are {', '.join(TYPES)}")
    return kind, ",".join(map(str, array.shape)), array.astype(TYPES[kind], copy=False).tobytes()


def array_of(name: object, kind: object, shape: object, data: object) -> NDArray[Any]:
    """The array that a row describes."""
    if not (isinstance(kind, str) and isinstance(shape, str) and isinstance(data, bytes)):
        raise ValueError(f"array {name!r} is not made of text, text and bytes")
    if kind not in TYPES:
        raise ValueError(f"array {name!r} is of type {kind[:40]!r}; known are {', '.join(TYPES)}")
    if not _SHAPE.fullmatch(shape):
        raise ValueError(f"array {name!r} has the shape {shape[:40]!r}, which is not numbers divided by commas")
    sides = [int(side) for side in shape.split(",")] if shape else []
    if prod(sides) * TYPES[kind].itemsize != len(data):
        raise ValueError(f"array {name!r} of {kind} and shape {shape!r} cannot have {len(data)} bytes")
    if kind == "bool" and data.strip(b"\0\1"):
        raise ValueError(f"array {name!r} of bool has bytes other than 0 and 1")
    return np.frombuffer(data, TYPES[kind]).astype(kind).reshape(sides)  # astype: a copy that may be written to
