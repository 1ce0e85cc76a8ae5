"""Portraits of champions, by method: facts, boards and tables to print, and a picture of the net.

A new method adds its function to `PORTRAITS`; a champion whose method has none is still shown, by its texts alone.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.errors import InvalidInputError
from ludogen.formats.champion import Champion
from ludogen.genomes.areas import AREA_NAMES, OTHELLO_QUADRANT, REGIONS, board_of, othello_areas
from ludogen.genomes.marker import Link, Node, fixed_nets, marker_nets, nodes_of
from ludogen.genomes.trees import TERMINALS, checked_tree, checked_values, strategy_of, tree_text
from ludogen.kernels.feature_net import FEATURE_SIZE
from ludogen.kernels.feature_net import INPUTS as INPUTS_OF_SQUARES
from ludogen.kernels.fixed_net import FIXED_UNITS, FixedMover, fixed_mind
from ludogen.kernels.marker_net import INPUTS, MarkerMover, marker_mind
from ludogen.kernels.roving_eye import ACTIONS, HEADINGS, SENSORS
from ludogen.kernels.trees import AREAS, CORNERS, COUNT
from ludogen.kernels.tuple_net import TUPLE_SETS, set_of
from ludogen.players.eyes import eye_mover
from ludogen.players.methods import HEURISTIC_TREE
from ludogen.reports.chellapilla import weight_boards
from ludogen.reports.eye_graph import draw_eye, field_board, net_of
from ludogen.reports.feature_boards import draw_features, feature_boards
from ludogen.reports.figures import Board, draw_boards
from ludogen.reports.marker_graph import draw_graph
from ludogen.reports.marker_layout import layers_of, matters
from ludogen.reports.othello_nets import liking
from ludogen.reports.tuple_boards import disc_worths

__all__ = ["PORTRAITS", "Listing", "Portrait", "check_picture", "portrait_of"]

SUFFIXES = (".svg", ".png", ".pdf")
SQUARES = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
Arrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True)
class Listing:
    """A table of texts."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Portrait:
    """What there is to see of a champion."""

    facts: Mapping[str, str]
    boards: Sequence[Board] = ()
    listing: Listing | None = None
    draw: Callable[[Path, str], None] | None = None  # a picture in a file, with a title


def portrait_of(champion: Champion) -> Portrait:
    """The portrait of a champion whose arrays are as its method needs them."""
    make = PORTRAITS.get(champion.method)
    return make(champion.arrays) if make else Portrait({})


def check_picture(path: Path) -> None:
    """Tell of files that no picture can be written to."""
    if path.suffix not in SUFFIXES:
        raise InvalidInputError(f"picture {str(path)!r} does not end in {', '.join(SUFFIXES)}")


# Checkers nets


def _subsquare_net(arrays: Arrays) -> Portrait:
    boards = weight_boards(arrays["weights"])
    return Portrait(_checkers_facts(arrays), boards, draw=lambda path, _: draw_boards(path, boards, 3))


def _raw_net(arrays: Arrays) -> Portrait:
    first = arrays["weights"][: 40 * 32].reshape(40, 32)
    boards = [Board(f"node {node + 1}", _on_dark_squares(first[node])) for node in range(40)]
    mean = Board("mean of all 40 nodes", _on_dark_squares(first.mean(0)))
    return Portrait(_checkers_facts(arrays), [mean], draw=lambda path, _: draw_boards(path, boards, 8))


def _on_dark_squares(weights: NDArray[Any]) -> NDArray[np.float64]:
    values = np.full((8, 8), np.nan)
    for square, weight in enumerate(weights):
        row = square // 4
        values[row, 2 * (square % 4) + 1 - row % 2] = weight
    return values


def _checkers_facts(arrays: Arrays) -> dict[str, str]:
    sees = "white sees the board turned round" if arrays["turned"] else "both sides see the board as it lies"
    return {"weights": str(len(arrays["weights"])), "worth of a king": f"{float(arrays['king']):.3g}", "board": sees}


# Othello nets of 2001


