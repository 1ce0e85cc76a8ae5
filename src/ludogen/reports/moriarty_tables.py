"""Tables of the page on the Othello paper of 1995."""

from collections.abc import Iterator, Sequence
from dataclasses import astuple

from ludogen.recipes.othello_trials import RANDOM
from ludogen.reports.moriarty_results import MeasuredRun, Results
from ludogen.reports.othello_courses import LATE, Corners, Courses
from ludogen.reports.othello_strength import OPPONENTS
from ludogen.reports.shares import percent
from ludogen.reports.spread import Spread

__all__ = [
    "NAMES",
    "STAGE_1",
    "STAGE_2",
    "behaviour",
    "corners_table",
    "cross_table",
    "four_numbers",
    "friendly_spread",
    "held_out_spread",
    "rhino_table",
]

STAGE_1, STAGE_2 = 0, 1
NAMES = {RANDOM: "the random mover", "iago": "the searcher (Iago)", "norvig": "the searcher (Norvig)"}


def held_out_spread(runs: Sequence[MeasuredRun], stage: int, opponent: str, chosen: bool) -> Spread:
    """Held-out games at the end of a stage: of those chosen by validation, or of champions."""
    ends = [one.ends[stage] for one in runs]
    return Spread.of_games([(end.held_out if chosen else end.champion)[opponent] for end in ends])


def friendly_spread(runs: Sequence[MeasuredRun], stage: int) -> Spread:
    """Games from the paper's starts at the end of a stage: of who wins most of them."""
    return Spread.of_games([one.ends[stage].friendly for one in runs])


def four_numbers(results: Results) -> list[str]:
    rows = [
        "Numbers apart. *Best training fitness*: games won of those that fitness counts, best of 50 nets. "
        "*Champion*: that net in held-out games. *Best by validation*: the net of the population that wins most "
        "validation games, and that number. *Held-out*: that net in held-out games, which chose nobody. *From the "
        "paper's starts*: the net that wins most of all 488 games from the 244 starts that evolution used, and that "
        "number: the friendliest reading of the paper's. Mean ± standard deviation over seeds (range; 95 % interval of "
        "the mean); with one seed the interval of its games.",
        "",
        "| arm | generation | against | paper | best training fitness | champion | best by validation | held-out "
        "| from the paper's starts |",
        "|---" * 9 + "|",
    ]
    for name, runs in results.arms.items():
        for stage in (STAGE_1, STAGE_2):
            if stage == STAGE_1 and name not in ("iago", "fixed"):
                continue  # the same populations as those of `iago`
            rows.append(f"| {name} | {_four(runs, stage, _papers(name, stage))} |")
    return rows


def _papers(name: str, stage: int) -> str:
    if stage == STAGE_1:
        return "97 %"
    return {"iago": "70 %", "norvig": "70 % (its searcher had Iago's)", "fixed": "7 %"}.get(name, "-")


def _four(runs: Sequence[MeasuredRun], stage: int, paper: str) -> str:
    ends = [one.ends[stage] for one in runs]
    opponent = ends[0].opponent
    cells = (
        str(ends[0].number),
        NAMES[opponent],
        paper,
        percent(Spread.of(end.training for end in ends).mean),
        held_out_spread(runs, stage, opponent, False).text,
        Spread.of_games([end.validation for end in ends]).text,
        held_out_spread(runs, stage, opponent, True).text,
        friendly_spread(runs, stage).text,
    )
    return " | ".join(cells)


def behaviour(results: Results) -> list[str]:
    rows = [
        "How they play, and what they are: the best by validation of each seed in held-out games that it won (the "
        "paper: ten such games), champions for sizes; mean ± standard deviation over seeds.",
        "",
        "| what | paper | ours |",
        "|---|---|---|",
    ]
    for who, opponent, what, paper in _courses(results):
        games = results.courses[who, opponent]
        turning, peak = (_over_seeds([getattr(one, name) for one in games]) for name in ("turning", "peak"))
        rows += [
            f"| {what}: discs at move 40 | {paper[0]} | {_discs(games)} |",
            f"| the same: the net has more discs from move | {paper[1]} | {turning} |",
            f"| the same: the opponent has most discs at move | {paper[2]} | {peak} |",
        ]
        if opponent != RANDOM:
            for first in LATE:
                won = _over_seeds([one.ratios.get(first) for one in games], 2)
                ratio = f"{won} ({_over_seeds([one.ratios_all.get(first) for one in games], 2)} in all games)"
                rows.append(f"| the same: legal moves, net to searcher, after move {first} | about 2 | {ratio} |")
    for name, runs in results.arms.items():
        rows += _sizes(name, runs)
    return rows


