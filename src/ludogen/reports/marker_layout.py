"""Where the parts of a marker net stand when it is drawn: units in columns by layer, near what they are connected to.

Units are activated in the chromosome's order. A connection from an earlier unit carries a value of the same activation
and puts its unit in a later layer. One from the unit itself or a later unit carries a value of the activation before.
Places are shares of the picture, which is `ASPECT` times as wide as it is high, from its lower left corner.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludogen.genomes.marker import Node

__all__ = ["ASPECT", "SIDE", "Places", "Points", "layers_of", "matters", "places_of"]

SIDE = 8
ASPECT = 2.0  # width of the picture over its height
BOARD, OUTPUT_BOARD = 0.30, 0.42  # heights, the whole picture being 1 high
GAP = 0.11
FIRST_LAYER, LAST_LAYER = 0.24, 0.72
Points = NDArray[np.float64]


@dataclass(frozen=True)
class Places:
    """Middles of the squares of all three boards, a1 first, and of the units."""

    own: Points
    opp: Points
    outputs: Points
    units: Points

    @property
    def inputs(self) -> Points:
        """The squares that the net sees, in the order of its inputs."""
        return np.concatenate([self.own, self.opp])


def places_of(nodes: Sequence[Node]) -> Places:
    """Where everything stands."""
    own, opp = _cells(0.02, 0.5 + GAP / 2, BOARD), _cells(0.02, 0.5 - GAP / 2 - BOARD, BOARD)
    outputs = _cells(0.98 - OUTPUT_BOARD / ASPECT, 0.5 - OUTPUT_BOARD / 2, OUTPUT_BOARD)
    return Places(own, opp, outputs, _units(nodes, np.concatenate([own, opp]), outputs))


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
