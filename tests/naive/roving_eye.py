"""A roving eye and its net, plainly: dictionaries, float64, the field and the far counts by looking at every stone."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp

from tests.naive import go

__all__ = ["Eye", "Net", "Step"]

NORTH, EAST, SOUTH, WEST = (1, 0), (0, 1), (-1, 0), (0, -1)
CLOCKWISE = [NORTH, EAST, SOUTH, WEST]
Link = tuple[int, int, float]  # source, target, weight
INPUTS, OUTPUTS = 30, 5


class Net:
    """All nodes take on their values at once."""

    def __init__(self, links: Sequence[Link], slope: float = 4.9) -> None:
        self.links, self.slope = links, slope
        self.forget()

    def forget(self) -> None:
        self.values: dict[int, float] = {}

    def outputs(self, sensors: Sequence[float]) -> list[float]:
        seen = {**self.values, **dict(enumerate(sensors))}
        self.values = {
            node: 1 / (1 + exp(-self.slope * sum(seen.get(s, 0.0) * w for s, t, w in self.links if t == node)))
            for node in {target for _, target, _ in self.links}
        }
        return [self.values.get(INPUTS + k, 0.0) for k in range(OUTPUTS)]


@dataclass
class Step:
    point: go.Point
    heading: int
    sensors: list[float]
    outputs: list[float]
    decision: str


@dataclass
class Eye:
    net: Net
    steps: int = 100
    threshold: float = 0.5
    heading: int = 0
    returns: bool = False
    forgets: bool = False
    turns_first: bool = False
    shares: bool = True
    sectors: bool = False
    at: go.Point | None = None
    faces: int = 0
    path: list[Step] = field(default_factory=list)  # of its last decision

    def begin(self) -> None:
        self.net.forget()
        self.at = None

    def decide(self, position: go.Position) -> go.Move:
        """The point of a stone, or a pass."""
        if self.at is None or self.returns:
            self.at = ((position.size - 1) // 2, (position.size - 1) // 2)
            self.faces = self.heading
        if self.forgets:
            self.net.forget()
        self.path = []
        for _ in range(self.steps):
            point, faces, sensors = self.at, self.faces, self.sensors(position)
            outputs = self.net.outputs(sensors)
            decision = self.act(position, outputs)
            self.path.append(Step(point, faces, sensors, outputs, decision))
            if decision == "place":
                return self.at
            if decision in ("pass", "fail"):
                return go.PASS
        return go.PASS

    def act(self, position: go.Position, outputs: list[float]) -> str:
        place, forward, left, right, give_up = outputs
        if max(forward, left, right) > self.threshold:
            if not self.turns_first and forward > self.threshold:
                self.forward(position.size)
            turn = (right > self.threshold) - (left > self.threshold)
            self.faces = (self.faces + turn) % 4
            if self.turns_first and forward > self.threshold:
                self.forward(position.size)
            return "move"
        if max(place, give_up) <= self.threshold:
            return "pause"
        if give_up > place:
            return "pass"
        assert self.at is not None
        return "place" if self.at in go.legal_moves(position) else "fail"

    def forward(self, size: int) -> None:
        assert self.at is not None
        ahead = CLOCKWISE[self.faces]
        point = (self.at[0] + ahead[0], self.at[1] + ahead[1])
        if point in go.points(size):
            self.at = point

    def sensors(self, position: go.Position) -> list[float]:
        assert self.at is not None
        size, own = position.size, position.mover
        board = dict(zip(go.points(size), position.board, strict=True))
        ahead, right = CLOCKWISE[self.faces], CLOCKWISE[(self.faces + 1) % 4]
        found: list[float] = []
        for forward in (1, 0, -1):
            for aside in (-1, 0, 1):
                point = (
                    self.at[0] + forward * ahead[0] + aside * right[0],
                    self.at[1] + forward * ahead[1] + aside * right[1],
                )
                stone = board.get(point, "border")
                found += [float(stone in (own, "border")), float(stone in (go.other(own), "border"))]
        far: dict[tuple[str, str], int] = {}
        for point, stone in board.items():
            row, column = point[0] - self.at[0], point[1] - self.at[1]
            forward, aside = row * ahead[0] + column * ahead[1], row * right[0] + column * right[1]
            beside = not self.sectors or abs(forward) <= 1
            zones = {
                "front": forward > 1,
                "left": aside < -1 and beside,
                "right": aside > 1 and beside,
                "back": forward < -1,
            }
            for zone in [zone for zone, is_there in zones.items() if is_there]:
                far[zone, stone] = far.get((zone, stone), 0) + 1
        whole = size * size if self.shares else 1
        for zone in ("front", "left", "right", "back"):
            found += [far.get((zone, colour), 0) / whole for colour in (own, go.other(own))]
        is_ko = position.ko == self.at
        return [*found, self.at[0] / (size - 1), self.at[1] / (size - 1), float(is_ko), 1.0]
