"""How games of an Othello net go: discs and legal moves by move, and what both sides do about corners.

The games are held-out ones. Compiled play tells of discs and legal moves; corners are looked at when its moves are made
again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.compute import Rows, Shared
from ludogen.formats.champion import Champion
from ludogen.games import Othello, Position
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.othello import Othello as State
from ludogen.kernels.trials import COURSE_COLUMNS, trace_trials
from ludogen.randomness import stream
from ludogen.recipes.othello_trials import LONGEST_GAME, Opponent, express_nets, movers_here, opponent_here
from ludogen.reports.lab import Lab
from ludogen.reports.othello_strength import starts_for

__all__ = ["LATE", "Corners", "Courses", "followed"]

BOARD = 64
FIRST_DISCS = 4
LATE = (20, 40)  # from which moves on legal moves are compared: middle game, end game
CORNERS = (0, 7, 56, 63)
X_SQUARES = {9: 0, 14: 7, 49: 56, 54: 63}  # and the corner next to each
COUNTS = ("corners", "offers", "taken", "x_moves", "x_lost")  # of each side
NET, OTHER = 0, 1


@dataclass(frozen=True)
class Corners:
    """What one side did about corners."""

    games: int
    corners: int  # it owns at the ends
    offers: int  # turns in which it could move into a corner
    taken: int  # and did
    x_moves: int  # next to a corner on the diagonal, while that was empty
    x_lost: int  # of them: the opponent took that corner later


@dataclass(frozen=True)
class Courses:
    """Games, seen from the net. Means by move, 1 to 60, over the games that it won."""

    games: int
    won: int
    discs: Mapping[int, tuple[float, float]]  # after the move: the net's, the opponent's
    moves: tuple[Mapping[int, float], Mapping[int, float]]  # legal ones before the move, whoever's it was
    # Legal moves of the net to the opponent's by the move from which on they are counted: games won, all games.
    ratios: Mapping[int, float]
    ratios_all: Mapping[int, float]
    sides: tuple[Corners, Corners]  # all games

    @property
    def turning(self) -> int | None:
        """The move from which on the net has more discs; None if it won no game."""
        behind = [move for move, (own, other) in self.discs.items() if own < other]
        return max(behind, default=min(self.discs) - 1) + 1 if self.discs else None

    @property
    def peak(self) -> int | None:
        """The move after which the opponent has most discs; None if the net won no game."""
        return max(self.discs, key=lambda move: self.discs[move][1]) if self.discs else None


def _follow(shared: Shared, games: NDArray[np.int64]) -> Rows:
    """Task: a row a game, the discs the net leads by at the end, its course, then counts of both sides."""
    net, _ = movers_here(shared)
    net.mind["place"] = 0
    opponent = opponent_here(shared)
    rows = np.zeros((len(games), 1 + BOARD * COURSE_COLUMNS + 2 * len(COUNTS)))
    for row, game in zip(rows, games, strict=True):
        one = slice(game, game + 1)
        moves, values = np.zeros(LONGEST_GAME, np.uint64), np.zeros(LONGEST_GAME, np.float32)
        course, end = np.zeros((1, BOARD, COURSE_COLUMNS)), np.zeros(1)
        trace_trials(
            *(net, opponent, shared["starts"][one], shared["seats"][one], shared["chances"][one]),
            *(moves, values, np.zeros(LONGEST_GAME + 1, np.uint64), course, end),
        )
        counts = _corners(shared["starts"][game], int(shared["seats"][game]), moves)
        row[:] = np.concatenate([end, course.ravel(), counts.ravel()])
    return rows


def _corners(start: NDArray[np.uint64], seat: int, moves: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Counts of the net and its opponent in one game; a corner is never turned, so who moves there owns it."""
    found = {name: np.zeros(2) for name in COUNTS}
    risked: dict[int, int] = {}  # by corner, who moved next to it
    position = Position(Othello(), State(Bits(start[0]), Bits(start[1])), 0)
    for word in moves:
        if position.is_over:
            break
        square = int(word).bit_length() - 1
        who = NET if position.side == seat else OTHER
        legal = {move.bit_length() - 1 for move in position.legal_moves}
        found["offers"][who] += bool(legal & set(CORNERS))
        if square in CORNERS:
            found["taken"][who] += 1
            found["corners"][who] += 1
            if risked.get(square, who) != who:
                found["x_lost"][risked[square]] += 1
        occupied = int(position.state.own) | int(position.state.opp)
        if square in X_SQUARES and not occupied >> X_SQUARES[square] & 1:
            found["x_moves"][who] += 1
            risked[X_SQUARES[square]] = who
        position = position.play(int(word))
    return np.stack([found[name] for name in COUNTS])


