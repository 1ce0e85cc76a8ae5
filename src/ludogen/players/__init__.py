"""Players choose moves. One short text names any of them: `random`, `positional:depth=3`, `pieces:depth=8,king=1.5`.

player       the `Player` protocol
named        the kinds of players with their options; `parse_player`
baselines    players that need no evaluation
searching    alpha-beta by depth, nodes or time
evaluators   what searching players think a position is worth
chance       players that leave some of their choice to chance
"""

from ludogen.players.baselines import GreedyPlayer, RandomPlayer
from ludogen.players.chance import EpsilonPlayer, SoftmaxPlayer
from ludogen.players.named import PLAYERS, parse_player
from ludogen.players.player import Player
from ludogen.players.searching import Limits, SearchPlayer, Thought

__all__ = [
    "PLAYERS",
    "EpsilonPlayer",
    "GreedyPlayer",
    "Limits",
    "Player",
    "RandomPlayer",
    "SearchPlayer",
    "SoftmaxPlayer",
    "Thought",
    "parse_player",
]
