"""What a player is: it has a name and chooses one of the legal moves."""

from typing import Protocol

import numpy as np

from ludogen.games import Move, Position

__all__ = ["Player"]


class Player(Protocol):
    """Chooses moves. All chance comes from the generator it is given."""

    @property
    def name(self) -> str:
        """The short text that names this player."""

    def choose(self, position: Position, random: np.random.Generator) -> Move:
        """One of the legal moves of a position in which the game is not over."""
