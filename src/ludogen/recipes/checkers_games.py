"""Games of checkers nets as tasks: among the members of a population, and against fixed players to measure them by."""

from collections.abc import Sequence
from threading import local
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.arena.openings import Opening
from ludogen.compute import Compute, Rows, Shared
from ludogen.games import Checkers
from ludogen.kernels.checkers_nets import RAW, SUBSQUARE, FreshSubSquareNet, RawNet1999, raw_record, subsquare_record
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.movers import PlainMover, RandomMover
from ludogen.kernels.plain_search import plain_work
from ludogen.kernels.populations import RawNets1999, SubSquareNets, play_round
from ludogen.kernels.records import zero_records
from ludogen.kernels.remembering import Remembering, new_memory
from ludogen.kernels.search import Extension
from ludogen.kernels.whole_games import Course, play_games
from ludogen.players import evaluators
from ludogen.randomness import stream_word

__all__ = ["measured", "net_records", "opening_rows", "play_measured", "play_members"]

NODE_CAP = 5_000_000  # of one search; never met with the paper's settings, but an unbounded extension explodes
KING_OF_YARDSTICK = 1.5  # "the common heuristic K = 1.5"
MEASURED_PLIES = 200


def net_records(net: str, weights: NDArray[np.float32], kings: NDArray[np.float32], turned: bool) -> NDArray[Any]:
    """Records of a population: the net of "2001" or "1999", weights and worth of a king of each member."""
    make, kind = (subsquare_record, SUBSQUARE) if net == "2001" else (raw_record, RAW)
    records = zero_records(kind, len(weights))
    for i, (row, king) in enumerate(zip(weights, kings, strict=True)):
        records[i] = make(row, float(king), turned)
    return records


def opening_rows(openings: Sequence[Opening]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """The moves of openings, a row each, and how many they are."""
    lengths = [len(opening.moves) for opening in openings]
    rows = np.zeros((len(openings), max(lengths) + 1), np.uint64)
    for row, opening in zip(rows, openings, strict=True):
        row[: len(opening.moves)] = opening.moves
    return rows, np.array(lengths)


def _aligned(nets: NDArray[Any]) -> NDArray[Any]:
    """The records where vectors load fast; they lose it on the way through a network."""
    if nets.ctypes.data % 64 == 0:
        return nets
    records = zero_records(nets.dtype, len(nets))
    records[:] = nets
    return records


def _extension(shared: Shared) -> Extension:
    at_leaf, inside = shared["jumps"]
    return Extension(at_leaf, inside, False)


_own = local()


def _scratch(ply_limit: int) -> tuple[Any, ...]:
    """Working records of this thread."""
    if getattr(_own, "plies", 0) < ply_limit:
        _own.plies = ply_limit
        _own.scratch = (
            plain_work(NODE_CAP),
            new_memory(),
            np.zeros(ply_limit, np.uint64),
            np.zeros(ply_limit, np.float32),
            np.zeros(ply_limit + 1, np.uint64),
        )
    return tuple(_own.scratch)


def play_members(shared: Shared, games: NDArray[np.int64]) -> Rows:
    """Games between members of the population; rows as `play_round` fills them in."""
    nets = _aligned(shared["nets"])
    population = SubSquareNets(nets) if nets.dtype == SUBSQUARE else RawNets1999(nets)
    work, memory, moves, values, keys = _scratch(shared["ply_limit"])
    ends = np.zeros((len(games), 4))
    play_round(
        Checkers().start().state,
        population,
        shared["firsts"][games],
        shared["seconds"][games],
        shared["depth"],
        _extension(shared),
        shared["random_ties"],
        Course(shared["ply_limit"], 0, 0),
        shared["chances"][games],
        shared["openings"][games],
        shared["opened"][games],
        evaluators.pieces(KING_OF_YARDSTICK),
        work,
        memory,
        moves[: shared["ply_limit"]],
        values,
        keys,
        ends,
    )
    return ends


def measured(
    compute: Compute,
    nets: NDArray[Any],
    members: NDArray[np.int64],
    openings: Sequence[Opening],
    yardstick: str,
    depth: int,
    jumps: tuple[int, int],
    seed: int,
) -> NDArray[np.float64]:
    """Outcomes (1, 0, -1) for nets in games against `pieces` with the same search, or `random`.

    `members` has for each game the net that plays it; games 2k and 2k + 1 have opening k, with sides changed, and when
    the openings are used up they begin anew.
    """
    rows, opened = opening_rows(openings)
    shared = {
        "nets": nets,
        "members": members,
        "openings": rows,
        "opened": opened,
        "yardstick": yardstick,
        "depth": depth,
        "jumps": jumps,
        "seed": seed,
    }
    return compute.run(play_measured, shared, len(members))[:, 0]


def play_measured(shared: Shared, games: NDArray[np.int64]) -> Rows:
    """Outcomes, for the net, of games against a fixed player."""
    nets = _aligned(shared["nets"])
    evaluator = FreshSubSquareNet if nets.dtype == SUBSQUARE else RawNet1999
    work, memory, *_ = _scratch(MEASURED_PLIES)
    extension = _extension(shared)
    other: Any = RandomMover(0)
    if shared["yardstick"] == "pieces":
        other = PlainMover(evaluators.pieces(KING_OF_YARDSTICK), shared["depth"], extension, True, work)
    outcomes = np.zeros((len(games), 1))
    for row, game in enumerate(games):
        memory["games"] += np.uint64(1)
        net = Remembering(evaluator(nets[shared["members"][game]]), memory, stream_word(int(memory["games"]), "salt"))
        seat, ends = game % 2, np.zeros((1, 4), np.int64)
        opening = game // 2 % len(shared["openings"])
        play_games(
            Checkers().start().state,
            Bits(0),
            0,
            0,
            PlainMover(net, shared["depth"], extension, True, work),
            other,
            np.array([seat], np.uint64),
            Course(MEASURED_PLIES, 0, 0),
            np.array([stream_word(shared["seed"], "yardstick", int(game))]),
            shared["openings"][opening][None],
            shared["opened"][opening][None],
            np.zeros((1, MEASURED_PLIES), np.uint64),
            np.zeros((1, MEASURED_PLIES), np.float32),
            np.zeros(MEASURED_PLIES + 1, np.uint64),
            ends,
        )
        outcomes[row] = np.sign(ends[0, 1]) * (1 - 2 * seat)
    return outcomes
