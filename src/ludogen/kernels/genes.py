"""Genomes of NEAT as flat arrays, and how far apart two are (Stanley & Miikkulainen 2002, sections 3.2 and 3.3).

The links of genome i stand from begins[i] up to begins[i + 1], by innovation number. What a number stands for, the
two nodes, is the same in all genomes and stands in a `Book`. Nodes need no genes: they have no numbers of their own,
and those that a genome has are those that its links name, besides inputs and outputs.
"""

from typing import Any, NamedTuple

import numpy as np

from ludogen.kernels.dispatch import entry, kernel

__all__ = ["NO_SPECIES", "Book", "Genes", "Likeness", "assign_species", "distance", "distance_between"]

NO_SPECIES = -1


class Genes(NamedTuple):
    """A population."""

    begins: Any  # int64
    innovations: Any  # int32, ascending in each genome
    weights: Any  # float32
    enabled: Any  # bool


class Book(NamedTuple):
    """What innovation numbers stand for, and which of them are of this generation."""

    sources: Any  # int32, by innovation number; with room for new ones
    targets: Any
    splits: Any  # int32 rows, this generation's: the number that was split, that of the link into the new node
    counts: Any  # int64: innovations, the next hidden label, splits, innovations before this generation


class Likeness(NamedTuple):
    """Coefficients of the distance (equation 1 there)."""

    excess: float
    disjoint: float
    weight: float
    small: int  # genomes smaller than that count their genes whole, not as shares of the greater one


@kernel
def distance(one: Genes, i: int, other: Genes, j: int, like: Likeness) -> float:
    """Of genome i from genome j: excess and disjoint genes, and the mean difference of weights of matching ones."""
    a, a_end = one.begins[i], one.begins[i + 1]
    b, b_end = other.begins[j], other.begins[j + 1]
    longest = max(a_end - a, b_end - b)
    matching, disjoint, difference = 0, 0, 0.0
    while a < a_end and b < b_end:
        first, second = one.innovations[a], other.innovations[b]
        if first == second:
            difference += abs(np.float64(one.weights[a]) - np.float64(other.weights[b]))
            matching += 1
            a += 1
            b += 1
        elif first < second:
            disjoint += 1
            a += 1
        else:
            disjoint += 1
            b += 1
    excess = (a_end - a) + (b_end - b)
    divisor = 1 if longest < like.small else longest
    result = (like.excess * excess + like.disjoint * disjoint) / divisor
    return float(result + like.weight * difference / max(matching, 1))


@entry
def distance_between(one: Genes, i: int, other: Genes, j: int, like: Likeness) -> float:
    """The same, for Python."""
    return distance(one, i, other, j, like)


@entry
def assign_species(
    old: Genes, representatives: Any, genes: Genes, like: Likeness, threshold: float, species: Any, founders: Any
) -> int:
    """Put every genome into the first species whose representative is nearer than the threshold; how many there are.

    Representatives are places in the old population; a genome that is near to none founds a species of its own, behind
    the others, and represents it: `founders` gets its place.
    """
    old_ones, number = representatives.shape[0], representatives.shape[0]
    for i in range(species.shape[0]):
        species[i] = NO_SPECIES
        for k in range(number):
            if k < old_ones:
                apart = distance(old, representatives[k], genes, i, like)
            else:
                apart = distance(genes, founders[k - old_ones], genes, i, like)
            if apart < threshold:
                species[i] = k
                break
        if species[i] == NO_SPECIES:
            species[i] = number
            founders[number - old_ones] = i
            number += 1
    return int(number)