def _feature_net(arrays: Arrays) -> Portrait:
    features, bias = arrays["features"], float(arrays["bias"])
    facts = {
        "weights": f"{features.size + 1}, the largest {np.abs(features).max():.3g}",
        "hidden nodes": f"{len(features)}, with outgoing weights "
        + ", ".join(f"{weight:+.3g}" for weight in features[:, -1]),
        "biases": ", ".join(f"{value:+.3g}" for value in features[:, -2]) + f"; of the output {bias:+.3g}",
        "estimates": _estimates(arrays),
    }
    if features.shape[1] > FEATURE_SIZE:
        phases = features[:, INPUTS_OF_SQUARES:-2]
        facts["phases"] = "; ".join(", ".join(f"{weight:+.3g}" for weight in node) for node in phases)
    return Portrait(facts, feature_boards(features), draw=lambda path, title: draw_features(path, features, title))


def _estimates(arrays: Arrays) -> str:
    return "White's chance to win" if arrays.get("wins", False) else "White's share of the discs"


def _tuple_net(arrays: Arrays) -> Portrait:
    tables, bias = arrays["tables"], float(arrays["bias"])
    tuples = set_of(tables.shape[1])
    facts = {
        "weights": f"{tables.size + 1}, of which {np.count_nonzero(tables)} are not 0; "
        f"the largest {np.abs(tables).max():.3g}",
        "tuples": f"{tuples}: {len(TUPLE_SETS[tuples])} of "
        + ", ".join(str(len(squares)) for squares in TUPLE_SETS[tuples])
        + " squares, each in eight images"
        if tuples
        else "of no known set",
        "phases": str(len(tables)),
        "bias": f"{bias:+.3g}",
        "estimates": _estimates(arrays),
    }
    boards = [
        Board(f"phase {phase + 1}: a white disc for a black one", worth)
        for phase, worth in enumerate(disc_worths(tables))
    ]
    return Portrait(facts, boards, draw=lambda path, _: draw_boards(path, boards, min(3, len(boards))))


# Othello nets of 1995


def _settings(arrays: Arrays) -> tuple[float, str]:
    return float(arrays["divisor"]), "tanh" if arrays["tanh"] else "logistic"


def _marker_net(arrays: Arrays) -> Portrait:
    divisor, squash = _settings(arrays)
    nodes = nodes_of(arrays["chromosome"], divisor, squash)
    likes = liking(MarkerMover(marker_nets(arrays["chromosome"], divisor, squash), marker_mind()))
    layers, works = layers_of(nodes), matters(nodes)
    connections = sum(len(node.inputs) + len(node.units) + len(node.outputs) for node in nodes)
    memory = sum(link.place >= number for number, node in enumerate(nodes) for link in node.units)
    facts = {
        "chromosome": f"{len(arrays['chromosome'])} integers",
        "hidden units": f"{len(nodes)} in {max(layers, default=0)} layers; {works.count(False)} cannot reach an output",
        "connections": f"{connections}: {sum(len(node.inputs) for node in nodes)} from inputs, "
        f"{sum(len(node.units) for node in nodes)} from units ({memory} bring values of the move before), "
        f"{sum(len(node.outputs) for node in nodes)} to outputs",
        "squashing": f"{squash}, weights divided by {divisor:g}",
    }
    seen = np.zeros(INPUTS)
    for node in nodes:
        for link in node.inputs:
            seen[link.place] += link.weight
    boards = [
        Board("own discs: weights", seen[:64].reshape(8, 8)),
        Board("opponent's discs: weights", seen[64:].reshape(8, 8)),
        Board("squares: how much it likes to move there", likes.reshape(8, 8) - 0.5),
    ]
    rows = [_row(number, node, layers[number]) for number, node in enumerate(nodes)]
    listing = Listing(("unit", "layer", "label", "starts at", "from inputs", "from units", "to outputs"), rows)
    return Portrait(facts, boards, listing, lambda path, title: draw_graph(path, nodes, likes, title))


def _row(number: int, node: Node, layer: int) -> tuple[str, ...]:
    names = ["own " + square for square in SQUARES] + ["opp " + square for square in SQUARES]
    return (
        *(str(number), str(layer), str(node.label), f"{node.initial:.2f}"),
        _links(node.inputs, lambda place: names[place]),
        _links(node.units, str),
        _links(node.outputs, lambda place: SQUARES[place]),
    )


def _links(links: Sequence[Link], name: Callable[[int], str]) -> str:
    return ", ".join(f"{name(link.place)} {link.weight:+.2f}" for link in links)


