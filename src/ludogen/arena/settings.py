"""What decides the games of a match, all of it: with the same settings the same games are played."""

import hashlib
import json
from dataclasses import asdict, dataclass

from ludogen.errors import InvalidInputError
from ludogen.formats import game_text
from ludogen.games import Checkers, Game, Go, parse_game
from ludogen.players.champion import made_of

__all__ = ["TABLES", "MatchSettings"]

TABLES = "tables"  # the referee that looks into the endgame tables
MOST_PLIES = 10_000


@dataclass(frozen=True)
class MatchSettings:
    """Two players, a game, how games begin and how they are ended. All as texts and numbers, so that they can be kept.

    `one` moves first in the even games of each pair. With `epsilon` both make a random move so often. A game that
    reaches `ply_limit` plies (0: the usual limit of the game) is a draw, in Go it is counted as it stands. A `referee`
    may say otherwise: "tables" ends checkers games that the endgame tables know, a player's name lets that player play
    games out, for both sides, that reached the limit.
    """

    game: str
    one: str
    other: str
    openings: str
    seed: int = 1
    epsilon: float = 0.0
    ply_limit: int = 0
    referee: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.epsilon <= 1:
            raise InvalidInputError(f"epsilon {self.epsilon!r} is not 0..1")
        if not 0 <= self.ply_limit <= MOST_PLIES:
            raise InvalidInputError(f"move limit {self.ply_limit!r} is not 0..{MOST_PLIES} plies (0: as usual)")
        if self.referee == TABLES and not isinstance(self.rules, Checkers):
            raise InvalidInputError(f"referee {self.referee!r} is for checkers, not {self.rules.name}")

    @property
    def rules(self) -> Game:
        """The game."""
        return parse_game(self.game)

    @property
    def key(self) -> str:
        """A name for these settings under these rules; equal settings, equal keys."""
        named = asdict(self) | {"game": game_text(self.rules), "rules": self.rules.version}
        champions = [made_of(name) for name in (self.one, self.other, self.referee)]
        if any(champions):
            named["champions"] = champions
        return hashlib.blake2b(json.dumps(named, sort_keys=True).encode(), digest_size=12).hexdigest()

    @property
    def usual_limit(self) -> int:
        """Plies after which a game is broken off."""
        rules = self.rules
        if self.ply_limit:
            return self.ply_limit
        if isinstance(rules, Go):
            return 4 * rules.size * rules.size
        return rules.ply_limit or 1000 if isinstance(rules, Checkers) else 200
