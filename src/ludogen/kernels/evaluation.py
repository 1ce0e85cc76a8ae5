"""What every evaluator tells the search: five generic functions.

An evaluator is a NamedTuple whose first field is ONE numpy record with all its weights (several arrays would bring
reference counting into the recursion and cost 1.3 times the time). Values are float32, for the side to move.

Some evaluators carry something along the tree: the sums of a net's first layer, or whose turn it is where the position
does not tell. `carried_at` makes it for the root, `carried_after` for each child. Evaluators that carry nothing use
`without_carrying`.
"""

from typing import Any

import numpy as np

from ludogen.kernels.dispatch import Bits, generic, implement, kernel
from ludogen.kernels.rules import outcome

__all__ = [
    "MARGIN_WEIGHT",
    "WIN",
    "carried_after",
    "carried_at",
    "evaluate",
    "final_value",
    "is_cheap",
    "is_costly",
    "pays_to_order",
    "win_value",
    "without_carrying",
]

WIN = np.float32(1_000_000)  # beyond every evaluation; finite, for the compiler may assume that there is no infinity
MARGIN_WEIGHT = np.float32(64)
NOTHING = np.float32(0)


@generic
def evaluate(position: Any, evaluator: Any, carried: Any) -> np.float32:
    """Estimated value of a game that is not over, for the side to move."""
    raise NotImplementedError


@generic
def final_value(position: Any, evaluator: Any, carried: Any, ply: int) -> np.float32:
    """Value of a finished game for the side to move, `ply` moves below the root."""
    raise NotImplementedError


@generic
def carried_at(position: Any, evaluator: Any, side: Bits) -> Any:
    """What to carry along from a root where this side (0 the first, 1 the second player) is to move."""


@generic
def carried_after(position: Any, move: Any, evaluator: Any, carried: Any) -> Any:
    """What to carry to the position after the move."""


@generic
def pays_to_order(evaluator: Any) -> bool:
    """Does evaluating take so long that a search should look for the move to try first?"""
    raise NotImplementedError


@kernel
def win_value(position: Any, ply: int) -> np.float32:
    """A win is worth more the larger and the sooner it is, a draw nothing."""
    result = outcome(position)
    if result == 0:
        return NOTHING
    margin = np.float32(abs(result)) * MARGIN_WEIGHT - np.float32(ply)
    return WIN + margin if result > 0 else -WIN - margin


def without_carrying(game: type, evaluator: type) -> None:
    """Let an evaluator of a game carry nothing, and value finished games by `win_value`."""
    implement(carried_at, game, evaluator, Bits)(_carry_nothing)
    implement(carried_after, game, None, evaluator, None)(_carry_nothing_on)
    implement(final_value, game, evaluator, None, None)(_value_by_win)


def is_cheap(*evaluators: type) -> None:
    """Evaluating takes hardly longer than moving."""
    for evaluator in evaluators:
        implement(pays_to_order, evaluator)(_never)


def is_costly(*evaluators: type) -> None:
    """Evaluating takes much longer than moving."""
    for evaluator in evaluators:
        implement(pays_to_order, evaluator)(_always)


def _never(evaluator: Any) -> bool:
    return False


def _always(evaluator: Any) -> bool:
    return True


def _carry_nothing(position: Any, evaluator: Any, side: Bits) -> np.float32:
    return NOTHING


def _carry_nothing_on(position: Any, move: Any, evaluator: Any, carried: Any) -> np.float32:
    return NOTHING


def _value_by_win(position: Any, evaluator: Any, carried: Any, ply: int) -> np.float32:
    return win_value(position, ply)
