"""Who is ahead: what an impartial judge says of a position, for the bar beside the board."""

from dataclasses import dataclass
from functools import lru_cache
from math import tanh

from ludogen.games import Go, Position, parse_game
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.evaluation import WIN
from ludogen.kernels.go_playouts import playout_lead
from ludogen.players import SearchPlayer, parse_player
from ludogen.web.scenes import sides_of

__all__ = ["JUDGES", "Verdict", "judge"]

# Name of the player that looks, and the value at which it is about three quarters sure.
JUDGES: dict[str, tuple[str, float]] = {
    "othello": ("iago:nodes=30000,solve=11", 150_000.0),
    "checkers": ("anaconda:nodes=12000", 1.0),
}
GO_POINTS = 1.5  # times the size of the board: points ahead at which Go is about three quarters sure
MOST_PLAYOUTS = 1200
PLAYOUT_WORK = 6_000_000  # points of the board, squared, for all playouts: fewer are played on large boards
CHANCE = Bits(1)  # always the same, so that a position is always judged alike


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
        points = _played_out(position, game)
        ahead = game.sides[int(points < 0)]
        said = "about even" if abs(points) < 1 else f"{ahead} about +{abs(points):.0f}"
        return Verdict(tanh(points / (GO_POINTS * game.size)), said)
    name, scale = JUDGES[game.name]
    value = _player(name, game.name).think(position).value * (1 if position.side == 0 else -1)
    ahead = sides_of(game)[int(value < 0)]
    if abs(value) >= float(WIN) / 2:
        return Verdict(1.0 if value > 0 else -1.0, f"{ahead} wins")
    lead = tanh(value / scale)
    words = "even" if abs(lead) < 0.1 else f"{ahead} {'slightly ' if abs(lead) < 0.35 else ''}ahead"
    return Verdict(lead, words)


def _played_out(position: Position, game: Go) -> float:
    """Black's points ahead, komi counted, at the end of random games from here, on average."""
    state = position.state._replace(passes=Bits(0))  # somebody may have passed: the games go on all the same
    number = max(1, min(MOST_PLAYOUTS, PLAYOUT_WORK // game.size**4))
    ahead = float(playout_lead(state, number, CHANCE)) + float(state.bonus) / 2
    return ahead if position.side == 0 else -ahead


@lru_cache(8)
def _player(name: str, game: str) -> SearchPlayer:
    player = parse_player(name, parse_game(game))
    assert isinstance(player, SearchPlayer)
    return player
