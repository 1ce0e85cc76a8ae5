"""Players that search: what each move is worth to them, looking one ply ahead, then two, and so on."""

from dataclasses import replace
from typing import ClassVar

from ludogen.games import Go, Position
from ludogen.kernels.evaluation import WIN
from ludogen.players import Limits, SearchPlayer
from ludogen.web.scenes import sides_of
from ludogen.web.sight.sight import Sight, Step, Subject, move_marks

__all__ = ["SearchLens"]

DEEPEST = {"othello": 5, "checkers": 6}
MOST_LABELS = 40


class SearchLens:
    """Move values."""

    name: ClassVar[str] = "Move values"
    about: ClassVar[str] = (
        "What each move is worth to it, for whoever is to move. Blue is better, orange worse, compared with the other "
        "moves."
    )

    def suits(self, subject: Subject) -> bool:
        """Every player that searches."""
        return isinstance(subject.player, SearchPlayer)

    def look(self, subject: Subject, position: Position) -> Sight:
        """The values of all moves at growing depths, up to the player's own."""
        player = subject.player
        assert isinstance(player, SearchPlayer)
        steps, side = [], sides_of(position.game)[position.side]
        for depth in range(1, self._deepest(player, position) + 1):
            looking = replace(player, limits=Limits(depth))
            values = looking.move_values(position)
            values = {move: value for move, value in values.items() if move in position.legal_moves}
            best = max(values, key=lambda move: values[move])
            labels = {move: value_text(value) for move, value in values.items()} if len(values) <= MOST_LABELS else {}
            ahead = "1 ply" if depth == 1 else f"{depth} plies"
            worth = f"{position.move_name(best)} ({value_text(values[best])} for {side})"
            prefers = "it prefers" if position.side in subject.sides else f"it would prefer, if it were {side} to move,"
            caption = f"looking {ahead} ahead {prefers} {worth}"
            steps.append(Step(caption, {"moves": move_marks(position, values, labels)}))
        return Sight(steps)

    @staticmethod
    def _deepest(player: SearchPlayer, position: Position) -> int:
        game = position.game
        most = (2 if game.size <= 9 else 1) if isinstance(game, Go) else DEEPEST[game.name]
        return most if player.limits.is_open else min(player.limits.depth, most)


def value_text(value: float) -> str:
    """A value in a few characters."""
    if abs(value) >= float(WIN) / 2:
        return "wins" if value > 0 else "loses"
    if abs(value) >= 1000:
        return f"{value / 1000:+.0f}k"
    return f"{value:+.0f}" if abs(value) >= 100 else f"{value:+.2g}" if abs(value) >= 10 else f"{value:+.2f}"
