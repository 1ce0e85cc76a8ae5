"""All other pages in a real browser: a live run, the arena, champions, the gallery, and what is refused."""

import re
import urllib.error
import urllib.request
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.web.support import AMPLE, SMALL, Served, serving, visiting, wait_until

from ludogen.web.access import MOST_BYTES
from ludogen.web.gallery import papers
from ludogen.web.running import Running

pytestmark = pytest.mark.slow


def test_a_run_is_begun_by_the_form_seen_moving_paused_and_stopped(browser: Browser, served: Served) -> None:
    running = Running(served.runs)
    with visiting(browser, served.url) as visitor:
        visitor.go("/watch")
        visitor.sees(".run", "made-up")
        visitor.page.get_by_text("All settings").click()
        field = visitor.page.get_by_label("generations", exact=True)
        field.fill("many")
        visitor.sees(".q-field", "whole number")
        visitor.press_button("Begin")
        visitor.sees(".q-notification", "whole number")
        for name, value in {
            "generations": "90000",
            "parents": "2",
            "games": "1",
            "depth": "1",
            "ply_limit *": "12",
        }.items():
            visitor.page.get_by_label(name, exact=True).fill(value)
        visitor.page.get_by_label("name", exact=True).fill("live")
        visitor.press_button("Begin")
        visitor.page.wait_for_url("**/watch/live")
        try:
            visitor.sees(".lg-badge", "running")
            first = moved(visitor.page.locator(".progress span").inner_text)
            visitor.sees(".lg-chart", "Fitness")
            wait_until(lambda: moved(visitor.page.locator(".progress span").inner_text) > first, "it does not move")
            visitor.sees(".lg-run aside p", "Champion of generation")
            visitor.press_button("Pause")
            visitor.sees(".lg-badge", "paused")
            visitor.press_button("Resume")
            visitor.sees(".lg-badge", "running")
            visitor.press_button("Stop")
            visitor.sees(".lg-badge", "stopped")
        finally:
            state = running.state("live")
            if state is not None and state.is_ours:
                running.stop("live")
        visitor.go("/watch")
        visitor.sees(".run", "stopped")


def test_a_run_at_its_end_is_made_longer(browser: Browser, served: Served) -> None:
    running = Running(served.runs)
    running.start("chellapilla", "quick", SMALL | {"generations": "2"}, "1", "short")
    wait_until(lambda: (state := running.state("short")) is not None and state.status == "complete", "it does not end")
    with visiting(browser, served.url) as visitor:
        visitor.go("/watch/short")
        visitor.sees(".progress span", "2 / 2")
        until = visitor.page.get_by_label("up to generation")
        until.fill("1")
        visitor.press_button("Evolve further")
        visitor.sees(".q-notification", "not beyond 2")
        until.fill("5")
        visitor.press_button("Evolve further")
        visitor.sees(".progress span", "5 / 5")
        visitor.sees(".lg-badge", "complete")


def moved(read: object) -> int:
    """The generation that a bar shows."""
    found = re.match(r"\d+", read()) if callable(read) else None
    return int(found[0]) if found else -1


def test_a_run_of_a_terminal_is_shown_with_its_game(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url) as visitor:
        visitor.go("/watch/made-up")
        visitor.sees(".lg-badge", "stopped")
        visitor.sees(".progress span", "11 / 60")
        visitor.sees(".lg-chart", "Fitness")
        visitor.sees(".diagram p", "points from games among themselves")
        visitor.sees(".diagram", "Fitness")
        place = visitor.page.get_by_text("Play its champion", exact=True).get_attribute("href")
        assert place == "/play/checkers?white=runs/made-up&black=human"
        visitor.click("text=Look at its champion")
        visitor.page.wait_for_url("**/champion/runs/made-up")
        visitor.go("/watch/no-such-run")
        visitor.sees("h1", "There is no such run")
        for address in ("/nonsense", "/play/othello/more"):
            visitor.go(address)
            visitor.sees("h1", "There is no such page")
            visitor.sees(".lg-top nav a", "Arena")
            assert visitor.page.title() == "There is no such page · Ludogen"


