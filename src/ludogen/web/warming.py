"""Compile, or load from the cache, what the page is going to ask for, beside the first pages."""

import contextlib
from threading import Event

from ludogen.errors import LudogenError
from ludogen.games import parse_game
from ludogen.players import parse_player
from ludogen.web.judge import JUDGES, judge

__all__ = ["warm_players"]

FIRST = (
    ("othello", "positional:depth=3"),
    ("checkers", "anaconda:depth=4"),
    ("othello", "moriarty-mobility"),
    ("go", "material:depth=1"),
    ("go:size=5", "material:depth=1"),
)


def warm_players(may_look: Event) -> None:
    """Let rules and the players that are met first make a move; then whoever wants to look may do so."""
    try:
        for game, _ in FIRST:
            start = parse_game(game).start()
            start.play(start.legal_moves[0])
        for game, name in FIRST:
            with contextlib.suppress(LudogenError):
                start = parse_game(game).start()
                parse_player(name, start.game).choose(start, 1)
    finally:
        may_look.set()
    for game in JUDGES:  # that of Go is compiled when it is first asked
        judge(parse_game(game).start())