def _courses(results: Results) -> Iterator[tuple[str, str, str, tuple[str, str, str]]]:
    """Who, against whom, in words; the paper's discs, its turning point, and when the opponent's discs decline."""
    yield "positional", RANDOM, "positional net against the random mover (figure 4)", ("25 : 20", "-", "45")
    for name, best in results.bests.items():
        searcher = best.end.opponent
        if (name, searcher) in results.courses:
            yield name, searcher, f"`{name}` against {NAMES[searcher]} (figure 5)", ("-", "54", "-")
            yield name, RANDOM, f"`{name}` against the random mover (figure 8)", ("16 : 29", "52", "-")


def _discs(games: Sequence[Courses]) -> str:
    found = [one.discs.get(40, (None, None)) for one in games]
    own, other = (_over_seeds([pair[side] for pair in found], 1) for side in (0, 1))
    return f"{own} : {other} ({sum(one.won for one in games)} games won of {sum(one.games for one in games)})"


def _over_seeds(values: Sequence[float | None], digits: int = 0) -> str:
    """Mean and deviation of what there is."""
    known = [value for value in values if value is not None]
    if not known:
        return "-"
    spread = Spread.of(known)
    return f"{spread.mean:.{digits}f}" + (f" ± {spread.deviation:.{digits}f}" if len(known) > 1 else "")


def _sizes(name: str, runs: Sequence[MeasuredRun]) -> list[str]:
    rows = []
    for stage in (STAGE_1, STAGE_2):
        ends = [one.ends[stage] for one in runs]
        if not ends[0].sizes or (stage == STAGE_1 and name != "iago"):
            continue
        for what, paper in (
            ("units", "110" if stage == STAGE_2 and name != "coevolution" else "-"),
            ("connections", "-"),
        ):
            champion, population = (
                _over_seeds([end.sizes[f"{what}_{who}"] for end in ends]) for who in ("champion", "mean")
            )
            words = {"units": "hidden units", "connections": "connections"}[what]
            rows.append(
                f"| `{name}`, generation {ends[0].number}: {words} of champions | {paper} "
                f"| {champion} (mean of the population {population}) |"
            )
    return rows


def cross_table(results: Results) -> list[str]:
    rows = [
        "Held-out games won at the last generation: champions, then the best by validation. `coevolution` met no "
        "searcher but in validation, which is against Iago's.",
        "",
        f"| arm | net |{''.join(f' {NAMES[name]} |' for name in OPPONENTS)}",
        "|---" * (2 + len(OPPONENTS)) + "|",
    ]
    for name, runs in results.arms.items():
        for chosen, who in ((False, "champion"), (True, "best by validation")):
            texts = "".join(f" {held_out_spread(runs, STAGE_2, other, chosen).text} |" for other in OPPONENTS)
            rows.append(f"| {name} | {who} |{texts}")
    return rows


def rhino_table(results: Results) -> list[str]:
    if not results.rhino:
        return ["Rhino was not installed: no games against it."]
    levels = list(next(iter(results.rhino.values())))
    rows = [
        "The best of an arm (of all seeds, by validation) against Rhino, a program that searches 2, 4 and 6 plies at "
        "levels 1, 2 and 3: points, with their 95 % interval.",
        "",
        f"| arm |{''.join(f' level {level} |' for level in levels)} games each |",
        "|---" * (2 + len(levels)) + "|",
    ]
    for name, matches in results.rhino.items():
        texts, played = "", 0
        for match in matches.values():
            score, played = match.summary.score, match.tally.all.games
            low, high = (100 * (end or 0.0) for end in (score.low, score.high))
            texts += f" {100 * (score.value or 0.0):.1f} % ({low:.1f} .. {high:.1f}) |"
        rows.append(f"| {name} |{texts} {played} |")
    return rows


def corners_table(results: Results) -> list[str]:
    rows = [
        "The best by validation of all seeds, all held-out games looked at, won or not. *Owned*: share of the four "
        "corners at the end. *Taken*: of turns in which a corner could be taken, how often it was. *X-moves*: moves to "
        "the square diagonally next to an empty corner, a game; *lost by it*: how often the opponent then got that "
        "corner.",
        "",
        "| game | side | owned | taken | X-moves | lost by it |",
        "|---|---|---|---|---|---|",
    ]
    for (who, opponent), games in results.courses.items():
        net = "positional nets" if who == "positional" else f"`{who}`"
        for place, side in enumerate((net, NAMES[opponent])):
            corners = _together([one.sides[place] for one in games])
            rows.append(f"| {net} against {NAMES[opponent]} | {side} | {_corner_cells(corners)} |")
    return rows


def _together(seeds: Sequence[Corners]) -> Corners:
    return Corners(*(sum(counts) for counts in zip(*(astuple(one) for one in seeds), strict=True)))


def _share(some: int, of: int) -> str:
    return percent(some / of, 0) if of else "-"


def _corner_cells(corners: Corners) -> str:
    return (
        f"{_share(corners.corners, 4 * corners.games)} | {_share(corners.taken, corners.offers)} "
        f"| {corners.x_moves / corners.games:.2f} | {_share(corners.x_lost, corners.x_moves)}"
    )
