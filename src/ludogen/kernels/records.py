"""Single numpy records, one pointer in a kernel whatever they hold: searches work in them, evaluators are made of them.

The weights of a net are one record of float32 fields for kernels and one flat array, in the genome's order, for
everyone else. Records are padded for vector registers, genomes are not. A list of places, the index of each weight
among the record's floats, translates both ways.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.errors import InvalidInputError

__all__ = ["Indices", "dense", "new_record", "own_indices", "record_type", "to_record", "to_weights", "zero_records"]

Indices = NDArray[np.int64]
CACHE_LINE = 64


def record_type(fields: Sequence[tuple[Any, ...]]) -> "np.dtype[Any]":
    """The type of a record whose fields are attributes in Python too, as long as a whole number of cache lines."""
    packed = np.dtype(list(fields), align=True)
    names = list(packed.names or ())
    layout = {
        "names": names,
        "formats": [packed[name] for name in names],
        "offsets": [packed.fields[name][1] for name in names] if packed.fields else [],
        "itemsize": -(-packed.itemsize // CACHE_LINE) * CACHE_LINE,
    }
    return np.dtype((np.record, np.dtype(layout, align=True)))  # type: ignore[call-overload]


def zero_records(dtype: "np.dtype[Any]", number: int) -> "NDArray[Any]":
    """An array of records, each of which begins a cache line.

    Elsewhere nets have the same values but take a quarter longer, as vectors lie across cache lines: so after pickling
    or copying a record, make it again from its weights.
    """
    room = np.zeros(number * dtype.itemsize + CACHE_LINE, np.uint8)
    start = -room.ctypes.data % CACHE_LINE
    return room[start : start + number * dtype.itemsize].view(dtype)


def new_record(dtype: "np.dtype[Any]", **values: Any) -> Any:
    """A record of zeros, with these fields filled in."""
    records = zero_records(dtype, 1)
    for name, value in values.items():
        records[name][0] = value
    return records[0]


def own_indices(dtype: "np.dtype[Any]") -> dict[str, Indices]:
    """For each field the indices of its floats among all floats of the record."""
    numbers = np.arange(dtype.itemsize // 4, dtype=np.float32).view(dtype)[0]
    return {name: np.asarray(numbers[name]).astype(np.int64) for name in dtype.names or ()}


def dense(matrix: Indices, bias: Indices, rows: Sequence[int] | range, nodes: int) -> Indices:
    """Indices of a layer in the genome's order: all weights into the first node, into the second ..., then biases.

    `rows` of the matrix are inputs, its first `nodes` columns are nodes.
    """
    return np.concatenate([matrix[list(rows), :nodes].T.ravel(), bias[:nodes]])


def to_record(dtype: "np.dtype[Any]", places: Indices, weights: "NDArray[Any]") -> np.record:
    """A record with these weights in these places and zeros elsewhere."""
    if np.shape(weights) != places.shape:
        raise InvalidInputError(f"weights have shape {np.shape(weights)}; this net takes exactly {len(places)} of them")
    records = zero_records(dtype, 1)
    records.view(np.float32)[places] = weights
    record: np.record = records[0]
    return record


def to_weights(record: np.record, places: Indices) -> NDArray[np.float32]:
    """The weights in these places, in the genome's order."""
    return np.frombuffer(record.tobytes(), np.float32)[places]
