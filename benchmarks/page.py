"""How fast is the page? First paint and answers to clicks in a real browser; exit code 1 if a bar is missed.

Run with `make bench`, or `.venv/bin/python -m benchmarks.page`.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from benchmarks.report import Bar, Quantity, Row, run
from playwright.sync_api import Browser, Page, sync_playwright
from tests.web.support import CHROMIUM, FLAGS, answers, free_port

from ludogen.games import parse_game

TIMES = 7
MOVES = 14
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
# From the click to the frame in which the disc stands on its square.
CLICK = """name => new Promise(done => {
    const began = performance.now(), at = `[data-piece="${name}"]`;
    const look = () => document.querySelector(at) || performance.now() - began > 20000
        ? done(performance.now() - began) : requestAnimationFrame(look);
    document.querySelector(`[data-square="${name}"]`).dispatchEvent(new MouseEvent("click", { bubbles: true }));
    look();
})"""


@contextmanager
def served() -> Iterator[str]:
    """`ludogen serve`, with all that it loads beside the first pages."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "ludogen", "serve", "--port", str(port), "--runs", folder]
        process = subprocess.Popen([*command, "--arena", f"{folder}/arena.db"], stdout=subprocess.DEVNULL)
        try:
            url = f"http://127.0.0.1:{port}"
            while not answers(url):
                time.sleep(0.1)
            yield url
        finally:
            process.terminate()
            process.wait()


def first_paints(browser: Browser, address: str) -> list[float]:
    """Seconds to the first paint of a browser that has never been there."""
    found = []
    for _ in range(TIMES):
        context = browser.new_context()
        page = context.new_page()
        page.goto(address)
        page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length > 0")
        found.append(page.evaluate(PAINTED) / 1000)
        context.close()
    return found


def game() -> list[str]:
    """The first moves of a game: always the first that is legal."""
    position = parse_game("othello").start()
    for _ in range(MOVES):
        position = position.play(position.legal_moves[0])
    return position.move_names()


def clicks(page: Page, url: str) -> list[float]:
    """Seconds from a click to the disc, for the moves of a game between people."""
    page.goto(f"{url}/play/othello?black=human&white=human")
    found = []
    for name in game():
        page.locator(".lg-board:not(.asleep)").wait_for()
        page.wait_for_timeout(300)  # the board has come to rest
        found.append(page.evaluate(CLICK, name) / 1000)
    return found


def rows() -> Iterator[Row]:
    """All rows, one after the other."""
    paint, click = Bar("<=", 1.5, "s"), Bar("<=", 0.1, "s")
    if CHROMIUM is None:
        yield Row("first paint", "chromium is not installed", paint, "skipped")
        return
    with served() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        empty = Path(tempfile.mkdtemp()) / "empty.html"
        empty.write_text("<!doctype html><p>nothing")
        bare = median(first_paints(browser, empty.as_uri()))
        for name, place in (("play", "/play/othello"), ("front page", "/"), ("a run list", "/watch")):
            taken = median(first_paints(browser, url + place))
            what = (
                f"first paint, {name}, in a browser that has not been there; median of {TIMES}; against an empty file"
            )
            ours, reference = Quantity(taken, "s"), Quantity(bare, "s")
            yield Row(f"paint {name}", what, paint, paint.status(taken), ours, reference, bare / taken)
        page = browser.new_context().new_page()
        clicks(page, url)
        quiet = clicks(page, url)
        what = f"from a click to the disc on the board; slowest of {len(quiet)}"
        yield Row("click", what, click, click.status(max(quiet)), Quantity(max(quiet), "s"), details={"seconds": quiet})
        others = [browser.new_context().new_page() for _ in range(2)]
        for other in others:
            other.goto(f"{url}/play/othello?black=iago:seconds=10&white=human")
            other.locator(".lg-seat.busy").wait_for()
        loud = clicks(page, url)
        what = f"the same while two players think in other windows; median of {len(loud)}"
        taken = median(loud)
        yield Row(
            "click, others thinking", what, click, click.status(taken), Quantity(taken, "s"), details={"seconds": loud}
        )
        browser.close()


if __name__ == "__main__":
    sys.exit(run("page", rows()))
