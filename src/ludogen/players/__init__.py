"""Players choose moves. One short text names any of them: `random`, `positional:depth=3`, `pieces:depth=8,king=1.5`.

player       the `Player` protocol
named        the kinds of players with their options; `parse_player`
moving       players whose moves a compiled mover chooses
searching    alpha-beta by depth, nodes or time
online       players that evolve while they play
evaluators   what searching players think a position is worth
engine       real programs behind a pipe
champion     evolved players, from files and runs
methods      how players are made from the arrays of champions
eyes         roving eyes: champions' arrays, and their way over the board
"""

from ludogen.players.moving import MoverPlayer, StrayingPlayer
from ludogen.players.named import PLAYERS, parse_player, with_options
from ludogen.players.player import CompiledPlayer, Player, SittingPlayer
from ludogen.players.searching import Limits, SearchPlayer, Thought

__all__ = [
    "PLAYERS",
    "CompiledPlayer",
    "Limits",
    "MoverPlayer",
    "Player",
    "SearchPlayer",
    "SittingPlayer",
    "StrayingPlayer",
    "Thought",
    "parse_player",
    "with_options",
]
