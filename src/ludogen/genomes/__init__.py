"""What is inherited. A genome is arrays of numbers; making, varying and expressing it never writes to it.

self_adaptive    weights that carry their own step sizes (evolution strategies, evolutionary programming)
chromosome       strings of small integers: two-point crossover, mutation that wraps round
features         nets as sets of hidden nodes: crossover never splits one
trees            GP trees of heuristics, and what they say
diversity        how far the members of a population are apart
areas            the areas of boards that heuristics are about
marker           the nets that marker chromosomes, or bare weights, stand for
graph, neat      nets given by their links; genomes with innovation numbers
"""

from ludogen.genomes.self_adaptive import SelfAdaptive, mutated, random_weights

__all__ = ["SelfAdaptive", "mutated", "random_weights"]
