"""Whole games of random moves in one compiled call: the plainest use of the core, and its benchmark."""

from typing import Any

import numpy as np

from ludogen.kernels.dispatch import Bits, entry, kernel
from ludogen.kernels.rules import is_over, outcome, play, random_move

__all__ = ["random_game", "random_games"]


@kernel
def _to_the_end(position: Any, seed: Bits, ply_limit: int) -> tuple[Any, int]:
    plies = 0
    while plies < ply_limit and not is_over(position):
        move, seed = random_move(position, seed)
        position = play(position, move)
        plies += 1
    return position, plies


@entry
def random_game(position: Any, seed: Bits, ply_limit: int) -> tuple[Any, int]:
    """Play random moves to the end of the game or the limit: the last position and the number of plies."""
    return _to_the_end(position, seed, ply_limit)


@entry
def random_games(
    position: Any,
    seeds: "np.ndarray[Any, Any]",
    ply_limit: int,
    outcomes: "np.ndarray[Any, Any]",
    plies: "np.ndarray[Any, Any]",
) -> None:
    """One random game a seed. Fills in outcomes for the side to move in `position` (0 at the limit) and plies."""
    for game in range(seeds.shape[0]):
        last, played = _to_the_end(position, seeds[game], ply_limit)
        value = 0
        if is_over(last):
            value = outcome(last) if played % 2 == 0 else -outcome(last)
        outcomes[game] = value
        plies[game] = played
