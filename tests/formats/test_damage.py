"""Damaged and hostile files: readers raise RecordError with a place, and nothing else."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.support import SAMPLES

from ludogen.errors import RecordError
from ludogen.formats import GameRecord, ggf_text, parse_ggf, parse_pdn, parse_sgf, pdn_text, read_records, sgf_text
from ludogen.formats.files import FORMATS

OURS = {
    ".sgf": sgf_text(read_records(SAMPLES / "gnugo_9x9_handicap.sgf") + read_records(SAMPLES / "ggs.ggf")[:1]),
    ".pdn": pdn_text(read_records(SAMPLES / "annotated.pdn")),
    ".ggf": ggf_text(read_records(SAMPLES / "ggs.ggf")[:1]),
}
TEXTS = [
    (path.suffix, path.read_text(encoding="utf-8")) for path in sorted(SAMPLES.iterdir()) if path.suffix in FORMATS
]
TEXTS += list(OURS.items())
PIECES = st.sampled_from(
    ["(", ")", ";", "[", "]", "\\", "{", "}", '"', "B[", "W[]", "AB[aa:zz]", "SZ[9]", "GM[2]", "1-0", "*", "11-15", "x",
     "9" * 5000, "-", "\x00", "\ud800", "\n%", "[FEN \"", "LUDOSTART[", "RE[W+9]", "V[" + "9" * 400 + "]", "KM[1e9]"]
)  # fmt: skip
SIGNS = st.characters() | st.characters(categories=["Cs"])


def survives(suffix: str, text: str) -> list[GameRecord] | None:
    """The records, if there are any to be read; else an error with a place."""
    parse, text_of = FORMATS[suffix]
    try:
        records = parse(text)
    except RecordError as wrong:
        assert re.match(r"line [1-9][0-9]*, column [1-9][0-9]*: ", str(wrong))
        return None
    for record in records:
        record.replay()
    again = parse(text_of(records))
    assert again == records  # what was read can be written
    return records


@pytest.mark.parametrize("suffix", FORMATS)
@settings(max_examples=200, deadline=None)
@given(text=st.lists(SIGNS | PIECES).map("".join))
def test_any_text(suffix: str, text: str) -> None:
    survives(suffix, text)


@settings(max_examples=500, deadline=None)
@given(data=st.data())
def test_files_with_something_lost_added_or_changed(data: st.DataObject) -> None:
    suffix, text = data.draw(st.sampled_from(TEXTS))
    for _ in range(data.draw(st.integers(1, 3))):
        begin = data.draw(st.integers(0, len(text)))
        end = data.draw(st.sampled_from([begin, begin + 1, begin + 5, begin + 60, len(text)]))
        text = text[:begin] + data.draw(st.just("") | PIECES | SIGNS) + text[end:]
    survives(suffix, text)


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_files_of_any_bytes(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    suffix, text = data.draw(st.sampled_from(TEXTS))
    path: Path = tmp_path_factory.getbasetemp() / f"bytes{suffix}"
    at = data.draw(st.integers(0, len(text)))
    path.write_bytes(text[:at].encode() + data.draw(st.binary(max_size=20)) + text[at:].encode())
    try:
        read_records(path)
    except RecordError as wrong:
        assert str(wrong).startswith(f"bytes{suffix}: line ")


@pytest.mark.parametrize(("suffix", "text"), TEXTS)
def test_files_that_were_cut_off(suffix: str, text: str) -> None:
    for end in range(0, len(text), max(1, len(text) // 60)):
        survives(suffix, text[:end])


DEEP = 100_000


def test_deep_nesting() -> None:
    (record,) = parse_sgf("(;SZ[5];B[cc]" + DEEP * "(;" + ";W[bb]" + DEEP * ")" + ")")
    assert len(record.moves) == 2
    (record,) = parse_sgf("(;SZ[5];B[cc](;W[bb])" + DEEP * "(;W[dd]" + DEEP * ")" + ")")
    assert len(record.moves) == 2
    (record,) = parse_pdn("1. 11-15 " + DEEP * "(" + " 22-18 " + DEEP * ")" + " 23-19 *")
    assert record.replay().move_names() == ["11-15", "23-19"]
    with pytest.raises(RecordError, match=r"99999 '\)' are missing"):
        parse_sgf(DEEP * "(;" + ")")
    with pytest.raises(RecordError, match=r"100000 '\)' are missing"):
        parse_pdn("1. 11-15 " + DEEP * "(")
    with pytest.raises(RecordError, match=r"line 1, column 100001: .* has no end"):
        parse_ggf(DEEP * "(" + DEEP * "(;")


def test_huge_numbers() -> None:
    many = 10_000 * "9"
    for text in (f"(;SZ[{many}])", f"(;KM[{many}])", f"(;GM[{many}])", f"(;LUDOGAME[go:size={many}])"):
        with pytest.raises(RecordError, match="line 1, column"):
            parse_sgf(text)
    (record,) = parse_sgf(f"(;SZ[5]HA[{many}]RE[B+{many}]DT[{many}]RO[1];B[cc]V[{many}]C[value {many}])")
    assert record.notes[0].value is None
    with pytest.raises(RecordError, match="unexpected"):
        parse_pdn(f"{many}. 11-15")
    with pytest.raises(RecordError, match="cannot read move"):
        parse_ggf(f"(;GM[Othello]B[d3/{many}];)")


def test_games_without_end_are_refused() -> None:
    shuffle = "1-5 32-28 5-1 28-32 "
    with pytest.raises(RecordError, match="more than 10000 moves"):
        parse_pdn('[FEN "B:WK32:BK1"] ' + 2501 * shuffle)
    with pytest.raises(RecordError, match="more than 1000000 nodes"):
        parse_sgf("(" + 1_000_001 * ";" + ")")
