"""The page on heuristics that are evolved in play: the whole report with tiny players, and what it must not mix up."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as Xml

import numpy as np
import pytest
from tests.recipes.support import FRANKLAND
from tests.reports.support import SmallLab

from ludogen.arena.settings import MatchSettings
from ludogen.errors import ConfigurationError
from ludogen.games import parse_game
from ludogen.players import parse_player
from ludogen.reports import frankland
from ludogen.reports.frankland import OPTIONS, SCALES, Scale, reproduce
from ludogen.reports.frankland_page import plies_of
from ludogen.reports.frankland_results import won
from ludogen.reports.online_play import OnlineGame, judged, online_games, phase_of

TINY = "population=4,generations=2,trials=2"
SCALE = Scale(
    {"random": 4, "positional:depth=1": 4, "rhino:level=1": 4},
    ("positional:depth=1",),
    {"": 4, "mobility=true": 4},
    {1: 4},
    2,
    TINY,
    f"frankland:{TINY}",
)
ASKED: list[MatchSettings] = []


def shorten(settings: MatchSettings) -> MatchSettings:
    """Only tiny players that evolve, and nobody who searches far; Rhino is not always there."""
    ASKED.append(settings)
    other = "random" if settings.other.startswith("rhino") else settings.other
    return replace(settings, other=other)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> SmallLab:
    made = SmallLab(tmp_path_factory.mktemp("lab"), "frankland", FRANKLAND, shorten, scale="paper")
    ASKED.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(frankland, "find_program", lambda name: name)
        reproduce(made, SCALE)
    return made


def page(lab: SmallLab) -> str:
    return (lab.docs / "frankland.md").read_text("utf-8")


def test_the_page_has_what_it_promises(lab: SmallLab) -> None:
    text = page(lab)
    for words in (
        "    ludogen reproduce frankland\n",
        "| rhino:level=1 | 2 | 4 |",
        "- **1 to 2 plies**: the paper won 95 % against WZebra",
        "| 4 to 11 |",
        "| 52 to 63 |",
        "| `mobility=true` | a terminal for replies left |",
        "| less that of the one it leaves (`leaving=true`) | pieces:depth=1 | 4 |",
        "| `regions` | quadrant |",
        "not played when this page was written",
        "checkers with `leaving=true` against pieces at depth 2, 3, 4, 5, 6",
    ):
        assert words in text
    assert "3 to 5 plies**" not in text  # nobody of them was met


def test_figures_are_pictures(lab: SmallLab) -> None:
    names = {path.name for path in (lab.docs / "frankland").glob("*.svg")}
    assert names == {"figure-6.svg", "worths.svg", "areas.svg", "game.svg"}
    for name in names:
        assert f"(frankland/{name})" in page(lab)
        assert Xml.parse(lab.docs / "frankland" / name).getroot().tag.endswith("svg")


def test_games_to_look_at_are_games(lab: SmallLab) -> None:
    games = online_games(lab, SCALE.player, frankland.LOOKED_AT, 2)
    assert [game.side for game in games] == [0, 1]
    for game in games:
        assert game.last.result is not None
        black, white = game.last.result.points
        assert game.lead == (black - white if game.side == 0 else white - black)
        for move in game.moves:
            assert game.names[move.ply] == move.move
            assert move.ply % 2 == game.side or "pass" in game.names
            column, row = "abcdefgh".index(move.move[0]), int(move.move[1]) - 1
            assert not np.isnan(move.worths[row, column])


def test_moves_are_judged_by_their_place(lab: SmallLab) -> None:
    game = online_games(lab, SCALE.player, frankland.LOOKED_AT, 2)[0]
    by_square = judged(lab, game, "by square", lambda position: {move: float(move) for move in position.legal_moves})
    assert len(by_square) == len(game.moves)
    for move, judgement in zip(game.moves, by_square, strict=True):
        position = OnlineGame(game.side, game.names[: move.ply], 0, ()).last
        chosen = position.parse_move(move.move)
        assert judgement.place == 1 + sum(other > chosen for other in position.legal_moves)
        assert judgement.best == position.move_name(max(position.legal_moves))


def test_a_tie_is_no_win() -> None:
    match = SmallLab.played(
        SmallLab(None, "", None),  # type: ignore[arg-type]
        "",
        MatchSettings("othello", "random", "random", "none"),
        4,
    )
    for number, winner in enumerate((0, None, None, 0)):
        game = match.played[number]
        match.played[number] = replace(game, result=replace(game.result, winner=winner))
    # Games 0 and 2 have the first player as black: it wins game 0, ties 1 and 2, loses 3.
    assert won(match).value == 0.25
    assert match.summary.score.value == 0.5


def test_how_far_opponents_look() -> None:
    names = {"random": 0, "positional:depth=7": 7, "iago:depth=3": 3, "kreversi:level=3": 4, "rhino:level=5": 10}
    assert {name: plies_of(name) for name in names} == names
    assert [phase_of(discs) for discs in (4, 11, 12, 59, 60, 63)] == [0, 0, 1, 6, 6, 6]


@pytest.mark.parametrize("options", OPTIONS)
def test_options_are_players(options: str) -> None:
    parse_player(f"frankland:{options}" if options else "frankland", parse_game("othello"))


def test_other_numbers_of_games_can_be_asked_for(tmp_path: Path) -> None:
    asked = replace(SmallLab(tmp_path, "frankland", None), scale="paper", numbers={"rhino:level=5": 10, "random": 0})
    table = frankland._asked(asked).table
    assert table == {**SCALES["paper"].table, "rhino:level=5": 10, "random": 0}
    with pytest.raises(ConfigurationError, match="the table has no opponent 'rhino': "):
        frankland._asked(replace(asked, numbers={"rhino": 5}))


def test_enough_games_at_the_papers_scale() -> None:
    paper = SCALES["paper"]
    assert {plies_of(name) for name in paper.table} >= set(range(1, 9))
    assert {f"rhino:level={level}" for level in range(1, 6)} <= set(paper.table)
    assert all(games >= 100 for games in paper.table.values())
    assert set(paper.options) == set(OPTIONS)
    assert set(paper.checkers) == set(range(1, 7))
