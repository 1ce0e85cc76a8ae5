"""American checkers: squares 1 to 32, black (the papers' red) on 1-12 moves first, a multiple jump is one move."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from ludogen.errors import GameNameError, MoveTextError, PositionTextError
from ludogen.games.boards import bits_of, squares_of
from ludogen.games.drawing import Canvas, circle, diamond, label, ring, square
from ludogen.games.game import Move, Position, Result, Symmetry
from ludogen.kernels import checkers as kernel
from ludogen.kernels.dispatch import Bits

__all__ = ["Checkers", "path"]

FORTY_MOVES_PLIES = 80
ROTATIONS = (4, 5, -4, -5)
SYMMETRIES = (
    Symmetry("identity", tuple(range(32))),
    Symmetry("half turn, colours changed", tuple(reversed(range(32))), swaps_sides=True),
)
PIECE_FILLS = ("#a4161a", "#f8f9fa")
LIGHT, DARK = "#ead9b5", "#7a5c3e"


def _bit(square_number: int) -> int:
    return square_number - 1 + (square_number - 1) // 8


def _number(bit: int) -> int:
    return bit - bit // 9 + 1


def path(move: Move) -> tuple[int, ...]:
    """The squares that a move's piece stands on, from start to end."""
    at, end = move >> int(kernel.FROM) & 63, move >> int(kernel.TO) & 63
    captured = move & int(kernel.CAPTURED)
    bits = [at]
    for jump in range(captured.bit_count() - 1):
        at += 2 * ROTATIONS[move >> (int(kernel.PATH) + 2 * jump) & 3]
        bits.append(at)
    return tuple(_number(bit) for bit in (*bits, end))


def _coordinates(square_number: int) -> tuple[int, int]:
    """Column and row on the 8x8 board, square 1 in the top row."""
    row = (square_number - 1) // 4
    return 2 * ((square_number - 1) % 4) + (row + 1) % 2, row