def test_a_match_is_watched_and_its_score_told(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url) as visitor:
        visitor.go("/arena/othello")
        visitor.click(".versus .who >> nth=0")
        visitor.click('[data-player="greedy"]')
        visitor.click(".versus .who >> nth=1")
        visitor.click('[data-player="random"]')
        visitor.sees(".versus .who >> nth=1", "Random")
        visitor.page.get_by_text("Games, openings, seed").click()
        visitor.page.get_by_label("number of games").fill("7")
        visitor.press_button("Start the match")
        visitor.sees(".q-notification", "even number")
        visitor.page.get_by_label("number of games").fill("6")
        visitor.page.get_by_label("seed", exact=True).fill("4")
        visitor.press_button("Start the match")
        visitor.sees(".lg-note", "6 of 6 games")
        visitor.sees(".lg-note", "ludogen match greedy random --game othello --games 6 --seed 4")
        score = visitor.page.locator(".lg-note", has_text="6 of 6 games").inner_text()
        visitor.sees(".caption", "Game 6, move")
        visitor.page.evaluate("window.isSame = true; window.socket.io.engine.close()")  # a connection that broke
        visitor.page.wait_for_function("window.socket.connected && window.isSame")
        visitor.page.reload()  # as a browser does that has slept: the match and its score are still there
        visitor.sees(".lg-note", score)
        visitor.sees(".versus .who >> nth=0", "Greedy")
        visitor.sees(".caption", "won,")
        assert re.search(r"Greedy \((black|white), \d+\)", visitor.page.locator(".caption").inner_text())
        visitor.sees(".side", "Mobility net")
        visitor.go("/arena/nonsense")
        visitor.sees("h1", "no such game")


def test_a_player_of_a_match_is_named_and_its_strength_chosen(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url) as visitor:
        visitor.go("/arena/checkers")
        visitor.sees(".versus .strength")
        visitor.page.get_by_text("Games, openings, seed").click()
        for typed, said in (("gtp:command=ls", "command line only"), ("runs/made-up@3", "")):
            field = visitor.page.get_by_label("player 2 by name")
            field.fill(typed)
            field.press("Tab")
            if said:
                visitor.sees(".q-notification", said)
        visitor.sees(".versus .who >> nth=1", "made-up@3")
        visitor.click(".versus .strength >> nth=0")
        visitor.page.get_by_role("option", name="1 ply", exact=True).click()
        visitor.page.get_by_label("number of games").fill("2")
        visitor.press_button("Start the match")
        visitor.sees(".lg-note", "ludogen match anaconda:depth=1 runs/made-up@3 --game checkers --games 2")
        visitor.press_button("Stop")
        visitor.page.get_by_role("button", name="Start the match").wait_for()


def test_an_empty_ladder_is_begun_by_a_button(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url) as visitor:
        visitor.go("/arena/go:size=5")
        visitor.sees(".ladder code", "ludogen tournament random greedy material:depth=1 --game go:size=5")
        visitor.press_button("Play a small one: 30 games")
        visitor.sees(".ranks li >> nth=0", "1.")
        visitor.click(".ranks a >> text=Random")
        visitor.page.wait_for_url("**/champion/random")


