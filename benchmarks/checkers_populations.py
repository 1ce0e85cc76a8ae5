"""How strong are whole populations of a chellapilla run? All parents of a generation against `pieces`, same depth.

    .venv/bin/python -m benchmarks.checkers_populations 4 86 runs/chellapilla-1@0 runs/chellapilla-1@840

Depth and games of each parent come first: up to 14 from the first moves, more from two-move ballots. What
docs/papers/chellapilla-notes.md quotes is from here.
"""

import sys
from pathlib import Path

import numpy as np

from ludogen.compute import ThreadCompute
from ludogen.reports.checkers_strength import population_outcomes, strength_of
from ludogen.runs.folder import split_run
from ludogen.runs.store import RunStore


def main(depth: int, games: int, places: list[str]) -> None:
    """A line for each generation: score with its 95 % interval over the parents, decisions won."""
    compute = ThreadCompute(0)
    for place in places:
        run, number = split_run(place)
        with RunStore.open(Path(run)) as store:
            last = store.last_number or 0
            outcomes = population_outcomes(compute, store, number if isinstance(number, int) else last, depth, games)
        found = np.array(outcomes)
        print(f"{place} at {depth} plies, {found.size} games: {strength_of(found).text}", flush=True)
    compute.close()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
