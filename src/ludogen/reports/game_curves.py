"""Curves over the moves of a game, side by side, with what a paper says of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import matplotlib as mpl
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

from ludogen.reports.figures import COLOURS, STYLE, save_figure

__all__ = ["Curves", "draw_curves"]

COLUMNS = 2
GREY = "#868e96"
WHITE = {"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.8}


@dataclass(frozen=True)
class Curves:
    """One diagram: lines by name, values by move."""

    title: str
    lines: Mapping[str, Mapping[int, float]]
    quantity: str
    points: Mapping[str, Mapping[int, float]]  # what the paper says, by line
    event: tuple[int, str] | None = None  # a move that the paper tells of, and what it says
    note: str = ""


def draw_curves(path: Path, diagrams: Sequence[Curves]) -> None:
    """Diagrams in two columns. Circles are the paper's numbers, a dashed line a move that it tells of."""
    with mpl.rc_context(STYLE):
        columns = min(COLUMNS, len(diagrams))
        rows = -(-len(diagrams) // columns)
        figure, axes = plt.subplots(rows, columns, figsize=(4.6 * columns, 3.1 * rows), squeeze=False)
        for axis in axes.ravel()[len(diagrams) :]:
            axis.axis("off")
        for axis, diagram in zip(axes.ravel(), diagrams, strict=False):
            _draw(axis, diagram)
        save_figure(figure, path)


def _draw(axis: Axes, diagram: Curves) -> None:
    highest = max((value for points in diagram.points.values() for value in points.values()), default=0.0)
    for colour, (name, values) in zip(COLOURS, diagram.lines.items(), strict=False):
        moves = sorted(values)
        axis.plot(moves, [values[move] for move in moves], color=colour, linewidth=1.4, label=name)
        for move, value in diagram.points.get(name, {}).items():
            axis.plot([move], [value], "o", markersize=7, markerfacecolor="none", markeredgecolor=colour, zorder=4)
            axis.annotate(
                f"paper {value:g}",
                (move, value),
                (0, 7 if value == highest else -7),
                textcoords="offset points",
                ha="center",
                va="bottom" if value == highest else "top",
                fontsize=7,
                color=colour,
                bbox=WHITE,
                zorder=3,
            )
    axis.set_xlim(0, 60)
    axis.set_ylim(bottom=0)
    if diagram.event is not None:
        move, said = diagram.event
        axis.axvline(move, color=GREY, linewidth=0.9, linestyle="--")
        axis.annotate(
            f"paper: {said} at {move}",
            (move, 0),
            (-3, 4),
            textcoords="offset points",
            ha="right",
            va="bottom",
            fontsize=7,
            color=GREY,
        )
    axis.set_title(diagram.title, loc="left", fontsize=9, fontweight="bold", pad=18)
    note = axis.text(0, 1.03, diagram.note, transform=axis.transAxes, fontsize=7.5, color="#495057")
    note.set_in_layout(False)  # a long note must not make its diagram narrow
    axis.set_xlabel("move")
    axis.set_ylabel(diagram.quantity)
    axis.legend(loc="best", fontsize=8)
