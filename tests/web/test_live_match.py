"""Matches that are watched are those of the command line, and end when nobody watches."""

import asyncio
from pathlib import Path

import pytest
from tests.engines.support import is_running
from tests.web.support import wait_until
from tests.web.test_playing import engines_of

from ludogen.arena.match import Match
from ludogen.arena.played import PlayedGame
from ludogen.engines import find_program
from ludogen.errors import InvalidInputError, PlayerNameError
from ludogen.games import parse_game
from ludogen.web.live_match import LiveMatch
from ludogen.web.thinking import Thinking

NOWHERE = Path("nowhere")


def live(game: str, one: str, other: str, games: int) -> LiveMatch:
    return LiveMatch(parse_game(game), (one, other), games, NOWHERE)


def test_it_plays_the_games_of_the_command() -> None:
    watched, seen = live("othello", "greedy", "random", 6), list[PlayedGame]()
    asyncio.run(watched.play(Thinking(1), seen.append))
    match = Match(watched.settings, 6, concurrency=1)
    for _ in match.play():
        pass
    assert seen == watched.played == [match.played[number] for number in range(6)]
    assert watched.summary == match.summary
    assert watched.is_over


@pytest.mark.skipif(find_program("gnugo") is None, reason="gnugo is not installed: apt-get install gnugo")
def test_games_of_engines_are_seen_move_by_move_and_end_with_the_watcher() -> None:
    import os

    watched = live("go:size=9", "gnugo:level=10", "random", 2)

    async def watch() -> list[int]:
        thinking = Thinking(1)
        playing = asyncio.create_task(watched.play(thinking, lambda _: None))
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


@pytest.mark.parametrize("games", [0, 1, 3, 1000])
def test_matches_have_an_even_bounded_number_of_games(games: int) -> None:
    with pytest.raises(InvalidInputError, match=f"games {games}"):
        live("othello", "greedy", "random", games)


def test_players_of_a_match_are_those_that_the_page_may_name() -> None:
    with pytest.raises(PlayerNameError):
        live("othello", "greedy", "gtp:command=ls", 2)
