"""The nets of Singer 2001: each hidden node is three boards of weights, for white, black and empty squares.

What a node sees in a position is the sum of the weights of the board that each square is on: so one board a node is
enough to show, and it changes with every move.
"""

from math import exp
from typing import ClassVar

import numpy as np

from ludogen.games import Position
from ludogen.kernels.feature_net import INPUTS
from ludogen.web.scenes import cells_of
from ludogen.web.sight.sight import Picture, Sight, Step, Subject

__all__ = ["FeatureLens"]

PLANES = "wb."  # white, black, empty: the order of the inputs
WHITE = 1


class FeatureLens:
    """Hidden features."""

    name: ClassVar[str] = "Hidden features"
    about: ClassVar[str] = (
        "On the board: what each square adds to what the net expects for its side (blue) or takes from it (orange). "
        "Below: what each hidden node gets from each square, blue excites it, orange calms it; how active that makes "
        "it, times what the node counts for White."
    )

    def suits(self, subject: Subject) -> bool:
        """Nets whose hidden nodes see all squares."""
        return subject.champion is not None and subject.champion.method == "othello-net-2001"

    def look(self, subject: Subject, position: Position) -> Sight:
        """What the nodes see, and what the net makes of it."""
        assert subject.champion is not None
        features, bias = subject.champion.arrays["features"], float(subject.champion.arrays["bias"])
        planes = np.array([PLANES.index(cell) for cell in cells_of(position)])
        squares = np.arange(64)
        pictures, total, together = [], bias, np.zeros(64)
        for number, node in enumerate(features):
            seen = node[:INPUTS].reshape(3, 64)[planes, squares].astype(float)
            phase = node[INPUTS:-2]  # past the paper: an input of the phase of the game
            discs = int((planes != PLANES.index(".")).sum())
            phase_weight = float(phase[max(discs - 4, 0) * len(phase) // 61]) if len(phase) else 0.0
            active = _logistic(float(seen.sum()) + float(node[-2]) + phase_weight)
            total += active * float(node[-1])
            together += seen * float(node[-1])
            note = f"{active:.2f} times {float(node[-1]):+.2f}"
            pictures.append(Picture(f"node {number + 1}", seen.round(4).tolist(), note))
        share = _logistic(total)
        largest = float(np.abs(together).max()) or 1.0
        side = subject.sides[0] if len(subject.sides) == 1 else WHITE  # its own; outputs are White's
        sign = 1.0 if side == WHITE else -1.0
        tints = [[square, round(sign * float(together[square]) / largest, 3)] for square in range(64)]
        what = "chance to win" if bool(subject.champion.arrays.get("wins", False)) else "share of the discs"
        expected = share if side == WHITE else 1 - share
        caption = f"the net expects {position.game.sides[side].capitalize()}'s {what} to be {100 * expected:.0f} %"
        return Sight([Step(caption, {"tints": tints})], {"output, White's": f"{share:.3f}"}, pictures)


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-max(-60.0, min(60.0, value))))
