"""Roving eyes as players of Go: their arrays in champion files, and the way an eye goes over the board."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.errors import InvalidInputError
from ludogen.games import Go, Move, Position
from ludogen.genomes.graph import Shape, graph_net
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.roving_eye import (
    ACTIONS,
    BESIDE,
    DECISIONS,
    HEADINGS,
    SECTORS,
    SENSORS,
    STEP,
    EyeMover,
    EyeRules,
    eye_mind,
    trace_eye,
)
from ludogen.kernels.whole_games import begin_one, follow_one
from ludogen.players.moving import MoverPlayer
from ludogen.players.player import Player

__all__ = ["EYE_ARRAYS", "EyePath", "EyeStep", "eye_arrays", "eye_mover", "eye_path", "eye_shape", "new_eye"]

ANY = -1
MOST_STEPS = 10_000
# In a champion's file: the links that are enabled, then how the net is activated and how the eye moves.
EYE_ARRAYS: Mapping[str, tuple[type[np.generic], tuple[int, ...]]] = {
    "sources": (np.int64, (ANY,)),
    "targets": (np.int64, (ANY,)),
    "weights": (np.float32, (ANY,)),
    "updates": (np.int64, ()),
    "slope": (np.float32, ()),
    "steps": (np.int64, ()),
    "threshold": (np.float32, ()),
    "heading": (np.int64, ()),
    "returns": (np.bool_, ()),
    "forgets": (np.bool_, ()),
    "turns_first": (np.bool_, ()),
    "shares": (np.bool_, ()),
    "sectors": (np.bool_, ()),
}


def eye_shape(updates: int = 1, slope: float | None = None) -> Shape:
    """What the nets of all eyes have in common."""
    shape = Shape(len(SENSORS), len(ACTIONS), updates=updates)
    return shape if slope is None else Shape(len(SENSORS), len(ACTIONS), slope, updates)


def eye_arrays(rules: EyeRules, shape: Shape) -> dict[str, NDArray[Any]]:
    """All arrays of a champion but its links."""
    return {
        "updates": np.array(shape.updates, np.int64),
        "slope": np.array(shape.slope, np.float32),
        "steps": np.array(rules.steps, np.int64),
        "threshold": np.array(rules.threshold, np.float32),
        "heading": np.array(rules.heading, np.int64),
        "returns": np.array(rules.returns),
        "forgets": np.array(rules.forgets),
        "turns_first": np.array(rules.turns_first),
        "shares": np.array(rules.shares),
        "sectors": np.array(rules.zones == SECTORS),
    }


def eye_mover(arrays: Mapping[str, NDArray[Any]]) -> tuple[NDArray[Any], EyeRules]:
    """The net and the rules of a champion; InvalidInputError if they cannot be."""
    net = graph_net(
        eye_shape(int(arrays["updates"]), float(arrays["slope"])),
        *(arrays["sources"], arrays["targets"], arrays["weights"]),
    )
    rules = EyeRules(
        steps=int(arrays["steps"]),
        threshold=float(arrays["threshold"]),
        heading=int(arrays["heading"]),
        returns=bool(arrays["returns"]),
        forgets=bool(arrays["forgets"]),
        turns_first=bool(arrays["turns_first"]),
        shares=bool(arrays["shares"]),
        zones=SECTORS if arrays["sectors"] else BESIDE,
    )
    if not 1 <= rules.steps <= MOST_STEPS:
        raise InvalidInputError(f"steps {rules.steps} of an eye are not 1..{MOST_STEPS}")
    if not 0 <= rules.threshold <= 1:
        raise InvalidInputError(f"threshold {rules.threshold:g} of an eye is not 0..1")
    if not 0 <= rules.heading < len(HEADINGS):
        raise InvalidInputError(f"heading {rules.heading} of an eye is not 0..{len(HEADINGS) - 1}")
    return net, rules


@dataclass(frozen=True)
class EyeStep:
    """One time step: where the eye stood, what it saw and said, what came of it."""

    point: str  # such as C3
    heading: str  # north, east, south, west
    sensors: Mapping[str, float]
    outputs: Mapping[str, float]
    decision: str


@dataclass(frozen=True)
class EyePath:
    """How an eye came to its move."""

    steps: tuple[EyeStep, ...]
    move: Move
    is_late: bool  # it had not decided when its time steps were used up, and passes


def eye_path(player: Player, position: Position) -> EyePath | None:
    """The way of an eye that is to move in a position, seen from the beginning of its game; None if it is no eye."""
    if not isinstance(player, MoverPlayer) or not isinstance(position.game, Go):
        return None
    mover = player.new_mover()
    while not isinstance(mover, EyeMover):
        if not hasattr(mover, "mover"):
            return None
        mover = mover.mover
    begin_one(mover)
    for past in reversed(list(position.past())[1:]):
        if past.side == position.side:
            follow_one(past.state, mover, Bits(past.side))
    trace = np.zeros(mover.rules.steps, STEP)
    number, move = trace_eye(position.state, mover, trace)
    names = position.game.point_names
    steps = tuple(
        EyeStep(
            names[int(step["row"]) * position.game.size + int(step["column"])],
            HEADINGS[int(step["heading"])],
            dict(zip(SENSORS, step["sensors"].tolist(), strict=True)),
            dict(zip(ACTIONS, step["outputs"].tolist(), strict=True)),
            DECISIONS[int(step["decision"])],
        )
        for step in trace[:number]
    )
    is_late = steps[-1].decision in DECISIONS[:2]
    return EyePath(steps, int(move), is_late)


def new_eye(net: NDArray[Any], rules: EyeRules) -> EyeMover:
    """A mover for one thread."""
    return EyeMover(net, eye_mind(), rules)
