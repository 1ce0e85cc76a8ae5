"""Players that evolve while they play: what they keep from move to move and from game to game, saved, loaded, timed."""

from pathlib import Path
from time import perf_counter

import numpy as np
import pytest
from tests.players.test_moving import check_games

from ludogen.arena.match import Match
from ludogen.arena.playing import MatchGames
from ludogen.arena.settings import MatchSettings
from ludogen.errors import PlayerNameError, RecordError
from ludogen.formats import Champion, write_champion
from ludogen.games import Position, parse_game
from ludogen.genomes.trees import random_tree, said
from ludogen.players import parse_player
from ludogen.players.online import OnlinePlayer
from ludogen.randomness import stream_word

OTHELLO = parse_game("othello")
SMALL = "frankland:population=6,generations=3,trials=2"


def player(text: str, game: str = "othello") -> OnlinePlayer:
    made = parse_player(text, parse_game(game))
    assert isinstance(made, OnlinePlayer)
    return made


def champion(seed: int = 1, **changed: np.ndarray) -> Champion:
    tree = random_tree(np.random.default_rng(seed), 4, True)
    arrays = {"code": tree.astype(np.int64), "values": said(tree), "whole_board": np.array(False)}
    return Champion("othello", "heuristic-tree-2015", arrays | changed, {})


def chance(ply: int) -> int:
    return int(stream_word(5, ply))


def played(one: OnlinePlayer, start: Position, plies: int) -> Position:
    position = start
    for _ in range(plies):
        position = position.play(one.choose(position, chance(position.ply)))
    return position


