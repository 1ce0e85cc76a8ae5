"""Every kernel against its naive twin: moves, successors, ends and outcomes of many positions."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, product
from random import Random

import pytest
from tests.kernels import support
from tests.kernels.entries import go_is_legal, go_leads
from tests.kernels.support import samples
from tests.naive import checkers, go, othello

from ludogen.kernels.dispatch import COMPILED, Bits
from ludogen.kernels.go import AREA, JAPANESE, every_chain_breathes
from ludogen.kernels.perft import perft


def test_othello_games() -> None:
    for position in support.othello_games(Random(1), samples(12, 5)):
        support.check_othello(position)


def test_othello_setups() -> None:
    passes = overs = 0
    for position in support.othello_setups(Random(2), samples(800, 400)):
        support.check_othello(position)
        passes += othello.legal_moves(position) == [None]
        overs += othello.is_over(position)
    assert passes
    assert overs


def test_checkers_games() -> None:
    for position in support.checkers_games(Random(3), samples(12, 5)):
        support.check_checkers(position)


def test_checkers_setups() -> None:
    longest = most = 0
    random = Random(4)
    setups = support.checkers_setups(random, samples(1500, 600)), support.checkers_jumps(random, samples(1000, 400))
    for position in chain.from_iterable(setups):
        support.check_checkers(position)
        choices = checkers.legal_moves(position)
        longest = max([longest, *(len(checkers.captured(move)) for move in choices)])
        most = max(most, len(choices))
    assert longest >= 7
    assert most >= 15


def tours() -> Iterator[tuple[int, list[int]]]:
    """The eight squares from which a king can make nine jumps, each with the squares to be jumped.

    A jumping king stays on 8 of 16 squares, two rows and two columns apart; the two corners among them have one jump.
    """
    for top, left in ((0, 1), (1, 0)):
        middles = [checkers.square_at(top + 2 * i + 1, left + 2 * j + 1) for i, j in product(range(3), repeat=2)]
        for i, j in ((0, 0), (3, 3), (0, 3), (3, 0)):
            corner = checkers.square_at(top + 2 * i, left + 2 * j)
            assert corner is not None
            yield corner, [square for square in middles if square is not None]


@pytest.mark.parametrize("mover", ["r", "w"])
@pytest.mark.parametrize(("corner", "jumped"), list(tours()))
def test_nine_captures(corner: int, jumped: list[int], mover: str) -> None:
    enemy = "w" if mover == "r" else "r"
    enemies = dict.fromkeys(jumped, enemy)
    position = checkers.from_pieces({corner: mover.upper()} | enemies, mover)
    paths = checkers.legal_moves(position)
    assert max(len(checkers.captured(path)) for path in paths) == 9
    support.check_checkers(position)
    # The last piece gone, the other side has none left: the game is over.
    whole = next(path for path in paths if len(checkers.captured(path)) == 9)
    support.check_checkers(checkers.play(position, whole))
    # A second king elsewhere, so that moves follow the nine jumps; and kings among the captured.
    free = next(square for square in range(1, 33) if square not in (corner, *jumped) and square not in whole)
    support.check_checkers(checkers.from_pieces({free: mover.upper()} | dict(enumerate(position.pieces)), mover))
    kings = {square: enemy.upper() for square in jumped[::2]}
    support.check_checkers(checkers.from_pieces({corner: mover.upper()} | enemies | kings, mover))


def test_nine_captures_from_every_square() -> None:
    """A king anywhere on the graph, with any one of the nine missing or none."""
    for _, jumped in list(tours())[:: samples(1, 4)]:
        enemies = dict.fromkeys(jumped, "w")
        for square in range(1, 33, samples(1, 5)):
            if square not in jumped:
                support.check_checkers(checkers.from_pieces({square: "R"} | enemies, "r"))
                for missing in jumped[:: samples(1, 4)]:
                    fewer = {enemy: "w" for enemy in jumped if enemy != missing}
                    support.check_checkers(checkers.from_pieces({square: "R"} | fewer, "r"))


def go_positions(size: int) -> Iterator[go.Position]:
    """Some positions from random games and some set up at random, fewer on larger boards."""
    random = Random(size)
    wanted = samples(150, 60) if size <= 5 else samples(20, 15) if size <= 10 else samples(8, 3)
    games = [list(support.go_games(random, size, 1)) for _ in range(max(1, 12 // size))]
    played = list(chain.from_iterable(games))
    yield from random.sample(played, min(wanted, len(played)))
    yield games[0][-1]
    yield from support.go_setups(random, size, wanted)


@pytest.mark.parametrize("size", support.GO_SIZES)
def test_go(size: int) -> None:
    for position in go_positions(size):
        support.check_go(position)
        over = replace(position, passes=2)
        support.check_go(over)
        support.check_go(over, JAPANESE)
        leads = go_leads(support.go_words(over))
        signs = 1 if position.mover == "b" else -1
        area, japanese = go.area(over), go.japanese(over)
        assert leads == (signs * (area[0] - area[1]), signs * (japanese[0] - japanese[1]))


@pytest.mark.parametrize("size", [2, 5, 9, 13])
def test_go_is_legal(size: int) -> None:
    for position in support.go_setups(Random(size), size, samples(30 if size < 9 else 6, 2)):
        going_on = replace(position, passes=0)
        words = support.go_words(going_on)
        for word in range(512):
            move = support.go_move(size)(word)
            on_board = move is None or max(move) < size
            expected = on_board and go.is_legal(going_on, move)
            assert go_is_legal(words, Bits(word)) == expected


@pytest.mark.parametrize("size", [2, 3, 4])  # no ko on 2x2
def test_ko_forbids_just_the_immediate_repetition(size: int) -> None:
    """The ko point is the one move that would bring back the board before the last move."""
    seen = 0
    for game in range(20):
        before: go.Position | None = None
        for position in support.go_games(Random(game), size, 1):
            if before is not None and before.board != position.board:
                ignoring = replace(position, ko=None)
                points = [move for move in go.legal_moves(ignoring) if move is not None]
                repeating = [move for move in points if go.play(ignoring, move).board == before.board]
                assert repeating == ([] if position.ko is None else [position.ko])
                seen += position.ko is not None
            before = position
    assert bool(seen) == (size > 2)


def colourings(size: int) -> Iterator[tuple[str, ...]]:
    return product(".bw", repeat=size * size)


@pytest.mark.parametrize(("size", "number"), [(1, 1), (2, 57), (3, 12675)])
def test_legal_go_positions_of_the_twin(size: int, number: int) -> None:
    assert sum(go.every_chain_has_a_liberty(size, board) for board in colourings(size)) == number


@pytest.mark.parametrize(("size", "number"), [(2, 57), (3, 12675)])
def test_legal_go_positions_of_the_kernel(size: int, number: int) -> None:
    every = samples(1, 1 if size == 2 else 10)
    legal = 0
    for board in list(colourings(size))[::every]:
        breathes = every_chain_breathes(support.go_words(go.Position(size, board)))
        assert breathes == go.every_chain_has_a_liberty(size, board)
        legal += breathes
    if every == 1:
        assert legal == number


@pytest.mark.parametrize("size", [2, 3])
def test_all_small_go_positions(size: int) -> None:
    every = samples(25, 200) if size == 3 else 1
    boards = [board for board in colourings(size) if go.every_chain_has_a_liberty(size, board)]
    for board in boards[::every]:
        for mover in "bw":
            support.check_go(go.Position(size, board, mover))


OTHELLO_LEAVES = [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288]
CHECKERS_LEAVES = [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680]


def test_known_leaves() -> None:
    for depth in range(1, samples(9, 3) + 1):
        assert perft(support.othello_words(othello.start()), depth) == OTHELLO_LEAVES[depth - 1]
        assert perft(support.checkers_words(checkers.start()), depth) == CHECKERS_LEAVES[depth - 1]


def test_leaves_of_othello() -> None:
    for depth in range(1, samples(5, 3) + 1):
        assert perft(support.othello_words(othello.start()), depth) == othello.perft(othello.start(), depth)
    late = [position for position in support.othello_games(Random(5), samples(6, 1)) if position.board.count(".") <= 5]
    assert any(othello.is_over(position) for position in late)
    for position in late:
        for depth in range(1, samples(5, 3) + 1):
            assert perft(support.othello_words(position), depth) == othello.perft(position, depth)


def test_leaves_of_checkers() -> None:
    for depth in range(1, samples(5, 3) + 1):
        assert perft(support.checkers_words(checkers.start()), depth) == checkers.perft(checkers.start(), depth)
    games, setups = support.checkers_games(Random(6), samples(2, 1)), support.checkers_setups(Random(7), samples(60, 6))
    for position in [*list(games)[:: samples(10, 40)], *setups]:
        for depth in range(1, samples(3, 2) + 1):
            assert perft(support.checkers_words(position), depth) == checkers.perft(position, depth)


@pytest.mark.parametrize(
    ("size", "depth"), [(2, 6), (3, 4), (5, 3)] if COMPILED else [(2, 6), (3, 3), (5, 2), (8, 1), (11, 1)]
)
def test_leaves_of_go(size: int, depth: int) -> None:
    for plies in range(1, depth + 1):
        assert perft(support.go_words(go.start(size), AREA), plies) == go.perft(go.start(size), plies)
