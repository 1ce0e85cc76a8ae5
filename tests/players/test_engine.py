"""Players that are real programs."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.engines.support import AMPLE, all_end, bad_engine, is_running, pids_in, real_program

from ludogen.engines import PlainDialect
from ludogen.errors import EngineError, PlayerNameError
from ludogen.games import Go, Position, Side, parse_game
from ludogen.names import build_named, parse_name
from ludogen.players.engine import EnginePlayer, GnuGo, Gtp, Resignation, Rhino

KINDS: dict[str, type[GnuGo] | type[Rhino] | type[Gtp]] = {"gnugo": GnuGo, "rhino": Rhino, "gtp": Gtp}


def player(text: str, game: str) -> EnginePlayer:
    parsed = parse_name(text)
    return build_named(KINDS[parsed.name], parsed, PlayerNameError).build(text, parse_game(game))


def bad_player(mode: str, pids: Path, processes: int = 2) -> EnginePlayer:
    return EnginePlayer(mode, PlainDialect(bad_engine(mode, pids), Go(size=5), AMPLE), processes)


def finished(game: str, engine: EnginePlayer, side: Side) -> Position:
    """A game against any moves to its end, or to a length at which Go has gone round in circles."""
    position, chance = parse_game(game).start(), random.Random(1)
    while not position.is_over and position.ply < 150:
        move = engine.choose(position, None) if position.side == side else chance.choice(position.legal_moves)
        position = position.play(move)
    return position


@pytest.mark.parametrize(
    ("text", "game", "program"),
    [
        ("gnugo", "go:size=5,komi=0.5", "gnugo"),
        ("gnugo:level=3,seed=5", "go:size=7,scoring=japanese,superko=true", "gnugo"),
        ("gnugo", "go:size=9,handicap=4", "gnugo"),
        ("gnugo:capture=false", "go:size=4", "gnugo"),
        ("rhino:level=1", "othello", "gtp-rhino"),
        ('gtp:command="gnugo --mode gtp --level 1 --never-resign",seconds=30', "go:size=5", "gnugo"),
        ('gtp:command="gnugo --mode gtp --level 1 --never-resign",moves=genmove', "go:size=5", "gnugo"),
        ('gtp:command="gtp-rhino -l 1 -b 0",passes=false', "othello", "gtp-rhino"),
        ('gtp:command="gtp-rhino -l 1 -b 0",passes=false,moves=genmove', "othello", "gtp-rhino"),
    ],
)
def test_engines_play_whole_games_and_named_ones_the_same_again(text: str, game: str, program: str) -> None:
    real_program(program)
    games = []
    for _ in range(2):
        with player(text, game) as engine:
            assert engine.name == text
            games += [finished(game, engine, side) for side in (0, 1)]
    assert all(one.is_over or game.startswith("go") for one in games)
    if not text.startswith("gtp"):  # Rhino, for one, opens at random if it is asked by plain `genmove`
        assert [one.move_names() for one in games[:2]] == [other.move_names() for other in games[2:]]


def test_gnugo_takes_dead_stones_off_as_they_would_count_as_alive() -> None:
    real_program("gnugo")
    games = {}
    for text in ("gnugo", "gnugo:capture=false"):
        with player(text, "go:size=5") as engine:
            games[text] = finished("go:size=5", engine, side=0)
    captured, left = games["gnugo"].result, games["gnugo:capture=false"].result
    assert captured is not None
    assert left is not None
    assert captured.points[0] - captured.points[1] == 25 - 7.5
    assert left.points[0] < captured.points[0]


def test_engines_start_when_they_are_first_asked(pids: Path) -> None:
    with bad_player("good", pids) as engine:
        assert not pids.exists()
        engine.choose(Go(size=5).start(), None)
        assert [is_running(pid) for pid in pids_in(pids)] == [True]
    assert not any(is_running(pid) for pid in pids_in(pids))


def test_a_forgotten_player_leaves_no_engine_behind(pids: Path) -> None:
    bad_player("good", pids).choose(Go(size=5).start(), None)
    assert all_end(pids_in(pids))


def test_an_only_move_needs_no_engine(pids: Path) -> None:
    full = Go(size=2).parse_position("X1/1X w - 0 0,0")
    with bad_player("dies_at_start", pids) as engine:
        assert full.move_name(engine.choose(full, None)) == "pass"


def test_many_threads_share_a_player(pids: Path) -> None:
    with bad_player("good", pids, processes=2) as engine, ThreadPoolExecutor(6) as threads:
        moves = list(threads.map(lambda _: engine.choose(Go(size=5).start(), None), range(30)))
        assert set(moves) == {Go(size=5).start().parse_move("pass")}
        assert len(pids_in(pids)) <= 2


def test_resignation_and_failure_are_told_apart(pids: Path) -> None:
    with bad_player("resigns", pids) as engine, pytest.raises(Resignation, match="resigns as black in go position"):
        engine.choose(Go(size=5).start(), None)
    with bad_player("dies", pids) as engine, pytest.raises(EngineError, match="ended by SIGSEGV"):
        engine.choose(Go(size=5).start(), None)


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (
            lambda: player("gnugo", "go"),
            "gnugo is not installed: apt-get install gnugo (Debian, Ubuntu), or brew install gnu-go",
        ),
        (lambda: player("rhino", "othello"), "gtp-rhino is not installed: apt-get install grhino (Debian, Ubuntu)"),
        (lambda: player("gtp:command=nothing", "go"), "nothing is not installed: no such program on PATH"),
    ],
)
def test_a_missing_engine_is_told_when_the_player_is_built(
    build: Callable[[], EnginePlayer], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludogen.engines.programs.find_program", lambda name: None)
    with pytest.raises(EngineError) as caught:
        build()
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("gnugo:level=0", "player option level=0 is not 1..10"),
        ("gnugo:level=11", "player option level=11 is not 1..10"),
        ("gnugo:seed=-1", "player option seed=-1 is not 0..2147483647"),
        ("gtp:command=x,seconds=0", "player option seconds=0.0 is not more than 0 and at most 86400"),
        ("rhino:level=6", "player option level=6 is not 1..5"),
        ("gtp", "player option command='' is not a program and its arguments"),
        ('gtp:command="\'"', 'cannot read player option command="\'": No closing quotation'),
        ("gtp:command=x,moves=fast", "player option moves='fast' is not replay or genmove"),
    ],
)
def test_bad_options_are_quoted_with_what_is_allowed(text: str, said: str) -> None:
    with pytest.raises(PlayerNameError) as caught:
        player(text, "go")
    assert said in str(caught.value)


@pytest.fixture
def pids(tmp_path: Path) -> Path:
    return tmp_path / "pids"
