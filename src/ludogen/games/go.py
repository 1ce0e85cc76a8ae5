"""Go on any board from 2x2 to 19x19: GTP coordinates (A1 lower left, no I), black moves first unless given handicap."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from ludogen.errors import GameNameError, MoveTextError, PositionTextError
from ludogen.games.boards import bits_of, board_symmetries, squares_of
from ludogen.games.drawing import Canvas, circle, diamond, label, line, ring
from ludogen.games.game import Move, Position, Result, Side, Symmetry
from ludogen.kernels import go as kernel
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.steps import step
from ludogen.kernels.wide import STRIDES, Wide, pack, unpack, words_for

__all__ = ["Go"]

PASS: Move = int(kernel.PASS)
COLUMNS = "ABCDEFGHJKLMNOPQRST"
SCORINGS = ("area", "japanese")
STONE_FILLS = ("#212529", "#f8f9fa")


@dataclass(frozen=True)
class Go:
    """The rules of Go: size of the board, komi, ko rule, way of counting, handicap stones."""

    size: int = 9
    komi: float = 7.5
    superko: bool = False  # positional superko on top of simple ko
    scoring: str = "area"  # or "japanese": territory and prisoners, all stones on the board alive
    handicap: int = 0  # black stones on GTP's fixed points, white to move

    name: ClassVar[str] = "go"
    version: ClassVar[int] = 1
    sides: ClassVar[tuple[str, str]] = ("black", "white")

    def __post_init__(self) -> None:
        if not 2 <= self.size <= 19:
            raise GameNameError(f"size={self.size} of 'go' is not in 2..19")
        if self.komi * 2 != int(self.komi * 2) or abs(self.komi) > 1000:
            raise GameNameError(f"komi={self.komi:g} of 'go' is not a whole or half number in -1000..1000")
        if self.scoring not in SCORINGS:
            raise GameNameError(f"scoring={self.scoring!r} of 'go' is not one of {', '.join(SCORINGS)}")
        if self.handicap and not 2 <= self.handicap <= self._most_handicap:
            most = self._most_handicap
            allowed = f"0 or 2..{most}" if most else "0, the board is too small"
            raise GameNameError(f"handicap={self.handicap} of 'go' on {self.size}x{self.size} is not {allowed}")

    @property
    def _most_handicap(self) -> int:
        return 0 if self.size < 7 else 9 if self.size > 7 and self.size % 2 else 4

    @cached_property
    def _words(self) -> int:
        return words_for(self.size)

    @cached_property
    def _stride(self) -> int:
        return STRIDES[self._words]

    def _pack(self, points: int) -> Wide:
        """Kernel words from an integer with bit row * size + column for each point."""
        return pack(bits_of(self._bit(point) for point in squares_of(points)), self._words)

    def _unpack(self, wide: Wide) -> int:
        return bits_of(self._point(bit) for bit in squares_of(unpack(wide)))

    def _bit(self, point: int) -> int:
        return point // self.size * self._stride + point % self.size

    def _point(self, bit: int) -> int:
        return bit // self._stride * self.size + bit % self._stride

    def _state(self, own: int, opp: int, side: Side) -> kernel.Go:
        """Kernel position with these stones (as points), no ko and no prisoners."""
        bonus = int(2 * self.komi) * (1 if side else -1)
        board = self._pack((1 << self.size * self.size) - 1)
        none, scoring = Bits(0), Bits(SCORINGS.index(self.scoring))
        return kernel.Go(self._pack(own), self._pack(opp), board, kernel.PASS, none, none, none, bonus, scoring)

    def start(self) -> Position:
        """The empty board with black to move, or the handicap stones with white to move."""
        side = 1 if self.handicap else 0
        return Position(self, self._state(0, self._handicap_points(), side), side)

    def _handicap_points(self) -> int:
        """GTP's fixed handicap: corners, then the middles of the sides, the centre last for odd numbers from 5 on."""
        near = 2 if self.size < 13 else 3
        far, middle = self.size - 1 - near, self.size // 2
        corners = [(near, near), (far, far), (far, near), (near, far)]
        sides = [(middle, near), (middle, far), (near, middle), (far, middle)]
        number = self.handicap
        chosen = (corners + sides)[: number - number % 2 if number >= 5 else number]
        if number >= 5 and number % 2:
            chosen.append((middle, middle))
        return bits_of(row * self.size + column for row, column in chosen)

    def restrict(self, position: Position, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """With superko, only moves that bring up no earlier board of the game."""
        state = position.state
        # Before the first capture every board has more stones than all before it.
        if not self.superko or not moves or state.own_prisoners + state.opp_prisoners == 0:
            return moves
        seen = {self._stones(past) for past in position.past()}
        return tuple(move for move in moves if move == PASS or self._stones_after(position, move) not in seen)

    def _stones_after(self, position: Position, move: Move) -> tuple[Wide, Wide]:
        after = step(position.state, Bits(move))
        return (after.opp, after.own) if position.side == 0 else (after.own, after.opp)

    def _stones(self, position: Position) -> tuple[Wide, Wide]:
        """Stones of black and of white as kernel words."""
        own, opp = position.state.own, position.state.opp
        return (own, opp) if position.side == 0 else (opp, own)

    def quiet_after(self, position: Position, move: Move) -> int:
        """Always 0: no rule counts quiet moves."""
        return 0

    def result(self, position: Position, outcome: int) -> Result:
        """Points of both sides, komi among white's."""
        black, white = self.points(position)
        winner: Side | None = None if black == white else 0 if black > white else 1
        return Result(winner, (black, white), f"two passes, {self.scoring} scoring")

    def points(self, position: Position) -> tuple[float, float]:
        """Points of black and white as the board stands, all stones alive, komi among white's."""
        land = kernel.territory(position.state)
        if self.scoring == "area":
            held = tuple(unpack(stones).bit_count() for stones in (position.state.own, position.state.opp))
        else:
            held = (int(position.state.own_prisoners), int(position.state.opp_prisoners))
        own, opp = land[0] + held[0], land[1] + held[1]
        black, white = (own, opp) if position.side == 0 else (opp, own)
        return float(black), white + self.komi

    def lead(self, position: Position) -> int:
        """Own stones on the board minus the other side's."""
        return unpack(position.state.own).bit_count() - unpack(position.state.opp).bit_count()

    def position_text(self, position: Position) -> str:
        """Rows from the top with numbers for empty points; side, ko, passes, prisoners: `5/5/2X2/5/5 w - 0 0,0`."""
        cells = self._cells(position)
        rows = ["".join(cells[row * self.size : (row + 1) * self.size]) for row in reversed(range(self.size))]
        board = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
        state = position.state
        taken = (int(state.own_prisoners), int(state.opp_prisoners))
        black, white = taken if position.side == 0 else reversed(taken)
        ko = "-" if state.ko == PASS else self.move_name(int(state.ko))
        return f"{board} {'bw'[position.side]} {ko} {state.passes} {black},{white}"

    def parse_position(self, text: str) -> Position:
        """Read what `position_text` writes."""
        match = re.fullmatch(
            r"([XO0-9/]{1,800}) ([bw]) (-|[A-HJ-T][0-9]{1,2}) ([0-2]) ([0-9]{1,6}),([0-9]{1,6})", text.strip(), re.ASCII
        )
        if match is None:
            raise self._unreadable(
                text, "like '5/5/2X2/5/5 w - 0 0,0' (rows from the top, side, ko, passes, prisoners)"
            )
        rows = [re.sub(r"[0-9]+", lambda run: "." * min(int(run[0][:3]), 99), row) for row in match[1].split("/")]
        if len(rows) != self.size or any(len(row) != self.size for row in rows):
            raise self._unreadable(text, f"it must have {self.size} rows of {self.size} points")
        cells = "".join(reversed(rows))
        black, white = (bits_of(i for i, cell in enumerate(cells) if cell == stone) for stone in "XO")
        side = "bw".index(match[2])
        ko = PASS if match[3] == "-" else self._move_at(match[3])
        if ko is None or (ko != PASS and cells[self._point(ko)] != "."):
            raise self._unreadable(text, f"ko point {match[3]!r} is not an empty point of the board")
        prisoners = (int(match[5]), int(match[6]))
        own, opp = (black, white) if side == 0 else (white, black)
        taken = prisoners if side == 0 else (prisoners[1], prisoners[0])
        state = self._state(own, opp, side)._replace(
            ko=Bits(ko), passes=Bits(int(match[4])), own_prisoners=Bits(taken[0]), opp_prisoners=Bits(taken[1])
        )
        if not kernel.every_chain_breathes(state):
            raise self._unreadable(text, "it has stones without a liberty")
        return Position(self, state, side)

    def _unreadable(self, text: str, wanted: str) -> PositionTextError:
        return PositionTextError(f"cannot read go position {text!r}: {wanted}")

    def _move_at(self, text: str) -> Move | None:
        """The move on a point like D4; None if it is off the board."""
        column, row = COLUMNS.index(text[0].upper()), int(text[1:]) - 1
        return row * self._stride + column if column < self.size and 0 <= row < self.size else None

    def move_name(self, move: Move) -> str:
        """`D4`, or `pass`."""
        return "pass" if move == PASS else self._point_name(self._point(move))

    @cached_property
    def point_names(self) -> tuple[str, ...]:
        """Names of all points, row by row from the bottom."""
        return tuple(map(self._point_name, range(self.size * self.size)))

    def _point_name(self, point: int) -> str:
        return f"{COLUMNS[point % self.size]}{point // self.size + 1}"

    def read_move(self, text: str, legal: dict[str, Move]) -> Move | None:
        """A point in either case, or `pass`."""
        if text.lower() == "pass":
            return legal.get("pass")
        if not re.fullmatch(r"[A-HJ-T][0-9]{1,2}", text, re.ASCII | re.IGNORECASE) or self._move_at(text) is None:
            last = self._point_name(self.size * self.size - 1)
            raise MoveTextError(f"cannot read move {text!r} (a point from A1 to {last} without the letter I, or pass)")
        return legal.get(self.move_name(self._move_at(text) or 0))

    def _cells(self, position: Position) -> list[str]:
        black, white = (self._unpack(stones) for stones in self._stones(position))
        return ["X" if black >> i & 1 else "O" if white >> i & 1 else "." for i in range(self.size * self.size)]

    def diagram(self, position: Position) -> str:
        """Row 1 at the bottom, X black, O white."""
        cells, size = self._cells(position), self.size
        rows = [f"{row + 1:2} {' '.join(cells[row * size : (row + 1) * size])}" for row in reversed(range(size))]
        own, opp = int(position.state.own_prisoners), int(position.state.opp_prisoners)
        black, white = (own, opp) if position.side == 0 else (opp, own)
        state = "game over" if position.is_over else f"{position.side_name} ({'XO'[position.side]}) to move"
        return "\n".join([f"   {' '.join(COLUMNS[:size])}", *rows, f"{state}, prisoners {black}-{white}"])

    def svg(self, position: Position, show_moves: bool) -> str:
        """Stones on a wooden board."""
        size, top = self.size, self.size - 1
        shapes = [line((0, i), (top, i)) + line((i, 0), (i, top)) for i in range(size)]
        shapes += [circle(column, top - row, 7, "#1d1d1f") for row, column in self._star_points()]
        for i in range(size):
            shapes += [label(i, top + 0.8, COLUMNS[i]), label(-0.8, top - i, str(i + 1))]
        for fill, stones in zip(STONE_FILLS, self._stones(position), strict=True):
            shapes += [circle(i % size, top - i // size, 46, fill) for i in squares_of(self._unpack(stones))]
        if show_moves:
            points = [self._point(move) for move in position.legal_moves if move != PASS]
            shapes += [ring(i % size, top - i // size, 16) for i in points]
        if position.last_move is not None and position.last_move != PASS:
            at = self._point(position.last_move)
            shapes.append(diamond(at % size, top - at // size))
        return Canvas(size, size, str(position), "#e9c98f").draw(shapes)

    def _star_points(self) -> list[tuple[int, int]]:
        if self.size < 9 or self.size % 2 == 0:
            return []
        near = 2 if self.size < 13 else 3
        lines = (near, self.size // 2, self.size - 1 - near)
        middle = self.size // 2
        every = [(row, column) for row in lines for column in lines]
        return every if self.size >= 19 else [(r, c) for r, c in every if (r == middle) == (c == middle)]

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The eight turns and mirrors of the board."""
        return board_symmetries(self.size)

    def transform(self, position: Position, symmetry: Symmetry) -> Position:
        """Every stone, and the ko point, where the symmetry takes it."""
        state = position.state
        own, opp = (
            bits_of(symmetry.squares[i] for i in squares_of(self._unpack(stones))) for stones in (state.own, state.opp)
        )
        ko = PASS if state.ko == PASS else self._bit(symmetry.squares[self._point(int(state.ko))])
        turned = state._replace(own=self._pack(own), opp=self._pack(opp), ko=Bits(ko))
        return Position(self, turned, position.side, position.ply)

    def transform_move(self, move: Move, symmetry: Symmetry) -> str:
        """The move's point where the symmetry takes it."""
        return "pass" if move == PASS else self._point_name(symmetry.squares[self._point(move)])
