"""The page on the Go paper of 2004: what it says, what came out here, and what the champions are worth."""

from collections.abc import Sequence

import numpy as np

from ludogen.recipes.stanley import StanleyConfiguration
from ludogen.reports.decisions import decisions
from ludogen.reports.lab import Lab
from ludogen.reports.shares import estimate_text, percent, share_won
from ludogen.reports.spread import Spread
from ludogen.reports.stanley_results import ALPHA, RANDOM_STARTS, HeldOut, Results, by_questions, significant, spans

__all__ = ["page"]

SMALL, SEEDED, RAW = "5x5", "7x7-seeded", "7x7-raw"
PAPERS = {SMALL: 99, SEEDED: 104}  # fitness of champions
PAPERS_SPANS = "2-237, 383-451, 495-500"
WHATS = {
    SMALL: "evolution on 5x5 from nets without hidden nodes",
    RAW: "evolution on 7x7 from scratch",
    SEEDED: "evolution on 7x7 from the champion of a 5x5 run, weights slightly mutated",
    "5x5-openings": "past the paper: five more first replies of white, drawn anew each generation, so six games a net",
    "5x5-all": "past the paper: two more first replies, each against GNU Go at levels 1 and 4 and against the built-in "
    "opponent, so nine games a net",
    "5x5-each-other": "past the paper: eyes meet each other and former champions, never GNU Go",
    "9x9-each-other": "the same on 9x9, from the champion of `5x5-each-other`",
}
# Fitness at komi 0 on 5x5 and 7x7, measured against GNU Go 3.8, level 1, with the forced first reply.
REFERENCES = {
    "always pass": (33.5, -20.0),
    "random moves": (26.0, -46.0),
    "centre, then pass": (66.0, 9.5),
    "GNU Go itself as black": (144.0, 121.0),
}
MEMORY_AT = (1, 2, 5, 10, 20, 50, 100, 200, 300, 400, 500)
DIFFERENCES = (
    "The paper played GNU Go 3.2; this is the installed one, usually 3.8. On 5x5 that lets itself be beaten by one and "
    "the same opening within dozens of generations, so fitness there says little of what was learned: see the held-out "
    "games.",
    "Komi is not in the paper. It shifts all fitness by -3 times itself and hardly anything else; with 5.5, GNU Go's "
    "default, GNU Go itself as black comes to about 104 on 7x7, the paper's champion. Both scales stand in the tables.",
    "Where GNU Go would pass after a stone of black's, it plays what it would play had black passed (`must_play`): "
    "else evolution finds, within a generation, lines after which it gives up.",
    "The paper's test of significance is not named; ours is Welch's, two-sided, for each generation.",
    "Asking GNU Go takes nearly all the time. Its answers are functions of the position and the last moves, so they "
    "are kept; results with and without that memory are the same.",
)


def page(lab: Lab, results: Results, figures: Sequence[tuple[str, str]]) -> str:
    """The page, as Markdown."""
    parts = [
        "# stanley: a roving eye for Go",
        "",
        "Stanley & Miikkulainen, *Evolving a Roving Eye for Go*, 2004. Written by the command below; change the recipe "
        "or the report, not this page.",
        "",
        f"    {lab.command}",
        "",
        *([] if results.is_real else ["**GNU Go was not there: the built-in opponent took its place.**", ""]),
        *(f"- `{name}`: {WHATS[name]}." for name in (*results.arms, *results.past)),
        "",
        *_runs_table(results),
        "",
        "## Paper against ours",
        "",
        *_paper_table(results),
        "",
        *_comparison(results),
        "",
        "## The 5x5 champion on larger boards, untouched",
        "",
        *_untouched(results),
        "",
        "## Champions held to more",
        "",
        "One deterministic opponent is easily fooled: a champion's fitness is that of one game. These are games under "
        "conditions that evolution did not have. Won is by GNU Go's own count at the end.",
        "",
        *_held_out_table(results),
        "",
        *_past(results),
        *(_memory(results) if results.is_real else ()),
        "## Figures",
        "",
        *(f"![{name.partition('.')[0]}](stanley/{name})\n\n{caption}\n" for name, caption in figures),
        "## What differs, and why",
        "",
        *(f"- {text}" for text in DIFFERENCES),
        "",
        *decisions(StanleyConfiguration),
    ]
    return "\n".join(parts)


