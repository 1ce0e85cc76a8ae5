"""The checkers paper against what came out here: its two control experiments, more games, figures, one page.

Chellapilla & Fogel 2001, "Evaluation": 14 games (all seven first moves, both sides) against a piece-difference player
with K = 1.5, at eight plies each and at equal time. Undecided games were played out by Blitz98; here by our deepest
search with the endgame tables.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.arena.match import Match
from ludogen.arena.settings import MatchSettings
from ludogen.kernels.checkers_nets import subsquares
from ludogen.recipes.chellapilla import ChellapillaConfiguration
from ludogen.recipes.configuration import describe
from ludogen.reports.figures import Board, Panel, draw_boards, draw_series
from ludogen.runs.store import RunStore

__all__ = ["Control", "controls", "draw_figures", "page"]

PIECES = "pieces:king=1.5,jumps_at_leaf=1"
SIZES = {3: 36, 4: 25, 5: 16, 6: 9, 7: 4, 8: 1}


@dataclass(frozen=True)
class Control:
    """A match against the piece-difference player, and what the paper has for it."""

    title: str
    settings: MatchSettings
    games: int
    paper: str


def controls(champion: str, seconds: float, referee_depth: int) -> list[Control]:
    """The paper's two experiments, and the same two over many games from ballots."""
    referee = f"pieces:depth={referee_depth},search=strong,tables=true,king=1.5"

    def against(options: str, openings: str) -> MatchSettings:
        one, other = f"{champion}:{options}", f"{PIECES},{options}"
        return MatchSettings("checkers:ply_limit=200", one, other, openings, referee=referee)

    return [
        Control("14 games at 8 plies", against("depth=8", "first-moves"), 14, "10 wins, 1 loss, 3 draws"),
        Control(
            f"14 games at {seconds:g} s a move",
            against(f"seconds={seconds:g}", "first-moves"),
            14,
            "8 wins, 2 losses, 4 draws (2 minutes a move on a 466-MHz Celeron)",
        ),
        Control("200 games from ballots at 4 plies", against("depth=4", "two-moves"), 200, ""),
        Control("200 games from ballots at 8 plies", against("depth=8", "two-moves"), 200, ""),
    ]


def draw_figures(store: RunStore, folder: Path) -> list[str]:
    """Figures of a run; their names."""
    lines = store.metrics
    draw_series(
        folder / "evolution.svg",
        [
            Panel("points in a generation", {"best": lines("best"), "mean of all 30": lines("mean")}),
            Panel(
                "score against pieces at the same depth, 86 games from ballots, not used in selection",
                {"champion": lines("champion_pieces"), "all parents": lines("parents_pieces")},
                level=0.5,
                dots=True,
            ),
            Panel("share of drawn games", {"draws": lines("draws")}),
        ],
    )
    draw_series(
        folder / "steps.svg",
        [
            Panel("step sizes", {"median": lines("step_median"), "99th percentile": lines("step_high")}),
            Panel("mean size of a weight", {"weights of all parents": lines("weight_size")}),
            Panel("worth of a king", {"champion": lines("king_best"), "all parents": lines("king_mean")}),
        ],
    )
    champion = store.champion().arrays
    names = ["evolution.svg", "steps.svg"]
    if len(champion["weights"]) == 5046:
        draw_boards(folder / "weights.svg", weight_boards(champion["weights"]), 3)
        names.append("weights.svg")
    return names


def weight_boards(weights: NDArray[Any]) -> list[Board]:
    """First-layer weights on the board: for each size of sub-square the mean over those that contain a square."""
    boards, first = [], 0
    seen = subsquares()
    node = 0
    for size, count in SIZES.items():
        sums, numbers = np.zeros(32), np.zeros(32)
        for squares in seen[node : node + count]:
            sums[squares] += weights[first : first + len(squares)]
            numbers[squares] += 1
            first += len(squares)
        node += count
        values = np.full((8, 8), np.nan)
        for square in range(32):
            row = square // 4
            values[row, 2 * (square % 4) + 1 - row % 2] = sums[square] / max(numbers[square], 1)
        boards.append(Board(f"{count} of {size}x{size}" if count > 1 else "the whole board", values))
    return boards


def page(
    store: RunStore, results: Sequence[tuple[Control, Match]], figures: Sequence[str], command: str, scale: str
) -> str:
    """The page, as Markdown."""
    records = store.records()
    hours = sum(record.seconds for record in records) / 3600
    games = sum(record.games for record in records)
    last = records[-1].number
    parts = [
        "# chellapilla: nets that learn checkers by playing",
        "",
        "Chellapilla & Fogel, *Evolving an Expert Checkers Playing Program without Using Human Expertise*, 2001. "
        "Written by the command below; change the recipe or the report, not this page.",
        "",
        f"    {command}",
        "",
        f"Scale {scale}, seed {store.plan.seed}: {last} generations, {games} games, {60 * hours:.0f} minutes "
        "(the paper: 840 generations in six months).",
        "",
        "## Paper and ours",
        "",
        "The champion is the net with most points in the last generation, against `pieces` (piece difference, K = 1.5) "
        "with the same search. Games that reach 200 plies are played out by the referee.",
        "",
        "| experiment | paper | wins | losses | draws | decisions won | sign test p | Elo (95 %) |",
        "|---|---|---|---|---|---|---|---|",
        *(_row(control, match) for control, match in results),
        "",
        _verdict(results),
        "",
        "## Figures",
        "",
        *(f"![{Path(name).stem}](chellapilla/{name})\n" for name in figures),
        "## Settings that differ from the paper's",
        "",
        *_changes(store.plan.changed_settings()),
        "",
        "## Decisions where the text is silent",
        "",
        "| setting | ours | what it is |",
        "|---|---|---|",
        *(
            f"| `{info.name}` | {info.default} | {info.doc} |"
            for info in describe(ChellapillaConfiguration)
            if info.decided
        ),
        "",
    ]
    return "\n".join(parts)


def _row(control: Control, match: Match) -> str:
    counts, summary = match.tally.all, match.summary
    decided = counts.wins + counts.losses
    low, high = (("open" if end is None else f"{end:+.0f}") for end in (summary.elo.low, summary.elo.high))
    elo = "open" if summary.elo.value is None else f"{summary.elo.value:+.0f}"
    return (
        f"| {control.title} | {control.paper or '-'} | {counts.wins} | {counts.losses} | {counts.draws} "
        f"| {counts.wins} of {decided} | {summary.sign_test:.3g} | {elo} ({low} .. {high}) |"
    )


def _verdict(results: Sequence[tuple[Control, Match]]) -> str:
    counts = results[0][1].tally.all
    if counts.wins and counts.losses:
        estimate = f"{400 * log10(counts.wins / counts.losses):.0f} points by the paper's reckoning over decisions"
    else:
        estimate = "beyond the paper's reckoning, for one side won every decision" if counts.wins else "no win to rate"
    reached = counts.wins >= 10 and counts.losses <= 1
    return f"The paper's 10 of 11 at eight plies is {'reached' if reached else 'not reached'}: {estimate}."


def _changes(changed: Mapping[str, Any]) -> list[str]:
    return [f"- `{name}={value}`" for name, value in changed.items()] or ["None."]
