"""Iago's edge table and evaluation against their slow twins."""

import random

import numpy as np
import pytest
from tests.naive import iago

from ludogen.games import parse_game
from ludogen.kernels.bits import popcount
from ludogen.kernels.dispatch import COMPILED, Bits, kernel
from ludogen.kernels.iago import INSIDE
from ludogen.kernels.othello_stability import stable_discs
from ludogen.kernels.values import value_of
from ludogen.players import evaluators

pytestmark = pytest.mark.skipif(not COMPILED, reason="the table of 59049 patterns takes minutes in plain Python")


@kernel
def inner_stable(own: Bits, opp: Bits) -> int:
    return popcount(stable_discs(own, opp) & INSIDE)


def test_every_pattern_of_the_edge_table() -> None:
    ours = evaluators.iago().weights["edges"]
    theirs = np.array(list(iago.edge_table().values()))  # in the same order: empty, own, opponent; first place first
    assert np.allclose(ours, theirs, rtol=1e-5, atol=1e-3)


@pytest.mark.parametrize(
    ("pattern", "value"),
    [
        ("." * 10, 0),
        (".X........", 700),
        ("X.........", -2000),
        ("XX........", 700),
        ("..X.......", 200),
        (".XX.......", 1900),
        ("..XO......", -25 - 75),
        (".XXXXXXXX.", 2 * (700 + 1200 + 1000 + 1000)),
    ],
)
def test_static_values_of_single_patterns(pattern: str, value: float) -> None:
    assert iago.static_value(pattern) == value
    swapped = pattern.translate(str.maketrans("XO", "OX"))
    assert iago.static_value(swapped) == -value


def test_evaluation() -> None:
    chance = random.Random(3)
    for _ in range(60):
        position = parse_game("othello").start()
        for _ in range(chance.randint(0, 58)):
            if position.is_over:
                break
            position = position.play(chance.choice(position.legal_moves))
        if position.is_over:
            continue
        own, opp = position.state
        cells = position.text[:64].replace("-", ".")
        board = cells if position.side == 0 else cells.translate(str.maketrans("XO", "OX"))
        wanted = iago.estimate(board, inner_stable(own, opp), inner_stable(opp, own))
        assert float(value_of(position.state, Bits(0), evaluators.iago())) == pytest.approx(wanted, rel=1e-4, abs=0.1)
