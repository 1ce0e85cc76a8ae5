"""What players see, held against what they do."""

from pathlib import Path

import pytest
from tests.web.support import feature_champion

from ludogen.games import parse_game
from ludogen.players import SearchPlayer
from ludogen.players.methods import METHODS
from ludogen.web.entrants import champion_of, open_player
from ludogen.web.scenes import path_of
from ludogen.web.sight import LENSES, Subject, lenses_for, relative
from ludogen.web.sight.features import FeatureLens
from ludogen.web.sight.marker import MarkerLens
from ludogen.web.sight.searching import SearchLens

RUNS = Path("nowhere")


def subject(name: str, game: str) -> Subject:
    return Subject(name, open_player(name, parse_game(game), RUNS), champion_of(name, RUNS))


def test_all_methods_can_be_looked_at() -> None:
    methods = {"othello-net-2001", "marker-net-1995", "fixed-net-1995"}
    assert methods <= set(METHODS)
    names = {lens.name for lens in LENSES}
    assert len(names) == len(LENSES)


@pytest.mark.parametrize(("name", "game"), [("positional:depth=3", "othello"), ("anaconda:depth=3", "checkers")])
def test_the_last_step_of_a_search_prefers_what_it_plays(name: str, game: str) -> None:
    player = subject(name, game)
    position = parse_game(game).start()
    position = position.play(position.legal_moves[0])
    (lens,) = lenses_for(player)
    sight = lens.look(player, position)
    assert isinstance(lens, SearchLens)
    assert len(sight.steps) == 3
    assert isinstance(player.player, SearchPlayer)
    chosen = player.player.think(position).move
    best = [mark for mark in sight.steps[-1].overlay["moves"] if mark["best"]]
    assert path_of(position.game, position.move_name(chosen), chosen) in [mark["path"] for mark in best]
    assert len(sight.steps[-1].overlay["moves"]) == len(position.legal_moves)


def test_a_marker_net_is_seen_to_choose_what_it_plays_all_game_long() -> None:
    player = subject("moriarty-mobility", "othello")
    position = parse_game("othello").start().play_text("d3", "c3")
    lens = MarkerLens()
    assert lens.suits(player)
    for _ in range(8):
        move = player.player.choose(position, 1)
        sight = lens.look(player, position)
        first = sight.steps[0].overlay["moves"][0]
        if move:
            assert first["path"] == path_of(position.game, position.move_name(move), move)
        assert sight.graph is not None
        assert len(sight.graph["activity"]) == len(sight.graph["units"])
        position = position.play(move)
        position = position.play(position.legal_moves[0])


def test_hidden_features_add_up_to_what_the_net_says() -> None:
    champion = feature_champion()
    method = METHODS[champion.method]
    from ludogen.names import parse_place

    game = parse_game("othello")
    player = method.build("x:depth=1", parse_place("x:depth=1"), champion.arrays, game)
    assert isinstance(player, SearchPlayer)
    looked_at = Subject("x", player, champion)
    assert FeatureLens().suits(looked_at)
    position = game.start().play_text("d3", "c3")
    # One ply ahead, the value of a move is the net's estimate of the position after it, seen by the other side.
    for move, value in player.move_values(position).items():
        after = position.play(move)
        share = float(FeatureLens().look(looked_at, after).facts["output"])
        assert value == pytest.approx(0.5 - share if position.side == 0 else share - 0.5, abs=2e-3)


def test_relative_values_span_the_scale() -> None:
    assert relative([1.0, 2.0, 3.0]) == [-1.0, 0.0, 1.0]
    assert relative([5.0, 5.0]) == [0.0, 0.0]
    assert relative([]) == []
