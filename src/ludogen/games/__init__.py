"""Othello, checkers and Go as Python objects: positions, moves, notation, drawing as text and SVG, perft.

    game       `Game` (rules and notation), `Position` (immutable, played forward), `Result`, `Symmetry`
    othello, checkers, go      one game each
    boards, drawing            squares and bits; SVG
    numbered                   a game of Go on one board, with numbers on its stones
    perft      counting move sequences

`parse_game("go:size=5,komi=0.5")` gives a game with its options; `GAMES` lists them.
"""

import numpy as np

from ludogen.errors import GameNameError, InvalidInputError
from ludogen.games.checkers import Checkers
from ludogen.games.game import Game, Move, Position, Result, Side, Symmetry
from ludogen.games.go import Go
from ludogen.games.othello import Othello
from ludogen.games.perft import divide, known_counts, perft
from ludogen.kernels.random_games import random_game, random_games
from ludogen.names import build_named, known_or_suggestion, parse_name

__all__ = [
    "GAMES",
    "Checkers",
    "Game",
    "Go",
    "Move",
    "Othello",
    "Position",
    "Result",
    "Side",
    "Symmetry",
    "divide",
    "known_counts",
    "parse_game",
    "perft",
    "warm_up",
]

GAMES: dict[str, type[Othello] | type[Checkers] | type[Go]] = {kind.name: kind for kind in (Othello, Checkers, Go)}


def parse_game(text: str) -> Game:
    """The game that a short text names, with options: `othello`, `checkers:ply_limit=100`, `go:size=5,komi=0.5`."""
    try:
        parsed = parse_name(text)
    except InvalidInputError as wrong:
        raise GameNameError(str(wrong)) from None
    if parsed.name not in GAMES:
        raise GameNameError(f"unknown game {parsed.name!r}: {known_or_suggestion(parsed.name, GAMES)}")
    return build_named(GAMES[parsed.name], parsed, GameNameError)


def warm_up() -> None:
    """Compile, or load from the cache, every kernel that the games use, for every kind of board."""
    for name in ("othello", "checkers", "go:size=5", "go:size=9", "go:size=19"):
        start = parse_game(name).start()
        again = parse_game(name).parse_position(start.text)
        again.play(again.legal_moves[0])
        perft(start, 1)
        random_game(start.state, np.uint64(1), 1)
        random_games(start.state, np.ones(1, np.uint64), 1, np.zeros(1, np.int64), np.zeros(1, np.int64))
        if isinstance(start.game, Go):
            start.game.points(start)
