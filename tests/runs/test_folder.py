"""Where runs are and what they may be called."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.runs.support import new_store

from ludogen.errors import InvalidInputError, LudogenError, RunError
from ludogen.runs import find_run, list_runs, new_run
from ludogen.runs.folder import split_run


def test_names_are_numbered_on(tmp_path: Path) -> None:
    assert new_run(tmp_path, "chellapilla", 7).name == "chellapilla-7"
    (tmp_path / "chellapilla-7").mkdir()
    assert new_run(tmp_path, "chellapilla", 7).name == "chellapilla-7-2"
    (tmp_path / "chellapilla-7-2").mkdir()
    assert new_run(tmp_path, "chellapilla", 7).name == "chellapilla-7-3"
    assert new_run(tmp_path, "chellapilla", 7, "mine").name == "mine"


@pytest.mark.parametrize("name", ["a/b", "..", ".hidden", "-option", "a\nb", "a\0b", "a@b", "a:b", " ", "x" * 101])
def test_names_that_a_run_cannot_have(tmp_path: Path, name: str) -> None:
    with pytest.raises(InvalidInputError, match="a run cannot be called"):
        new_run(tmp_path, "chellapilla", 1, name)


@given(st.text(min_size=1))
def test_a_name_stays_in_its_folder(name: str) -> None:
    try:
        folder = new_run(Path("runs"), "chellapilla", 1, name)
    except InvalidInputError:
        return
    assert folder.parent == Path("runs")
    assert split_run(f"{name}@3") == (name, 3)


def test_runs_are_found_by_name_and_by_path(tmp_path: Path) -> None:
    new_store(tmp_path / "first").close()
    (tmp_path / "not-a-run").mkdir()
    assert list_runs(tmp_path) == [tmp_path / "first"]
    assert list_runs(tmp_path / "nowhere") == []
    assert find_run("first", tmp_path) == tmp_path / "first"
    assert find_run(str(tmp_path / "first"), Path("elsewhere")) == tmp_path / "first"
    with pytest.raises(RunError, match=r"there is no run 'frist' in .*: did you mean 'first'\?"):
        find_run("frist", tmp_path)
    with pytest.raises(RunError, match="there is no run 'xxx"):
        find_run("x" * 5000, tmp_path)
    with pytest.raises(RunError, match="none has been begun there"):
        find_run("first", tmp_path / "nowhere")


@given(st.text())
def test_any_text_is_a_run_or_told(text: str) -> None:
    try:
        split_run(text)
        find_run(text, Path("there-is-no-such-folder"))
    except LudogenError as wrong:
        assert "\n" not in str(wrong)


@pytest.mark.parametrize(
    ("text", "split"),
    [
        ("a", ("a", None)),
        ("a@29", ("a", 29)),
        ("a@best", ("a", "best")),
        ("a@last", ("a", None)),
        ("a@b@1", ("a@b", 1)),
    ],
)
def test_a_generation_stands_after_the_run(text: str, split: tuple[str, int | str | None]) -> None:
    assert split_run(text) == split


@pytest.mark.parametrize("text", ["a@", "a@x", "a@-1", "a@1.5", "a@²", "a@" + "9" * 99])
def test_generations_that_are_none(text: str) -> None:
    with pytest.raises(InvalidInputError, match="is not a number, 'last' or 'best'"):
        split_run(text)
