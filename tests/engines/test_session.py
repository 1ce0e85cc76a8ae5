"""Sessions: an engine that is asked in any position, recovers once, and never passes off an illegal move."""

import os
import signal
from itertools import pairwise
from pathlib import Path

import pytest
from tests.engines.support import AMPLE, all_end, bad_engine, is_running, pids_in

from ludogen.engines import PlainDialect, Session
from ludogen.errors import EngineError
from ludogen.games import Position, parse_game

GAME = parse_game("go:size=5")


@pytest.fixture
def pids(tmp_path: Path) -> Path:
    return tmp_path / "pids"


def session(mode: str, pids: Path, seconds: float = AMPLE, is_followed: bool = False) -> Session:
    return Session(PlainDialect(bad_engine(mode, pids), GAME, seconds, is_followed))


def after(*moves: str) -> Position:
    return GAME.start().play_text(*moves)


def test_an_engine_that_died_is_started_again_in_the_same_position(pids: Path) -> None:
    with session("dies_once", pids) as engine:
        position = after("C3", "D3")
        assert engine.move(position) == position.parse_move("pass")
    assert len(pids_in(pids)) == 2
    assert not any(is_running(pid) for pid in pids_in(pids))


@pytest.mark.parametrize(
    ("mode", "seconds", "said"),
    [
        ("dies", AMPLE, "ended by SIGSEGV"),
        ("silent", 0.5, "did not answer within 0.5 s"),
        ("dies_at_start", AMPLE, "exit code 3"),
        ("garbage", AMPLE, "no GTP answer but"),
    ],
)
def test_the_second_failure_is_told_with_the_first(mode: str, seconds: float, said: str, pids: Path) -> None:
    with session(mode, pids, seconds) as engine:
        with pytest.raises(EngineError) as caught:
            engine.move(after("C3"))
        assert str(caught.value).count(said) == 2
        assert "started again after a first failure" in str(caught.value)
        assert engine.pid is None
    assert all_end(pids_in(pids))


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("illegal", "illegal move 'A1' in go position '5/5/5/5/X4 w - 0 0,0': legal are B1"),
        ("unreadable", "cannot read move 'over there'"),
        ("long_move", "cannot read move 'D4D4"),
        ("refuses", "refused 'genmove white': 'no'"),
    ],
)
def test_what_would_happen_again_is_told_at_once(mode: str, said: str, pids: Path) -> None:
    with session(mode, pids) as engine:
        with pytest.raises(EngineError) as caught:
            engine.move(after("A1"))
        assert said in str(caught.value)
        assert len(str(caught.value)) < 1000
    assert len(pids_in(pids)) == 1


def test_an_engine_that_died_between_two_moves_is_started_again(pids: Path) -> None:
    with session("good", pids) as engine:
        engine.move(after("C3"))
        (first,) = pids_in(pids)
        assert engine.pid == first
        os.kill(first, signal.SIGKILL)
        engine.move(after("C3", "D3", "C2"))
        assert engine.pid == pids_in(pids)[1]


def test_resigning_is_no_move(pids: Path) -> None:
    with session("resigns", pids) as engine:
        assert engine.move(after("A1")) is None


def test_a_closed_session_asks_no_more(pids: Path) -> None:
    engine = session("good", pids)
    engine.close()
    with pytest.raises(EngineError, match="has been closed"):
        engine.move(after("A1"))
    assert not pids.exists()


@pytest.mark.parametrize(("is_followed", "wanted"), [(True, [3, 2, 2, 5]), (False, [3, 5, 7, 5])])
def test_a_followed_engine_is_sent_only_what_is_new(is_followed: bool, wanted: list[int], pids: Path) -> None:
    """The engine passes, so black's moves are new to it; then comes a game that goes another way."""
    first = after("C3")
    second = first.play_text("pass", "D3")
    counts = []
    with session("good", pids, is_followed=is_followed) as engine:
        for position in (first, second, second.play_text("pass", "B3"), first.play_text("B2", "D3")):
            engine.move(position)
            counts.append(int(engine._engine.run(["count"], AMPLE)[0]))
    opening = 2
    assert [later - earlier - 1 for earlier, later in pairwise([opening - 1, *counts])] == wanted
