"""Species: who shares fitness with whom, and how many offspring each species has.

Stanley & Miikkulainen 2002, section 3.3: explicit fitness sharing divides the fitness of a genome by the size of its
species, so a species has offspring in proportion to its mean fitness.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["SpeciesTable", "allotted", "kept_by_species", "survivors"]

Places = NDArray[np.int64]
Fitness = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class SpeciesTable:
    """The species of a population, in the order in which they were founded."""

    of: NDArray[np.int64]  # the species of each genome, as a row of this table
    numbers: NDArray[np.int64]  # each species has one for good
    best: Fitness  # the best fitness that it has ever had
    since: NDArray[np.int64]  # generations since that improved
    founded: int  # how many there have ever been

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def sizes(self) -> NDArray[np.int64]:
        """Members of each species."""
        return np.bincount(self.of, minlength=len(self))

    def members(self, row: int) -> Places:
        """Places of its members in the population."""
        return np.flatnonzero(self.of == row)

    def judged(self, fitness: Fitness) -> "SpeciesTable":
        """The table after a generation has shown how fit its members are."""
        now = np.full(len(self), -np.inf)
        np.maximum.at(now, self.of, fitness)
        is_better = now > self.best
        since = np.where(is_better, 0, self.since + 1)
        return SpeciesTable(self.of, self.numbers, np.where(is_better, now, self.best), since, self.founded)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The table as a generation keeps it."""
        return {
            "species_of": self.of,
            "species_numbers": self.numbers,
            "species_best": self.best,
            "species_since": self.since,
            "species_founded": np.array(self.founded, np.int64),
        }


def kept_by_species(table: SpeciesTable, of: NDArray[np.int64], number: int) -> SpeciesTable:
    """The table of the next population: `of` are rows of this table or, behind them, new ones."""
    # Empty species die out.
    numbers = np.concatenate([table.numbers, table.founded + np.arange(number - len(table))])
    best = np.concatenate([table.best, np.full(number - len(table), -np.inf)])
    since = np.concatenate([table.since, np.zeros(number - len(table), np.int64)])
    live = np.bincount(of, minlength=number) > 0
    rows = np.cumsum(live) - 1
    return SpeciesTable(rows[of], numbers[live], best[live], since[live], table.founded + number - len(table))


def allotted(shares: Fitness, number: int) -> NDArray[np.int64]:
    """So many offspring, in proportion to the shares; what is left over goes to the greatest remainders.

    Without any share all have the same.
    """
    total = shares.sum()
    exact = number * (shares / total if total > 0 else np.full(len(shares), 1 / len(shares)))
    whole = np.floor(exact).astype(np.int64)
    order = np.argsort(whole - exact, kind="stable")
    whole[order[: number - whole.sum()]] += 1
    return np.asarray(whole, np.int64)


def survivors(table: SpeciesTable, fitness: Fitness, share: float) -> list[Places]:
    """Of each species the fittest share, at least one, the fittest first: they are the parents."""
    order = np.lexsort((-fitness, table.of))
    ends = np.cumsum(table.sizes)
    rows = np.split(order, ends[:-1])
    return [row[: max(1, int(np.ceil(share * len(row))))] for row in rows]
