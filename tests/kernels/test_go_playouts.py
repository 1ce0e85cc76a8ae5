"""Random playouts of Go: against the slow twin, and what they are good for."""

from random import Random

import numpy as np
import pytest
from tests.kernels.support import go_words, samples
from tests.naive import go, go_playouts

from ludogen.games import Go, Position
from ludogen.kernels.bits import below, mix, next_random
from ludogen.kernels.dispatch import COMPILED, Bits
from ludogen.kernels.go_playouts import PlayoutMover, playout_lead
from ludogen.kernels.whole_games import choose_one
from ludogen.kernels.wide import STRIDES, words_for

BLACK = Bits(0)


def drawing(seed: int) -> go_playouts.Draw:
    """The stream of random numbers that the kernel draws from."""
    state = Bits(seed)

    def draw(limit: int) -> int:
        nonlocal state
        with np.errstate(over="ignore"):
            drawn, state = map(Bits, next_random(state))
            return int(below(drawn, Bits(limit)))

    return draw


def random_positions(size: int, number: int, seed: int) -> list[go.Position]:
    random, found = Random(seed), list[go.Position]()
    while len(found) < number:
        position = go.start(size)
        for _ in range(random.randrange(2 * size * size)):
            position = go.play(position, random.choice(go.legal_moves(position)))
            if go.is_over(position):
                break
        else:
            found.append(position)
    return found


@pytest.mark.parametrize("size", [3, 5, 9])
def test_playouts_are_those_of_the_twin(size: int) -> None:
    for number, position in enumerate(random_positions(size, samples(8, 2), size)):
        playouts = samples(3, 1)
        lead = float(playout_lead(go_words(position), playouts, Bits(number)))
        assert lead == pytest.approx(go_playouts.lead(position, playouts, drawing(number)))


@pytest.mark.parametrize("size", [3, 5])
def test_moves_are_those_of_the_twin(size: int) -> None:
    chance, playouts = Bits(77), samples(2, 1)

    def value(move: go.Move, after: go.Position) -> float:
        assert move is not None
        with np.errstate(over="ignore"):
            seed = int(mix(chance ^ mix(Bits(move[0] * STRIDES[words_for(size)] + move[1]))))
        return float(np.float32(-go_playouts.lead(after, playouts, drawing(seed))))

    for position in random_positions(size, samples(6, 2), size):
        words = go_words(position)._replace(bonus=0)
        move = int(choose_one(words, PlayoutMover(playouts), BLACK, chance)[0])
        wanted = go_playouts.choice(position, value)
        assert move == (511 if wanted is None else wanted[0] * STRIDES[words_for(size)] + wanted[1])


def chosen(position: Position, playouts: int = 40) -> str:
    move, _ = choose_one(position.state, PlayoutMover(playouts), Bits(position.side), Bits(5))
    return position.move_name(int(move))


@pytest.mark.skipif(not COMPILED, reason="takes a thousand playouts")
def test_it_begins_in_the_middle() -> None:
    assert chosen(Go(size=3, komi=0).start(), 1000) == "B2"


def test_it_passes_when_all_is_done() -> None:
    game = Go(size=4, komi=0)
    # Only eyes of its own are left.
    assert chosen(game.parse_position("1XX1/XXXX/XXXX/1XX1 b - 0 0,0"), 4) == "pass"
    # White has passed, black is ahead.
    assert chosen(game.parse_position("4/XXXX/4/4 b - 1 0,0"), 4) == "pass"


def test_dead_stones_are_taken_off() -> None:
    """A lone white stone in black's area cannot live: all sixteen points are black's."""
    position = Go(size=4, komi=0).parse_position("1X1X/XXXX/XXXX/1XO1 b - 0 0,0")
    assert playout_lead(position.state, samples(50, 5), Bits(1)) == 16
