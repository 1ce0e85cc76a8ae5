"""A page for each champion: what it is made of, where it comes from, its run, how it has fared."""

import base64
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, isnan
from pathlib import Path
from typing import Any

from nicegui import background_tasks, ui

from ludogen.arena.store import ArenaStore
from ludogen.errors import LudogenError
from ludogen.formats.champion import Champion
from ludogen.games import parse_game
from ludogen.runs.folder import find_run
from ludogen.runs.store import RunStore
from ludogen.web.entrants import RUN_PREFIX, champion_of, entrants
from ludogen.web.parts import Chart, Tiles, button, tag
from ludogen.web.site import Site, frame
from ludogen.web.watch import thinned

__all__ = ["ChampionPage"]

LONGEST_NAME = 120
MOST_BOARDS = 12
MOST_ROWS = 200
ANCESTORS = 5


@dataclass(frozen=True)
class Lineage:
    """The run that a champion comes from."""

    run: str
    fitness: Sequence[tuple[float, float]]  # of the best, by generation
    generation: int

    @property
    def ancestors(self) -> list[int]:
        """Some generations before it, to look at."""
        return sorted({self.generation * part // ANCESTORS for part in range(ANCESTORS)} - {self.generation})


class ChampionPage:
    """One champion: what it is made of, where it comes from, how it has fared."""

    def __init__(self, site: Site, name: str) -> None:
        self.site, self.name = site, name[:LONGEST_NAME]
        self.closed = False

    def build(self) -> None:
        """The page; what is to be read comes after it."""
        with frame("Arena", self.name), tag("div", classes="lg-champion") as self.root:
            tag("h1", self.name)
            self.body = tag("div")
            with self.body:
                tag("p", "Reading …", "lg-note")
        self.root.client.on_delete(lambda: setattr(self, "closed", True))
        background_tasks.create(self._show())

    async def _show(self) -> None:
        try:
            champion = await self.site.thinking.quickly(lambda: champion_of(self.name, self.site.runs))
            portrait = await self.site.thinking.look(lambda: _portrait(champion)) if champion else None
            fared = await self.site.thinking.quickly(self._fared)
            lineage = await self.site.thinking.quickly(lambda: self._lineage(champion)) if champion else None
        except LudogenError as wrong:
            said = str(wrong)[:300]
            self._replace(lambda: tag("p", said, "lg-note"))
            return
        if champion is None or portrait is None:
            known = ", ".join(entrant.name for entrant in self._others())
            self._replace(
                lambda: tag("p", f"No champion with a file of its own. There are: {known or 'none'}.", "lg-note")
            )
            return
        self._replace(lambda: self._tell(champion, portrait, fared, lineage))

    def _others(self) -> list[Any]:
        found = [one for game in ("checkers", "othello", "go") for one in entrants(parse_game(game), self.site.runs)]
        return [one for one in found if one.group in ("champions", "runs")]

    def _replace(self, show: Any) -> None:
        if self.closed:
            return
        self.body.clear()
        with self.body:
            show()

    def _lineage(self, champion: Champion) -> Lineage | None:
        run = self.name.removeprefix(RUN_PREFIX).partition("@")[0]
        if not self.name.startswith(RUN_PREFIX) or run.endswith(".safetensors"):
            return None
        with RunStore.open(find_run(run, self.site.runs)) as store:
            fitness = [(float(at), value) for at, value in store.metrics("best").items() if isfinite(value)]
        return Lineage(run, thinned(fitness), int(champion.metadata.get("generation", "0")))

    def _tell(
        self, champion: Champion, portrait: Any, fared: list[tuple[str, int, int, int]], lineage: Lineage | None
    ) -> None:
        with tag("div", classes="lg-buttons"):
            tag("a", "Play it", "lg-button main", href=f"/play/{champion.game}?white={self.name}")
            if lineage is not None:
                tag("a", "Its run", "lg-button", href=f"/watch/{lineage.run}")
            if portrait.draw is not None:
                button("Draw its net", lambda: self._draw(portrait), title="takes a moment")
        self.picture = tag("div")
        with tag("div", classes="columns"):
            with tag("section", classes="lg-card"):
                tag("h2", "What it is made of")
                _facts({"game": champion.game, "method": champion.method, **portrait.facts})
            with tag("section", classes="lg-card"):
                tag("h2", "Where it comes from")
                _facts({name: text for name, text in champion.metadata.items() if text})
                if lineage is not None:
                    _ancestry(lineage)
                if fared:
                    tag("h2", "How it has fared")
                    _table(("against", "won", "drawn", "lost"), [tuple(map(str, row)) for row in fared])
        with tag("div", classes="tiles"):
            for board in portrait.boards[:MOST_BOARDS]:
                values = [None if isnan(value) else round(float(value), 4) for value in board.values.ravel()]
                Tiles().draw(board.title, values, columns=board.values.shape[1])
        if portrait.listing is not None:
            with ui.expansion("All its units"):
                _table(portrait.listing.columns, portrait.listing.rows[:MOST_ROWS])

    def _fared(self) -> list[tuple[str, int, int, int]]:
        """Results of all tournaments on this machine in which a player of this name took part."""
        if not self.site.arena.is_file():
            return []
        found: dict[str, list[int]] = {}
        with ArenaStore(self.site.arena) as store:
            for ladder in store.ladders():
                for result in store.ladder(ladder):
                    both = ((result.first, result.second, False), (result.second, result.first, True))
                    for mine, other, is_second in both:
                        if mine.partition(":")[0].removeprefix("champions/") != self.name:
                            continue
                        counts = (result.wins, result.draws, result.losses)
                        row = found.setdefault(other, [0, 0, 0])
                        for place, count in enumerate(reversed(counts) if is_second else counts):
                            row[place] += count
        return [(other, *counts) for other, counts in sorted(found.items())]  # type: ignore[misc]

    async def _draw(self, portrait: Any) -> None:
        self.picture.clear()
        with self.picture:
            tag("p", "Drawing …", "lg-note")
        data = await self.site.thinking.look(lambda: _png(portrait, self.name))
        if self.closed:
            return
        self.picture.clear()
        with self.picture:
            source = f"data:image/png;base64,{base64.b64encode(data).decode()}"
            tag("img", classes="net", src=source, alt=f"the net of {self.name}")


def _ancestry(lineage: Lineage) -> None:
    """The best fitness up to it and beyond, and champions before it."""
    Chart("Best fitness of its run", "generations", height=110).draw({"best": lineage.fitness}, mark=lineage.generation)
    if lineage.ancestors:
        with tag("p", classes="lg-note ancestors"):
            tag("span", "Before it:")
            for generation in lineage.ancestors:
                address = f"/champion/{RUN_PREFIX}{lineage.run}@{generation}"
                tag("a", f"generation {generation}", href=address)


def _portrait(champion: Champion) -> Any:
    from ludogen.reports.portraits import portrait_of  # noqa: PLC0415  # matplotlib: not before it is asked

    return portrait_of(champion)


def _png(portrait: Any, title: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "net.png"
        portrait.draw(path, title)
        return path.read_bytes()


def _facts(facts: Mapping[str, str]) -> None:
    with tag("dl", classes="facts"):
        for name, value in facts.items():
            tag("dt", name)
            tag("dd", value[:600])


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    with tag("div", classes="scroll"), tag("table"):
        with tag("tr"):
            for column in columns:
                tag("th", column)
        for row in rows:
            with tag("tr"):
                for cell in row:
                    tag("td", cell)
