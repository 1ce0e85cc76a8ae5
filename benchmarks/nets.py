"""Are the nets as fast as promised? One table, one bar a row; exit code 1 if a bar is missed.

Run with `.venv/bin/python -m benchmarks.nets`. Takes about a minute. What is compared is timed in turns, in one run.
All numbers go into benchmarks/results/nets.json.
"""

import ctypes
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from benchmarks.c_library import gcc_version
from benchmarks.measure import Turns, in_turns
from benchmarks.report import Bar, Quantity, Row, run
from numpy.typing import NDArray

from ludogen.kernels import checkers, othello
from ludogen.kernels.bits import ONE, ZERO
from ludogen.kernels.checkers import Checkers
from ludogen.kernels.checkers_nets import (
    BITS_OF_SQUARES,
    RAW_WEIGHTS,
    SUBSQUARE_WEIGHTS,
    FreshSubSquareNet,
    RawNet1999,
    SubSquareNet,
    raw_record,
    subsquare_record,
)
from ludogen.kernels.dispatch import Bits, implement, kernel
from ludogen.kernels.evaluation import WIN, carried_after, carried_at, evaluate, final_value
from ludogen.kernels.feature_net import FEATURE_WEIGHTS, FeatureNet, feature_record
from ludogen.kernels.othello import Othello
from ludogen.kernels.rules import is_none, is_over, moves, play, pop, random_move
from ludogen.kernels.values import checkers_values, othello_values

SOURCE = Path(__file__).with_name("subsquare_net.c")
FLAGS = ("-O3", "-march=native", "-ffast-math", "-shared", "-fPIC")
POSITIONS, ROOTS, DEPTH = 4096, 128, 4
LIMIT = np.float32(2) * WIN
RED = Bits(0)
SQUARES = np.array(BITS_OF_SQUARES, np.uint64)

Floats = NDArray[np.float32]
Words = NDArray[np.uint64]


# ---- positions and nets ----


@kernel
def record_game(position: Any, state: Bits, ply_limit: int, found: Words) -> int:
    """Play a random game and write down the words of its positions; their number."""
    plies = 0
    while plies < min(ply_limit, found.shape[0]) and not is_over(position):
        for i, part in enumerate(position):
            found[plies, i] = part
        move, state = random_move(position, state)
        position = play(position, move)
        plies += 1
    return plies


def positions(start: Any, number: int) -> list[Words]:
    """Positions of random games, shuffled; an array for each word of them."""
    found = np.zeros((number + 200, len(start)), np.uint64)
    filled = seed = 0
    while filled < number:
        filled += record_game(start, Bits(seed), 80, found[filled:])
        seed += 1
    chosen = np.random.default_rng(1).permutation(filled)[:number]
    return [np.ascontiguousarray(column) for column in found[chosen].T]


def weights(number: int) -> Floats:
    return np.random.default_rng(number).uniform(-0.2, 0.2, number).astype(np.float32)


# ---- a tree ----


@kernel
def search(position: Any, evaluator: Any, carried: Any, depth: int, ply: int, alpha: Any, beta: Any) -> Any:
    """Alpha-beta without any ordering: what an evaluator costs in a tree; value and leaves."""
    choice = moves(position)
    if is_none(choice):
        return final_value(position, evaluator, carried, ply), 1
    if depth == 0:
        return evaluate(position, evaluator, carried), 1
    best, leaves = -LIMIT, 0
    while best < beta and not is_none(choice):
        move, choice = pop(position, choice)
        after = carried_after(position, move, evaluator, carried)
        value, below = search(play(position, move), evaluator, after, depth - 1, ply + 1, -beta, -max(alpha, best))
        leaves += below
        best = max(best, -value)
    return best, leaves


class FreshFeatureNet(NamedTuple):
    """A FeatureNet that carries nothing but who is to move."""

    net: np.record


@implement(carried_at, Othello, FreshFeatureNet, Bits)
def _carried_at(position: Othello, evaluator: FreshFeatureNet, side: Bits) -> Bits:
    return side


@implement(carried_after, Othello, Bits, FreshFeatureNet, None)
def _carried_after(position: Othello, move: Bits, evaluator: FreshFeatureNet, carried: Bits) -> Bits:
    return carried ^ ONE


@implement(evaluate, Othello, FreshFeatureNet, None)
def _evaluate(position: Othello, evaluator: FreshFeatureNet, carried: Bits) -> np.float32:
    as_root = FeatureNet(evaluator.net)
    return evaluate(position, as_root, carried_at(position, as_root, carried))


@implement(final_value, Othello, FreshFeatureNet, None, None)
def _final_value(position: Othello, evaluator: FreshFeatureNet, carried: Bits, ply: int) -> np.float32:
    as_root = FeatureNet(evaluator.net)
    return final_value(position, as_root, carried_at(position, as_root, carried), ply)


