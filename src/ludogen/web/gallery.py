"""The first page, the gallery of papers, and a page for each champion."""

import base64
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import isnan
from pathlib import Path
from typing import Any

from nicegui import background_tasks, ui

from ludogen.arena.store import ArenaStore
from ludogen.errors import LudogenError
from ludogen.formats.champion import Champion
from ludogen.games import Checkers, parse_game
from ludogen.recipes import RECIPES
from ludogen.web.entrants import champion_of, entrants
from ludogen.web.parts import Board, Tiles, button, tag
from ludogen.web.replaying import Replay
from ludogen.web.scenes import first_scene
from ludogen.web.site import Site, frame

__all__ = ["ChampionPage", "Paper", "front_page", "gallery_page", "papers"]

LONGEST_NAME = 120
MOST_BOARDS = 12
MOST_ROWS = 200


@dataclass(frozen=True)
class Paper:
    """What the gallery tells of a paper."""

    name: str
    title: str
    authors: str
    year: int
    game: str
    story: str
    play: tuple[str, str]  # where its champion is played, and what the button says; empty where there is none
    figures: Sequence[Mapping[str, str]]

    @property
    def is_here(self) -> bool:
        """Can it be evolved?"""
        return self.name in RECIPES


@cache
def papers() -> tuple[Paper, ...]:
    """All papers, as `papers.toml` has them."""
    told = tomllib.loads((files("ludogen.web") / "papers.toml").read_text("utf-8"))
    return tuple(Paper(**{**entry, "play": tuple(entry["play"])}) for entry in told["paper"])


def front_page(site: Site) -> None:
    """What Ludogen is, and where to begin."""
    with frame("", "Evolved players"), tag("div", classes="lg-front"):
        with tag("div", classes="hero"):
            with tag("div"):
                tag("h1", "Nobody taught them to play.")
                tag(
                    "p",
                    "Between 1995 and 2015 five papers let players of Othello, checkers and Go evolve. Here they do so "
                    "again, in minutes. Play their champions, look into what they see, and watch new ones come up.",
                    "lead",
                )
                with tag("div", classes="lg-buttons"):
                    tag("a", "Play a champion", "lg-button main", href="/play/checkers")
                    tag("a", "Watch evolution", "lg-button", href="/watch")
            with tag("div", classes="show"):
                board = Board(small=True)
                board.show(scene=first_scene(Checkers()))
                replay = Replay(site, board)
        with tag("div", classes="doors"):
            _door("/play/checkers?white=anaconda:depth=6", "Anaconda", "Checkers. Taught by nothing but results.")
            _door("/play/othello?white=moriarty-mobility", "The mobility net", "Othello. Never looks ahead.")
            _door("/play/go", "Go", "Against GNU Go where it is installed.")
            _door("/arena", "The arena", "Let any two players meet, and see who is better.")
            _door("/gallery", "The gallery", "Five papers: their stories, their figures and ours.")
    replay.keep_on("anaconda", "checkers", None)
    ui.context.client.on_delete(replay.close)


def _door(address: str, title: str, about: str) -> None:
    with tag("a", classes="lg-card door", href=address):
        tag("b", title)
        tag("small", about)


def gallery_page() -> None:
    """The papers."""
    with frame("Gallery", "Gallery"), tag("div", classes="lg-gallery"):
        tag("h1", "Five papers, evolved again")
        tag(
            "p", "What each of them found, and what came out here. Bars that were not reached are told, too.", "lg-note"
        )
        for paper in papers():
            _show(paper)


def _show(paper: Paper) -> None:
    with tag("article", classes="lg-card paper", id=paper.name):
        tag("p", f"{paper.authors}, {paper.year}", "lg-note")
        tag("h2", paper.title)
        tag("p", paper.story)
        if paper.figures:
            with tag("table"):
                with tag("tr"):
                    for heading in ("", "the paper", "here"):
                        tag("th", heading)
                for row in paper.figures:
                    with tag("tr"):
                        for key in ("what", "paper", "ours"):
                            tag("td", row[key])
        elif paper.is_here:
            tag("p", "It runs here; its figures will stand here once the report on it is finished.", "lg-note")
        else:
            tag("p", "This version does not evolve it yet.", "lg-note")
        with tag("div", classes="lg-buttons"):
            if paper.play[0]:
                tag("a", paper.play[1], "lg-button main", href=paper.play[0])
            if paper.is_here:
                tag("a", "Evolve it", "lg-button", href="/watch")


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
        self._replace(lambda: self._tell(champion, portrait, fared))

    def _others(self) -> list[Any]:
        found = [one for game in ("checkers", "othello", "go") for one in entrants(parse_game(game), self.site.runs)]
        return [one for one in found if one.group in ("champions", "runs")]

    def _replace(self, show: Any) -> None:
        if self.closed:
            return
        self.body.clear()
        with self.body:
            show()

    def _tell(self, champion: Champion, portrait: Any, fared: list[tuple[str, int, int, int]]) -> None:
        with tag("div", classes="lg-buttons"):
            tag("a", "Play it", "lg-button main", href=f"/play/{champion.game}?white={self.name}")
            run = self.name.removeprefix("runs/").partition("@")[0] if self.name.startswith("runs/") else ""
            if run and not run.endswith(".safetensors"):
                tag("a", "Its run", "lg-button", href=f"/watch/{run}")
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
