"""Both searches against a minimax without pruning, and their limits."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.kernels.support import samples
from tests.naive import evaluators as naive

from ludogen.games import Position, parse_game
from ludogen.kernels.checkers_nets import (
    FreshSubSquareNet,
    RawNet1999,
    SubSquareNet,
    raw_record,
    subsquare_record,
)
from ludogen.kernels.dispatch import COMPILED, Bits
from ludogen.kernels.evaluation import WIN
from ludogen.kernels.feature_net import FeatureNet, feature_record
from ludogen.kernels.layered_net import (
    CHECKERS_INPUTS,
    OTHELLO_INPUTS,
    LayeredNet,
    LayeredShape,
    go_inputs,
    layered_record,
)
from ludogen.kernels.plain_search import plain_search, plain_work
from ludogen.kernels.remembering import Remembering, new_memory
from ludogen.kernels.search import Extension
from ludogen.kernels.strong_search import NO_TABLES, strong_search, strong_work
from ludogen.kernels.tuple_net import TupleNet, entries_of, tuple_record
from ludogen.kernels.values import value_of
from ludogen.players import evaluators

NO_SHUFFLE = np.uint64(0)
NO_JUMPS, ONE_JUMP = Extension(0, 0, False), Extension(1, 0, False)
PLAIN, STRONG = plain_work(), strong_work()
CHECKERS = "checkers:ply_limit=0"

# Game, evaluator, its slow twin, depths.
PAIRS: list[tuple[str, Callable[[Position], Any], naive.Estimate, int]] = [
    (
        "othello",
        lambda position: evaluators.weighted_squares(evaluators.NORVIG_SQUARES),
        naive.weighted_squares(evaluators.mirrored(evaluators.NORVIG_SQUARES)),
        3,
    ),
    ("othello", lambda position: evaluators.material("othello"), naive.discs, 3),
    ("othello", lambda position: evaluators.mobility(), naive.mobility, 2),
    (CHECKERS, lambda position: evaluators.pieces(1.5), naive.pieces(1.5), 4),
    (CHECKERS, lambda position: evaluators.material("checkers"), naive.pieces(1.0), 3),
    ("go:size=3", lambda position: evaluators.material("go"), naive.stones, 3),
    ("go:size=5", lambda position: evaluators.material("go"), naive.stones, 2),
]
if COMPILED:  # the table of edges takes minutes in plain Python; tests/kernels/test_iago.py has its twin
    PAIRS.append(
        (
            "othello",
            lambda position: evaluators.iago(),
            lambda position: float(value_of(position.state, Bits(0), evaluators.iago())),
            2,
        )
    )
NAMES = [f"{game} {index}" for index, (game, *_) in enumerate(PAIRS)]


def some_positions(game: str, number: int, seed: int = 0, latest: int = 75) -> list[Position]:
    """Positions of random games, up to this ply."""
    chance = random.Random(seed)
    found: list[Position] = []
    while len(found) < number:
        position = parse_game(game).start()
        stop = chance.randint(0, latest)
        while not position.is_over and position.ply < stop:
            position = position.play(chance.choice(position.legal_moves))
        if position.is_over and position.before is not None:
            position = position.before
        found.append(position)
    return found


def plain(position: Position, evaluator: Any, depth: int, extension: Extension = NO_JUMPS) -> tuple[int, float]:
    move, value = plain_search(position.state, Bits(position.side), evaluator, depth, extension, NO_SHUFFLE, PLAIN)
    return int(move), float(value)


def strong(position: Position, evaluator: Any, depth: int, extension: Extension = NO_JUMPS) -> tuple[int, float]:
    STRONG["stop"] = 0
    side = Bits(position.side)
    move, value, _ = strong_search(position.state, side, evaluator, NO_TABLES, depth, 1 << 60, extension, False, STRONG)
    return int(move), float(value)


@pytest.mark.parametrize(("game", "evaluator", "estimate", "depth"), PAIRS, ids=NAMES)
def test_evaluators_against_their_twins(
    game: str, evaluator: Callable[[Position], Any], estimate: naive.Estimate, depth: int
) -> None:
    for position in some_positions(game, samples(60, 10)):
        if not position.is_over:
            value = float(value_of(position.state, Bits(position.side), evaluator(position)))
            assert value == pytest.approx(estimate(position), rel=1e-6)


@pytest.mark.parametrize("search", [plain, strong])
@pytest.mark.parametrize(("game", "evaluator", "estimate", "depth"), PAIRS, ids=NAMES)
def test_values_are_those_of_minimax(
    search: Callable[..., tuple[int, float]],
    game: str,
    evaluator: Callable[[Position], Any],
    estimate: naive.Estimate,
    depth: int,
) -> None:
    for position in some_positions(game, samples(12, 2), seed=depth):
        for plies in range(1, samples(depth, 2) + 1):
            move, value = search(position, evaluator(position), plies)
            assert value == pytest.approx(naive.minimax(position, estimate, plies), rel=1e-6)
            # The move is one that has this value.
            after = naive.minimax(position.play(move), estimate, plies - 1, ply=1)
            assert -after == pytest.approx(value, rel=1e-6)


def random_weights(number: int, size: float = 0.3) -> NDArray[np.float32]:
    return np.random.default_rng(number).uniform(-size, size, number).astype(np.float32)


def feature_net(position: Position) -> Any:
    return FeatureNet(feature_record(random_weights(583)))


def tuple_net(position: Position) -> Any:
    return TupleNet(tuple_record(random_weights(entries_of("lines") + 1, 0.1)))


def layered_net(shape: LayeredShape) -> Callable[[Position], Any]:
    number = len(shape.inputs) * shape.hidden[0] + shape.hidden[0] + shape.hidden[0] + 1
    net = LayeredNet(layered_record(shape, random_weights(number)))
    return lambda position: net


# Game, net for a root, and whether it stays the same below the root (else it is told anew who is to move).
NETS: list[tuple[str, Callable[[Position], Any], bool]] = [
    ("othello", feature_net, False),
    ("othello", tuple_net, False),
    (CHECKERS, lambda root: SubSquareNet(subsquare_record(random_weights(5046), 2.0)), True),
    (CHECKERS, lambda root: FreshSubSquareNet(subsquare_record(random_weights(5046), 1.3)), True),
    (CHECKERS, lambda root: RawNet1999(raw_record(random_weights(1741), 2.0)), True),
    ("othello", layered_net(LayeredShape(OTHELLO_INPUTS, (8,))), True),
    (CHECKERS, layered_net(LayeredShape(CHECKERS_INPUTS, (8,))), True),
    ("go:size=3", layered_net(LayeredShape(go_inputs(3), (8,))), True),
]


@pytest.mark.parametrize("search", [plain, strong])
@pytest.mark.parametrize(("game", "net", "stays"), NETS, ids=[f"{game} {i}" for i, (game, *_) in enumerate(NETS)])
def test_values_with_nets_are_those_of_minimax(
    search: Callable[..., tuple[int, float]], game: str, net: Callable[[Position], Any], stays: bool
) -> None:
    for root in some_positions(game, samples(8, 1), seed=3):
        evaluator = net(root)

        def estimate(position: Position, root: Position = root) -> float:
            return float(value_of(position.state, Bits((root if stays else position).side), net(root)))

        def final(position: Position, ply: int) -> float:
            return naive.win(position, ply) if stays else estimate(position)

        for plies in (1, 2):
            _, value = search(root, evaluator, plies)
            wanted = naive.minimax(root, estimate, plies, final=final)
            assert value == pytest.approx(wanted, rel=1e-4, abs=1e-4)


@pytest.mark.parametrize("search", [plain, strong])
@pytest.mark.parametrize("budgets", [(1, 0, False), (2, 1, False), (0, 2, False), (0, 0, True)])
def test_jumps_extend_the_search_within_their_budgets(
    search: Callable[..., tuple[int, float]], budgets: tuple[int, int, bool]
) -> None:
    evaluator = evaluators.pieces(1.5)
    differing = 0
    for position in some_positions(CHECKERS, samples(40, 4), seed=9, latest=30):
        _, value = search(position, evaluator, 1, Extension(*budgets))
        assert value == pytest.approx(naive.minimax(position, naive.pieces(1.5), 1, budgets), rel=1e-6)
        differing += value != search(position, evaluator, 1)[1]
    assert differing


def test_plain_plays_the_first_of_equals_and_shuffled_plays_all() -> None:
    start = parse_game("othello").start()
    evaluator = evaluators.material("othello")
    assert plain(start, evaluator, 1)[0] == start.legal_moves[0]
    played = {
        int(plain_search(start.state, Bits(0), evaluator, 1, NO_JUMPS, np.uint64(s), PLAIN)[0]) for s in range(1, 60)
    }
    assert played == set(start.legal_moves)


@pytest.mark.parametrize("game", ["othello", CHECKERS])
def test_the_line_is_legal_and_as_long_as_the_depth(game: str) -> None:
    evaluator = evaluators.material(game.split(":", maxsplit=1)[0])
    for position in some_positions(game, samples(20, 3), seed=4):
        for work, search in ((PLAIN, plain), (STRONG, strong)):
            move, value = search(position, evaluator, 3)
            line = [int(m) for m in work["line"][0][: work["line_length"][0]]]
            assert line[0] == move
            at = position
            for step in line:
                at = at.play(step)
            if len(line) == 3 and not at.is_over:
                assert -float(value_of(at.state, Bits(0), evaluator)) == value
            elif work is PLAIN:
                assert at.is_over


def test_node_limits_hold() -> None:
    position = some_positions("othello", 1, seed=12)[0]
    evaluator = evaluators.weighted_squares(evaluators.NORVIG_SQUARES)
    for limit in (samples(1000, 30), samples(20_000, 60)):
        STRONG["stop"] = 0
        move, _, _ = strong_search(position.state, Bits(0), evaluator, NO_TABLES, 40, limit, NO_JUMPS, True, STRONG)
        assert int(move) in position.legal_moves
        assert STRONG["nodes"] <= limit * 1.05 + len(position.legal_moves)
        capped = plain_work(limit)
        move, _ = plain_search(position.state, Bits(0), evaluator, 12, NO_JUMPS, NO_SHUFFLE, capped)
        assert int(move) in position.legal_moves
        assert capped["nodes"] <= limit * 1.05 + 12 * 30


def test_a_strong_search_does_not_depend_on_the_one_before() -> None:
    evaluator = evaluators.pieces(1.5)
    first, second = some_positions(CHECKERS, 2, seed=5)
    alone = strong(first, evaluator, 5), int(STRONG["nodes"])
    strong(second, evaluator, 5)
    assert (strong(first, evaluator, 5), int(STRONG["nodes"])) == alone


def test_strong_ends_when_every_line_is_played_to_its_end() -> None:
    position = parse_game("othello").parse_position("XO" + "-" * 62 + " X")
    STRONG["stop"] = 0
    evaluator = evaluators.material("othello")
    _, value, depth = strong_search(position.state, Bits(0), evaluator, NO_TABLES, 60, 1 << 60, NO_JUMPS, True, STRONG)
    assert depth <= 2
    assert value == 1e6 + 3 * 64 - 1


def test_remembering_changes_nothing() -> None:
    net = FreshSubSquareNet(subsquare_record(random_weights(5046), 1.3))
    memory = new_memory()
    remembering = Remembering(net, memory, Bits(7))
    for depth in (2, 3, samples(4, 2)):  # odd and even: the same positions are leaves of both sides' searches
        for position in some_positions(CHECKERS, samples(40, 2), seed=depth, latest=60):
            if not position.is_over:
                assert plain(position, remembering, depth, ONE_JUMP) == plain(position, net, depth, ONE_JUMP)
                assert strong(position, remembering, depth)[1] == strong(position, net, depth)[1]
    assert np.count_nonzero(memory["slots"]["key"]) > samples(1000, 10)


def test_killers_change_no_choice() -> None:
    """Where evaluating costs much moves are tried in another order; the same move is chosen."""
    light = evaluators.pieces(1.5)
    shape = LayeredShape(CHECKERS_INPUTS, (8,))
    number = len(shape.inputs) * 8 + 17
    net = LayeredNet(layered_record(shape, random_weights(number)))
    for position in some_positions(CHECKERS, samples(15, 2), seed=9):
        for evaluator in (net, light):
            move, value = plain(position, evaluator, samples(4, 2))
            values = {
                other: -plain(after, evaluator, samples(4, 2) - 1)[1]
                for other in position.legal_moves
                if not (after := position.play(other)).is_over
            }
            if len(values) == len(position.legal_moves) and abs(value) < float(WIN) / 2:
                assert value == max(values.values())
                assert move == next(other for other, found in values.items() if found == value)
