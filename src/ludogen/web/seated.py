"""Players that evolve in play, as they sit at one table of the page.

What such a player keeps belongs to a thread (`players/online.py`), but the page's players think on whichever thread is
free. At a table it keeps one mind for each side, so the same name on both seats is two players, and what it moved by
can be looked at from any thread.
"""

from dataclasses import dataclass, field, replace
from threading import Lock
from types import SimpleNamespace
from typing import Any

from ludogen.games import Move, Position, Side
from ludogen.players import Player
from ludogen.players.online import OnlinePlayer, Thought, innermost

__all__ = ["SeatedPlayer", "seated"]


@dataclass(eq=False)
class SeatedPlayer:
    """One game at a time, asked from any thread; who asks while it thinks waits."""

    minds: tuple[OnlinePlayer, OnlinePlayer]  # for the first and the second side
    lock: Lock = field(default_factory=Lock, repr=False)
    stops: int = 0  # how often it was told to stop

    @property
    def name(self) -> str:
        """The short text that names this player."""
        return self.minds[0].name

    @property
    def seconds(self) -> float:
        """Time it takes for a move; 0 where it does not look at the clock."""
        return self.minds[0].seconds

    def choose(self, position: Position, chance: int) -> Move:
        """The move of the mind that plays this side; any, if it was told to stop while it waited."""
        stops = self.stops
        with self.lock:
            if stops != self.stops:
                return position.legal_moves[0]
            return self.minds[position.side].choose(position, chance)

    def stop(self) -> None:
        """Let the run that is under way end with what it has. One that has just begun may not."""
        self.stops += 1
        for mind in self.minds:
            if hasattr(mind.own, "mover"):
                innermost(mind.own.mover).work.state["stop"] = 1

    def moved_by(self, position: Position) -> list[Thought]:
        """What it moved by in the game up to a position, this one included, the latest first."""
        thoughts = {id(one.position): one for mind in self.minds for one in mind.thoughts()}
        return [thoughts[id(past)] for past in position.past() if id(past) in thoughts]

    def board(self, side: Side) -> Any:
        """The areas of the board that it plays by, once it has moved."""
        return innermost(self.minds[side].own.mover).board


def seated(player: Player) -> Player:
    """The player as it sits at a table."""
    if not isinstance(player, OnlinePlayer):
        return player
    one, other = (replace(player, own=SimpleNamespace()) for _ in range(2))
    return SeatedPlayer((one, other))