# From move to move


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("othello", ""),
        ("othello", ",supreme=false"),
        ("othello", ",solve=9,epsilon=0.2"),
        ("checkers", ",leaving=true"),
    ],
)
def test_compiled_games_are_those_played_move_by_move(game: str, options: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches play them move by move, the recipe compiled."""
    monkeypatch.setattr(OnlinePlayer, "new_mover", lambda self: self.make_mover(), raising=False)
    first = parse_game(game).start().legal_moves[1]
    check_games(game, f"{SMALL},sitting=1{options}", "random", [first])


@pytest.mark.parametrize("supreme", [True, False])
def test_the_alpha_goes_on_to_the_next_move_unless_it_shall_not(supreme: bool) -> None:
    """Two individuals and one generation: they seldom beat the alpha of the move before, where there is one."""
    one = player(f"frankland:population=2,generations=1,trials=2,supreme={str(supreme).lower()}")
    position, alphas = OTHELLO.start(), []
    for _ in range(40):
        position = position.play(one.choose(position, chance(position.ply)))
        alphas.append(one.alpha()[0].tolist())
    kept = sum(now == before for now, before in zip(alphas[1:], alphas, strict=False))
    assert kept > 5 if supreme else kept == 0


def test_a_move_taken_back_takes_its_alpha_back() -> None:
    one, start = player(SMALL), OTHELLO.start()
    four = played(one, start, 4)
    straight = played(one, four, 2).move_names()
    other = four.play(four.legal_moves[-1])
    one.choose(other, 1)
    assert played(one, four, 2).move_names() == straight


def test_where_there_is_one_move_nothing_is_evolved() -> None:
    one = player(SMALL)
    position = OTHELLO.parse_position("XO" + "-" * 62 + " X")
    assert position.move_name(one.choose(position, 1)) == "c1"
    assert one.alpha()[0].size == 0
    busy = player(SMALL + ",only_moves=true")
    busy.choose(position, 1)
    assert busy.alpha()[0].size > 0


# From game to game


SITTING = MatchSettings("othello", f"{SMALL},sitting=4", f"{SMALL},sitting=2", "four-moves")


def moves_of(match: Match) -> dict[int, tuple[str, ...]]:
    for _ in match.play():
        pass
    return {number: game.moves for number, game in match.played.items()}


def test_games_of_a_sitting_are_the_same_on_any_thread_and_whenever_they_are_played() -> None:
    one = moves_of(Match(SITTING, 10, concurrency=1))
    assert moves_of(Match(SITTING, 10, concurrency=3)) == one
    whole = Match(SITTING, 10, concurrency=1)
    moves_of(whole)
    # Stopped and gone on with: some games are missing, in the middle of sittings.
    for missing in ({2, 3, 7, 8, 9}, {0, 5}):
        again = Match(SITTING, 10, concurrency=2)
        again.played = {number: game for number, game in whole.played.items() if number not in missing}
        assert moves_of(again) == one
    # Fewer games first, more later.
    fewer = Match(SITTING, 7, concurrency=1)
    assert moves_of(fewer) == {number: one[number] for number in range(7)}
    more = Match(SITTING, 10, concurrency=1)
    more.played = fewer.played
    assert moves_of(more) == one


def test_a_game_depends_on_those_before_it_in_its_sitting_and_on_no_other() -> None:
    """From the start position, sittings of four games against sittings of one: the first of each are alike."""
    long, short = (
        moves_of(Match(MatchSettings("othello", f"{SMALL},sitting={games}", "random", "none"), 8)) for games in (4, 1)
    )
    alike = {number for number in range(8) if long[number] == short[number]}
    assert {0, 4} <= alike < set(range(8))


def test_sittings_move_by_move_are_those_that_run_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OnlinePlayer, "new_mover", lambda self: self.make_mover(), raising=False)
    board = MatchGames(SITTING)
    assert (board.is_compiled, board.sitting) == (True, 4)
    compiled = [game.moves for game in board.play_sitting([4, 5, 6, 7])]
    steps = MatchGames(SITTING)
    steps.__dict__["is_compiled"] = False
    assert [game.moves for game in steps.play_sitting([4, 5, 6, 7])] == compiled


# Saved and loaded


def test_an_alpha_out_of_a_file_is_the_first(tmp_path: Path) -> None:
    write_champion(tmp_path / "alpha.safetensors", champion())
    given = player(f"frankland:alpha={tmp_path}/alpha.safetensors,population=1,generations=1,trials=1,ties=alpha")
    given.choose(OTHELLO.start(), 1)
    start = OTHELLO.start()
    position = start.play(start.legal_moves[0])
    begun = [player(given.name) for _ in range(8)]
    kept = 0
    for word, one in enumerate(begun):
        one.choose(position, word)
        kept += one.alpha()[0].tolist() == champion().arrays["code"].tolist()
    assert kept > 0  # a single game against it is not always lost


def test_a_champion_plays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "alpha.safetensors"
    write_champion(path, champion())
    check_games("othello", str(path), f"{path}:look=1,epsilon=0.1,solve=8", [])


def test_another_alpha_under_the_same_name_is_another_match(tmp_path: Path) -> None:
    keys = set()
    for seed in (1, 2):
        write_champion(tmp_path / "alpha.safetensors", champion(seed))
        keys.add(MatchSettings("othello", f"frankland:alpha={tmp_path}/alpha.safetensors", "random", "none").key)
    assert len(keys) == 2


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"code": np.array([2, 65])}, "the tree is not complete: 1 arguments are missing"),
        ({"code": np.array([65, 65])}, "the tree ends before its node 1"),
        ({"code": np.array([4])}, "node 0 of the tree is 4, which is no function and no terminal"),
        ({"code": np.array([64 + 33])}, "node 0 of the tree is 97, which"),
        ({"code": np.zeros(0, np.int64)}, "a tree has 1..1093 nodes"),
        ({"values": np.full(14, 7)}, "tBH2 is 7, but the tree says 3 first and 3 last"),
    ],
)
def test_trees_that_are_none_are_refused(changed: dict[str, np.ndarray], told: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.safetensors"
    code = np.array([2, 64 + 7, 128 + 3])
    made = champion(code=code, values=np.array([7, 3] + [0] * 12))
    write_champion(path, Champion(made.game, made.method, {**made.arrays, **changed}, {}))
    for name in (str(path), f"frankland:alpha={path}"):
        with pytest.raises(RecordError) as caught:
            parse_player(name, OTHELLO)
        assert told in str(caught.value)


def test_other_champions_are_no_alphas() -> None:
    for name, told in (("moriarty-mobility", "method 'marker-net-1995'"), ("nobody", "is no champion")):
        with pytest.raises(PlayerNameError, match=told):
            parse_player(f"frankland:alpha={name}", OTHELLO)


# Time


def test_a_run_stops_at_the_best_so_far_when_its_time_is_over() -> None:
    one = player("frankland:generations=1000000,seconds=0.1,sitting=1")
    start = OTHELLO.start()
    position = start.play(start.legal_moves[0])
    one.choose(position, 1)  # compiles, or loads what was compiled
    began = perf_counter()
    assert one.choose(position, 2) in position.legal_moves
    assert perf_counter() - began < 30  # a million generations take hours
    assert one.alpha()[0].size > 0


@pytest.mark.parametrize(
    ("text", "game", "told"),
    [
        ("frankland:population=0", "othello", "player option population=0 is not 1..10000"),
        ("frankland:crossover=0.8,mutation=0.3", "othello", "mutation=0.3 is not at most 1 together with crossover"),
        ("frankland:regions=left", "othello", "player option regions='left' is not quadrant or board"),
        ("frankland:depth=7", "othello", "player option depth=7 is not 1..6"),
        ("frankland:look=3", "othello", "player option look=3 is not 0..2"),
        ("frankland:look=1", "checkers", "player option look=1 is for othello, not checkers"),
        ("frankland:solve=8", "checkers", "player option solve=8 is for othello, not checkers"),
        ("frankland", "go", "player 'frankland' plays othello, checkers, not go"),
        ("frankland:generation=3", "othello", "did you mean 'generations'?"),
    ],
)
def test_bad_options_are_quoted(text: str, game: str, told: str) -> None:
    with pytest.raises(PlayerNameError) as caught:
        parse_player(text, parse_game(game))
    assert told in str(caught.value)


def test_thinking_pays() -> None:
    """Against random moves, as the paper's beginners."""
    match = Match(MatchSettings("othello", "frankland:population=20,generations=5,trials=6", "random", "none"), 20)
    moves_of(match)
    assert match.tally.all.points >= 16
