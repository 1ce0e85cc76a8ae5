"""Champions as files: read back as they were written, the same bytes every time; damaged and foreign files are told."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.numpy import load, save

from ludogen.errors import RecordError
from ludogen.formats import Champion, champion_bytes, parse_champion, read_champion, write_champion
from ludogen.formats.champion import MOST_BYTES

ARRAYS: dict[str, Any] = {
    "weights": np.linspace(-1, 1, 50, dtype=np.float32),
    "king": np.float32(2.25),  # a scalar, as recipes hand it over
    "turned": np.array(True),
    "tree": np.array([[3, -1], [2, 2**60]]),
    "exact": np.array([0.1, 1e300]),
    "bytes": np.arange(6, dtype=np.uint8),
    "signed": np.arange(-3, 3, dtype=np.int8),
}
METADATA = {"recipe": "chellapilla", "seed": "7", "fitness": "5.0", "command": "ludogen evolve 'é ♟'"}
CHAMPION = Champion("checkers", "checkers-net-2001", ARRAYS, METADATA)
DATA = champion_bytes(CHAMPION)
TEXTS = {"format": "ludogen-champion", "version": "1", "game": "checkers", "method": "some-net"}
ONE = {"weights": np.ones(3, np.float32)}


def same(one: Champion, other: Champion) -> bool:
    alike = (one.game, one.method, dict(one.metadata)) == (other.game, other.method, dict(other.metadata))
    return (
        alike
        and one.arrays.keys() == other.arrays.keys()
        and all(
            np.asarray(array).dtype == other.arrays[name].dtype
            and np.shape(array) == other.arrays[name].shape
            and np.array_equal(array, other.arrays[name])
            for name, array in one.arrays.items()
        )
    )


def test_a_champion_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "a champion.safetensors"
    path.write_text("what stood there before")
    write_champion(path, CHAMPION)
    assert same(CHAMPION, read_champion(path))
    assert path.read_bytes() == DATA
    assert list(tmp_path.iterdir()) == [path]  # nothing unfinished is left


def test_other_programs_read_the_file() -> None:
    found = load(DATA)
    assert found.keys() == ARRAYS.keys()
    assert np.array_equal(found["weights"], ARRAYS["weights"])
    assert found["king"] == ARRAYS["king"]


def test_equal_champions_give_equal_bytes_in_every_process() -> None:
    backwards = Champion(
        CHAMPION.game, CHAMPION.method, dict(reversed(ARRAYS.items())), dict(reversed(METADATA.items()))
    )
    assert champion_bytes(backwards) == DATA
    assert champion_bytes(parse_champion(DATA, "here")) == DATA
    code = "import sys; from tests.formats.test_champion import DATA; sys.stdout.buffer.write(DATA)"
    root = Path(__file__).parents[2]
    other = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, check=True, timeout=60)
    assert other.stdout == DATA


def test_arrays_that_are_not_in_one_piece_are_written_as_they_look() -> None:
    grid = np.arange(12, dtype=np.float64).reshape(3, 4)
    for array in (grid.T, grid[:, ::2], grid[::-1], grid.astype(">f8")):
        found = parse_champion(champion_bytes(Champion("go", "net", {"a": array}, {})), "here").arrays["a"]
        assert np.array_equal(found, array)


def test_what_was_read_cannot_be_written_to() -> None:
    with pytest.raises(ValueError, match="read-only"):
        parse_champion(DATA, "here").arrays["weights"][0] = 5


def without(key: str) -> dict[str, str]:
    return {name: text for name, text in TEXTS.items() if name != key}


def header_only(header: str) -> bytes:
    return len(header.encode()).to_bytes(8, "little") + header.encode()


def float16() -> bytes:
    return save({"weights": np.ones(3, np.float16)}, TEXTS)


def wrong_bool() -> bytes:
    data = save({"turned": np.array(True)}, TEXTS)
    return data[:-1] + b"\2"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no safetensors file"),
        (b"\x80\x04K\x01.", "no safetensors file"),
        (b"PK\x03\x04" + b"\0" * 100, "its header of 67324752 bytes is larger than 1 MB"),
        (header_only("[" * 100_000), "no safetensors file"),
        (header_only("{}"), "it says nothing of itself; a champion has the texts format, version, game, method"),
        (DATA[:-1], "no safetensors file"),
        (DATA + b"x", "no safetensors file"),
        (save(ONE), "it says nothing of itself"),
        (save(ONE, {}), "its format is '', not 'ludogen-champion'"),
        (save(ONE, TEXTS | {"format": "pt"}), "its format is 'pt', not 'ludogen-champion'"),
        (save(ONE, without("version")), "its version '' is not a number from 1"),
        (save(ONE, TEXTS | {"version": "1e3"}), "its version '1e3' is not a number from 1"),
        (save(ONE, TEXTS | {"version": "2"}), "its version 2 is newer than this Ludogen's, 1"),
        (save(ONE, without("game")), "its game is ''"),
        (save(ONE, without("method")), "its method is ''"),
        (save(ONE, TEXTS | {"method": "../x"}), "its method is '../x'"),
        (save(ONE, TEXTS | {"note": "a\x1b[2Jb"}), "its text 'note' is 'a\\x1b[2Jb'; control characters"),
        (save(ONE, TEXTS | {"note": "a" * 10_001}), "its text 'note' has 10001 characters, more than 10000"),
        (save(ONE, TEXTS | {"Ä": "a"}), "it has a text named 'Ä'"),
        (save(ONE, TEXTS | {f"k{i}": "a" for i in range(61)}), "it has 65 texts, more than 64"),
        (save({}, TEXTS), "it has 0 arrays; 1..64 are allowed"),
        (save({f"a{i}": np.ones(1) for i in range(65)}, TEXTS), "it has 65 arrays, more than 64"),
        (save({"a b": np.ones(1)}, TEXTS), "it has an array named 'a b'; 1 to 64 small letters"),
        (save({"a": np.ones((1,) * 5)}, TEXTS), "its array 'a' has the shape '(1, 1, 1, 1, 1)'; at most 4 dimensions"),
        (save({"a": np.ones((0, 2**25))}, TEXTS), "has the shape '(0, 33554432)'"),
        (save({"a": np.array([1, np.nan])}, TEXTS), "its array 'a' has numbers that are not finite"),
        (save({"a": np.array([np.inf], np.float32)}, TEXTS), "its array 'a' has numbers that are not finite"),
        (float16(), "its array 'weights' is of type F16; allowed are F32, F64, I64, I8, U8, BOOL"),
        (wrong_bool(), "its array 'turned' is of type BOOL but holds bytes other than 0 and 1"),
    ],
)
def test_files_that_are_no_champions_are_told_in_one_line(data: bytes, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_champion(data, "runs/the one")
    assert str(caught.value).startswith("cannot use champion 'runs/the one': ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_large_files_are_not_looked_into() -> None:
    with pytest.raises(RecordError, match="it is larger than 64 MB"):
        parse_champion(bytes(MOST_BYTES + 1), "here")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda: Champion("checkers", "net", ONE, {"version": "3"}), "the text 'version' is the file's own"),
        (lambda: Champion("", "net", ONE, {}), "its game is ''"),
        (lambda: Champion("go", "net", {}, {}), "it has 0 arrays"),
        (
            lambda: Champion("go", "net", {"a": np.ones(2, np.complex128)}, {}),
            "of type complex128; allowed are float32",
        ),
        (lambda: Champion("go", "net", {"a": np.full(2, np.nan)}, {}), "not finite"),
        (lambda: Champion("go", "net", {"a": np.zeros(2**24 // 2 * 2), "b": np.zeros(9)}, {}), "larger than 64 MB"),
    ],
)
def test_only_what_can_be_read_is_written(change: Callable[[], Champion], said: str, tmp_path: Path) -> None:
    with pytest.raises(RecordError) as caught:
        write_champion(tmp_path / "x.safetensors", change())
    assert said in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="No such file"):
        read_champion(tmp_path / "none.safetensors")
    with pytest.raises(RecordError, match="directory"):
        read_champion(tmp_path)
    with pytest.raises(RecordError, match=r"cannot write champion .*No such file"):
        write_champion(tmp_path / "no" / "x.safetensors", CHAMPION)


def survives(data: bytes) -> None:
    """Either a champion that can be written again, or a RecordError of one line."""
    try:
        champion = parse_champion(data, "here")
    except RecordError as wrong:
        assert str(wrong).isprintable()
        return
    assert same(champion, parse_champion(champion_bytes(champion), "here"))


@settings(max_examples=300, deadline=None)
@given(data=st.binary(max_size=400), is_sized=st.booleans())
def test_any_bytes(data: bytes, is_sized: bool) -> None:
    survives(len(data).to_bytes(8, "little") + data if is_sized else data)


PIECES = st.binary(max_size=4) | st.sampled_from(
    [b'"', b"{", b"}", b"[", b"]", b",", b":", b"\\", b"\\ud800", b"\0", b"\xff", b"9" * 20, b"-1", b"1e9", b"null",
     b"[[]]", b"F64", b"BF16", b"I32", b"version", b"__metadata__", b"weights"]
)  # fmt: skip


@settings(max_examples=500, deadline=None)
@given(edit=st.data())
def test_files_with_something_lost_added_or_changed(edit: st.DataObject) -> None:
    size = int.from_bytes(DATA[:8], "little")
    header, rest = DATA[8 : 8 + size], DATA[8 + size :]
    for _ in range(edit.draw(st.integers(1, 3))):
        begin = edit.draw(st.integers(0, len(header)))
        end = begin + edit.draw(st.integers(0, 8))
        header = header[:begin] + edit.draw(PIECES) + header[end:]
    if edit.draw(st.booleans()):
        rest = rest[: edit.draw(st.integers(0, len(rest)))] + edit.draw(st.binary(max_size=8))
    given_size = edit.draw(st.sampled_from([len(header), size, 0, 2**63, 2**64 - 1]))
    survives(given_size.to_bytes(8, "little") + header + rest)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
TENSOR = st.fixed_dictionaries(
    {
        "dtype": st.sampled_from(["F32", "F64", "I64", "I8", "U8", "BOOL", "F16", "F8_E4M3", "x"]) | JSON,
        "shape": st.lists(st.integers(-1, 5) | st.sampled_from([2**24, 2**62, 2**64])) | JSON,
        "data_offsets": st.lists(st.integers(0, 40), min_size=2, max_size=2) | JSON,
    }
)


@settings(max_examples=300, deadline=None)
@given(
    metadata=st.just(TEXTS) | st.dictionaries(st.sampled_from([*TEXTS, "note", "Ä"]), JSON) | JSON,
    tensors=st.dictionaries(st.sampled_from(["a", "b", "weights", "", "a b"]), TENSOR | JSON, max_size=3),
    body=st.binary(max_size=40),
)
def test_headers_that_say_anything(metadata: object, tensors: dict[str, object], body: bytes) -> None:
    header = json.dumps({"__metadata__": metadata, **tensors}).encode()
    survives(len(header).to_bytes(8, "little") + header + body)