def _runs_table(results: Results) -> list[str]:
    rows = [
        "| arm | seeds | generations | games a run | minutes a run | best fitness of each run |",
        "|---|---|---|---|---|---|",
    ]
    for name, runs in (*results.arms.items(), *results.past.items()):
        seeds = ", ".join(str(run.seed) for run in runs)
        last = spans(sorted({run.last for run in runs}))
        minutes = float(np.mean([run.cost[1] for run in runs]))
        bests = ", ".join(f"{run.best[run.best_number]:.1f}" for run in runs)
        rows.append(f"| {name} | {seeds} | {last} | {runs[0].cost[0]} | {minutes:.1f} | {bests} |")
    text = "The paper: 10 runs of up to 400 generations on 5x5, 15 of 500 in each arm on 7x7, 400 games a generation."
    return [*rows, "", text, "Minutes are those of a machine that had other work."]


def _paper_table(results: Results) -> list[str]:
    komi = results.seed.run.configuration.komi
    rows = ["| fitness | paper | ours, komi " + f"{komi:g} | ours on the scale of komi 0 |", "|---|---|---|---|"]
    for name, runs in results.arms.items():
        eye = results.champions[name]
        rows.append(
            f"| champion, {name} | {PAPERS.get(name, '-')} | {eye.fitness:.1f} | {eye.fitness + 3 * komi:.1f} |"
        )
        if len(runs) > 1:
            spread = Spread.of([run.best[run.best_number] for run in runs])
            text = f"{spread.mean:.1f} ± {spread.deviation:.1f}"
            rows.append(f"| best of a run, {name}: mean and deviation | - | {text} | {spread.mean + 3 * komi:.1f} |")
    for what, values in REFERENCES.items():
        shifted = " / ".join(f"{value - 3 * komi:.1f}" for value in values)
        rows.append(f"| {what}, on 5x5 / 7x7 | - | {shifted} | {values[0]:g} / {values[1]:g} |")
    verdicts = []
    for name, bar in PAPERS.items():
        fitness = results.champions[name].fitness
        verdicts.append(f"{name}: {fitness:.1f}, {'above' if fitness > bar else 'not above'} the paper's {bar}.")
    return [*rows, "", *(f"- {text}" for text in verdicts)]


def _comparison(results: Results) -> list[str]:
    seeded, raw = ([run.best for run in results.arms[name]] for name in (SEEDED, RAW))
    if min(len(seeded), len(raw)) < 2:
        return ["With one run in an arm nothing can be said of its significance."]
    chances = significant(seeded, raw)
    ahead = [number for number, chance in chances.items() if 0 <= chance < ALPHA]
    behind = [number for number, chance in chances.items() if -ALPHA < chance < 0]
    rows = [
        f"Seeded is ahead with p < {ALPHA} in generations {spans(ahead)} of {max(chances)}; raw in {spans(behind)}. "
        f"The paper: seeded in {PAPERS_SPANS} of 500.",
        "",
        "| generation | seeded | raw | p |",
        "|---|---|---|---|",
    ]
    for number in [at for at in MEMORY_AT if at in chances]:
        one, other = (float(np.mean([run[number] for run in some])) for some in (seeded, raw))
        rows.append(f"| {number} | {one:.1f} | {other:.1f} | {abs(chances[number]):.3f} |")
    return [*rows, "", *_reached(results), *(_by_questions_text(results) if results.is_real else ())]


def _reached(results: Results) -> list[str]:
    """When raw evolution comes to where seeded evolution is after 25 generations, as the paper puts it."""
    at = min(25, *(run.last for name in (SEEDED, RAW) for run in results.arms[name]))
    level = float(np.mean([run.best[at] for run in results.arms[SEEDED]]))
    last = min(run.last for run in results.arms[RAW])
    means = {n: float(np.mean([run.best[n] for run in results.arms[RAW]])) for n in range(1, last + 1)}
    when = next((number for number, mean in means.items() if mean >= level), None)
    told = f"in generation {when}" if when else f"not within {last} generations"
    return [
        f"After {at} generations seeded evolution has {level:.1f} on average; raw evolution comes to that {told}.",
        "",
    ]


def _by_questions_text(results: Results) -> list[str]:
    found = {name: by_questions(results.arms[name]) for name in (SEEDED, RAW)}
    shared = sorted(set.intersection(*(set(one) for some in found.values() for one in some)))
    if not shared:
        return []
    rows = ["| questions, thousands | seeded, best so far | raw, best so far |", "|---|---|---|"]
    for at in [shared[round(share * (len(shared) - 1))] for share in (0, 0.1, 0.25, 0.5, 1)]:
        one, other = (float(np.mean([run[at] for run in found[name]])) for name in (SEEDED, RAW))
        rows.append(f"| {at} | {one:.1f} | {other:.1f} |")
    text = "Games that last longer ask more, so the arms are compared by questions to the engine, too:"
    return [text, "", *dict.fromkeys(rows)]