@kernel
def search_checkers(
    own: Words, opp: Words, kings: Words, colour: Words, evaluator: Any, depth: int, out: Floats
) -> int:
    leaves = 0
    for i in range(own.shape[0]):
        position = Checkers(own[i], opp[i], kings[i], colour[i])
        carried = carried_at(position, evaluator, ZERO)
        out[i], below = search(position, evaluator, carried, depth, 0, -LIMIT, LIMIT)
        leaves += below
    return leaves


@kernel
def search_othello(own: Words, opp: Words, evaluator: Any, depth: int, out: Floats) -> int:
    leaves = 0
    for i in range(own.shape[0]):
        position = Othello(own[i], opp[i])
        carried = carried_at(position, evaluator, ZERO)
        out[i], below = search(position, evaluator, carried, depth, 0, -LIMIT, LIMIT)
        leaves += below
    return leaves


# ---- the same in C and in NumPy ----


def build_c(folder: Path) -> Callable[..., None]:
    """The C yardstick, loaded. The folder may go once this has returned."""
    library = folder / "subsquare_net.so"
    subprocess.run(["gcc", *FLAGS, str(SOURCE), "-o", str(library)], check=True)
    function = ctypes.CDLL(str(library)).evaluate_many
    pointer = ctypes.c_void_p
    function.argtypes = [pointer, ctypes.c_int64, *[pointer] * 4, ctypes.c_uint64, pointer]
    function.restype = None
    return function


def address(array: NDArray[Any]) -> int:
    return array.ctypes.data


class NumpyNet:
    """A checkers net one position at a time, as one would write it with NumPy: float32, dense layers."""

    def __init__(self, record: np.record, king: float, first: int, has_second: bool) -> None:
        self.king = np.float32(king)
        self.layers = [(record["first"][BITS_OF_SQUARES, :first].T.copy(), record["first_bias"][:first])]
        if has_second:
            self.layers.append((record["second"][:first, :40].T.copy(), record["second_bias"][:40]))
        self.layers.append((record["third"][:40, :10].T.copy(), record["third_bias"][:10]))
        self.last, self.last_bias = record["last"][:10].copy(), record["last_bias"]

    def from_inputs(self, inputs: Floats) -> Any:
        """The value for the player whose pieces are positive."""
        values = inputs
        for matrix, bias in self.layers:
            values = np.tanh(matrix @ values + bias)
        return self.last @ values + self.last_bias + inputs.sum()

    def inputs(self, own: np.uint64, opp: np.uint64, kings: np.uint64, colour: np.uint64) -> Floats:
        mine, theirs = (own, opp) if colour == RED else (opp, own)
        one = np.uint64(1)
        sides = (mine >> SQUARES & one).astype(np.float32) - (theirs >> SQUARES & one)
        return np.where(kings >> SQUARES & one, self.king * sides, sides).astype(np.float32)

    def evaluate(self, words: list[Words], out: Floats) -> None:
        """Values for the side to move, red being the root player."""
        own, opp, kings, colour = words
        for i in range(len(out)):
            value = self.from_inputs(self.inputs(own[i], opp[i], kings[i], colour[i]))
            out[i] = value if colour[i] == RED else -value


# ---- rows ----


def _row(name: str, measured: str, bar: Bar, turns: Turns, unit: str, **details: Any) -> Row:
    return Row(
        name,
        measured,
        bar,
        bar.status(turns.ratio),
        Quantity(1e-6 / min(turns.ours), f"M {unit}/s"),
        Quantity(1e-6 / min(turns.reference), f"M {unit}/s"),
        turns.ratio,
        {
            "rounds": len(turns.ours),
            "median_paired_ratio": turns.median_ratio,
            "our_seconds": turns.ours,
            "reference_seconds": turns.reference,
            **details,
        },
    )


def _check(name: str, ours: Floats, reference: Floats) -> None:
    worst = float(np.abs(ours - reference).max())
    if not worst < 1e-4:
        sys.exit(f"{name}: values differ by {worst}. One of them is wrong; nothing else was measured.")


def c_row(words: list[Words]) -> Row:
    """The net of 5046 weights against C."""
    name, bar = "5046 weights, C", Bar(">=", 0.8)
    if gcc_version() is None:
        return Row(name, "not compared with C: gcc is missing", bar, "skipped")
    with tempfile.TemporaryDirectory() as folder:
        in_c = build_c(Path(folder))
    record = subsquare_record(weights(SUBSQUARE_WEIGHTS), 2)
    evaluator = SubSquareNet(record)
    own, opp, kings, colour = words
    ours, theirs = np.zeros(POSITIONS, np.float32), np.zeros(POSITIONS, np.float32)
    place = np.frombuffer(record, np.uint8)  # the very same record: where it lies in memory matters
    arguments = (address(place), POSITIONS, *map(address, words), int(RED), address(theirs))
    turns = in_turns(
        lambda: checkers_values(own, opp, kings, colour, RED, evaluator, ours),
        lambda: in_c(*arguments),
        400,
        POSITIONS,
        POSITIONS,
    )
    _check(name, ours, theirs)
    return _row(name, f"positions of random games, ours over gcc {' '.join(FLAGS[:3])}", bar, turns, "evaluations")


