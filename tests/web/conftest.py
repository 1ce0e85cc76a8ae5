"""The page, served for real, and a real browser to visit it: one of each for all tests."""

import os
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.runs.support import new_store
from tests.web.support import CHROMIUM, FLAGS, Served, wait_until, with_real_champion


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """`ludogen serve` with a folder of runs: one that was made up, and room for more."""
    folder = tmp_path_factory.mktemp("served")
    with new_store(folder / "runs" / "made-up", 60) as store:
        for number in range(12):
            store.on_generation(with_real_champion(number))
    port = free_port()
    command = [sys.executable, "-m", "ludogen", "serve", "--port", str(port)]
    command += ["--runs", str(folder / "runs"), "--arena", str(folder / "arena.db")]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            command, stdout=log, stderr=subprocess.STDOUT, env=os.environ | {"PYTHONUNBUFFERED": "1"}
        )
    found = Served(f"http://127.0.0.1:{port}", folder / "runs", folder / "arena.db", folder / "log", process.pid)
    try:
        wait_until(lambda: answers(found.url), f"no answer: {found.log.read_text()}")
        yield found
        assert process.poll() is None, found.log.read_text()
    finally:
        process.terminate()
        process.wait(30)
    said = found.log.read_text()
    assert "Traceback" not in said, said


def answers(url: str) -> bool:
    """Is there a page?"""
    try:
        with urllib.request.urlopen(f"{url}/watch", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium; tests that need it are left out where it is not installed."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed: apt-get install chromium")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def runs(served: Served) -> Path:
    """The folder of runs of the page."""
    return served.runs
