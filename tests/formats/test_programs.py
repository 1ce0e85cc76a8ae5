"""Our files in the hands of other programs: GNU Go loads SGF, pydraughts reads PDN."""

import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from draughts import Board, Move
from draughts.PDN import PDNReader
from tests.formats.support import moves_from, played

from ludogen.formats import GameRecord, MoveNote, pdn_text, write_records
from ludogen.games import Position, Result, parse_game

GNUGO = shutil.which("gnugo", path=os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/games"]))
if GNUGO is None and os.environ.get("CI"):
    pytest.fail("gnugo is not installed: `make test` as root installs it", pytrace=False)


def random_record(name: str, seed: int, start: Position | None = None, plies: int = 40) -> GameRecord:
    game = parse_game(name)
    start = start or game.start()
    end = played(start, plies, random.Random(seed))
    moves = moves_from(start, end)
    notes = tuple(MoveNote(ply / 8, 0.25, "a comment ] with \\ signs") for ply, _ in enumerate(moves))
    result = end.result or Result(0, (1.0, 0.0), "white resigned")
    return GameRecord(game, ("black [1]", "white \\ 2"), start, moves, result, notes, "event", "1", "2024-05-17")


def stones(position: Position) -> tuple[set[str], set[str]]:
    """Points of the black and of the white stones, as GNU Go lists them."""
    rows = position.diagram().split("\n")[1:-1]
    points: tuple[set[str], set[str]] = (set(), set())
    for row in rows:
        number, *cells = row.split()
        for column, cell in zip("ABCDEFGHJKLMNOPQRST", cells, strict=False):
            if cell != ".":
                points["XO".index(cell)].add(column + number)
    return points


@pytest.mark.skipif(GNUGO is None, reason="gnugo is not installed (apt-get install gnugo)")
@pytest.mark.parametrize(
    ("name", "set_up"),
    [
        ("go:size=5", False),
        ("go:size=9,komi=0.5,superko=true", True),
        ("go:size=13,scoring=japanese,handicap=5", False),
        ("go:size=19,handicap=9", True),
    ],
)
def test_gnu_go_loads_our_sgf(name: str, set_up: bool, tmp_path: Path) -> None:
    assert GNUGO is not None
    start = played(parse_game(name).start(), 12, random.Random(3)) if set_up else None
    record = random_record(name, 4, start, plies=60)
    write_records(tmp_path / "game.sgf", [record])
    commands = ["loadsgf game.sgf", "query_boardsize", "get_komi", "list_stones black", "list_stones white", "quit"]
    run = subprocess.run(
        [GNUGO, "--mode", "gtp"],
        input="\n".join(commands) + "\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        cwd=tmp_path,
    )
    turn, size, komi, black, white = (answer.removeprefix("=").strip() for answer in run.stdout.split("\n\n")[:5])
    end = record.replay()
    assert turn == end.side_name
    assert f"size={size}" in name
    assert float(komi) == getattr(record.game, "komi")  # noqa: B009  # the protocol of games has no komi
    assert (set(black.split()), set(white.split())) == stones(end)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("begins", ["black", "white"])
def test_pydraughts_reads_our_pdn(seed: int, begins: str) -> None:
    name = "checkers:ply_limit=0"
    # pydraughts takes the side that begins from FEN, and numbers as if that were always White; so Black's positions
    # are read as the usual start only.
    start = None if begins == "black" else played(parse_game(name).start(), 5, random.Random(seed))
    record = random_record(name, seed, start, plies=50)
    (read,) = PDNReader(pdn_text=pdn_text([record])).games
    assert read.variant == "english"
    assert read.tags["Black"] == "black [1]"
    assert read.game_ending == read.tags["Result"]
    board = Board(variant="english", fen=read.tags.get("FEN", "startpos"))
    for move in read.moves:
        board.push(Move(board, pdn_move=move))
    end = record.replay()
    assert len(read.moves) == len(record.moves)
    assert pieces(board.fen) == pieces(end.text.split(":H")[0])


def pieces(fen: str) -> tuple[str, set[str], set[str]]:
    side, white, black = fen.split(":")
    return side, set(white[1:].split(",")), set(black[1:].split(","))
