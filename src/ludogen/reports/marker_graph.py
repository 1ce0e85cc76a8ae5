"""A marker net drawn as a graph by layers: what it sees on the left, hidden units, what it may choose on the right.

A connection that carries a value of the activation before, the net's memory, is drawn dotted (`marker_layout`).
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from numpy.typing import NDArray

from ludogen.genomes.marker import Node
from ludogen.reports.figures import STYLE, new_figure, save_figure
from ludogen.reports.marker_layout import ASPECT, SIDE, Points, layers_of, matters, places_of

__all__ = ["draw_graph"]

POSITIVE, NEGATIVE, UNIT = "#1864ab", "#c92a2a", "#343a40"
WHITE = {"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.8}


def _lines(axis: Axes, ends: list[tuple[Any, Any]], weights: list[float], style: Any, order: int) -> None:
    if not ends:
        return
    largest = max(*map(abs, weights), 1e-9)
    colours = [
        mpl.colors.to_rgba(POSITIVE if weight > 0 else NEGATIVE, 0.12 + 0.55 * abs(weight) / largest)
        for weight in weights
    ]
    widths = [0.3 + 1.1 * abs(weight) / largest for weight in weights]
    axis.add_collection(LineCollection(ends, colors=colours, linewidths=widths, linestyles=style, zorder=order))


def _board(axis: Axes, cells: Points, values: NDArray[np.float64], title: str, colours: str, middle: bool) -> None:
    step_x, step_y = abs(cells[1][0] - cells[0][0]), abs(cells[SIDE][1] - cells[0][1])
    known = values[~np.isnan(values)]
    low, high = (0.0, 1.0) if middle else (0.0, float(known.max(initial=1e-9)))
    palette = mpl.colormaps[colours]
    for cell, value in zip(cells, values.ravel(), strict=True):
        colour = "#e9ecef" if np.isnan(value) else palette((value - low) / (high - low))
        corner = (cell[0] - step_x / 2, cell[1] - step_y / 2)
        axis.add_patch(
            mpl.patches.Rectangle(corner, step_x, step_y, facecolor=colour, edgecolor="white", linewidth=0.6, zorder=3)
        )
    left, top = cells[0][0] - step_x / 2, cells[0][1] + step_y / 2
    axis.text(left, top + 0.014, title, fontsize=8.5, fontweight="bold", va="bottom", bbox=WHITE)
    for column, letter in enumerate("abcdefgh"):
        axis.text(cells[column][0], cells[-1][1] - step_y * 0.62, letter, fontsize=5.5, ha="center", va="top")
    for row in range(SIDE):
        axis.text(left - 0.004, cells[SIDE * row][1], str(row + 1), fontsize=5.5, ha="right", va="center", bbox=WHITE)


def draw_graph(path: Path, nodes: Sequence[Node], liking: NDArray[np.float64], title: str) -> None:
    """Draw a net; `liking` is how much it likes each square, 0..1, nan where nobody can move."""
    places, works = places_of(nodes), matters(nodes)
    own, opp, outputs, inputs, units = places.own, places.opp, places.outputs, places.inputs, places.units
    with mpl.rc_context(STYLE | {"axes.grid": False}):
        figure, axis = new_figure(13, 13 / ASPECT)
        figure.subplots_adjust(0.005, 0.01, 0.995, 0.94)
        axis.set_xlim(0, 1)
        axis.set_ylim(0, 1)
        axis.axis("off")
        seen, heard, kept, told = _connections(nodes, inputs, units, outputs)
        _lines(axis, *kept, (0, (1, 2)), 1)
        for ends in (seen, heard, told):
            _lines(axis, *ends, "-", 2)
        looks = np.zeros(2 * SIDE * SIDE)
        for node in nodes:
            for link in node.inputs:
                looks[link.place] += abs(link.weight)
        _board(axis, own, looks[:64], "own discs: how much is looked at", "Greys", False)
        _board(axis, opp, looks[64:], "opponent's discs", "Greys", False)
        _board(axis, outputs, liking, "squares: how much it likes to move there", "RdBu", True)
        sizes = [14 + 5 * (len(node.inputs) + len(node.units) + len(node.outputs)) for node in nodes]
        face = [
            mpl.colormaps["YlOrBr"](0.15 + 0.7 * node.initial) if works[i] else "white" for i, node in enumerate(nodes)
        ]
        if len(nodes):
            axis.scatter(units[:, 0], units[:, 1], s=sizes, c=face, edgecolors=UNIT, linewidths=0.6, zorder=4)
        links = sum(len(node.inputs) + len(node.units) + len(node.outputs) for node in nodes)
        columns = max(layers_of(nodes), default=0)
        figure.suptitle(
            f"{title}: {len(nodes)} hidden units in {columns} layers, {links} connections, {len(kept[0])} for memory",
            x=0.015,
            ha="left",
            fontsize=11,
            fontweight="bold",
        )
        figure.text(
            0.985,
            0.012,
            "lines: blue positive, red negative, dotted from the move before; units: size by connections, "
            "colour by initial value, white where no output is reached; squares: blue liked, red avoided",
            ha="right",
            fontsize=7,
            color="#495057",
        )
        save_figure(figure, path, tight=False)


Ends = tuple[list[tuple[Any, Any]], list[float]]


def _connections(
    nodes: Sequence[Node], inputs: Points, units: Points, outputs: Points
) -> tuple[Ends, Ends, Ends, Ends]:
    """Lines and weights: from inputs, from earlier units, from the last activation, to outputs."""
    seen: Ends = ([], [])
    heard: Ends = ([], [])
    kept: Ends = ([], [])
    told: Ends = ([], [])
    for number, node in enumerate(nodes):
        for link in node.inputs:
            _add(seen, inputs[link.place], units[number], link.weight)
        for link in node.units:
            _add(heard if link.place < number else kept, units[link.place], units[number], link.weight)
        for link in node.outputs:
            _add(told, units[number], outputs[link.place], link.weight)
    return seen, heard, kept, told


def _add(ends: Ends, start: Any, end: Any, weight: float) -> None:
    ends[0].append((tuple(start), tuple(end)))
    ends[1].append(weight)
