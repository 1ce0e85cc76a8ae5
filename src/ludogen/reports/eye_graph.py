"""The net of a roving eye as a graph: sensors by their names on the left, hidden nodes by layers, outputs on the right.

A link to a later layer is drawn straight; one that leads back or within a layer, and every link out of an output, is
the net's memory and drawn as a dotted bow.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch
from numpy.typing import NDArray

from ludogen.kernels.roving_eye import ACTIONS, SENSORS
from ludogen.reports.figures import STYLE, new_figure, save_figure

__all__ = ["EyeNet", "draw_eye", "field_board", "net_of"]

POSITIVE, NEGATIVE, GREY, DARK = "#1864ab", "#c92a2a", "#adb5bd", "#343a40"
FIRST_OUTPUT = len(SENSORS)
FIRST_HIDDEN = FIRST_OUTPUT + len(ACTIONS)
LEFT, RIGHT = 0.17, 0.88
FIELD_POINTS = 9
Place = tuple[float, float]


@dataclass(frozen=True)
class EyeNet:
    """Links by the names of nodes' numbers: sensors 0 .., outputs after them, hidden nodes in ascending order."""

    links: Sequence[tuple[int, int, float]]

    @property
    def hidden(self) -> list[int]:
        """Hidden nodes."""
        return sorted({node for link in self.links for node in link[:2] if node >= FIRST_HIDDEN})

    @property
    def layers(self) -> dict[int, int]:
        """Of each hidden node the fewest links from a sensor; 1 for those that no sensor reaches."""
        layers: dict[int, int] = dict.fromkeys(range(FIRST_OUTPUT), 0)
        reached = 1
        while True:
            new = {
                target
                for source, target, _ in self.links
                if source in layers and target not in layers and target >= FIRST_HIDDEN
            }
            if not new:
                break
            layers |= dict.fromkeys(new, reached)
            reached += 1
        return {node: layers.get(node, 1) for node in self.hidden}

    def leads_back(self, source: int, target: int) -> bool:
        """Is the link a part of the net's memory?"""
        layers = self.layers
        if source >= FIRST_HIDDEN and target >= FIRST_HIDDEN:
            return layers[source] >= layers[target]
        return FIRST_OUTPUT <= source < FIRST_HIDDEN

    def name(self, node: int) -> str:
        """Of a node."""
        if node < FIRST_OUTPUT:
            return SENSORS[node]
        return ACTIONS[node - FIRST_OUTPUT] if node < FIRST_HIDDEN else f"h{1 + self.hidden.index(node)}"


def net_of(sources: NDArray[Any], targets: NDArray[Any], weights: NDArray[Any]) -> EyeNet:
    """The net of a champion's arrays."""
    return EyeNet(list(zip(sources.tolist(), targets.tolist(), weights.tolist(), strict=True)))


