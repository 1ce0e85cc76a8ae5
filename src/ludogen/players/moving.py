"""Players whose moves a compiled mover chooses."""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event, Thread, local
from typing import Any

from ludogen.games import Move, Position
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.whole_games import begin_one, choose_one, follow_one, stray_once
from ludogen.players.player import Player

__all__ = ["MoverPlayer", "StopAfter", "StrayingPlayer"]


AGAIN_SECONDS = 0.01


@dataclass(frozen=True)
class MoverPlayer:
    """Asks a mover. Each thread gets its own, so a player may be shared between threads."""

    name: str
    new_mover: Callable[[], Any]
    seconds: float = 0.0
    remembers: bool = False  # its moves depend on the positions of the game before
    own: local = field(default_factory=local, repr=False, compare=False)
    searching: list[Any] = field(default_factory=list, repr=False, compare=False)  # working records in use

    def choose(self, position: Position, chance: int) -> Move:
        """The mover's choice; a move that a rule with a memory (superko) forbids is replaced by any legal one."""
        move = self._ask(position, chance)
        allowed = position.legal_moves
        return move if move in allowed else allowed[chance % len(allowed)]

    def _ask(self, position: Position, chance: int) -> Move:
        side, word = Bits(position.side), Bits(chance)
        mover = getattr(self.own, "mover", None)
        if mover is None:
            mover = self.new_mover()
            if self.seconds:  # compiled or loaded before the clock runs
                choose_one(position.state, _hasty(mover), side, word)
            self.own.mover = mover
        if self.remembers:
            self._remind(mover, position)
        work = getattr(_innermost(mover), "work", None)
        self.searching.append(work)
        try:
            with StopAfter(work if self.seconds else None, self.seconds):
                move, _ = choose_one(position.state, mover, side, word)
        finally:
            self.searching.pop(next(i for i, one in enumerate(self.searching) if one is work))
        return int(move)

    def stop(self) -> None:
        """Let searches that are under way, on any thread, end with what they have. One that has just begun may not."""
        for work in list(self.searching):
            if work is not None:
                work["stop"] = 1

    @staticmethod
    def _remind(mover: Any, position: Position) -> None:
        """Show it all positions of the game so far in which its side was to move."""
        begin_one(mover)
        for past in reversed(list(position.past())[1:]):
            if past.side == position.side:
                follow_one(past.state, mover, Bits(past.side))


@dataclass(frozen=True)
class StrayingPlayer:
    """Another player, any, that makes a random move with probability `epsilon`."""

    player: Player
    epsilon: float

    @property
    def name(self) -> str:
        """The name of the player behind it."""
        return self.player.name

    def choose(self, position: Position, chance: int) -> Move:
        """A random move or the other player's."""
        strays, move, left = stray_once(position.state, self.epsilon, Bits(chance))
        return int(move) if strays and move in position.legal_moves else self.player.choose(position, int(left))


def _innermost(mover: Any) -> Any:
    return _innermost(mover.mover) if hasattr(mover, "mover") else mover


def _hasty(mover: Any) -> Any:
    """The same kind of mover with hardly any nodes to spend."""
    if hasattr(mover, "mover"):
        return mover._replace(mover=_hasty(mover.mover))
    return mover._replace(node_limit=1)


class StopAfter:
    """Sets a search's stop flag from another thread once the time is over (0: never), and again until it has ended.

    A search clears the flag when it begins; on a busy machine that may be after the time is over.
    """

    def __init__(self, work: Any, seconds: float) -> None:
        self.work, self.seconds, self.has_ended = work, seconds, Event()
        self.thread = Thread(target=self._stop, daemon=True) if seconds else None

    def _stop(self) -> None:
        left = self.seconds
        while not self.has_ended.wait(left):
            self.work["stop"] = 1
            left = AGAIN_SECONDS

    def __enter__(self) -> None:
        if self.thread:
            self.thread.start()

    def __exit__(self, *raised: object) -> None:
        if self.thread:
            self.has_ended.set()
            self.thread.join()
