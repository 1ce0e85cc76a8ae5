"""Values of positions as roots, for Python: tests, benchmarks and people who look at an evaluator."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.kernels.checkers import Checkers
from ludogen.kernels.dispatch import Bits, entry
from ludogen.kernels.evaluation import carried_at, evaluate, final_value
from ludogen.kernels.othello import Othello
from ludogen.kernels.rules import is_over

__all__ = ["checkers_values", "othello_values", "value_of"]

Words = NDArray[np.uint64]


@entry
def value_of(position: Any, side: Bits, evaluator: Any) -> np.float32:
    """The value of one position of any game, finished or not, as the root of a search by `side`."""
    carried = carried_at(position, evaluator, side)
    if is_over(position):
        return final_value(position, evaluator, carried, 0)
    return evaluate(position, evaluator, carried)


@entry
def othello_values(own: Words, opp: Words, side: Bits, evaluator: Any, out: NDArray[np.float32]) -> None:
    """Estimated values of Othello positions, not asking whether they are finished."""
    for i in range(own.shape[0]):
        position = Othello(own[i], opp[i])
        out[i] = evaluate(position, evaluator, carried_at(position, evaluator, side))


@entry
def checkers_values(
    own: Words, opp: Words, kings: Words, colour: Words, side: Bits, evaluator: Any, out: NDArray[np.float32]
) -> None:
    """Estimated values of checkers positions, not asking whether they are finished."""
    for i in range(own.shape[0]):
        position = Checkers(own[i], opp[i], kings[i], colour[i])
        out[i] = evaluate(position, evaluator, carried_at(position, evaluator, side))
