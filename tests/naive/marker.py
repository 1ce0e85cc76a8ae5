"""Marker chromosomes and the nets they stand for, plainly: lists, float64, one unit after the other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import exp, tanh

__all__ = ["FixedNet", "Net", "Node", "nodes"]

Connection = tuple[str, int, int]  # input, unit or output; which; the weight as it stands on the chromosome


@dataclass
class Node:
    label: int
    initial: int
    connections: list[Connection] = field(default_factory=list)

    def of(self, kind: str) -> list[tuple[int, int]]:
        return [(place, weight) for what, place, weight in self.connections if what == kind]


def is_start(value: int) -> bool:
    return abs(value) % 25 == 1


def is_end(value: int) -> bool:
    return abs(value) % 25 == 2


def bodies(chromosome: Sequence[int]) -> list[list[int]]:
    """What stands between the markers of each node. The ring is cut open at the first start marker: there all ends."""
    starts = [place for place, value in enumerate(chromosome) if is_start(value)]
    if not starts:
        return []
    left = [*chromosome[starts[0] :], *chromosome[: starts[0]]]
    found = []
    while left:
        if not is_start(left.pop(0)):
            continue
        body = []
        while left and not is_end(left[0]):
            body.append(left.pop(0))
        found.append(body)
    return found


def nodes(chromosome: Sequence[int]) -> list[Node]:
    """The hidden units of a chromosome, in its order."""
    whole = [body for body in bodies(chromosome) if len(body) >= 2]
    labels = [body[0] for body in whole]
    made = []
    for body in whole:
        node = Node(body[0], body[1])
        rest = body[2:]
        while len(rest) >= 3:
            key, label, weight = rest[:3]
            rest = rest[3:]
            if key > 0 and label >= 0:
                node.connections.append(("input", label % 128, weight))
            elif key > 0:
                node.connections.append(("output", -label % 64, weight))
            else:
                distances = [abs(label - other) for other in labels]
                node.connections.append(("unit", distances.index(min(distances)), weight))
        made.append(node)
    return made


def logistic(x: float) -> float:
    return 1 / (1 + exp(-x))


class Net:
    """A net with its memory. A board is 64 letters: o own, x the opponent's, . empty."""

    def __init__(self, chromosome: Sequence[int], divisor: float = 128.0, squash: str = "logistic") -> None:
        self.nodes, self.divisor = nodes(chromosome), divisor
        self.squash: Callable[[float], float] = logistic if squash == "logistic" else tanh
        shares = [(node.initial + 128) / 255 for node in self.nodes]
        self.initial = shares if squash == "logistic" else [2 * share - 1 for share in shares]
        self.rest()

    def rest(self) -> None:
        self.values = list(self.initial)

    def outputs(self, board: str) -> list[float]:
        inputs = [float(disc == "o") for disc in board] + [float(disc == "x") for disc in board]
        result = [0.0] * 64
        for unit, node in enumerate(self.nodes):
            total = sum(weight / self.divisor * inputs[place] for place, weight in node.of("input"))
            total += sum(weight / self.divisor * self.values[place] for place, weight in node.of("unit"))
            self.values[unit] = self.squash(total)
            for place, weight in node.of("output"):
                result[place] += weight / self.divisor * self.values[unit]
        return result


class FixedNet:
    """The same for the net of one architecture."""

    def __init__(self, chromosome: Sequence[int], divisor: float = 128.0, squash: str = "logistic") -> None:
        weights = [value / divisor for value in chromosome]
        self.genes = [weights[129 * unit : 129 * (unit + 1)] for unit in range(40)]
        self.squash: Callable[[float], float] = logistic if squash == "logistic" else tanh
        self.rest()

    def rest(self) -> None:
        self.values = [0.0] * 40

    def outputs(self, board: str) -> list[float]:
        inputs = [{"o": 1.0, "x": -1.0, ".": 0.0}[disc] for disc in board]
        result = [0.0] * 64
        for unit, gene in enumerate(self.genes):
            total = sum(weight * value for weight, value in zip(gene[:64], inputs, strict=True))
            self.values[unit] = self.squash(total + gene[128] * self.values[unit])
            for place in range(64):
                result[place] += gene[64 + place] * self.values[unit]
        return result
