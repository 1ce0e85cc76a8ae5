"""How fast are the searches, and do their limits hold? One table, one bar a row; exit code 1 if a bar is missed.

The strong search is compared with the plain one at about 50 and 300 ms a move. At a few milliseconds it gains less.

Run with `make bench`, or `.venv/bin/python -m benchmarks.search`.
"""

import ctypes
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import Any

import numpy as np
from benchmarks.c_library import gcc_version, load
from benchmarks.measure import in_turns
from benchmarks.report import Bar, Quantity, Row, run
from numpy.typing import NDArray

from ludogen.games import Position, parse_game
from ludogen.kernels.checkers_nets import SubSquareNet, subsquare_record
from ludogen.kernels.dispatch import Bits, kernel
from ludogen.kernels.othello import Othello
from ludogen.kernels.plain_search import best_move, plain_work
from ludogen.kernels.search import NO_EXTENSION
from ludogen.players import Limits, SearchPlayer, parse_player
from ludogen.players.evaluators import NORVIG_SQUARES, mirrored, weighted_squares

NO_SHUFFLE = np.uint64(0)


def positions(game: str, number: int, earliest: int, latest: int) -> list[Position]:
    """Positions from random games."""
    chance = random.Random(1)
    found: list[Position] = []
    while len(found) < number:
        position = parse_game(game).start()
        for _ in range(chance.randint(earliest, latest)):
            if not position.is_over:
                position = position.play(chance.choice(position.legal_moves))
        if len(position.legal_moves) > 1:
            found.append(position)
    return found


@kernel
def search_all(own: Any, opp: Any, evaluator: Any, depth: int, work: Any, values: Any) -> int:
    """Search Othello positions; nodes of all, the roots among them."""
    nodes = 0
    for i in range(own.shape[0]):
        work.nodes = 1
        work.stop = 0
        _, values[i] = best_move(Othello(own[i], opp[i]), Bits(0), evaluator, depth, NO_EXTENSION, Bits(0), work)
        nodes += work.nodes
    return nodes


def against_c() -> Row:
    """Depth-6 Othello with weighted squares against the same in C."""
    bar, name = Bar(">=", 0.8), "plain othello 6"
    if gcc_version() is None:
        return Row(name, "not compared with C: gcc is missing", bar, "skipped")
    with tempfile.TemporaryDirectory() as folder:
        in_c = load("search", Path(folder)).search_many
    in_c.restype = ctypes.c_int64
    found = positions("othello", 40, 8, 44)
    own, opp = (np.array([getattr(p.state, side) for p in found], np.uint64) for side in ("own", "opp"))
    worth = np.array(mirrored(NORVIG_SQUARES), np.float32)
    values: dict[str, NDArray[np.float32]] = {side: np.zeros(len(found), np.float32) for side in ("ours", "c")}
    work, evaluator = plain_work(), weighted_squares(NORVIG_SQUARES)

    def pointer(array: NDArray[Any]) -> ctypes.c_void_p:
        return ctypes.c_void_p(array.ctypes.data)

    def reference() -> int:
        return int(in_c(pointer(own), pointer(opp), len(found), 6, pointer(worth), pointer(values["c"])))

    def ours() -> int:
        return int(search_all(own, opp, evaluator, 6, work, values["ours"]))

    nodes = ours()
    if nodes != reference() or not np.array_equal(values["ours"], values["c"]):
        raise SystemExit(f"C and ours differ: {nodes} nodes against {reference()}")
    turns = in_turns(ours, reference, 60)
    speeds = [nodes / min(seconds) / 1e6 for seconds in (turns.ours, turns.reference)]
    details = {"median_paired_ratio": turns.median_ratio, "nodes": nodes}
    return Row(
        name,
        f"time of gcc -O3 -march=native over ours, depth 6, {len(found)} positions, {nodes:,} nodes both",
        bar,
        bar.status(turns.ratio),
        Quantity(speeds[0], "M nodes/s"),
        Quantity(speeds[1], "M nodes/s"),
        turns.ratio,
        details,
    )


def searcher(name: str, game: str) -> SearchPlayer:
    player = parse_player(name, parse_game(game))
    assert isinstance(player, SearchPlayer)
    return player


def two_plies_more(game: str, evaluator: str, depth: int) -> Row:
    """Seconds of the plain search over those of the strong search two plies deeper."""
    bar = Bar(">=", 1.0)
    found = positions(game, 20, 6, 40)
    plain = searcher(f"{evaluator}:depth={depth}", game)
    strong = searcher(f"{evaluator}:depth={depth + 2},search=strong", game)
    for player in (plain, strong):
        player.think(found[0])
    seconds = {"plain": 0.0, "strong": 0.0}
    for position in found:
        for name, player in (("plain", plain), ("strong", strong)):
            began = perf_counter()
            player.think(position)
            seconds[name] += perf_counter() - began
    ratio = seconds["plain"] / seconds["strong"]
    return Row(
        f"strong {game} {depth + 2}",
        f"time of plain {depth} plies over strong {depth + 2} plies, {len(found)} positions",
        bar,
        bar.status(ratio),
        Quantity(seconds["strong"] / len(found) * 1e3, "ms"),
        Quantity(seconds["plain"] / len(found) * 1e3, "ms"),
        ratio,
    )


def net_search() -> Row:
    """Nodes a second of the checkers paper's search with its net."""
    weights = np.random.default_rng(1).uniform(-0.2, 0.2, 5046).astype(np.float32)
    record = subsquare_record(weights, 2.0)
    player = SearchPlayer("net", SubSquareNet(record), Limits(4))
    found = positions("checkers", 60, 4, 60)
    player.think(found[0])
    began = perf_counter()
    nodes = sum(player.think(position).nodes for position in found)
    seconds = perf_counter() - began
    what = f"plain depth 4 with the 5046-weight net and one leaf extension, {len(found)} positions, {nodes:,} nodes"
    bar = Bar(">=", 1.0, "M nodes/s")
    return Row(
        "net checkers 4", what, bar, bar.status(nodes / seconds / 1e6), Quantity(nodes / seconds / 1e6, "M nodes/s")
    )


def time_limits() -> Iterator[Row]:
    """How far a search overruns its time."""
    for limit in (0.1, 0.5):
        bar = Bar("<=", limit * 1.05, "s")
        player = searcher(f"positional:seconds={limit}", "othello")
        start = parse_game("othello").start()
        player.think(start)
        taken = []
        for _ in range(7):
            began = perf_counter()
            player.think(start)
            taken.append(perf_counter() - began)
        middle = median(taken)
        what = f"median time of a search given {limit} s; mean {mean(taken):.4f}, longest {max(taken):.4f}"
        yield Row(f"seconds={limit}", what, bar, bar.status(middle), Quantity(middle, "s"))


def rows() -> Iterator[Row]:
    """All rows, one after the other."""
    yield against_c()
    yield two_plies_more("othello", "positional", 8)
    yield two_plies_more("checkers", "pieces", 12)
    yield two_plies_more("checkers", "pieces", 14)
    yield net_search()
    yield from time_limits()


if __name__ == "__main__":
    sys.exit(run("searches", rows()))
