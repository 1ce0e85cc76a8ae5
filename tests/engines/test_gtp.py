"""The GTP client and engines that misbehave: each failure is told, nothing hangs, nothing is left behind."""

import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tests.engines.support import AMPLE, all_end, bad_engine, is_running, pids_in, real_program

from ludogen.engines import Gtp, RefusedError
from ludogen.errors import EngineError

SHORT = 0.3  # seconds for an answer that never comes


@pytest.fixture
def pids(tmp_path: Path) -> Path:
    return tmp_path / "pids"


@pytest.mark.parametrize(
    ("mode", "seconds", "said"),
    [
        ("silent", SHORT, "did not answer within 0.3 s; it is still running"),
        ("garbage", AMPLE, "no GTP answer but 'Segmentation imminent, says [31mthe engine"),
        ("dies", AMPLE, "closed its output; it was ended by SIGSEGV, last words on standard error 'out of ideas'"),
        ("floods_stdout", AMPLE, "no GTP answer but 'xxxx"),
        ("floods_answer", AMPLE, "an answer longer than 1048576 bytes, which begins '=2 xxxx"),
        ("floods_stderr", SHORT, "did not answer within 0.3 s"),
        ("wrong_id", AMPLE, "gave an answer number 777, not 2: 'pass'"),
        ("no_id", AMPLE, "gave an answer with no number, not 2: 'pass'"),
        ("never_ends", 2.0, "did not answer within 2 s, only wrote '=2 pass\\n'"),
        ("closes_stdout", AMPLE, "closed its output; it is still running"),
        ("binary", AMPLE, "no GTP answer but"),
        ("huge_line", AMPLE, "an answer longer than 1048576 bytes, which begins '=2 D4D4"),
    ],
)
def test_failures_are_told_and_end_the_engine(mode: str, seconds: float, said: str, pids: Path) -> None:
    with Gtp(bad_engine(mode, pids), AMPLE) as engine:
        assert engine.ask("boardsize 5") == ""
        with pytest.raises(EngineError) as caught:
            engine.ask("genmove black", seconds)
        assert said in str(caught.value)
        assert "bad_engine.py" in str(caught.value)
        assert "asked 'genmove black'" in str(caught.value)
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 1500
        assert not is_running(engine.pid)
        with pytest.raises(EngineError, match="has been ended"):
            engine.ask("name")
    assert pids_in(pids) == [engine.pid]


def test_the_last_words_of_a_flood_are_told(pids: Path) -> None:
    with Gtp(bad_engine("floods_stderr", pids), AMPLE) as engine:
        engine.ask("name")
        with pytest.raises(EngineError) as caught:
            engine.ask("genmove black", 2)
    assert "last words on standard error" in str(caught.value)
    assert "so many words" in str(caught.value)


def test_an_engine_that_dies_at_start(pids: Path) -> None:
    with Gtp(bad_engine("dies_at_start", pids), AMPLE) as engine, pytest.raises(EngineError) as caught:
        engine.ask("name")
    assert "it ended with exit code 3, last words on standard error 'cannot find my net'" in str(caught.value)


@pytest.mark.parametrize("mode", ["chatty", "greets", "good"])
def test_chatter_is_not_in_the_way(mode: str, pids: Path) -> None:
    with Gtp(bad_engine(mode, pids), AMPLE) as engine:
        assert [engine.ask("genmove black") for _ in range(3)] == ["pass"] * 3
    assert not is_running(engine.pid)


def test_a_refused_command_is_told_and_the_engine_lives_on(pids: Path) -> None:
    with Gtp(bad_engine("refuses", pids), AMPLE) as engine:
        with pytest.raises(RefusedError, match=r"refused 'genmove black': 'no'"):
            engine.run(["name", "genmove black", "version"])
        assert engine.run(["name", "version"]) == ["", ""]


def test_more_commands_than_a_pipe_holds(pids: Path) -> None:
    with Gtp(bad_engine("good", pids), AMPLE) as engine:
        assert engine.run(["known_command " + "x" * 1000] * 300) == [""] * 300


@pytest.mark.parametrize("command", ["two\nlines", "nul\0", "größe"])
def test_what_cannot_be_sent_is_quoted(command: str, pids: Path) -> None:
    with Gtp(bad_engine("good", pids), AMPLE) as engine, pytest.raises(EngineError, match="not one line of ASCII"):
        engine.ask(command)


