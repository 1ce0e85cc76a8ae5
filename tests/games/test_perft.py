"""The known counts of move sequences."""

import pytest

from ludogen.errors import InvalidInputError
from ludogen.games import divide, known_counts, parse_game, perft
from ludogen.kernels.dispatch import COMPILED

TABLES = known_counts()
FAST = 400_000 if COMPILED else 700
ENTRIES = [(name, depth, count) for name, counts in TABLES.items() for depth, count in enumerate(counts, 1)]


@pytest.mark.parametrize(("name", "depth", "count"), [entry for entry in ENTRIES if entry[2] <= FAST])
def test_known_counts(name: str, depth: int, count: int) -> None:
    assert perft(parse_game(name).start(), depth) == count


@pytest.mark.slow
@pytest.mark.parametrize(("name", "depth", "count"), [entry for entry in ENTRIES if entry[2] > FAST])
def test_known_deep_counts(name: str, depth: int, count: int) -> None:
    assert perft(parse_game(name).start(), depth) == count


@pytest.mark.parametrize("name", ["othello", "checkers", "go:size=3"])
def test_divide_adds_up(name: str) -> None:
    start = parse_game(name).start()
    by_move = divide(start, 3)
    assert list(by_move) == list(start.legal_names)
    assert sum(by_move.values()) == perft(start, 3)
    assert perft(start, 0) == 1


def test_a_finished_game_counts_as_one() -> None:
    over = parse_game("othello").parse_position("X" * 64 + " X")
    assert [perft(over, depth) for depth in (0, 1, 2, 3)] == [1, 1, 1, 1]


@pytest.mark.parametrize("depth", [-1, 31])
def test_depths_out_of_range_are_refused(depth: int) -> None:
    with pytest.raises(InvalidInputError, match=r"is not in 0\.\.30"):
        perft(parse_game("othello").start(), depth)
