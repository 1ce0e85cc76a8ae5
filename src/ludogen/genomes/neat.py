"""Genomes of NEAT: links with innovation numbers (Stanley & Miikkulainen 2002, section 3.1).

A population is a value. `start` makes the first one, `start_from` one around a net that is there already, `offspring`
the next; `kernels/breeding.py` does the work. Inputs have the labels 0 .., outputs follow, hidden nodes come after them
in the order in which they appeared.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.errors import InvalidInputError
from ludogen.genomes.graph import Shape, nets_of_links
from ludogen.kernels.breeding import Variation, breed, breeding_work
from ludogen.kernels.genes import Book, Genes

__all__ = ["Gene", "Links", "Population", "offspring", "start", "start_from"]

Floats = NDArray[np.float32]
Links = tuple[NDArray[np.int32], NDArray[np.int32], Floats]  # sources, targets, weights
MOST_NEW = 3  # innovations of one child: two of a new node, one of a new link


@dataclass(frozen=True)
class Gene:
    """A link of a genome, to look at."""

    innovation: int
    source: int
    target: int
    weight: float
    enabled: bool


@dataclass(frozen=True, eq=False)
class Population:
    """Genomes, and what their innovation numbers stand for."""

    shape: Shape
    genes: Genes
    sources: NDArray[np.int32]  # by innovation number
    targets: NDArray[np.int32]
    next_label: int  # of a hidden node

    def __len__(self) -> int:
        return len(self.genes.begins) - 1

    @property
    def sizes(self) -> NDArray[np.int64]:
        """Genes of each genome."""
        return np.asarray(np.diff(self.genes.begins), np.int64)

    def genome(self, place: int) -> list[Gene]:
        """The links of one genome, by innovation number."""
        span = slice(self.genes.begins[place], self.genes.begins[place + 1])
        columns = [column[span].tolist() for column in self.genes[1:]]
        return [
            Gene(number, int(self.sources[number]), int(self.targets[number]), weight, enabled)
            for number, weight, enabled in zip(*columns, strict=True)
        ]

    def links(self, place: int) -> Links:
        """The links of one genome that are enabled."""
        span = slice(self.genes.begins[place], self.genes.begins[place + 1])
        live = self.genes.enabled[span]
        numbers = self.genes.innovations[span][live]
        return self.sources[numbers], self.targets[numbers], self.genes.weights[span][live]

    def nets(self) -> NDArray[Any]:
        """All genomes expressed, as records for kernels."""
        numbers = self.genes.innovations
        return nets_of_links(
            self.shape,
            self.genes.begins,
            self.sources[numbers],
            self.targets[numbers],
            self.genes.weights,
            self.genes.enabled,
        )

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The population as a generation keeps it."""
        genes = {f"genes_{name}": column for name, column in self.genes._asdict().items()}
        next_label = np.array(self.next_label, np.int64)
        return genes | {"link_sources": self.sources, "link_targets": self.targets, "next_label": next_label}

    @classmethod
    def of_arrays(cls, shape: Shape, arrays: Mapping[str, NDArray[Any]]) -> "Population":
        """The population again."""
        genes = Genes(*(np.asarray(arrays[f"genes_{name}"]) for name in Genes._fields))
        return cls(shape, genes, arrays["link_sources"], arrays["link_targets"], int(arrays["next_label"]))


def start(
    shape: Shape, pairs: Sequence[tuple[int, int]], number: int, reach: float, random: np.random.Generator
) -> Population:
    """Genomes with these links and no hidden nodes; weights are uniform in -reach..reach."""
    if not pairs:
        raise InvalidInputError("a population cannot start without links: no link could ever be split")
    sources, targets = (np.array(ends, np.int32) for ends in zip(*pairs, strict=True))
    weights = random.uniform(-reach, reach, number * len(pairs)).astype(np.float32)
    return _alike(shape, sources, targets, weights, number, shape.first_hidden)


def start_from(
    shape: Shape, links: Links, number: int, step: float, random: np.random.Generator, share: float = 1.0
) -> Population:
    """Genomes with the links of one net; a share of the weights is perturbed, uniformly in -step..step."""
    nets_of_links(shape, np.array([0, len(links[0])], np.int64), *links, np.ones(len(links[0]), np.bool_))
    sources, targets, weights = links
    changes = random.uniform(-step, step, (number, len(weights)))
    changes *= random.random(changes.shape) < share
    labels = np.concatenate([sources, targets, [shape.first_hidden - 1]])
    mutated = (weights + changes).astype(np.float32).ravel()
    return _alike(shape, np.array(sources, np.int32), np.array(targets, np.int32), mutated, number, labels.max() + 1)


def _alike(
    shape: Shape,
    sources: NDArray[np.int32],
    targets: NDArray[np.int32],
    weights: Floats,
    number: int,
    next_label: int,
) -> Population:
    """Genomes that all have the same links."""
    links = len(sources)
    innovations = np.tile(np.arange(links, dtype=np.int32), number)
    begins = np.arange(number + 1, dtype=np.int64) * links
    genes = Genes(begins, innovations, weights, np.ones(number * links, np.bool_))
    return Population(shape, genes, sources, targets, int(next_label))


def offspring(
    parents: Population,
    fitness: NDArray[np.float64],
    mothers: NDArray[np.int64],
    fathers: NDArray[np.int64],
    chances: NDArray[np.uint64],
    how: Variation,
) -> Population:
    """One child a mother. Fathers are places too, or ALONE (mutation only) or COPIED (no mutation either)."""
    children, genes = len(mothers), parents.genes
    sizes = parents.sizes
    room = int(sizes[mothers].sum() + sizes[fathers[fathers >= 0]].sum()) + MOST_NEW * children
    known = len(parents.sources)
    more = np.zeros(MOST_NEW * children, np.int32)
    counts = np.array([known, parents.next_label, 0, known], np.int64)
    book = Book(
        np.concatenate([parents.sources, more]),
        np.concatenate([parents.targets, more]),
        np.zeros((children, 2), np.int32),
        counts,
    )
    born = Genes(
        np.zeros(children + 1, np.int64), np.empty(room, np.int32), np.empty(room, np.float32), np.empty(room, np.bool_)
    )
    work = breeding_work(max(parents.next_label, parents.shape.first_hidden) + children)
    end = breed(genes, fitness, mothers, fathers, chances, how, book, work, born)
    born = Genes(born.begins, *(column[:end].copy() for column in born[1:]))
    sources, targets = book.sources[: counts[0]].copy(), book.targets[: counts[0]].copy()
    return Population(parents.shape, born, sources, targets, int(counts[1]))
