"""A visitor of the page, who sees what a person would and clicks where a person would."""

import os
import shutil
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import numpy as np
from playwright.sync_api import Browser, ConsoleMessage, Page
from tests.runs.support import made_up

from ludogen.evolution import Generation
from ludogen.formats.champion import Champion
from ludogen.games import Checkers, Position
from ludogen.games.checkers import path
from ludogen.players.champion import find_champion

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
FLAGS += ["--disable-sync", "--no-first-run"]
# Where squares are, once somebody may move.
PLACES = """names => document.querySelector('.lg-board:not(.asleep)') && names.flatMap(name => {
    const box = document.querySelector(`[data-square="${name}"]`)?.getBoundingClientRect();
    return box ? [[box.x + box.width / 2, box.y + box.height / 2]] : [];
})"""
# An eye that goes round in circles until its time steps are used up.
PACER = (("forward", 1.0, "bias"), ("turn right", 1.0, "bias"), ("place", -1.0, "bias"))
# A run of checkers players that is as small as can be.
SMALL = {"generations": "100000", "parents": "2", "games": "1", "depth": "1", "ply_limit": "10", "yardstick_every": "0"}
AMPLE = 150.0  # seconds: the machine may be busy, kernels may have to be compiled


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
        self.visited: set[str] = set()
        page.set_default_timeout(1000 * AMPLE)
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on("console", self._hear)

    def _hear(self, said: ConsoleMessage) -> None:
        """What goes wrong in a component of the page is only written to the console. That a page itself is refused is
        no fault: tests ask for such.
        """
        is_refused = said.text.startswith("Failed to load resource") and said.location["url"] in self.visited
        if said.type == "error" and not is_refused:
            self.faults.append(f"{said.text} {said.location['url']}")

    def go(self, address: str) -> None:
        """Open a page of the site."""
        self.visited.add(self.url + address)
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
        """Make a move by clicks of the mouse, and wait until it is listed."""
        squares = [name]
        if isinstance(position.game, Checkers):
            squares = [str(number) for number in path(position.parse_move(name))]
        places: list[list[float]] = self.page.wait_for_function(PLACES, arg=squares).json_value()
        if name == "pass":
            self.press_button("Pass")
        for x, y in places:
            self.page.mouse.click(x, y)
        after = position.play(position.parse_move(name))
        made = len(position.move_names())
        self.page.wait_for_function("made => document.querySelectorAll('.lg-moves button').length > made", arg=made)
        return after

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
        assert not foreign, foreign
        assert not visitor.faults, visitor.faults
    finally:
        context.close()


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Served]:
    """`ludogen serve` for the runs of a folder, as a process; it must not fail, nor complain."""
    port = free_port()
    command = [sys.executable, "-m", "ludogen", "serve", "--port", str(port), *options]
    command += ["--runs", str(folder / "runs"), "--arena", str(folder / "arena.db")]
    with (folder / "log").open("wb") as log:
        environment = os.environ | {"PYTHONUNBUFFERED": "1"}
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env=environment)
    found = Served(f"http://127.0.0.1:{port}", folder / "runs", folder / "arena.db", folder / "log", process.pid)
    try:
        wait_until(lambda: answers(found.url), "no answer")
        yield found
        assert process.poll() is None, found.log.read_text()
    finally:
        process.terminate()
        process.wait(30)
    said = found.log.read_text()
    assert "Traceback" not in said, said


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def answers(url: str) -> bool:
    """Is there a page?"""
    try:
        with urllib.request.urlopen(f"{url}/watch", timeout=5) as answer:
            return bool(answer.status == 200)
    except urllib.error.HTTPError as refused:
        refused.close()
        return refused.code == 401
    except OSError:
        return False


def feature_champion() -> Champion:
    """A net of 2001 with any weights."""
    features = np.random.default_rng(1).normal(0, 0.3, (3, 194)).astype(np.float32)
    return Champion("othello", "othello-net-2001", {"features": features, "bias": np.array(0.1, np.float32)}, {})


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
