"""What the gallery tells is what the reports have."""

import re

import pytest

from ludogen.recipes import RECIPES
from ludogen.web.gallery import Paper, papers
from ludogen.web.report import figure_address, reports


def test_every_recipe_has_its_paper() -> None:
    assert {paper.name for paper in papers()} == set(RECIPES)


@pytest.mark.parametrize("paper", papers(), ids=lambda paper: paper.name)
def test_no_number_stands_there_that_the_report_does_not_have(paper: Paper) -> None:
    report = set(numbers(reports()[paper.name].read_text("utf-8")))
    for row in paper.figures:
        told = numbers(row["ours"])
        assert set(told) <= report, f"{row['what']}: {row['ours']}"


@pytest.mark.parametrize("paper", papers(), ids=lambda paper: paper.name)
def test_its_pictures_are_there(paper: Paper) -> None:
    assert paper.pictures
    for one in paper.pictures:
        assert figure_address(paper.name, one["file"]) is not None


def numbers(text: str) -> list[str]:
    """All numbers of a text, as they are written."""
    return re.findall(r"\d+(?:[.,]\d+)*", text)
