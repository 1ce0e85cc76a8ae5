"""The ladder of a game: who stands where, and a small tournament that begins one."""

from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from nicegui import background_tasks, ui

from ludogen.arena.openings import DEFAULT_OPENINGS
from ludogen.arena.settings import MatchSettings
from ludogen.arena.store import ArenaStore
from ludogen.errors import LudogenError
from ludogen.formats import game_text
from ludogen.games import Game
from ludogen.web.entrants import called, champion_address
from ludogen.web.parts import button, retext, tag
from ludogen.web.site import Site

if TYPE_CHECKING:
    from ludogen.arena.tournament import Standings

__all__ = ["LadderPanel", "SmallTournament"]

FIELDS = {
    "othello": ("random", "greedy", "positional:depth=2", "moriarty-mobility"),
    "checkers": ("random", "greedy", "pieces:depth=2", "anaconda:depth=2"),
    "go": ("random", "greedy", "material:depth=1"),
}
GAMES = 10  # of each pairing
EVERY = 0.3
_playing = Lock()  # one at a time, whoever asks


@dataclass
class SmallTournament:
    """A few players that every machine has, a few games of each pairing."""

    game: Game
    arena: Path
    played: int = 0

    @property
    def players(self) -> tuple[str, ...]:
        """Who meets whom."""
        return FIELDS[self.game.name]

    @property
    def games(self) -> int:
        """Of all pairings."""
        return GAMES * len(self.players) * (len(self.players) - 1) // 2

    @property
    def command(self) -> str:
        """What to type in a terminal for the same games."""
        return f"ludogen tournament {' '.join(self.players)} --game {game_text(self.game)} --games {GAMES}"

    def play(self) -> None:
        """All of it; what was played before is not played again."""
        from ludogen.arena.tournament import Tournament  # noqa: PLC0415  # scipy: not before it is asked

        if not _playing.acquire(blocking=False):
            raise LudogenError("a tournament is being played already: wait until it has ended")
        try:
            first, second = self.players[0], self.players[-1]
            pattern = MatchSettings(game_text(self.game), first, second, DEFAULT_OPENINGS[self.game.name])
            with ArenaStore(self.arena) as store:
                known = 0
                for match, batch in Tournament(self.players, pattern, GAMES, concurrency=1).play(store):
                    known += len(batch) if batch else len(match.played)
                    self.played = known
        finally:
            _playing.release()


class LadderPanel:
    """All results of a game's tournaments on this machine, on one scale."""

    def __init__(self, site: Site, game: Game) -> None:
        self.site, self.game = site, game
        self.tournament: SmallTournament | None = None

    def build(self) -> None:
        """The card; it is filled once the results are read."""
        with tag("section", classes="lg-card ladder") as self.root:
            tag("h2", "Ladder")
            tag("p", "Reading the results …", "lg-note")
        self.timer = ui.timer(EVERY, self._tell, active=False)
        background_tasks.create(self.show())

    async def show(self) -> None:
        """Read the results and show them."""
        table: Standings | None = None
        said = ""
        try:
            table = await self.site.thinking.quickly(self._read)
        except LudogenError as wrong:
            said = str(wrong)[:300]
        if self.root.is_deleted:
            return
        self.root.clear()
        with self.root:
            tag("h2", "Ladder")
            if table is None:
                self._empty(said)
            else:
                _rows(table)

    def _read(self) -> "Standings | None":
        from ludogen.arena.tournament import standings  # noqa: PLC0415  # scipy: not before it is asked

        if not self.site.arena.is_file():  # to look makes no file
            return None
        with ArenaStore(self.site.arena) as store:
            results = store.ladder(game_text(self.game))
        return standings(results, None, 0.0) if results else None

    def _empty(self, said: str) -> None:
        small = SmallTournament(self.game, self.site.arena)
        self.said = tag("p", said or "No tournament of this game has been played on this machine yet.", "lg-note")
        with tag("div", classes="lg-buttons"):
            self.button = button(f"Play a small one: {small.games} games", self.play)
        self.said._props["role"] = "status"
        tag("p", "The same in a terminal, where players and games can be chosen:", "lg-note")
        tag("code", small.command)

    async def play(self) -> None:
        """Play the small tournament, and show the ladder."""
        small = self.tournament = SmallTournament(self.game, self.site.arena)
        self.button.set_visibility(False)
        self.timer.activate()
        self._tell()
        said = ""
        try:
            await self.site.thinking.meet(small.play)
        except LudogenError as wrong:
            said = str(wrong)[:300]
        self.tournament = None
        if self.root.is_deleted:
            return
        self.timer.deactivate()
        await self.show()
        if said:
            with self.root:
                tag("p", said, "lg-note")

    def _tell(self) -> None:
        if self.tournament is not None:
            small = self.tournament
            retext(self.said, f"{small.played} of {small.games} games. New pairings are compiled first.")


def _rows(table: "Standings") -> None:
    rated = [row.rating for row in table.ratings.ratings if row.rating is not None]
    low, high = min(rated, default=0.0), max(rated, default=1.0)
    with tag("ol", classes="ranks"):
        for place, row in enumerate(table.ratings.ratings, 1):
            share = 0.0 if row.rating is None else (row.rating - low) / ((high - low) or 1.0)
            with tag("li"):
                with tag("div", classes="name"):
                    tag("span", f"{place}.", "rank")
                    tag("a", called(row.player), href=champion_address(row.player), title=row.player)
                    tag("b", "?" if row.rating is None else f"{row.rating:.0f}")
                with tag("div", classes="scale"):
                    tag("i").style(f"width:{4 + 96 * share:.1f}%")
                tag("small", _remark(row))


def _remark(row: Any) -> str:
    score = "" if row.score is None else f", {100 * row.score:.0f} % of {row.games} games"
    if row.bound is not None:
        return f"{row.bound} this{score}"
    if row.low is None or row.high is None:
        return score.lstrip(", ")
    return f"95 %: {row.low:.0f} .. {row.high:.0f}{score}"
