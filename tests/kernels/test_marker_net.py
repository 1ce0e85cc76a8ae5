"""Nets that choose Othello moves: decoding, activation and whole moves against slow twins; what they remember."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from tests.naive import marker

from ludogen.games import Othello, Position
from ludogen.genomes.marker import Link, fixed_nets, marker_nets, nodes_of
from ludogen.kernels.dispatch import COMPILED, Bits
from ludogen.kernels.fixed_net import FIXED_LENGTH, FixedMover, fixed_mind, fixed_outputs_of
from ludogen.kernels.marker_net import LONGEST, MOST_CONNECTIONS, MOST_UNITS, MarkerMover, marker_mind, outputs_of
from ludogen.kernels.movers import PlainMover
from ludogen.kernels.plain_search import plain_work
from ludogen.kernels.replies import ReplyingMover, new_replies
from ludogen.kernels.search import NO_EXTENSION
from ludogen.kernels.whole_games import begin_one, choose_one, follow_one
from ludogen.players import evaluators

SIDE, NO_CHANCE = Bits(0), Bits(0)
LENGTH = 5000 if COMPILED else 800


def random_chromosome(seed: int, length: int = LENGTH) -> np.ndarray:
    return np.random.default_rng(seed).integers(-128, 128, length, np.int8)


def decoded(chromosome: Sequence[int]) -> list[marker.Node]:
    """What the kernel makes of a chromosome, as the twin tells it: connections by kind, to outputs by output."""
    found = []
    for node in nodes_of(np.array(chromosome, np.int8), divisor=1.0):
        kinds: dict[str, tuple[Link, ...]] = {"input": node.inputs, "unit": node.units, "output": node.outputs}
        connections = [(kind, link.place, round(link.weight)) for kind, links in kinds.items() for link in links]
        found.append(marker.Node(node.label, round(node.initial * 255) - 128, connections))
    return found


def in_order(nodes: list[marker.Node]) -> list[marker.Node]:
    kinds = ("input", "unit", "output")
    return [
        marker.Node(
            node.label,
            node.initial,
            sorted(node.connections, key=lambda c: (kinds.index(c[0]), c[1] if c[0] == "output" else 0)),
        )
        for node in nodes
    ]


# The rules of the encoding, one by one. 1, 26, -51 are start markers, 2, 27, -52 end markers.
INPUT, OUTPUT, UNIT = "input", "output", "unit"
RULES: dict[str, tuple[list[int], list[marker.Node]]] = {
    "a node of the paper": ([1, 10, 100, 82, 3, -5, 2], [marker.Node(10, 100, [(INPUT, 3, -5)])]),
    "markers by their absolute value": (
        [0, -51, 10, 4, 82, 3, -5, -27, 9, 26, 11, 5, 52, 0],
        [marker.Node(10, 4, [(INPUT, 3, -5)]), marker.Node(11, 5)],
    ),
    "a start marker inside is data": (
        [26, 1, 51, 76, 101, -126, 2],
        [marker.Node(1, 51, [(INPUT, 101, -126)])],
    ),
    "all between nodes is ignored": (
        [82, 3, -5, 1, 10, 0, 2, 82, 3, -5, 1, 11, 0, 2, 82, 3, -5],
        [marker.Node(10, 0), marker.Node(11, 0)],
    ),
    "a node wraps round to an end marker": (
        [-5, 2, 0, 1, 7, 0, 2, 0, 26, 9, 0, 82, 3],
        [marker.Node(7, 0), marker.Node(9, 0, [(INPUT, 3, -5)])],
    ),
    "a node wraps round to the first start marker": (
        [82, 3, -5, 1, 7, 0, 2, 1, 9, 0],
        [marker.Node(7, 0), marker.Node(9, 0, [(INPUT, 3, -5)])],
    ),
    "a triple that the first start marker cuts off": (
        [82, 3, 1, 7, 0, 2, 1, 9, 0],
        [marker.Node(7, 0), marker.Node(9, 0)],
    ),
    "a ring without an end": ([82, 4, 10, 1, 5, 6], [marker.Node(5, 6, [(INPUT, 4, 10)])]),
    "a start marker at the very end": ([7, 0, 82, 4, 10, 2, 0, 1], [marker.Node(7, 0, [(INPUT, 4, 10)])]),
    "no start, no node": ([82, 3, -5, 2, 0], []),
    "only an end": ([2], []),
    "only a start": ([1], []),
    "no label and value, no node": ([1, 2, 1, 10, 2, 1, 10, 0, 2], [marker.Node(10, 0)]),
    "unfinished triples are dropped": (
        [1, 10, 0, 82, 2, 1, 11, 0, 82, 3, 2, 1, 12, 0, 82, 3, -5, 82, 3, 2],
        [marker.Node(10, 0), marker.Node(11, 0), marker.Node(12, 0, [(INPUT, 3, -5)])],
    ),
    "the nearest label": (
        [1, 10, 0, -3, 24, 5, -3, -128, 6, -3, 120, 7, 2, 1, 30, 0, 2],
        [marker.Node(10, 0, [(UNIT, 1, 5), (UNIT, 0, 6), (UNIT, 1, 7)]), marker.Node(30, 0)],
    ),
    "equal labels: the first": (
        [1, 20, 0, 2, 1, 20, 0, -3, 20, 5, 2],
        [marker.Node(20, 0), marker.Node(20, 0, [(UNIT, 0, 5)])],
    ),
    "as near below as above: the first": (
        [1, 10, 0, -3, 15, 5, 2, 1, 20, 0, 2],
        [marker.Node(10, 0, [(UNIT, 0, 5)]), marker.Node(20, 0)],
    ),
    "as near above as below: the first": (
        [1, 20, 0, -3, 15, 5, 2, 1, 10, 0, 2],
        [marker.Node(20, 0, [(UNIT, 0, 5)]), marker.Node(10, 0)],
    ),
    "key 0 is a hidden unit": ([1, 10, 0, 0, -99, 5, 2], [marker.Node(10, 0, [(UNIT, 0, 5)])]),
    "a positive key": (
        [1, 10, 0, 3, 0, 5, 3, 126, 6, 3, -1, 7, 3, -63, 8, 3, -64, 9, 3, -65, 10, 3, -128, 11, 2],
        [
            marker.Node(
                *(10, 0),
                [
                    *((INPUT, 0, 5), (INPUT, 126, 6)),
                    *((OUTPUT, 1, 7), (OUTPUT, 63, 8), (OUTPUT, 0, 9), (OUTPUT, 1, 10), (OUTPUT, 0, 11)),
                ],
            )
        ],
    ),
}


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_of_the_encoding(rule: str) -> None:
    chromosome, wanted = RULES[rule]
    assert marker.nodes(chromosome) == wanted
    assert decoded(chromosome) == in_order(wanted)


@pytest.mark.parametrize("seed", range(40 if COMPILED else 8))
def test_random_chromosomes_are_decoded_as_by_the_twin(seed: int) -> None:
    length = int(np.random.default_rng(seed).integers(1, 400)) if seed % 4 else LENGTH
    chromosome = random_chromosome(seed, length)
    assert decoded(chromosome.tolist()) == in_order(marker.nodes(chromosome.tolist()))


def test_random_nets_are_as_large_as_the_papers() -> None:
    nets = marker_nets(np.stack([random_chromosome(seed, 5000) for seed in range(40 if COMPILED else 3)]), 128, "tanh")
    assert 95 < nets["units"].mean() < 120  # the paper's best had 110
    assert 5.5 < nets["connections"].sum() / nets["units"].sum() < 7.5


@pytest.mark.parametrize("pattern", [[1, 0, 0, 2], [1, *[0] * (LONGEST - 1)], [1, 0, 0, 2, *[0] * 5]])
def test_the_fullest_chromosomes_fit(pattern: list[int]) -> None:
    chromosome = (pattern * LONGEST)[:LONGEST]
    net = marker_nets(np.array(chromosome, np.int8), 128, "tanh")[0]
    assert 1 <= net["units"] <= MOST_UNITS
    assert net["connections"] <= MOST_CONNECTIONS


# Moves


def random_game(seed: int, plies: int = 200) -> list[Position]:
    """Positions of a random game, the last one where something is still to be done."""
    random, position = np.random.default_rng(seed), Othello().start()
    positions = []
    while not position.is_over and position.ply < plies:
        positions.append(position)
        position = position.play(position.legal_moves[int(random.integers(len(position.legal_moves)))])
    return positions


def seen(position: Position) -> str:
    own, opp = int(position.state.own), int(position.state.opp)
    return "".join("o" if own >> i & 1 else "x" if opp >> i & 1 else "." for i in range(64))


def both(kind: str, seed: int, squash: str) -> tuple[Any, Any]:
    """A net's mover and its twin."""
    if kind == "marker":
        chromosome = random_chromosome(seed)
        nets = marker_nets(np.stack([chromosome[::-1], chromosome]), 50.0, squash)
        return MarkerMover(nets, marker_mind(1)), marker.Net(chromosome.tolist(), 50.0, squash)
    chromosome = random_chromosome(seed, FIXED_LENGTH)
    nets = fixed_nets(np.stack([chromosome[::-1], chromosome]), 300.0, squash)
    return FixedMover(nets, fixed_mind(1)), marker.FixedNet(chromosome.tolist(), 300.0, squash)


