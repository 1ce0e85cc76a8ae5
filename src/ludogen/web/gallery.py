"""The first page, and the gallery of papers."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from nicegui import ui

from ludogen.engines import find_program
from ludogen.games import Checkers
from ludogen.web.entrants import champion_address, title_of
from ludogen.web.parts import Board, tag
from ludogen.web.provenance import Home
from ludogen.web.replaying import Replay
from ludogen.web.report import figure_address, reports
from ludogen.web.scenes import first_scene
from ludogen.web.site import Site, frame

__all__ = ["Paper", "front_page", "gallery_page", "papers"]


@dataclass(frozen=True)
class Paper:
    """What the gallery tells of a paper."""

    name: str
    title: str
    authors: str
    year: int
    game: str
    story: str
    play: tuple[str, str]  # where its champion is played, and what the button says
    figures: Sequence[Mapping[str, str]]  # numbers of the paper against ours
    pictures: Sequence[Mapping[str, str]]  # of its report: files and captions
    champions: Sequence[str]  # players that have a page
    engine: Sequence[str] = ()  # an engine it meets where that is installed, where, and what the button says


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
    replay.keep_on("anaconda", Home("checkers"), None)
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
            with tag("div", classes="scroll"), tag("table"):
                with tag("tr"):
                    for heading in ("", "the paper", "here"):
                        tag("th", heading)
                for row in paper.figures:
                    with tag("tr"):
                        for key in ("what", "paper", "ours"):
                            tag("td", row[key])
        _show_pictures(paper)
        with tag("div", classes="lg-buttons"):
            tag("a", paper.play[1], "lg-button main", href=paper.play[0])
            if paper.engine and find_program(paper.engine[0]) is not None:
                tag("a", paper.engine[2], "lg-button", href=paper.engine[1])
            if paper.name in reports():
                tag("a", "Read the report", "lg-button", href=f"/paper/{paper.name}")
            tag("a", "Evolve it", "lg-button", href=f"/watch?recipe={paper.name}")
        with tag("p", classes="lg-note known"):
            tag("span", "Who came of it:")
            for name in paper.champions:
                tag("a", title_of(name), href=champion_address(name))


def _show_pictures(paper: Paper) -> None:
    there = [(figure_address(paper.name, one["file"]), one["caption"]) for one in paper.pictures]
    with tag("div", classes="pictures"):
        for address, caption in there:
            if address is not None:
                with tag("figure"):
                    with tag("a", href=address, target="_blank"):
                        tag("img", src=address, alt=caption, loading="lazy")
                    tag("figcaption", caption)
