"""How feature nets learn: backpropagation (Singer 2001, section 2.2), and weights that are alike on like squares."""

from typing import Any, NamedTuple

import numpy as np

from ludogen.kernels.bits import ZERO, index_of, popcount, without_lowest
from ludogen.kernels.dispatch import Bits, implement, kernel
from ludogen.kernels.fast_math import logistic
from ludogen.kernels.feature_net import BLACK_PLANE, EMPTY_PLANE, FeatureNet, with_phase
from ludogen.kernels.learning_games import make_symmetric, step_towards
from ludogen.kernels.othello_symmetry import ORBITS
from ludogen.kernels.populations import member
from ludogen.kernels.share_net import phase_of
from ludogen.kernels.simd import keep, multiply_add, row, total, whole

__all__ = ["FeatureNets"]

F1, EIGHTH = np.float32(1), np.float32(0.125)


class FeatureNets(NamedTuple):
    """Nets that learn together."""

    nets: Any  # an array of records from feature_record


@implement(member, FeatureNets, None)
def _feature_member(population: FeatureNets, place: int) -> FeatureNet:
    return FeatureNet(population.nets[place])


@kernel
def _moved(net: Any, step: Any, squares: Bits, plane: Bits, sums: Any) -> Any:
    """Add the step to the weights of these inputs; the sums with what they are now."""
    while squares != ZERO:
        weights = net.first[plane + index_of(squares)]
        changed = row(net.first, plane + index_of(squares)) + step
        keep(weights, changed)
        sums = sums + changed
        squares = without_lowest(squares)
    return sums


@kernel
def _step(net: Any, white: Bits, black: Bits, sums: Any, target: np.float32, rate: np.float32) -> Any:
    discs = popcount(white | black)
    hidden, last = logistic(with_phase(net, sums, discs)), whole(net.last)
    share = logistic(net.last_bias + total(hidden * last))
    delta = rate * (target - share) * share * (F1 - share)
    step = last * delta * hidden * (whole(net.is_node) - hidden)  # for padding last is 0
    keep(net.last, multiply_add(hidden * whole(net.is_node), delta, last))
    net.last_bias += delta
    after = whole(net.first_bias) + step
    keep(net.first_bias, after)
    if net.phases.shape[0] > 1:
        phase = phase_of(discs, net.phases.shape[0])
        keep(net.phases[phase], row(net.phases, phase) + step)
    after = _moved(net, step, white, ZERO, after)
    after = _moved(net, step, black, BLACK_PLANE, after)
    return _moved(net, step, ~(white | black), EMPTY_PLANE, after)


@implement(step_towards, FeatureNet, None, None, None, None, None)
def _step_towards(
    evaluator: FeatureNet, white: Bits, black: Bits, sums: Any, target: np.float32, rate: np.float32
) -> Any:
    return _step(evaluator.net, white, black, sums, target, rate)


@kernel
def _even_out(net: Any, plane: int) -> None:
    """Give like squares of a plane the mean of their weights."""
    for orbit in range(ORBITS.shape[0]):
        # In pairs, so that the mean of equals is what they are.
        mean = row(net.first, plane + ORBITS[orbit, 0]) + row(net.first, plane + ORBITS[orbit, 1])
        mean = mean + (row(net.first, plane + ORBITS[orbit, 2]) + row(net.first, plane + ORBITS[orbit, 3]))
        rest = row(net.first, plane + ORBITS[orbit, 4]) + row(net.first, plane + ORBITS[orbit, 5])
        rest = rest + (row(net.first, plane + ORBITS[orbit, 6]) + row(net.first, plane + ORBITS[orbit, 7]))
        mean = (mean + rest) * EIGHTH
        for i in range(ORBITS.shape[1]):
            keep(net.first[plane + ORBITS[orbit, i]], mean)


@implement(make_symmetric, FeatureNet)
def _make_symmetric(evaluator: FeatureNet) -> None:
    for plane in range(0, 192, 64):
        _even_out(evaluator.net, plane)
