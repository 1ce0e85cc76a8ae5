"""The page on the Othello paper of 2001: the whole report on small runs, and what it must not mix up."""

from dataclasses import replace
from xml.etree import ElementTree as Xml

import numpy as np
import pytest
from tests.recipes.support import SINGER
from tests.reports.support import SmallLab

from ludogen.arena.settings import MatchSettings
from ludogen.formats.champion import read_champion
from ludogen.recipes.configuration import from_mapping
from ludogen.recipes.singer import SingerConfiguration
from ludogen.reports import singer
from ludogen.reports.singer import ARMS, OPTIONS, SCALES, Scale, reproduce
from ludogen.reports.singer_results import CHOICE_SEED, EVIDENCE_SEED, Run
from ludogen.reports.spread import Spread, difference
from ludogen.runs.store import RunStore

SMALL = replace(SINGER, least_spread=0.0, yardstick_every=1, yardstick_games=2)
TINY = Scale({"both": 2, "learning": 2, "crossover": 1, "mutation": 1}, ("hidden", "tuples"), 2, 2, 4, 2, 2, 2)
ASKED: list[MatchSettings] = []


def shorten(settings: MatchSettings) -> MatchSettings:
    """One ply for our nets, and no strong opponent: that is slow, and Rhino is not always there."""
    ASKED.append(settings)
    one, other = (
        f"{name.partition(':')[0]}:depth=1" if name.partition(":")[0].endswith(".safetensors") else "random"
        for name in (settings.one, settings.other)
    )
    return replace(settings, one=one, other=other)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> SmallLab:
    made = SmallLab(
        *(tmp_path_factory.mktemp("lab"), "singer", SMALL, shorten), without=("generations", "yardstick_every")
    )
    ASKED.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(singer, "find_program", lambda name: name)
        reproduce(made, TINY)
    return made


def page(lab: SmallLab) -> str:
    return (lab.docs / "singer.md").read_text("utf-8")


def test_the_page_has_what_it_promises(lab: SmallLab) -> None:
    text = page(lab)
    for words in (
        "    ludogen reproduce singer\n",
        "| both | 1, 2 | 3 |",
        "| mutation | 1 | 3 |",
        "| the best | 0.68 |",
        "| the paper's | 20 | 7 - 3 - 0 | 3 - 6 - 1 |",
        "the bar, the lower end of the interval above 55.0 %",
        "| rhino:level=3 |",
        "Crossover beside learning:",
        "| hidden | sixteen hidden nodes instead of three | `hidden=16` |",
        "| `initial_spread` | 0.1 |",
    ):
        assert words in text


def test_the_winner_of_the_last_round_robin_is_chosen(lab: SmallLab) -> None:
    for seed in (1, 2):
        fitness = lab.made[f"both-{seed}, final round robin of 3"]
        best = 1 + int(np.argmax(fitness))
        champion = read_champion(lab.docs / "singer" / f"both-{seed}.safetensors")
        with RunStore.open(lab.folder / f"both-{seed}") as store:
            assert np.array_equal(store.champion(best).arrays["features"], champion.arrays["features"])
        assert champion.metadata["final_fitness"] == f"{max(fitness):.3f}"
        assert "fitness" not in champion.metadata  # that of another round robin


def test_the_champion_is_one_of_the_papers_arm(lab: SmallLab) -> None:
    folder = lab.docs / "singer"
    arrays = [read_champion(folder / f"{name}.safetensors").arrays["features"] for name in ("both-1", "both-2")]
    champion = read_champion(folder / "champion.safetensors").arrays["features"]
    assert any(np.array_equal(champion, one) for one in arrays)


def test_starts_that_choose_are_no_evidence(lab: SmallLab) -> None:
    choosing = [asked for asked in ASKED if asked.seed == CHOICE_SEED]
    assert len(choosing) == 1
    assert all("both-" in asked.one and "both-" in asked.other for asked in choosing)
    assert {asked.seed for asked in ASKED} == {CHOICE_SEED, EVIDENCE_SEED}
    assert any(asked.other == "kreversi:level=3" for asked in ASKED)


def test_measuring_again_plays_no_round_robin_again(lab: SmallLab, monkeypatch: pytest.MonkeyPatch) -> None:
    before, text = dict(lab.made), page(lab)
    monkeypatch.setattr(singer, "find_program", lambda name: name)
    reproduce(lab, TINY)
    assert lab.made == before
    assert page(lab) == text


def test_figures_are_pictures(lab: SmallLab) -> None:
    names = sorted(path.name for path in (lab.docs / "singer").glob("*.svg"))
    assert {"figure-1.svg", "figure-2.svg", "figure-3.svg", "figure-4.svg", "arms.svg"} <= set(names)
    for name in names:
        assert f"(singer/{name})" in page(lab)
        assert Xml.parse(lab.docs / "singer" / name).getroot().tag.endswith("svg")


@pytest.mark.parametrize("name", [*ARMS, *OPTIONS])
def test_arms_are_configurations(name: str) -> None:
    arm = ARMS.get(name) or OPTIONS[name]
    made = from_mapping(SingerConfiguration, {**arm.settings})
    assert made.learning == (name not in ("crossover", "mutation"))
    assert from_mapping(SingerConfiguration, {**arm.settings, **arm.quick}).generations <= made.generations


def test_long_runs_send_a_hundred_to_the_last_round_robin(lab: SmallLab) -> None:
    run = Run("both", 1, lab.folder / "both-1")
    assert run.finalists == [1, 2, 3]
    run.__dict__["last"] = 2000
    assert (len(run.finalists), run.finalists[0], run.finalists[-1]) == (100, 1, 2000)


def test_enough_games_and_seeds_at_the_papers_scale() -> None:
    paper = SCALES["paper"]
    assert min(paper.runs.values()) >= 3
    assert paper.kreversi >= 1000
    assert set(paper.options) == set(OPTIONS)


def test_the_difference_of_two_means() -> None:
    gap, (low, high) = difference(Spread.of([0.5, 0.6, 0.7]), Spread.of([0.1, 0.2, 0.3]))
    assert gap == pytest.approx(0.4)
    assert high - gap == pytest.approx(2.776 * (2 * 0.01 / 3) ** 0.5, abs=1e-3)  # Student's t with 4 degrees
    assert low == pytest.approx(2 * gap - high)
    assert difference(Spread.of([0.5]), Spread.of([0.1, 0.2]))[1] == (-1.0, 1.0)
