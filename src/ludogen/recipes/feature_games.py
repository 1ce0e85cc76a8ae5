"""Games of the nets of Singer 2001 as tasks: round robins, learning phases, and yardsticks.

What is shared is plain arrays and numbers, among them the weights of all nets, a row each. Their number tells feature
nets from tuple nets.
"""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Thread, local
from time import sleep
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.compute import Compute, Rows, Shared
from ludogen.games import Othello
from ludogen.genomes.features import feature_nets
from ludogen.genomes.tuples import tuple_nets
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.feature_learning import FeatureNets
from ludogen.kernels.feature_net import FEATURE_SIZE, MOST_FEATURES, FeatureNet, feature_weights
from ludogen.kernels.learning_games import ALL_LEARNED, NOT_HELD, Lesson, learn_on, learning_work
from ludogen.kernels.movers import PlainMover, SoftmaxMover, SolvingMover
from ludogen.kernels.othello import START
from ludogen.kernels.othello import Othello as OthelloState
from ludogen.kernels.othello_solver import new_table
from ludogen.kernels.plain_search import plain_work
from ludogen.kernels.search import NO_EXTENSION
from ludogen.kernels.tuple_learning import TupleNets
from ludogen.kernels.tuple_net import TupleNet, tuple_weights
from ludogen.kernels.whole_games import Course, play_games
from ludogen.players import parse_player
from ludogen.randomness import stream
from ludogen.recipes.othello_trials import six_move_starts

__all__ = [
    "SHARE",
    "WIN",
    "final_fitness",
    "fitness_of",
    "learn_together",
    "measured",
    "play_pool",
    "play_yardstick",
    "round_robin",
]

LONGEST_GAME = 128  # 60 moves and all passes
SIX_MOVES = 6
FINAL_DEPTH, FINAL_TEMPERATURE = 4, 0.0
SHARE, WIN = "share", "win"  # goals: what nets estimate
Weights = NDArray[np.float32]
Places = NDArray[np.int64]