def test_champions_papers_and_the_first_page_are_shown(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url) as visitor:
        visitor.go("/champion/anaconda")
        visitor.sees("dd", "checkers-net-2001")
        visitor.sees(".lg-card p", "generation 560 of the run with seed 1")
        visitor.sees("code", "ludogen reproduce chellapilla --scale paper")
        visitor.sees("td", "13 of 14")
        visitor.page.wait_for_function("document.querySelector('img.net')?.naturalWidth > 100")
        visitor.sees(".lg-tiles svg")
        visitor.go("/champion/runs/made-up@3")
        visitor.sees("dd", "checkers-net")
        visitor.sees(".lg-chart", "Best fitness of its run")
        visitor.click("text=generation 1")
        visitor.page.wait_for_url("**/champion/runs/made-up@1")
        visitor.go("/champion/..%2F..%2Fetc%2Fpasswd")
        visitor.sees(".lg-note", "No champion")
        visitor.click(".known >> text=Roving eye")
        visitor.page.wait_for_url("**/champion/eye-5x5")
        visitor.sees(".lg-button", "Play it")
        place = visitor.page.get_by_text("Play it", exact=True).get_attribute("href")
        assert place == "/play/go:size=5,komi=5.5?black=eye-5x5&white=human"
        visitor.go("/champion/greedy")
        visitor.sees(".lg-card p", "Most discs, pieces or stones after its move.")
        visitor.sees(".lg-button", "Play it at Checkers")
        visitor.go("/gallery")
        visitor.sees("#singer .known a", "Patterns")
        for paper in papers():
            visitor.sees(f"#{paper.name} h2", paper.title)
            for address in visitor.page.locator(f"#{paper.name} img").all():
                address.scroll_into_view_if_needed()
        visitor.page.wait_for_function("[...document.images].every(image => image.naturalWidth > 0)")
        visitor.click("#moriarty >> text=Read the report")
        visitor.page.wait_for_url("**/paper/moriarty")
        visitor.sees(".lg-report h1", "moriarty")
        visitor.sees(".lg-report td", "the random mover")
        visitor.page.wait_for_function("document.images.length > 5 && [...document.images].every(i => i.naturalWidth)")
        visitor.click(".lg-report >> text=moriarty-notes")
        visitor.page.wait_for_url("**/paper/moriarty-notes")
        visitor.go("/paper/..%2F..%2FREADME")
        visitor.go("/paper/README")
        visitor.sees("h1", "No such report")
        visitor.go("/gallery")
        visitor.click("#singer >> text=Evolve it")
        visitor.sees(".lg-form", "Singer 2001")
        visitor.go("/")
        visitor.sees("h1", "Nobody taught them")
        visitor.page.locator(".hero .lg-board [data-piece]").first.wait_for()
        visitor.click("text=Play a champion")
        visitor.sees(".lg-play .lg-board:not(.asleep)")


def test_visitors_from_outside_are_asked_for_the_token(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "0.0.0.0") as outside, visiting(browser, outside.url) as visitor:
        token = re.search("token: (.+)", outside.log.read_text())
        assert token is not None
        visitor.go("/watch?recipe=singer")
        visitor.page.get_by_label("Token").fill(token[1])
        visitor.press_button("Enter")
        visitor.page.wait_for_url("**/watch?recipe=singer")
        visitor.go("/play/othello")
        visitor.sees(".lg-board:not(.asleep)")


@pytest.mark.parametrize(
    "address",
    [
        "/static/../server.py",
        "/static/%2e%2e/server.py",
        "/figures/../../pyproject.toml",
        "/figures/%2e%2e/%2e%2e/pyproject.toml",
        "/play/nonsense",
        "/watch/%2e%2e%2f%2e%2e",
        "/champion/%00",
        "/docs",
    ],
)
def test_addresses_lead_nowhere_else(served: Served, address: str) -> None:
    try:
        with urllib.request.urlopen(served.url + address) as answer:
            text = answer.read().decode()
    except urllib.error.HTTPError as refused:
        text = refused.read().decode()
        refused.close()
        assert refused.code in (403, 404)
    assert "import" not in text or "importmap" in text
    assert "def serve" not in text


def test_what_is_too_large_is_not_read(served: Served) -> None:
    with closing(HTTPConnection(served.url.removeprefix("http://"), timeout=AMPLE)) as connection:
        connection.putrequest("POST", "/_nicegui/client/x/upload/1")
        connection.putheader("Content-Length", str(MOST_BYTES + 1))
        connection.endheaders()  # refused for what it announces: nothing of it is waited for
        assert connection.getresponse().status == 413
