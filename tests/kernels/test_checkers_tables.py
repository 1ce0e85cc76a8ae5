"""Endgame tables: every position has its number, and every entry is what its successors say."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest
from tests.kernels.support import checkers_words, samples
from tests.naive import checkers

from ludogen.games import parse_game
from ludogen.games.endgame_tables import Tables, build_tables
from ludogen.kernels.checkers import RED, RED_CROWN, SQUARES, WHITE, WHITE_CROWN, Checkers
from ludogen.kernels.checkers_index import CLASSES, MATERIAL, Class, decode, encode, half_turn, locate, position_at
from ludogen.kernels.checkers_tables import CheckersTables, probe, probe_position
from ludogen.kernels.dispatch import COMPILED, Bits, kernel
from ludogen.kernels.rules import is_none, moves, play, pop
from ludogen.kernels.steps import rewrap

PIECES = 3 if COMPILED else 2
SMALL = [(number, one) for number, one in enumerate(CLASSES) if one.pieces <= PIECES]
NAMES = [one.name for one in CLASSES]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUDOGEN_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield build_tables(PIECES, threads=2)


@kernel
def is_numbered(number: int, index: int) -> bool:
    """Does the index lead to a position of the class, and both it and the turned position back to the index?"""
    position = position_at(number, index)
    own, opp, kings, _ = position
    turned = Checkers(half_turn(own), half_turn(opp), half_turn(kings), WHITE)
    place = MATERIAL[number, 4] + index
    is_sound = own & opp == 0 and (own | opp | kings) & ~SQUARES == 0 and kings & ~(own | opp) == 0
    has_legal_men = own & ~kings & RED_CROWN == 0 and opp & ~kings & WHITE_CROWN == 0
    return bool(is_sound and has_legal_men and locate(position) == place and locate(turned) == place)


@kernel
def count_misnumbered(number: int, size: int) -> int:
    wrong = 0
    for index in range(size):
        if not is_numbered(number, index):
            wrong += 1
    return wrong


@kernel
def is_right(number: int, index: int, tables: CheckersTables) -> bool:
    """Is the entry what the entries of its successors make it?"""
    position = position_at(number, index)
    is_found, value, plies = probe(position, tables)
    soonest, latest, draws = 1000, -1, 0
    choice = moves(position)
    while not is_none(choice):
        move, choice = pop(position, choice)
        is_known, theirs, distance = probe(play(position, move), tables)
        is_found = is_found and is_known
        if theirs < 0:
            soonest = min(soonest, distance)
        elif theirs > 0:
            latest = max(latest, distance)
        else:
            draws += 1
    if soonest < 1000:
        return is_found and value == 1 and plies == soonest + 1
    if draws > 0:
        return is_found and value == 0 and plies == 0
    return is_found and value == -1 and plies == latest + 1


@kernel
def count_wrong(number: int, size: int, tables: CheckersTables) -> int:
    wrong = 0
    for index in range(size):
        if not is_right(number, index, tables):
            wrong += 1
    return wrong


def test_there_are_as_many_positions_as_in_the_literature() -> None:
    # Schaeffer et al. count boards without the side to move, those where one side has no piece among them.
    one_sided = {2: 2 * 1742, 3: 2 * 32596, 4: 2 * 441729}
    boards = {pieces: sum(one.size for one in CLASSES if one.pieces == pieces) for pieces in (2, 3, 4)}
    assert {n: boards[n] + one_sided[n] for n in boards} == {2: 6972, 3: 261_224, 4: 7_092_774}


def test_classes_come_after_those_that_captures_and_crownings_lead_to() -> None:
    places = {one[:4]: place for place, one in enumerate(CLASSES)}
    for place, one in enumerate(CLASSES):
        own_men, own_kings, opp_men, opp_kings = one[:4]
        assert abs(places[opp_men, opp_kings, own_men, own_kings] - place) <= 1
        earlier = product(range(own_men + 1), range(opp_men + 1), range(opp_kings + 1))
        for men, other_men, other_kings in earlier:
            after = (other_men, other_kings, men, own_kings + own_men - men)
            if after != (opp_men, opp_kings, own_men, own_kings) and other_men + other_kings and own_men - men <= 1:
                found = CLASSES[places[after]]
                assert found.begin + found.size <= one.pair_begin, (one.name, found.name)


@pytest.mark.parametrize(("number", "one"), SMALL, ids=[one.name for _, one in SMALL])
def test_every_index_of_small_classes_is_that_of_its_position(number: int, one: Class) -> None:
    assert count_misnumbered(number, one.size) == 0


@pytest.mark.parametrize("number", range(len(CLASSES)), ids=NAMES)
def test_some_indices_of_every_class(number: int) -> None:
    one = CLASSES[number]
    chance = Random(number)
    for index in (0, one.size - 1, *(chance.randrange(one.size) for _ in range(samples(300, 10)))):
        assert is_numbered(number, index)
        position = rewrap(decode(number, index))
        assert encode(position) == one.begin + index
        own, opp, kings, _ = map(int, position)
        counts = [bits.bit_count() for bits in (own & ~kings, own & kings, opp & ~kings, opp & kings)]
        assert counts == list(one[:4])


def test_positions_without_a_number() -> None:
    assert encode(parse_game("checkers").start().state) == -1
    assert encode(Checkers(Bits(1), Bits(0), Bits(1), RED)) == -1
    assert encode(Checkers(Bits(0), Bits(1), Bits(1), RED)) == -1


@pytest.mark.parametrize(("number", "one"), SMALL, ids=[one.name for _, one in SMALL])
def test_every_entry_is_what_its_successors_make_it(number: int, one: Class, tables: Tables) -> None:
    assert count_wrong(number, one.size, tables.for_kernels) == 0


def naive_positions() -> Iterator[checkers.Position]:
    """One piece a side, anywhere, and either side to move."""
    for red, white in product(range(1, 33), repeat=2):
        for red_piece, white_piece, mover in product("rR", "wW", "rw"):
            is_legal = not (red_piece == "r" and red in checkers.RED_CROWN)
            if red != white and is_legal and not (white_piece == "w" and white in checkers.WHITE_CROWN):
                yield checkers.from_pieces({red: red_piece, white: white_piece}, mover)


def test_two_pieces_against_the_twin(tables: Tables) -> None:
    """The twin: plain rules, and values handed back from the ends of games, one ply at a time."""
    after = {
        position: [checkers.play(position, move) for move in checkers.legal_moves(position)]
        for position in naive_positions()
    }
    ends = {child: list[checkers.Position]() for children in after.values() for child in children} | after
    known: dict[checkers.Position, tuple[int, int]] = {}
    for plies in range(50):
        found = {}
        for position, children in ends.items():
            if position in known:
                continue
            values = [known.get(child, (0, 0))[0] for child in children]
            if -1 in values:
                found[position] = (1, plies)
            elif all(value == 1 for value in values):
                found[position] = (-1, plies)
        known |= found
    assert len(after) == 2 * 3488
    for position in after:
        expected = (True, *known.get(position, (0, 0)))
        assert probe_position(checkers_words(position), tables.for_kernels) == expected, position


def test_probing_beyond_the_tables(tables: Tables) -> None:
    some = tables.for_kernels
    assert probe_position(parse_game("checkers").start().state, some) == (False, 0, 0)
    four_kings = rewrap(decode(NAMES.index("KK v KK"), 5))
    assert probe_position(four_kings, some) == (False, 0, 0)
    assert probe_position(Checkers(Bits(0), Bits(1), Bits(1), RED), some) == (True, -1, 0)
    assert probe_position(Checkers(Bits(1), Bits(0), Bits(1), RED), some) == (True, 1, 1)


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="six million positions")
def test_every_entry_with_four_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOGEN_CACHE", str(tmp_path))
    whole = build_tables(threads=2)
    for number, one in enumerate(CLASSES):
        assert count_misnumbered(number, one.size) == 0, one.name
        assert count_wrong(number, one.size, whole.for_kernels) == 0, one.name
