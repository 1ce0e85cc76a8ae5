"""What players see, held against what they do."""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from tests.players.support import write_eye
from tests.players.test_online import champion as tree_champion
from tests.web.support import feature_champion

from ludogen.formats import write_champion
from ludogen.games import Position, parse_game
from ludogen.players import SearchPlayer, parse_player
from ludogen.players.methods import METHODS
from ludogen.web.entrants import champion_of, open_player
from ludogen.web.scenes import path_of
from ludogen.web.seated import SeatedPlayer, seated
from ludogen.web.sight import LENSES, Subject, lenses_for, relative
from ludogen.web.sight.areas import AreaLens
from ludogen.web.sight.features import FeatureLens
from ludogen.web.sight.marker import MarkerLens
from ludogen.web.sight.roving import EyeLens
from ludogen.web.sight.searching import SearchLens
from ludogen.web.sight.sight import move_marks

RUNS = Path("nowhere")
SMALL = "frankland:population=8,generations=3,trials=4"


def subject(name: str, game: str, runs: Path = RUNS) -> Subject:
    return Subject(name, seated(open_player(name, parse_game(game), runs)), champion_of(name, runs))


def test_all_methods_can_be_looked_at() -> None:
    methods = {"othello-net-2001", "marker-net-1995", "fixed-net-1995", "heuristic-tree-2015", "eye-net-2004"}
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


def test_a_marker_net_is_seen_at_its_own_last_move_while_the_other_is_to_move() -> None:
    player = replace(subject("moriarty-mobility", "othello"), sides=(1,))
    start = parse_game("othello").start()
    assert "not looked" in MarkerLens().look(player, start).steps[0].caption
    mine = start.play_text("d3")
    theirs = mine.play(player.player.choose(mine, 1))
    before, after = (MarkerLens().look(player, position) for position in (mine, theirs))
    assert before == after
    assert after.steps[0].caption.startswith("as white it plays")
    assert after.graph is not None
    assert {key for key, light in after.graph["lights"].items() if key[0] == "a" and light} == {"a36"}  # white's disc


def test_squares_of_hidden_features_keep_the_players_side() -> None:
    champion = feature_champion()
    player = subject("positional:depth=1", "othello").player
    position = parse_game("othello").start().play_text("d3")
    looks = [
        FeatureLens().look(Subject("x", player, champion, (side,)), shown).steps[0]
        for side in (0, 1)
        for shown in (position, position.play(position.legal_moves[0]))
    ]
    assert [step.caption.split()[3] for step in looks] == ["Black's", "Black's", "White's", "White's"]
    mine, theirs = (dict(step.overlay["tints"]) for step in (looks[0], looks[2]))
    assert mine == {square: -value for square, value in theirs.items()}


def test_values_are_told_for_the_side_to_move() -> None:
    player = replace(subject("pieces:depth=1", "checkers"), sides=(1,))
    start = parse_game("checkers").start()
    assert "it would prefer, if it were red to move," in SearchLens().look(player, start).steps[0].caption
    its_own = start.play(start.legal_moves[0])
    assert re.search(r"it prefers .* for white\)", SearchLens().look(player, its_own).steps[0].caption)


def test_of_moves_to_one_square_only_the_best_has_a_label() -> None:
    position = parse_game("checkers").start()  # 10-15 and 11-15
    values = {move: float(number) for number, move in enumerate(position.legal_moves)}
    marks = move_marks(position, values, dict.fromkeys(values, "x"))
    ends = [mark["path"][-1] for mark in marks if mark["label"]]
    assert len(ends) == len(set(ends)) == len({mark["path"][-1] for mark in marks}) < len(marks)
    (labelled, bare) = (mark for mark in marks if mark["path"][-1] == 28)
    assert labelled["label"]
    assert not bare["label"]
    assert labelled["value"] > bare["value"]


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
        share = float(FeatureLens().look(looked_at, after).facts["output, White's"])
        assert value == pytest.approx(0.5 - share if position.side == 0 else share - 0.5, abs=2e-3)


def test_relative_values_span_the_scale() -> None:
    assert relative([1.0, 2.0, 3.0]) == [-1.0, 0.0, 1.0]
    assert relative([5.0, 5.0]) == [0.0, 0.0]
    assert relative([]) == []


# Players that evolve for every move


def advanced(position: Position, player: SeatedPlayer, chance: int) -> Position:
    """The player moves, then somebody else."""
    position = position.play(player.choose(position, chance))
    return position.play(position.legal_moves[0])


def test_a_player_that_evolves_moves_at_a_table_as_it_does_on_one_thread() -> None:
    """Each move asked on another thread: its alpha goes on all the same."""
    looked_at, alone = subject(SMALL, "othello"), parse_player(SMALL, parse_game("othello"))
    assert isinstance(looked_at.player, SeatedPlayer)
    position = same = parse_game("othello").start()
    for chance in range(6):
        with ThreadPoolExecutor(1) as other:
            move = other.submit(looked_at.player.choose, position, chance).result()
        assert move == alone.choose(same, chance)
        position, same = (each.play(move) for each in (position, same))
        position, same = (each.play(each.legal_moves[0]) for each in (position, same))


