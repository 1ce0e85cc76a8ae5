"""Evolution: the generation loop and what it tells its observers. Knows no file and no screen.

neat, species, neat_tasks    NEAT; who shares fitness with whom; XOR and the balancing of poles
loop    `Generation` (all that a run needs to go on), `Evolution` (a recipe that has been set up), `evolve`
"""

from ludogen.evolution.loop import Evolution, Generation, Observer, evolve

__all__ = ["Evolution", "Generation", "Observer", "evolve"]
