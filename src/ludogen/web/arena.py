"""The arena: a match that is watched live, the ladder of each game, and its champions."""

import json
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from nicegui import background_tasks, ui

from ludogen.arena.openings import DEFAULT_OPENINGS
from ludogen.arena.played import PlayedGame
from ludogen.errors import InvalidInputError, LudogenError
from ludogen.formats import game_text
from ludogen.games import Game, Go, Position, Result, parse_game
from ludogen.web.entrants import HUMAN, LONGEST, champion_address, resolved, title_of
from ludogen.web.ladder import LadderPanel
from ludogen.web.live_match import MOST_GAMES, LiveMatch
from ludogen.web.missing import missing
from ludogen.web.parts import Board, button, retext, tag
from ludogen.web.play import GAMES
from ludogen.web.scenes import first_scene, scene_of, sides_of
from ludogen.web.seats import Chooser, SeatCard, presented
from ludogen.web.site import Site, frame, on_leaving, telling

__all__ = ["ArenaPage", "arena_page"]

PACE = 0.2
FIRST = {
    "othello": ("moriarty-mobility", "positional:depth=2"),
    "checkers": ("anaconda:depth=4", "pieces:depth=4"),
    "go": ("material:depth=1", "random"),
}
SMALL = "go:size=5"
OPENINGS = {
    "othello": {"four-moves": "all 244 four-move openings", "random:plies=8": "8 random moves", "none": "the start"},
    "checkers": {
        "two-moves": "the 43 two-move ballots",
        "three-moves": "the 157 three-move ballots",
        "first-moves": "all seven first moves",
        "random:plies=8": "8 random moves",
        "none": "the start",
    },
    "go": {"none": "the empty board", "random:plies=4": "4 random moves", "handicap:stones=2": "2 handicap stones"},
}
SIZES = (5, 7, 9, 13, 19)


def arena_page(site: Site, game_name: str, said: dict[str, str]) -> None:
    """Build the page; what its address says is checked."""
    try:
        game = parse_game(game_name[:60])
    except LudogenError as wrong:
        missing("There is no such game", str(wrong)[:300], "Arena", **{"The arena of Othello": "/arena/othello"})
        return
    ArenaPage(site, game, said).build()


