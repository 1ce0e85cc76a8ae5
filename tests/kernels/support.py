"""From the naive twins to the kernels' words and back, and where the random positions of the tests come from."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import numpy as np
from tests.kernels.entries import Words, tell
from tests.naive import checkers, go, othello

from ludogen.kernels import checkers as checkers_kernel
from ludogen.kernels import go as go_kernel
from ludogen.kernels import othello as othello_kernel
from ludogen.kernels.checkers import Checkers
from ludogen.kernels.dispatch import COMPILED, Bits
from ludogen.kernels.go import Go
from ludogen.kernels.othello import Othello
from ludogen.kernels.steps import look, rewrap, step
from ludogen.kernels.wide import STRIDES, pack, words_for

KernelPosition = Othello | Checkers | Go
GO_SIZES = (2, 3, 5, 7, 9, 10, 11, 13, 19)
KOMI_HALVES = 15
ROOM = 4096


def samples(compiled: int, plain: int) -> int:
    """How many samples to take: many for compiled kernels, few with NUMBA_DISABLE_JIT=1."""
    return compiled if COMPILED else plain


def look_at(position: KernelPosition) -> tuple[list[int], int, int]:
    """Legal moves in the order of the kernel, outcome (0 while the game is on) and hash."""
    found: Words = np.zeros(ROOM, np.uint64)
    number, value, key = look(position, found)
    assert number <= ROOM
    return [int(move) for move in found[:number]], int(value), int(key)


def check_against_twin(
    position: KernelPosition, successors: Mapping[Any, KernelPosition], decode: Callable[[int], Any], outcome: int
) -> None:
    """Compare moves, their number, successors, the end of the game and its outcome with what the twin says.

    `successors` maps the twin's legal moves to the words of the positions after them.
    """
    words, value, _ = look_at(position)
    decoded = [decode(move) for move in words]
    assert sorted(map(repr, decoded)) == sorted(map(repr, successors)), position
    assert tell(position) == (len(successors), not successors), position
    assert value == (0 if successors else outcome), position
    for move, name in zip(words, decoded, strict=True):
        assert rewrap(step(position, Bits(move))) == successors[name], (position, name)


# Othello


def othello_words(position: othello.Position) -> Othello:
    def bits(colour: str) -> Bits:
        return Bits(sum(1 << i for i, disc in enumerate(position.board) if disc == colour))

    return Othello(bits(position.mover), bits(othello.other(position.mover)))


def othello_images(words: Othello) -> tuple[Words, Words]:
    """All eight images of a position."""
    found: list[list[int]] = [[], []]
    for turns in range(4):
        for is_mirrored in (False, True):
            for word, images in zip(words, found, strict=True):
                board = np.rot90(np.array([int(word) >> i & 1 for i in range(64)]).reshape(8, 8), turns)
                squares = (board.T if is_mirrored else board).ravel()
                images.append(sum(1 << i for i in range(64) if squares[i]))
    own, opp = (np.array(images, np.uint64) for images in found)
    return own, opp


def othello_move(word: int) -> othello.Move:
    if word == othello_kernel.PASS:
        return None
    assert word.bit_count() == 1
    return divmod(word.bit_length() - 1, 8)


def check_othello(position: othello.Position) -> None:
    black, white = othello.discs(position)
    lead = black - white if position.mover == "b" else white - black
    after = {move: othello_words(othello.play(position, move)) for move in othello.legal_moves(position)}
    check_against_twin(othello_words(position), after, othello_move, lead)


def othello_games(random: Random, games: int) -> Iterator[othello.Position]:
    """Every position of some random games."""
    for _ in range(games):
        position = othello.start()
        yield position
        while choices := othello.legal_moves(position):
            position = othello.play(position, random.choice(choices))
            yield position


def othello_setups(random: Random, number: int) -> Iterator[othello.Position]:
    """Boards of discs thrown on at random, from nearly empty to full."""
    for _ in range(number):
        fill = random.random()
        board = tuple(random.choice("bw") if random.random() < fill else "." for _ in range(64))
        yield othello.Position(board, random.choice("bw"))


# Checkers


def checkers_bit(square: int) -> int:
    return square - 1 + (square - 1) // 8


CHECKERS_SQUARE = {checkers_bit(square): square for square in range(1, 33)}


def checkers_words(position: checkers.Position) -> Checkers:
    def bits(letters: str) -> Bits:
        return Bits(sum(1 << checkers_bit(square) for square in range(1, 33) if position.pieces[square] in letters))

    own, opp, colour = ("rR", "wW", 0) if position.mover == "r" else ("wW", "rR", 1)
    return Checkers(bits(own), bits(opp), bits("RW"), Bits(colour))


def checkers_move(word: int) -> checkers.Move:
    """The path of a move, walked as the docstring of the kernel says, with every field of the word checked."""
    assert word >> 63 == 0
    start = word >> int(checkers_kernel.FROM) & 63
    end = word >> int(checkers_kernel.TO) & 63
    directions = word >> int(checkers_kernel.PATH)
    left = {bit for bit in range(35) if word >> bit & 1}
    jumps = len(left)
    if not jumps:
        assert directions == 0
        return CHECKERS_SQUARE[start], CHECKERS_SQUARE[end]
    path = [start]
    for i in range(jumps):
        if i < 8:
            by = (4, 5, -4, -5)[directions >> 2 * i & 3]
        else:
            (last,) = left
            by = last - path[-1]
        left.remove(path[-1] + by)
        path.append(path[-1] + 2 * by)
    assert directions >> 2 * jumps == 0
    assert path[-1] == end
    return tuple(CHECKERS_SQUARE[bit] for bit in path)


def check_checkers(position: checkers.Position) -> None:
    choices = checkers.legal_moves(position)
    assert len(set(choices)) == len(choices)
    after = {move: checkers_words(checkers.play(position, move)) for move in choices}
    check_against_twin(checkers_words(position), after, checkers_move, -1)


def checkers_games(random: Random, games: int, ply_limit: int = 150) -> Iterator[checkers.Position]:
    """Every position of some random games, up to a limit."""
    for _ in range(games):
        position = checkers.start()
        yield position
        for _ in range(ply_limit):
            choices = checkers.legal_moves(position)
            if not choices:
                break
            position = checkers.play(position, random.choice(choices))
            yield position


def checkers_setups(random: Random, number: int) -> Iterator[checkers.Position]:
    """Boards set up at random: few or many pieces, few or many kings, often many more for one side."""
    for _ in range(number):
        red, white, kings = random.choice([0.05, 0.2, 0.4]), random.choice([0.05, 0.2, 0.4]), random.random()
        pieces: dict[int, str] = {}
        for square in range(1, 33):
            draw = random.random()
            if draw < red + white:
                man = "r" if draw < red else "w"
                crown = checkers.RED_CROWN if man == "r" else checkers.WHITE_CROWN
                pieces[square] = man.upper() if square in crown or random.random() < kings else man
        yield checkers.from_pieces(pieces, random.choice("rw"))


def checkers_jumps(random: Random, number: int) -> Iterator[checkers.Position]:
    """Boards set up so that kings and men jump far: the enemies stand two rows and two columns apart."""
    for _ in range(number):
        mover, density = random.choice("rw"), random.uniform(0.6, 1)
        enemy = "w" if mover == "r" else "r"
        parity = random.choice([0, 1])
        pieces: dict[int, str] = {}
        for square in range(1, 33):
            row, column = checkers.place(square)
            if row % 2 == parity and 0 < row < 7 and 0 < column < 7 and random.random() < density:
                pieces[square] = random.choice([enemy, enemy.upper()])
            elif random.random() < 0.12:
                pieces[square] = mover.upper() if random.random() < 0.6 or row in (0, 7) else mover
        yield checkers.from_pieces(pieces, mover)


# Go


def go_index(size: int, point: go.Point) -> int:
    return point[0] * STRIDES[words_for(size)] + point[1]


def go_words(position: go.Position, scoring: Bits = go_kernel.AREA) -> Go:
    size, words = position.size, words_for(position.size)

    def bits(letters: str) -> tuple[Bits, ...]:
        chosen = [point for point in go.points(size) if go.at(size, position.board, point) in letters]
        return pack(sum(1 << go_index(size, point) for point in chosen), words)

    black = position.mover == "b"
    prisoners = (position.black_prisoners, position.white_prisoners)
    own_prisoners, opp_prisoners = prisoners if black else prisoners[::-1]
    return Go(
        own=bits(position.mover),
        opp=bits(go.other(position.mover)),
        board=bits("bw."),
        ko=go_kernel.PASS if position.ko is None else Bits(go_index(size, position.ko)),
        passes=Bits(position.passes),
        own_prisoners=Bits(own_prisoners),
        opp_prisoners=Bits(opp_prisoners),
        bonus=-KOMI_HALVES if black else KOMI_HALVES,
        scoring=scoring,
    )


def go_move(size: int) -> Callable[[int], go.Move]:
    def decode(word: int) -> go.Move:
        return None if word == go_kernel.PASS else divmod(word, STRIDES[words_for(size)])

    return decode


def go_outcome(position: go.Position, scoring: Bits) -> int:
    """Half points ahead for the side to move."""
    black, white = go.area(position) if scoring == go_kernel.AREA else go.japanese(position)
    lead = 2 * (black - white) - KOMI_HALVES
    return lead if position.mover == "b" else -lead


def check_go(position: go.Position, scoring: Bits = go_kernel.AREA) -> None:
    after = {move: go_words(go.play(position, move), scoring) for move in go.legal_moves(position)}
    check_against_twin(go_words(position, scoring), after, go_move(position.size), go_outcome(position, scoring))


def go_games(random: Random, size: int, games: int) -> Iterator[go.Position]:
    """Every position of some random games; a pass is rare, so the boards get crowded."""
    for _ in range(games):
        position = go.start(size)
        yield position
        for _ in range(size * size * (4 if size <= 5 else 1)):
            choices: list[go.Move] = [point for point in go.points(size) if point != position.ko]
            random.shuffle(choices)
            choices = [None, *choices] if random.random() < 0.02 else [*choices, None]
            position = go.play(position, next(move for move in choices if go.is_legal(position, move)))
            yield position
            if go.is_over(position):
                break


def go_setups(random: Random, size: int, number: int) -> Iterator[go.Position]:
    """Boards set up at random, mostly crowded, with chains that have no liberty taken off; some with a ko point."""
    for _ in range(number):
        black, fill = random.choice([0.2, 0.5, 0.8]), random.choice([0.3, 0.7, 0.9, 1.0])
        board: tuple[str, ...] = tuple(
            ("b" if random.random() < black else "w") if random.random() < fill else "." for _ in range(size * size)
        )
        for point in go.points(size):
            if go.at(size, board, point) != ".":
                chain = go.chain_at(size, board, point)
                if not go.liberties(size, board, chain):
                    board = go._with(size, board, ".", chain)
        empty = [point for point in go.points(size) if go.at(size, board, point) == "."]
        yield go.Position(
            size,
            board,
            mover=random.choice("bw"),
            ko=random.choice(empty) if empty and random.random() < 0.2 else None,
            passes=random.choice([0, 0, 0, 1, 2]),
            black_prisoners=random.randrange(20),
            white_prisoners=random.randrange(20),
        )
