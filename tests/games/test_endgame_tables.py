"""Endgame tables as a file and as Python objects: building, damage and repair, known endings, perfect play."""

import errno
import os
import struct
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from ludogen.errors import EndgameTableError, InvalidInputError
from ludogen.games import Position, endgame_file, endgame_tables, parse_game
from ludogen.games.endgame_file import HEADER_SIZE, _digest
from ludogen.games.endgame_tables import Tables, Verdict, build_tables, missing_positions, open_tables, tables_path
from ludogen.kernels.checkers_index import CLASSES, Class, decode
from ludogen.kernels.dispatch import COMPILED
from ludogen.kernels.steps import rewrap

RULES = parse_game("checkers:ply_limit=0")
PIECES = 3 if COMPILED else 2
NAMES = [one.name for one in CLASSES]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """Tables for few pieces; in each test a copy of the file lies where tables are looked for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUDOGEN_CACHE", str(tmp_path_factory.mktemp("cache")))
        return build_tables(PIECES, threads=2)


@pytest.fixture(autouse=True)
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUDOGEN_CACHE", str(tmp_path))
    return tables_path()


@pytest.fixture
def copied(built: Tables, path: Path) -> Path:
    path.parent.mkdir()
    path.write_bytes(built.path.read_bytes())
    return path


def verdict(tables: Tables, text: str) -> tuple[str, int]:
    found = tables.probe(RULES.parse_position(text))
    assert found is not None
    return found.name, found.plies


def random_position(chance: Random, tables: Tables) -> Position:
    one = chance.choice(tables.classes)
    state = rewrap(decode(CLASSES.index(one), chance.randrange(one.size)))
    return Position(RULES, state, 0)


def play_out(tables: Tables, position: Position) -> None:
    """Follow the best moves: the result comes when it was foretold; a draw is still one after some plies."""
    verdict = tables.probe(position)
    assert verdict is not None
    for plies_left in range(verdict.plies, 0, -1):
        assert tables.probe(position) == (verdict.value, plies_left)
        move = tables.best_move(position)
        assert move is not None
        position = position.play(move)
        verdict = Verdict(-verdict.value, plies_left - 1)
    if verdict.value:
        assert verdict == (-1, 0)
        assert position.result is not None
        assert position.result.winner == 1 - position.side
        assert tables.best_move(position) is None
    else:
        for _ in range(10):
            assert tables.probe(position) == (0, 0)
            move = tables.best_move(position)
            assert move is not None
            position = position.play(move)


def test_the_opposition_decides_between_two_kings(built: Tables) -> None:
    # Lasker, Chess and Checkers, diagram 88: whoever is to move has the opposition.
    assert verdict(built, "W:WK32:BK26") == ("win", 9)
    assert verdict(built, "B:WK32:BK26") == ("draw", 0)
    assert verdict(built, "B:W32:B28") == ("loss", 0)  # a side without a move


@pytest.mark.skipif(not COMPILED, reason="three pieces")
def test_two_kings_beat_one(built: Tables) -> None:
    one = CLASSES[NAMES.index("KK v K")]
    found = built.summary(one)
    assert (found.wins, found.draws, found.losses, found.longest_win) == (14846, 34, 0, 33)
    assert verdict(built, "W:WK19,K23:BK32") == ("win", 15)  # Lasker's diagram 89


def test_best_moves_end_the_game_when_foretold(built: Tables) -> None:
    chance = Random(3)
    for _ in range(200 if COMPILED else 20):
        play_out(built, random_position(chance, built))


def test_positions_that_are_not_in_the_tables(built: Tables) -> None:
    for start in (RULES.start(), parse_game("othello").start()):
        assert built.probe(start) is None
        assert built.best_move(start) is None


def test_a_game_that_a_rule_has_ended_has_no_best_move(built: Tables) -> None:
    over = parse_game("checkers:ply_limit=2").parse_position("B:WK32:BK26:H0:F2")
    assert built.probe(over) is not None
    assert built.best_move(over) is None


def test_no_tables(path: Path) -> None:
    assert open_tables() is None
    assert missing_positions() == 6_408_836
    assert not path.parent.exists()


@pytest.mark.parametrize(("pieces", "threads"), [(1, 1), (5, 1), (2, -1), (2, 5000)])
def test_what_cannot_be_built(pieces: int, threads: int) -> None:
    with pytest.raises(InvalidInputError, match=str(threads if pieces == 2 else pieces)):
        build_tables(pieces, threads)


@pytest.mark.parametrize("threads", [1, 2])
def test_any_number_of_threads_gives_the_same_bytes(
    threads: int, built: Tables, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endgame_tables, "CHUNK", 700)
    assert build_tables(PIECES, threads).path == path
    assert path.read_bytes() == built.path.read_bytes()
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_the_arrays_cannot_be_written(copied: Path) -> None:
    opened = open_tables()
    assert opened is not None
    assert not opened.for_kernels.codes.flags.writeable
    assert type(opened.for_kernels.codes).__name__ == "ndarray"


class Built:
    """Remembers which classes were in work."""

    def __init__(self) -> None:
        self.positions: dict[str, int] = {}

    def __call__(self, one: Class, done: int) -> None:
        self.positions[one.name] = self.positions.get(one.name, 0) + done


def test_building_goes_on_where_it_stopped(built: Tables, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = endgame_file.write

    def stop(to: Path, codes: endgame_file.Codes, done: set[int]) -> None:
        write(to, codes, done)
        if len(done) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(endgame_tables, "write", stop)
    first, second, third = Built(), Built(), Built()
    with pytest.raises(KeyboardInterrupt):
        build_tables(PIECES, 1, first)
    half_way = open_tables()
    assert half_way is not None
    assert [one.name for one in half_way.classes] == ["K v K", "K v M", "M v K"]
    monkeypatch.undo()
    monkeypatch.setenv("LUDOGEN_CACHE", str(path.parents[1]))
    build_tables(PIECES, 1, second)
    assert not first.positions.keys() & second.positions.keys()
    assert {**first.positions, **second.positions} == {one.name: one.size for one in built.classes}
    assert path.read_bytes() == built.path.read_bytes()
    build_tables(2, 1, third)  # less than there is: nothing is done, nothing is lost
    assert not third.positions
    assert missing_positions(PIECES) == 0
    assert path.read_bytes() == built.path.read_bytes()


def with_header(data: bytes, place: int, values: bytes) -> bytes:
    """The file with other values in its header, and a checksum that fits them."""
    header = bytearray(data[: HEADER_SIZE - 32])
    header[place : place + len(values)] = values
    return bytes(header) + _digest(bytes(header)) + data[HEADER_SIZE:]


DAMAGE: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda data: b"", "begins with b''"),
    "foreign": (lambda data: b"GIF89a" + data[6:], "begins with b'GIF89a"),
    "start of a header": (lambda data: data[:100], "cut off after 100 bytes"),
    "header alone": (lambda data: data[:HEADER_SIZE], "it has 4096 bytes"),
    "truncated": (lambda data: data[:-1000], "it has .* bytes"),
    "too long": (lambda data: data + b"x", "it has .* bytes"),
    "newer": (lambda data: with_header(data, 8, struct.pack("<H", 2)), r"newer Ludogen \(format 2, this one reads 1\)"),
    "older": (lambda data: with_header(data, 8, struct.pack("<H", 0)), "of an old kind"),
    "other rules": (lambda data: with_header(data, 10, struct.pack("<H", 77)), "'checkers' rules 77, not .* rules 1"),
    "other game": (lambda data: with_header(data, 12, b"chess\0\0\0\xff\0"), r"for 'chess.*' rules 1, not"),
    "no classes": (lambda data: with_header(data, 24, struct.pack("<H", 0)), "names 0 classes"),
    "many classes": (lambda data: with_header(data, 24, struct.pack("<H", 9999)), "names 9999 classes"),
    "half a pair": (
        lambda data: with_header(data, 24, struct.pack("<H", 2))[: 4096 + 1860],
        "after 'K v M' is missing",
    ),
    "other class": (lambda data: with_header(data, 28, b"\1"), r"names \(1, 1, 0, 1, 992\) where"),
    "damaged header": (lambda data: data[:40] + b"\xff" + data[41:], "its header is damaged"),
    "damaged class": (lambda data: data[:5500] + bytes([data[5500] ^ 1]) + data[5501:], "class 'K v M' is damaged"),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_files_that_cannot_be_used_are_refused_and_repaired(kind: str, copied: Path) -> None:
    damage, said = DAMAGE[kind]
    whole = copied.read_bytes()
    copied.write_bytes(damage(whole))
    with pytest.raises(EndgameTableError, match=said) as refused:
        open_tables()
    assert repr(str(copied)) in str(refused.value)
    assert "'ludogen tables build checkers' repairs it" in str(refused.value)
    build_tables(PIECES, 2)
    assert copied.read_bytes() == whole


def test_only_what_is_damaged_is_built_again(copied: Path) -> None:
    damage, _ = DAMAGE["damaged class"]
    whole = copied.read_bytes()
    copied.write_bytes(damage(whole))
    work = Built()
    assert missing_positions(PIECES) == 2 * 868
    build_tables(PIECES, 1, work)
    assert work.positions == {"K v M": 868, "M v K": 868}
    assert copied.read_bytes() == whole


@pytest.mark.skipif(not COMPILED, reason="three pieces")
def test_damage_beyond_what_is_asked_for_is_cut_off(copied: Path) -> None:
    copied.write_bytes(copied.read_bytes()[:-1000])
    work = Built()
    tables = build_tables(2, 1, work)
    assert not work.positions
    assert [one.name for one in tables.classes][-1] == "MM v K"


@pytest.mark.parametrize("has_old", [False, True])
def test_a_full_disk_leaves_no_half_file(
    has_old: bool, built: Tables, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = DAMAGE["damaged class"][0](built.path.read_bytes())
    if has_old:
        path.parent.mkdir()
        path.write_bytes(old)

    def fail(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(EndgameTableError, match=r"cannot write endgame tables .*No space left"):
        build_tables(2, 1)
    assert [file.read_bytes() for file in path.parent.iterdir()] == ([old] if has_old else [])


def test_places_that_are_not_files(path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(EndgameTableError, match="it is not a file"):
        open_tables()
    with pytest.raises(EndgameTableError, match="cannot write"):
        build_tables(2, 1)
    path.rmdir()
    path.parent.rmdir()
    path.parent.write_text("in the way")
    with pytest.raises(EndgameTableError, match="Not a directory"):
        open_tables()
    with pytest.raises(EndgameTableError, match="cannot write"):
        build_tables(2, 1)


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="six million positions")
def test_four_pieces() -> None:
    tables = build_tables(threads=2)
    assert tables.path.stat().st_size == HEADER_SIZE + 6_408_836
    assert max(tables.summary(one).longest_win for one in CLASSES) == 109
    # The First Position: Lasker's diagram 93, which black draws when it is black's turn.
    assert verdict(tables, "W:WK19,K23:BK28,12") == ("win", 61)
    assert verdict(tables, "B:WK19,K23:BK28,12") == ("draw", 0)
    # VandeWettering (brainwagon.org, 11 May 2008) links to 93 moves of perfect play from this one, colours changed.
    assert verdict(tables, "B:WK8,30:B22,27") == ("win", 93)
    # The American Checker Federation's way to win it (acfcheckers.com/std2.html) begins with best moves of both sides.
    position = RULES.parse_position("W:WK15,20:BK28,12")
    trunk = "15-19 28-32 20-16 32-28 16-11 28-32 11-7 32-28 7-3 28-32 3-7 32-28 7-10 28-32 10-15 32-28 15-18 28-32"
    for plies, move in zip(range(81, 0, -1), trunk.split(), strict=False):
        assert tables.probe(position) == (1 if plies % 2 else -1, plies)
        position = position.play_text(move)
    chance = Random(4)
    for _ in range(300):
        play_out(tables, random_position(chance, tables))
