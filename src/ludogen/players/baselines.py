"""The plainest players, for any game: yardsticks that everything else must beat."""

from dataclasses import dataclass

import numpy as np

from ludogen.games import Move, Position

__all__ = ["GreedyPlayer", "RandomPlayer"]


@dataclass(frozen=True)
class RandomPlayer:
    """Plays any legal move, each equally likely."""

    name: str = "random"

    def choose(self, position: Position, random: np.random.Generator) -> Move:
        """Draw a move."""
        return position.legal_moves[random.integers(len(position.legal_moves))]


@dataclass(frozen=True)
class GreedyPlayer:
    """Plays the move after which it leads by most discs, pieces or stones; one of the best at random."""

    name: str = "greedy"

    def choose(self, position: Position, random: np.random.Generator) -> Move:
        """Look one move ahead."""
        leads = [-position.play(move).lead for move in position.legal_moves]
        best = [move for move, lead in zip(position.legal_moves, leads, strict=True) if lead == max(leads)]
        return best[random.integers(len(best))]
