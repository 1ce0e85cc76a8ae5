"""Games of Othello nets that move without search, as tasks: against a fixed opponent, each other, or a yardstick.

A trial begins after the opening moves, with nothing remembered. What is shared is plain arrays and texts; movers, their
working records and the searcher's remembered replies belong to each thread and live as long as it does.
"""

from functools import cache
from threading import local
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.arena.openings import parse_openings
from ludogen.compute import Rows, Shared
from ludogen.games import Othello
from ludogen.genomes.chromosome import Chromosome
from ludogen.genomes.marker import fixed_nets, marker_nets
from ludogen.kernels.fixed_net import FixedMover, fixed_mind
from ludogen.kernels.marker_net import MarkerMover, marker_mind
from ludogen.kernels.movers import PlainMover, RandomMover
from ludogen.kernels.plain_search import plain_work
from ludogen.kernels.replies import ReplyingMover, new_replies
from ludogen.kernels.search import NO_EXTENSION
from ludogen.kernels.trials import COURSE_COLUMNS, play_members, play_trials, trace_trials
from ludogen.players import evaluators

__all__ = [
    "ARCHITECTURES",
    "RANDOM",
    "SEARCHERS",
    "Opponent",
    "Starts",
    "express_nets",
    "four_move_starts",
    "movers_here",
    "new_opponent",
    "opponent_here",
    "play_each_other",
    "play_opponent",
    "play_yardstick",
    "six_move_starts",
]

ARCHITECTURES = ("marker", "fixed")
SEARCHERS = ("iago", "norvig")
RANDOM = "random"
LONGEST_GAME = 128  # 60 moves and all passes
BOARD = 64
MIDDLE_GAME = 24  # discs on the board after 20 moves
YARDSTICK_SEED = 1
Starts = NDArray[np.uint64]  # discs of the side to move and of the other side
Opponent = tuple[str, int, str]  # who it is, plies it searches, which of its equally good moves it plays


@cache
def four_move_starts() -> Starts:
    """The 244 sequences of four moves; they lead to 236 positions, so eight of them stand twice."""
    return _positions([card.position.state for card in parse_openings("four-moves", Othello()).cards])


@cache
def six_move_starts(number: int) -> Starts:
    """Positions after six random moves, always the same: where no game of evolution begins.

    The openings of `ludogen match --openings random:plies=6 --seed 1`.
    """
    deck = parse_openings("random:plies=6", Othello())
    return _positions([deck.opening(pair, YARDSTICK_SEED).position.state for pair in range(number)])


def _positions(states: list[Any]) -> Starts:
    return np.array([tuple(state) for state in states], np.uint64)


def express_nets(architecture: str, chromosomes: Chromosome, divisor: float, squash: str) -> NDArray[Any]:
    """The nets of chromosomes, one a row."""
    return (marker_nets if architecture == "marker" else fixed_nets)(chromosomes, divisor, squash)


class _Own(local):
    """What each thread has of its own."""

    def __init__(self) -> None:
        self.opponents: dict[tuple[Opponent, bool], Any] = {}
        self.minds = {"marker": (marker_mind(), marker_mind()), "fixed": (fixed_mind(), fixed_mind())}
        self.records = (
            np.zeros(LONGEST_GAME, np.uint64),
            np.zeros(LONGEST_GAME, np.float32),
            np.zeros(LONGEST_GAME + 1, np.uint64),
        )


_own = _Own()


def new_opponent(opponent: Opponent, remembers: bool = True) -> Any:
    """The mover of an opponent, for one thread. A searcher without chance remembers its replies, which changes none."""
    name, depth, ties = opponent
    if name == RANDOM:
        return RandomMover(0)
    squares = evaluators.NORVIG_SQUARES
    evaluator: Any = evaluators.iago() if name == "iago" else evaluators.weighted_squares(squares)
    searcher = PlainMover(evaluator, depth, NO_EXTENSION, ties == "random", plain_work())
    return ReplyingMover(searcher, new_replies()) if remembers and ties == "first" else searcher


def opponent_here(shared: Shared) -> Any:
    """This thread's mover: with all the replies that it remembers from generations before."""
    wanted, remembers = tuple(shared["opponent"]), bool(shared.get("remembers", True))
    if (wanted, remembers) not in _own.opponents:
        _own.opponents[wanted, remembers] = new_opponent(wanted, remembers)
    return _own.opponents[wanted, remembers]


def movers_here(shared: Shared) -> tuple[Any, Any]:
    """Movers around the nets, for one side and the other."""
    mover = MarkerMover if shared["architecture"] == "marker" else FixedMover
    one, other = _own.minds[shared["architecture"]]
    return mover(shared["nets"], one), mover(shared["nets"], other)


def play_opponent(shared: Shared, places: NDArray[np.int64]) -> Rows:
    """For each of these nets the discs it leads by at the end of each game against the opponent."""
    ends = np.zeros((len(places), shared["seats"].shape[1]))
    one, _ = movers_here(shared)
    play_trials(
        *(one, places, opponent_here(shared), shared["starts"], shared["seats"], shared["chances"], *_own.records, ends)
    )
    return ends


def play_each_other(shared: Shared, places: NDArray[np.int64]) -> Rows:
    """The same against other nets, whose places `others` has."""
    ends = np.zeros((len(places), shared["seats"].shape[1]))
    one, other = movers_here(shared)
    play_members(*(one, places, other, shared["others"], shared["starts"], shared["seats"], *_own.records, ends))
    return ends


def play_yardstick(shared: Shared, games: NDArray[np.int64]) -> Rows:
    """Games of the first net against the opponent. A row a game: score, and from the middle game on the sum and number
    of legal moves that the net had, then the opponent's.
    """
    one, _ = movers_here(shared)
    one.mind["place"] = 0
    courses, ends = np.zeros((len(games), BOARD, COURSE_COLUMNS)), np.zeros(len(games))
    trace_trials(
        *(one, opponent_here(shared), shared["starts"][games], shared["seats"][games], shared["chances"][games]),
        *(*_own.records, courses, ends),
    )
    rows = np.zeros((len(games), 5))
    rows[:, 0] = (1 + np.sign(ends)) / 2
    late = courses[:, MIDDLE_GAME:]
    for column, side in ((1, 3), (3, 4)):
        moved = (late[:, :, 0] > 0) & ~np.isnan(late[:, :, side])
        rows[:, column] = np.where(moved, late[:, :, side], 0).sum(1)
        rows[:, column + 1] = moved.sum(1)
    return rows
