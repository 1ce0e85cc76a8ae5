"""What an n-tuple net thinks of single squares, as boards."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.kernels.othello_symmetry import IMAGES
from ludogen.kernels.tuple_net import TUPLE_SETS, set_of, table_bounds

__all__ = ["disc_worths"]


def disc_worths(tables: NDArray[Any]) -> NDArray[np.float64]:
    """A board for each phase: by how much a white disc on a square is worth more than a black one, in the sum of all
    tables, in the mean over what else may stand on the squares of a tuple. Entries that are 0 were hardly ever met and
    do not count."""
    tuples = set_of(tables.shape[1])
    if tuples is None:
        return np.zeros((len(tables), 8, 8))
    worths, bounds = np.zeros((len(tables), 64)), table_bounds(tuples)
    for squares, begin, end in zip(TUPLE_SETS[tuples], bounds, bounds[1:], strict=False):
        table = tables[:, begin:end].astype(np.float64)
        for digit, square in enumerate(squares):
            # Axes: phase, later squares, this one, earlier squares.
            parts = table.reshape(len(tables), -1, 3, 3**digit)
            means = parts.sum((1, 3)) / np.maximum(1, np.count_nonzero(parts, axis=(1, 3)))
            for image in IMAGES:
                worths[:, image[square]] += means[:, 1] - means[:, 2]
    return worths.reshape(-1, 8, 8)
