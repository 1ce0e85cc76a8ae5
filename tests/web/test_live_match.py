"""Matches that are watched are those of the command line, and end when nobody watches."""

import asyncio
from pathlib import Path
from threading import Event

import pytest
from tests.engines.support import is_running
from tests.web.support import wait_until
from tests.web.test_playing import engines_of

from ludogen.arena.match import Match
from ludogen.engines import find_program
from ludogen.errors import InvalidInputError, PlayerNameError
from ludogen.games import parse_game
from ludogen.web.live_match import MOST_KEPT, LiveMatch, Matches
from ludogen.web.thinking import Thinking

NOWHERE = Path("nowhere")


def live(game: str, one: str, other: str, games: int) -> LiveMatch:
    return LiveMatch(parse_game(game), (one, other), games, NOWHERE)


def test_it_plays_the_games_of_the_command() -> None:
    watched = live("othello", "greedy", "random", 6)
    asyncio.run(watched.play(Thinking(1)))
    match = Match(watched.settings, 6, concurrency=1)
    for _ in match.play():
        pass
    assert watched.played == [match.played[number] for number in range(6)]
    assert watched.summary == match.summary
    assert watched.is_over


@pytest.mark.skipif(find_program("gnugo") is None, reason="gnugo is not installed: apt-get install gnugo")
def test_games_of_engines_are_seen_move_by_move_and_end_with_the_watcher() -> None:
    import os

    watched = live("go:size=9", "gnugo:level=10", "random", 2)

    async def watch() -> list[int]:
        thinking = Thinking(1)
        playing = asyncio.create_task(watched.play(thinking))
        while watched.current is None or watched.current.ply < 3:
            assert not playing.done()
            await asyncio.sleep(0.01)
        engines = engines_of(os.getpid())
        watched.stop()
        await playing
        return engines

    engines = asyncio.run(watch())
    assert engines
    assert not watched.played
    for engine in engines:
        wait_until(lambda engine=engine: not is_running(engine), "the engine is still there")  # type: ignore[misc]


def test_a_match_rests_while_nobody_watches_and_goes_on_where_it_was() -> None:
    whole, watched = live("othello", "greedy", "random", 8), live("othello", "greedy", "random", 8)

    async def watch() -> None:
        matches = Matches(Thinking(1))
        matches.add(watched)
        assert matches.find(watched.key) is watched
        assert matches.find("another") is None
        matches.watch(watched, 1)
        matches.watch(watched, 2)
        matches.leave(watched, 1)
        while len(watched.played) < 2:
            await asyncio.sleep(0.001)
        matches.leave(watched, 2)
        await asyncio.sleep(0.3)
        assert 2 <= (rested := len(watched.played)) < 8
        assert not watched.is_over
        await asyncio.sleep(0.2)
        assert len(watched.played) == rested
        matches.watch(watched, 3)
        while not watched.is_over:
            await asyncio.sleep(0.001)
        await whole.play(Thinking(1))

    asyncio.run(watch())
    assert watched.played == whole.played


def test_tables_do_not_wait_for_matches() -> None:
    async def watch() -> str:
        thinking, end = Thinking(1), Event()
        games = [asyncio.create_task(thinking.meet(lambda: end.wait(60))) for _ in range(3)]
        await asyncio.sleep(0.01)
        move = await asyncio.wait_for(thinking.think(lambda: "d3"), 30)
        end.set()
        await asyncio.gather(*games)
        return move

    assert asyncio.run(watch()) == "d3"


def test_the_oldest_matches_are_forgotten_but_not_those_that_are_watched() -> None:
    matches = Matches(Thinking(1))
    all_of_them = [live("othello", "greedy", "random", 2) for _ in range(MOST_KEPT + 2)]
    all_of_them[0].watchers.add(1)
    for match in all_of_them:
        matches.add(match)
    kept = [matches.find(match.key) is match for match in all_of_them]
    assert kept == [True, False, False, *[True] * (MOST_KEPT - 1)]


@pytest.mark.parametrize(
    "openings", ["file:path=/etc/passwd", " file:path=x", "two-moves", "nonsense", "random:plies=99"]
)
def test_openings_are_those_of_the_game_and_no_files(openings: str) -> None:
    with pytest.raises(InvalidInputError):
        LiveMatch(parse_game("othello"), ("greedy", "random"), 2, NOWHERE, openings=openings)


@pytest.mark.parametrize("games", [0, 1, 3, 1000])
def test_matches_have_an_even_bounded_number_of_games(games: int) -> None:
    with pytest.raises(InvalidInputError, match=f"games {games}"):
        live("othello", "greedy", "random", games)


def test_players_of_a_match_are_those_that_the_page_may_name() -> None:
    with pytest.raises(PlayerNameError):
        live("othello", "greedy", "gtp:command=ls", 2)
