"""Small runs, made up or real, and what of a run must be the same however often it was stopped."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.evolution import Generation
from ludogen.recipes.chellapilla import ChellapillaConfiguration
from ludogen.runs import RunStore

# Nets change in every generation: of equals the offspring go on, and few games are drawn.
SETTINGS: dict[str, Any] = {
    "parents": 3,
    "games": 1,
    "depth": 2,
    "ply_limit": 40,
    "adjudicate": 1.0,
    "equal_points": "offspring",
    "yardstick_every": 0,
}
TYPED = [part for name, value in SETTINGS.items() for part in ("--set", f"{name}={value}")]
SAME = (
    "SELECT number, games FROM generations ORDER BY number",
    "SELECT * FROM metrics ORDER BY generation, name",
    "SELECT * FROM champions ORDER BY generation",
    "SELECT * FROM state ORDER BY name",
    "SELECT * FROM populations ORDER BY generation, name",
)


def configuration(**changed: Any) -> ChellapillaConfiguration:
    return ChellapillaConfiguration(**{**SETTINGS, **changed})


def new_store(folder: Path, generations: int = 30, keep_every: int = 20) -> RunStore:
    return RunStore.create(folder, "chellapilla", configuration(generations=generations), 1, keep_every)


def made_up(number: int, size: int = 50) -> Generation:
    """A generation that nothing was played for; all of it follows from its number."""
    random = np.random.default_rng(number)
    state: dict[str, NDArray[Any]] = {
        "weights": random.normal(size=(3, size)).astype(np.float32),
        "points": random.integers(-9, 9, 3).astype(np.int64),
        "hall": np.zeros((0, size), np.float32),
        "turned": np.array(bool(number % 2)),
    }
    champion = {"weights": state["weights"][0], "king": state["weights"][0, 0], "turned": state["turned"]}
    metrics = {"best": float(number % 7), "mean": number / 3}
    if number % 5 == 0:
        metrics["champion_random"] = 0.5
    return Generation(number, state, champion, metrics, 0 if number == 0 else 6)


def dump(folder: Path) -> list[list[Any]]:
    """All that must be the same in two runs of the same plan; times differ."""
    with closing(sqlite3.connect(folder / "run.db")) as database:
        return [database.execute(query).fetchall() for query in SAME]


def assert_same(one: Generation | None, other: Generation) -> None:
    assert one is not None
    assert (one.number, one.games, dict(one.metrics)) == (other.number, other.games, dict(other.metrics))
    for arrays, others in ((one.state, other.state), (one.champion, other.champion)):
        assert arrays.keys() == others.keys()
        for name in arrays:
            assert arrays[name].dtype == others[name].dtype
            np.testing.assert_array_equal(arrays[name], others[name])
