"""The page on the Othello paper of 1995: the whole report on small runs, and what it must not mix up."""

from dataclasses import replace
from xml.etree import ElementTree as Xml

import numpy as np
import pytest
from tests.reports.support import SmallLab

from ludogen.arena.settings import MatchSettings
from ludogen.formats.champion import read_champion
from ludogen.games import Othello, parse_game
from ludogen.players import parse_player
from ludogen.recipes.configuration import from_mapping
from ludogen.recipes.moriarty import MoriartyConfiguration
from ludogen.recipes.othello_trials import RANDOM, four_move_starts, six_move_starts
from ludogen.reports import moriarty
from ludogen.reports.moriarty import ARMS, SCALES, Scale, reproduce
from ludogen.reports.moriarty_results import Measuring
from ludogen.reports.othello_courses import _corners, followed
from ludogen.reports.othello_strength import MOST_STARTS, Judged, Run, held_out, starts_for, validated
from ludogen.reports.spread import Spread
from ludogen.runs.store import RunStore

SMALL = MoriartyConfiguration(
    generations=4, stage_1=2, population=6, elite=2, games=4, length=600, searcher_depth=1, yardstick_every=0
)
TINY = Scale({"iago": 2, "norvig": 1, "fixed": 1, "coevolution": 1}, Measuring(2, 2, 4, 8, 6, 4), 8, 2, levels=(1,))