@pytest.mark.parametrize("squash", ["logistic", "tanh"])
@pytest.mark.parametrize("kind", ["marker", "fixed"])
def test_outputs_are_the_twins_from_move_to_move(kind: str, squash: str) -> None:
    mover, twin = both(kind, 3, squash)
    outputs = np.zeros(64, np.float32)
    begin_one(mover)
    for position in random_game(5)[:: 2 if COMPILED else 12]:
        (outputs_of if kind == "marker" else fixed_outputs_of)(position.state, mover, outputs)
        assert outputs == pytest.approx(np.array(twin.outputs(seen(position))), abs=1e-4)


def twins_choice(positions: list[Position], twin: Any) -> tuple[list[float], set[int]]:
    """The twin's outputs in the last of a game's positions, and the moves that are best but for rounding."""
    twin.rest()
    last = positions[-1]
    for past in positions[:-1]:
        if past.side == last.side and past.ply >= 4 and past.legal_moves != (0,):
            twin.outputs(seen(past))
    outputs = twin.outputs(seen(last))
    worth = {move: outputs[move.bit_length() - 1] for move in last.legal_moves if move}
    return outputs, {move for move, value in worth.items() if value > max(worth.values()) - 1e-4}


@pytest.mark.parametrize("squash", ["logistic", "tanh"])
@pytest.mark.parametrize("kind", ["marker", "fixed"])
def test_moves_are_the_twins_and_follow_from_the_game_so_far(kind: str, squash: str) -> None:
    """Net on both sides in turn, in games that others play; it is asked now and then and told of the rest."""
    mover, twin = both(kind, 4, squash)
    for seed in range(3 if COMPILED else 1):
        positions = random_game(seed)
        for number in range(0, len(positions), 1 if COMPILED else 9):
            asked = positions[: number + 1]
            side = asked[-1].side
            begin_one(mover)
            for past in asked[:-1]:
                if past.side == side:
                    follow_one(past.state, mover, Bits(side))
            move = int(choose_one(asked[-1].state, mover, Bits(side), NO_CHANCE)[0])
            if asked[-1].legal_moves == (0,):
                assert move == 0
            else:
                assert move in twins_choice(asked, twin)[1]


