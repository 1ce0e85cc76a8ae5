"""What a player is: it has a name and chooses one of the legal moves."""

from typing import Any, Protocol, runtime_checkable

from ludogen.games import Move, Position

__all__ = ["CompiledPlayer", "Player", "SittingPlayer"]


class Player(Protocol):
    """Chooses moves."""

    @property
    def name(self) -> str:
        """The short text that names this player."""

    def choose(self, position: Position, chance: int) -> Move:
        """One of the legal moves of a position in which the game is not over.

        All chance comes from the 64-bit word: the same word, the same move.
        """


@runtime_checkable
class CompiledPlayer(Player, Protocol):
    """A player whose whole games can run compiled."""

    @property
    def seconds(self) -> float:
        """Time it takes for a move; 0 where it does not look at the clock."""

    def new_mover(self) -> Any:
        """A compiled mover that plays as it does, for one thread."""


@runtime_checkable
class SittingPlayer(Player, Protocol):
    """A player who keeps something from one game to the next, on the same thread, for so many games of a match.

    A sitting begins at every game whose number is a multiple of its length; its games are played in their order.
    """

    @property
    def sitting(self) -> int:
        """Games of a sitting; 1: nothing is kept."""

    def forget(self) -> None:
        """A new sitting begins on this thread."""
