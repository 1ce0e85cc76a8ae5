"""A marker net drawn as a graph by layers: what it sees on the left, hidden units, what it may choose on the right.

Units are activated in the chromosome's order. A connection from an earlier unit carries a value of the same activation
and puts its unit in a later layer. One from the unit itself or a later unit carries a value of the activation before:
the net's memory, drawn dotted.
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

__all__ = ["draw_graph", "layers_of", "matters"]

POSITIVE, NEGATIVE, UNIT = "#1864ab", "#c92a2a", "#343a40"
WHITE = {"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.8}
SIDE = 8
ASPECT = 2.0  # width of the picture over its height
BOARD, OUTPUT_BOARD = 0.30, 0.42  # heights, the whole picture being 1 high
GAP = 0.11
FIRST_LAYER, LAST_LAYER = 0.24, 0.72
Points = NDArray[np.float64]


def layers_of(nodes: Sequence[Node]) -> list[int]:
    """The layer of each unit: one beyond the latest of the earlier units that it hears."""
    layers: list[int] = []
    for number, node in enumerate(nodes):
        heard = [layers[link.place] for link in node.units if link.place < number]
        layers.append(1 + max(heard, default=0))
    return layers


def matters(nodes: Sequence[Node]) -> list[bool]:
    """Can the unit, by any way and in any number of moves, change an output?"""
    found = [bool(node.outputs) for node in nodes]
    while True:
        before = list(found)
        for number, node in enumerate(nodes):
            if found[number]:
                for link in node.units:
                    found[link.place] = True
        if found == before:
            return found


def _cells(left: float, bottom: float, height: float) -> Points:
    """Middles of the squares of a board, a1 first: row 1 is on top."""
    step = height / SIDE
    return np.array(
        [
            (left + (column + 0.5) * step / ASPECT, bottom + height - (row + 0.5) * step)
            for row in range(SIDE)
            for column in range(SIDE)
        ]
    )


def _units(nodes: Sequence[Node], inputs: Points, outputs: Points) -> Points:
    """Where units stand: in columns by layer, near what they are connected to."""
    layers = layers_of(nodes)
    columns = max(layers, default=1)
    wanted = np.full(len(nodes), 0.5)
    for _ in range(8):
        for number, node in enumerate(nodes):
            ends = [inputs[link.place][1] for link in node.inputs] + [outputs[link.place][1] for link in node.outputs]
            ends += [wanted[link.place] for link in node.units]
            wanted[number] = float(np.mean(ends)) if ends else 0.5
    places = np.zeros((len(nodes), 2))
    for layer in range(1, columns + 1):
        members = sorted((number for number in range(len(nodes)) if layers[number] == layer), key=lambda n: wanted[n])
        for rank, number in enumerate(members):
            share = (layer - 1) / max(columns - 1, 1)
            # Neighbours in a column stand a little apart, so that long columns can be told apart.
            shift = 0.008 * (rank % 3 - 1) if len(members) > 12 else 0.0
            height = 0.97 - 0.94 * (rank + 0.5) / len(members)
            places[number] = FIRST_LAYER + (LAST_LAYER - FIRST_LAYER) * share + shift, height
    return places


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
    own, opp = _cells(0.02, 0.5 + GAP / 2, BOARD), _cells(0.02, 0.5 - GAP / 2 - BOARD, BOARD)
    outputs = _cells(0.98 - OUTPUT_BOARD / ASPECT, 0.5 - OUTPUT_BOARD / 2, OUTPUT_BOARD)
    inputs = np.concatenate([own, opp])
    units, works = _units(nodes, inputs, outputs), matters(nodes)
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
