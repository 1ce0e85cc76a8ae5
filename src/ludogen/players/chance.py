"""Players that leave some of their choice to chance."""

from dataclasses import dataclass

import numpy as np

from ludogen.games import Move, Position
from ludogen.players.player import Player
from ludogen.players.searching import SearchPlayer

__all__ = ["EpsilonPlayer", "SoftmaxPlayer"]


@dataclass(frozen=True)
class EpsilonPlayer:
    """Plays any legal move with probability `epsilon`, else what another player chooses (league protocol: 0.1)."""

    player: Player
    epsilon: float

    @property
    def name(self) -> str:
        """The name of the player behind it."""
        return self.player.name

    def choose(self, position: Position, random: np.random.Generator) -> Move:
        """Draw first, so that the stream does not depend on the other player."""
        if random.random() < self.epsilon:
            return position.legal_moves[random.integers(len(position.legal_moves))]
        return self.player.choose(position, random)


@dataclass(frozen=True)
class SoftmaxPlayer:
    """Draws a move with probability proportional to exp(temperature * value) (Singer 2001: temperature 10)."""

    player: SearchPlayer
    temperature: float

    @property
    def name(self) -> str:
        """The name of the player behind it."""
        return self.player.name

    def choose(self, position: Position, random: np.random.Generator) -> Move:
        """Value all moves, then draw."""
        values = self.player.move_values(position)
        weights = np.exp(self.temperature * (np.array(list(values.values())) - max(values.values())))
        return list(values)[random.choice(len(weights), p=weights / weights.sum())]
