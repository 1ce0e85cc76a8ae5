"""The page on the Go paper: the whole report on small runs without an engine, and the arithmetic of its comparisons."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as Xml

import numpy as np
import pytest
from tests.recipes.support import STANLEY
from tests.reports.support import SmallLab

from ludogen.engines import find_program
from ludogen.errors import ConfigurationError
from ludogen.formats.champion import read_champion
from ludogen.recipes.configuration import from_mapping
from ludogen.recipes.stanley import StanleyConfiguration
from ludogen.reports import stanley
from ludogen.reports.stanley import ARMS, PAST, SCALES, Scale, reproduce
from ludogen.reports.stanley_results import Run, best_of, by_questions, significant, spans
from ludogen.runs.store import RunStore

SMALL = replace(STANLEY, population=12, generations=2, yardstick_every=0)
TINY = Scale(
    {"5x5": 2, "7x7-raw": 2, "7x7-seeded": 2} | dict.fromkeys(PAST, 1),
    {},
    {"5x5": 3, "7x7-raw": 2, "7x7-seeded": 2} | dict.fromkeys(PAST, 2),
    3,
    4,
)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> SmallLab:
    made = SmallLab(tmp_path_factory.mktemp("lab"), "stanley", SMALL)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stanley, "find_program", lambda name: None)
        reproduce(made, TINY)
    return made


def page(lab: SmallLab) -> str:
    return (lab.docs / "stanley.md").read_text("utf-8")


def test_the_page_has_what_it_promises(lab: SmallLab) -> None:
    text = page(lab)
    for words in (
        "    ludogen reproduce stanley\n",
        "| 5x5 | 1, 2 | 3 | 36 |",
        "| 5x5-openings | 1 | 2 | 144 |",
        "| 5x5-each-other | 1 | 2 |",
        "| openings of four random moves | won ",
        "- `5x5-openings` wins ",
        "(stanley/openings.svg)",
        "| 7x7-seeded | 1, 2 | 2 | 24 |",
        "| champion, 5x5 | 99 |",
        "| champion, 7x7-seeded | 104 |",
        "Seeded is ahead with p < 0.05 in generations",
        "| 9x9 |",
        "| other first replies of white | won ",
        "| its opening turned and mirrored | won ",
        "| won against random moves |",
        "| `komi` | 5.5 |",
        "**GNU Go was not there",
    ):
        assert words in text
    assert any("built-in opponent" in said for said in lab.said)


def test_seeded_runs_begin_with_the_typical_champion(lab: SmallLab) -> None:
    bests = {seed: Run("5x5", seed, lab.folder / f"5x5-{seed}").best for seed in (1, 2)}
    chosen = lab.made["the run that seeds 7x7"]
    assert max(bests[chosen].values()) == max(max(best.values()) for best in bests.values())  # of two the better one
    seed = read_champion(lab.docs / "stanley" / "seed.safetensors")
    for number in (1, 2):
        with RunStore.open(lab.folder / f"7x7-seeded-{number}") as store:
            first = store.champion(0)
            assert store.plan.configuration.size == 7
            assert store.plan.configuration.start_from.endswith("stanley/seed.safetensors")
        assert np.array_equal(first.arrays["sources"], seed.arrays["sources"])
        assert 0 < np.abs(first.arrays["weights"] - seed.arrays["weights"]).max() <= SMALL.start_step + 1e-6
        with RunStore.open(lab.folder / f"7x7-raw-{number}") as store:
            assert store.plan.configuration.start_from == ""


def test_eyes_grow_up_on_a_small_board(lab: SmallLab) -> None:
    with RunStore.open(lab.folder / "9x9-each-other-1") as store:
        settings = store.plan.configuration
    assert (settings.size, settings.coevolution) == (9, True)
    assert settings.start_from.endswith("stanley/5x5-each-other.safetensors")
    assert "- `9x9-each-other` wins " in page(lab)


def test_the_fittest_champions_are_kept(lab: SmallLab) -> None:
    for arm in ARMS:
        runs = [Run(arm, seed, lab.folder / f"{arm}-{seed}") for seed in (1, 2)]
        best = best_of(runs)
        champion = read_champion(lab.docs / "stanley" / f"{arm}.safetensors")
        assert champion.metadata["seed"] == str(best.seed)
        assert champion.metadata["generation"] == str(best.best_number)
        assert float(champion.metadata["fitness"]) == pytest.approx(max(max(run.best.values()) for run in runs))


def test_figures_are_pictures(lab: SmallLab) -> None:
    names = sorted(path.name for path in (lab.docs / "stanley").glob("*.svg"))
    assert {"figure-2.svg", "figure-4.svg", "5x5.svg", "net-5x5.svg", "net-7x7-seeded.svg"} <= set(names)
    assert any(name.startswith("figure-3") for name in names)
    assert any(name.startswith("figure-5") for name in names)
    for name in names:
        assert f"(stanley/{name})" in page(lab)
        assert Xml.parse(lab.docs / "stanley" / name).getroot().tag.endswith("svg")


def test_measuring_again_measures_nothing_again(lab: SmallLab, monkeypatch: pytest.MonkeyPatch) -> None:
    before, text = dict(lab.made), page(lab)
    monkeypatch.setattr(stanley, "find_program", lambda name: None)
    reproduce(lab, TINY)
    assert lab.made == before
    assert page(lab) == text


@pytest.mark.slow
@pytest.mark.skipif(find_program("gnugo") is None, reason="gnugo is not installed")
def test_gnugo_is_asked_for_levels_seeds_and_the_end(tmp_path: Path) -> None:
    real = replace(SMALL, opponent="gnugo", population=8, remember=False)
    lab = SmallLab(tmp_path, "stanley", real)
    reproduce(lab, replace(TINY, runs={**TINY.runs, "5x5-each-other": 0}, generations=dict.fromkeys(TINY.runs, 1)))
    text = page(lab)
    assert "each-other" not in text  # left out, and what begins with it
    for words in (
        "| other levels | won ",
        "| other seeds | won ",
        "the last position played out by GNU Go",
        "- From the same 3 openings of four random moves on 7x7, GNU Go at level 1 as black of itself wins ",
        "still won when played out so",
        "## What the memory of answers saves",
        "| questions, thousands | seeded, best so far |",
        "(stanley/by-questions.svg)",
    ):
        assert words in text
    assert "GNU Go was not there" not in text


@pytest.mark.parametrize("name", ARMS)
def test_arms_are_configurations(name: str) -> None:
    made = from_mapping(StanleyConfiguration, {**ARMS[name]})
    assert (made.size, made.generations) == ((5, 400) if name == "5x5" else (7, 500))


def test_the_papers_scale_is_the_papers() -> None:
    assert {arm: SCALES["paper"].runs[arm] for arm in ARMS} == {"5x5": 10, "7x7-raw": 15, "7x7-seeded": 15}
    assert not SCALES["paper"].settings
    assert not SCALES["paper"].generations


def test_other_numbers_can_be_asked_for(tmp_path: Path) -> None:
    lab = SmallLab(tmp_path, "stanley", SMALL, scale="paper", numbers={"seeds": 5, "generations": 100})
    scale = stanley._asked(lab)
    assert set(scale.runs.values()) == {5}
    assert scale.generations == {"7x7-raw": 100, "7x7-seeded": 100}
    some = stanley._asked(replace(lab, numbers={"5x5": 10, "7x7-raw": 6}))
    assert some.runs == {**SCALES["paper"].runs, "5x5": 10, "7x7-raw": 6}
    with pytest.raises(ConfigurationError, match="stanley has no arm '7x7'"):
        stanley._asked(replace(lab, numbers={"7x7": 6}))
    assert stanley._asked(replace(lab, numbers={"5x5-all": 0})).runs["5x5-all"] == 0
    with pytest.raises(ConfigurationError, match="7x7-raw=0 is not allowed: only arms past the paper"):
        stanley._asked(replace(lab, numbers={"7x7-raw": 0}))


def test_significance_is_welchs_and_says_who_is_ahead() -> None:
    ones = [{1: value, 2: 5.0} for value in (10.0, 11.0, 12.0)]
    others = [{1: value, 2: 5.0, 3: 1.0} for value in (1.0, 2.0, 3.0)]
    found = significant(ones, others)
    assert set(found) == {1, 2}
    assert 0 < found[1] < 0.001
    assert found[2] == 1.0
    assert significant(others, ones)[1] == -found[1]


def test_spans() -> None:
    assert spans([]) == "none"
    assert spans([4, 2, 3, 9, 11, 12]) == "2-4, 9, 11-12"


def test_arms_are_compared_by_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    quick, slow = Run("7x7-raw", 1, Path("x")), Run("7x7-raw", 2, Path("y"))
    known = {
        1: {"questions": dict.fromkeys(range(1, 11), 1000.0), "best": {n: 10.0 * n for n in range(1, 11)}},
        2: {"questions": dict.fromkeys(range(1, 11), 2000.0), "best": {n: 10.0 * min(n, 4) for n in range(1, 11)}},
    }
    monkeypatch.setattr(Run, "metrics", lambda run, name: known[run.seed][name])
    one, other = by_questions([quick, slow])
    assert max(one) == max(other) == 10  # thousands, as far as both go
    assert (one[4], other[4]) == (40.0, 20.0)
    assert (one[10], other[10]) == (100.0, 40.0)
