"""N-tuple nets as sets of features: the tables of a tuple, of all phases, are one feature and never split.

So crossover is that of Singer 2001, section 2.1, but for one thing: features have names here, and each child gets one
of each.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.errors import InvalidInputError
from ludogen.kernels.records import zero_records
from ludogen.kernels.share_net import MOST_PHASES
from ludogen.kernels.tuple_net import (
    MOST_ENTRIES,
    TUPLE_SETS,
    entries_of,
    set_of,
    table_bounds,
    tuple_record,
)

__all__ = [
    "Tuples",
    "crossed",
    "from_weights",
    "made_symmetric",
    "mutated",
    "random_tuples",
    "to_weights",
    "tuple_nets",
]


@dataclass(frozen=True, eq=False)
class Tuples:
    """A genome."""

    tables: NDArray[np.float32]  # a row a phase: the tables of all tuples, one after another
    bias: float


def random_tuples(random: np.random.Generator, tuples: str, spread: float, phases: int = 1) -> Tuples:
    """All entries and the bias from U(-spread, spread)."""
    entries = entries_of(tuples)
    if phases * entries > MOST_ENTRIES:
        raise InvalidInputError(
            f"tuples={tuples} with phases={phases} is a net of {phases * entries} entries, more than {MOST_ENTRIES}: "
            f"at most {MOST_ENTRIES // entries} phases are allowed"
        )
    tables = random.uniform(-spread, spread, (phases, entries)).astype(np.float32)
    return Tuples(tables, float(np.float32(random.uniform(-spread, spread))))


def crossed(one: Tuples, other: Tuples, random: np.random.Generator) -> tuple[Tuples, Tuples]:
    """Two children: the tables of a tuple go from one parent to the first and from the other to the second child, or
    the other way round; each has the bias of one of them."""
    bounds = table_bounds(_set_of(one))
    to_second, biases = random.integers(2, size=len(bounds) - 1), random.integers(2, size=2)
    is_swapped = np.repeat(to_second, np.diff(bounds)).astype(bool)
    first = np.where(is_swapped, other.tables, one.tables)
    second = np.where(is_swapped, one.tables, other.tables)
    return Tuples(first, (one, other)[biases[0]].bias), Tuples(second, (one, other)[biases[1]].bias)


def mutated(genome: Tuples, random: np.random.Generator, chance: float, spread: float) -> Tuples:
    """With this chance exactly one entry or the bias is drawn anew from U(-spread, spread)."""
    is_changed, place = random.random() < chance, random.integers(genome.tables.size + 1)
    value = np.float32(random.uniform(-spread, spread))
    if not is_changed:
        return genome
    if place == genome.tables.size:
        return replace(genome, bias=float(value))
    tables = genome.tables.copy()
    tables.ravel()[place] = value
    return replace(genome, tables=tables)


def made_symmetric(genome: Tuples) -> Tuples:
    """They always are."""
    return genome


def _set_of(genome: Tuples) -> str:
    tables = genome.tables
    tuples = set_of(tables.shape[1]) if tables.ndim == 2 and 1 <= len(tables) <= MOST_PHASES else None
    if tuples is None or tables.size > MOST_ENTRIES:
        sets = " or ".join(f"{entries_of(name)} ({name})" for name in TUPLE_SETS)
        raise InvalidInputError(
            f"tables have shape {tables.shape}; a net has {sets} entries for each of 1..{MOST_PHASES} phases, at most "
            f"{MOST_ENTRIES}"
        )
    return tuples


def to_weights(genome: Tuples) -> NDArray[np.float32]:
    """All weights in the order of `tuple_record`."""
    _set_of(genome)
    return np.append(genome.tables.ravel(), genome.bias).astype(np.float32)


def from_weights(weights: NDArray[np.float32]) -> Tuples:
    """The genome of a net, for learned weights are inherited."""
    record = tuple_record(weights)
    return Tuples(record["tables"].copy(), float(record["bias"]))


def tuple_nets(
    weights: Sequence[NDArray[np.float32]] | NDArray[np.float32], plays_to_win: bool = False
) -> NDArray[Any]:
    """The nets of some genomes, all of one set and as many phases, as records for kernels; from their weights."""
    records = [tuple_record(row, plays_to_win) for row in weights]
    nets = zero_records(records[0].dtype, len(records))
    for i, record in enumerate(records):
        nets[i] = record
    return nets
