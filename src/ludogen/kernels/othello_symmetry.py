"""The eight symmetries of Othello's board, as tables for kernels and genomes."""

import numpy as np

__all__ = ["IMAGES", "ORBITS"]

_BOARD = np.arange(64).reshape(8, 8)
_TURNED = [np.rot90(_BOARD, times) for times in range(4)]
# A row a symmetry: where it takes each square.
IMAGES = np.stack([board.ravel() for turned in _TURNED for board in (turned, turned.T)]).astype(np.int64)
# A row a class of squares that are alike: their images, each square as often as any other of the row.
ORBITS = np.stack([IMAGES[:, square] for square in range(64) if square == IMAGES[:, square].min()])
