"""The page on which games are played: a table, its board, and what stands beside it.

The game itself is a `Table`; this page shows it and lets people and players move. Whatever may take time is done on
threads (`Thinking`), and what comes back is shown only if the table has not changed meanwhile.
"""

import asyncio
import json
from collections.abc import Callable
from time import perf_counter
from typing import Any
from urllib.parse import urlencode

from nicegui import background_tasks, ui
from nicegui.events import KeyEventArguments

from ludogen.errors import LudogenError
from ludogen.formats import game_text
from ludogen.games import Checkers, Position, Side, parse_game
from ludogen.web.entrants import HUMAN
from ludogen.web.filing import Filing
from ludogen.web.leading import Leading
from ludogen.web.looking import LookingPanel
from ludogen.web.parts import Board, Moves, button, retext, tag
from ludogen.web.scenes import first_scene, scene_of, sides_of
from ludogen.web.seats import Chooser, SeatCard, presented
from ludogen.web.site import Site, frame, on_leaving, say, telling
from ludogen.web.table import Table
from ludogen.web.wording import held_by, status_of

__all__ = ["PlayPage", "play_page"]

SOONEST = 0.45  # seconds between moves of players, so that they can be followed
GAMES = {"Othello": "othello", "Checkers": "checkers", "Go": "go", "Small Go": "go:size=5", "Large Go": "go:size=19"}
OPPONENTS = {"othello": "positional:depth=3", "checkers": "anaconda:depth=4", "go": "gnugo:level=1"}
KEYS = "Keys: arrows and Enter on the board; U undo, N new, M show moves, F turn the board, < and > look back and forth"


async def play_page(site: Site, game: str, said: dict[str, str]) -> None:
    """Build the page; what its address says is checked."""
    try:
        table = Table(parse_game(game[:100]), [HUMAN, HUMAN], site.runs)
    except LudogenError as wrong:
        with frame("Play", "Play"):
            tag("h1", "There is no such game")
            tag("p", str(wrong)[:300])
            tag("a", "Play Othello", "lg-button", href="/play/othello")
        return
    page = PlayPage(site, table)
    page.build()
    ui.context.client.on_delete(page.close)
    on_leaving(page.rest, page.wake)
    background_tasks.create(page.begin(said))


