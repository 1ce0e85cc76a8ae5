"""The cart with two poles, against the equations of motion solved by SciPy."""

import numpy as np
from tests.naive.pole_balancing import moved

from ludogen.genomes.graph import Shape, graph_net
from ludogen.kernels.graph_net import graph_mind
from ludogen.kernels.pole_balancing import balance, balance_from


def steps_until_failure(state: np.ndarray, force: float) -> tuple[int, float]:
    """Actions until the cart leaves the track or a pole leans too far, under a constant force; and the shaking."""
    shaken = 0.0
    for step in range(1000):
        state = moved(state, force, 0.02)
        shaken += float(np.abs(state[:4]).sum())
        if abs(state[0]) > 2.4 or max(abs(state[2]), abs(state[4])) > np.radians(36):
            return step, shaken
    return 1000, shaken


def test_constant_forces_move_the_cart_as_the_twin_says() -> None:
    mind = graph_mind()
    for weight, start in ((0.0, (0, 0, 0.07, 0, 0, 0)), (0.1, (0.5, 0.2, 0.05, -0.1, 0.02, 0.3)), (-3.0, (0,) * 6)):
        net = graph_net(Shape(7, 1), [6], [7], [weight])  # the bias alone: a constant force
        force = float((2 / (1 + np.exp(-4.9 * weight)) - 1) * 10)
        state, actions, shaken = np.array(start, float), np.zeros(1, np.int64), np.zeros(1)
        balance(net, state, True, 1000, mind, actions, shaken)
        steps, expected = steps_until_failure(state, force)
        assert actions[0] == steps < 100
        assert abs(shaken[0] - expected) < 1e-4 * expected
        again = np.zeros(2, np.int64)
        balance_from(net, np.stack([np.array([2.5, 0, 0, 0, 0, 0]), np.array(start, float)]), True, steps, mind, again)
        assert again.tolist() == [0, steps]


def test_a_blind_net_sees_no_speeds() -> None:
    mind, start = graph_mind(), np.array([0, 0, 0.07, 0, 0, 0.0])
    # To push towards where the long pole leans: its angle is input 2 of seven, input 1 of four.
    seeing = graph_net(Shape(7, 1), [2], [7], [5.0])
    blind = graph_net(Shape(4, 1), [1], [4], [5.0])
    actions, shaken = np.zeros((2, 1), np.int64), np.zeros((2, 1))
    balance(seeing, start, True, 1000, mind, actions[0], shaken[0])
    balance(blind, start, False, 1000, mind, actions[1], shaken[1])
    assert actions[0] == actions[1] > 0
    assert shaken[0] == shaken[1]
