"""The page on the Othello paper of 2001: what it says, what came out here, its open question, and what goes further."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ludogen.recipes.singer import SingerConfiguration
from ludogen.reports.decisions import decisions
from ludogen.reports.lab import Lab
from ludogen.reports.shares import counts_text, estimate_text, percent
from ludogen.reports.singer_results import KREVERSI, SEARCH, Chosen, League, Readings, Results
from ludogen.reports.spread import Spread, difference

__all__ = ["page"]

BAR = 0.55  # the lower end of the interval against kreversi
RISE = 12  # generations in which fitness rises, in figure 4
PAPERS_BEST, PAPERS_BEST_GENERATION = 0.68, 29
CAPTIONS = {
    "figure-1": "Figure 1: a net before any learning. Columns are hidden nodes, their outgoing weights above; rows "
    "are the boards of white, black and empty squares; five greys from -0.6 and less (black) to 0.6 and more (white).",
    "figure-2": "Figure 2: the champion.",
    "figure-3": "Figure 3: the best of the last generation of the same run.",
    "figure-4": "Figure 4.",
    "arms": "The four arms up to the paper's last generation, and whether hidden nodes differ.",
}
DIFFERENCES = (
    "Minutes are those of a machine that had other work; `python -m benchmarks.evolution` times a generation.",
    "The paper draws moves at T = 10 in all its games, and does not say whether its last round robin and its games "
    "against kreversi did so. Ours play the best move there: drawn moves hide the differences.",
    "The paper's \"search-depth of 4\": section 1.5 values the successors by h(x'; d), which for d = 4 is five plies "
    "in all. Both readings are measured. Whether its nets solved the last ten squares in those games, as they did when "
    "learning, is not said; with and without stand in the table.",
    "kreversi is that of KDE 2 after its source, re-created: `ludogen players` has its options. Its first move and "
    "exact ties are drawn at random, so games differ.",
    "The paper's initial weights are not given. From U(-0.7, 0.7), as mutation has it, the nets die in the first "
    "learning phase: all positions get the same value.",
)


def page(
    lab: Lab,
    whats: Mapping[str, str],
    settings: Mapping[str, Mapping[str, Any]],
    results: Results,
    figures: Sequence[str],
) -> str:
    """The page, as Markdown; `whats` says what each arm is, `settings` how the options are set."""
    parts = [
        "# singer: Othello nets that are bred and learn",
        "",
        "Singer, *Co-evolving a Neural-Net Evaluation Function for Othello by Combining Genetic Algorithms and "
        "Reinforcement Learning*, 2001. Written by the command below; change the recipe or the report, not this page.",
        "",
        f"    {lab.command}",
        "",
        *(f"- `{name}`: {whats[name]}." for name in results.arms),
        "",
        *_runs_table(results),
        "",
        "## Paper against ours",
        "",
        *_paper_table(results),
        "",
        *_verdicts(results),
        "",
        "## Against kreversi",
        "",
        "The paper: 20 games at its level three, as White 7 won and 3 lost, as Black 3 won, 6 lost and 1 drawn. Ours: "
        f"the champion (`both`, seed {results.best.run.seed}, generation {results.best.number}), chosen by games among "
        "our own nets only. Twenty games from the start position; many from starts after six random moves, each with "
        "both colours.",
        "",
        *_readings_table(results.readings),
        "",
        "## Against others",
        "",
        f"The champion with `{SEARCH}` against fixed opponents, from starts after six random moves.",
        "",
        *_scores_table(results.scores),
        "",
        "## Is it crossover or learning?",
        "",
        *_question(results),
        "",
        "## Do hidden nodes differ?",
        "",
        *_likeness(results),
        "",
        *(_further(whats, settings, results) if results.options else ()),
        "## All our Othello champions",
        "",
        *_everybody(results),
        "",
        "## Figures",
        "",
        *(f"![{Path(name).stem}](singer/{name})\n\n{CAPTIONS[Path(name).stem]}\n" for name in figures),
        "## What differs, and why",
        "",
        *(f"- {text}" for text in DIFFERENCES),
        "",
        *decisions(SingerConfiguration),
    ]
    return "\n".join(parts)


def _runs_table(results: Results) -> list[str]:
    rows = ["| arm | seeds | generations | games a run | minutes a run |", "|---|---|---|---|---|"]
    everyone = {**results.arms, **{name: [one] for name, one in results.options.items()}}
    for name, some in everyone.items():
        seeds = ", ".join(str(one.run.seed) for one in some)
        minutes = float(np.mean([one.run.cost[1] for one in some]))
        rows.append(f"| {name} | {seeds} | {some[0].run.last} | {some[0].run.cost[0]} | {minutes:.1f} |")
    return [*rows, "", "The paper: one run of 100 generations, 900,000 games in three months."]


def _paper_table(results: Results) -> list[str]:
    some = results.arms["both"]

    def over_seeds(values: Sequence[float], digits: int = 2) -> str:
        spread = Spread.of(values)
        mean = f"{spread.mean:.{digits}f}"
        return mean if len(values) == 1 else f"{mean} ({min(values):.{digits}f} .. {max(values):.{digits}f})"

    def fitness(first: int, last: int) -> str:
        found = [[one.fitness[number] for number in one.fitness if first <= number <= last] for one in some]
        return over_seeds([float(np.mean(values)) for values in found]) if found[0] else "-"

    last = some[0].run.last
    return [
        f"Figure 4: the bests of all generations in one round robin at depth 4, {len(some)} seeds: mean (range).",
        "",
        "| what | paper | ours |",
        "|---|---|---|",
        f"| fitness, generation 1 | near 0 | {over_seeds([one.fitness[1] for one in some])} |",
        f"| mean of generations 2 to {RISE} | rises | {fitness(2, RISE)} |",
        f"| mean of generations {RISE + 1} to {last} | just above 0.5 | {fitness(RISE + 1, last)} |",
        f"| the best | {PAPERS_BEST} | {over_seeds([one.fitness[one.number] for one in some])} |",
        f"| its generation | {PAPERS_BEST_GENERATION} | {', '.join(str(one.number) for one in some)} |",
        f"| the best of the last generation | 0.60 | {over_seeds([one.fitness[last] for one in some])} |",
    ]


def _verdicts(results: Results) -> Iterator[str]:
    for reading in results.readings:
        low = reading.many.summary.score.low or 0.0
        met = "reached" if low > BAR else "not reached"
        yield (
            f"- **{reading.what}: the bar, the lower end of the interval above {percent(BAR)}, is {met}** "
            f"({estimate_text(reading.many.summary.score)}, {reading.many.tally.all.games} games)."
        )


def _readings_table(readings: Sequence[Readings]) -> list[str]:
    rows = [
        "| the champion plays | games | as White: won - lost - drawn | as Black | all | score (95 %) |",
        "|---|---|---|---|---|---|",
        "| the paper's | 20 | 7 - 3 - 0 | 3 - 6 - 1 | 10 - 9 - 1 | 52.5 % |",
    ]
    for reading in readings:
        for match in (reading.twenty, reading.many):
            tally, score = match.tally, estimate_text(match.summary.score)
            white, black = counts_text(tally.as_second), counts_text(tally.as_first)
            rows.append(
                f"| {reading.what} | {tally.all.games} | {white} | {black} | {counts_text(tally.all)} | {score} |"
            )
    return rows


def _scores_table(league: League) -> list[str]:
    rows = ["| against | games | won - lost - drawn | score (95 %) |", "|---|---|---|---|"]
    matches = {**league.others, "the standard heuristic, 1 ply each, a tenth of moves at random": league.standard}
    for other, match in matches.items():
        counts = match.tally.all
        rows.append(f"| {other} | {counts.games} | {counts_text(counts)} | {estimate_text(match.summary.score)} |")
    return rows


# The question that the paper leaves open


def _late(chosen: Chosen, last: int) -> float:
    """The mean score of champions of the second half of the paper's generations against kreversi, seen in the run."""
    found = chosen.run.metrics("champion_kreversi")
    late = [value for number, value in found.items() if last / 2 <= number <= last]
    return float(np.mean(late or list(found.values())))


