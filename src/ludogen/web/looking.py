"""The panel that shows what a player sees: chosen lens, its steps on the board, small boards, graph, facts."""

from collections.abc import Mapping, Sequence
from typing import Any

from nicegui import ui

from ludogen.errors import LudogenError
from ludogen.games import Position
from ludogen.web.entrants import HUMAN, champion_of
from ludogen.web.parts import Board, Graph, Meters, Tiles, button, retext, tag
from ludogen.web.sight import Lens, Sight, Subject, lenses_for
from ludogen.web.sight.sight import BOTH, Picture
from ludogen.web.site import Site
from ludogen.web.table import Table

__all__ = ["LookingPanel"]

NOBODY = "nobody"


class LookingPanel:
    """Beside a board; draws on it. Its steps stand below the board."""

    def __init__(self, site: Site, board: Board, below: ui.element) -> None:
        self.site, self.board = site, board
        self.table: Table | None = None
        self.shown: Position | None = None
        self.sight: Sight | None = None
        self.step = 0
        self.subject: Subject | None = None
        self.chosen: tuple[str, str] = (NOBODY, "")  # a seat's player and the name of a lens
        with below, tag("div", classes="lg-steps") as self.steps:
            back = button("◀", lambda: self._go(-1), "small", aria_label="step back")
            self.caption = tag("span")
            self.play_button = button("Pause", self._play_or_pause, "small play")
            self.step_buttons = (
                back,
                self.play_button,
                button("▶", lambda: self._go(1), "small", aria_label="next step"),
            )
        with tag("section", classes="lg-looking", aria_label="what it sees") as self.section:
            with tag("div", classes="head"):
                tag("h2", "What it sees")
                self.choice = (
                    ui.select({}, on_change=self._choose)
                    .props('dense borderless options-dense aria-label="what to look at"')
                    .classes("lens")
                )
            with tag("div", classes="body") as self.body:
                self.about = tag("p", classes="lg-note")
                self.graph = Graph()
                self.tiles_place = tag("div", classes="tiles")
                self.meters = Meters()
                self.facts = tag("p", classes="lg-note facts")
                with tag("details", classes="text") as self.text_place:
                    self.text_title = tag("summary")
                    self.text = tag("code")
            self.tiles: list[Tiles] = []
        for part in (self.body, self.steps, self.graph, self.meters, self.text_place):
            part.set_visibility(False)
        self.section.set_visibility(False)
        self.timer = ui.timer(1, self._play_on, active=False)

    def overlay(self, position: Position) -> Mapping[str, Any]:
        """What stands on the board for this position; nothing where it is not known yet."""
        if self.sight is None or position is not self.shown:
            return {}
        return self.sight.steps[self.step].overlay

    def _offer(self, table: Table) -> None:
        """What can be looked at now."""
        options: dict[str, str] = {NOBODY: "off"}
        for name in dict.fromkeys(table.seats):
            if name == HUMAN:
                continue
            for lens in lenses_for(self._subject(table, name)):
                options[f"{name}|{lens.name}"] = f"{lens.name} · {_short(name)}"
        value = "|".join(self.chosen) if self.chosen[0] != NOBODY else NOBODY
        if value not in options:
            wanted = [key for key in options if key.endswith("|" + self.chosen[1])]
            value = wanted[0] if wanted else NOBODY
        if self.choice.options != options or self.choice.value != value:
            self.choice.set_options(options, value=value)
        self.section.set_visibility(len(options) > 1)

    def _subject(self, table: Table, name: str) -> Subject:
        player, sides = table.player(name), tuple(side for side in BOTH if table.seats[side] == name)
        known = self.subject
        if known is None or (known.name, known.sides) != (name, sides) or known.player is not player:
            known = self.subject = Subject(name, player, champion_of(name, self.site.runs), sides)
        return known

    async def _choose(self) -> None:
        name, _, lens = str(self.choice.value or NOBODY).partition("|")
        self.chosen = (name, lens)
        self.body.set_visibility(name != NOBODY)
        self.steps.set_visibility(name != NOBODY)
        self.sight = None
        if self.table is not None and self.shown is not None:
            if name == NOBODY:
                self._run(False)
                self.board.show(overlay={})
            else:
                retext(self.caption, "Looking ...")
                await self.look(self.table, self.shown)

    async def look(self, table: Table, position: Position) -> None:
        """Look at the position through what is chosen."""
        self.table, self.shown = table, position
        try:
            self._offer(table)
            name, lens_name = self.chosen
            if name == NOBODY or position.is_over:
                self._clear()
                return
            subject = self._subject(table, name)
            lens = next(lens for lens in lenses_for(subject) if lens.name == lens_name)
            sight = await self.site.thinking.look(lambda: lens.look(subject, position))
        except LudogenError as wrong:
            self._clear()
            retext(self.caption, str(wrong)[:200])
            return
        if position is self.shown and not self.board.is_deleted:
            self._show(lens, sight)

    def _clear(self) -> None:
        self.sight = None
        self._run(False)
        retext(self.caption, "")
        self._let_step(False)
        self.board.show(overlay={})

    def _let_step(self, does_step: bool) -> None:
        for one in self.step_buttons:
            one.set_visibility(does_step)

    def _show(self, lens: Lens, sight: Sight) -> None:
        self.sight, self.step = sight, 0
        retext(self.about, lens.about)
        retext(self.facts, " · ".join(f"{name}: {value}" for name, value in sight.facts.items()))
        self.graph.set_visibility(sight.graph is not None)
        if sight.graph is not None:
            self.graph.draw(**sight.graph)
        self.text_place.set_visibility(bool(sight.text[1]))
        retext(self.text_title, sight.text[0])
        retext(self.text, sight.text[1])
        self.timer.interval = sight.seconds
        self._draw_step()
        self._let_step(len(sight.steps) > 1)
        self._run(len(sight.steps) > 1)

    def _draw_pictures(self, pictures: Sequence[Picture]) -> None:
        while len(self.tiles) < len(pictures):
            with self.tiles_place:
                self.tiles.append(Tiles())
        for number, tiles in enumerate(self.tiles):
            tiles.set_visibility(number < len(pictures))
            if number < len(pictures):
                picture = pictures[number]
                more = {"most": picture.most or None, "dots": picture.dots, "columns": picture.columns}
                tiles.draw(picture.title, picture.values, picture.note, **more)

    def _draw_step(self) -> None:
        if self.sight is None:
            return
        step = self.sight.steps[self.step]
        number = f"{self.step + 1}/{len(self.sight.steps)}  " if len(self.sight.steps) > 1 else ""
        retext(self.caption, number + step.caption)
        self.board.show(overlay=step.overlay)
        self._draw_pictures([*step.pictures, *self.sight.pictures])
        self.meters.set_visibility(bool(step.meters))
        self.meters.draw([(meter.name, meter.value, meter.threshold) for meter in step.meters])

    def _run(self, does_run: bool) -> None:
        """Go on from step to step, or stay."""
        self.timer.active = does_run
        retext(self.play_button, "Pause" if does_run else "Play")

    def _play_or_pause(self) -> None:
        if self.sight is not None and not self.timer.active and self.step + 1 >= len(self.sight.steps):
            self.step = 0  # once more
            self._draw_step()
        self._run(not self.timer.active and self.sight is not None)

    def _go(self, by: int) -> None:
        self._run(False)
        if self.sight is not None:
            self.step = (self.step + by) % len(self.sight.steps)
            self._draw_step()

    def _play_on(self) -> None:
        """Step by step to the last one, which stays."""
        if self.sight is None or self.step + 1 >= len(self.sight.steps):
            self._run(False)
            return
        self.step += 1
        self._draw_step()


def _short(name: str) -> str:
    """A player's name without its options and where it is kept."""
    return name.partition(":")[0].removeprefix("champions/").removeprefix("runs/")
