"""Configurations: texts and TOML, and what is said of what is not allowed."""

from dataclasses import asdict
from pathlib import Path

import pytest

from ludogen.errors import ConfigurationError
from ludogen.recipes import RECIPES
from ludogen.recipes.chellapilla import ChellapillaConfiguration as Configuration
from ludogen.recipes.configuration import describe, from_mapping, from_toml, to_toml, with_settings


@pytest.mark.parametrize("name", RECIPES)
def test_every_field_is_documented_and_its_default_allowed(name: str) -> None:
    kind = RECIPES[name].configuration_type
    from_mapping(kind, {})
    for info in describe(kind):
        assert info.doc
        assert info.allowed


@pytest.mark.parametrize("name", RECIPES)
def test_toml_holds_a_whole_configuration(name: str, tmp_path: Path) -> None:
    kind = RECIPES[name].configuration_type
    path = tmp_path / "config.toml"
    path.write_text(to_toml(asdict(kind())))
    assert from_mapping(kind, from_toml(path)) == kind()


@pytest.mark.parametrize("name", RECIPES)
def test_the_quick_scale_is_allowed(name: str) -> None:
    recipe = RECIPES[name]
    assert from_mapping(recipe.configuration_type, recipe.quick).generations < recipe.configuration_type().generations


def test_the_papers_numbers() -> None:
    paper = Configuration()
    assert (paper.parents, paper.games, paper.depth, paper.ply_limit, paper.generations) == (15, 5, 4, 100, 840)
    assert (paper.win, paper.draw, paper.loss) == (1, 0, -2)
    assert (paper.spread, paper.step, paper.king, paper.king_step) == (0.2, 0.05, 2.0, 0.1)
    assert (paper.king_low, paper.king_high) == (1.0, 3.0)


def test_settings_are_read_by_type() -> None:
    changed = with_settings(Configuration, ["depth=2", "longest_step=0.1", "turned=true", "openings=two-moves"])
    assert (changed.depth, changed.longest_step, changed.turned, changed.openings) == (2, 0.1, True, "two-moves")
    assert with_settings(Configuration, ["depth=2"], {"parents": 3}).parents == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("dept=3", "unknown option 'dept' of 'settings': did you mean 'depth'?"),
        ("depth", "cannot read setting 'depth': write FIELD=VALUE"),
        ("depth=x", "option depth='x' of 'settings' is not a whole number"),
        ("depth=0", "setting depth=0 is not allowed: 1..20"),
        ("parents=0", "setting parents=0 is not allowed: 1..1000"),
        ("step=-1", "setting step=-1.0 is not allowed: 0 or more"),
        ("ties=never", "setting ties='never' is not allowed: random or first"),
        ("turned=1", "option turned='1' of 'settings' is not true or false"),
    ],
)
def test_bad_settings_are_quoted(text: str, said: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        with_settings(Configuration, [text])
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("depth = ", "cannot read configuration"),
        ("deep = 3", "unknown setting 'deep': did you mean"),
        ("depth = 3.5", "setting depth=3.5 is not allowed"),
        ("depth = true", "setting depth=True is not allowed"),
        ('turned = "yes"', "setting turned='yes' is not allowed: true or false"),
    ],
)
def test_bad_files_are_told(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(content)
    with pytest.raises(ConfigurationError) as caught:
        from_mapping(Configuration, from_toml(path))
    assert said in str(caught.value)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot read configuration"):
        from_toml(tmp_path / "nowhere.toml")