def _question(results: Results) -> list[str]:
    last = results.arms["both"][0].run.last
    late = {name: Spread.of([_late(one, last) for one in some]) for name, some in results.arms.items()}
    rows = [
        f"*Chosen*: the winner of each run's last round robin against {KREVERSI} with `{SEARCH}`, "
        f"{results.matches['both'][0].tally.all.games} games each. *Late champions*: the champions from generation "
        f"{last // 2} to {last} against it at 4 plies, measured during the run (not used in selection; of runs without "
        "learning that is generation 100 only). Mean ± deviation over seeds (range; 95 % interval of the mean).",
        "",
        "| arm | chosen | late champions |",
        "|---|---|---|",
        *(f"| {name} | {_spread(results.kreversi(name))} | {_spread(late[name])} |" for name in results.arms),
        "",
    ]
    for one, other, what in (("both", "learning", "Crossover beside learning"), ("both", "crossover", "Learning")):
        gaps = [difference(results.kreversi(one), results.kreversi(other)), difference(late[one], late[other])]
        texts = [
            f"{100 * gap:+.1f} points"
            + (f" ({100 * low:+.1f} .. {100 * high:+.1f})" if len(results.arms[one]) > 1 else "")
            for gap, (low, high) in gaps
        ]
        rows.append(f"- {what}: {texts[0]} for the chosen, {texts[1]} for late champions.")
    met = Spread.of([match.summary.score.value or 0.0 for match in results.crossed])
    rows.append(
        f"- Chosen with crossover against chosen without, the same seed, {results.crossed[0].tally.all.games} games "
        f"each: {_spread(met)}."
    )
    gap, (low, high) = difference(late["both"], late["learning"])
    if len(results.arms["both"]) > 1:
        said = "does nothing that shows" if low <= 0 <= high else "helps" if gap > 0 else "hurts"
        rows.append(
            f"- The answer: beside learning, crossover {said} in games over {len(late['both'].values)} seeds; without "
            "learning neither crossover nor mutation comes far. What crossover does change is how alike features are:"
        )
    return rows