@dataclass(frozen=True)
class Checkers:
    """The rules of American checkers, with the ways a game may end in a draw."""

    ply_limit: int = 200  # draw once so many moves, of both sides together, have been made; 0: no limit
    forty_moves: bool = False  # draw after 40 moves of each side without a capture or a move of a man
    threefold: bool = False  # draw when a position comes up for the third time

    name: ClassVar[str] = "checkers"
    version: ClassVar[int] = 1
    sides: ClassVar[tuple[str, str]] = ("black", "white")

    def __post_init__(self) -> None:
        if not 0 <= self.ply_limit <= 100_000:
            raise GameNameError(f"ply_limit={self.ply_limit} of 'checkers' is not in 0..100000 (0: no limit)")

    def start(self) -> Position:
        """Twelve men a side, black to move."""
        return Position(self, kernel.START, 0)

    def restrict(self, position: Position, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """No moves once a rule has declared a draw."""
        return () if self._drawn_by(position) else moves

    def _drawn_by(self, position: Position) -> str | None:
        if self.ply_limit and position.ply >= self.ply_limit:
            return f"limit of {self.ply_limit} plies"
        if self.forty_moves and position.quiet >= FORTY_MOVES_PLIES:
            return "40 moves without progress"
        if self.threefold and position.quiet >= 8:
            seen = sum(
                1
                for _, past in zip(range(position.quiet + 1), position.past(), strict=False)
                if past.state == position.state
            )
            if seen >= 3:
                return "third repetition"
        return None

    def quiet_after(self, position: Position, move: Move) -> int:
        """Plies since the last capture or move of a man."""
        is_capture = move & int(kernel.CAPTURED) != 0
        is_king = int(position.state.kings) >> (move >> int(kernel.FROM) & 63) & 1
        return 0 if is_capture or not is_king else position.quiet + 1

    def result(self, position: Position, outcome: int) -> Result:
        """A side without a move loses; everything else is a draw."""
        if outcome:
            points = (0.0, 1.0) if position.side == 0 else (1.0, 0.0)
            return Result(1 - position.side, points, f"{position.side_name} cannot move")
        return Result(None, (0.5, 0.5), self._drawn_by(position) or "draw")

    def lead(self, position: Position) -> int:
        """Own pieces minus the other side's, men and kings alike."""
        return int(position.state.own).bit_count() - int(position.state.opp).bit_count()

    def position_text(self, position: Position) -> str:
        """PDN's FEN, `B:W21,22,K30:B1,2`; then, unless at their start, quiet plies and move number as `:H3:F12`."""
        black, white, kings = _pieces(position)
        lists = (
            ",".join(("K" if kings >> bit & 1 else "") + str(_number(bit)) for bit in squares_of(pieces))
            for pieces in (white, black)
        )
        text = f"{'BW'[position.side]}:W{next(lists)}:B{next(lists)}"
        move_number = position.ply // 2 + 1
        return text if position.quiet == 0 and move_number == 1 else f"{text}:H{position.quiet}:F{move_number}"

    def parse_position(self, text: str) -> Position:
        """Read FEN: colours in either order, ranges like 21-32, a full stop at the end."""
        body = text.strip().removesuffix(".").upper()
        match = re.fullmatch(
            r"([BW]):([BW])([K0-9,-]*):([BW])([K0-9,-]*)(?::H([0-9]{1,6}):F([0-9]{1,6}))?", body, re.ASCII
        )
        if match is None or match[2] == match[4]:
            raise _unreadable(text, "like B:W21,22,K30:B1,2,3 (side to move, pieces of both sides, K for kings)")
        pieces: dict[str, int] = {}
        kings = 0
        for colour, items in ((match[2], match[3]), (match[4], match[5])):
            pieces[colour], crowned = _parse_pieces(text, items)
            kings |= crowned
        black, white = pieces["B"], pieces["W"]
        _check(text, black, white, kings)
        side = "BW".index(match[1])
        own, opp = (black, white) if side == 0 else (white, black)
        state = kernel.Checkers(Bits(own), Bits(opp), Bits(kings), Bits(side))
        ply = 2 * (max(1, int(match[7] or 1)) - 1) + side
        return Position(self, state, side, ply, int(match[6] or 0))

    def move_name(self, move: Move) -> str:
        """`11-15`, or `25x18x9` for a jump."""
        return ("x" if move & int(kernel.CAPTURED) else "-").join(map(str, path(move)))

    def read_move(self, text: str, legal: dict[str, Move]) -> Move | None:
        """A path with - or x between squares; first and last square alone where that is clear."""
        if not re.fullmatch(r"[0-9]{1,2}([-x:][0-9]{1,2}){1,9}", text, re.ASCII | re.IGNORECASE):
            raise MoveTextError(f"cannot read move {text!r} (a path like 11-15 or 25x18x9)")
        wanted = tuple(int(part) for part in re.split(r"[-x:]", text.lower()))
        moves = {path(move): move for move in legal.values()}
        if wanted in moves or len(wanted) > 2:
            return moves.get(wanted)
        between = [move for squares, move in moves.items() if (squares[0], squares[-1]) == wanted]
        if len(between) > 1:
            names = ", ".join(map(self.move_name, between))
            raise MoveTextError(f"move {text!r} could be {names}: give the whole path,")
        return between[0] if between else None

    def diagram(self, position: Position) -> str:
        """The board as black's opponent sees it: square 1 in the top row; b w men, B W kings."""
        rows = [[" "] * 8 for _ in range(8)]
        for number in range(1, 33):
            column, row = _coordinates(number)
            rows[row][column] = _piece_sign(position, number)
        lines = [f"{4 * row + 1:2} {' '.join(cells)} {4 * row + 4:2}" for row, cells in enumerate(rows)]
        black, white, _ = _pieces(position)
        state = "game over" if position.is_over else f"{position.side_name} ({'bw'[position.side]}) to move"
        return "\n".join([*lines, f"{state}, pieces {black.bit_count()}-{white.bit_count()}"])

    def svg(self, position: Position, show_moves: bool) -> str:
        """Pieces with the numbers of the squares; kings wear a second ring and a K."""
        shapes = [square(i % 8, i // 8, LIGHT if (i % 8 + i // 8) % 2 == 0 else DARK) for i in range(64)]
        for number in range(1, 33):
            column, row = _coordinates(number)
            shapes.append(label(column - 0.34, row - 0.36, str(number), 20, LIGHT))
        black, white, kings = _pieces(position)
        for fill, ink, pieces in zip(PIECE_FILLS, reversed(PIECE_FILLS), (black, white), strict=True):
            for bit in squares_of(pieces):
                column, row = _coordinates(_number(bit))
                shapes.append(circle(column, row, 38, fill))
                if kings >> bit & 1:
                    shapes += [circle(column, row, 29, fill, ink), label(column, row, "K", 36, ink)]
        if show_moves:
            ends = {path(move)[-1] for move in position.legal_moves}
            shapes += [ring(*_coordinates(number), 24, "#f8f9fa") for number in sorted(ends)]
        if position.last_move is not None:
            squares = path(position.last_move)
            shapes += [ring(*_coordinates(number), 12, "#e8590c") for number in squares[:-1]]
            column, row = _coordinates(squares[-1])
            shapes.append(diamond(column + 0.32, row + 0.32))
        return Canvas(8, 8, str(position), "#f1f3f5").draw(shapes)

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The board as it is, and turned round with the colours changed."""
        return SYMMETRIES

    def transform(self, position: Position, symmetry: Symmetry) -> Position:
        """Every piece where the symmetry takes it, and the other side to move if colours change."""
        own, opp, kings, _ = (
            Bits(bits_of(_bit(symmetry.squares[_number(bit) - 1] + 1) for bit in squares_of(bits)))
            for bits in position.state
        )
        side = position.side ^ symmetry.swaps_sides
        return Position(self, kernel.Checkers(own, opp, kings, Bits(side)), side, position.ply, position.quiet)

    def transform_move(self, move: Move, symmetry: Symmetry) -> str:
        """The move's path where the symmetry takes it."""
        squares = (symmetry.squares[number - 1] + 1 for number in path(move))
        return ("x" if move & int(kernel.CAPTURED) else "-").join(map(str, squares))


def _pieces(position: Position) -> tuple[int, int, int]:
    """Pieces of black and of white, and the kings among them."""
    own, opp, kings = (int(bits) for bits in position.state[:3])
    return (own, opp, kings) if position.side == 0 else (opp, own, kings)


def _piece_sign(position: Position, number: int) -> str:
    black, white, kings = _pieces(position)
    bit = 1 << _bit(number)
    sign = "b" if black & bit else "w" if white & bit else "."
    return sign.upper() if kings & bit else sign


def _unreadable(text: str, wanted: str) -> PositionTextError:
    return PositionTextError(f"cannot read checkers position {text!r}: {wanted}")


def _parse_pieces(text: str, items: str) -> tuple[int, int]:
    """Bits of all pieces and of the kings in a list like `1-4,K30`."""
    pieces = kings = 0
    for item in filter(None, items.split(",")):
        match = re.fullmatch(r"(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?", item)
        if match is None:
            raise _unreadable(text, f"{item!r} is not a square, a range of squares or K and a square")
        numbers = range(int(match[2]), int(match[3] or match[2]) + 1)
        if not numbers or numbers[0] < 1 or numbers[-1] > 32:
            raise _unreadable(text, f"{item!r} is not within 1..32")
        bits = _bits(numbers)
        if pieces & bits:
            raise _unreadable(text, f"{item!r} names a square that is taken")
        pieces |= bits
        kings |= bits if match[1] else 0
    return pieces, kings


def _bits(numbers: Iterable[int]) -> int:
    return bits_of(map(_bit, numbers))


def _check(text: str, black: int, white: int, kings: int) -> None:
    if black & white:
        raise _unreadable(text, f"both sides stand on square {_number(next(squares_of(black & white)))}")
    if max(black.bit_count(), white.bit_count()) > 12:
        raise _unreadable(text, "a side has more than 12 pieces")
    uncrowned = (black & ~kings & _bits(range(29, 33))) | (white & ~kings & _bits(range(1, 5)))
    if uncrowned:
        raise _unreadable(text, f"the piece on {_number(next(squares_of(uncrowned)))} must be a king")
