"""Weights that carry their own step sizes, and the worth of a king (Chellapilla & Fogel 2001, "Background and Method").

sigma' = sigma * exp(tau * N(0, 1))     anew for every weight
w' = w + sigma' * N(0, 1)               anew for every weight
K' = K + one of -d, 0, d                within its limits
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

__all__ = ["SelfAdaptive", "mutated", "random_weights", "usual_tau"]


@dataclass(frozen=True, eq=False)
class SelfAdaptive:
    """A genome: weights, the step size of each, the worth of a king."""

    weights: NDArray[np.float32]
    steps: NDArray[np.float32]
    king: float


def usual_tau(number: int) -> float:
    """1 / sqrt(2 sqrt(n)) for n weights: 0.0839 for 5046."""
    return 1 / sqrt(2 * sqrt(number))


def random_weights(random: np.random.Generator, number: int, spread: float, step: float, king: float) -> SelfAdaptive:
    """Weights from U(-spread, spread), all with the same step."""
    weights = random.uniform(-spread, spread, number).astype(np.float32)
    return SelfAdaptive(weights, np.full(number, step, np.float32), king)


def mutated(
    parent: SelfAdaptive,
    random: np.random.Generator,
    tau: float,
    king_step: float,
    king_limits: tuple[float, float],
    longest_step: float = 0.0,
) -> SelfAdaptive:
    """One offspring. `longest_step` keeps steps from growing beyond it (0: they may; the paper's do)."""
    number = len(parent.weights)
    steps = parent.steps * np.exp(tau * random.standard_normal(number))
    if longest_step:
        steps = np.minimum(steps, longest_step)
    weights = parent.weights + steps * random.standard_normal(number)
    king = parent.king + king_step * (int(random.integers(3)) - 1)
    # Kings move on a grid of tenths: without rounding 0.1 would add up to 2.9999999.
    king = round(min(max(king, king_limits[0]), king_limits[1]), 6)
    return SelfAdaptive(weights.astype(np.float32), steps.astype(np.float32), king)