@pytest.mark.parametrize("command", [("/no/such/engine",), ("nul\0",), (str(Path(__file__).parent),)])
def test_a_command_that_cannot_be_started_is_told(command: tuple[str, ...]) -> None:
    with pytest.raises(EngineError, match="cannot start the engine"):
        Gtp(command)


@pytest.mark.parametrize("mode", ["good", "stubborn", "has_child"])
def test_a_closed_engine_is_gone_with_all_it_started(mode: str, pids: Path) -> None:
    with Gtp(bad_engine(mode, pids), AMPLE) as engine:
        engine.ask("name")
        started = pids_in(pids)
        assert all(is_running(pid) for pid in started)
    assert not is_running(engine.pid)
    assert all_end(started)


def test_a_forgotten_engine_is_ended(pids: Path) -> None:
    Gtp(bad_engine("good", pids), AMPLE).ask("name")
    assert all_end(pids_in(pids))


def test_an_engine_outlives_the_thread_that_started_it(pids: Path) -> None:
    started: list[Gtp] = []
    thread = threading.Thread(target=lambda: started.append(Gtp(bad_engine("good", pids), AMPLE)))
    thread.start()
    thread.join()
    with started[0] as engine:
        assert engine.ask("genmove black") == "pass"


def test_killing_from_another_thread_ends_the_wait(pids: Path) -> None:
    with Gtp(bad_engine("silent", pids), AMPLE) as engine:
        engine.ask("name")
        timer = threading.Timer(0.1, engine.kill)
        timer.start()
        with pytest.raises(EngineError, match="ended by SIGKILL"):
            engine.ask("genmove black")
        timer.join()


OWNER = """
import sys
from ludogen.engines import Gtp

engine = Gtp(sys.argv[2:], 60)
engine.ask("name")
print(engine.pid, engine._process._child.watchdog.pid, flush=True)
if sys.argv[1] == "raises":
    raise RuntimeError("an error of the owner")
if sys.argv[1] == "ends":
    sys.exit()
if sys.argv[1] == "waits":
    input()
engine.ask("genmove black", 60)
"""


def own(doing: str, command: tuple[str, ...]) -> "subprocess.Popen[str]":
    """A process that owns an engine; it says the process ids of the engine and of its watchdog."""
    return subprocess.Popen(
        [sys.executable, "-c", OWNER, doing, *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize(("doing", "mode"), [("asks", "silent"), ("waits", "silent"), ("waits", "stubborn")])
def test_no_engine_outlives_an_owner_that_is_killed(number: int, doing: str, mode: str, pids: Path) -> None:
    with own(doing, bad_engine(mode, pids)) as owner:
        assert owner.stdout is not None
        started = [int(pid) for pid in owner.stdout.readline().split()]
        assert all(is_running(pid) for pid in started)
        owner.send_signal(number)
        owner.wait(AMPLE)
        assert all_end(started)


@pytest.mark.parametrize("doing", ["raises", "ends"])
def test_no_engine_outlives_an_owner_that_ends(doing: str, pids: Path) -> None:
    with own(doing, bad_engine("stubborn", pids)) as owner:
        out, _ = owner.communicate(timeout=AMPLE)
        assert all_end(int(pid) for pid in out.split())


@pytest.mark.parametrize(("program", "arguments"), [("gnugo", ("--mode", "gtp")), ("gtp-rhino", ())])
def test_real_engines_end_with_their_owner(program: str, arguments: tuple[str, ...]) -> None:
    with own("waits", (real_program(program), *arguments)) as owner:
        assert owner.stdout is not None
        started = [int(pid) for pid in owner.stdout.readline().split()]
        owner.kill()
        owner.wait(AMPLE)
        assert all_end(started)


def test_real_engines_speak() -> None:
    with Gtp((real_program("gnugo"), "--mode", "gtp")) as gnugo, Gtp((real_program("gtp-rhino"),)) as rhino:
        assert gnugo.run(["name", "protocol_version"]) == ["GNU Go", "2"]
        assert rhino.ask("name") == "GTP GRhino"
        with pytest.raises(RefusedError, match="unknown command"):
            rhino.ask("nonsense")
