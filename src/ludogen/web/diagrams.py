"""The diagrams of a run: which metrics share one, and what they mean in words."""

import re
from collections.abc import Sequence

from ludogen.runs.store import GenerationRecord

__all__ = ["panels", "seconds_left", "thinned", "words_for"]

MOST_POINTS = 300
RECENT = 20  # generations whose time says how long the rest will take
# Title and metrics of each diagram, in this order; what fits none gets a diagram by its first word.
PANELS = (
    ("Fitness", r"best|mean|worst"),
    ("Yardsticks", r"(champion|parents|against)_(?!units|connections|size|hidden|links).*"),
    ("Species", r".*species.*"),
    ("Diversity", r"diversity.*"),
    ("Newcomers", r"offspring"),
)
ALONE = ("units", "connections", "hidden", "links", "step", "king")
# What diagrams show, for who has not read the paper; a recipe's own words come before those for all.
WORDS = {
    "Fitness": "what selection goes by: of the best, and the mean of all",
    "Games a second": "how fast generations are played",
    "Yardsticks": "games for measurement only: they never decide who has offspring",
    "Species": "groups of alike nets, among whom fitness is shared",
    "Diversity": "how far two members are apart on average; near 0 all are the same",
    "Newcomers": "share of the parents that were born in this generation",
    "Units": "hidden units of the nets",
    "Connections": "links of the nets",
    "Hidden": "hidden nodes of the nets",
    "Links": "links of the nets that are enabled",
    "Stage": "1: against the random mover, 2: against the searcher",
    "Moves ratio": "moves it has to choose from for each that the searcher has",
    "Spread": "how much what a net says differs from position to position; dead nets have none",
    "Likeness": "how alike the hidden nodes of a net are: 1 is the same",
    "Weight size": "mean size of a weight",
    "White share": "White's share of the discs at the end of games in which nets learned",
    "Draws": "share of games that were drawn",
    "Plies": "length of games, in moves of one side",
    "Step": "how far weights step when they mutate",
    "King": "the worth of a king, in men",
}
OWN_WORDS = {
    ("chellapilla", "Fitness"): "points from games among themselves: a win 1, a loss -2, a draw 0 by default",
    ("chellapilla", "Yardsticks"): "share won against piece counting and the random mover; selection never sees it",
    ("chellapilla", "Diversity"): "by how much the same weight of two parents differs",
    ("moriarty", "Fitness"): "games won of those that each net plays in a generation",
    ("moriarty", "Yardsticks"): "share won against the random mover (its opponent of stage 1) and the searcher (of "
    "stage 2), from starts that evolution does not use; held back: from four-move starts it never has",
    ("moriarty", "Diversity"): "share of integers in which two chromosomes differ",
    ("singer", "Fitness"): "share won in the round robin",
    ("singer", "Yardsticks"): "share won against the random mover, weighted squares and kreversi at level 3",
    ("singer", "Diversity"): "by how much the same weight of two nets differs",
    ("stanley", "Fitness"): "of the games against its opponent (GNU Go, if not set otherwise); higher is better",
    ("stanley", "Yardsticks"): "estimate and final: points the champion leads by in its own games; openings: fitness "
    "and share won from openings that evolution does not have",
    ("stanley", "Diversity"): "mean distance of NEAT between a few of the nets",
    ("frankland", "Yardsticks"): "share won without evolution, against fixed players",
}


def panels(records: Sequence[GenerationRecord]) -> dict[str, dict[str, list[tuple[float, float]]]]:
    """The diagrams of a run: their titles, their lines, at most so many points each."""
    found: dict[str, dict[str, list[tuple[float, float]]]] = {}
    names = sorted({name for record in records for name in record.metrics}, key=lambda name: (name != "best", name))
    for name in names:
        points = [(float(one.number), one.metrics[name]) for one in records if name in one.metrics]
        points = [point for point in points if point[1] == point[1]]  # not those that are not a number
        if points:
            found.setdefault(_panel_of(name), {})[name.replace("_", " ")] = thinned(points)
    speed = [(float(one.number), one.games / one.seconds) for one in records if one.number and one.seconds > 0]
    if speed:
        found["Games a second"] = {"games a second": thinned(speed)}
    order = ["Fitness", "Games a second", *(title for title, _ in PANELS[1:])]
    return dict(sorted(found.items(), key=lambda item: order.index(item[0]) if item[0] in order else len(order)))


def _panel_of(name: str) -> str:
    for title, pattern in PANELS:
        if re.fullmatch(pattern, name):
            return title
    first = name.partition("_")[0]
    return (first if first in ALONE else name.replace("_", " ")).capitalize()


def thinned(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Not more points than can be told apart; the last one stays."""
    step = -(-len(points) // MOST_POINTS)
    return points if step <= 1 else [*points[:-1:step], points[-1]]


def words_for(recipe: str, title: str) -> str:
    """What a diagram shows; empty where its title says it."""
    return OWN_WORDS.get((recipe, title)) or WORDS.get(title, "")


def seconds_left(records: Sequence[GenerationRecord], generations: int) -> float | None:
    """How long the rest of a run will take, as the latest generations went; None before any has been timed."""
    timed = [record.seconds for record in records[-RECENT:] if record.number and record.seconds > 0]
    if not timed:
        return None
    return max(0, generations - records[-1].number) * sum(timed) / len(timed)
