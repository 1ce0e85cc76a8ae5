"""What is inherited. A genome is arrays of numbers; making, varying and expressing it never writes to it.

self_adaptive    weights that carry their own step sizes (evolution strategies, evolutionary programming)
"""

from ludogen.genomes.self_adaptive import SelfAdaptive, mutated, random_weights

__all__ = ["SelfAdaptive", "mutated", "random_weights"]