def field_board(net: EyeNet, action: int, colour: int) -> NDArray[np.float64]:
    """The weights from the sensors of one colour (0 black) in the field, ahead on top, straight to one output."""
    values = np.zeros(FIELD_POINTS)
    for source, target, weight in net.links:
        if source < 2 * FIELD_POINTS and source % 2 == colour and target == FIRST_OUTPUT + action:
            values[source // 2] += weight
    return values.reshape(3, 3)


def draw_eye(path: Path, net: EyeNet, title: str) -> None:
    """Draw the net."""
    places = _places(net)
    largest = max((abs(weight) for _, _, weight in net.links), default=1.0)
    with mpl.rc_context(STYLE | {"axes.grid": False}):
        figure, axis = new_figure(11, 8.2)
        figure.subplots_adjust(0.005, 0.03, 0.995, 0.94)
        axis.set_xlim(0, 1)
        axis.set_ylim(0, 1)
        axis.axis("off")
        for source, target, weight in sorted(net.links, key=lambda link: abs(link[2])):
            _line(axis, places[source], places[target], weight / largest, net.leads_back(source, target))
        _nodes(axis, net, places)
        loops = sum(net.leads_back(source, target) for source, target, _ in net.links)
        figure.suptitle(
            f"{title}: {len(net.hidden)} hidden nodes, {len(net.links)} links, {loops} of them memory",
            x=0.015,
            ha="left",
            fontsize=11,
            fontweight="bold",
        )
        figure.text(
            0.985,
            0.012,
            "lines: blue positive, red negative, width by weight, dotted bows lead back; grey: not connected",
            ha="right",
            fontsize=7,
            color="#495057",
        )
        save_figure(figure, path, tight=False)


def _places(net: EyeNet) -> dict[int, Place]:
    """Sensors and outputs in columns; hidden nodes by layers, each near the middle of what it is linked with."""
    places = {i: (LEFT, 0.985 - 0.97 * i / (FIRST_OUTPUT - 1)) for i in range(FIRST_OUTPUT)}
    places |= {FIRST_OUTPUT + k: (RIGHT, 0.86 - 0.72 * k / (len(ACTIONS) - 1)) for k in range(len(ACTIONS))}
    layers = net.layers
    columns = max(layers.values(), default=0)
    for layer in range(1, columns + 1):
        here = [node for node in net.hidden if layers[node] == layer]
        heights = {node: _middle(net, node, places) for node in here}
        for rank, node in enumerate(sorted(here, key=lambda node: -heights[node])):
            spread = 0.92 - 0.84 * (rank + 0.5) / len(here)
            # Half way between even spacing and the middle of its links, a little askew: lines do not run over nodes.
            across = LEFT + (RIGHT - LEFT) * (layer / (columns + 1) + 0.02 * (rank % 3 - 1))
            places[node] = (across, 0.7 * spread + 0.3 * heights[node])
    return places


def _middle(net: EyeNet, node: int, places: dict[int, Place]) -> float:
    near = [places[source][1] for source, target, _ in net.links if target == node and source in places]
    near += [places[target][1] for source, target, _ in net.links if source == node and target in places]
    return float(np.mean(near)) if near else 0.5


def _line(axis: Axes, start: Place, end: Place, share: float, leads_back: bool) -> None:
    colour, width = POSITIVE if share > 0 else NEGATIVE, 0.3 + 2.2 * abs(share)
    style: dict[str, Any] = {"color": colour, "linewidth": width, "alpha": 0.35 + 0.6 * abs(share), "zorder": 2}
    if not leads_back:
        axis.plot([start[0], end[0]], [start[1], end[1]], **style)
    elif start == end:
        loop = mpl.patches.Ellipse((start[0], start[1] + 0.02), 0.022, 0.035, fill=False, linestyle=":", **style)
        axis.add_patch(loop)
    else:
        bow = FancyArrowPatch(start, end, connectionstyle="arc3,rad=0.3", arrowstyle="-|>", linestyle=":", **style)
        bow.set_mutation_scale(8)
        axis.add_patch(bow)


def _nodes(axis: Axes, net: EyeNet, places: dict[int, Place]) -> None:
    linked = {node for link in net.links for node in link[:2]}
    for node, (x, y) in places.items():
        is_sensor, is_hidden = node < FIRST_OUTPUT, node >= FIRST_HIDDEN
        edge = DARK if node in linked else GREY
        face = "white"
        if is_sensor and node in linked:
            face = "black" if SENSORS[node].startswith("black") else "#ffe8cc" if node >= FIRST_OUTPUT - 4 else "white"
        axis.scatter([x], [y], s=190 if is_hidden else 42, c=face, edgecolors=edge, linewidths=0.9, zorder=4)
        text: dict[str, Any] = {"va": "center", "color": DARK if node in linked else GREY, "zorder": 5}
        if is_sensor:
            axis.text(x - 0.014, y, SENSORS[node], ha="right", fontsize=8, **text)
        elif is_hidden:
            axis.text(x, y, net.name(node), ha="center", fontsize=6.5, **text)
        else:
            axis.text(x + 0.014, y, net.name(node), ha="left", fontsize=9.5, fontweight="bold", **text)
