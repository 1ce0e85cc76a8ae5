"""A champion's game, played out and shown move by move on a small board."""

from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from nicegui import background_tasks, ui

from ludogen.errors import LudogenError
from ludogen.games import parse_game
from ludogen.players import SearchPlayer
from ludogen.players.engine import EnginePlayer, Resignation
from ludogen.randomness import stream_word
from ludogen.web.entrants import called, open_player, title_of
from ludogen.web.parts import Board, retext, tag
from ludogen.web.provenance import Home
from ludogen.web.scenes import scene_of, sides_of
from ludogen.web.site import Site

__all__ = ["Replay"]

PACE = 0.45
REST = 6  # beats that the last position stays
LATEST = 12  # moves of a game that are shown at least before a newer champion's is cut to
MOST_PLIES = 160
SHALLOW = "depth=2"  # a game is to be shown, not won


@dataclass(frozen=True)
class Exhibition:
    """A game that was played to be shown."""

    scenes: list[dict[str, Any]]
    players: str  # who they are
    outcome: str


class Replay:
    """Keeps showing games of the latest champion; a newer one's game cuts in."""

    def __init__(self, site: Site, board: Board) -> None:
        self.site, self.board = site, board
        self.caption = tag("p", "The champion's game will be shown here.", "lg-note")
        self.game: Exhibition | None = None
        self.at = self.rest = 0
        self.shown: tuple[str, int | None] | None = None
        self.is_playing = self.is_closed = False
        ui.timer(PACE, self._beat)

    def keep_on(self, place: str, home: Home, generation: int | None) -> None:
        """The latest champion is this one; without a generation it is one that does not change."""
        if self.is_playing:
            return
        has_ended = self.game is None or (self.at >= len(self.game.scenes) - 1 and self.rest >= REST)
        if self.shown == (place, generation):
            if has_ended and self.game is not None:
                self.at = self.rest = 0  # nothing newer: once more
        elif has_ended or self.at >= LATEST:
            self.is_playing = True
            background_tasks.create(self._play(place, home, generation))

    async def _play(self, place: str, home: Home, generation: int | None) -> None:
        try:
            self.game = await self.site.thinking.look(lambda: self._game(place, home, generation))
            self.at = self.rest = 0
        except LudogenError as wrong:
            if not self.caption.is_deleted:
                retext(self.caption, f"No game to show: {str(wrong)[:160]}")
        finally:
            self.is_playing, self.shown = False, (place, generation)

    def _game(self, place: str, home: Home, generation: int | None) -> Exhibition:
        rules, number, runs = parse_game(home.game), generation or 0, self.site.runs
        name = place if generation is None else f"{place}@{generation}"
        other = home.exhibition
        champion = open_player(name, rules, runs)
        if isinstance(champion, SearchPlayer):
            champion = open_player(f"{name}:{SHALLOW}", rules, runs)
        seat = number % 2 if home.side is None else home.side
        position = rules.start()
        scenes, resigned = [scene_of(position, with_moves=False)], -1
        with ExitStack() as held:
            players = (champion, open_player(other, rules, runs))
            for player in players:
                if isinstance(player, EnginePlayer):
                    held.enter_context(player)
            while position.result is None and position.ply < MOST_PLIES and not self.is_closed:
                word = int(stream_word(number, "replay", position.ply))
                try:
                    position = position.play(players[position.side ^ seat].choose(position, word))
                except Resignation:
                    resigned = position.side
                    break
                scenes.append(scene_of(position, with_moves=False))
        outcome = "unfinished" if resigned < 0 else "lost by resignation" if resigned == seat else "won by resignation"
        if position.result is not None:
            winner = position.result.winner
            outcome = "a draw" if winner is None else "won" if winner == seat else "lost"
        mine = title_of(place) if generation is None else f"Champion of generation {generation}"
        met = "its opponent in evolution, " if other == home.opponent else ""
        return Exhibition(scenes, f"{mine} ({sides_of(rules)[seat]}), exhibition against {met}{called(other)}", outcome)

    def _beat(self) -> None:
        game = self.game
        if game is None or self.is_closed:
            return
        if self.at + 1 < len(game.scenes):
            self.at += 1
        else:
            self.rest += 1
        self.board.show(scene=game.scenes[self.at])
        is_last = self.at + 1 == len(game.scenes)
        retext(self.caption, f"{game.players}{f': {game.outcome}' if is_last else ''} · move {self.at}")

    def close(self) -> None:
        """Nobody looks any more."""
        self.is_closed = True
