"""Reading GTP answers from any bytes, cut anywhere."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludogen.engines.answers import LONGEST_ANSWER, LONGEST_CHATTER, Answer, AnswerReader
from ludogen.errors import EngineError


def read(*chunks: bytes) -> list[Answer]:
    """All answers in some chunks."""
    reader, found = AnswerReader(), []
    for chunk in chunks:
        reader.feed(chunk)
        while (answer := reader.next()) is not None:
            found.append(answer)
    return found


@pytest.mark.parametrize(
    ("data", "answers"),
    [
        (b"=12 D4\n\n", [Answer(12, True, "D4")]),
        (b"= D4\n\n", [Answer(None, True, "D4")]),
        (b"=\n\n=2\n\n", [Answer(None, True, ""), Answer(2, True, "")]),
        (b"?3 illegal move\n\n", [Answer(3, False, "illegal move")]),
        (b"=4 two\nlines\n\n", [Answer(4, True, "two\nlines")]),
        (b"=5 D4\r\n\r\n", [Answer(5, True, "D4")]),
        (b"=6\tD\x00\x074\n\n\n\n=7 x\n\n", [Answer(6, True, "D4"), Answer(7, True, "x")]),
        (b"Welcome!\n\n=8 D4\n\n", [Answer(8, True, "D4")]),
        (b"=9 D\xff\n\n", [Answer(9, True, "D\\xff")]),
        (b"=10 half", []),
        (b"=11 half\n", []),
    ],
)
def test_answers(data: bytes, answers: list[Answer]) -> None:
    assert read(data) == answers
    assert read(*(bytes([byte]) for byte in data)) == answers


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"=12D4\n\n", "no GTP answer but '=12D4'"),
        (b"=99999999999 D4\n\n", "no GTP answer but '=99999999999 D4'"),
        (b"hello\n" * LONGEST_CHATTER, "no GTP answer but 'hello\\nhello"),
        (b"x" * (LONGEST_CHATTER + 1), "no GTP answer but 'xxx"),
        (b"=1 " + b"x" * LONGEST_ANSWER, f"an answer longer than {LONGEST_ANSWER} bytes, which begins '=1 xxx"),
        (b"=1 " + b"x" * LONGEST_ANSWER + b"\n\n", f"an answer longer than {LONGEST_ANSWER} bytes"),
    ],
)
def test_what_is_no_answer_is_quoted_in_short(data: bytes, said: str) -> None:
    with pytest.raises(EngineError) as caught:
        read(data)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 300


LINES = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=20).map(str.strip).filter(bool)
ANSWERS = st.builds(Answer, st.integers(0, 10**9), st.booleans(), st.lists(LINES, max_size=4).map("\n".join))


@given(st.lists(ANSWERS, max_size=5), st.data())
def test_written_answers_are_read_wherever_they_are_cut(answers: list[Answer], data: st.DataObject) -> None:
    whole = "".join(f"{'=' if a.is_success else '?'}{a.number} {a.text}\n\n" for a in answers).encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=8)))
    chunks = [whole[start:end] for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    assert read(*chunks) == answers


SIGNS = st.sampled_from([b"=", b"?", b"\n", b"\n\n", b"\r\n", b"=1 ", b"\x00", b"\xff", b" "])


@given(st.lists(st.binary(max_size=40) | SIGNS))
def test_any_bytes_give_answers_or_an_engine_error(chunks: list[bytes]) -> None:
    try:
        answers = read(*chunks)
    except EngineError as wrong:
        assert str(wrong).isprintable()
    else:
        assert all(answer.text.replace("\n", "").isprintable() for answer in answers)
        assert answers == read(b"".join(chunks))
