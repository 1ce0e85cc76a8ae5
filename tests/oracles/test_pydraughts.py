"""Random checkers games compared move by move with pydraughts."""

import pytest
from draughts import Board
from tests.games.support import random_positions

from ludogen.games import parse_game
from ludogen.games.checkers import path


@pytest.mark.parametrize("seed", range(12))
def test_legal_moves(seed: int) -> None:
    for ours in random_positions(parse_game("checkers:ply_limit=120"), games=1, seed=seed):
        if ours.ply == 120:
            break
        theirs = Board(variant="english", fen=ours.text.split(":H")[0])
        assert {tuple(move.steps_move) for move in theirs.legal_moves()} == {path(move) for move in ours.legal_moves}
