"""The page on the Othello paper of 1995: what it says, what came out here, and by how much that misses it."""

from collections.abc import Iterator, Mapping, Sequence
from math import comb
from pathlib import Path

from ludogen.recipes.moriarty import MoriartyConfiguration
from ludogen.recipes.othello_trials import RANDOM
from ludogen.reports.decisions import decisions
from ludogen.reports.lab import Lab
from ludogen.reports.moriarty_results import MeasuredRun, Results
from ludogen.reports.moriarty_tables import (
    NAMES,
    STAGE_1,
    STAGE_2,
    behaviour,
    corners_table,
    cross_table,
    four_numbers,
    friendly_spread,
    held_out_spread,
    rhino_table,
)
from ludogen.reports.othello_strength import OPPONENTS
from ludogen.reports.shares import percent
from ludogen.reports.spread import Spread
from ludogen.runs.store import RunStore

__all__ = ["page"]

BARS = {RANDOM: 0.97, "iago": 0.70, "norvig": 0.70}
FIXED_BAR = 0.07
CAPTIONS = {
    "stage-1": "Stage 1, the same seeds in all marker arms, beside the first generations of the fixed architecture.",
    "strength": "Champions by generation in held-out games: means over seeds, bars are the standard deviation over "
    "seeds (with one seed the 95 % interval of its games). `fixed` meets the searcher later than the others.",
    "figure-4": "The paper's figure 4: discs after each move, mean over held-out games won. Circles are the paper's.",
    "figure-5": "Figure 5: the same against the searcher.",
    "figure-6": "Figure 6: legal moves before each move.",
    "figure-8": "Figure 8: the nets of stage 2 against the random mover.",
    "sizes": "What evolution does to the size of nets.",
    "net": "The mobility champion.",
}

# Of method, not of results: those are computed.
DIFFERENCES = (
    "Minutes are those of a machine that had other work; `python -m benchmarks.evolution` times a generation.",
    "The paper does not say which games its 97 % and 70 % are from. Ours are from starts after six moves, where no "
    "game of evolution began, each with both colours; a draw is not a win. Net and searcher move without chance, so "
    "every game is another one. Training fitness is the best of 50 nets in ten games, and chosen for being the best.",
    "The paper's searcher is \"similar to Iago's\", without mobility; more is not said. Ours has the edge table and "
    "the stability of Iago as Rosenbloom describes them. Norvig's worth of squares is run beside it, since so much is "
    "open.",
    "The paper's figures are means over ten games (4 and 5: games won), ours over all games won of those looked at.",
    "With few seeds the interval of a mean says little; marker nets and fixed architecture are compared seed by seed.",
    "Co-evolution with a hall of fame is ours, after the paper's section 5: an option of the recipe, off by default.",
)


def page(lab: Lab, arms: Mapping[str, str], results: Results, figures: Sequence[str]) -> str:
    """The page, as Markdown; `arms` says what each is."""
    parts = [
        "# moriarty: Othello nets that choose moves without search",
        "",
        "Moriarty & Miikkulainen, *Discovering Complex Othello Strategies Through Evolutionary Neural Networks*, 1995. "
        "Written by the command below; change the recipe or the report, not this page.",
        "",
        f"    {lab.command}",
        "",
        *(f"- `{name}`: {arms[name]}." for name in results.arms),
        "",
        *_runs_table(results),
        "",
        "With the same seed the marker arms share stage 1, game by game.",
        "",
        "## Were the bars reached?",
        "",
        *_verdicts(results),
        "",
        "What was tried to get further is in [moriarty-notes.md](moriarty-notes.md).",
        "",
        "## Paper against ours",
        "",
        *four_numbers(results),
        "",
        *behaviour(results),
        "",
        "## Against all opponents",
        "",
        *cross_table(results),
        "",
        *rhino_table(results),
        "",
        "## Corners",
        "",
        *corners_table(results),
        "",
        "## Figures",
        "",
        *(_picture(name) for name in figures),
        "## Champions",
        "",
        *_champions(results),
        "",
        "## What differs, and why",
        "",
        *(f"- {text}" for text in DIFFERENCES),
        "",
        *decisions(MoriartyConfiguration),
    ]
    return "\n".join(parts)


def _picture(name: str) -> str:
    stem = Path(name).stem
    return f"![{stem}](moriarty/{name})\n\n{CAPTIONS[stem]}\n"


def _runs_table(results: Results) -> list[str]:
    rows = ["| arm | seeds | generations | games a run | minutes a run |", "|---|---|---|---|---|"]
    for name, runs in results.arms.items():
        games, minutes = [], []
        for one in runs:
            with RunStore.open(one.run.folder) as store:
                records = store.records()
            games.append(sum(record.games for record in records))
            minutes.append(sum(record.seconds for record in records) / 60)
        seeds = ", ".join(str(one.run.seed) for one in runs)
        first, last = runs[0].run.configuration.stage_1, runs[0].run.last
        mean = sum(minutes) / len(minutes)
        rows.append(f"| {name} | {seeds} | {first} + {last - first} | {games[0]} | {mean:.1f} |")
    return [*rows, "", 'The paper: ten experiments of 100 + 2000 generations; a strategy "was evolved in a week".']


# Verdicts


