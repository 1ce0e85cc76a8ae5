"""A game that was played in a match, as texts and numbers: the store keeps it, records are made from it."""

from dataclasses import dataclass

from ludogen.formats import GameRecord, MoveNote
from ludogen.games import Game, Result, Side

__all__ = ["PlayedGame"]


@dataclass(frozen=True)
class PlayedGame:
    """Game `number` of a match. `seat` is the side of the match's first player."""

    number: int
    seat: Side
    opening: str
    start: str  # the text of the position it began from; empty for the game's own start
    moves: tuple[str, ...]
    result: Result
    values: tuple[float | None, ...] = ()  # what each mover expected, for itself
    seconds: tuple[float, ...] = ()  # of each move; empty where whole games ran compiled

    @property
    def score(self) -> float:
        """Points of the match's first player: 1, 0.5 or 0."""
        return self.result.score(self.seat)

    def record(self, game: Game, players: tuple[str, str], event: str, date: str) -> GameRecord:
        """The record of the game between the match's players."""
        start = game.parse_position(self.start) if self.start else game.start()
        last = start.play_text(*self.moves)
        made = [position.last_move for position in last.past() if position.last_move is not None]
        moves = tuple(reversed(made[: len(self.moves)]))
        values = self.values or (None,) * len(moves)
        seconds = self.seconds or (None,) * len(moves)
        notes = tuple(MoveNote(value, taken) for value, taken in zip(values, seconds, strict=True))
        names = players if self.seat == 0 else (players[1], players[0])
        return GameRecord(
            *(game, names, start, moves, self.result, notes),
            event=event,
            round=str(self.number + 1),
            date=date,
            opening=self.opening,
        )