class ArenaPage:
    """One browser in the arena."""

    def __init__(self, site: Site, game: Game, said: dict[str, str]) -> None:
        self.site, self.game, self.said = site, game, said
        usual = FIRST[game.name] if game_text(game) != "go" else ("gnugo:level=1", "material:depth=1")
        self.names = [said.get(key, "")[:LONGEST] or name for key, name in zip(("one", "other"), usual, strict=True)]
        self.match: LiveMatch | None = None
        self.shown = 0  # games whose score is told
        self.game_shown: PlayedGame | None = None  # whose moves are shown
        self.positions: list[Position] = []
        self.at = 0
        self.is_here = True

    def build(self) -> None:
        """The page."""
        mine = game_text(self.game)
        with frame("Arena", "Arena", wide=True), tag("div", classes="lg-arena") as self.root:
            tag("h1", "Arena")
            with tag("nav", classes="lg-tabs", aria_label="games"):
                for title, name in GAMES.items():
                    here = {"aria_current": "page"} if name == mine else {}
                    tag("a", title, href=f"/arena/{name}", **here)
            self.chooser = Chooser(self.site, self.game)
            with tag("div", classes="columns"):
                with tag("section", classes="lg-card"):
                    self._build_match()
                with tag("div", classes="side"):
                    LadderPanel(self.site, self.game).build()
                    self.champions = tag("section", classes="lg-card")
                    self.champions.set_visibility(False)
        on_leaving(self.leave, self.come_back)
        ui.timer(PACE, self._beat)
        background_tasks.create(self._meet())

    # Before a match

    def _build_match(self) -> None:
        with tag("div", classes="versus"):
            self.cards = [SeatCard(number, self.game, self._ask, self._strengthen) for number in (0, 1)]
            for number, card in enumerate(self.cards, 1):
                card.card._props["aria-label"] = f"player {number}"
        self._build_conditions()
        with tag("div", classes="lg-buttons"):
            self.start_button = button("Start the match", self.start, "main")
            self.stop_button = button("Stop", self.stop, "danger")
            self.stop_button.set_visibility(False)
        with tag("div", classes="score", role="img", aria_label="score") as self.score_bar:
            self.parts = [tag("i", classes=kind) for kind in ("win", "draw", "loss")]
        self.score_bar.set_visibility(False)
        self.told = tag("p", "Games come in pairs: the same opening with sides changed.", "lg-note", role="status")
        self.board = Board(small=True).classes("fast")
        self.caption = tag("p", "", "lg-note caption")
        self.command = tag("p", "", "lg-note")
        self.board.show(scene=first_scene(self.game))
        self._show_names()

    def _build_conditions(self) -> None:
        decks = OPENINGS[self.game.name]
        with tag("details", classes="conditions"):
            tag("summary", "Games, openings, seed, players by name")
            with tag("div", classes="fields"):
                self.number = ui.input("number of games", value="20", validation=_games_remark).props(
                    "dense inputmode=numeric"
                )
                self.openings = ui.select(decks, value=DEFAULT_OPENINGS[self.game.name], label="openings")
                self.openings.props("dense options-dense")
                self.seed = ui.input("seed", value="1", validation=_seed_remark).props("dense maxlength=9")
                if isinstance(self.game, Go):
                    sizes = {size: f"{size}x{size}" for size in sorted({*SIZES, self.game.size})}
                    self.size = ui.select(sizes, value=self.game.size, label="board", on_change=self._resize)
                    self.size.props("dense options-dense")
                for number in (0, 1):
                    named = ui.input(f"player {number + 1} by name", placeholder="runs/NAME@GENERATION")
                    named.props(f"dense stack-label maxlength={LONGEST}")
                    named.on("change", lambda _, number=number, named=named: self._name(number, named.value))

    def _resize(self, event: Any) -> None:
        if isinstance(self.game, Go) and event.value in SIZES:
            ui.navigate.to(f"/arena/{game_text(replace(self.game, size=int(event.value)))}")

    @telling
    async def _meet(self) -> None:
        """Call the players by their names, once these are known, and take up the match that the address names."""
        await self.chooser.refresh()
        there = {entrant.name for entrant in self.chooser.choices}
        if "gnugo" not in there and self.names[0] == "gnugo:level=1":
            self.names[:] = FIRST["go"]
        kept = self.site.matches.find(self.said.get("match", ""))
        if kept is not None and game_text(kept.game) == game_text(self.game):
            self._take_up(kept)
        await self._know_strengths()
        self._show_champions()

    async def _know_strengths(self) -> None:
        try:
            await self.site.thinking.quickly(lambda: [self.chooser.strengths(name) for name in self.names])
        finally:
            self._show_names()

    def _show_champions(self) -> None:
        if self.root.is_deleted:
            return
        self.champions.set_visibility(True)
        with self.champions:
            tag("h2", "Who plays here")
            for group, heading in (("champions", "Champions of the papers"), ("runs", "Champions of your runs")):
                members = [one for one in self.chooser.choices if one.group == group]
                if members:
                    tag("h3", heading)
                    with tag("ul", classes="known"):
                        for one in members:
                            with tag("li"):
                                tag("a", one.title, href=champion_address(one.name))
                                tag("small", one.about)
            with tag("p", classes="lg-note known"):
                tag("span", "Classic players and engines:")
                for one in self.chooser.choices:
                    if one.group in ("baselines", "engines"):
                        tag("a", one.title, href=champion_address(one.name))

    async def _ask(self, number: int) -> None:
        await self.chooser.ask("Who plays?", lambda name: self.choose(number, name), False)

    @telling
    async def choose(self, number: int, name: str) -> None:
        """Another player."""
        if name != HUMAN:
            self.names[number] = name
            await self._know_strengths()

    @telling
    async def _name(self, number: int, name: str | None) -> None:
        """A player that was typed."""
        typed = (name or "").strip()
        if typed:
            await self.site.thinking.quickly(lambda: resolved(typed, self.game, self.site.runs))
            await self.choose(number, typed)

    def _strengthen(self, number: int, options: str | None) -> None:
        base, _, before = self.names[number].partition(":")
        if options is not None and options != before:
            self.names[number] = f"{base}:{options}" if options else base
            self._show_names()

    def _show_names(self) -> None:
        if self.root.is_deleted:
            return
        for name, card in zip(self.names, self.cards, strict=True):
            base = name.partition(":")[0]
            known = self.chooser._strengths.get(base, [])
            card.show(presented(name, self.chooser.choices), name, known)

    # A match

    @telling
    async def start(self) -> None:
        """Play."""
        self.stop()
        self._show_buttons(True)
        retext(self.told, "Getting ready: a pairing that is new here is compiled first, which takes some seconds.")
        names = (self.names[0], self.names[1])
        try:
            match = await self.site.thinking.quickly(lambda: self._made(names))
        except LudogenError as wrong:
            self._show_buttons(False)
            retext(self.told, str(wrong)[:300])
            raise
        if self.root.is_deleted:
            return
        self.site.matches.add(match)
        self._take_up(match)
        address = f"/arena/{game_text(self.game)}?{urlencode({'match': match.key})}"
        self.root.client.run_javascript(f"history.replaceState(null, '', {json.dumps(address)})")

    def _made(self, names: tuple[str, str]) -> LiveMatch:
        games, seed = str(self.number.value or ""), str(self.seed.value or "")
        for remark in (_games_remark(games), _seed_remark(seed)):
            if remark:
                raise InvalidInputError(remark)
        deck = str(self.openings.value or "")
        deck = "" if deck == DEFAULT_OPENINGS[self.game.name] else deck
        return LiveMatch(self.game, names, int(games), self.site.runs, int(seed), deck)

    def _take_up(self, match: LiveMatch) -> None:
        """Watch a match from where it is."""
        self.match, self.shown, self.game_shown, self.positions = match, 0, None, []
        self.names[:] = match.names
        self._show_names()
        self._show_buttons(not match.is_over)
        retext(self.command, f"The same games in a terminal: {match.command}")
        if self.is_here:
            self.site.matches.watch(match, id(self))

    def _show_buttons(self, is_playing: bool) -> None:
        self.start_button.set_visibility(not is_playing)
        self.stop_button.set_visibility(is_playing)

    def _show_score(self, match: LiveMatch) -> None:
        self.shown = len(match.played)
        summary = match.summary
        counts = summary.tally.all
        for part, count in zip(self.parts, (counts.wins, counts.draws, counts.losses), strict=True):
            part.style(f"flex-grow: {count}")
            retext(part, str(count) if count else "")
        self.score_bar.set_visibility(True)
        said = f"{self.shown} of {match.games} games: {title_of(match.names[0])} won {counts.wins}, "
        said += f"drew {counts.draws}, lost {counts.losses}."
        if summary.elo.value is not None:
            low = "below" if summary.elo.low is None else f"{summary.elo.low:+.0f}"
            high = "beyond" if summary.elo.high is None else f"{summary.elo.high:+.0f}"
            said += f" Elo {summary.elo.value:+.0f} (95 %: {low} .. {high})."
        sure = "more than 99" if summary.los > 0.99 else f"{100 * summary.los:.0f}"
        said += f" Likelihood that it is the better one: {sure} %."
        retext(self.told, said)

    async def _beat(self) -> None:
        """Show the score, and the next position of the game that is watched."""
        match = self.match
        if match is None or not self.is_here:
            return
        if len(match.played) > self.shown:
            self._show_score(match)
        if match.is_over:
            self._show_buttons(False)
            if match.failure:
                retext(self.told, match.failure)
        current = match.current
        if current is not None:  # a game that is under way
            await self._show(current, len(match.played), None)
        elif self.at + 1 < len(self.positions) and self.game_shown is not None:
            self.at += 1
            result = self.game_shown.result if self.at + 1 == len(self.positions) else None
            await self._show(self.positions[self.at], self.game_shown.number, result)
        elif match.played and match.played[-1] is not self.game_shown:
            latest = match.played[-1]
            self.positions = await self.site.thinking.quickly(lambda: self._positions(latest))
            self.game_shown, self.at = latest, 0

    async def _show(self, position: Position, number: int, result: Result | None) -> None:
        scene = await self.site.thinking.quickly(lambda: scene_of(position, False))
        match = self.match
        if match is None or self.root.is_deleted:
            return
        self.board.show(scene=scene)
        titles = [title_of(name) for name in (match.names if number % 2 == 0 else match.names[::-1])]
        retext(self.caption, _caption(self.game, number, titles, scene, result))

    def _positions(self, game: PlayedGame) -> list[Position]:
        start = self.game.parse_position(game.start) if game.start else self.game.start()
        return list(reversed(list(start.play_text(*game.moves).past())))

    def stop(self) -> None:
        """End the match; what was played stays."""
        self._show_buttons(False)
        if self.match is not None and not self.match.is_over:
            self.match.stop()
            if not self.match.played:
                retext(self.told, "Stopped before the first game had ended.")

    # Who looks

    def leave(self) -> None:
        """The browser is away: nobody looks from here."""
        self.is_here = False
        if self.match is not None:
            self.site.matches.leave(self.match, id(self))

    def come_back(self) -> None:
        """The browser is here (again): the match goes on."""
        self.is_here = True
        if self.match is not None:
            self.site.matches.watch(self.match, id(self))


def _caption(game: Game, number: int, titles: list[str], scene: dict[str, Any], result: Result | None) -> str:
    """Who holds what, and how far the game is; how it ended, once that is shown."""
    cells = scene["cells"].lower()
    sides = [f"{titles[side]} ({sides_of(game)[side]}, {cells.count('bw'[side])})" for side in (0, 1)]
    said = f"Game {number + 1}, move {scene['ply']}: {sides[0]} against {sides[1]}"
    if result is None:
        return said
    score = " to ".join(f"{points:g}" for points in result.points)
    who = "a draw" if result.winner is None else f"{titles[result.winner]} won"
    return f"{said} · {who}, {score} ({result.reason})"


def _games_remark(text: str | None) -> str | None:
    typed = (text or "").strip()
    is_fit = typed.isascii() and typed.isdigit() and len(typed) < 5 and int(typed) % 2 == 0
    return None if is_fit and 2 <= int(typed) <= MOST_GAMES else f"games: an even number in 2..{MOST_GAMES}"


def _seed_remark(text: str | None) -> str | None:
    typed = (text or "").strip()
    return None if typed.isascii() and typed.isdigit() and len(typed) < 10 else "seed: a whole number, 9 digits"
