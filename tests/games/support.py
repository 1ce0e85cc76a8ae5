"""Random positions for the tests of the games, the same in every run."""

import random
from collections.abc import Iterator
from functools import cache

from ludogen.games import GAMES, Game, Position, parse_game
from ludogen.kernels.dispatch import COMPILED

# Every registered game, with the options that change its rules. A new game is tested the moment it is registered.
VARIANTS = [
    *GAMES,
    "checkers:ply_limit=60",
    "checkers:forty_moves=true,threefold=true,ply_limit=0",
    "go:size=2,superko=true",
    "go:size=5,superko=true,scoring=japanese",
    "go:size=13,komi=0.5",
    "go:size=19,handicap=9",
]


def random_positions(game: Game, games: int = 2, longest: int = 400, seed: int = 0) -> Iterator[Position]:
    """All positions of some random games."""
    for number in range(games):
        chance = random.Random(f"{seed} {number}")
        position = game.start()
        yield position
        while not position.is_over and position.ply < longest:
            position = position.play(chance.choice(position.legal_moves))
            yield position


@cache
def some_games(name: str) -> tuple[Position, ...]:
    """All positions of two random games, played once for all tests."""
    return tuple(random_positions(parse_game(name), longest=400 if COMPILED else 60))


def sampled_positions(name: str, wanted: int = 40) -> list[Position]:
    """About so many positions of random games, spread over the whole game."""
    every = some_games(name)
    return list(every[:: max(1, len(every) // wanted)])
