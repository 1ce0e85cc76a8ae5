"""Othello nets that learn from their games (Singer 2001, section 2.2), plainly: float64, every value computed anew."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.kernels.learning_games import Lesson
from tests.naive.othello import Move, Position, discs, is_over, legal_moves, play, start

__all__ = ["Net", "learn_game", "net_of", "output", "step", "weights_of"]

Array = NDArray[np.float64]


@dataclass
class Net:
    incoming: Array  # a row a hidden node
    biases: Array
    outgoing: Array
    bias: float
    phases: int = 1
    wins: bool = False


def net_of(weights: NDArray[Any], hidden: int = 3, phases: int = 1, wins: bool = False) -> Net:
    flat, inputs = np.array(weights, np.float64), 192 + (phases if phases > 1 else 0)
    incoming, biases, outgoing, bias = np.split(flat, [inputs * hidden, (inputs + 1) * hidden, (inputs + 2) * hidden])
    return Net(incoming.reshape(hidden, inputs), biases, outgoing, float(bias[0]), phases, wins)


def weights_of(net: Net) -> Array:
    return np.concatenate([net.incoming.ravel(), net.biases, net.outgoing, [net.bias]])


def logistic(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def phase(position: Position, phases: int) -> int:
    """Parts of the game of equal length, between 4 and 64 discs."""
    return max(0, sum(discs(position)) - 4) * phases // 61


def inputs(position: Position, phases: int = 1) -> Array:
    squares = [disc == kind for kind in "wb." for disc in position.board]
    return np.array(squares + [phase(position, phases) == i for i in range(phases) if phases > 1], np.float64)


def output(net: Net, x: Array) -> float:
    return float(logistic(net.outgoing @ logistic(net.incoming @ x + net.biases) + net.bias))


def share(position: Position) -> float:
    black, white = discs(position)
    return white / (white + black)


def worth(white_share: float, wins: bool) -> float:
    """What is played for: the share itself, or 1, 0.5, 0."""
    return (1 + np.sign(white_share - 0.5)) / 2 if wins else white_share


def value(net: Any, position: Position) -> float:
    """f of a position; other kinds of nets have their own `value` and `learn`."""
    return net.value(position) if hasattr(net, "value") else output(net, inputs(position, net.phases))


def learn(net: Any, position: Position, target: float, rate: float) -> None:
    if hasattr(net, "learn"):
        net.learn(position, target, rate)
    else:
        step(net, inputs(position, net.phases), target, rate)


def make_symmetric(net: Any) -> None:
    """Every square has the mean weight of its images."""
    if hasattr(net, "learn"):
        return
    planes = net.incoming[:, :192].reshape(-1, 3, 8, 8)
    turned = [np.rot90(planes, times, axes=(2, 3)) for times in range(4)]
    images = turned + [board.swapaxes(2, 3) for board in turned]
    net.incoming[:, :192] = np.mean(images, axis=0).reshape(len(planes), 192)


def h(position: Position, depth: int, net: Any) -> float:
    """Section 1.4, with the exact share of finished games."""
    if is_over(position):
        return worth(share(position), net.wins)
    if depth == 0:
        return value(net, position)
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


def drawn(position: Position, net: Any, depth: int, temperature: float, unit: float) -> Move:
    """Section 1.5; the successors are valued to depth - 1."""
    sign = 1 if position.mover == "w" else -1
    choices = legal_moves(position)
    values = np.array([h(play(position, move), depth - 1, net) for move in choices])
    chances = np.exp(sign * temperature * values)
    return choices[int(np.searchsorted(np.cumsum(chances / chances.sum()), unit, side="right"))]


def learn_game(
    nets: tuple[Any, Any],
    rate: float,
    lesson: Lesson,
    exact: Callable[[Position, bool], float],
    unit_at: Callable[[int], float],
) -> tuple[float, list[Position]]:
    """The value that the game ended with, and all its positions.

    The nets are Black's and White's. `exact` is asked at so many empty squares as the lesson says, `unit_at` at each
    ply for a random number in 0..1.
    """
    depth, temperature, solve_at, target_depth, end_weight, symmetric = lesson
    position, ply, seen, wins = start(), 0, [], nets[0].wins
    while True:
        seen.append(position)
        if position.board.count(".") <= solve_at or is_over(position):
            end = worth(share(position), wins) if is_over(position) else exact(position, wins)
            for net in nets:
                learn(net, position, end, rate)
                for earlier in reversed(seen[:-1]):
                    if end_weight and legal_moves(earlier) != [None]:
                        learn(net, earlier, end, end_weight * rate)
                if symmetric:
                    make_symmetric(net)
            return end, seen
        if legal_moves(position) != [None]:  # a pass changes no input
            for net in nets:
                learn(net, position, h(position, target_depth, net), (1 - end_weight) * rate)
        mover = nets[position.mover == "w"]
        choices = legal_moves(position)
        move = choices[0] if len(choices) == 1 else drawn(position, mover, depth, temperature, unit_at(ply))
        position, ply = play(position, move), ply + 1
