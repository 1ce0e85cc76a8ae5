"""Othello on 8x8: squares a1 (upper left) to h8, black moves first, passes are moves."""

import re
from dataclasses import dataclass
from typing import ClassVar

from ludogen.errors import MoveTextError, PositionTextError
from ludogen.games.boards import bits_of, board_symmetries, squares_of
from ludogen.games.drawing import Canvas, circle, diamond, label, ring, square
from ludogen.games.game import Move, Position, Result, Side, Symmetry
from ludogen.kernels import othello as kernel
from ludogen.kernels.dispatch import Bits

__all__ = ["Othello", "square_name", "white_share"]

PASS: Move = int(kernel.PASS)
SYMMETRIES = board_symmetries(8)
DISC_FILLS = ("#212529", "#f8f9fa")
GREEN = "#2b8a5b"


def square_name(square: int) -> str:
    """`a1` for 0, `h1` for 7, `a8` for 56."""
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def white_share(result: Result) -> float:
    """White's share of the discs at the end, W / (W + B): 0.5 is a tie (Singer 2001)."""
    black, white = result.points
    return white / (white + black) if white + black else 0.5


@dataclass(frozen=True)
class Othello:
    """The rules of Othello. There are no options."""

    name: ClassVar[str] = "othello"
    version: ClassVar[int] = 1
    sides: ClassVar[tuple[str, str]] = ("black", "white")

    def start(self) -> Position:
        """The four discs in the middle, black to move."""
        return Position(self, kernel.START, 0)

    def restrict(self, position: Position, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """All moves: no rule of Othello has a memory."""
        return moves

    def quiet_after(self, position: Position, move: Move) -> int:
        """Always 0: discs are never taken off."""
        return 0

    def result(self, position: Position, outcome: int) -> Result:
        """Discs of both sides; empty squares count for nobody."""
        black, white = _discs(position)
        points = (float(black.bit_count()), float(white.bit_count()))
        winner: Side | None = None if outcome == 0 else position.side if outcome > 0 else 1 - position.side
        return Result(winner, points, "neither side can move")

    def lead(self, position: Position) -> int:
        """Own discs minus the other side's."""
        return int(position.state.own).bit_count() - int(position.state.opp).bit_count()

    def position_text(self, position: Position) -> str:
        """64 squares from a1 row by row, X black, O white, - empty; then the side to move."""
        return "".join(_cells(position, "XO-")) + " " + "XO"[position.side]

    def parse_position(self, text: str) -> Position:
        """Read what `position_text` writes; `.` for empty and lower case are taken too."""
        match = re.fullmatch(r"([xo.-]{64})\s+([xo])", text.strip(), re.ASCII | re.IGNORECASE)
        if match is None:
            raise PositionTextError(
                f"cannot read othello position {text!r}: "
                "64 squares of X, O and - from a1 row by row, a space, X or O to move"
            )
        cells, side = match[1].upper(), "XO".index(match[2].upper())
        black, white = (Bits(bits_of(i for i, cell in enumerate(cells) if cell == disc)) for disc in "XO")
        own, opp = (black, white) if side == 0 else (white, black)
        return Position(self, kernel.Othello(own, opp), side)

    def move_name(self, move: Move) -> str:
        """`d3`, or `pass`."""
        return "pass" if move == PASS else square_name(move.bit_length() - 1)

    def read_move(self, text: str, legal: dict[str, Move]) -> Move | None:
        """A square in either case, or `pass`."""
        if not re.fullmatch(r"[a-h][1-8]|pass", text, re.ASCII | re.IGNORECASE):
            raise MoveTextError(f"cannot read move {text!r} (a square like d3, or pass)")
        return legal.get(text.lower())

    def diagram(self, position: Position) -> str:
        """Rows 1 to 8 from the top, X black, O white."""
        cells = _cells(position, "XO.")
        rows = [f"{row + 1} {' '.join(cells[8 * row : 8 * row + 8])}" for row in range(8)]
        black, white = (bits.bit_count() for bits in _discs(position))
        state = "game over" if position.is_over else f"{position.side_name} ({'XO'[position.side]}) to move"
        return "\n".join(["  a b c d e f g h", *rows, f"{state}, discs {black}-{white}"])

    def svg(self, position: Position, show_moves: bool) -> str:
        """Discs on a green board."""
        shapes = [square(i % 8, i // 8, GREEN, "#1b5e3d") for i in range(64)]
        for i in range(8):
            shapes += [label(i, -0.75, "abcdefgh"[i]), label(-0.75, i, str(i + 1))]
        for fill, bits in zip(DISC_FILLS, _discs(position), strict=True):
            shapes += [circle(i % 8, i // 8, 41, fill) for i in squares_of(bits)]
        if show_moves:
            moves = [move.bit_length() - 1 for move in position.legal_moves if move != PASS]
            shapes += [ring(i % 8, i // 8, 24, "#f8f9fa") for i in moves]
        if position.last_move:
            at = position.last_move.bit_length() - 1
            shapes.append(diamond(at % 8, at // 8))
        return Canvas(8, 8, str(position), "#e9ecef").draw(shapes)

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The eight turns and mirrors of the board."""
        return SYMMETRIES

    def transform(self, position: Position, symmetry: Symmetry) -> Position:
        """Every disc where the symmetry takes it."""
        own, opp = (
            Bits(bits_of(symmetry.squares[i] for i in squares_of(bits)))
            for bits in (position.state.own, position.state.opp)
        )
        return Position(self, kernel.Othello(own, opp), position.side)

    def transform_move(self, move: Move, symmetry: Symmetry) -> str:
        """The move's square where the symmetry takes it."""
        return "pass" if move == PASS else square_name(symmetry.squares[move.bit_length() - 1])


def _discs(position: Position) -> tuple[int, int]:
    """Discs of black and of white."""
    own, opp = int(position.state.own), int(position.state.opp)
    return (own, opp) if position.side == 0 else (opp, own)


def _cells(position: Position, signs: str) -> list[str]:
    black, white = _discs(position)
    return [signs[0] if black >> i & 1 else signs[1] if white >> i & 1 else signs[2] for i in range(64)]
