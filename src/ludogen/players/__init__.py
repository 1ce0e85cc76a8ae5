"""Players choose moves. One short text names any of them: `random`, `greedy`.

player      the `Player` protocol
baselines   players that need no evaluation
"""

from ludogen.errors import InvalidInputError, PlayerNameError
from ludogen.names import known_or_suggestion, parse_name
from ludogen.players.baselines import GreedyPlayer, RandomPlayer
from ludogen.players.player import Player

__all__ = ["PLAYERS", "GreedyPlayer", "Player", "RandomPlayer", "parse_player"]

PLAYERS: dict[str, type[RandomPlayer] | type[GreedyPlayer]] = {"random": RandomPlayer, "greedy": GreedyPlayer}


def parse_player(text: str) -> Player:
    """The player that a short text names."""
    try:
        parsed = parse_name(text)
    except InvalidInputError as wrong:
        raise PlayerNameError(str(wrong)) from None
    if parsed.name not in PLAYERS:
        raise PlayerNameError(f"unknown player {parsed.name!r}: {known_or_suggestion(parsed.name, PLAYERS)}")
    if parsed.options:
        raise PlayerNameError(f"player {parsed.name!r} takes no options: {text!r}")
    return PLAYERS[parsed.name]()
