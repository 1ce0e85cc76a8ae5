"""Hashes stay what they are, and distinct positions have distinct ones."""

from typing import Any

import numpy as np
import pytest
from tests.kernels import support
from tests.kernels.support import KernelPosition, look_at, samples
from tests.naive import go

from ludogen.kernels import checkers, othello
from ludogen.kernels.checkers import Checkers
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.go import AREA, JAPANESE, PASS, Go
from ludogen.kernels.othello import Othello
from ludogen.kernels.random_games import random_game
from ludogen.kernels.steps import rewrap
from ludogen.kernels.wide import pack


def a_go(words: int, own: int, opp: int, **others: Any) -> Go:
    rest: dict[str, Any] = {"ko": PASS, "passes": 0, "own_prisoners": 0, "opp_prisoners": 0, "scoring": AREA} | others
    fields = {name: Bits(value) for name, value in rest.items()}
    return Go(pack(own, words), pack(opp, words), pack((1 << 64 * words) - 1, words), bonus=0, **fields)


GOLDEN: list[tuple[KernelPosition, int]] = [
    (othello.START, 0x3F01057E249620F5),
    (Othello(othello.START.opp, othello.START.own), 0x3E3B12A8BCBA705B),
    (Othello(Bits(0x8000000000000001), Bits(0x7E)), 0x6C5BD70E32FF7C0E),
    (checkers.START, 0xDBD1467D58AE12F8),
    (checkers.START._replace(colour=checkers.WHITE), 0x1F96AC68E7B36B10),
    (Checkers(Bits(0x400000001), Bits(0x20400), Bits(0x400000400), checkers.WHITE), 0xC97C3FF0CCB72558),
    (a_go(1, 0, 0), 0x915BAB73ECF0A252),
    (a_go(1, 0x0102, 0x0201, ko=8, passes=1), 0xA563CA13084B5363),
    (a_go(2, 0, 0), 0xAE705D27724DA563),
    (a_go(2, 1 << 100, 1 << 3, own_prisoners=3, opp_prisoners=1), 0xAFDD5BA63643B740),
    (a_go(2, 1 << 100, 1 << 3, own_prisoners=3, opp_prisoners=1, scoring=JAPANESE), 0xE148DD506F7140C3),
    (a_go(6, 1 << 378, 1 << 20 | 1 << 64, ko=377), 0x5C5EB90B331B4908),
]


@pytest.mark.parametrize(("position", "expected"), GOLDEN)
def test_golden(position: KernelPosition, expected: int) -> None:
    assert look_at(position)[2] == expected


def start(name: str) -> KernelPosition:
    if name == "othello":
        return othello.START
    if name == "checkers":
        return checkers.START
    game, size = name.split()
    return support.go_words(go.start(int(size)), JAPANESE if game == "japanese" else AREA)


def identity(position: KernelPosition) -> Any:
    """What tells positions of one game apart: for Go not, under area scoring, its prisoners."""
    if not isinstance(position, Go):
        return position
    prisoners = (position.own_prisoners, position.opp_prisoners) if position.scoring == JAPANESE else ()
    return position.own, position.opp, position.ko, position.passes, position.bonus, prisoners


@pytest.mark.parametrize("name", ["othello", "checkers", "area 3", "japanese 3", "area 9", "japanese 19"])
def test_no_collisions(name: str) -> None:
    random = np.random.default_rng(8)
    longest = {"othello": 60, "checkers": 90, "area 3": 40, "japanese 3": 60, "area 9": 100}.get(name, 120)
    hashes: dict[Any, int] = {}
    for seed in range(samples(3000, 60)):
        position = rewrap(random_game(start(name), Bits(seed), int(random.integers(1, longest)))[0])
        key = look_at(position)[2]
        assert hashes.setdefault(identity(position), key) == key
    assert len(set(hashes.values())) == len(hashes)
    assert len(hashes) >= samples(1500, 30)
