"""Random games compared move by move with OpenSpiel."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pyspiel
import pytest
from tests.games.support import random_positions

from ludogen.games import parse_game
from ludogen.games.checkers import path


def os_start(name: str) -> Any:
    return pyspiel.load_game(name).new_initial_state()


@pytest.mark.parametrize("seed", range(30))
def test_othello(seed: int) -> None:
    theirs = os_start("othello")
    for ours in random_positions(parse_game("othello"), games=1, seed=seed):
        if ours.last_move is not None:
            theirs.apply_action(theirs.string_to_action(ours.move_name(ours.last_move)))
        assert theirs.is_terminal() == ours.is_over
        names = {theirs.action_to_string(action) for action in theirs.legal_actions()}
        assert names == set(ours.legal_names)
    assert ours.result is not None
    assert theirs.player_return(0) == 2 * ours.result.score(0) - 1


def os_square(number: int) -> str:
    """OpenSpiel's name of a square: its first player sits at the bottom, ours at the top."""
    row = (number - 1) // 4
    column = 2 * ((number - 1) % 4) + (row + 1) % 2
    return "abcdefgh"[7 - column] + str(row + 1)


def os_checkers_moves(state: Any, player: int, done: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Whole moves as sequences of OpenSpiel's actions: a multiple jump is several actions of one player there."""
    for action in state.legal_actions():
        step = state.action_to_string(action)
        child = state.child(action)
        jumped = abs(ord(step[0]) - ord(step[2])) == 2
        if jumped and not child.is_terminal() and child.current_player() == player:
            yield from os_checkers_moves(child, player, (*done, step))
        else:
            yield (*done, step)


def our_actions(move: int) -> tuple[str, ...]:
    squares = [os_square(number) for number in path(move)]
    return tuple(a + b for a, b in pairwise(squares))


@pytest.mark.parametrize("seed", range(30))
def test_checkers(seed: int) -> None:
    theirs = os_start("checkers")
    compared = 0
    for ours in random_positions(parse_game("checkers"), games=1, seed=seed):
        if ours.last_move is not None:
            for step in our_actions(ours.last_move):
                theirs.apply_action(theirs.string_to_action(step))
        if theirs.is_terminal():  # it draws after 40 actions without a capture, we do not
            break
        assert theirs.current_player() == ours.side
        mine = sorted(our_actions(move) for move in ours.legal_moves)
        assert mine == sorted(os_checkers_moves(theirs, ours.side))
        compared += 1
    assert compared > 20
    if ours.is_over and ours.result is not None:
        assert theirs.player_return(0) == 2 * ours.result.score(0) - 1


@pytest.mark.parametrize("size", [2, 3, 5, 7, 9, 10, 13, 19])
@pytest.mark.parametrize("seed", range(4))
def test_go(size: int, seed: int) -> None:
    komi = 0.5
    theirs = os_start(f"go(board_size={size},komi={komi})")
    for ours in random_positions(parse_game(f"go:size={size},komi={komi}"), games=1, seed=seed, longest=700):
        if ours.last_move is not None:
            name = "PASS" if ours.move_name(ours.last_move) == "pass" else ours.move_name(ours.last_move).lower()
            theirs.apply_action(theirs.string_to_action(f"{'WB'[ours.side]} {name}"))
        if theirs.is_terminal() and not ours.is_over:  # it ends a game whose board repeats
            break
        assert theirs.is_terminal() == ours.is_over
        names = {theirs.action_to_string(action)[2:].lower() for action in theirs.legal_actions()}
        assert names == {name.lower() for name in ours.legal_names}
    if ours.result is not None:
        assert theirs.player_return(0) == 2 * ours.result.score(0) - 1
