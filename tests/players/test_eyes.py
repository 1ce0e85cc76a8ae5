"""Roving eyes as players: made from files that may hold anything, and their way over the board."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.players.support import eye_champion, write_eye

from ludogen.errors import PlayerNameError, RecordError
from ludogen.formats import write_champion
from ludogen.games import parse_game
from ludogen.players import parse_player
from ludogen.players.eyes import eye_path

GAME = parse_game("go:size=5")


def test_a_champion_plays_and_tells_its_way(tmp_path: Path) -> None:
    player = parse_player(str(write_eye(tmp_path)), GAME)
    position = GAME.start().play_text("C3", "D3")
    assert position.move_name(player.choose(position, 0)) == "C4"
    path = eye_path(player, position)
    assert path is not None
    assert [(step.point, step.heading, step.decision) for step in path.steps] == [
        ("C3", "north", "moves"),
        ("C4", "north", "places a stone"),
    ]
    assert (path.move, path.is_late) == (position.parse_move("C4"), False)
    assert {name for name, value in path.steps[0].sensors.items() if value and "far" not in name} == {
        *("black centre", "white right", "row", "column", "bias")
    }
    assert max(path.steps[1].outputs, key=lambda name: path.steps[1].outputs[name]) == "place"


@pytest.mark.parametrize("size", [5, 9, 13])
def test_the_way_leads_to_the_move_all_through_a_game(size: int, tmp_path: Path) -> None:
    game = parse_game(f"go:size={size}")
    eye, other = parse_player(str(write_eye(tmp_path)), game), parse_player("random", game)
    position = game.start()
    while not position.is_over and position.ply < 40:
        if position.side == 0:
            path = eye_path(eye, position)
            assert path is not None
            assert path.move == eye.choose(position, 0)
            position = position.play(path.move)
        else:
            position = position.play(other.choose(position, position.ply))


def test_an_eye_that_never_decides_is_late(tmp_path: Path) -> None:
    player = parse_player(str(write_eye(tmp_path, [("turn right", 1.0, "bias")])), GAME)
    path = eye_path(player, GAME.start())
    assert path is not None
    assert (len(path.steps), GAME.move_name(path.move), path.is_late) == (100, "pass", True)
    assert [step.heading for step in path.steps[:5]] == ["north", "east", "south", "west", "north"]


def test_who_is_no_eye_has_no_way(tmp_path: Path) -> None:
    assert eye_path(parse_player("random", GAME), GAME.start()) is None
    assert eye_path(parse_player("material:depth=1", GAME), GAME.start()) is None
    straying = parse_player(f"{write_eye(tmp_path)}:epsilon=0.5", GAME)
    assert eye_path(straying, GAME.start()) is not None


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"targets": np.array([3] * 9)}, "target 3 of a link is not a node"),
        ({"sources": np.array([-1] * 9)}, "source -1 of a link is not a node"),
        ({"weights": np.zeros(8, np.float32)}, "as many sources as targets and weights"),
        ({"updates": np.array(10**9)}, "updates 1000000000 are not 0..1000"),
        ({"slope": np.array(-1, np.float32)}, "slope -1 is not a number above 0"),
        ({"steps": np.array(0)}, "steps 0 of an eye are not 1..10000"),
        ({"steps": np.array(2**40)}, "of an eye are not 1..10000"),
        ({"threshold": np.array(2, np.float32)}, "threshold 2 of an eye is not 0..1"),
        ({"heading": np.array(4)}, "heading 4 of an eye is not 0..3"),
        ({"steps": np.array(9.0)}, r"needs an array 'steps' of int64\[\]"),
    ],
)
def test_arrays_that_make_no_eye_are_told(changed: dict[str, Any], said: str, tmp_path: Path) -> None:
    champion, path = eye_champion(), tmp_path / "bad.safetensors"
    write_champion(path, replace(champion, arrays={**champion.arrays, **changed}))
    with pytest.raises(RecordError, match=said):
        parse_player(str(path), GAME)


def test_options_that_an_eye_does_not_take_are_told(tmp_path: Path) -> None:
    path = write_eye(tmp_path)
    with pytest.raises(PlayerNameError, match="player option depth=3 is for players that search"):
        parse_player(f"{path}:depth=3", GAME)
    with pytest.raises(PlayerNameError, match=r"player option epsilon=2.0 is not 0..1"):
        parse_player(f"{path}:epsilon=2", GAME)
    with pytest.raises(PlayerNameError, match="plays go, not othello"):
        parse_player(str(path), parse_game("othello"))
