"""A champion's game, played out and shown move by move on a small board."""

from typing import Any

from nicegui import background_tasks, ui

from ludogen.errors import LudogenError
from ludogen.games import parse_game
from ludogen.players import SearchPlayer
from ludogen.randomness import stream_word
from ludogen.web.entrants import open_player, title_of
from ludogen.web.parts import Board, retext, tag
from ludogen.web.scenes import scene_of
from ludogen.web.site import Site

__all__ = ["Replay"]

PACE = 0.45
REST = 6  # beats that the last position stays
MOST_PLIES = 160
OPPONENTS = {"othello": "greedy", "checkers": "pieces:depth=2", "go": "random"}
GAMES = {"go": "go:size=5,komi=0.5"}


class Replay:
    """Keeps showing games of the latest champion; a new game begins when one has been seen."""

    def __init__(self, site: Site, board: Board) -> None:
        self.site, self.board = site, board
        self.caption = tag("p", "The champion's game will be shown here.", "lg-note")
        self.scenes: list[dict[str, Any]] = []
        self.at = self.rest = 0
        self.shown: tuple[str, int | None] | None = None
        self.is_playing = self.is_closed = False
        self.ending = ""
        ui.timer(PACE, self._beat)

    def keep_on(self, place: str, game: str, generation: int | None) -> None:
        """The latest champion is this one; without a generation it is one that does not change."""
        has_ended = not self.scenes or (self.at >= len(self.scenes) - 1 and self.rest >= REST)
        if self.is_playing or not has_ended or self.shown == (place, generation):
            if has_ended and self.shown == (place, generation) and self.scenes:
                self.at = self.rest = 0  # nothing newer: once more
            return
        self.is_playing = True
        background_tasks.create(self._play(place, game, generation))

    async def _play(self, place: str, game: str, generation: int | None) -> None:
        try:
            played = await self.site.thinking.look(lambda: self._game(place, game, generation))
        except LudogenError as wrong:
            retext(self.caption, f"No game to show: {str(wrong)[:160]}")
            return
        finally:
            self.is_playing, self.shown = False, (place, generation)
        self.scenes, self.ending = played
        self.at = self.rest = 0

    def _game(self, place: str, game: str, generation: int | None) -> tuple[list[dict[str, Any]], str]:
        rules = parse_game(GAMES.get(game, game))
        name = place if generation is None else f"{place}@{generation}"
        number = generation or 0
        champion = open_player(name, rules, self.site.runs)
        if isinstance(champion, SearchPlayer):  # less deep than it can: a game is to be shown, not won
            champion = open_player(f"{name}:depth=2", rules, self.site.runs)
        players = (champion, open_player(OPPONENTS[rules.name], rules, self.site.runs))
        seat = number % 2
        position = rules.start()
        scenes = [scene_of(position, with_moves=False)]
        while position.result is None and position.ply < MOST_PLIES and not self.is_closed:
            word = int(stream_word(number, "replay", position.ply))
            position = position.play(players[position.side ^ seat].choose(position, word))
            scenes.append(scene_of(position, with_moves=False))
        side = rules.sides[seat]
        outcome = "unfinished"
        if position.result is not None:
            winner = position.result.winner
            outcome = "a draw" if winner is None else "won" if winner == seat else "lost"
        called = title_of(place) if generation is None else f"Champion of generation {generation}"
        return scenes, f"{called} ({side}) against {title_of(OPPONENTS[rules.name])}: {outcome}"

    def _beat(self) -> None:
        if not self.scenes or self.is_closed:
            return
        if self.at + 1 < len(self.scenes):
            self.at += 1
        else:
            self.rest += 1
        self.board.show(scene=self.scenes[self.at])
        known = self.ending if self.at + 1 == len(self.scenes) else self.ending.rpartition(":")[0]
        retext(self.caption, f"{known} · move {self.at}")

    def close(self) -> None:
        """Nobody looks any more."""
        self.is_closed = True
