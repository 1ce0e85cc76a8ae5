"""Tournaments: who meets whom, one scale for all, and a ladder that later tournaments extend."""

from pathlib import Path

import pytest

from ludogen.arena.settings import MatchSettings
from ludogen.arena.store import ArenaStore
from ludogen.arena.tournament import Tournament, standings
from ludogen.errors import InvalidInputError

PATTERN = MatchSettings("othello", "random", "greedy", "four-moves")
PLAYERS = ("random", "greedy", "positional:depth=3")


def run(tournament: Tournament, path: Path) -> int:
    """Play it; how many games were new."""
    with ArenaStore(path) as store:
        return sum(len(batch) for _, batch in tournament.play(store))


def test_everyone_meets_everyone(tmp_path: Path) -> None:
    tournament = Tournament(PLAYERS, PATTERN, 20)
    assert run(tournament, tmp_path / "arena.db") == 60
    table = standings(tournament.played, "random", 0.0)
    assert table.ratings.ratings[0].player == "positional:depth=3"
    assert table.ratings.of("random").rating == 0
    assert {name: rating.games for name, rating in table.sequential.items()} == dict.fromkeys(PLAYERS, 40)
    assert table.sequential["positional:depth=3"].mean > table.sequential["random"].mean


def test_a_gauntlet_is_for_one() -> None:
    tournament = Tournament(PLAYERS, PATTERN, 2, gauntlet=True)
    assert tournament.pairings == [("random", "greedy"), ("random", "positional:depth=3")]


def test_what_was_played_is_not_played_again_and_the_ladder_grows(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    assert run(Tournament(PLAYERS[:2], PATTERN, 10), path) == 10
    again = Tournament(PLAYERS, PATTERN, 10)
    assert run(again, path) == 20
    assert sum(result.wins + result.draws + result.losses for result in again.played) == 30
    with ArenaStore(path) as store:
        results = store.ladder("othello")
    assert sorted(results, key=str) == sorted(again.played, key=str)


def test_who_loses_all_games_gets_a_bound(tmp_path: Path) -> None:
    pattern = MatchSettings("checkers", "random", "pieces:depth=5", "two-moves")
    tournament = Tournament(("random", "pieces:depth=5", "greedy"), pattern, 10)
    run(tournament, tmp_path / "arena.db")
    row = standings(tournament.played, "greedy", 0.0).ratings.of("pieces:depth=5")
    assert row.score == 1
    assert row.bound == "at least"
    assert row.rating is not None
    assert 0 < row.rating < 3000


def test_bad_tournaments_are_told() -> None:
    with pytest.raises(InvalidInputError, match="two players or more, not 1"):
        Tournament(("random",), PATTERN, 2)
    with pytest.raises(InvalidInputError, match="'random' is entered twice"):
        Tournament(("random", "greedy", "random"), PATTERN, 2)
