"""Evaluators that add up material or the worth of squares."""

from typing import Any, NamedTuple

import numpy as np

from ludogen.kernels.bits import ZERO, index_of, popcount, without_lowest
from ludogen.kernels.checkers import Checkers
from ludogen.kernels.dispatch import Bits, implement, kernel
from ludogen.kernels.evaluation import evaluate, is_cheap, without_carrying
from ludogen.kernels.go import Go
from ludogen.kernels.othello import Othello, placements
from ludogen.kernels.records import record_type
from ludogen.kernels.wide import count_bits

__all__ = ["MATERIAL", "SQUARES", "Discs", "Mobility", "Pieces", "Stones", "WeightedSquares"]

SQUARES = record_type([("worth", "f4", (64,))])
MATERIAL = record_type([("king", "f4")])


class WeightedSquares(NamedTuple):
    """Othello: each square has a worth for the side that holds it."""

    weights: Any  # a SQUARES record


class Discs(NamedTuple):
    """Othello: discs ahead."""

    weights: Any  # a MATERIAL record, unused


class Mobility(NamedTuple):
    """Othello: legal moves ahead."""

    weights: Any  # a MATERIAL record, unused


class Pieces(NamedTuple):
    """Checkers: pieces ahead, a king being worth `king` men."""

    weights: Any  # a MATERIAL record


class Stones(NamedTuple):
    """Go: stones on the board ahead."""

    weights: Any  # a MATERIAL record, unused


@kernel
def _sum_of(bits: Bits, worth: Any) -> np.float32:
    total = np.float32(0)
    while bits != ZERO:
        total += worth[index_of(bits)]
        bits = without_lowest(bits)
    return total


@implement(evaluate, Othello, WeightedSquares, None)
def _weighted_squares(position: Othello, evaluator: WeightedSquares, carried: Any) -> np.float32:
    worth = evaluator.weights.worth
    return _sum_of(position.own, worth) - _sum_of(position.opp, worth)


@implement(evaluate, Othello, Discs, None)
def _discs(position: Othello, evaluator: Discs, carried: Any) -> np.float32:
    return np.float32(popcount(position.own) - popcount(position.opp))


@implement(evaluate, Othello, Mobility, None)
def _mobility(position: Othello, evaluator: Mobility, carried: Any) -> np.float32:
    own, opp = position.own, position.opp
    return np.float32(popcount(placements(own, opp)) - popcount(placements(opp, own)))


@implement(evaluate, Checkers, Pieces, None)
def _pieces(position: Checkers, evaluator: Pieces, carried: Any) -> np.float32:
    own, opp, kings, _ = position
    men = popcount(own & ~kings) - popcount(opp & ~kings)
    crowned = popcount(own & kings) - popcount(opp & kings)
    king: np.float32 = evaluator.weights.king
    return np.float32(men) + np.float32(crowned) * king


@implement(evaluate, Go, Stones, None)
def _stones(position: Go, evaluator: Stones, carried: Any) -> np.float32:
    return np.float32(count_bits(position.own) - count_bits(position.opp))


for _game, _evaluator in (
    (Othello, WeightedSquares),
    (Othello, Discs),
    (Othello, Mobility),
    (Checkers, Pieces),
    (Go, Stones),
):
    without_carrying(_game, _evaluator)
is_cheap(WeightedSquares, Discs, Mobility, Pieces, Stones)
