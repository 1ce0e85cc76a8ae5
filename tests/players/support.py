"""Champions that are written by hand."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ludogen.formats import Champion, write_champion
from ludogen.kernels.roving_eye import ACTIONS, SENSORS, EyeRules
from ludogen.players.eyes import eye_arrays, eye_shape

__all__ = ["eye_champion", "write_eye"]

Link = tuple[str, float, str]  # action, weight, sensor
# It walks ahead until it stands on an empty point and places a stone there; it turns before a white one.
WALKER: tuple[Link, ...] = (
    *(("place", 1.0, "bias"), ("place", -2.0, "black centre"), ("place", -2.0, "white centre"), ("pass", 0.1, "bias")),
    *(("forward", -1.0, "bias"), ("forward", 2.0, "black centre"), ("forward", 2.0, "white centre")),
    *(("turn left", -1.0, "bias"), ("turn left", 2.0, "white front")),
)


def eye_champion(links: Sequence[Link] = WALKER, rules: EyeRules | None = None) -> Champion:
    """An eye with these links."""
    arrays = {
        "sources": np.array([SENSORS.index(sensor) for _, _, sensor in links]),
        "targets": np.array([len(SENSORS) + ACTIONS.index(action) for action, _, _ in links]),
        "weights": np.array([weight for _, weight, _ in links], np.float32),
    }
    return Champion("go", "eye-net-2004", arrays | eye_arrays(rules or EyeRules(), eye_shape()), {})


def write_eye(folder: Path, links: Sequence[Link] = WALKER) -> Path:
    """The same as a file."""
    path = folder / "eye.safetensors"
    write_champion(path, eye_champion(links))
    return path
