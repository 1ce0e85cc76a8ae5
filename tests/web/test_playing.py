"""Games in a real browser: by clicks and keys, whole and undone, up- and downloaded, watched by two at once."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.engines.support import is_running
from tests.web.support import Served, visiting, wait_until

from ludogen.engines import find_program
from ludogen.formats import GameRecord, read_records, write_records
from ludogen.games import Position, parse_game
from ludogen.randomness import stream

pytestmark = pytest.mark.slow


def any_move(position: Position, seed: int) -> str:
    """A move, another one each time, the same in each test run; passes last."""
    names = [name for name in position.legal_names if name != "pass"] or ["pass"]
    return names[int(stream(seed, "any", position.ply).integers(len(names)))]


def without_passes(names: list[str]) -> list[str]:
    return [name for name in names if name != "pass"]


@pytest.mark.parametrize("game", ["othello", "checkers:ply_limit=40", "go:size=3,komi=0.5"])
def test_a_whole_game_is_played_by_clicks(browser: Browser, served: Served, game: str) -> None:
    position = parse_game(game).start()
    with visiting(browser, served.url) as visitor:
        visitor.go(f"/play/{game}?black=human&white=human")
        while not position.is_over:
            if game == "othello" and position.only_move == 0:  # made for who has no choice
                position = position.play(0)
                continue
            is_enough = position.game.name == "go" and position.ply >= 8
            position = visitor.makes(position, "pass" if is_enough else any_move(position, 5))
        assert position.result is not None
        visitor.sees(".status", position.result.reason)
        assert without_passes(visitor.moves) == without_passes(position.move_names())
        score = " to ".join(f"{points:g}" for points in position.result.points)
        assert score in visitor.status()


def test_a_player_answers_and_moves_are_taken_back(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url) as visitor:
        visitor.go("/play/othello?white=positional:depth=2")
        visitor.sees(".status", "Your move")
        before = visitor.pieces
        visitor.square("d3")
        visitor.page.locator(".lg-moves button").nth(1).wait_for()
        visitor.sees(".status", "Your move")
        assert visitor.moves[0] == "d3"
        assert len(visitor.pieces) == 6
        visitor.press_button("Undo")
        visitor.sees(".lg-moves .empty")
        assert visitor.pieces == before
        # Swapped, the player begins; and the address tells the position, so that it can be opened again.
        visitor.press_button("Swap sides")
        visitor.page.locator(".lg-moves button").nth(0).wait_for()
        visitor.sees(".status", "Your move, white")
        shown, moves = visitor.pieces, visitor.moves
        visitor.page.wait_for_url(re.compile("moves="))
        visitor.page.reload()
        visitor.page.locator(".lg-moves button").nth(len(moves) - 1).wait_for()
        assert visitor.pieces == shown
        visitor.press_button("New game")
        visitor.page.wait_for_function("document.querySelectorAll('.lg-moves button').length < 2")


def test_another_player_is_chosen_and_made_stronger(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url) as visitor:
        visitor.go("/play/othello?black=human&white=human")
        visitor.sees(".lg-board:not(.asleep)")
        visitor.page.get_by_label("white player").locator(".who").click()
        visitor.click('.q-dialog [data-player="positional"]')
        visitor.sees(".lg-seat", "Squares")
        visitor.page.wait_for_url("**white=positional%3Adepth%3D3*")
        visitor.click(".lg-seat .strength:visible")
        visitor.page.locator(".q-item").filter(has_text="1 ply").click()
        visitor.page.wait_for_url("**white=positional%3Adepth%3D1*")
        visitor.square("d3")
        visitor.page.locator(".lg-moves button").nth(1).wait_for()
        # What it would see is offered, and follows the game back.
        visitor.click(".lens")
        visitor.page.locator(".q-item").filter(has_text="Move values").click()
        visitor.sees(".worth")
        visitor.press_button("Undo")
        visitor.sees(".lg-moves .empty")
        visitor.page.wait_for_function("document.querySelectorAll('.worth').length === 4")


def test_the_keyboard_is_enough(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url) as visitor:
        visitor.go("/play/othello?black=human&white=human")
        visitor.sees(".lg-board:not(.asleep)")
        visitor.page.keyboard.press("m")
        visitor.sees(".lg-board .target")
        assert visitor.page.locator(".lg-board .target").count() == 4
        visitor.page.locator(".lg-board").focus()
        visitor.page.keyboard.press("ArrowDown")  # onto the first legal move
        visitor.sees(".lg-spoken", "d3, empty, you may move here")
        visitor.page.keyboard.press("Enter")
        visitor.page.locator(".lg-moves button").nth(0).wait_for()
        assert visitor.moves == ["d3"]
        visitor.page.keyboard.press("u")
        visitor.sees(".lg-moves .empty")


def test_the_first_game_of_a_file_is_shown_whatever_its_board(browser: Browser, served: Served, tmp_path: Path) -> None:
    start = parse_game("go:size=13").start()
    moves = start.parse_move("D4"), start.play_text("D4").parse_move("K10")
    record = GameRecord(start.game, ("Shusaku", "Gennan"), start, moves)
    write_records(tmp_path / "games.sgf", [record, record])
    with visiting(browser, served.url) as visitor:
        visitor.go("/play/go?black=human&white=human")
        visitor.sees('.lg-tabs [aria-current="page"]', "Go")
        visitor.sees(".lg-board:not(.asleep)")
        visitor.page.locator("input[type=file]").first.set_input_files(tmp_path / "games.sgf")
        visitor.sees(".q-notification", "The first of 2 games: Shusaku against Gennan, 2 moves")
        assert visitor.pieces == {"D4": "b", "K10": "w"}
        assert visitor.page.locator(".lg-tabs [aria-current]").count() == 0


def test_looking_back_shows_that_position_and_links_to_it(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url) as visitor:
        visitor.go("/play/othello?black=human&white=human&moves=d3.c3.c4")
        visitor.sees(".status", "Your move, white")
        counts = visitor.page.locator(".lg-seat .count")
        assert sorted(counts.all_inner_texts()) == ["2", "5"]
        visitor.page.locator(".lg-moves button").nth(0).click()
        visitor.sees(".status", "After move 1")
        assert sorted(counts.all_inner_texts()) == ["1", "4"]
        assert visitor.page.locator(".lg-seat.turn").get_attribute("aria-label") == "white player"
        # No clipboard, as over plain http: the link stands in a field, chosen.
        visitor.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
        visitor.press_button("Copy link")
        visitor.sees(".q-notification", "copy it from the field")
        link = visitor.page.locator(".lg-link").input_value()
        assert link == str(visitor.page.evaluate("getSelection().toString()"))
        assert link.endswith("moves=d3")
        assert visitor.page.url.endswith("moves=d3.c3.c4")
        visitor.press_button("Resign")
        visitor.sees(".status", "You (black) won, 1 to 0 (white resigns)")
        visitor.press_button("New game")
        visitor.sees(".lg-moves .empty")
        visitor.press_button("Bring back last game")
        visitor.sees(".status", "white resigns")
        visitor.press_button("Undo")
        visitor.sees(".status", "Your move, white")
        assert visitor.moves == ["d3", "c3", "c4"]


def test_a_checkers_move_glides_and_is_announced(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url) as visitor:
        visitor.go("/play/checkers?black=human&white=human")
        visitor.sees(".lg-board:not(.asleep)")
        visitor.page.evaluate(
            "() => { Element.prototype.animate = function (steps) { (window.glided ??= []).push(steps.length); }; }"
        )
        visitor.square("11")
        visitor.square("15")
        visitor.sees(".lg-spoken", "red moved 11 to 15")
        assert visitor.page.evaluate("window.glided") == [2]


def test_records_are_saved_and_opened(browser: Browser, served: Served, tmp_path: Path) -> None:
    start = parse_game("checkers").start()
    with visiting(browser, served.url, accept_downloads=True) as visitor:
        visitor.go("/play/checkers?black=human&white=human&moves=11-15.23-19.8-11")
        visitor.page.locator(".lg-moves button").nth(2).wait_for()
        with visitor.page.expect_download() as download:
            visitor.press_button("Save PDN")
        saved = tmp_path / "game.pdn"
        download.value.save_as(saved)
        (record,) = read_records(saved)
        assert record.replay() == start.play_text("11-15", "23-19", "8-11")
        visitor.go("/play/checkers?black=human&white=human")
        visitor.sees(".lg-moves .empty")
        visitor.page.locator("input[type=file]").first.set_input_files(saved)
        visitor.page.locator(".lg-moves button").nth(2).wait_for()
        assert visitor.moves == ["11-15", "23-19", "8-11"]
        # Looking back, and a broken file: it is told where, and the game stays.
        visitor.page.locator(".lg-moves button").first.click()
        visitor.sees(".status", "After move 1")
        broken = tmp_path / "broken.pdn"
        broken.write_text('[GameType "21"]\n1. 11-15 1-32 *\n')
        visitor.page.locator("input[type=file]").first.set_input_files(broken)
        visitor.sees(".q-notification", "line 2")
        assert visitor.moves == ["11-15", "23-19", "8-11"]


def test_two_browsers_do_not_disturb_each_other(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url) as one, visiting(browser, served.url) as other:
        for visitor in (one, other):
            visitor.go("/play/othello?black=human&white=human")
        start = parse_game("othello").start()
        mine, theirs = one.makes(start, "d3"), other.makes(start, "f5")
        one.makes(mine, "c3")
        other.makes(theirs, "f6")
        assert one.moves == ["d3", "c3"]
        assert other.moves == ["f5", "f6"]


def test_the_page_answers_while_a_player_thinks_long(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url) as visitor:
        visitor.go("/play/othello?white=iago:seconds=10")
        visitor.sees(".lg-board:not(.asleep)")
        visitor.square("d3")
        visitor.sees(".lg-seat.busy")
        visitor.press_button("Turn board")
        visitor.press_button("Undo")
        visitor.sees(".lg-moves .empty")
        visitor.sees(".status", "Your move")
        assert visitor.page.locator(".lg-seat.busy").count() == 0


@pytest.mark.skipif(find_program("gnugo") is None, reason="gnugo is not installed: apt-get install gnugo")
def test_leaving_the_page_ends_its_engine(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url) as visitor:
        visitor.go("/play/go:size=5?white=gnugo:level=1")
        visitor.sees(".lg-board:not(.asleep)")
        visitor.square("C3")
        visitor.page.locator(".lg-moves button").nth(1).wait_for()
        (engine,) = engines_of(served.pid)
    wait_until(lambda: not is_running(engine), "the engine is still there")


def engines_of(pid: int) -> list[int]:
    """The GNU Go processes that a process has started."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            words = (folder / "stat").read_text().rpartition(")")
            if folder.name.isdigit() and words[0].endswith("(gnugo") and int(words[2].split()[1]) == pid:
                found.append(int(folder.name))
        except (OSError, IndexError):
            continue
    return found