def _spread(spread: Spread) -> str:
    return spread.text if len(spread.values) > 1 else percent(spread.mean)


def _likeness(results: Results) -> list[str]:
    rows = [
        "Correlation between the incoming weights of two hidden nodes (with the sign of their outgoing weights), mean "
        "of the pool and over seeds. 1: the same feature; 0: nothing in common. The paper saw all three alike.",
        "",
        "| arm | generation 1 | 10 | 30 | the last |",
        "|---|---|---|---|---|",
    ]
    for name in ("both", "learning"):
        found = [one.run.metrics("likeness") for one in results.arms[name]]
        last = results.arms[name][0].run.last
        texts = [
            f"{np.mean([one[number] for one in found]):.2f}" if number <= last else "-" for number in (1, 10, 30, last)
        ]
        rows.append(f"| {name} | {' | '.join(texts)} |")
    return rows


# Past the paper


def _further(whats: Mapping[str, str], settings: Mapping[str, Mapping[str, Any]], results: Results) -> list[str]:
    others = list(results.scores.others)
    rows = [
        "## Past the paper",
        "",
        "Options of the recipe, off by default; one seed each, chosen as above. *Standard*: the standard heuristic by "
        f"the protocol of the Othello league (1 ply, a tenth of all moves at random). The others with `{SEARCH}`.",
        "",
        f"| option | what | settings | standard |{''.join(f' {other} |' for other in others)}",
        "|---" * (4 + len(others)) + "|",
        f"| - | the paper's champion | - | {_row(results.scores, others)} |",
    ]
    for name, league in results.leagues.items():
        texts = " ".join(f"`{key}={value}`" for key, value in settings[name].items())
        rows.append(f"| {name} | {whats[name]} | {texts} | {_row(league, others)} |")
    return [*rows, ""]


def _row(league: League, others: Sequence[str]) -> str:
    return " | ".join(
        estimate_text(match.summary.score) for match in (league.standard, *(league.others[o] for o in others))
    )


def _everybody(results: Results) -> list[str]:
    games = next(iter(results.everybody.values())).tally.all.games
    rows = [
        f"A round robin of {games} games a pairing, starts after six random moves; ratings by maximum likelihood, the "
        "weakest rated player at 0. `singer` is the champion, others by name are those of the options, all with "
        f"`{SEARCH}`.",
        "",
        "| player | rating | 95 % |",
        "|---|---|---|",
        *(f"| `{player}` | {rating} | {sure} |" for player, rating, sure in results.ratings),
    ]
    if results.strongest:
        rows += ["", f"The strongest of ours is `{results.strongest}`; it ships as `singer-{results.strongest}`."]
    return rows
