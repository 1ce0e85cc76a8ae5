"""The nets of Moriarty & Miikkulainen 1995: the outputs that rank the squares, hidden units, the net as a graph.

These nets remember their game, so a sight depends on all positions so far, as the player's moves do.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from ludogen.formats.champion import Champion
from ludogen.games import Position
from ludogen.genomes.marker import Node, fixed_nets, marker_nets, nodes_of
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.fixed_net import FixedMover, fixed_mind, fixed_outputs_of
from ludogen.kernels.marker_net import INPUTS, MarkerMover, marker_mind, outputs_of
from ludogen.kernels.whole_games import begin_one, follow_one
from ludogen.reports.marker_layout import layers_of, matters, places_of
from ludogen.web.scenes import cells_of
from ludogen.web.sight.sight import Sight, Step, Subject, asked_in, move_marks, relative

__all__ = ["MarkerLens"]

WIDTH, HEIGHT = 1000.0, 500.0
METHODS = ("marker-net-1995", "fixed-net-1995")


class MarkerLens:
    """The net at work."""

    name: ClassVar[str] = "The net at work"
    about: ClassVar[str] = (
        "It does not search: it activates its net once and plays the legal square with the highest output. "
        "Units are filled as they fire; dotted lines bring values of the move before."
    )

    def suits(self, subject: Subject) -> bool:
        """Nets that choose Othello moves."""
        return subject.champion is not None and subject.champion.method in METHODS

    def look(self, subject: Subject, position: Position) -> Sight:
        """How it came to its last move, or comes to the one that is due: outputs, and for marker nets the graph."""
        champion, asked = subject.champion, asked_in(subject, position)
        assert champion is not None
        if asked is None:
            return Sight([Step("it has not looked at the board yet", {})])
        divisor, squash = float(champion.arrays["divisor"]), "tanh" if champion.arrays["tanh"] else "logistic"
        outputs = np.zeros(64, np.float32)
        if champion.method == "marker-net-1995":
            mover: Any = MarkerMover(marker_nets(champion.arrays["chromosome"], divisor, squash), marker_mind())
        else:
            mover = FixedMover(fixed_nets(champion.arrays["chromosome"], divisor, squash), fixed_mind())
        _remind(mover, asked)
        (outputs_of if isinstance(mover, MarkerMover) else fixed_outputs_of)(asked.state, mover, outputs)
        values = {move: float(outputs[move.bit_length() - 1]) for move in asked.legal_moves if move}
        order = sorted(values, key=lambda move: -values[move])
        labels = {move: str(rank + 1) for rank, move in enumerate(order)}
        chosen = asked.move_name(order[0]) if order else "a pass"
        shares = relative(outputs.astype(float).tolist())
        steps = [
            Step(
                f"as {asked.side_name} it plays {chosen}: its legal moves by rank",
                {"moves": move_marks(asked, values, labels)},
            ),
            Step(
                "its outputs for all 64 squares, legal or not",
                {"tints": [[square, round(share, 3)] for square, share in enumerate(shares)]},
            ),
        ]
        if not isinstance(mover, MarkerMover):
            return Sight(steps)
        nodes = _nodes(champion)
        activity = np.asarray(mover.mind["values"])[INPUTS : INPUTS + len(nodes)]
        graph = dict(_graph(champion)) | {
            "activity": [round(float(value), 3) for value in activity],
            "lights": _lights(asked, shares),
        }
        facts = {
            "hidden units": f"{len(nodes)}, {int((activity > 0.5).sum())} of them firing",
            "layers": str(max(layers_of(nodes), default=0)),
        }
        return Sight(steps, facts, graph=graph)


def _remind(mover: Any, position: Position) -> None:
    begin_one(mover)
    for past in reversed(list(position.past())[1:]):
        if past.side == position.side:
            follow_one(past.state, mover, Bits(past.side))


def _lights(position: Position, shares: Sequence[float]) -> dict[str, float]:
    mine = "bw"[position.side]
    lights = {f"o{square}": round(share, 3) for square, share in enumerate(shares)}
    for square, cell in enumerate(cells_of(position)):
        if cell != ".":
            lights[f"{'a' if cell == mine else 'b'}{square}"] = 0.8
    return lights


@lru_cache(8)
def _nodes(champion: Champion) -> tuple[Node, ...]:
    divisor, squash = float(champion.arrays["divisor"]), "tanh" if champion.arrays["tanh"] else "logistic"
    return tuple(nodes_of(champion.arrays["chromosome"], divisor, squash))


@lru_cache(8)
def _graph(champion: Champion) -> Mapping[str, Any]:
    """The parts that do not change from move to move."""
    nodes = _nodes(champion)
    places, works = places_of(nodes), matters(nodes)
    links: list[list[Any]] = []

    def link(start: Any, end: Any, weight: float, ends: list[int], remembers: bool = False) -> None:
        links.append([*_at(start), *_at(end), weight, ends, int(remembers)])

    for number, node in enumerate(nodes):
        here = places.units[number]
        for one in node.inputs:
            link(places.inputs[one.place], here, one.weight, [number])
        for one in node.units:
            link(places.units[one.place], here, one.weight, [number, one.place], one.place >= number)
        for one in node.outputs:
            link(here, places.outputs[one.place], one.weight, [number])
    largest = max((abs(each[4]) for each in links), default=1.0) or 1.0
    for each in links:
        each[4] = round(each[4] / largest, 2)
    units = [
        [*_at(place), round(3 + 0.35 * min(30, len(node.inputs) + len(node.units) + len(node.outputs)), 1), work]
        for place, node, work in zip(places.units, nodes, works, strict=True)
    ]
    cells: list[list[Any]] = []
    for sign, points in (("a", places.own), ("b", places.opp), ("o", places.outputs)):
        step = abs(points[8][1] - points[0][1]) * HEIGHT
        for square, (x, y) in enumerate(points):
            middle = _at((x, y))
            cells.append([middle[0] - step / 2, middle[1] - step / 2, round(step * 0.94, 1), f"{sign}{square}"])
    titles = [
        [*_at((points[0][0] - 0.01, points[0][1] + 0.04)), text]
        for points, text in ((places.own, "its discs"), (places.opp, "the other's"), (places.outputs, "outputs"))
    ]
    return {"units": units, "links": links, "cells": cells, "titles": titles}


def _at(place: Any) -> list[float]:
    return [round(float(place[0]) * WIDTH, 1), round((1 - float(place[1])) * HEIGHT, 1)]
