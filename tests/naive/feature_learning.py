"""Othello nets that learn from their games (Singer 2001, section 2.2), plainly: float64, every value computed anew."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.naive.othello import Move, Position, discs, is_over, legal_moves, play, start

__all__ = ["Net", "learn_game", "net_of", "output", "step", "weights_of"]

Array = NDArray[np.float64]


@dataclass
class Net:
    incoming: Array  # a row a hidden node
    biases: Array
    outgoing: Array
    bias: float


def net_of(weights: NDArray[Any], hidden: int = 3) -> Net:
    flat = np.array(weights, np.float64)
    ends = [192 * hidden, 193 * hidden, 194 * hidden]
    incoming, biases, outgoing, bias = np.split(flat, ends)
    return Net(incoming.reshape(hidden, 192), biases, outgoing, float(bias[0]))


def weights_of(net: Net) -> Array:
    return np.concatenate([net.incoming.ravel(), net.biases, net.outgoing, [net.bias]])


def logistic(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def inputs(position: Position) -> Array:
    return np.array([disc == kind for kind in "wb." for disc in position.board], np.float64)


def output(net: Net, x: Array) -> float:
    return float(logistic(net.outgoing @ logistic(net.incoming @ x + net.biases) + net.bias))


def share(position: Position) -> float:
    black, white = discs(position)
    return white / (white + black)


def h(position: Position, depth: int, net: Net) -> float:
    """Section 1.4, with the exact share of finished games."""
    if is_over(position):
        return share(position)
    if depth == 0:
        return output(net, inputs(position))
    best = max if position.mover == "w" else min
    return best(h(play(position, move), depth - 1, net) for move in legal_moves(position))


def step(net: Net, x: Array, target: float, rate: float) -> None:
    """Backpropagation."""
    hidden = logistic(net.incoming @ x + net.biases)
    f = logistic(net.outgoing @ hidden + net.bias)
    output_delta = (target - f) * f * (1 - f)
    hidden_deltas = output_delta * net.outgoing * hidden * (1 - hidden)
    net.bias += rate * output_delta
    net.outgoing += rate * output_delta * hidden
    net.biases += rate * hidden_deltas
    net.incoming += rate * np.outer(hidden_deltas, x)


def drawn(position: Position, net: Net, depth: int, temperature: float, unit: float) -> Move:
    """Section 1.5; the successors are valued to depth - 1."""
    sign = 1 if position.mover == "w" else -1
    choices = legal_moves(position)
    values = np.array([h(play(position, move), depth - 1, net) for move in choices])
    chances = np.exp(sign * temperature * values)
    return choices[int(np.searchsorted(np.cumsum(chances / chances.sum()), unit, side="right"))]


def learn_game(
    nets: tuple[Net, Net],
    rate: float,
    lesson: tuple[int, float, int],
    exact: Callable[[Position], float],
    unit_at: Callable[[int], float],
) -> tuple[float, list[Position]]:
    """The value that the game ended with, and all its positions.

    The nets are Black's and White's, the lesson has depth, temperature and the empty squares at which `exact` is asked,
    `unit_at` a random number in 0..1 for each ply.
    """
    depth, temperature, solve_at = lesson
    position, ply, seen = start(), 0, []
    while True:
        seen.append(position)
        x = inputs(position)
        if position.board.count(".") <= solve_at or is_over(position):
            end = share(position) if is_over(position) else exact(position)
            for net in nets:
                step(net, x, end, rate)
            return end, seen
        for net in nets:
            step(net, x, h(position, 1, net), rate)
        mover = nets[position.mover == "w"]
        choices = legal_moves(position)
        move = choices[0] if len(choices) == 1 else drawn(position, mover, depth, temperature, unit_at(ply))
        position, ply = play(position, move), ply + 1
