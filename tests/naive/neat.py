"""Genomes of NEAT as dictionaries from innovation number to weight, and the sums that NEAT makes of them."""

from collections.abc import Mapping, Sequence

__all__ = ["distance", "species"]

Genome = Mapping[int, float]


def distance(one: Genome, other: Genome, excess: float, disjoint: float, weight: float, small: int) -> float:
    """Equation 1 of the NEAT paper."""
    matching = set(one) & set(other)
    lone = set(one) ^ set(other)
    last = min(max(one, default=-1), max(other, default=-1))
    beyond = sum(number > last for number in lone)
    size = max(len(one), len(other))
    shares = (excess * beyond + disjoint * (len(lone) - beyond)) / (1 if size < small else size)
    differences = [abs(one[number] - other[number]) for number in matching]
    return shares + weight * (sum(differences) / len(differences) if differences else 0.0)


def species(
    genomes: Sequence[Genome], representatives: Sequence[Genome], threshold: float, like: Sequence[float]
) -> list[int]:
    """Of each genome the first species that it is near to; founders stand behind the old representatives."""
    known = list(representatives)
    found = []
    for genome in genomes:
        excess, disjoint, weight, small = like
        near = [distance(one, genome, excess, disjoint, weight, int(small)) < threshold for one in known]
        if not any(near):
            known.append(genome)
            near.append(True)
        found.append(near.index(True))
    return found