def _fixed_net(arrays: Arrays) -> Portrait:
    divisor, squash = _settings(arrays)
    nets = fixed_nets(arrays["chromosome"], divisor, squash)
    likes = liking(FixedMover(nets, fixed_mind()))
    seen = [Board(f"unit {unit + 1}", nets["incoming"][0][:, unit].reshape(8, 8)) for unit in range(FIXED_UNITS)]
    facts = {
        "chromosome": f"{len(arrays['chromosome'])} integers, all of them weights",
        "hidden units": f"{FIXED_UNITS} in one layer, each connected to all squares and to itself",
        "squashing": f"{squash}, weights divided by {divisor:g}",
    }
    board = Board("squares: how much it likes to move there", likes.reshape(8, 8) - 0.5)
    return Portrait(facts, [board], draw=lambda path, _: draw_boards(path, seen, 8))


# Heuristics of 2015


def _heuristic_tree(arrays: Arrays) -> Portrait:
    tree = checked_tree(arrays["code"])
    values = checked_values(tree, arrays["values"])
    regions = "board" if arrays["whole_board"] else "quadrant"
    worths = strategy_of(values, board_of("othello", regions))["worths"][0].astype(np.float64)
    worths[othello_areas() == AREAS] = np.nan
    boards = [Board("worth of squares", worths.reshape(8, 8))]
    flags = [name for name, value in zip(TERMINALS[CORNERS:], values[CORNERS : COUNT + 1], strict=False) if value]
    facts = {
        "tree": tree_text(tree),
        "nodes": str(len(tree)),
        "true": ", ".join(flags) or "none of tCnrH, tEdgH, tCntH",
        "doubled": " and ".join(REGIONS[regions]) + " where tCnrH and tEdgH say so",
    }
    facts |= {TERMINALS[kind]: str(values[kind]) for kind in (COUNT + 1, COUNT + 2) if values[kind]}
    rows = [
        (TERMINALS[area], letter, str(values[area]), str(sum(row.count(letter) for row in OTHELLO_QUADRANT) * 4))
        for area, letter in enumerate(AREA_NAMES["othello"])
    ]
    listing = Listing(("terminal", "area", "value", "squares"), rows)
    return Portrait(facts, boards, listing, lambda path, _: draw_boards(path, boards, 1))


# Eyes of 2004


def _eye_net(arrays: Arrays) -> Portrait:
    (record,), rules = eye_mover(arrays)  # tells what is wrong with the links
    net = net_of(arrays["sources"], arrays["targets"], arrays["weights"])
    seen = {source for source, _, _ in net.links if source < len(SENSORS)}
    back = sum(net.leads_back(source, target) for source, target, _ in net.links)
    facts = {
        "net": f"{len(SENSORS)} sensors, {len(seen)} of them connected, {len(net.hidden)} hidden nodes, "
        f"{len(ACTIONS)} outputs",
        "links": f"{len(net.links)}, {back} of them lead back: the net's memory",
        "squashing": f"logistic of slope {float(record['slope']):g}; updates in a time step: {record['updates']}",
        "the eye": f"begins in the middle, heading {HEADINGS[rules.heading]}; passes after {rules.steps} time steps",
    }
    boards = [
        Board(f"{colour} stone in the field: {name}", field_board(net, action, side))
        for action, name in enumerate(ACTIONS)
        for side, colour in enumerate(("black", "white"))
    ]
    rows = []
    for node in [*net.hidden, *range(len(SENSORS), len(SENSORS) + len(ACTIONS))]:
        entering = [(source, weight) for source, target, weight in net.links if target == node]
        parts = [
            [(net.name(s), w) for s, w in entering if (s < len(SENSORS)) == is_first] for is_first in (True, False)
        ]
        rows.append((net.name(node), *(", ".join(f"{name} {w:+.2f}" for name, w in part) for part in parts)))
    listing = Listing(("node", "from sensors", "from nodes"), rows)
    return Portrait(facts, boards, listing, lambda path, title: draw_eye(path, net, title))


PORTRAITS: dict[str, Callable[[Arrays], Portrait]] = {
    "checkers-net-2001": _subsquare_net,
    "checkers-net-1999": _raw_net,
    "othello-net-2001": _feature_net,
    "othello-tuples-2001": _tuple_net,
    "marker-net-1995": _marker_net,
    "fixed-net-1995": _fixed_net,
    HEURISTIC_TREE: _heuristic_tree,
    "eye-net-2004": _eye_net,
}
