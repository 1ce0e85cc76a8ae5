"""Golden games that a person can read, replayed line by line; every registered game must have one.

`python -m tests.games.test_playthroughs` writes them anew: look at the difference before you commit it.
"""

import random
from pathlib import Path

import pytest

from ludogen.games import GAMES, Position, parse_game

FOLDER = Path(__file__).parents[1] / "playthroughs"
# File and game.
GAMES_PLAYED = {
    "othello": "othello",
    "checkers": "checkers:ply_limit=80,forty_moves=true,threefold=true",
    "go": "go:size=5,komi=0.5",
    "go-4x4-japanese-superko": "go:size=4,superko=true,scoring=japanese",
}


def describe(position: Position) -> str:
    """All that a reader would want to check at a position."""
    lines = [f"ply {position.ply}"]
    if position.last_move is not None:
        lines.append(f"move {position.move_name(position.last_move)}")
    lines += [position.diagram(), f"text {position.text}", f"hash {position.hash:016x}"]
    lines.append(f"legal {' '.join(position.legal_names)}" if position.legal_moves else f"result {position.result}")
    return "\n".join(lines) + "\n"


def playthrough(name: str) -> str:
    chance = random.Random(2004)
    position = parse_game(name).start()
    parts = [f"game {name}\n", describe(position)]
    while not position.is_over:
        position = position.play(chance.choice(position.legal_moves))
        parts.append(describe(position))
    return "\n".join(parts)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_one(name: str) -> None:
    assert (FOLDER / f"{name}.txt").is_file()


@pytest.mark.parametrize("file", sorted(path.name for path in FOLDER.glob("*.txt")))
def test_replay(file: str) -> None:
    blocks = (FOLDER / file).read_text().split("\n\n")
    game = parse_game(blocks[0].removeprefix("game ").strip())
    position = game.start()
    for block in blocks[1:]:
        moves = [line.removeprefix("move ") for line in block.splitlines() if line.startswith("move ")]
        position = position.play_text(*moves)
        assert describe(position).splitlines() == block.strip().splitlines()
    assert position.is_over


if __name__ == "__main__":
    for stem, name in GAMES_PLAYED.items():
        (FOLDER / f"{stem}.txt").write_text(playthrough(name))
