"""Pools: so many processes and no more, used again, all gone in the end."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.engines.support import AMPLE, all_end, bad_engine, is_running, pids_in

from ludogen.engines import EnginePool, PlainDialect, Session
from ludogen.errors import EngineError
from ludogen.games import Move, parse_game

GAME = parse_game("go:size=5")
POSITION = GAME.start().play_text("C3")


@pytest.fixture
def pids(tmp_path: Path) -> Path:
    return tmp_path / "pids"


def pool_of(mode: str, pids: Path, processes: int, seconds: float = AMPLE) -> EnginePool[Session]:
    return EnginePool(lambda: Session(PlainDialect(bad_engine(mode, pids), GAME, seconds)), processes)


def ask(pool: EnginePool[Session]) -> Move | None:
    with pool.lease() as session:
        return session.move(POSITION)


def test_processes_are_used_again_and_end_with_the_pool(pids: Path) -> None:
    with pool_of("good", pids, 2) as pool:
        assert not pids.exists()
        for _ in range(3):
            ask(pool)
        assert len(pids_in(pids)) == 1
        with ThreadPoolExecutor(8) as threads:
            moves = list(threads.map(lambda _: ask(pool), range(40)))
        assert moves == [POSITION.parse_move("pass")] * 40
        assert len(pids_in(pids)) <= 2
        assert all(is_running(pid) for pid in pids_in(pids))
    assert not any(is_running(pid) for pid in pids_in(pids))


def test_who_comes_late_waits_and_nobody_shares(pids: Path) -> None:
    with pool_of("good", pids, 2) as pool:
        with pool.lease() as one, pool.lease() as other:
            assert one is not other
            late = threading.Thread(target=ask, args=(pool,))
            late.start()
            assert late.is_alive()
        late.join(AMPLE)
        assert not late.is_alive()


def test_a_dead_engine_is_replaced(pids: Path) -> None:
    with pool_of("dies", pids, 1) as pool:
        for asked in (1, 2):
            with pytest.raises(EngineError, match="ended by SIGSEGV"):
                ask(pool)
            assert len(pids_in(pids)) == 2 * asked
    assert all_end(pids_in(pids))


def test_closing_ends_engines_at_work(pids: Path) -> None:
    pool = pool_of("silent", pids, 1)
    with ThreadPoolExecutor(1) as threads:
        asked = threads.submit(ask, pool)
        while not pids.exists():
            assert not asked.done()
        pool.close()
        with pytest.raises(EngineError, match="has been closed"):
            asked.result(AMPLE)
    assert all_end(pids_in(pids))
    with pytest.raises(EngineError, match="have been closed"):
        ask(pool)
