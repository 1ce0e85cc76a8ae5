"""What the gallery tells is what the reports have."""

import re
from dataclasses import replace

import pytest

from ludogen.games import parse_game
from ludogen.players import parse_player
from ludogen.players.champion import find_champion, shipped_champions
from ludogen.recipes import RECIPES
from ludogen.web.gallery import Paper, papers
from ludogen.web.provenance import Home, champions_home, command_of, home_of, shipped_facts, story_of
from ludogen.web.report import CHECKOUT, figure_address, reports


def test_every_recipe_has_its_paper() -> None:
    assert {paper.name for paper in papers()} == set(RECIPES)


@pytest.mark.parametrize("paper", papers(), ids=lambda paper: paper.name)
def test_no_number_stands_there_that_the_report_does_not_have(paper: Paper) -> None:
    told = [reports()[name].read_text("utf-8") for name in (paper.name, f"{paper.name}-notes") if name in reports()]
    report = set(numbers(" ".join(told)))
    for row in paper.figures:
        assert set(numbers(row["ours"])) <= report, f"{row['what']}: {row['ours']}"


@pytest.mark.parametrize("paper", papers(), ids=lambda paper: paper.name)
def test_its_pictures_are_there(paper: Paper) -> None:
    assert paper.pictures
    for one in paper.pictures:
        assert figure_address(paper.name, one["file"]) is not None


def test_champions_have_the_numbers_of_the_documentation() -> None:
    documented = set(numbers((CHECKOUT / "docs" / "champions.md").read_text("utf-8")))
    assert set(shipped_facts()) == set(shipped_champions())
    for name, facts in shipped_facts().items():
        told = numbers(" ".join([facts.made, *(text for row in facts.results for text in row)]))
        assert set(told) <= documented, name


def test_every_champion_is_reached_from_its_paper() -> None:
    assert set(shipped_champions()) <= {name for paper in papers() for name in paper.champions}


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("eye-5x5", "/play/go:size=5,komi=5.5?black=eye-5x5&white=human"),
        ("anaconda", "/play/checkers?white=anaconda&black=human"),
    ],
)
def test_champions_are_met_where_they_are_at_home(name: str, address: str) -> None:
    champion = find_champion(name)
    assert champion is not None
    assert champions_home(champion).table(name, "human") == address
    assert name != "eye-5x5" or any(paper.play[0] == address for paper in papers())


def test_homes_are_those_of_the_settings() -> None:
    assert home_of("stanley", "go", {"size": "7", "komi": "0.5", "opponent": "playouts"}) == Home(
        "go:size=7,komi=0.5", 0, "playouts:number=10"
    )
    assert home_of("moriarty", "othello", {"searcher": "norvig"}, 2100).opponent == "positional:depth=3"
    assert home_of("moriarty", "othello", {}, 100).opponent == "random"
    assert home_of("chellapilla", "checkers", {}).exhibition == "pieces:depth=2"
    assert home_of("unknown", "othello", {}) == Home("othello")
    for recipe, kind in RECIPES.items():
        home = home_of(recipe, kind.game, {}, 1)
        parse_player(home.exhibition, parse_game(home.game))


def test_how_a_champion_was_made_is_told_in_sentences() -> None:
    champion = find_champion("moriarty-mobility")
    assert champion is not None
    told = " ".join(story_of(champion))
    assert "number 3 of generation 2100 of the run with seed 2, chosen by validation games" in told
    assert "searcher is norvig" in told
    assert command_of(champion) == "ludogen evolve moriarty --seed 2 --set searcher=norvig"
    foreign = replace(champion, metadata={"recipe": "moriarty", "seed": "1; ls", "settings": "a=$(ls) size=x"})
    assert command_of(foreign) == "ludogen evolve moriarty --seed '1; ls' --set 'a=$(ls)' --set size=x"
    assert champions_home(replace(foreign, metadata={"recipe": "stanley"})) == Home("othello")
    assert story_of(replace(champion, metadata={})) == ["Its file does not tell which recipe made it."]


def numbers(text: str) -> list[str]:
    """All numbers of a text, as they are written."""
    return re.findall(r"\d+(?:[.,]\d+)*", text)
