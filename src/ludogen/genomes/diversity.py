"""How far the members of a population are apart: cheap enough to be asked of every generation."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["differing_share", "usual_difference"]

MOST_PLACES = 100  # of a chromosome that are looked at, evenly spaced
MOST_WEIGHTS = 10_000  # of a net, likewise


def usual_difference(members: Sequence[NDArray[Any]] | NDArray[Any]) -> float:
    """By how much the same weight of two members differs: the root of the mean square over all pairs and weights."""
    count = len(members)
    if count < 2:
        return 0.0
    step = max(1, members[0].size // MOST_WEIGHTS)
    weights = np.stack([one.ravel()[::step] for one in members]).astype(np.float64)
    squares = float(np.square(weights - weights.mean(0)).mean(1).sum())
    # The mean over pairs of squared differences is twice the variance that is estimated from so many.
    return float(np.sqrt(2 * squares / (count - 1)))


def differing_share(chromosomes: NDArray[np.int8]) -> float:
    """The share of places at which two members differ, on average over all pairs."""
    count, length = chromosomes.shape
    if count < 2:
        return 0.0
    places = chromosomes[:, :: max(1, length // MOST_PLACES)]
    columns = places.shape[1]
    alike = np.bincount(((places.astype(np.int64) & 255) + 256 * np.arange(columns)).ravel())
    return float(1 - (alike * (alike - 1)).sum() / (count * (count - 1) * columns))
