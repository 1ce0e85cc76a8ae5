"""How tuple nets learn: gradient descent on the entries that were looked up, and on the bias."""

from typing import Any, NamedTuple

import numpy as np

from ludogen.kernels.bits import popcount
from ludogen.kernels.dispatch import Bits, implement
from ludogen.kernels.learning_games import make_symmetric, step_towards
from ludogen.kernels.populations import member
from ludogen.kernels.share_net import phase_of, share_from
from ludogen.kernels.simd import on_stack
from ludogen.kernels.tuple_net import TupleNet

__all__ = ["TupleNets"]

F1 = np.float32(1)


class TupleNets(NamedTuple):
    """Nets that learn together."""

    nets: Any  # an array of records from tuple_record


@implement(member, TupleNets, None)
def _tuple_member(population: TupleNets, place: int) -> TupleNet:
    return TupleNet(population.nets[place])


@implement(step_towards, TupleNet, None, None, None, None, None)
def _step_towards(
    evaluator: TupleNet, white: Bits, black: Bits, sums: Any, target: np.float32, rate: np.float32
) -> Any:
    net: Any = evaluator.net
    discs = popcount(white | black)
    share = share_from(evaluator, sums, discs)
    delta = rate * (target - share) * share * (F1 - share)
    places, phase = on_stack(sums), phase_of(discs, net.tables.shape[0])
    for i in range(net.origins.shape[0]):
        net.tables[phase, np.uint32(places[i])] += delta  # an entry that several images found moves as often
    net.bias += delta
    return sums


@implement(make_symmetric, TupleNet)
def _make_symmetric(evaluator: TupleNet) -> None:
    """They always are."""
