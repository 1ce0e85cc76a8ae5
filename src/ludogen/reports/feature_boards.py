"""Hidden nodes of the nets of Singer 2001 as boards, in the manner of figures 1 to 3 of the paper.

"This set of incoming weights is represented graphically as a column of Othello boards: a white board, a black board,
and an empty board. [...] The squares of the boards are drawn with five different gray levels; white codes the highest
value range, [0.6, 1.0], and black codes the lowest value range, [-1.0, -0.6]. [...] Above each column of boards is
printed the weight of the outgoing link on that hidden node." (section 3.1). Biases are not shown.
"""

from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from numpy.typing import NDArray

from ludogen.kernels.feature_net import INPUTS
from ludogen.reports.figures import STYLE, Board, new_figure, save_figure

__all__ = ["draw_features", "feature_boards", "grey_level"]

PLANES = ("white", "black", "empty")
LEVELS = 5
BOARD_INCHES, HEAD_INCHES = 1.5, 0.7


def feature_boards(features: NDArray[Any]) -> list[Board]:
    """The boards of all hidden nodes, one node after another."""
    return [
        Board(f"node {number + 1} ({node[-1]:+.2f}): {plane}", board.astype(np.float64))
        for number, node in enumerate(features)
        for plane, board in zip(PLANES, _planes(node), strict=True)
    ]


def _planes(node: NDArray[Any]) -> NDArray[Any]:
    return node[:INPUTS].reshape(len(PLANES), 8, 8)


def grey_level(weights: NDArray[Any]) -> NDArray[np.int64]:
    """0 (black: under -0.6) to 4 (white: 0.6 and more). Beyond -1..1 the paper says nothing: the same as within."""
    return np.asarray(np.digitize(weights, [-0.6, -0.2, 0.2, 0.6]))


def draw_features(path: Path, features: NDArray[Any], title: str) -> None:
    """A column of three boards for each hidden node, its outgoing weight above. a1 is at the upper left."""
    width, height = BOARD_INCHES * len(features) + 0.4, 3 * BOARD_INCHES + HEAD_INCHES
    with mpl.rc_context(STYLE | {"axes.grid": False}):
        figure, whole = new_figure(width, height)
        whole.axis("off")
        figure.suptitle(title, fontsize=8)
        grid = figure.add_gridspec(
            3, len(features), top=1 - HEAD_INCHES / height, bottom=0.02, hspace=0.08, wspace=0.08
        )
        for column, node in enumerate(features):
            for line, (plane, board) in enumerate(zip(PLANES, _planes(node), strict=True)):
                axis = figure.add_subplot(grid[line, column])
                axis.pcolormesh(
                    grey_level(board), cmap="gray", vmin=0, vmax=LEVELS - 1, edgecolors="#868e96", linewidth=0.3
                )
                axis.invert_yaxis()
                axis.set_aspect("equal")
                axis.set_xticks([])
                axis.set_yticks([])
                if column == 0:
                    axis.set_ylabel(plane)
                if line == 0:
                    axis.set_title(f"{node[-1]:.3f}", fontsize=9)
        save_figure(figure, path, tight=False)
