"""Recurrent nets of any shape, plainly: one dictionary of values, float64, everything at once."""

from collections.abc import Mapping, Sequence
from math import exp

__all__ = ["GraphNet", "longest_way"]

Link = tuple[int, int, float]  # source, target, weight


class GraphNet:
    def __init__(self, inputs: int, outputs: int, links: Sequence[Link], slope: float, updates: int) -> None:
        self.inputs, self.outputs, self.links = inputs, outputs, links
        self.slope, self.updates = slope, updates
        self.values: dict[int, float] = {}

    def rest(self) -> None:
        self.values = {}

    def activate(self, inputs: Sequence[float]) -> list[float]:
        for _ in range(self.updates):
            before: Mapping[int, float] = {**self.values, **dict(enumerate(inputs))}
            self.values = {}
            for target in {target for _, target, _ in self.links}:
                total = sum(weight * before.get(source, 0.0) for source, end, weight in self.links if end == target)
                self.values[target] = 1 / (1 + exp(-self.slope * total))
        return [self.values.get(self.inputs + k, 0.0) for k in range(self.outputs)]


def longest_way(inputs: int, outputs: int, links: Sequence[Link]) -> int:
    """Links on the longest way from an input to an output of a net without loops; 1 if there is no way."""

    def from_input(node: int) -> int | None:
        if node < inputs:
            return 0
        ways = [from_input(source) for source, target, _ in links if target == node]
        known = [way + 1 for way in ways if way is not None]
        return max(known, default=None)

    ways = [from_input(inputs + k) for k in range(outputs)]
    return max([1, *(way for way in ways if way is not None)])
