"""Players that search: they look ahead with an evaluator, by depth, nodes or time."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from threading import local
from typing import Any

import numpy as np

from ludogen.games import Move, Position
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.evaluation import MARGIN_WEIGHT, WIN
from ludogen.kernels.movers import EpsilonMover, PlainMover, SoftmaxMover, SolvingMover, StrongMover
from ludogen.kernels.othello_solver import FEW, new_table, solve
from ludogen.kernels.plain_search import plain_search, plain_values, plain_work
from ludogen.kernels.search import DEEPEST, Extension
from ludogen.kernels.strong_search import NO_TABLES, strong_search, strong_work
from ludogen.players.moving import MoverPlayer, StopAfter

__all__ = ["Limits", "SearchPlayer", "Thought"]

NO_LIMIT = 1 << 60
PLAIN_NODE_CAP = 50_000_000
NO_SHUFFLE = Bits(0)


@dataclass(frozen=True)
class Thought:
    """What a search found: the best move, its value for the side to move, the line it expects, and what it took."""

    move: Move
    value: float
    line: tuple[Move, ...]
    nodes: int
    depth: int


@dataclass(frozen=True)
class Limits:
    """How far to look: `depth` plies, or with `nodes` or `seconds` ever deeper until one of them is used up."""

    depth: int = 1
    nodes: int = 0
    seconds: float = 0.0
    strong: bool = False

    @property
    def is_open(self) -> bool:
        """Does the search deepen until it is stopped?"""
        return self.nodes > 0 or self.seconds > 0

    @property
    def reach(self) -> tuple[int, int]:
        """Plies and nodes that a strong search may go to."""
        return (DEEPEST - 1 if self.is_open else self.depth), self.nodes or NO_LIMIT


@dataclass(frozen=True)
class SearchPlayer:
    """Plays the move that an alpha-beta search finds best."""

    name: str
    evaluator: Any
    limits: Limits
    extension: Extension = field(default_factory=lambda: Extension(1, 0, False))
    random_ties: bool = True
    tables: Any = NO_TABLES  # or what `Tables.for_kernels` gives: exact values for the strong search
    solve_at: int = 0  # Othello: with so many empty squares or fewer, play perfectly
    temperature: float = 0.0  # draw moves by exp(temperature * value) instead of playing the best
    epsilon: float = 0.0  # play any legal move so often
    own: local = field(default_factory=local, repr=False, compare=False)

    @property
    def seconds(self) -> float:
        """Time it takes for a move; 0 where it does not look at the clock."""
        return self.limits.seconds

    def new_mover(self) -> Any:
        """A compiled mover that plays as it does, for one thread."""
        mover = self._searching_mover()
        if self.solve_at:
            mover = SolvingMover(mover, self.solve_at, new_table() if self.solve_at > FEW else None)
        return EpsilonMover(mover, self.epsilon) if self.epsilon else mover

    def _searching_mover(self) -> Any:
        limits = self.limits
        if self.temperature:
            work = plain_work(PLAIN_NODE_CAP)
            return SoftmaxMover(self.evaluator, limits.depth, self.extension, self.temperature, work)
        if limits.strong or limits.is_open:
            depth, nodes = limits.reach
            work = strong_work()
            return StrongMover(self.evaluator, self.tables, depth, nodes, self.extension, limits.is_open, work)
        work = plain_work(PLAIN_NODE_CAP)
        return PlainMover(self.evaluator, limits.depth, self.extension, self.random_ties, work)

    @cached_property
    def _moving(self) -> MoverPlayer:
        return MoverPlayer(self.name, self.new_mover, self.seconds)

    def choose(self, position: Position, chance: int) -> Move:
        """The best move; of equally good ones any, each as likely, if ties are broken at random."""
        return self._moving.choose(position, chance)

    def stop(self) -> None:
        """Let choices that are under way, on any thread, end with what they have. One that has just begun may not."""
        self._moving.stop()

    def think(self, position: Position) -> Thought:
        """Search the position and tell all about it. The first of equally good moves is found, nothing is random."""
        if self.solve_at and empty_squares(position) <= self.solve_at:
            return self._solve(position)
        if self.limits.strong or self.limits.is_open:
            return self._think_strong(position)
        return self._think_plain(position)

    def move_values(self, position: Position) -> dict[Move, float]:
        """The value of every legal move for the side to move, each searched for itself to the same depth."""
        work = self._work("plain", lambda: plain_work(PLAIN_NODE_CAP))
        number = plain_values(
            position.state, Bits(position.side), self.evaluator, self.limits.depth, self.extension, work
        )
        found = zip(work["root_moves"][:number].tolist(), work["root_values"][:number].tolist(), strict=True)
        return dict(found)

    def _work(self, kind: str, new: Callable[[], Any]) -> Any:
        """This thread's working record."""
        if not hasattr(self.own, kind):
            setattr(self.own, kind, new())
        return getattr(self.own, kind)

    def _solve(self, position: Position) -> Thought:
        """The exact result of an Othello endgame, valued as the search values finished games."""
        empty = empty_squares(position)
        table = self._work("solver", new_table) if empty > FEW else None
        discs, move, nodes = solve(position.state, table, 0)
        value = float(np.sign(discs)) * (float(WIN) + abs(discs) * float(MARGIN_WEIGHT))
        return Thought(move, value, (move,), nodes, empty)

    def _think_plain(self, position: Position) -> Thought:
        work = self._work("plain", lambda: plain_work(PLAIN_NODE_CAP))
        side, depth = Bits(position.side), self.limits.depth
        move, value = plain_search(position.state, side, self.evaluator, depth, self.extension, NO_SHUFFLE, work)
        return Thought(int(move), float(value), _line(work), int(work["nodes"]), depth)

    def _think_strong(self, position: Position) -> Thought:
        side, is_open = Bits(position.side), self.limits.is_open
        is_new = not hasattr(self.own, "strong")
        work = self._work("strong", strong_work)
        if is_new:  # compiled or loaded before the clock runs
            strong_search(position.state, side, self.evaluator, self.tables, 1, 1, self.extension, True, work)
        work["stop"] = 0
        depth, nodes = self.limits.reach
        with StopAfter(work, self.limits.seconds):
            move, value, reached = strong_search(
                position.state, side, self.evaluator, self.tables, depth, nodes, self.extension, is_open, work
            )
        return Thought(int(move), float(value), _line(work), int(work["nodes"]), int(reached))


def empty_squares(position: Position) -> int:
    """Empty squares of an Othello board."""
    return 64 - int(position.state.own | position.state.opp).bit_count()


def _line(work: Any) -> tuple[Move, ...]:
    return tuple(int(move) for move in work["line"][0][: work["line_length"][0]])