def numpy_row(name: str, words: list[Words], evaluator: Any, plain: NumpyNet) -> Row:
    """A net for checkers against NumPy, one position at a time."""
    few = 256
    own, opp, kings, colour = words
    ours, theirs = np.zeros(POSITIONS, np.float32), np.zeros(few, np.float32)
    turns = in_turns(
        lambda: checkers_values(own, opp, kings, colour, RED, evaluator, ours),
        lambda: plain.evaluate([column[:few] for column in words], theirs),
        30,
        POSITIONS,
        few,
    )
    _check(name, ours[:few], theirs)
    ready = [plain.inputs(own[i], opp[i], kings[i], colour[i]) for i in range(few)]
    layers = in_turns(
        lambda: checkers_values(own, opp, kings, colour, RED, evaluator, ours),
        lambda: [plain.from_inputs(inputs) for inputs in ready],
        30,
        POSITIONS,
        few,
    )
    measured = f"one call over NumPy one position at a time (inputs ready for NumPy: {layers.ratio:.0f})"
    return _row(name, measured, Bar(">=", 30), turns, "evaluations", ratio_with_ready_inputs=layers.ratio)


def tree_row(words: list[Words]) -> Row:
    """The default way to compute the first layer against the other, where it is used."""
    own, opp, kings, colour = (column[:ROOTS] for column in words)
    record = subsquare_record(weights(SUBSQUARE_WEIGHTS), 2)
    out = np.zeros((2, ROOTS), np.float32)
    evaluators = SubSquareNet(record), FreshSubSquareNet(record)
    leaves = search_checkers(own, opp, kings, colour, evaluators[0], DEPTH, out[0])
    turns = in_turns(
        lambda: search_checkers(own, opp, kings, colour, evaluators[0], DEPTH, out[0]),
        lambda: search_checkers(own, opp, kings, colour, evaluators[1], DEPTH, out[1]),
        400,
        leaves,
        leaves,
    )
    _check("tree", out[0], out[1])
    measured = (
        f"alpha-beta of {DEPTH} plies, first layer carried over computed anew; {leaves / ROOTS:.0f} leaves a root"
    )
    return _row("5046 weights, tree", measured, Bar(">=", 1), turns, "leaves")


def othello_row() -> Row:
    """Carried sums of the 192-3-1 net in a tree against sums computed anew at every leaf."""
    own, opp = positions(othello.START, ROOTS)
    record = feature_record(weights(FEATURE_WEIGHTS))
    evaluators = FeatureNet(record), FreshFeatureNet(record)
    out, values = np.zeros((2, ROOTS), np.float32), np.zeros(ROOTS, np.float32)
    leaves = search_othello(own, opp, evaluators[0], DEPTH, out[0])
    turns = in_turns(
        lambda: search_othello(own, opp, evaluators[0], DEPTH, out[0]),
        lambda: search_othello(own, opp, evaluators[1], DEPTH, out[1]),
        60,
        leaves,
        leaves,
    )
    _check("192-3-1 net", out[0], out[1])
    alone = min(in_turns(lambda: othello_values(own, opp, ZERO, evaluators[0], values), lambda: None, 100, ROOTS).ours)
    measured = (
        f"alpha-beta of {DEPTH} plies, hidden sums carried over computed anew; {leaves / ROOTS:.0f} leaves a root "
        f"(from positions: {1e-6 / alone:.1f} M evaluations/s)"
    )
    return _row("192-3-1 net, tree", measured, Bar(">=", 1), turns, "leaves", seconds_from_position=alone)


def rows() -> Iterator[Row]:
    """All rows, one after the other."""
    words = positions(checkers.START, POSITIONS)
    yield c_row(words)
    record = subsquare_record(weights(SUBSQUARE_WEIGHTS), 2)
    yield numpy_row("5046 weights, NumPy", words, SubSquareNet(record), NumpyNet(record, 2, 91, True))
    yield tree_row(words)
    record = raw_record(weights(RAW_WEIGHTS), 2)
    yield numpy_row("1741 weights, NumPy", words, RawNet1999(record), NumpyNet(record, 2, 40, False))
    yield othello_row()


if __name__ == "__main__":
    sys.exit(run("nets", rows()))
