"""A page for each player: what it is made of, how it was made, what came before it, how it has fared."""

import base64
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import getdoc
from math import isfinite, isnan
from pathlib import Path
from typing import Any
from urllib.parse import quote

from nicegui import background_tasks, ui

from ludogen.arena.store import ArenaStore
from ludogen.engines import find_program
from ludogen.errors import LudogenError
from ludogen.formats.champion import Champion
from ludogen.games import parse_game
from ludogen.players import PLAYERS
from ludogen.recipes import RECIPES
from ludogen.runs.folder import find_run
from ludogen.runs.store import RunStore
from ludogen.web.diagrams import thinned
from ludogen.web.entrants import (
    ABOUT,
    CLOSED,
    ENGINES,
    RUN_PREFIX,
    SHIPPED,
    Entrant,
    called,
    champion_address,
    champion_of,
    entrants,
    strengths_of,
    title_of,
)
from ludogen.web.parts import Chart, Tiles, tag
from ludogen.web.provenance import (
    champions_home,
    command_of,
    generation_of,
    searches,
    settings_in,
    shipped_facts,
    story_of,
)
from ludogen.web.report import reports
from ludogen.web.site import Site, frame

__all__ = ["ChampionPage"]

LONGEST_NAME = 120
MOST_BOARDS = 12
MOST_ROWS = 200
ANCESTORS = 5
GAMES = {"othello": "Othello", "checkers": "Checkers", "go": "Go"}
USUAL_DEPTH = 4
Fared = list[tuple[str, int, int, int]]


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
    """One player: a champion, a classic player or an engine."""

    def __init__(self, site: Site, name: str) -> None:
        self.site, self.name = site, name[:LONGEST_NAME].removeprefix("champions/")

    def build(self) -> None:
        """The page; what is to be read comes after it."""
        title = title_of(self.name)
        with frame("Arena", title), tag("div", classes="lg-champion") as self.root:
            tag("h1", title)
            about = (ABOUT | SHIPPED).get(self.name, ("", ""))[1]
            tag("p", f"{self.name} · {about}" if about else self.name, "lg-note")
            self.body = tag("div", classes="body")
            with self.body:
                tag("p", "Reading …", "lg-note")
        background_tasks.create(self._show())

    async def _show(self) -> None:
        quickly = self.site.thinking.quickly
        try:
            champion = await quickly(lambda: champion_of(self.name, self.site.runs))
            fared = await quickly(self._fared)
            if champion is not None:
                lineage = await quickly(lambda: self._lineage(champion))
                portrait = await self.site.thinking.look(lambda: _portrait(champion))
                self._replace(lambda: self._tell(champion, portrait, fared, lineage))
                await self._draw(portrait)
            elif self.name in PLAYERS and self.name not in CLOSED:
                strengths = await quickly(self._strengths)
                self._replace(lambda: self._tell_classic(strengths, fared))
            else:
                await self._show_others("There is no player of this name.")
        except LudogenError as wrong:
            await self._show_others(str(wrong)[:300])

    async def _show_others(self, said: str) -> None:
        """Who there is in place of who is not."""
        others = await self.site.thinking.quickly(self._others)

        def show() -> None:
            tag("p", f"No champion is shown: {said}", "lg-note")
            tag("h2", "These are there")
            with tag("p", classes="known"):
                for one in others:
                    tag("a", one.title, href=champion_address(one.name))

        self._replace(show)

    def _others(self) -> list[Entrant]:
        found = [one for game in GAMES for one in entrants(parse_game(game), self.site.runs)]
        return list({one.name: one for one in found}.values())

    def _replace(self, show: Callable[[], Any]) -> None:
        if self.root.is_deleted:
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
        return Lineage(run, thinned(fitness), generation_of(champion))

    # A champion

    def _tell(self, champion: Champion, portrait: Any, fared: Fared, lineage: Lineage | None) -> None:
        self._build_doors(champion, lineage)
        self.picture = tag("div", classes="picture")
        with tag("div", classes="columns"):
            with tag("section", classes="lg-card"):
                tag("h2", "How it was made")
                self._tell_story(champion)
                if lineage is not None:
                    _ancestry(lineage)
            with tag("div", classes="side"):
                with tag("section", classes="lg-card"):
                    tag("h2", "How it has fared")
                    self._tell_record(fared)
                with tag("section", classes="lg-card"):
                    tag("h2", "What it is made of")
                    game = GAMES.get(champion.game, champion.game)
                    _facts({"game": game, "method": champion.method, **portrait.facts})
        with tag("div", classes="tiles"):
            for board in portrait.boards[:MOST_BOARDS]:
                values = [None if isnan(value) else round(float(value), 4) for value in board.values.ravel()]
                Tiles().draw(board.title, values, columns=board.values.shape[1])
        if portrait.listing is not None:
            with ui.expansion("All its units"):
                _table(portrait.listing.columns, portrait.listing.rows[:MOST_ROWS])

    def _build_doors(self, champion: Champion, lineage: Lineage | None) -> None:
        home, facts = champions_home(champion), shipped_facts().get(self.name)
        usual = f"{self.name}:depth={USUAL_DEPTH}" if searches(champion) else self.name
        name = quote(facts.play if facts and facts.play else usual, safe="/@:=,")
        with tag("div", classes="lg-buttons"):
            tag("a", "Play it", "lg-button main", href=home.table(name, "human"))
            if champion.game == "go" and find_program("gnugo") is not None:
                tag("a", "Watch it against GNU Go", "lg-button", href=home.table(name, "gnugo:level=1"))
            tag("a", "Let it meet others", "lg-button", href=f"/arena/{home.game}?one={name}")
            if lineage is not None:
                tag("a", "Its run", "lg-button", href=f"/watch/{lineage.run}")

    def _tell_story(self, champion: Champion) -> None:
        facts, recipe = shipped_facts().get(self.name), champion.metadata.get("recipe", "")
        if facts is not None:
            tag("p", facts.made.replace("`", ""))
        for sentence in story_of(champion):
            tag("p", sentence[:600])
        command = facts.command if facts is not None else command_of(champion)
        if command:
            tag("p", "The command that makes it:" if facts else "The command that begins such a run:", "lg-note")
            tag("code", command[:600])
        start = settings_in(champion).get("start_from", "")
        with tag("p", classes="known"):
            if recipe in reports():
                tag("a", "The paper and its report", href=f"/paper/{recipe}")
            if recipe in RECIPES:
                tag("a", "Evolve one yourself", href=f"/watch?recipe={recipe}")
            if start.removeprefix("champions/") in shipped_facts():
                tag("a", f"It began as {title_of(start)}", href=champion_address(start))

    def _tell_record(self, fared: Fared) -> None:
        facts = shipped_facts().get(self.name)
        if facts is not None:
            _table(("against", "as measured for Ludogen's documentation"), facts.results)
        if fared:
            tag("p", "In tournaments on this machine:", "lg-note")
            _table(("against", "won", "drawn", "lost"), [(called(row[0]), *map(str, row[1:])) for row in fared])
        else:
            tag("p", "It has played no tournament on this machine yet.", "lg-note")

    # A classic player or an engine

    def _strengths(self) -> dict[str, list[str]]:
        """How strong it can be told to be, by the games that it plays."""
        games = [game for game in GAMES if game in PLAYERS[self.name].games]
        return {
            game: [label for label, _ in strengths_of(self.name, parse_game(game), self.site.runs)] for game in games
        }

    def _tell_classic(self, strengths: Mapping[str, Sequence[str]], fared: Fared) -> None:
        is_missing = self.name in ENGINES and find_program(ENGINES[self.name]) is None
        with tag("div", classes="lg-buttons"):
            for place, game in enumerate(() if is_missing else strengths):
                kind = "lg-button" if place else "lg-button main"
                tag("a", f"Play it at {GAMES[game]}", kind, href=f"/play/{game}?white={self.name}")
            for game in () if is_missing else strengths:
                tag("a", f"Let it meet others at {GAMES[game]}", "lg-button", href=f"/arena/{game}?one={self.name}")
        with tag("div", classes="columns"):
            with tag("section", classes="lg-card"):
                tag("h2", "What it is")
                what = "A real program that plays through a pipe." if self.name in ENGINES else ""
                tag("p", " ".join(filter(None, [what, (getdoc(PLAYERS[self.name]) or "").partition("\n")[0]])))
                tag("p", "It did not evolve: champions are measured against it.")
                if is_missing:
                    tag("p", f"It is not installed here ({ENGINES[self.name]}).", "lg-note")
                _facts(
                    {f"strengths at {GAMES[game]}": ", ".join(labels) or "one" for game, labels in strengths.items()}
                )
            with tag("section", classes="lg-card"):
                tag("h2", "How it has fared")
                self._tell_record(fared)

    def _fared(self) -> Fared:
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
        """Draw its net beside the page's own work: it takes a moment."""
        if portrait.draw is None or self.root.is_deleted:
            return
        with self.picture:
            tag("p", "Drawing its net …", "lg-note")
        data = await self.site.thinking.look(lambda: _png(portrait, title_of(self.name)))
        if self.root.is_deleted:
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
            tag("span", "Champions before it:")
            for generation in lineage.ancestors:
                address = champion_address(f"{RUN_PREFIX}{lineage.run}@{generation}")
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