@pytest.mark.parametrize("game", ["othello", "checkers"])
def test_areas_are_worth_what_the_move_was_chosen_by(game: str) -> None:
    looked_at = subject(f"{SMALL},leaving=true" if game == "checkers" else SMALL, game)
    assert isinstance(looked_at.player, SeatedPlayer)
    position, lens, seen = parse_game(game).start(), AreaLens(), set()
    assert [type(one) for one in lenses_for(looked_at)] == [AreaLens]
    assert "not evolved" in lens.look(looked_at, position).steps[0].caption
    for chance in range(5):
        moved_in, position = position, advanced(position, looked_at.player, chance)
        (thought, *_) = looked_at.player.moved_by(position)
        assert thought.position is moved_in
        sight = lens.look(looked_at, position)
        had_choice = len(moved_in.legal_moves) > 1
        assert sight.facts["evolved"] == ("3 generations, 96 games" if had_choice else "nothing for this move")
        assert sight.text[1].startswith(("fArg", "tBH", "tC", "tE"))
        assert not any("tCnr" in name for name in sight.facts)
        assert sight.facts["corners doubled" if game == "othello" else "crown row doubled"] in ("yes", "no")
        named = set(re.findall(r"t[A-Z]\w+", sight.text[1].partition("\n")[0]))
        assert named == set(re.findall(r"^(t[A-Z]\w+): ", sight.text[1], re.MULTILINE))
        assert len(sight.pictures) == chance + 1
        tints = dict(sight.steps[-1].overlay["tints"])
        assert len(tints) == (60 if game == "othello" else 32)
        seen.add(tuple(sight.pictures[0].values))
        if len(sight.steps) == 2 and game == "othello":
            path = path_of(moved_in.game, moved_in.move_name(thought.move), thought.move)
            assert path in [mark["path"] for mark in sight.steps[0].overlay["moves"] if mark["best"]]
    assert len(seen) > 1  # its opinion changes


def test_a_move_taken_back_is_seen_no_more_and_both_seats_think_for_themselves() -> None:
    looked_at = subject(SMALL, "othello")
    player, start = looked_at.player, parse_game("othello").start()
    assert isinstance(player, SeatedPlayer)
    first = advanced(start, player, 1)
    second = advanced(first, player, 2)
    assert [thought.position for thought in player.moved_by(second)] == [first, start]
    assert [thought.position for thought in player.moved_by(first)] == [first, start]
    assert [thought.position for thought in player.moved_by(start)] == [start]
    other = first.play(first.legal_moves[0])  # white's to move, and white is asked, too
    player.choose(other, 3)
    assert [thought.position for thought in player.moved_by(other)] == [other, first, start]
    assert len(player.minds[1].thoughts()) == 1  # nothing of black's
    again = parse_game("othello").start()
    player.choose(again, 1)
    assert [thought.position for thought in player.moved_by(again)] == [again]


def test_a_champion_of_heuristics_shows_its_areas(tmp_path: Path) -> None:
    write_champion(tmp_path / "tree.safetensors", tree_champion())
    looked_at = subject("runs/tree.safetensors", "othello", tmp_path)
    position = parse_game("othello").start()
    values = tree_champion().arrays["values"]
    sight = AreaLens().look(looked_at, position)
    corner = sight.pictures[0].values[0]
    assert corner in (values[0], 2 * values[0], 4 * values[0])
    assert "yes" in sight.facts.values() or not any(values[9:12])
    assert len(AreaLens().look(replace(looked_at, sides=(1,)), position).steps) == 1


# Roving eyes


def test_an_eye_is_seen_to_walk_to_the_stone_that_it_places(tmp_path: Path) -> None:
    write_eye(tmp_path)
    looked_at = replace(subject("runs/eye.safetensors", "go:size=5", tmp_path), sides=(0,))
    position = parse_game("go:size=5").start().play_text("C3", "D3")
    move = looked_at.player.choose(position, 0)
    assert position.move_name(move) == "C4"
    for shown in (position, position.play(move)):  # before it moves, and after
        (lens,) = lenses_for(looked_at)
        assert isinstance(lens, EyeLens)
        sight = lens.look(looked_at, shown)
        assert [step.caption for step in sight.steps] == [
            "on C3, facing north: it moves",
            "on C4, facing north: it places a stone",
        ]
        assert sight.steps[0].overlay["eyes"] == [[12, 0]]
        assert sight.steps[1].overlay == {"frames": [[7, 3]], "eyes": [[7, 0]], "walk": [12, 7]}
        field = sight.steps[0].pictures[0]
        assert list(field.values) == [0, 0, 0, 0, 1, -1, 0, 0, 0]  # its own stone below it, white to the right
        acting = {meter.name for meter in sight.steps[1].meters if meter.threshold and meter.value > meter.threshold}
        assert acting == {"place", "pass"}  # the stronger of them counts
    unasked = EyeLens().look(replace(looked_at, sides=(1,)), parse_game("go:size=5").start())
    assert "not looked" in unasked.steps[0].caption


def test_what_is_off_the_board_is_no_stone_and_late_eyes_are_told(tmp_path: Path) -> None:
    write_eye(tmp_path, [("forward", 1.0, "bias"), ("place", -1.0, "bias")])
    looked_at = subject("runs/eye.safetensors", "go:size=5", tmp_path)
    sight = EyeLens().look(looked_at, parse_game("go:size=5").start())
    assert len(sight.steps) == 100
    assert list(sight.steps[-1].pictures[0].values[:3]) == [None] * 3
    assert sight.facts["move"] == "pass, since its time is used up"
