"""Games of a player that evolves while it plays, as tasks: whole games, and its alpha after each."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.compute import Rows, Shared
from ludogen.games import Othello
from ludogen.genomes.areas import board_of
from ludogen.genomes.trees import strategy_of
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.online_evolution import HeuristicMover, set_alpha
from ludogen.kernels.othello import START
from ludogen.kernels.othello import Othello as State
from ludogen.kernels.trees import KINDS
from ludogen.kernels.whole_games import Course, play_games
from ludogen.players import CompiledPlayer, parse_player
from ludogen.players.online import Frankland, innermost
from ludogen.recipes.othello_trials import six_move_starts

__all__ = ["FACTS", "play_heuristic", "play_online"]

LONGEST = 128  # plies: 60 moves and all passes
COURSE = Course(LONGEST, 0, 0)
FACTS = ("lead", "runs", "games", "best", "mean", "size")  # columns before the tree and what it says


@cache
def _opponent(name: str) -> CompiledPlayer:
    player = parse_player(name, Othello())
    assert isinstance(player, CompiledPlayer)
    return player


def _play(start: State, one: Any, other: Any, seats: NDArray[np.uint64], chances: NDArray[np.uint64]) -> NDArray[Any]:
    """Games from one position, where black is to move; the discs by which the first mover leads at each end."""
    games = len(seats)
    ends = np.zeros((games, 4), np.int64)
    play_games(
        *(start, Bits(0), 0, 0, one, other, seats, COURSE, chances, np.zeros((games, 1), np.uint64)),
        *(np.zeros(games, np.int64), np.zeros((games, LONGEST), np.uint64), np.zeros((games, LONGEST), np.float32)),
        *(np.zeros(LONGEST + 1, np.uint64), ends),
    )
    return np.where(seats == 0, ends[:, 1], -ends[:, 1])


def play_online(shared: Shared, games: NDArray[np.int64]) -> Rows:
    """Games of a player that evolves, each begun with the same alpha. A row a game: FACTS, the last alpha's tree, with
    room for any, and what it says.
    """
    player, other = Frankland(**shared["options"]), _opponent(shared["opponent"]).new_mover()
    rows = []
    for game in games:
        mover = player.mover("othello")
        work = innermost(mover).work
        set_alpha(work, shared["code"], shared["values"])
        seat, chance = shared["seats"][game : game + 1], shared["chances"][game : game + 1]
        (lead,) = _play(START, mover, other, seat, chance)
        state = work.state
        runs = max(1, int(state["runs"]))
        facts = [lead, runs, state["all_games"], state["all_best"] / runs, state["all_mean"] / runs, state["nodes"]]
        rows.append(np.concatenate([np.array(facts, np.float64), state["code"], work.alpha["values"]]))
    return np.stack(rows)


def play_heuristic(shared: Shared, starts: NDArray[np.int64]) -> Rows:
    """Games of one strategy without evolution against the opponent, two from each start: points of each row's two."""
    strategy = strategy_of(shared["values"], board_of("othello", shared["regions"]))
    mover, other = (
        HeuristicMover(strategy, board_of("othello"), shared["look"]),
        _opponent(shared["opponent"]).new_mover(),
    )
    seats = np.arange(2, dtype=np.uint64)
    rows = np.zeros((len(starts), 2))
    for row, start in zip(rows, starts, strict=True):
        own, opp = six_move_starts(int(start) + 1)[start]
        chances = np.array([2 * start, 2 * start + 1], np.uint64)
        row[:] = (1 + np.sign(_play(State(Bits(own), Bits(opp)), mover, other, seats, chances))) / 2
    return rows


assert KINDS == 14  # the rows of runs that were kept have so many values at their end
