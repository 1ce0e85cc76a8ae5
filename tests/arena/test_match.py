"""Matches: the same games however they are played, in pairs, with a referee, stopped by a test, with real engines."""

import sys
from pathlib import Path

import pytest

from ludogen.arena.match import Match
from ludogen.arena.played import PlayedGame
from ludogen.arena.playing import MatchGames
from ludogen.arena.settings import MatchSettings
from ludogen.arena.sprt import Sprt
from ludogen.engines import find_program
from ludogen.errors import InvalidInputError, PlayerNameError
from ludogen.games.endgame_tables import build_tables


def play(settings: MatchSettings, games: int, **options: object) -> Match:
    match = Match(settings, games, **options)  # type: ignore[arg-type]
    for _ in match.play():
        pass
    return match


def without_clock(games: dict[int, PlayedGame]) -> list[tuple[object, ...]]:
    return [(g.number, g.seat, g.opening, g.moves, g.result) for _, g in sorted(games.items())]


OTHELLO = MatchSettings("othello", "positional:depth=2", "greedy", "four-moves", seed=7)


def test_the_same_games_at_any_concurrency() -> None:
    one, two, three = (play(OTHELLO, 60, concurrency=threads) for threads in (1, 2, 3))
    assert one.played == two.played == three.played
    assert len(one.played) == 60


SETTINGS = [
    OTHELLO,
    MatchSettings("othello", "positional:epsilon=0.2", "random", "random:plies=10", epsilon=0.1),
    MatchSettings("checkers:ply_limit=60", "pieces:depth=3", "random", "eleven-men"),
    MatchSettings("checkers:ply_limit=40", "pieces:depth=2", "greedy", "two-moves", referee="pieces:depth=3"),
    MatchSettings("go:size=5", "material:depth=2", "random", "none", ply_limit=40),
]


@pytest.mark.parametrize("settings", SETTINGS)
def test_compiled_games_are_those_played_move_by_move(settings: MatchSettings) -> None:
    match = play(settings, 12)
    board = MatchGames(settings)
    assert board.is_compiled
    stepwise = {number: board._play_stepwise(number) for number in range(12)}
    assert without_clock(match.played) == without_clock(stepwise)


def test_pairs_have_one_opening_and_both_seats() -> None:
    match = play(OTHELLO, 20)
    for pair in range(10):
        one, other = match.played[2 * pair], match.played[2 * pair + 1]
        assert one.opening == other.opening
        assert (one.seat, other.seat) == (0, 1)
        assert one.moves[:4] == other.moves[:4] == tuple(one.opening.split())


def test_a_stopped_match_goes_on_with_what_is_missing() -> None:
    whole = play(OTHELLO, 40)
    rest = Match(OTHELLO, 40)
    rest.played = {number: game for number, game in whole.played.items() if number % 3}
    again = [game.number for batch in rest.play() for game in batch]
    assert sorted(again) == [number for number in range(40) if number % 3 == 0]
    assert rest.played == whole.played


def test_a_sequential_test_stops_early_and_counts_the_same_games_at_any_concurrency() -> None:
    settings = MatchSettings("othello", "positional:depth=3", "random", "four-moves")
    matches = [play(settings, 400, sprt=Sprt(0, 100), concurrency=threads) for threads in (1, 2)]
    for match in matches:
        assert match.decision is not None
        assert match.decision.verdict == "accept H1"
        assert len(match.counted) < 100
    assert matches[0].counted == matches[1].counted
    assert matches[0].summary == matches[1].summary


def test_a_referee_plays_out_what_the_limit_left_open() -> None:
    limited = play(MatchSettings("checkers:ply_limit=30", "random", "random", "two-moves"), 30)
    assert {game.result.reason for game in limited.played.values()} == {"limit of 30 plies"}
    refereed = play(
        MatchSettings("checkers:ply_limit=30", "random", "random", "two-moves", referee="pieces:depth=4"), 30
    )
    reasons = {game.result.reason for game in refereed.played.values()}
    assert any("played out by referee pieces:depth=4" in reason for reason in reasons)
    assert sum(game.result.winner is not None for game in refereed.played.values()) > 15
    assert all(len(game.moves) == 30 for game in refereed.played.values())


