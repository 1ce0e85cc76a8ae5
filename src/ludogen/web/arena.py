"""The arena: a match that is watched live, and the ladder of each game."""

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from nicegui import background_tasks, ui

from ludogen.arena.played import PlayedGame
from ludogen.arena.store import ArenaStore
from ludogen.errors import LudogenError
from ludogen.games import Position, parse_game
from ludogen.web.entrants import HUMAN
from ludogen.web.live_match import LiveMatch
from ludogen.web.parts import Board, button, retext, tag
from ludogen.web.scenes import first_scene, scene_of
from ludogen.web.seats import Chooser, presented
from ludogen.web.site import Site, frame, telling

if TYPE_CHECKING:
    from ludogen.arena.tournament import Standings

__all__ = ["ArenaPage"]

PACE = 0.16
GAMES = {"othello": "Othello", "checkers": "Checkers", "go:size=5": "Small Go", "go": "Go"}
FIRST = {
    "othello": ("moriarty-mobility", "positional:depth=2"),
    "checkers": ("anaconda:depth=4", "pieces:depth=4"),
    "go:size=5": ("material:depth=1", "random"),
    "go": ("gnugo:level=1", "material:depth=1"),
}
NUMBERS = (2, 10, 20, 50, 100, 200)


class ArenaPage:
    """One browser in the arena."""

    def __init__(self, site: Site, game: str) -> None:
        self.site = site
        self.game_name = game if game in GAMES else "othello"
        self.game = parse_game(self.game_name)
        self.names = list(FIRST[self.game_name])
        self.match: LiveMatch | None = None
        self.positions: list[Position] = []  # of the game that is shown
        self.at = 0
        self.waiting: PlayedGame | None = None  # the latest game that has ended, shown next
        self.closed = False

    def build(self) -> None:
        """The page."""
        self.chooser = Chooser(self.site, self.game)
        with frame("Arena", "Arena", wide=True), tag("div", classes="lg-arena") as self.root:
            tag("h1", "Arena")
            with tag("nav", classes="lg-tabs", aria_label="games"):
                for name, title in GAMES.items():
                    here = {"aria_current": "page"} if name == self.game_name else {}
                    tag("a", title, href=f"/arena/{name}", **here)
            with tag("div", classes="columns"):
                with tag("section", classes="lg-card"):
                    self._build_match()
                with tag("section", classes="lg-card ladder") as self.ladder:
                    tag("h2", "Ladder")
                    tag("p", "Reading the results …", "lg-note")
        self.root.client.on_delete(self.close)
        ui.timer(PACE, self._beat)
        background_tasks.create(self._meet())
        background_tasks.create(self._show_ladder())

    # A match

    def _build_match(self) -> None:
        with tag("div", classes="versus"):
            self.sides = [self._side(0), self._side(1)]
        with tag("div", classes="lg-buttons"):
            self.number = ui.select({n: f"{n} games" for n in NUMBERS}, value=20).props('dense aria-label="games"')
            self.start_button = button("Start the match", self.start, "main")
            self.stop_button = button("Stop", self.stop, "danger")
            self.stop_button.set_visibility(False)
        with tag("div", classes="score", role="img", aria_label="score") as self.score_bar:
            self.parts = [tag("i", classes=kind) for kind in ("win", "draw", "loss")]
        self.score_bar.set_visibility(False)
        self.said = tag("p", "Games come in pairs: the same opening with sides changed.", "lg-note", role="status")
        self.board = Board(small=True)
        self.caption = tag("p", "", "lg-note")
        self.command = tag("p", "", "lg-note")
        self.board.show(scene=first_scene(self.game))
        self._show_names()

    def _side(self, number: int) -> tuple[ui.element, ui.element]:
        with tag("button", classes="card", type="button", aria_label=f"player {number + 1}") as card:
            title, about = tag("b"), tag("small")
        card.on("click", lambda: self.chooser.ask("Who plays?", lambda name: self.choose(number, name), False), [])
        return title, about

    @telling
    async def _meet(self) -> None:
        """Call the players by their names, once these are known."""
        await self.chooser.refresh()
        if not self.closed:
            self._show_names()

    def choose(self, number: int, name: str) -> None:
        """Another player."""
        if name != HUMAN:
            self.names[number] = name
            self._show_names()

    def _show_names(self) -> None:
        for name, (title, about) in zip(self.names, self.sides, strict=True):
            retext(title, presented(name, self.chooser.choices).title)
            retext(about, name)

    @telling
    async def start(self) -> None:
        """Play."""
        self.stop()
        names = (self.names[0], self.names[1])
        number = int(self.number.value)
        match = await self.site.thinking.quickly(lambda: LiveMatch(self.game, names, number, self.site.runs))
        self.match, self.positions, self.waiting = match, [], None
        self.start_button.set_visibility(False)
        self.stop_button.set_visibility(True)
        retext(self.said, "Getting ready: a pairing that is new here is compiled first, which takes some seconds.")
        retext(self.command, f"The same games in a terminal: {match.command}")
        background_tasks.create(self._play(match))

    @telling
    async def _play(self, match: LiveMatch) -> None:
        try:
            await match.play(self.site.thinking, lambda game: self._ended(match, game))
        except LudogenError as wrong:
            if match is self.match and not self.closed:
                retext(self.said, str(wrong)[:300])
        finally:
            if match is self.match and not self.closed:
                self.start_button.set_visibility(True)
                self.stop_button.set_visibility(False)

    def _ended(self, match: LiveMatch, game: PlayedGame) -> None:
        if match is not self.match or self.closed:
            return
        self.waiting = game
        self._show_score(match)

    def _show_score(self, match: LiveMatch) -> None:
        summary = match.summary
        counts = summary.tally.all
        for part, count in zip(self.parts, (counts.wins, counts.draws, counts.losses), strict=True):
            part.style(f"flex-grow: {count}")
            retext(part, str(count) if count else "")
        self.score_bar.set_visibility(True)
        first = presented(match.names[0], self.chooser.choices).title
        said = f"{len(match.played)} of {match.games} games: {first} won {counts.wins}, drew {counts.draws}, "
        said += f"lost {counts.losses}."
        if summary.elo.value is not None:
            low = "below" if summary.elo.low is None else f"{summary.elo.low:+.0f}"
            high = "beyond" if summary.elo.high is None else f"{summary.elo.high:+.0f}"
            said += f" Elo {summary.elo.value:+.0f} (95 %: {low} .. {high})."
        sure = "more than 99" if summary.los > 0.99 else f"{100 * summary.los:.0f}"
        said += f" Likelihood that it is the better one: {sure} %."
        retext(self.said, said)

    async def _beat(self) -> None:
        """Show the next position of the game that is watched."""
        match = self.match
        if match is None or self.closed:
            return
        current = match.current
        if current is not None:  # a game that is under way
            self.board.show(scene=await self.site.thinking.quickly(lambda: scene_of(current, False)))
            retext(self.caption, f"Game {len(match.played) + 1}, move {current.ply}")
            return
        if self.at + 1 < len(self.positions):
            self.at += 1
            shown = self.positions[self.at]
            self.board.show(scene=await self.site.thinking.quickly(lambda: scene_of(shown, False)))
        elif self.waiting is not None:
            game, self.waiting = self.waiting, None
            self.positions = await self.site.thinking.quickly(lambda: self._positions(game))
            self.at = 0
            names = match.names if game.seat == 0 else match.names[::-1]
            titles = [presented(name, self.chooser.choices).title for name in names]
            retext(self.caption, f"Game {game.number + 1}: {titles[0]} against {titles[1]}, {game.result.reason}")

    def _positions(self, game: PlayedGame) -> list[Position]:
        start = self.game.parse_position(game.start) if game.start else self.game.start()
        return list(reversed(list(start.play_text(*game.moves).past())))

    def stop(self) -> None:
        """End the match; what was played stays."""
        if self.match is not None:
            self.match.stop()

    # The ladder

    async def _show_ladder(self) -> None:
        table: Standings | None = None
        said = ""
        try:
            table = await self.site.thinking.quickly(self._read_ladder)
        except LudogenError as wrong:
            said = str(wrong)[:300]
        if self.closed:
            return
        self.ladder.clear()
        with self.ladder:
            tag("h2", "Ladder")
            if table is None:
                self._empty(said)
            else:
                self._rows(table)

    def _read_ladder(self) -> "Standings | None":
        from ludogen.arena.tournament import standings  # noqa: PLC0415  # scipy: not before it is asked

        if not self.site.arena.is_file():  # to look makes no file
            return None
        with ArenaStore(self.site.arena) as store:
            results = store.ladder(self.game_name)
        return standings(results, None, 0.0) if results else None

    def _empty(self, said: str) -> None:
        tag("p", said or "No tournament of this game has been played on this machine yet. To begin one:", "lg-note")
        tag("code", f"ludogen tournament random greedy {' '.join(self.names)} --game {self.game_name} --games 20")

    @staticmethod
    def _rows(table: "Standings") -> None:
        rated = [row.rating for row in table.ratings.ratings if row.rating is not None]
        low, high = min(rated, default=0.0), max(rated, default=1.0)
        with tag("ol", classes="ranks"):
            for row in table.ratings.ratings:
                share = 0.0 if row.rating is None else (row.rating - low) / ((high - low) or 1.0)
                with tag("li"):
                    with tag("div", classes="name"):
                        tag("a", row.player, href=f"/champion/{row.player.partition(':')[0]}")
                        tag("b", "?" if row.rating is None else f"{row.rating:.0f}")
                    with tag("div", classes="scale"):
                        tag("i").style(f"width:{4 + 96 * share:.1f}%")
                    tag("small", _remark(row))

    def close(self) -> None:
        """The browser has left."""
        self.closed = True
        with suppress(LudogenError):
            self.stop()


def _remark(row: Any) -> str:
    score = "" if row.score is None else f", {100 * row.score:.0f} % of {row.games} games"
    if row.bound is not None:
        return f"{row.bound} this{score}"
    if row.low is None or row.high is None:
        return score.lstrip(", ")
    return f"95 %: {row.low:.0f} .. {row.high:.0f}{score}"
