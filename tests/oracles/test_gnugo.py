"""Go legality and handicap points compared with a real GNU Go."""

import os
import subprocess

import pytest
from tests.games.support import random_positions

from ludogen.engines import find_program
from ludogen.games import Position, parse_game

GNUGO = find_program("gnugo")
if GNUGO is None and os.environ.get("CI"):
    pytest.fail("gnugo is not installed: `make test` as root installs it", pytrace=False)
pytestmark = pytest.mark.skipif(GNUGO is None, reason="gnugo is not installed (apt-get install gnugo)")


def ask(commands: list[str]) -> list[str]:
    """GNU Go's answers to a whole script of commands."""
    assert GNUGO is not None
    script = "\n".join([*commands, "quit"]) + "\n"
    run = subprocess.run(
        [GNUGO, "--mode", "gtp", "--level", "1"], input=script, capture_output=True, text=True, timeout=120, check=True
    )
    return run.stdout.strip().split("\n\n")[:-1]


@pytest.mark.parametrize("size", [5, 7, 9, 13, 19])
@pytest.mark.parametrize("seed", [1, 2])
def test_legal_moves(size: int, seed: int) -> None:
    game = list(random_positions(parse_game(f"go:size={size}"), games=1, seed=seed))
    commands = [f"boardsize {size}", "clear_board"]
    asked: list[Position] = []
    for position in game:
        if position.last_move is not None:
            mover = ("white", "black")[position.side]
            commands.append(f"play {mover} {position.move_name(position.last_move)}")
        if not position.is_over:
            commands.append(f"all_legal {position.side_name}")
            asked.append(position)
    answers = ask(commands)
    assert all(answer.startswith("=") for answer in answers)
    lists = [answer for command, answer in zip(commands, answers, strict=True) if command.startswith("all_legal")]
    for position, answer in zip(asked, lists, strict=True):
        assert set(answer[1:].split()) | {"pass"} == set(position.legal_names), position.diagram()


@pytest.mark.parametrize("size", [7, 8, 9, 10, 11, 13, 15, 19])
def test_handicap_points(size: int) -> None:
    most = 9 if size > 7 and size % 2 else 4
    for stones in range(2, most + 1):
        *_, answer = ask([f"boardsize {size}", "clear_board", f"fixed_handicap {stones}"])
        start = parse_game(f"go:size={size},handicap={stones}").start()
        taken = set(parse_game(f"go:size={size}").start().legal_names) - set(start.legal_names)
        assert set(answer[1:].split()) == taken
        assert start.side_name == "white"