def test_tables_end_games_that_they_know(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOGEN_CACHE", str(tmp_path))
    build_tables(3, threads=2)
    settings = MatchSettings("checkers:ply_limit=400", "random", "random", "two-moves", referee="tables")
    match = play(settings, 20)
    board = MatchGames(settings)
    assert without_clock(match.played) == without_clock({n: board._play_stepwise(n) for n in range(20)})
    assert any("endgame tables" in game.result.reason for game in match.played.values())


def test_a_limit_in_go_is_counted_as_it_stands() -> None:
    match = play(MatchSettings("go:size=5", "random", "random", "none", ply_limit=20), 20)
    limited = [game for game in match.played.values() if "limit of 20 plies" in game.result.reason]
    assert limited
    assert all(sum(game.result.points) > 0 for game in limited)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"epsilon": 1.5}, "epsilon 1.5 is not 0..1"),
        ({"ply_limit": -1}, "move limit -1 is not 0..10000"),
        ({"referee": "tables"}, "referee 'tables' is for checkers, not othello"),
    ],
)
def test_bad_settings_are_quoted(fields: dict[str, float | str], said: str) -> None:
    with pytest.raises(InvalidInputError, match=said.replace(".", r"\.")):
        MatchSettings("othello", "random", "random", "none", **fields)  # type: ignore[arg-type]


def test_bad_players_are_told_before_a_game_is_played() -> None:
    match = Match(MatchSettings("othello", "random", "rndom", "none"), 10)
    with pytest.raises(PlayerNameError, match="unknown player 'rndom'"):
        next(match.play())


def test_numbers_of_games_are_checked() -> None:
    with pytest.raises(InvalidInputError, match=r"games 0 are not 1\.\."):
        Match(OTHELLO, 0)
    with pytest.raises(InvalidInputError, match="concurrency -1 is not"):
        Match(OTHELLO, 1, concurrency=-1)


@pytest.mark.skipif(find_program("gnugo") is None, reason="gnugo is not installed")
def test_an_engine_plays_the_same_games_at_any_concurrency() -> None:
    settings = MatchSettings("go:size=5", "gnugo:level=1", "random", "random:plies=2")
    one, two = (play(settings, 6, concurrency=threads) for threads in (1, 3))
    assert without_clock(one.played) == without_clock(two.played)
    assert one.summary.score.value is not None
    assert one.summary.score.value > 0.5


@pytest.mark.skipif(find_program("gtp-rhino") is None, reason="gtp-rhino is not installed")
def test_rhino_beats_random() -> None:
    match = play(MatchSettings("othello", "rhino:level=1", "random", "four-moves"), 8)
    assert match.tally.all.wins >= 7


BAD_ENGINE = """
import sys
played = 0
for line in sys.stdin:
    word = line.split()
    if not word:
        continue
    number = word[0] if word[0].isdigit() else ""
    command = word[1] if number else word[0]
    if command == "clear_board":
        played = 0
    if command == "play":
        played += 1
    if command.endswith("genmove"):
        if played > 3:  # started again it fails at the same position again
            print("engine is tired", file=sys.stderr, flush=True)
            sys.exit(3)
        print(f"={number} pass\\n", flush=True)
    else:
        print(f"={number}\\n", flush=True)
"""


def test_an_engine_that_dies_forfeits_with_the_reason_and_the_match_goes_on(tmp_path: Path) -> None:
    script = tmp_path / "tired.py"
    script.write_text(BAD_ENGINE)
    name = f'gtp:command="{sys.executable} {script}"'
    match = play(MatchSettings("go:size=5", name, "random", "none", ply_limit=60), 4, concurrency=2)
    assert len(match.played) == 4
    lost = [game for game in match.played.values() if game.result.reason.startswith("forfeit by")]
    assert lost
    for game in lost:
        assert game.score == 0
        assert "engine is tired" in game.result.reason
