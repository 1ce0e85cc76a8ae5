"""Games of a player that evolves while it plays, move by move: its alphas, its time, and what a judge says."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import thread_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.games import Othello, Position
from ludogen.genomes.areas import board_of, othello_areas
from ludogen.genomes.trees import strategy_of, tree_text
from ludogen.kernels.trees import AREAS
from ludogen.players import parse_player
from ludogen.players.online import OnlinePlayer
from ludogen.players.searching import SearchPlayer
from ludogen.randomness import stream_word
from ludogen.reports.lab import Lab

__all__ = [
    "JUDGE",
    "PHASES",
    "Judgement",
    "OnlineGame",
    "OnlineMove",
    "judged",
    "mean_worths",
    "online_games",
    "phase_name",
    "phase_of",
]

JUDGE = "iago:depth=5"
PERFECT = 10  # empty squares from which the judge looks to the end
PHASES = tuple(range(4, 60, 8))  # discs on the board at the beginning of each
GAME_WORD = "a game to look at"


@dataclass(frozen=True)
class OnlineMove:
    """A move for which a run was made: the alpha it ended with."""

    ply: int
    discs: int  # on the board before it
    move: str
    seconds: float  # of the processor
    values: tuple[int, ...]
    tree: str

    @property
    def worths(self) -> NDArray[np.float64]:
        """What squares are worth, doubled where the alpha says so; nan in the middle."""
        worths = strategy_of(np.array(self.values), board_of("othello"))["worths"][0].astype(np.float64)
        worths[othello_areas() == AREAS] = np.nan
        board: NDArray[np.float64] = worths.reshape(8, 8)
        return board


@dataclass(frozen=True)
class OnlineGame:
    """A whole game."""

    side: int
    names: tuple[str, ...]
    lead: int  # discs at the end
    moves: tuple[OnlineMove, ...]

    @property
    def last(self) -> Position:
        """The last position."""
        return Othello().start().play_text(*self.names)


def phase_of(discs: int) -> int:
    """Which of PHASES."""
    return max(number for number, first in enumerate(PHASES) if discs >= first)


def phase_name(phase: int) -> str:
    """The discs on the board in a phase."""
    return f"{PHASES[phase]} to {PHASES[phase + 1] - 1 if phase + 1 < len(PHASES) else 63}"


def online_games(lab: Lab, name: str, opponent: str, number: int) -> list[OnlineGame]:
    """So many games with sides in turns, on one thread, the alpha carried as in a match."""

    def play() -> list[Any]:
        one = parse_player(name, Othello())
        assert isinstance(one, OnlinePlayer)
        one.choose(Othello().start(), 1)  # what is to be compiled is compiled
        return [_play(one, opponent, game) for game in range(number)]

    rows = lab.kept(f"{number} games of {name} against {opponent}, move by move", play)
    return [OnlineGame(side, tuple(names), lead, tuple(map(_move_of, moves))) for side, names, lead, moves in rows]


def _move_of(row: Sequence[Any]) -> OnlineMove:
    ply, discs, move, seconds, values, tree = row
    return OnlineMove(ply, discs, move, seconds, tuple(values), tree)


def _play(one: OnlinePlayer, opponent: str, number: int) -> list[Any]:
    other, position, moves = parse_player(opponent, Othello()), Othello().start(), []
    if number % one.sitting == 0:
        one.forget()
    while not position.is_over:
        word = int(stream_word(1, GAME_WORD, number, position.ply))
        if position.side != number % 2:
            position = position.play(other.choose(position, word))
            continue
        began = thread_time()
        move = one.choose(position, word)
        seconds = thread_time() - began
        code, values = one.alpha()
        if len(position.legal_moves) > 1:
            discs = int(position.state.own | position.state.opp).bit_count()
            text = tree_text(code)
            moves.append([position.ply, discs, position.move_name(move), seconds, values.tolist(), text])
        position = position.play(move)
    lead = position.lead if position.side == number % 2 else -position.lead
    return [number % 2, position.move_names(), lead, moves]


@dataclass(frozen=True)
class Judgement:
    """What the judge says of a move."""

    place: int  # among the legal moves, 1 the best; equally good ones share a place
    of: int
    best: str


def judged(
    lab: Lab, game: OnlineGame, key: str, judge: Callable[[Position], dict[int, float]] | None = None
) -> list[Judgement]:
    """Every move that was chosen, by its place among the legal ones."""

    def look() -> list[Any]:
        found, wanted = [], {move.ply for move in game.moves}
        for position in reversed(list(game.last.past())):
            if position.ply in wanted:
                values = (judge or _values)(position)
                chosen = values[position.parse_move(game.names[position.ply])]
                best = max(values, key=lambda move: values[move])  # used at once
                place = 1 + sum(value > chosen for value in values.values())
                found.append([place, len(values), position.move_name(best)])
        return found

    return [Judgement(*row) for row in lab.kept(key, look)]


def _values(position: Position) -> dict[int, float]:
    empty = 64 - int(position.state.own | position.state.opp).bit_count()
    name = f"iago:depth={empty}" if empty <= PERFECT else JUDGE
    player = parse_player(name, Othello())
    assert isinstance(player, SearchPlayer)
    return player.move_values(position)


def mean_worths(games: Sequence[OnlineGame], phase: int) -> NDArray[np.float64]:
    """What squares are worth in a phase of the game, mean over moves, in per cent of the worthiest of each alpha."""
    found = [move.worths for game in games for move in game.moves if phase_of(move.discs) == phase]
    if not found:
        return np.full((8, 8), np.nan)
    mean: NDArray[np.float64] = np.mean([100 * worths / max(1.0, float(np.nanmax(worths))) for worths in found], axis=0)
    return mean