@pytest.mark.parametrize("kind", ["marker", "fixed"])
def test_choosing_and_following_leave_the_same_memory(kind: str) -> None:
    one, _ = both(kind, 6, "logistic")
    other, _ = both(kind, 6, "logistic")
    begin_one(one)
    begin_one(other)
    for position in random_game(7)[:: 1 if COMPILED else 8]:
        choose_one(position.state, one, SIDE, NO_CHANCE)
        follow_one(position.state, other, SIDE)
        units = slice(128, 128 + int(one.nets["units"][1])) if kind == "marker" else slice(None)
        assert np.array_equal(one.mind["values"][units], other.mind["values"][units])


def test_the_first_square_of_equals_is_played() -> None:
    mover = MarkerMover(marker_nets(np.zeros(4, np.int8), 128, "logistic"), marker_mind())  # no node: all outputs 0
    begin_one(mover)
    for position in random_game(8, 30):
        assert int(choose_one(position.state, mover, SIDE, NO_CHANCE)[0]) == min(position.legal_moves)


def test_what_is_remembered_of_replies_changes_none() -> None:
    searcher = PlainMover(evaluators.weighted_squares(evaluators.NORVIG_SQUARES), 2, NO_EXTENSION, False, plain_work())
    replying = ReplyingMover(searcher, new_replies())
    for _ in range(2):
        for seed in range(4 if COMPILED else 1):
            for position in random_game(seed, 60 if COMPILED else 12):
                wanted = int(choose_one(position.state, searcher, SIDE, NO_CHANCE)[0])
                assert int(choose_one(position.state, replying, SIDE, NO_CHANCE)[0]) == wanted
