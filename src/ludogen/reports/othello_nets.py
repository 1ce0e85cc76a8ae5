"""What an Othello net that chooses moves thinks of the squares, found by asking it."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.games import Othello, Position
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.fixed_net import FixedMover, fixed_outputs_of
from ludogen.kernels.marker_net import MarkerMover, outputs_of
from ludogen.kernels.whole_games import begin_one, follow_one
from ludogen.randomness import stream

__all__ = ["liking"]

GAMES = 60
SQUARES = 64


def liking(mover: MarkerMover | FixedMover) -> NDArray[np.float64]:
    """How much a net likes each square: the share of the other legal moves that it ranks lower, on average over all
    positions of random games in which it may move there. 0.5: as much as any; nan: nobody can move there.
    """
    ask: Any = outputs_of if isinstance(mover, MarkerMover) else fixed_outputs_of
    sums, counts, outputs = np.zeros(SQUARES), np.zeros(SQUARES), np.zeros(SQUARES, np.float32)
    for game in range(GAMES):
        begin_one(mover)
        for position in _positions(game):
            moves = [move.bit_length() - 1 for move in position.legal_moves if move]
            if position.side != game % 2:
                continue
            if len(moves) < 2 or position.ply < 4:
                follow_one(position.state, mover, Bits(position.side))
                continue
            ask(position.state, mover, outputs)
            worth = outputs[moves]
            lower = (worth[:, None] > worth).sum(1) + ((worth[:, None] == worth).sum(1) - 1) / 2
            sums[moves] += lower / (len(moves) - 1)
            counts[moves] += 1
    return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)


def _positions(game: int) -> Iterator[Position]:
    random, position = stream(1, "liking", game), Othello().start()
    while not position.is_over:
        yield position
        position = position.play(position.legal_moves[int(random.integers(len(position.legal_moves)))])
