"""A cart on a track that balances two poles: the task on which the NEAT paper compares methods (2002, section 4.2).

The equations of motion are Wieland's (appendix A of that paper), with its parameters, integrated by the fourth-order
Runge-Kutta method in steps of 10 ms; the net acts every other step. It fails when the cart leaves the track of 4.8 m or
a pole is more than 36 degrees from upright.
"""

from math import cos, sin
from typing import Any

import numpy as np

from ludogen.kernels.dispatch import entry, kernel
from ludogen.kernels.graph_net import activate, rest

__all__ = ["LAST_STEPS", "STATE", "balance", "balance_from"]

STATE = 6  # the cart's place and speed, then angle and angular speed of the long and of the short pole: m, rad, s
GRAVITY, CART, FORCE = -9.8, 1.0, 10.0
MASSES, HALVES = (0.1, 0.01), (0.5, 0.05)  # of the poles: kg, and half their length in m
FRICTION = 2e-6  # of the hinges
TRACK, STEEPEST = 2.4, 36.0 * np.pi / 180.0
SECONDS, STEPS = 0.01, 2  # of integration; so many an action
LAST_STEPS = 100  # over which a net is to hold still: Gruau's fitness looks at them
HALF, UNIT = 0.5, np.float32(1)
# Inputs are divided by these, so that they stay within about 1.
SCALES = (4.8, 2.0, 0.52, 2.0, 0.52, 2.0)


@kernel
def _pole(angle: float, speed: float, mass: float, half: float) -> tuple[float, float]:
    """What a pole does to the cart: its effective force and mass."""
    hinge = FRICTION * speed / (mass * half)
    force = mass * half * speed * speed * sin(angle)
    force += 0.75 * mass * cos(angle) * (hinge + GRAVITY * sin(angle))
    return force, mass * (1.0 - 0.75 * cos(angle) * cos(angle))


@kernel
def _turn(angle: float, speed: float, pull: float, mass: float, half: float) -> float:
    """The angular acceleration of a pole while the cart accelerates."""
    return -0.75 / half * (pull * cos(angle) + GRAVITY * sin(angle) + FRICTION * speed / (mass * half))


@kernel
def _change(state: Any, force: float, change: Any) -> None:
    one, mass_one = _pole(state[2], state[3], MASSES[0], HALVES[0])
    two, mass_two = _pole(state[4], state[5], MASSES[1], HALVES[1])
    pull = (force + one + two) / (CART + mass_one + mass_two)
    change[0], change[2], change[4] = state[1], state[3], state[5]
    change[1] = pull
    change[3] = _turn(state[2], state[3], pull, MASSES[0], HALVES[0])
    change[5] = _turn(state[4], state[5], pull, MASSES[1], HALVES[1])


@kernel
def _integrate(state: Any, force: float, work: Any) -> None:
    """One step; `work`: four rows of changes, one of a state on the way."""
    on_the_way = work[4]
    _change(state, force, work[0])
    for k in range(1, 4):
        part = SECONDS if k == 3 else HALF * SECONDS
        for i in range(STATE):
            on_the_way[i] = state[i] + part * work[k - 1, i]
        _change(on_the_way, force, work[k])
    for i in range(STATE):
        state[i] += SECONDS / 6.0 * (work[0, i] + 2.0 * work[1, i] + 2.0 * work[2, i] + work[3, i])


@kernel
def _has_failed(state: Any) -> bool:
    return bool(abs(state[0]) > TRACK or abs(state[2]) > STEEPEST or abs(state[4]) > STEEPEST)


@kernel
def _try(net: Any, state: Any, is_seeing_speeds: bool, limit: int, mind: Any, work: Any, shaking: Any) -> int:
    """How many actions until it fails, up to the limit. `shaking`: of the last steps, in turn."""
    rest(net, mind)
    stride = 1 if is_seeing_speeds else 2
    for step in range(limit):
        inputs = 0
        for i in range(0, STATE, stride):
            mind.values[inputs] = state[i] / SCALES[i]
            inputs += 1
        mind.values[inputs] = UNIT  # the bias
        activate(net, mind)
        force = (2.0 * mind.values[net.inputs] - 1.0) * FORCE
        for _ in range(STEPS):
            _integrate(state, force, work)
        shaking[step % LAST_STEPS] = abs(state[0]) + abs(state[1]) + abs(state[2]) + abs(state[3])
        if _has_failed(state):
            return step
    return limit


@entry
def balance(nets: Any, start: Any, is_seeing_speeds: bool, limit: int, mind: Any, actions: Any, shaken: Any) -> None:
    """Every net from one start: actions until it failed, and how much it shook over the last of them."""
    work, state, shaking = np.zeros((5, STATE)), np.zeros(STATE), np.zeros(LAST_STEPS)
    for place in range(nets.shape[0]):
        state[:] = start
        shaking[:] = 0.0
        actions[place] = _try(nets[place], state, is_seeing_speeds, limit, mind, work, shaking)
        shaken[place] = shaking.sum()


@entry
def balance_from(net: Any, starts: Any, is_seeing_speeds: bool, limit: int, mind: Any, actions: Any) -> None:
    """One net, the first of an array, from many starts."""
    work, state, shaking = np.zeros((5, STATE)), np.zeros(STATE), np.zeros(LAST_STEPS)
    for k in range(starts.shape[0]):
        state[:] = starts[k]
        actions[k] = _try(net[0], state, is_seeing_speeds, limit, mind, work, shaking)
