"""Strings of integers in -128..127: what Moriarty & Miikkulainen 1995 (section 3.3) breed, whatever they stand for.

Two-point crossover needs no care for the ring that a marker chromosome is: to change the piece between two points or
all but that piece gives the same two children.
"""

import numpy as np
from numpy.typing import NDArray

__all__ = ["Chromosome", "crossed", "mutated", "random_chromosome"]

Chromosome = NDArray[np.int8]


def random_chromosome(random: np.random.Generator, length: int) -> Chromosome:
    """Integers that are all equally likely."""
    return random.integers(-128, 128, length, np.int8)


def crossed(one: Chromosome, other: Chromosome, random: np.random.Generator) -> tuple[Chromosome, Chromosome]:
    """Two children: one parent with a piece of the other, and the other way round."""
    begin, end = sorted(random.integers(0, len(one) + 1, 2).tolist())
    children = one.copy(), other.copy()
    children[0][begin:end], children[1][begin:end] = other[begin:end], one[begin:end]
    return children


def mutated(chromosome: Chromosome, random: np.random.Generator, rate: float, size: int) -> Chromosome:
    """Adds a number from -size..size to each integer with probability `rate`; what goes too far comes in again at the
    other end ("wrapped around").
    """
    changed = np.flatnonzero(random.random(len(chromosome), np.float32) < rate)
    moved = chromosome[changed].astype(np.int16) + random.integers(-size, size + 1, len(changed), np.int16)
    child = chromosome.copy()
    child[changed] = (moved + 128) % 256 - 128
    return child
