"""The page, served for real, and a real browser to visit it: one of each for all tests."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.players.support import write_eye
from tests.runs.support import new_store
from tests.web.support import CHROMIUM, FLAGS, PACER, Served, feature_champion, serving, with_real_champion

from ludogen.formats import write_champion


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """`ludogen serve` with a folder of runs: one that was made up, a champion's file, and room for more."""
    folder = tmp_path_factory.mktemp("served")
    with new_store(folder / "runs" / "made-up", 60) as store:
        for number in range(12):
            store.on_generation(with_real_champion(number))
    write_champion(folder / "runs" / "features.safetensors", feature_champion())
    write_eye(folder / "runs", PACER)
    with serving(folder) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium; tests that need it are left out where it is not installed.

    One for each module: while it is there, an event loop of Playwright runs in this thread, and no other can.
    """
    if CHROMIUM is None:
        pytest.skip("chromium is not installed: apt-get install chromium")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()
