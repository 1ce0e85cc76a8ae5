"""A visitor of the page, who sees what a person would and clicks where a person would."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from playwright.sync_api import Browser, Page
from tests.runs.support import made_up

from ludogen.evolution import Generation
from ludogen.games import Checkers, Position
from ludogen.games.checkers import path
from ludogen.players.champion import find_champion

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
FLAGS += ["--disable-sync", "--no-first-run"]
AMPLE = 60.0  # seconds: the machine may be busy, kernels may have to be compiled


@dataclass(frozen=True)
class Served:
    """Where the page is."""

    url: str
    runs: Path
    arena: Path
    log: Path
    pid: int


class Visitor:
    """One browser window."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        self.asked: list[str] = []
        self.faults: list[str] = []
        page.set_default_timeout(1000 * AMPLE)
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))

    def go(self, address: str) -> None:
        """Open a page of the site."""
        self.page.goto(self.url + address)

    def sees(self, selector: str, text: str = "") -> None:
        """Wait until something is there and, with a text, says it."""
        self.page.locator(selector).filter(has_text=text).first.wait_for()

    def click(self, selector: str) -> None:
        """Click."""
        self.page.locator(selector).first.click()

    def press_button(self, text: str) -> None:
        """Click the button that says so."""
        self.page.get_by_role("button", name=text, exact=True).first.click()

    def square(self, name: str) -> None:
        """Click a square of the board."""
        self.page.locator(f'[data-square="{name}"]').first.click()

    @property
    def moves(self) -> list[str]:
        """The moves as they are listed."""
        return self.page.locator(".lg-moves button").all_inner_texts()

    def makes(self, position: Position, name: str) -> Position:
        """Make a move by clicks, and wait until it is listed."""
        count = self.page.locator(".lg-moves button").count()
        self.page.locator(".lg-board:not(.asleep)").first.wait_for()
        if name == "pass":
            self.press_button("Pass")
        elif isinstance(position.game, Checkers):
            for number in path(position.parse_move(name)):
                self.square(str(number))
        else:
            self.square(name)
        self.page.locator(".lg-moves button").nth(count).wait_for()
        return position.play(position.parse_move(name))

    @property
    def pieces(self) -> dict[str, str]:
        """What stands on the board, by square."""
        found: dict[str, str] = self.page.evaluate(
            "Object.fromEntries([...document.querySelectorAll('.lg-play [data-piece]')]"
            ".filter(e => !e.closest('.lg-piece-leave-active')).map(e => [e.dataset.piece, e.dataset.kind]))"
        )
        return found

    def status(self) -> str:
        """What is said of the game."""
        return str(self.page.locator(".status").inner_text())


@contextmanager
def visiting(browser: Browser, url: str, **options: Any) -> Iterator[Visitor]:
    """A window of its own; at the end it has asked no other host, and nothing in it has failed."""
    context = browser.new_context(**options)
    try:
        visitor = Visitor(context.new_page(), url)
        yield visitor
        foreign = [asked for asked in visitor.asked if not asked.startswith((url, "data:", "blob:"))]
        assert not foreign
        assert not visitor.faults
    finally:
        context.close()


def with_real_champion(number: int) -> Generation:
    """A generation that was made up, but for its champion: that can play."""
    champion = find_champion("anaconda")
    assert champion is not None
    return replace(made_up(number), champion=champion.arrays)


def wait_until(is_so: Callable[[], bool], otherwise: str, seconds: float = AMPLE) -> None:
    """Wait for what another process does."""
    end = monotonic() + seconds
    while not is_so():
        assert monotonic() < end, otherwise
        sleep(0.05)