def _untouched(results: Results) -> list[str]:
    run = results.seed.run
    rows = [
        f"The champion that seeds 7x7: run {run.seed}, generation {results.seed.number}, fitness "
        f"{results.seed.fitness:.1f} on 5x5.",
        "",
        "| board | fitness | black's lead at the end | moves |",
        "|---|---|---|---|",
    ]
    for size, game in results.untouched.items():
        rows.append(f"| {size}x{size} | {game.fitness:.1f} | {game.lead:+.1f} | {len(game.moves)} |")
    return [*rows, "", "The paper shows such a game in figure 3: the eye is surrounded, and passes."]


def _held_out_table(results: Results) -> list[str]:
    names = list(results.held_out)
    rows = [f"| | {' | '.join(names)} |", f"|---|{'---|' * len(names)}"]
    held = [results.held_out[name] for name in names]
    rows.append(
        f"| as evolved: fitness, lead | {' | '.join(f'{h.evolved.fitness:.1f}, {h.evolved.lead:+.1f}' for h in held)} |"
    )
    for test in dict.fromkeys(test for one in held for test in one.tests):
        cells = []
        for one in held:
            games = one.tests[test]
            won, fitness = sum(game.is_won for game in games), float(np.mean([game.fitness for game in games]))
            cells.append(f"won {won} of {len(games)}, fitness {fitness:.1f}")
        rows.append(f"| {test} | {' | '.join(cells)} |")
    if any(one.played_out is not None for one in held):
        texts = ["-" if one.played_out is None else f"{one.played_out:+.1f}" for one in held]
        rows.append(f"| the last position played out by GNU Go, level 10: lead by area | {' | '.join(texts)} |")
    if any(one.standing is not None for one in held):
        texts = ["-" if one.standing is None else f"{one.standing} of {_won(one)}" for one in held]
        rows.append(f"| of the games won from {RANDOM_STARTS}: still won when played out so | {' | '.join(texts)} |")
    rows.append(f"| won against random moves | {' | '.join(percent(one.random, 0) for one in held)} |")
    return rows


def _won(held: HeldOut) -> int:
    return sum(game.is_won for game in held.tests[RANDOM_STARTS])


def _past(results: Results) -> list[str]:
    """What the arms past the paper are worth beside GNU Go itself."""
    lines = []
    for size, leads in results.gnugo.items():
        won = sum(lead > 0 for lead in leads)
        lines.append(
            f"- From the same {len(leads)} {RANDOM_STARTS} on {size}x{size}, GNU Go at level 1 as black of itself wins "
            f"{won} ({estimate_text(share_won(won, len(leads)), 0)}), counted by area."
        )
    for name in results.champions:
        held = results.held_out[name]
        number = len(held.tests[RANDOM_STARTS])
        won = _won(held) if held.standing is None else held.standing
        lines.append(f"- `{name}` wins {won} of {number} ({estimate_text(share_won(won, number), 0)}).")
    return [
        "### Without a trick?",
        "",
        "An eye that understands the game would win from any opening from which black can. Games count as won here if "
        "they are when GNU Go at level 10 has played them out for both sides. Share, with its 95 % interval:",
        "",
        *lines,
        "",
    ]


def _memory(results: Results) -> list[str]:
    firsts = [runs[0] for runs in results.arms.values()]
    rows = [
        "## What the memory of answers saves",
        "",
        "Share of the questions that no engine had to answer, and how many times as long the engine would have taken "
        "without. Of the first run of each arm; the file of answers is shared, so what runs before it asked is known.",
        "",
        f"| generation | {' | '.join(f'{run.arm}, seed {run.seed}' for run in firsts)} |",
        f"|---|{'---|' * len(firsts)}",
    ]
    known = [(run.metrics("questions"), run.metrics("asked")) for run in firsts]
    for number in MEMORY_AT:
        if any(number in questions for questions, _ in known):
            cells = [_saved(met.get(number), asked.get(number)) for met, asked in known]
            rows.append(f"| {number} | {' | '.join(cells)} |")
    totals = [_saved(sum(met.values()), sum(asked.values())) for met, asked in known]
    return [*rows, f"| all | {' | '.join(totals)} |", ""]


def _saved(questions: float | None, asked: float | None) -> str:
    if questions is None or asked is None:
        return "-"
    if not asked:
        return "all known"
    return f"{100 * (1 - asked / questions):.1f} %, {questions / asked:.0f} times"