def _verdicts(results: Results) -> Iterator[str]:
    marker, generations = results.arms["iago"], results.arms["iago"][0].run.ends
    for name, stage, what in (
        ("iago", STAGE_1, f"within {generations[0]} generations"),
        ("iago", STAGE_2, f"within {generations[1] - generations[0]} more"),
        ("norvig", STAGE_2, f"within {generations[1] - generations[0]} more"),
    ):
        if name in results.arms:
            yield _verdict(results.arms[name], stage, what)
    if "fixed" in results.arms:
        yield _fixed_verdict(marker, results.arms["fixed"])
    if "coevolution" in results.arms:
        yield _coevolution_verdict(results)


def _verdict(runs: Sequence[MeasuredRun], stage: int, what: str) -> str:
    end = runs[0].ends[stage]
    bar, chosen = BARS[end.opponent], held_out_spread(runs, stage, end.opponent, True)
    champions, friendly = held_out_spread(runs, stage, end.opponent, False), friendly_spread(runs, stage)
    training = Spread.of(one.ends[stage].training for one in runs)
    return (
        f"- **{percent(bar, 0)} against {NAMES[end.opponent]} {what}: {_reached(chosen, bar)}.** "
        f"Held-out games won by the best by validation: {chosen.text}; by champions: {champions.text}. "
        f"Best training fitness: {percent(training.mean)}. In the friendliest reading, the best of the population in "
        f"all games from the paper's starts: {friendly.text}."
    )


def _reached(found: Spread, bar: float) -> str:
    """In words, from the mean; seeds and interval say how sure that is."""
    missing = 100 * (bar - found.mean)
    seeds = sum(value >= bar for value in found.values)
    some = f"; {seeds} of {len(found.values)} seeds reach it" if len(found.values) > 1 else ""
    if missing <= 0:
        return f"reached ({-missing:.1f} points above{some})"
    return f"not reached ({missing:.1f} points short{some})"


def _apart(low: Spread, high: Spread) -> bool:
    """Is every seed of one below every seed of the other? Of single seeds the intervals of their games must be, too."""
    ends = [
        spread.interval if len(spread.values) == 1 else (min(spread.values), max(spread.values))
        for spread in (low, high)
    ]
    return ends[0][1] < ends[1][0]


def _fixed_verdict(marker: Sequence[MeasuredRun], fixed: Sequence[MeasuredRun]) -> str:
    opponent = fixed[0].ends[STAGE_2].opponent
    ours, theirs = (held_out_spread(runs, STAGE_2, opponent, True) for runs in (marker, fixed))
    common = marker[0].run.ends[0]
    early = [Spread.of_games([one.curve[RANDOM][common] for one in runs]).mean for runs in (marker, fixed)]
    behind = f"{100 * (ours.mean - theirs.mean):.1f} points (paper: {100 * (BARS[opponent] - FIXED_BAR):.0f})"
    if not _apart(theirs, ours):
        said = f"not clearly behind; between the means are {behind}"
    elif len(ours.values) == 1 or len(theirs.values) == 1:
        said = f"behind by {behind}; of one seed each, the intervals are apart"
    else:
        chance = comb(len(ours.values) + len(theirs.values), len(theirs.values))
        said = f"behind by {behind}, every seed below every marker seed (by chance 1 time in {chance})"
    return (
        f"- **The fixed architecture against {NAMES[opponent]}: {said}.** Held-out games won by the best by "
        f"validation: {theirs.text}, marker nets {ours.text} (paper: {percent(FIXED_BAR, 0)} and "
        f"{percent(BARS[opponent], 0)}). Champions of generation {common} against the random mover: "
        f"{percent(early[1])}, marker nets {percent(early[0])}."
    )


def _coevolution_verdict(results: Results) -> str:
    """Against each opponent, with the arm that is best at it of those that met a searcher."""
    texts = []
    for opponent in OPPONENTS:
        ours = held_out_spread(results.arms["coevolution"], STAGE_2, opponent, True)
        means = {
            name: held_out_spread(results.arms[name], STAGE_2, opponent, True).mean
            for name in ("iago", "norvig")
            if name in results.arms
        }
        rival = max(means, key=lambda name: means[name])
        texts.append(f"{ours.text} against {NAMES[opponent]} (`{rival}` {percent(means[rival])})")
    return f"- **Past the paper, co-evolution**: the best by validation win {', '.join(texts)} of held-out games."


def _champions(results: Results) -> list[str]:
    rows = [
        "Chosen by validation games, so the held-out games tell what they are worth. "
        "`ludogen play othello --black human --white docs/papers/moriarty/mobility.safetensors` plays one.",
        "",
        "| file | from | held-out: " + " | ".join(NAMES[name] for name in OPPONENTS) + " |",
        "|---" * (2 + len(OPPONENTS)) + "|",
    ]
    best = results.bests[results.mobility]
    for file, one in (("positional.safetensors", results.positional), ("mobility.safetensors", best)):
        whence = f"`{one.run.arm}`, seed {one.run.seed}, generation {one.end.number}"
        texts = " | ".join(Spread.of_games([one.end.held_out[name]]).text for name in OPPONENTS)
        rows.append(f"| [{file}](moriarty/{file}) | {whence} | {texts} |")
    return rows