def round_robin(players: int) -> Places:
    """Everybody meets everybody else once: a row a game, round after round of games that share nobody.

    The circle method: one keeps its seat, the others move on by one after each round. With an odd number there is an
    empty seat. That rounds follow each other is what lets threads learn side by side: a game has to wait only for games
    of the round before.
    """
    seats = list(range(players + players % 2))
    games = []
    for _ in range(len(seats) - 1):
        games += [(one, other) for one, other in zip(seats[: len(seats) // 2], reversed(seats), strict=False)]
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return np.array([pair for pair in games if max(pair) < players])


def fitness_of(players: int, blacks: Places, whites: Places, outcomes: NDArray[np.float64]) -> NDArray[np.float64]:
    """GamesWon / TotalGames + GamesTied / 2 TotalGames (section 2.1); outcomes are 1, 0 or -1 for Black."""
    points, games = np.zeros(players), np.zeros(players)
    for places, signs in ((blacks, outcomes), (whites, -outcomes)):
        np.add.at(points, places, (1 + signs) / 2)
        np.add.at(games, places, 1)
    return points / games


@dataclass(frozen=True)
class _Kind:
    """What differs between kinds of nets."""

    records: Callable[[Weights, bool], NDArray[Any]]
    evaluator: Callable[[Any], Any]
    population: Callable[[Any], Any]
    weights: Callable[[Any], Weights]


FEATURES = _Kind(feature_nets, FeatureNet, FeatureNets, feature_weights)
TUPLES = _Kind(tuple_nets, TupleNet, TupleNets, tuple_weights)


def _kind_of(weights: Weights) -> _Kind:
    """Every net of tuples has more weights than any of features."""
    return FEATURES if weights.shape[1] < FEATURE_SIZE * (MOST_FEATURES + 1) else TUPLES


# Games without learning


class _Own(local):
    """What each thread has of its own."""

    def __init__(self) -> None:
        self.works = plain_work(), plain_work()
        self.tables = new_table(), new_table()
        self.opponents: dict[str, Any] = {}


_own = _Own()


def _play(one: Any, other: Any, start: OthelloState, ply: int, seat: int, chance: np.uint64) -> int:
    """A game in which `one` sits on this side; its outcome for `one`."""
    ends = np.zeros((1, 4), np.int64)
    play_games(
        *(start, Bits(0), ply, 0, one, other, np.array([seat], np.uint64), Course(0, 0, 0), np.array([chance])),
        *(np.zeros((1, 1), np.uint64), np.zeros(1, np.int64)),
        *(np.zeros((1, LONGEST_GAME), np.uint64), np.zeros((1, LONGEST_GAME), np.float32)),
        *(np.zeros(LONGEST_GAME + 1, np.uint64), ends),
    )
    return int(np.sign(ends[0, 1])) * (1 - 2 * seat)


def play_pool(shared: Shared, games: Places) -> Rows:
    """Games between nets that look `depth` plies ahead; outcomes for Black.

    They draw their moves at a temperature, or play the best (0), and may play perfectly at the end.
    """
    kind = _kind_of(shared["weights"])
    nets = kind.records(shared["weights"], shared["goal"] == WIN)
    depth, temperature, solve_at = shared["depth"], shared["temperature"], shared["solve_at"]

    def mover(place: int, side: int) -> Any:
        net, work = kind.evaluator(nets[place]), _own.works[side]
        made: Any = PlainMover(net, depth, NO_EXTENSION, True, work)
        if temperature:
            made = SoftmaxMover(net, depth, NO_EXTENSION, temperature, work)
        return SolvingMover(made, solve_at, _own.tables[side]) if solve_at else made

    outcomes = np.zeros((len(games), 1))
    for row, game in enumerate(games):
        black, white = mover(shared["blacks"][game], 0), mover(shared["whites"][game], 1)
        outcomes[row] = _play(black, white, START, 0, 0, shared["chances"][game])
    return outcomes


def final_fitness(
    compute: Compute,
    weights: Weights,
    depth: int = FINAL_DEPTH,
    temperature: float = FINAL_TEMPERATURE,
    seed: int = 1,
    solve_at: int = 0,
    goal: str = SHARE,
) -> NDArray[np.float64]:
    """The last round robin, among the best nets of all generations: the fitness of each (section 3).

    `weights` has a row a net, as `to_weights` makes them. Colours are drawn at random, one game a pair. The paper does
    not say whether moves were drawn here, too. In one run of 30 generations the rise of figure 4 showed with the best
    moves (0); drawn at 10 (section 1.5) the random net of generation 1 scored 0.48.
    """
    pairs, random = round_robin(len(weights)), stream(seed, "final")
    pairs = np.where(random.integers(2, size=(len(pairs), 1)) == 0, pairs, pairs[:, ::-1])
    shared = {
        "weights": weights,
        "blacks": pairs[:, 0],
        "whites": pairs[:, 1],
        "depth": depth,
        "temperature": temperature,
        "solve_at": solve_at,
        "goal": goal,
        "chances": random.integers(2**64, size=len(pairs), dtype=np.uint64),
    }
    outcomes = compute.run(play_pool, shared, len(pairs))[:, 0]
    return fitness_of(len(weights), pairs[:, 0], pairs[:, 1], outcomes)


# Learning


def learn_together(shared: Shared, places: Places) -> Rows:
    """One learning phase of a whole pool, a task by itself (index 0): all weights after it, then the mean value that
    its games ended with.

    It uses so many threads as `shared` says: `learn_on` tells how they learn the same on any number.
    """
    blacks, whites = shared["blacks"], shared["whites"]
    kind = _kind_of(shared["weights"])
    nets = kind.records(shared["weights"], shared["goal"] == WIN)
    black_before, white_before = _games_before(blacks, whites)
    counts, ends = np.zeros(1 + len(nets), np.int64), np.zeros(len(blacks), np.float32)
    lesson = Lesson(**{name: shared[name] for name in Lesson._fields})

    def learn(is_over: Callable[[], bool]) -> None:
        work, held = learning_work(), NOT_HELD
        while not is_over():
            held = learn_on(
                *(
                    kind.population(nets),
                    blacks,
                    whites,
                    black_before,
                    white_before,
                    shared["rates"],
                    shared["chances"],
                ),
                *(lesson, work, counts, ends, held),
            )
            if held == ALL_LEARNED:
                break
            sleep(0)  # the others may need this very processor

    stopped = Event()
    helpers = [Thread(target=learn, args=(stopped.is_set,)) for _ in range(shared["threads"] - 1)]
    for helper in helpers:
        helper.start()
    try:
        learn(stopped.is_set)
    except BaseException:
        stopped.set()  # nobody plays the game that this thread took: the others would wait for ever
        raise
    finally:
        for helper in helpers:
            helper.join()
    learned = np.stack([kind.weights(net) for net in nets])
    return np.append(learned.astype(np.float64), ends.mean())[None].repeat(len(places), 0)


def _games_before(blacks: Places, whites: Places) -> tuple[Places, Places]:
    """For each game how many games Black, and White, have before it in the list."""
    players = np.stack([blacks, whites], axis=1).ravel()
    order = np.argsort(players, kind="stable")
    firsts = np.searchsorted(players[order], players[order])
    before = np.empty(len(players), np.int64)
    before[order] = np.arange(len(players)) - firsts
    return before[::2].copy(), before[1::2].copy()


# Yardsticks


def measured(
    compute: Compute, weights: Weights, opponent: str, depth: int, games: int, seed: int, goal: str = SHARE
) -> float:
    """The score of one net, which plays its best move to a depth, against a named player.

    From positions after six random moves, each with both sides.
    """
    shared = {
        "weights": weights[None],
        "opponent": opponent,
        "depth": depth,
        "goal": goal,
        "starts": six_move_starts((games + 1) // 2),
        "chances": stream(seed, "yardstick").integers(2**64, size=games, dtype=np.uint64),
    }
    return float(compute.run(play_yardstick, shared, games)[:, 0].mean())


def play_yardstick(shared: Shared, games: Places) -> Rows:
    """Scores of the first net against the opponent; games 2k and 2k + 1 begin at start k, with sides changed."""
    name = shared["opponent"]
    if name not in _own.opponents:
        player: Any = parse_player(name, Othello())
        _own.opponents[name] = player.new_mover()
    kind = _kind_of(shared["weights"])
    net = kind.evaluator(kind.records(shared["weights"], shared["goal"] == WIN)[0])
    one = PlainMover(net, shared["depth"], NO_EXTENSION, True, _own.works[0])
    scores = np.zeros((len(games), 1))
    for row, game in enumerate(games):
        start = OthelloState(*shared["starts"][game // 2])
        outcome = _play(one, _own.opponents[name], start, SIX_MOVES, int(game % 2), shared["chances"][game])
        scores[row] = (1 + outcome) / 2
    return scores
