"""Who is ahead: what an impartial judge says of a position, for the bar beside the board."""

from dataclasses import dataclass
from functools import lru_cache
from math import tanh

from ludogen.games import Go, Position, parse_game
from ludogen.kernels.evaluation import WIN
from ludogen.players import SearchPlayer, parse_player

__all__ = ["JUDGES", "Verdict", "judge"]

# Name of the player that looks, and the value at which it is about three quarters sure.
JUDGES: dict[str, tuple[str, float]] = {
    "othello": ("iago:nodes=30000,solve=11", 150_000.0),
    "checkers": ("anaconda:nodes=12000", 1.0),
}
GO_POINTS = 12.0


@dataclass(frozen=True)
class Verdict:
    """How far the side that moves first is ahead, -1..1, and in words."""

    lead: float
    text: str


def judge(position: Position) -> Verdict:
    """What the judge of the game says."""
    game = position.game
    if position.result is not None:
        winner = position.result.winner
        return Verdict(0.0 if winner is None else 1.0 - 2.0 * winner, "the game is over")
    if isinstance(game, Go):
        black, white = game.points(position)
        ahead = game.sides[int(white > black)]
        said = "even as it stands" if black == white else f"{ahead} +{abs(black - white):g} as it stands"
        return Verdict(tanh((black - white) / GO_POINTS), said)
    name, scale = JUDGES[game.name]
    value = _player(name, game.name).think(position).value * (1 if position.side == 0 else -1)
    ahead = game.sides[int(value < 0)]
    if abs(value) >= float(WIN) / 2:
        return Verdict(1.0 if value > 0 else -1.0, f"{ahead} wins")
    lead = tanh(value / scale)
    words = "even" if abs(lead) < 0.1 else f"{ahead} {'slightly ' if abs(lead) < 0.35 else ''}ahead"
    return Verdict(lead, words)


@lru_cache(8)
def _player(name: str, game: str) -> SearchPlayer:
    player = parse_player(name, parse_game(game))
    assert isinstance(player, SearchPlayer)
    return player