def followed(lab: Lab, champion: Champion, opponent: Opponent, games: int, key: str) -> Courses:
    """Held-out games of a champion; kept under the key."""

    def play() -> dict[str, Any]:
        arrays, architecture = champion.arrays, champion.method.partition("-")[0]
        squash = "tanh" if arrays["tanh"] else "logistic"
        shared = {
            "architecture": architecture,
            "nets": express_nets(architecture, arrays["chromosome"], float(arrays["divisor"]), squash),
            "opponent": opponent,
            "starts": np.repeat(starts_for("held-out", games), 2, 0),
            "seats": np.arange(games, dtype=np.uint64) % np.uint64(2),
            "chances": stream(1, "held-out", "chances").integers(2**64, size=games, dtype=np.uint64),
        }
        return _summed(lab.compute.run(_follow, shared, games))

    kept = lab.kept(f"{key} against {opponent[0]}, {games} held-out games followed", play)
    discs, moves = kept["discs"], kept["moves"]
    return Courses(
        games,
        kept["won"],
        {int(move): (own, other) for move, (own, other) in discs.items()},
        (_numbered(moves[NET]), _numbered(moves[OTHER])),
        _numbered(kept["ratios"]),
        _numbered(kept["ratios_all"]),
        (Corners(games, *kept["corners"][NET]), Corners(games, *kept["corners"][OTHER])),
    )


def _numbered(values: Mapping[str, float]) -> dict[int, float]:
    return {int(move): value for move, value in values.items()}


def _summed(rows: Rows) -> dict[str, Any]:
    """What is kept of followed games."""
    won = rows[:, 0] > 0
    courses = rows[:, 1 : 1 + BOARD * COURSE_COLUMNS].reshape(-1, BOARD, COURSE_COLUMNS)
    counts = rows[:, 1 + BOARD * COURSE_COLUMNS :].reshape(-1, len(COUNTS), 2).sum(0).astype(int)
    discs: dict[str, list[float]] = {}
    moves: list[dict[str, float]] = [{}, {}]
    for before in range(FIRST_DISCS, BOARD):
        there = courses[won & (courses[:, before, 0] > 0), before]
        if len(there):
            move = str(before - FIRST_DISCS + 1)
            discs[move] = there[:, 1:3].mean(0).tolist()
            for side in (NET, OTHER):
                legal = there[~np.isnan(there[:, 3 + side]), 3 + side]
                if len(legal):
                    moves[side][move] = float(legal.mean())
    return {
        "won": int(won.sum()),
        "discs": discs,
        "moves": moves,
        "ratios": _ratios(courses[won]),
        "ratios_all": _ratios(courses),
        "corners": counts.T.tolist(),
    }


def _ratios(courses: NDArray[np.float64]) -> dict[str, float]:
    """Mean legal moves of the net over the opponent's, late in games; nothing where nobody moved then."""
    found = {}
    for first in LATE:
        late = courses[:, FIRST_DISCS + first :]
        moved = late[late[:, :, 0] > 0]
        own, other = (moved[~np.isnan(moved[:, 3 + side]), 3 + side] for side in (NET, OTHER))
        if len(own) and len(other):
            found[str(first)] = float(own.mean() / other.mean())
    return found