def test_a_phone_shows_everything_without_scrolling_sideways(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, viewport={"width": 375, "height": 740}, has_touch=True) as visitor:
        visitor.go("/play/checkers?black=human&white=human")
        visitor.sees(".lg-board:not(.asleep)")
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 375
        board = visitor.page.locator(".lg-board").bounding_box()
        assert board is not None
        assert board["width"] > 320
        visitor.page.locator('[data-square="11"]').tap()
        visitor.sees(".lg-board .target")
        visitor.page.locator('[data-square="15"]').tap()
        visitor.page.locator(".lg-moves button").nth(0).wait_for()
        assert visitor.pieces["15"] == "b"


def test_small_points_are_shown_before_they_are_played(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, viewport={"width": 390, "height": 844}, has_touch=True) as visitor:
        visitor.go("/play/go:size=19?black=human&white=human")
        visitor.sees(".lg-board:not(.asleep)")
        visitor.page.locator('[data-square="D4"]').tap()
        visitor.sees('[data-preview="D4"]')
        visitor.page.locator('[data-square="Q16"]').tap()
        visitor.sees('[data-preview="Q16"]')
        assert not visitor.pieces
        visitor.page.locator('[data-square="Q16"]').tap()
        visitor.page.locator(".lg-moves button").nth(0).wait_for()
        assert visitor.moves == ["Q16"]
        assert visitor.page.locator("[data-preview]").count() == 0


