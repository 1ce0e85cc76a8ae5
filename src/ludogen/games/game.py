"""What a game is to Python: a `Game` with its rules and notation, and immutable `Position`s that are played forward.

`Position` is one class for all games: it holds the compiled position (`state`), whose turn it is and where it came
from. Everything that differs between games stands in the `Game` it belongs to. Undo is by value: the position before a
move is still there, as `position.before`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Protocol

import numpy as np

from ludogen.errors import IllegalMoveError, MoveTextError
from ludogen.kernels.steps import look, rewrap, step

__all__ = ["Game", "Move", "Position", "Result", "Side", "Symmetry"]

Move = int  # what it means is the game's own; `position.move_name` shows it
Side = int  # 0 moves first, 1 second
SIDE_SALT = 0xB5297A4D3F84D5A7


@dataclass(frozen=True)
class Result:
    """How a game ended: the winning side (None for a draw), the points of both sides, and why it was over."""

    winner: Side | None
    points: tuple[float, float]
    reason: str

    def score(self, side: Side) -> float:
        """1 for a win of this side, 0.5 for a draw, 0 for a loss."""
        return 0.5 if self.winner is None else float(self.winner == side)


@dataclass(frozen=True)
class Symmetry:
    """A way to turn the board: square i goes to `squares[i]`, and perhaps both sides change colour."""

    name: str
    squares: tuple[int, ...]
    swaps_sides: bool = False


class Game(Protocol):
    """The rules, notation and looks of a game. Instances are frozen and hold the options of the rules."""

    name: ClassVar[str]
    version: ClassVar[int]  # goes up when the behaviour of the rules changes
    sides: ClassVar[tuple[str, str]]

    def start(self) -> "Position":
        """The position in which a game begins."""

    def restrict(self, position: "Position", moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """Those of the moves that rules with a memory allow; none if they have ended the game."""

    def quiet_after(self, position: "Position", move: Move) -> int:
        """Plies in a row, after this move, that could be taken back by moving on (0 where no rule counts them)."""

    def result(self, position: "Position", outcome: int) -> Result:
        """The result of a finished game; `outcome` is the kernel's, for the side to move."""

    def lead(self, position: "Position") -> int:
        """Material of the side to move minus the other's: discs, pieces, stones."""

    def position_text(self, position: "Position") -> str:
        """The position as one line."""

    def parse_position(self, text: str) -> "Position":
        """The position that a line describes."""

    def move_name(self, move: Move) -> str:
        """The move as text."""

    def read_move(self, text: str, legal: dict[str, Move]) -> Move | None:
        """The legal move that a text means, None if it means an illegal one; MoveTextError if it means nothing."""

    def diagram(self, position: "Position") -> str:
        """The board as lines of text."""

    def svg(self, position: "Position", show_moves: bool) -> str:
        """The board as a picture."""

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """All ways to turn the board that leave the rules alone; the first changes nothing."""

    def transform(self, position: "Position", symmetry: Symmetry) -> "Position":
        """The position on the turned board, without its past."""

    def transform_move(self, move: Move, symmetry: Symmetry) -> str:
        """The text of the move on the turned board."""


@dataclass(frozen=True, eq=False)
class Position:
    """A position in a game, and how it came about. Equal if the same moves lead on: the past is not compared."""

    game: Game
    state: Any  # the kernel's position: a NamedTuple of words, seen from the side to move
    side: Side
    ply: int = 0
    quiet: int = 0
    before: "Position | None" = field(default=None, repr=False)
    last_move: Move | None = None

    @cached_property
    def _looked(self) -> tuple[tuple[Move, ...], int, int]:
        size = 64
        while True:
            found = np.zeros(size, np.uint64)
            number, outcome, key = look(self.state, found)
            if number <= size:
                return tuple(found[:number].tolist()), outcome, int(key)
            size = number

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves in a fixed order; none if the game is over. A pass is in it where the rules allow one."""
        return self.game.restrict(self, self._looked[0])

    @property
    def only_move(self) -> Move | None:
        """The legal move where there is just one, as with an Othello player who must pass."""
        return self.legal_moves[0] if len(self.legal_moves) == 1 else None

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return not self.legal_moves

    @cached_property
    def result(self) -> Result | None:
        """The result, None while the game is on."""
        return self.game.result(self, self._looked[1]) if self.is_over else None

    @property
    def hash(self) -> int:
        """A 64-bit hash of all that decides how the game goes on but its past, the same on every machine."""
        return self._looked[2] ^ (SIDE_SALT * self.side)

    @property
    def side_name(self) -> str:
        """Name of the side to move."""
        return self.game.sides[self.side]

    @property
    def lead(self) -> int:
        """Material of the side to move minus the other's."""
        return self.game.lead(self)

    def play(self, move: Move) -> "Position":
        """The position after a legal move. This one stays as it is."""
        if move not in self.legal_moves:
            raise IllegalMoveError(f"illegal move {move!r} in {self!s}: {self._allowed()}")
        after = rewrap(step(self.state, np.uint64(move)))
        quiet = self.game.quiet_after(self, move)
        return Position(self.game, after, 1 - self.side, self.ply + 1, quiet, self, move)

    def play_text(self, *texts: str) -> "Position":
        """The position after moves given as text. A pass that is the only move may be left out."""
        position = self
        for text in texts:
            position = position._with_automatic_pass(text)
            position = position.play(position.parse_move(text))
        return position

    def _with_automatic_pass(self, text: str) -> "Position":
        only = self.only_move
        if only is None or self.move_name(only) != "pass" or text.strip().lower() == "pass":
            return self
        return self.play(only)

    def move_name(self, move: Move) -> str:
        """The move as text."""
        return self.game.move_name(move)

    @cached_property
    def legal_names(self) -> dict[str, Move]:
        """The legal moves by their texts."""
        return {self.move_name(move): move for move in self.legal_moves}

    def parse_move(self, text: str) -> Move:
        """The legal move that a text means."""
        try:
            move = self.game.read_move(text.strip(), self.legal_names)
        except MoveTextError as unreadable:
            raise MoveTextError(f"{unreadable} in {self!s}: {self._allowed()}") from None
        if move is None:
            raise IllegalMoveError(f"illegal move {text!r} in {self!s}: {self._allowed()}")
        return move

    def _allowed(self) -> str:
        return f"legal are {', '.join(self.legal_names)}" if self.legal_moves else "the game is over"

    def past(self) -> Iterator["Position"]:
        """This position and those before it, latest first."""
        position: Position | None = self
        while position is not None:
            yield position
            position = position.before

    def move_names(self) -> list[str]:
        """The moves that led here, as text, passes among them."""
        moves = [position.last_move for position in self.past() if position.last_move is not None]
        return [self.game.move_name(move) for move in reversed(moves)]

    @property
    def text(self) -> str:
        """The position as one line; `game.parse_position` reads it."""
        return self.game.position_text(self)

    def diagram(self) -> str:
        """The board as lines of text."""
        return self.game.diagram(self)

    def svg(self, show_moves: bool = False) -> str:
        """The board as an SVG picture, the last move marked; on request the legal moves too."""
        return self.game.svg(self, show_moves)

    def transform(self, symmetry: Symmetry) -> "Position":
        """The position on the turned board, without its past."""
        return self.game.transform(self, symmetry)

    def __str__(self) -> str:
        return f"{self.game.name} position {self.text!r}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        mine, theirs = ((p.game, p.state, p.side, p.quiet) for p in (self, other))
        return mine == theirs

    def __hash__(self) -> int:
        return self.hash