def shorten(settings: MatchSettings) -> MatchSettings:
    return replace(settings, other="random")  # Rhino is not always there


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> SmallLab:
    made = SmallLab(
        *(tmp_path_factory.mktemp("lab"), "moriarty", SMALL, shorten), without=("generations", "stage_1"), keep_every=1
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(moriarty, "find_program", lambda name: name)
        reproduce(made, TINY)
    return made


def page(lab: SmallLab) -> str:
    return (lab.docs / "moriarty.md").read_text("utf-8")


def test_the_page_has_what_it_promises(lab: SmallLab) -> None:
    text = page(lab)
    for words in (
        "    ludogen reproduce moriarty\n",
        "| iago | 1, 2 | 2 + 2 | 96 |",
        "| coevolution | 1 | 2 + 2 |",
        "97 % against the random mover within 2 generations:",
        "70 % against the searcher (Iago) within 2 more:",
        "70 % against the searcher (Norvig) within 2 more:",
        "The fixed architecture against the searcher (Iago):",
        "co-evolution",
        "25 : 20",
        "16 : 29",
        "(moriarty-notes.md)",
        "| `equal_fitness` | random |",
    ):
        assert words in text
    assert lab.asked == [f"best of {arm} against Rhino's level 1" for arm in ("iago", "norvig", "coevolution")]


def test_numbers_stand_apart(lab: SmallLab) -> None:
    """The row of a run with one seed, from the run and the games that were kept."""
    with RunStore.open(lab.folder / "norvig-1") as store:
        training = store.metrics("best")[4] / SMALL.games
    validation = [Judged(text) for text in lab.made["norvig-1@4, population against norvig, 6 validation games"]]
    best = max(range(6), key=lambda member: (validation[member].won, -member))
    champion = Judged(lab.made["norvig-1@2,4, champions against norvig, 8 held-out games"][1])
    (held,) = lab.made[f"norvig-1@4, member {best} against norvig, 8 held-out games"]
    row = next(line for line in page(lab).splitlines() if line.startswith("| norvig | 4 |"))
    friendly = [
        Judged(text) for text in lab.made["norvig-1@4, population against norvig, 4 games from the paper's starts"]
    ]
    cells = [cell.strip().partition(" (95")[0] for cell in row.split("|")][5:10]
    shares = (training, champion.won, validation[best].won, Judged(held).won, max(one.won for one in friendly))
    assert cells == [f"{100 * share:.1f} %" for share in shares]


def test_arms_with_the_same_seed_share_stage_1(lab: SmallLab) -> None:
    for arm in ("norvig", "coevolution"):
        one, other = (Run(name, 1, lab.folder / f"{name}-1") for name in ("iago", arm))
        assert np.array_equal(one.chromosomes(2), other.chromosomes(2))
        assert not np.array_equal(one.chromosomes(4), other.chromosomes(4))


def test_measuring_again_plays_nothing_again(lab: SmallLab, monkeypatch: pytest.MonkeyPatch) -> None:
    before, text = dict(lab.made), page(lab)
    monkeypatch.setattr(moriarty, "find_program", lambda name: name)
    reproduce(lab, TINY)
    assert lab.made == before
    assert page(lab) == text


def test_without_rhino_nothing_is_asked_of_it(lab: SmallLab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moriarty, "find_program", lambda name: None)
    other = replace(lab, asked=[], said=[])
    assert moriarty._rhino(other, TINY, {}) == {}
    assert other.said == ["Rhino is not installed: no games against it."]
    assert other.asked == []


def test_champions_are_members_chosen_by_validation(lab: SmallLab) -> None:
    for name, number, stage in (("positional", 2, RANDOM), ("mobility", 4, None)):
        path = lab.docs / "moriarty" / f"{name}.safetensors"
        champion = read_champion(path)
        arm = "norvig" if "searcher=norvig" in champion.metadata["settings"] else "iago"
        folder = lab.folder / f"{arm}-{champion.metadata['seed']}"
        member = int(champion.metadata["member"])
        assert np.array_equal(Run(arm, 1, folder).chromosomes(number)[member], champion.arrays["chromosome"])
        key = f"{folder.name}@{number}, population against {stage or arm}, 6 validation games"
        shares = [Judged(text).won for text in lab.made[key]]
        assert shares[member] == max(shares)
        assert parse_player(path.as_posix(), parse_game("othello")).name == path.as_posix()


def test_figures_are_pictures(lab: SmallLab) -> None:
    names = sorted(path.name for path in (lab.docs / "moriarty").glob("*.svg"))
    assert {"figure-4.svg", "figure-5.svg", "figure-6.svg", "figure-8.svg", "net.svg", "strength.svg"} <= set(names)
    for name in names:
        assert f"(moriarty/{name})" in page(lab)
        assert Xml.parse(lab.docs / "moriarty" / name).getroot().tag.endswith("svg")


def test_no_start_serves_two_purposes() -> None:
    found = [starts_for(purpose, 2 * MOST_STARTS) for purpose in ("validation", "held-out")]
    kinds = [*found, six_move_starts(100), four_move_starts()]
    sets = [{(int(own), int(opp)) for own, opp in starts} for starts in kinds]
    assert [len(some) for some in sets[:2]] == [MOST_STARTS, MOST_STARTS]
    assert all(not one & other for i, one in enumerate(sets) for other in sets[:i])
    assert {(own | opp).bit_count() for own, opp in sets[0] | sets[1]} == {10}
    with pytest.raises(ValueError, match="6002 games are not"):
        starts_for("held-out", 2 * MOST_STARTS + 2)


def test_followed_games_are_the_held_out_ones(lab: SmallLab) -> None:
    run = Run("iago", 1, lab.folder / "iago-1")
    for opponent in (RANDOM, "iago"):
        (judged,) = held_out(lab, run, [4], 20, member=3)[opponent].values()
        kind = (RANDOM, 0, "random") if opponent == RANDOM else ("iago", 1, "first")
        games = followed(lab, run.member(4, 3), kind, 20, "test")
        assert games.won == judged.games.count("w")
        for move, (own, other) in games.discs.items():
            assert own + other == pytest.approx(move + 4)
        assert sum(side.corners for side in games.sides) <= 4 * 20
        assert all(side.corners == side.taken <= side.offers for side in games.sides)


def test_validation_is_against_the_opponent_of_the_stage(lab: SmallLab) -> None:
    run = Run("norvig", 1, lab.folder / "norvig-1")
    validated(lab, run, 2, 6)
    validated(lab, run, 4, 6)
    assert "norvig-1@2, population against random, 6 validation games" in lab.made
    assert "norvig-1@4, population against norvig, 6 validation games" in lab.made


def test_corners_given_away_are_counted() -> None:
    """Black moves to b2 with a1 empty, white takes a1."""
    board = "--------" * 2 + "--O-----" + "---X----" + "----O---" + "--------" * 3
    position = Othello().parse_position(f"{board} X")
    moves, after = [], position
    for name in ("b2", "a1"):
        moves.append(after.parse_move(name))
        after = after.play(moves[-1])
    words = np.array([*moves, 0, 0], np.uint64)  # the rest of the record is empty
    start = np.array([position.state.own, position.state.opp], np.uint64)
    for seat in (0, 1):
        corners, _, taken, x_moves, x_lost = _corners(start, seat, words)
        black, white = (0, 1) if seat == 0 else (1, 0)
        assert (corners[white], taken[white], corners[black]) == (1, 1, 0)
        assert (x_moves[black], x_lost[black], x_moves[white], x_lost[white]) == (1, 1, 0, 0)


def test_spread_of_seeds_and_of_games() -> None:
    one = Spread.of_games([Judged("wwlw" * 25)])
    assert one.mean == 0.75
    assert one.interval[0] < 0.7
    assert one.interval[1] > 0.8
    seeds = Spread.of([0.2, 0.4])
    assert seeds.mean == pytest.approx(0.3)
    assert seeds.interval[1] - seeds.mean == pytest.approx(12.7062 * 0.1)
    assert Judged("wdld").won == 0.25


@pytest.mark.parametrize("name", ARMS)
def test_arms_are_configurations(name: str) -> None:
    arm = ARMS[name]
    made = from_mapping(MoriartyConfiguration, {**arm.settings})
    assert made.generations - made.stage_1 == 2000
    assert from_mapping(MoriartyConfiguration, {**arm.settings, **arm.quick}).generations == 200


def test_enough_games_and_seeds_at_the_papers_scale() -> None:
    paper = SCALES["paper"]
    assert paper.runs["iago"] >= 5
    assert paper.runs["norvig"] >= 5
    for scale in SCALES.values():
        assert scale.measuring.held_out >= 1000
