"""Figures in one manner: series by generation, and boards of numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from numpy.typing import NDArray

mpl.use("Agg")  # files only; no screen is needed
from matplotlib import pyplot as plt  # after the choice above
from matplotlib.axes import Axes
from matplotlib.figure import Figure

__all__ = ["STYLE", "Board", "Panel", "draw_boards", "draw_series", "new_figure", "save_figure"]

Series = Mapping[int, float]  # values by generation
COLOURS = ("#1864ab", "#c92a2a", "#2b8a3e", "#e67700", "#5f3dc4")
STYLE: dict[Any, Any] = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.25,
    "legend.edgecolor": "none",
    "svg.hashsalt": "ludogen",  # the same figure, the same file
}


@dataclass(frozen=True)
class Panel:
    """One diagram: lines by name over generations, perhaps with a level to compare with."""

    title: str
    lines: Mapping[str, Series]
    level: float | None = None
    level_name: str = ""
    dots: bool = False  # few values: mark each
    errors: Mapping[str, Series] = field(default_factory=dict)  # half the interval of each value, by line
    bands: bool = False  # intervals as areas: for many values


@dataclass(frozen=True)
class Board:
    """Numbers on the squares of a board; nan where there is none."""

    title: str
    values: NDArray[np.float64]


def draw_series(path: Path, panels: Sequence[Panel], across: str = "generation") -> None:
    """Diagrams below each other, one axis: of generations, unless it is said what else."""
    with mpl.rc_context(STYLE):
        figure, axes = plt.subplots(len(panels), 1, figsize=(7, 2.1 * len(panels)), sharex=True, squeeze=False)
        for axis, panel in zip(axes[:, 0], panels, strict=True):
            for colour, (name, series) in zip(COLOURS, panel.lines.items(), strict=False):
                generations = sorted(series)
                marks: dict[str, Any] = {"marker": "o", "markersize": 2.5} if panel.dots else {}
                values = [series[generation] for generation in generations]
                axis.plot(generations, values, color=colour, linewidth=1.1, label=name, **marks)
                if name in panel.errors:
                    half = [panel.errors[name][generation] for generation in generations]
                    if panel.bands:
                        low, high = np.subtract(values, half), np.add(values, half)
                        axis.fill_between(generations, low, high, color=colour, alpha=0.15, linewidth=0)
                    else:
                        axis.errorbar(generations, values, half, color=colour, linewidth=0, elinewidth=0.8, capsize=2)
            if panel.level is not None:
                axis.axhline(
                    panel.level, color="#868e96", linewidth=0.8, linestyle="--", label=panel.level_name or None
                )
            axis.set_title(panel.title, loc="left", fontsize=9, fontweight="bold")
            axis.legend(loc="best", fontsize=8)
        axes[-1, 0].set_xlabel(across)
        save_figure(figure, path)


def draw_boards(path: Path, boards: Sequence[Board], columns: int) -> None:
    """Boards side by side, blue above zero and red below, one scale for all."""
    with mpl.rc_context(STYLE | {"axes.grid": False}):
        rows = -(-len(boards) // columns)
        figure, axes = plt.subplots(rows, columns, figsize=(1.55 * columns, 1.75 * rows), squeeze=False)
        largest = max(float(np.nanmax(np.abs(board.values))) for board in boards)
        for axis in axes.ravel():
            axis.axis("off")
        shown = None
        for axis, board in zip(axes.ravel(), boards, strict=False):
            shown = axis.imshow(board.values, cmap="RdBu", vmin=-largest, vmax=largest)
            axis.set_title(board.title, fontsize=7)
        if shown is not None:
            figure.colorbar(shown, ax=axes, shrink=0.6)
        save_figure(figure, path, tight=False)


def new_figure(width: float, height: float) -> tuple[Figure, Axes]:
    """A figure with one diagram, sizes in inches."""
    return plt.subplots(figsize=(width, height))


def save_figure(figure: Figure, path: Path, tight: bool = True) -> None:
    """Write a figure to a file, of the kind that its name ends in, and let go of it."""
    if tight:
        figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    metadata = {"Date": None} if path.suffix == ".svg" else {}
    figure.savefig(path, dpi=130, metadata=metadata)
    plt.close(figure)
