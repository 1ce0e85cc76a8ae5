"""The page on heuristics that are evolved in play: what the paper says, what came out here, and what goes further."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np

from ludogen.arena.match import Match, pair_scores
from ludogen.arena.statistics import Estimate, summarize, tally_pairs
from ludogen.genomes.areas import OTHELLO_QUADRANT
from ludogen.kernels.trees import CORNERS, COUNT, EDGES
from ludogen.recipes.frankland import FranklandConfiguration
from ludogen.reports.decisions import decisions
from ludogen.reports.frankland_results import Results, won
from ludogen.reports.lab import Lab
from ludogen.reports.online_play import JUDGE, PERFECT, PHASES, mean_worths, phase_name, phase_of
from ludogen.reports.shares import counts_text, estimate_text, percent

__all__ = ["page", "plies_of"]

# Table I: WZebra by its look-ahead. First and last ply, wins, ties.
WZEBRA = ((1, 2, "95 %", "5 %"), (3, 5, "50 %", "5 %"), (6, 99, "0 %", "0 %"))
CAPTIONS = {
    "figure-6": "Time for a move, of one core of a shared machine, by move of the game.",
    "worths": "Figures 5 and 7 to 12 of the paper, as means: what squares are worth to the alphas of a phase, in per "
    "cent "
    "of the worthiest square of each, by discs on the board.",
    "areas": "The same by area.",
    "game": "The annotated game: what squares are worth to the alpha that chose the move.",
}
READINGS = (
    "Operators: one is drawn for each birth by its probability; a crossover gives two offspring. Crossover points "
    "are any "
    "nodes of both trees. With preserved alpha one parent of every crossover is the alpha; half the mutations are its.",
    "Individuals meet the alpha in the order of their births; each plays half of its games moving first. Of equally "
    "fit "
    "individuals of a tournament the first that was drawn is the parent.",
    "A terminal that comes up more than once: first or last is drawn once, when an individual is born; the alpha keeps "
    "what was drawn. A tie of heuristics that tCntH leaves is broken at random.",
    "The first population may have trees of more than 64 nodes (up to 1093); the limit is for offspring. The root of a "
    "random tree is a function; depths 2 to 6 come up equally often.",
    "The supreme alpha goes through the games of a *sitting*: ten games of a match, five with each side, played in "
    "their "
    "order. So games are the same on any number of threads, and after a match was stopped.",
)
DIFFERENCES = (
    "WZebra, AI Factory's and Math is fun's Reversi cannot be had here. Searchers of known look-ahead stand for them: "
    "`positional` and `iago` search so many plies with weighted squares or Iago's edges and stability, `kreversi` its "
    "level + 1, Rhino twice its level. As many plies are not as much strength: evaluations differ.",
    "All games begin at the start position, as the paper's. Chance in the runs makes them differ, also against "
    "opponents "
    "without chance.",
    "Times are of the processor: one core, while the machine had other work.",
)


def plies_of(name: str) -> int:
    """How far an opponent looks ahead; 0 for those that do not."""
    found = re.search(r"(depth|level)=([0-9]+)", name)
    if found is None:
        return 0
    number = int(found[2])
    return {"kreversi": number + 1, "rhino": 2 * number}.get(name.partition(":")[0], number)


def page(
    lab: Lab, options: Mapping[str, str], checkers: Mapping[str, str], results: Results, figures: Sequence[str]
) -> str:
    """The page, as Markdown; `options` and `checkers` say what each option is."""
    parts = [
        "# frankland: heuristics evolved anew for every move",
        "",
        "Frankland & Pillay, *Evolving Game Playing Strategies for Othello*, 2015. Written by the command below; "
        "change "
        "the recipe or the report, not this page.",
        "",
        f"    {lab.command}",
        "",
        *_left_out(results),
        "A move of `frankland` is a run of genetic programming: 100 trees, 20 generations, ten games each against the "
        "alpha, 20,000 games in all, from the position on the board. The tree that is the alpha in the end gives "
        "each of "
        "nine areas a value; the move to the worthiest is played.",
        "",
        "## Table I",
        "",
        *_table(results.table),
        "",
        *_verdicts(results.table),
        "",
        "## How long a move takes",
        "",
        *_times(results),
        "",
        "## What areas are worth",
        "",
        *_worths(results),
        "",
        "## Past the paper: how far up the ladder",
        "",
        f"Options of the player, off by default, with `{results.smaller}`: a quarter of the games for a move. Score "
        "and "
        "its 95 % interval.",
        "",
        *_options(options, results),
        "",
        "## Checkers",
        "",
        "The same player with nine areas of the checkers board (`genomes/areas.py`): crown row, seventh row, and so "
        "on to "
        "the back row, centre and sides of the middle, the corners. tCnrH doubles the crown row, tEdgH the sides, "
        "tCntH "
        "breaks ties by pieces taken. Games of a run end after 100 plies and count by pieces, a king 1.5. "
        f"`{results.smaller}`, every two-move ballot.",
        "",
        *_checkers(checkers, results),
        "",
        "## An annotated game",
        "",
        *_annotated(results),
        "",
        "## Figures",
        "",
        *(f"![{Path(name).stem}](frankland/{name})\n\n{CAPTIONS[Path(name).stem]}\n" for name in figures),
        "## What differs, and why",
        "",
        *(f"- {text}" for text in DIFFERENCES),
        "",
        "## How we read the text",
        "",
        *(f"- {text}" for text in READINGS),
        "",
        *decisions(FranklandConfiguration),
    ]
    return "\n".join(parts).rstrip() + "\n"


def _left_out(results: Results) -> list[str]:
    if not results.left_out:
        return []
    return [
        "Of what the scale asks for, not played when this page was written: " + "; ".join(results.left_out) + ".",
        "",
    ]


# Table I


def _table(table: Mapping[str, Match]) -> list[str]:
    rows = [
        "| opponent | plies | games | won - lost - tied | wins (95 %) | ties | score (95 %) |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, match in sorted(table.items(), key=lambda item: (plies_of(item[0]), item[0])):
        counts = match.tally.all
        rows.append(
            f"| {name} | {plies_of(name)} | {counts.games} | {counts_text(counts)} | {estimate_text(won(match), 0)} "
            f"| {percent(counts.draws / counts.games, 0)} | {estimate_text(match.summary.score, 0)} |"
        )
    return rows


def _verdicts(table: Mapping[str, Match]) -> list[str]:
    rows = []
    for first, last, wins, ties in WZEBRA:
        some = {name: match for name, match in table.items() if first <= plies_of(name) <= last}
        if not some:
            continue
        what = f"{first} to {last} plies" if last < 99 else f"{first} plies and more"
        own = _pooled(some.values())
        best = max(some, key=lambda name: won(some[name]).value or 0.0)
        worst = min(some, key=lambda name: won(some[name]).value or 0.0)
        low, high = (percent(won(some[name]).value, 0) for name in (worst, best))
        spread = f"from {low} against {worst} to {high} against {best}"
        rows.append(
            f"- **{what}**: the paper won {wins} against WZebra and tied {ties}; here {estimate_text(own, 0)} were "
            f"won, {spread if len(some) > 1 else f'against {best} alone'}."
        )
    return rows


def _pooled(matches: Iterable[Match]) -> Estimate:
    pairs = [pair for match in matches for pair in pair_scores(match.counted)]
    wins = [tuple(None if score is None else float(score == 1) for score in pair) for pair in pairs]
    return summarize(tally_pairs((one, other) for one, other in wins)).score


# Games to look at


def _times(results: Results) -> list[str]:
    number = len(results.games)
    rows = [
        f"{number} games against {results.opponent}: processor time of a move with more than one choice. The paper "
        "(figure 6): under a minute.",
        "",
        "| discs on the board | moves | mean | longest |",
        "|---|---|---|---|",
    ]
    for phase in range(len(PHASES)):
        found = [m.seconds for game in results.games for m in game.moves if phase_of(m.discs) == phase]
        if found:
            mean, longest = 1000 * float(np.mean(found)), 1000 * max(found)
            rows.append(f"| {phase_name(phase)} | {len(found)} | {mean:.0f} ms | {longest:.0f} ms |")
    return rows


def _worths(results: Results) -> list[str]:
    letters = list("ABCDEFGHI")
    places = {
        letter: next((row, names.index(letter)) for row, names in enumerate(OTHELLO_QUADRANT) if letter in names)
        for letter in letters
    }
    moves = [move for game in results.games for move in game.moves]
    rows = [
        "Mean over the alphas of a phase, doubling included, in per cent of what is worthiest to each. A: corner, B: "
        "next "
        "to it on the edge, C and D: the rest of the edge, E: diagonally next to the corner, F and G: the rest of the "
        "second line, H and I: inside. The last columns: how many alphas have tCnrH, tEdgH, tCntH true.",
        "",
        f"| discs | {' | '.join(letters)} | tCnrH | tEdgH | tCntH |",
        "|---" * (len(letters) + 4) + "|",
    ]
    corner: dict[int, int] = {}
    for phase, first in enumerate(PHASES):
        some = [move for move in moves if phase_of(move.discs) == phase]
        if not some:
            continue
        worths = mean_worths(results.games, phase)
        values = {letter: float(worths[place]) for letter, place in places.items()}
        corner[first] = 1 + sum(value > values["A"] for value in values.values())
        flags = [float(np.mean([move.values[kind] for move in some])) for kind in (CORNERS, EDGES, COUNT)]
        texts = [f"{value:.0f}" for value in values.values()] + [percent(flag, 0) for flag in flags]
        rows.append(f"| {phase_name(phase)} | {' | '.join(texts)} |")
    places_of = ", ".join(f"{place}. from {first} discs" for first, place in corner.items())
    rows += [
        "",
        "The paper: corners and edges are of low worth in the beginning and the middle, of high worth at the end; E "
        "and B "
        f"are low until corners are taken. Here the corner's place among the nine areas is {places_of}.",
    ]
    return rows


# Past the paper


def _options(options: Mapping[str, str], results: Results) -> list[str]:
    others = list(dict.fromkeys(other for _, other in results.options))
    rows = [f"| option | what |{''.join(f' {other} |' for other in others)}", "|---" * (2 + len(others)) + "|"]
    for name, what in options.items():
        matches = [results.options.get((name, other)) for other in others]
        texts = [
            f"{estimate_text(match.summary.score, 0)}, {match.tally.all.games} games" if match else "-"
            for match in matches
        ]
        if any(text != "-" for text in texts):
            rows.append(f"| {f'`{name}`' if name else '-'} | {what} | {' | '.join(texts)} |")
    rows.append("")
    for other in others:
        base = results.options.get(("", other))
        if base is None:
            continue
        low, high = base.summary.score.low or 0.0, base.summary.score.high or 1.0
        better = [
            f"`{name}`"
            for name in options
            if name
            and (name, other) in results.options
            and (results.options[name, other].summary.score.low or 0) > high
        ]
        said = f"{', '.join(better)} lie above the paper's" if better else "no option lies clearly above the paper's"
        rows.append(f"- Against {other} {said} (interval {100 * low:.0f} .. {100 * high:.0f} %).")
    return rows


def _checkers(checkers: Mapping[str, str], results: Results) -> list[str]:
    depths = sorted({depth for _, depth in results.checkers})
    rows = [
        "| a move's worth | opponent | games | won - lost - drawn | score (95 %) |",
        "|---|---|---|---|---|",
    ]
    for name, what in checkers.items():
        for depth in depths:
            match = results.checkers.get((name, depth))
            if match is not None:
                counts = match.tally.all
                label = f"{what} (`{name}`)" if name else what
                rows.append(
                    f"| {label} | pieces:depth={depth} | {counts.games} | {counts_text(counts)} "
                    f"| {estimate_text(match.summary.score, 0)} |"
                )
    return rows


def _annotated(results: Results) -> list[str]:
    game = results.games[results.shown]
    judged = [one for one in results.judgements if one.of > 1]
    best = sum(one.place == 1 for one in judged)
    colour, other = ("Black", "White") if game.side == 0 else ("White", "Black")
    ended = f"by {game.lead}" if game.lead else "a tie"
    result = f"{colour} wins {ended}" if game.lead > 0 else f"{other} wins by {-game.lead}" if game.lead else ended
    rows = [
        f"{colour} is `frankland`, {other} is {results.opponent}. {result}. Each of its moves by place among the legal "
        f"ones, as {JUDGE} sees it, and a search to the end with {PERFECT} empty squares or fewer: the best one in "
        f"{best} "
        f"of {len(judged)}.",
        "",
        f"    {' '.join(game.names)}",
        "",
        "| move | played | worth of its square, and the worthiest of all | alpha | judge |",
        "|---|---|---|---|---|",
    ]
    for move, judgement in zip(game.moves, results.judgements, strict=True):
        flags = [name for kind, name in ((CORNERS, "tCnrH"), (EDGES, "tEdgH"), (COUNT, "tCntH")) if move.values[kind]]
        column, row = "abcdefgh".index(move.move[0]), int(move.move[1]) - 1
        worth, most = move.worths[row, column], float(np.nanmax(move.worths))
        verdict = "best" if judgement.place == 1 else f"{judgement.place} of {judgement.of}, best {judgement.best}"
        rows.append(
            f"| {move.ply + 1} | {move.move} | {worth:.0f} of {most:.0f} | {', '.join(flags) or '-'} | {verdict} |"
        )
    return rows
