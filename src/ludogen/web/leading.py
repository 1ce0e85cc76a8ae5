"""Who is ahead, as the judge sees it: a bar beside the board, words, and a curve over the game."""

from collections.abc import Callable
from typing import Any

from ludogen.errors import LudogenError
from ludogen.games import Position
from ludogen.web.judge import judge
from ludogen.web.parts import Chart, retext, tag
from ludogen.web.scenes import sides_of
from ludogen.web.site import Site
from ludogen.web.table import Table

__all__ = ["Leading"]


class Leading:
    """The bar and the curve of one table."""

    def __init__(self, site: Site, table: Table) -> None:
        self.site, self.table = site, table

    def build_bar(self) -> None:
        """The bar."""
        with tag("div", classes="lg-bar", role="img", aria_label="who is ahead") as self.bar:
            self.level = tag("div", classes="level")

    def build_curve(self, on_pick: Callable[[int], Any]) -> None:
        """The words and the curve; a click on it chooses a move of the game."""
        with tag("div", classes="ahead"):
            self.words = tag("p", classes="lg-note")
            first, second = sides_of(self.table.game)
            title = f"Up is {first}: 1 {first} wins, 0 even, -1 {second} wins"
            self.curve = Chart(title, height=84, range=[-1.05, 1.05], level=0, fill=True, on_pick=on_pick)

    def turn(self, is_first_below: bool) -> None:
        """Fill the bar from where the first side sits."""
        self.bar.classes(add="first-below" if is_first_below else "", remove="" if is_first_below else "first-below")

    async def look(self, shown: Position, is_shown: Callable[[], bool]) -> bool:
        """Ask the judge about the position that is shown; false if it is shown no more, or nothing can be said."""
        try:
            verdict = await self.site.thinking.look(lambda: judge(shown))
        except LudogenError:
            return False
        if not is_shown():
            return False
        self.table.values[shown.ply] = verdict.lead
        self.level.style(f"height: {50 + 50 * verdict.lead:.1f}%")
        retext(self.words, verdict.text)
        self._draw(shown.ply)
        return True

    async def look_back(self, is_open: Callable[[], bool]) -> None:
        """Ask about earlier positions, too, where a game was opened or came by a link."""
        change = self.table.change
        for past in reversed(self.table.line):
            if past.ply in self.table.values:
                continue
            try:
                verdict = await self.site.thinking.look(lambda past=past: judge(past))  # type: ignore[misc]
            except LudogenError:
                return
            if not is_open() or change != self.table.change:
                return
            self.table.values[past.ply] = verdict.lead
        self._draw()

    def _draw(self, mark: int | None = None) -> None:
        self.curve.draw({"ahead": sorted(self.table.values.items())}, mark=mark)