def test_the_enlarged_net_is_closed_by_keys_and_by_its_button(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url) as visitor:
        visitor.go("/play/othello?white=moriarty-mobility&moves=d3")
        visitor.click(".lens")
        visitor.page.locator(".q-item").filter(has_text="The net at work").click()
        visitor.sees(".lg-graph .unit")
        visitor.page.locator(".lg-graph").focus()
        visitor.page.keyboard.press("Enter")
        visitor.sees(".lg-graph.large")
        visitor.page.keyboard.press("Escape")
        visitor.page.locator(".lg-graph:not(.large)").wait_for()
        visitor.click(".lg-graph")
        visitor.press_button("close")
        visitor.page.locator(".lg-graph:not(.large)").wait_for()


@pytest.mark.parametrize(
    ("address", "lens", "marks"),
    [
        ("/play/checkers?white=pieces:depth=3", "Move values", ".arrow"),
        ("/play/othello?white=positional:depth=2", "Move values", ".worth"),
        ("/play/othello?white=moriarty-mobility&moves=d3", "The net at work", ".lg-graph .unit"),
        ("/play/othello?white=runs/features.safetensors:depth=2", "Hidden features", ".lg-tiles .good"),
    ],
)
def test_what_a_player_sees_is_shown(browser: Browser, served: Served, address: str, lens: str, marks: str) -> None:
    with visiting(browser, served.url) as visitor:
        visitor.go(address)
        visitor.click(".lens")
        visitor.page.locator(".q-item").filter(has_text=lens).click()
        visitor.sees(marks)
        assert visitor.page.locator(".lg-steps span").inner_text()


