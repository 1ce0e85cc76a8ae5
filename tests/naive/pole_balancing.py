"""A cart with poles, from the equations of motion of each body, solved as one linear system at each moment."""

from math import cos, sin

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp  # type: ignore[import-untyped]  # SciPy is untyped

__all__ = ["moved"]

MASSES, HALVES, FRICTION, GRAVITY, CART = (0.1, 0.01), (0.5, 0.05), 2e-6, 9.8, 1.0


def change(_: float, state: NDArray[np.float64], force: float) -> list[float]:
    """Unknowns: the cart's acceleration and both angular ones. Poles are uniform rods on frictional hinges."""
    speed, angles, turns = state[1], state[2::2], state[3::2]
    matrix, right = np.zeros((3, 3)), np.zeros(3)
    matrix[0, 0], right[0] = CART + sum(MASSES), force
    for k, (mass, half, angle, turn) in enumerate(zip(MASSES, HALVES, angles, turns, strict=True), start=1):
        matrix[0, k] = mass * half * cos(angle)
        right[0] += mass * half * turn * turn * sin(angle)
        # About its hinge a rod has the moment of inertia 4/3 m l^2.
        matrix[k, 0], matrix[k, k] = mass * half * cos(angle), 4 / 3 * mass * half * half
        right[k] = mass * GRAVITY * half * sin(angle) - FRICTION * turn
    pull, one, two = np.linalg.solve(matrix, right)
    return [speed, pull, turns[0], one, turns[1], two]


def moved(state: NDArray[np.float64], force: float, seconds: float) -> NDArray[np.float64]:
    """The state after some time under a constant force."""
    done = solve_ivp(change, (0, seconds), state, args=(force,), method="DOP853", rtol=1e-8, atol=1e-10)
    return np.asarray(done.y[:, -1])