class PlayPage:
    """One browser at one table."""

    def __init__(self, site: Site, table: Table) -> None:
        self.site, self.table = site, table
        self.viewed: Position | None = None  # an earlier position that is looked at
        self.flipped = self.hints = self.thinking = self.compiling = self.closed = self.resting = False
        self.asked = -1  # the change of the table for which a player has been asked
        self.chooser = Chooser(site, table.game)
        self.leading = Leading(site, table)

    # Building

    def build(self) -> None:
        """All elements, before anything is known."""
        game = self.table.game
        with frame("Play", f"Play {game.name}", wide=True), tag("div", classes=f"lg-play {game.name}") as self.root:
            self._tabs()
            with tag("div", classes="field"):
                self.top = tag("div", classes="seat-place")
                with tag("div", classes="board-row"):
                    self.leading.build_bar()
                    self.board = Board(self.move)
                    self.board.show(scene=first_scene(game))
                below = tag("div")
                self.bottom = tag("div", classes="seat-place")
                self.cards = []
                for side, place in ((0, self.bottom), (1, self.top)):
                    with place:
                        self.cards.append(SeatCard(side, game, self.choose, self.strengthen))
            with tag("aside", classes="panel"):
                self.status = tag(
                    "p", "Setting up … (on a new machine the rules are compiled first)", "status", role="status"
                )
                self._buttons()
                self.moves = Moves("No moves yet. " + self._first_hint(), self.view)
                self.leading.build_curve(self.view)
                self.looking = LookingPanel(self.site, self.board, below)
                Filing(self.site, self.table, self.address, self.opened).build()
                tag("p", KEYS, "lg-keys")
        ui.keyboard(self.key, ignore=["input", "select", "textarea"])

    def _tabs(self) -> None:
        with tag("nav", classes="lg-tabs", aria_label="games"):
            self.tabs = {name: tag("a", title, href=f"/play/{name}") for title, name in GAMES.items()}
        self._mark_tab()

    def _mark_tab(self) -> None:
        mine = game_text(self.table.game)
        for name, one in self.tabs.items():
            one.props(
                add="aria-current=page" if name == mine else None, remove=None if name == mine else "aria-current"
            )

    def _first_hint(self) -> str:
        hints = {
            "othello": "Black begins.",
            "checkers": "Red begins. Choose a piece, then where it goes.",
            "go": "Black begins.",
        }
        return hints[self.table.game.name]

    def _buttons(self) -> None:
        with tag("div", classes="lg-buttons", role="toolbar", aria_label="the game"):
            button("Undo", self.undo, title="take the last move back (U)")
            button("New game", self.new, title="begin again (N)")
            button("Swap sides", self.swap, title="change places; the game goes on")
            self.hint_button = button("Show moves", self.show_moves, "toggle", title="where one may move (M)")
            button("Turn board", self.turn, title="see it from the other side (F)")
            if self.table.game.name == "go":
                button("Pass", self.pass_, title="two passes end the game")
            button("Resign", self.resign, title="give the game up; Undo takes it back")
            self.back_button = button("Bring back last game", self.bring_back, title="change it with this one")
            self.back_button.set_visibility(False)

    # The course of the game

    @telling
    async def begin(self, said: dict[str, str]) -> None:
        """Come to the position and players that the address names, and play."""
        table = self.table
        await self.chooser.refresh()
        usual = {"black": HUMAN, "white": self._usual_opponent()}
        for side, seat in enumerate(("black", "white")):
            name = said.get(seat) or usual[seat]
            await self._try(lambda side=side, name=name: table.seat(side, name))  # type: ignore[misc]
        if said.get("position") or said.get("moves"):
            await self._try(lambda: table.follow(said.get("position", ""), said.get("moves", "")))
        self.flipped = self._best_turn()
        await self.present()

    async def _try(self, work: Callable[[], None]) -> None:
        try:
            await self.site.thinking.quickly(work)
        except LudogenError as wrong:
            with self.root:
                say(str(wrong), is_wrong=True)

    def _usual_opponent(self) -> str:
        wanted = OPPONENTS[self.table.game.name]
        there = {entrant.name for entrant in self.chooser.choices}
        return wanted if wanted.partition(":")[0] in there else "material:depth=1"

    def _best_turn(self) -> bool:
        """Checkers is shown from where the person sits; elsewhere it makes no difference."""
        return isinstance(self.table.game, Checkers) and self.table.plays(0)

    @telling
    async def move(self, name: str) -> None:
        """A move from the board."""
        try:
            await self.site.thinking.quickly(lambda: self.table.play(name[:40]))
        except LudogenError:
            self.board.refused()
            raise
        self.viewed = None
        await self.present()

    async def present(self) -> None:
        """Show the table as it is now, and let whoever is to move move."""
        if self.closed:
            return
        shown = self.viewed or self.table.position
        scene, _ = await self.site.thinking.quickly(lambda: (scene_of(shown), self.table.result))
        if self.closed or shown is not (self.viewed or self.table.position):
            return
        is_now = self.viewed is None
        playable = is_now and self.table.awaits_person
        self.board.show(
            scene=scene,
            playable=playable,
            hints=self.hints,
            flipped=self.flipped,
            overlay=self.looking.overlay(shown),
        )
        self.leading.turn(not self._top_is_first())
        self.back_button.set_visibility(self.table.left is not None)
        self._show_seats()
        self._show_status()
        self._show_moves(shown)
        if is_now:
            self._let_move()
        background_tasks.create(self._look_on(shown))

    def _let_move(self) -> None:
        table = self.table
        if self.asked == table.change:
            return
        if table.awaits_player:
            self.asked = table.change
            background_tasks.create(self._reply())
        elif table.awaits_person and table.game.name == "othello" and table.position.only_move == 0:
            self.asked = table.change
            background_tasks.create(self._pass_for_person())

    @telling
    async def _reply(self) -> None:
        """Let the player to move think, without anybody waiting for it but the game."""
        change, began = self.table.change, perf_counter()
        self.compiling = False
        self._busy(True)
        background_tasks.create(self._explain_wait(change))
        try:
            reply = await self.site.thinking.think(lambda: self.table.reply() if change == self.table.change else None)
            if reply is None:
                return
            took = perf_counter() - began
            await asyncio.sleep(max(0.0, SOONEST - took))
            if self.closed:
                return
            is_made = await self.site.thinking.quickly(lambda: self.table.accept(reply, round(took, 3)))
        except LudogenError:
            if change == self.table.change:
                self._set_status("The player failed. Choose another one, or begin anew.")
                raise
            return
        finally:
            if change == self.asked:
                self._busy(False)
        if is_made and not self.closed:
            await self.present()

    async def _explain_wait(self, change: int) -> None:
        """Say what may take so long."""
        patience = await self.site.thinking.quickly(self.table.patience)
        if patience is not None:
            await asyncio.sleep(patience)
            if change == self.table.change and self.thinking and not self.closed:
                self.compiling = True
                self._show_status()

    async def _pass_for_person(self) -> None:
        """Who can only pass passes, after a moment in which that can be read."""
        change, position = self.table.change, self.table.position
        self._set_status(f"{position.side_name.capitalize()} has no move and passes.")
        await asyncio.sleep(1.2)
        if change == self.table.change and not self.closed:
            await self.move("pass")

    def _busy(self, is_busy: bool) -> None:
        self.thinking = is_busy
        if not self.closed:
            self._show_seats()

    # What stands beside the board

    def _show_seats(self) -> None:
        shown = self.viewed or self.table.position
        result = self.table.result if self.viewed is None else None
        places = (self.bottom, self.top) if not self._top_is_first() else (self.top, self.bottom)
        for side, card in enumerate(self.cards):
            if card.card.parent_slot is not places[side].default_slot:
                card.card.move(places[side])
            name = self.table.seats[side]
            card.show(presented(name, self.chooser.choices), name, self.chooser.strengths(name))
            is_turn = result is None and shown.side == side
            card.update(held_by(side, shown), is_turn, self.thinking and self.table.position.side == side)

    def _top_is_first(self) -> bool:
        """Does the side that moves first sit at the top? Yes, if only the other seat is a person's."""
        if isinstance(self.table.game, Checkers):
            return not self.flipped
        return self.flipped or (not self.table.plays(0) and self.table.plays(1))

    def _show_status(self) -> None:
        is_over = self.table.result is not None and self.viewed is None
        self.status.classes(add="over" if is_over else "", remove="" if is_over else "over")
        self._set_status(status_of(self.table, self.viewed, self.chooser.choices, self.compiling))

    def _set_status(self, text: str) -> None:
        if not self.closed:
            retext(self.status, text)

    def _show_moves(self, shown: Position) -> None:
        first = self.table.line[0]
        self.moves.draw(self.table.position.move_names(), first.side, first.ply, shown.ply)
        address = json.dumps(self._address_of(self.table.position))
        self.root.client.run_javascript(f"history.replaceState(null, '', {address})")

    def _address_of(self, position: Position) -> str:
        return "/play/" + game_text(self.table.game) + "?" + urlencode(self.table.link(position))

    def address(self) -> str:
        """What leads to the players and to the position that is shown."""
        return self._address_of(self.viewed or self.table.position)

    async def _look_on(self, shown: Position) -> None:
        """Ask the judge, and whoever is looked at, about the position that is shown."""
        if await self.leading.look(shown, lambda: not self.closed and shown is (self.viewed or self.table.position)):
            await self.looking.look(self.table, shown)
            await self.leading.look_back(lambda: not self.closed)

    # What people do

    @telling
    async def undo(self) -> None:
        """Take back."""
        if await self.site.thinking.quickly(self.table.undo):
            self._busy(False)
            self.viewed = None
            await self.present()
        else:
            with self.root:
                say("There is nothing to take back.")

    @telling
    async def new(self) -> None:
        """A new game between the same."""
        self.table.renew()
        self.viewed = None
        self._busy(False)
        await self.present()

    @telling
    async def bring_back(self) -> None:
        """The game before this one."""
        if await self.site.thinking.quickly(self.table.bring_back):
            self.viewed = None
            self._busy(False)
            self._mark_tab()
            await self.present()

    @telling
    async def resign(self) -> None:
        """Give up."""
        if self.table.resign():
            self.viewed = None
            self._busy(False)
            await self.present()
        else:
            with self.root:
                say("There is nobody to resign.")

    @telling
    async def swap(self) -> None:
        """Change places."""
        self.table.swap()
        self.flipped = self._best_turn()
        self._busy(False)
        await self.present()

    @telling
    async def show_moves(self) -> None:
        """Legal moves, or not."""
        self.hints = not self.hints
        self.hint_button.classes(add="on" if self.hints else "", remove="" if self.hints else "on")
        self.board.show(hints=self.hints)

    @telling
    async def turn(self) -> None:
        """The other way round."""
        self.flipped = not self.flipped
        await self.present()

    @telling
    async def pass_(self) -> None:
        """Pass, where the rules allow it."""
        if self.table.awaits_person and self.viewed is None:
            await self.move("pass")

    @telling
    async def view(self, ply: int) -> None:
        """Look at the position after so many plies."""
        line = self.table.line
        chosen = line[max(0, min(len(line) - 1, ply - line[0].ply))]
        self.viewed = None if chosen is self.table.position else chosen
        await self.present()

    @telling
    async def choose(self, side: Side) -> None:
        """Ask who is to sit there."""
        await self.chooser.ask(f"Who plays {sides_of(self.table.game)[side]}?", lambda name: self.sit(side, name))

    @telling
    async def sit(self, side: Side, name: str) -> None:
        """Somebody takes a seat."""
        await self.site.thinking.quickly(lambda: self.table.seat(side, name))
        self.flipped = self._best_turn()
        await self.present()

    @telling
    async def strengthen(self, side: Side, options: str | None) -> None:
        """The player of a side gets another strength."""
        base, _, now = self.table.seats[side].partition(":")
        if options is not None and options != now and base != HUMAN:
            await self.sit(side, f"{base}:{options}" if options else base)

    async def opened(self, said: str) -> None:
        """A record has been opened."""
        self.table.seats = [HUMAN, HUMAN]
        self.viewed = None
        self._mark_tab()
        await self.present()
        with self.root:
            say(said)

    async def key(self, event: KeyEventArguments) -> None:
        """Keys that work wherever the focus is."""
        if not event.action.keydown or event.modifiers.ctrl or event.modifiers.alt or event.modifiers.meta:
            return
        at = (self.viewed or self.table.position).ply
        actions: dict[str, Callable[[], Any]] = {
            "u": self.undo,
            "n": self.new,
            "m": self.show_moves,
            "f": self.turn,
            "<": lambda: self.view(at - 1),
            ",": lambda: self.view(at - 1),
            ">": lambda: self.view(at + 1),
            ".": lambda: self.view(at + 1),
        }
        action = actions.get(str(event.key.name).lower())
        if action is not None:
            await action()

    def rest(self) -> None:
        """The browser is away: end engines and what is thought about; players are made anew when it comes back."""
        self.resting = True
        self.table.close()

    @telling
    async def wake(self) -> None:
        """The browser is there, or there again."""
        if self.resting and not self.closed:
            self.resting = False
            await self.present()

    def close(self) -> None:
        """The browser has left: end engines, drop what is thought about."""
        self.closed = True
        self.table.close()
