"""Players that search: they look ahead with an evaluator, by depth, nodes or time."""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Timer
from typing import Any

import numpy as np

from ludogen.games import Move, Position
from ludogen.kernels.evaluation import MARGIN_WEIGHT, WIN
from ludogen.kernels.othello_solver import FEW, new_table, solve
from ludogen.kernels.plain_search import plain_search, plain_work
from ludogen.kernels.search import DEEPEST, Extension
from ludogen.kernels.strong_search import NO_TABLES, strong_search, strong_work
from ludogen.kernels.values import value_of

__all__ = ["Limits", "SearchPlayer", "Thought"]

NO_LIMIT = 1 << 60
PLAIN_NODE_CAP = 50_000_000


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


@dataclass(frozen=True)
class SearchPlayer:
    """Plays the move that an alpha-beta search finds best. Not to be shared between threads."""

    name: str
    evaluator: Callable[[Position], Any]
    limits: Limits | Callable[[Position], Limits]
    extension: Extension = field(default_factory=lambda: Extension(1, 0, False))
    random_ties: bool = True
    tables: Any = NO_TABLES  # or what `Tables.for_kernels` gives: exact values for the strong search
    solve_at: int = 0  # Othello: with so many empty squares or fewer, play perfectly
    work: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def choose(self, position: Position, random: np.random.Generator) -> Move:
        """The best move; of equally good ones any, each as likely, if ties are broken at random."""
        return self.think(position, random if self.random_ties else None).move

    def think(self, position: Position, random: np.random.Generator | None = None) -> Thought:
        """Search the position. Without a generator the first of equally good moves is found."""
        if self.solve_at and empty_squares(position) <= self.solve_at:
            return self._solve(position)
        limits = self.limits(position) if callable(self.limits) else self.limits
        if limits.strong or limits.is_open:
            return self._think_strong(position, limits)
        return self._think_plain(position, limits, random)

    def move_values(self, position: Position) -> dict[Move, float]:
        """The value of every legal move for the side to move, each searched for itself to the same depth."""
        limits = self.limits(position) if callable(self.limits) else self.limits
        return {move: -self._value_after(position.play(move), limits.depth - 1) for move in position.legal_moves}

    def _value_after(self, position: Position, depth: int) -> float:
        if depth == 0 or position.is_over:
            return float(value_of(position.state, self.evaluator(position)))
        return self._think_plain(position, Limits(depth), None).value

    def _solve(self, position: Position) -> Thought:
        """The exact result of an Othello endgame, valued as the search values finished games."""
        empty = empty_squares(position)
        if empty > FEW and "solver" not in self.work:
            self.work["solver"] = new_table()
        discs, move, nodes = solve(position.state, self.work["solver"] if empty > FEW else None, 0)
        value = float(np.sign(discs)) * (float(WIN) + abs(discs) * float(MARGIN_WEIGHT))
        return Thought(move, value, (move,), nodes, empty)

    def _think_plain(self, position: Position, limits: Limits, random: np.random.Generator | None) -> Thought:
        work = self.work.setdefault("plain", plain_work(PLAIN_NODE_CAP))
        shuffling = np.uint64(0 if random is None else random.integers(1, 2**63))
        evaluator = self.evaluator(position)
        move, value = plain_search(position.state, evaluator, limits.depth, self.extension, shuffling, work)
        return Thought(int(move), float(value), _line(work), int(work["nodes"]), limits.depth)

    def _think_strong(self, position: Position, limits: Limits) -> Thought:
        evaluator = self.evaluator(position)
        if "strong" not in self.work:  # compiled or loaded before the clock runs
            self.work["strong"] = strong_work()
            strong_search(position.state, evaluator, self.tables, 1, 1, self.extension, True, self.work["strong"])
        work = self.work["strong"]
        work["stop"] = 0
        depth = DEEPEST - 1 if limits.is_open else limits.depth
        nodes = limits.nodes or NO_LIMIT
        with _StopAfter(work, limits.seconds):
            move, value, reached = strong_search(
                position.state, evaluator, self.tables, depth, nodes, self.extension, limits.is_open, work
            )
        return Thought(int(move), float(value), _line(work), int(work["nodes"]), int(reached))


def empty_squares(position: Position) -> int:
    """Empty squares of an Othello board."""
    return 64 - int(position.state.own | position.state.opp).bit_count()


class _StopAfter:
    """Sets a search's stop flag from another thread once the time is over (0: never)."""

    def __init__(self, work: Any, seconds: float) -> None:
        self.timer = Timer(seconds, self._stop, [work]) if seconds else None

    @staticmethod
    def _stop(work: Any) -> None:
        work["stop"] = 1

    def __enter__(self) -> None:
        if self.timer:
            self.timer.daemon = True
            self.timer.start()

    def __exit__(self, *raised: object) -> None:
        if self.timer:
            self.timer.cancel()
            self.timer.join()


def _line(work: Any) -> tuple[Move, ...]:
    return tuple(int(move) for move in work["line"][0][: work["line_length"][0]])
