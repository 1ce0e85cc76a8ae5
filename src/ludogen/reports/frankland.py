"""The paper on heuristics that are evolved in play, against what came out here, and what goes further.

Frankland & Pillay 2015. There is nothing to evolve beforehand: matches and games to look at are all that is done.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ludogen.arena.match import Match
from ludogen.arena.settings import MatchSettings
from ludogen.engines.programs import find_program
from ludogen.errors import ConfigurationError
from ludogen.genomes.areas import AREA_NAMES, OTHELLO_QUADRANT
from ludogen.names import known_or_suggestion
from ludogen.reports.figures import Board, draw_boards
from ludogen.reports.frankland_page import page
from ludogen.reports.frankland_results import Results
from ludogen.reports.game_curves import Curves, draw_curves
from ludogen.reports.lab import Lab
from ludogen.reports.online_play import PHASES, OnlineGame, judged, mean_worths, online_games, phase_name, phase_of

__all__ = ["OPTIONS", "SCALES", "Scale", "draw_figures", "reproduce"]

PLAYER = "frankland"
SMALLER = "population=50,generations=10"  # a quarter of the games of a run: so options can be compared in less time
OPTIONS: Mapping[str, str] = {
    "": "the paper's heuristics",
    "mobility=true": "a terminal for replies left",
    "frontier=true": "a terminal for frontier discs made",
    "mobility=true,frontier=true": "both",
    "look=1": "one ply of look-ahead",
    "look=2": "two plies",
    "solve=10": "the last ten squares exactly",
    "mobility=true,frontier=true,look=1,solve=10": "all but the second ply",
}
CHECKERS: Mapping[str, str] = {
    "": "the worth of the square a piece goes to",
    "leaving=true": "less that of the one it leaves",
}
SEED = 1


@dataclass(frozen=True)
class Scale:
    """How much is done: games by opponent."""

    table: Mapping[str, int]
    ladder: Sequence[str]  # opponents of the options
    options: Mapping[str, int]  # games of each option against each
    checkers: Mapping[int, int]  # games by depth of the opponent
    looked_at: int  # games move by move
    smaller: str = SMALLER
    player: str = PLAYER
    skipped: Collection[tuple[str, str | int]] = ()  # options and opponents, or depths, that do not meet this time


TABLE = (
    "random",
    *(f"positional:depth={depth}" for depth in range(1, 9)),
    *(f"iago:depth={depth}" for depth in (1, 3, 5)),
    *(f"kreversi:level={level}" for level in (1, 3, 5)),
    *(f"rhino:level={level}" for level in range(1, 6)),
)
LOOKED_AT = "positional:depth=3"
SCALES = {
    "quick": Scale(
        {"random": 10, "positional:depth=1": 10, "positional:depth=3": 10},
        ("positional:depth=3",),
        {"": 10, "mobility=true": 10},
        {1: 10},
        2,
    ),
    "paper": Scale(
        dict.fromkeys(TABLE, 100),
        (LOOKED_AT, "rhino:level=1", "rhino:level=2"),
        {name: 20 if name == "look=2" else 100 for name in OPTIONS},
        dict.fromkeys(range(1, 7), 100),
        10,
    ),
}


def reproduce(lab: Lab, scale: Scale | None = None) -> Path:
    """All of it: matches, games, figures, the page; its path."""
    scale = scale or _asked(lab)
    folder = lab.docs / "frankland"
    folder.mkdir(parents=True, exist_ok=True)
    results = _results(lab, scale)
    figures = draw_figures(results, folder)
    path = lab.docs / "frankland.md"
    path.write_text(page(lab, OPTIONS, CHECKERS, results, figures), "utf-8")
    return path


def _asked(lab: Lab) -> Scale:
    """The scale, with as many games against opponents of the table as were asked for instead."""
    scale = SCALES[lab.scale]
    for name in lab.numbers:
        if name not in scale.table:
            raise ConfigurationError(f"the table has no opponent {name!r}: {known_or_suggestion(name, scale.table)}")
    return replace(scale, table={**scale.table, **lab.numbers})


def _results(lab: Lab, scale: Scale) -> Results:
    if find_program("gtp-rhino") is None:
        lab.say("Rhino is not installed: no games against it.")
    table = {
        other: _match(lab, scale.player, other, games)
        for other, games in scale.table.items()
        if games and _is_there(other)
    }
    ladder = [other for other in scale.ladder if _is_there(other)]
    options = {
        (name, other): _match(lab, _named(scale, name), other, games)
        for name, games in scale.options.items()
        for other in ladder
        if (name, other) not in scale.skipped
    }
    checkers = {
        (name, depth): _match(lab, _named(scale, name), f"pieces:depth={depth}", games, "checkers")
        for depth, games in scale.checkers.items()
        for name in CHECKERS
        if (name, depth) not in scale.skipped
    }
    games = online_games(lab, scale.player, LOOKED_AT, scale.looked_at)
    shown = next((number for number, game in enumerate(games) if game.lead > 0), 0)
    judgements = judged(lab, games[shown], f"game {shown} of {scale.player} against {LOOKED_AT}, judged")
    full = SCALES[lab.scale]
    left_out = [other for other in full.table if other not in table]
    for other, match in table.items():
        missing = full.table.get(other, 0) - match.tally.all.games
        left_out += [f"{missing} of {full.table[other]} games against {other}"] if missing > 0 else []
    for name in full.options:
        unmet = [other for other in full.ladder if (name, other) not in options]
        left_out += [f"{_shown(name)} against {', '.join(unmet)}"] if unmet else []
    for name in CHECKERS:
        depths = [str(depth) for depth in full.checkers if (name, depth) not in checkers]
        left_out += [f"checkers with {_shown(name)} against pieces at depth {', '.join(depths)}"] if depths else []
    return Results(table, options, checkers, games, shown, judgements, LOOKED_AT, scale.smaller, left_out)


def _shown(option: str) -> str:
    return f"`{option}`" if option else "no option"


def _is_there(other: str) -> bool:
    return not other.startswith("rhino") or find_program("gtp-rhino") is not None


def _named(scale: Scale, options: str) -> str:
    return f"{PLAYER}:{','.join(filter(None, (scale.smaller, options)))}"


def _match(lab: Lab, one: str, other: str, games: int, game: str = "othello") -> Match:
    """Othello begins at the start, as in the paper: chance in the runs makes games differ. Checkers has ballots."""
    openings = "none" if game == "othello" else "two-moves"
    return lab.played(f"{one} against {other}", MatchSettings(game, one, other, openings, seed=SEED), games)


# Figures


def draw_figures(results: Results, folder: Path) -> list[str]:
    """All figures; their names, in the order of the page."""
    draw_curves(folder / "figure-6.svg", [_times(results.games)])
    boards = [Board(f"{phase_name(phase)} discs", mean_worths(results.games, phase)) for phase in range(len(PHASES))]
    draw_boards(folder / "worths.svg", [board for board in boards if not np.isnan(board.values).all()], 4)
    shown = results.games[results.shown].moves
    picked = [shown[int(place)] for place in np.linspace(0, len(shown) - 1, min(8, len(shown)))]
    draw_boards(folder / "game.svg", [Board(f"move {move.ply + 1}: {move.move}", move.worths) for move in picked], 4)
    draw_curves(folder / "areas.svg", [_areas(results.games, "AEB"), _areas(results.games, "CDHI")])
    return ["figure-6.svg", "worths.svg", "areas.svg", "game.svg"]


def _times(games: Sequence[OnlineGame]) -> Curves:
    lines: dict[str, dict[int, float]] = {"mean": {}, "longest": {}}
    for discs in sorted({move.discs for game in games for move in game.moves}):
        found = [1000 * move.seconds for game in games for move in game.moves if move.discs == discs]
        lines["mean"][discs - 4], lines["longest"][discs - 4] = float(np.mean(found)), max(found)
    return Curves("figure 6: time for a move", lines, "ms of one core", {}, note="The paper: under a minute.")


def _areas(games: Sequence[OnlineGame], letters: str) -> Curves:
    """What areas are worth by the phase, mean over moves, in per cent of the worthiest."""
    lines: dict[str, dict[int, float]] = {}
    for letter in letters:
        row = next(row for row, names in enumerate(OTHELLO_QUADRANT) if letter in names)
        column = OTHELLO_QUADRANT[row].index(letter)
        found = {first: float(mean_worths(games, phase)[row, column]) for phase, first in enumerate(PHASES)}
        lines[f"{letter} (tBH{AREA_NAMES['othello'].index(letter) + 1})"] = {
            first - PHASES[0]: worth for first, worth in found.items() if not np.isnan(worth)
        }
    return Curves(f"worth of areas {', '.join(letters)}", lines, "% of the worthiest", {})


assert phase_of(63) == len(PHASES) - 1
