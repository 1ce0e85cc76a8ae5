"""Files of records: formats by name, encodings, limits, whole or not at all."""

import os
from pathlib import Path

import pytest

from ludogen.errors import RecordError
from ludogen.formats import GameRecord, read_records, write_records
from ludogen.formats.files import MOST_BYTES
from ludogen.games import Checkers, Go, Othello


def record(*players: str) -> GameRecord:
    game = Othello()
    return GameRecord(game, (players[0], players[1]), game.start(), ())


def test_the_name_says_the_format_in_capitals_too(tmp_path: Path) -> None:
    for name, sign in (("a.SGF", "(;FF[4]"), ("b.ggf", "(;GM[Othello]")):
        write_records(tmp_path / name, [record("ä", "漢字")])
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(sign)
        assert read_records(str(tmp_path / name)) == [record("ä", "漢字")]


def test_go_and_othello_may_stand_in_one_file(tmp_path: Path) -> None:
    both = [record("a", "b"), GameRecord(Go(5), ("c", "d"), Go(5).start(), ())]
    write_records(tmp_path / "both.sgf", both)
    assert read_records(tmp_path / "both.sgf") == both


@pytest.mark.parametrize("name", ["games.txt", "games", "games.sgf.gz"])
def test_other_names_are_refused(name: str, tmp_path: Path) -> None:
    said = rf"no format for the file '{name}': its name must end in .sgf, .pdn, .ggf"
    with pytest.raises(RecordError, match=said):
        read_records(tmp_path / name)
    with pytest.raises(RecordError, match=said):
        write_records(tmp_path / name, [])


@pytest.mark.parametrize("name", ["none.sgf", "none.pdn", "none.ggf"])
def test_no_games_are_no_games(name: str, tmp_path: Path) -> None:
    write_records(tmp_path / name, [])
    assert read_records(tmp_path / name) == []


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ("\ufeff(;GM[2]PB[Käthe])".encode(), "Käthe"),
        ("(;GM[2]CA[ISO-8859-1]PB[Käthe])".encode("latin-1"), "Käthe"),
        ("(;GM[2]PB[Käthe])".encode("latin-1"), "Käthe"),
        ("(;GM[2]CA[latin1]PB[Käthe])".encode("latin-1"), "Käthe"),
        ("(;GM[2]CA[Shift_JIS]PB[本因坊])".encode("cp932"), "本因坊"),
        ("(;GM[2]CA[GB2312]PB[吴清源])".encode("gbk"), "吴清源"),
        ("(;GM[2]CA[UTF-8]PB[Käthe])".encode("latin-1"), "Käthe"),
        (b"(;GM[2]CA[unicode_escape]PB[\\\\x41])", "\\x41"),
    ],
)
def test_charsets(data: bytes, name: str, tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_bytes(data)
    assert read_records(tmp_path / "a.sgf")[0].players[0] == name


def test_an_error_says_file_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text("1. 11-15 22-18\n2. 15x22 25x18\n3. 8-12\n", encoding="utf-8")
    with pytest.raises(RecordError) as caught:
        read_records(path)
    assert str(caught.value).startswith("games.pdn: line 3, column 4: illegal move '8-12' in checkers position 'B:W18,")
    assert "legal are " in str(caught.value)


def test_what_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"cannot read records '.*missing.sgf': No such file"):
        read_records(tmp_path / "missing.sgf")
    (tmp_path / "folder.sgf").mkdir()
    with pytest.raises(RecordError, match="Is a directory"):
        read_records(tmp_path / "folder.sgf")
    with pytest.raises(RecordError, match="cannot read records"):
        read_records("a\0.sgf")


def test_too_large_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.sgf"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(RecordError, match="is larger than 64 MB"):
        read_records(path)


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    write_records(path, [record("a", "b")])
    before = path.read_bytes()
    with pytest.raises(RecordError, match="SGF cannot hold a game of 'checkers'"):
        write_records(path, [record("c", "d"), GameRecord(Checkers(), ("", ""), Checkers().start(), ())])
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["games.sgf"]


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"cannot write records '.*a.sgf': No such file"):
        write_records(tmp_path / "nowhere" / "a.sgf", [])
    (tmp_path / "taken.sgf").mkdir()
    with pytest.raises(RecordError, match="cannot write records"):
        write_records(tmp_path / "taken.sgf", [])
    assert os.listdir(tmp_path) == ["taken.sgf"]


def test_a_file_is_readable_by_whom_the_user_s_mask_allows(tmp_path: Path) -> None:
    path, plain = tmp_path / "games.sgf", tmp_path / "plain"
    write_records(path, [])
    plain.touch()
    assert path.stat().st_mode == plain.stat().st_mode