def test_what_areas_are_worth_changes_move_by_move(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url) as visitor:
        visitor.go("/play/othello?white=frankland:population=20,generations=5")
        visitor.sees(".status", "Your move")
        visitor.click(".lens")
        visitor.page.locator(".q-item").filter(has_text="Area values").click()
        visitor.sees(".lg-steps", "not evolved")
        position, opinions = parse_game("othello").start(), []
        for made in (1, 2):
            name = any_move(position, 3)
            visitor.makes(position, name)
            visitor.page.locator(".lg-moves button").nth(2 * made - 1).wait_for()
            visitor.sees(".lg-steps", f"after {visitor.moves[-1]}")  # its last step, which stays
            visitor.sees(".facts", "5 generations, 1,000 games")
            assert visitor.page.locator(".lg-board .tints .good").count() == 60
            assert visitor.page.locator(".lg-looking .lg-tiles:visible").count() == made
            opinions.append(visitor.page.locator(".lg-looking details code").text_content())
            position = position.play_text(*visitor.moves[-2:])
        assert opinions[0] != opinions[1]


def test_an_eye_walks_over_the_board_and_is_halted(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url) as visitor:
        visitor.go("/play/go:size=5?white=runs/eye.safetensors&moves=A1")
        visitor.page.locator(".lg-moves button").nth(1).wait_for()
        visitor.click(".lens")
        visitor.page.locator(".q-item").filter(has_text="The eye's walk").click()
        visitor.sees('[data-eye="C3"]')
        visitor.sees('[data-eye="C4"]')  # it walks by itself
        visitor.press_button("Pause")
        visitor.page.get_by_role("button", name="Play", exact=True).wait_for()
        caption = visitor.page.locator(".lg-steps span")
        halted = caption.inner_text()
        eye = visitor.page.locator("[data-eye]").get_attribute("data-eye")
        assert f"on {eye}, facing" in halted
        assert visitor.page.locator(".lg-board .window").count() == 1
        assert visitor.page.locator(".lg-meters .acts").all_inner_texts()[0].startswith("forward")
        number = int(halted.partition("/")[0])
        visitor.press_button("next step")
        visitor.sees(".lg-steps span", f"{number + 1}/100")
        visitor.press_button("step back")
        visitor.sees(".lg-steps span", halted)
        visitor.press_button("Play")
        visitor.sees(".lg-steps span", f"{number + 2}/100")
        visitor.sees(".facts", "pass, since its time is used up")


@pytest.mark.parametrize(
    ("white", "said"),
    [
        ('gtp:command="touch {trap}"', "command line only"),
        ("gtp", "command line only"),
        ("/etc/passwd", "unknown player"),
        ("runs/../../secret", "not like runs/NAME"),
        ("runs/made-up@999", "unknown|no champion|plays"),
        ("positional:depth=60", "0..10"),
        ("positional:command=x", "not for the page"),
        ("frankland:alpha={trap}", "KEY=VALUE"),
        ("<img src=x onerror=alert(1)>", "unknown player"),
    ],
)
def test_names_of_players_that_reach_further_are_refused(
    browser: Browser, served: Served, tmp_path: Path, white: str, said: str
) -> None:
    trap = tmp_path / "trap"
    with visiting(browser, served.url) as visitor:
        visitor.page.on("dialog", lambda _: pytest.fail("a script of the address has run"))
        visitor.page.goto(served.url + "/play/othello?" + f"white={white.replace('{trap}', str(trap))}")
        note = visitor.page.locator(".q-notification").first
        note.wait_for()
        assert re.search(said, note.inner_text())
        assert not trap.exists()
        assert visitor.pieces  # and there is a board to play on
