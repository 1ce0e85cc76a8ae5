"""Numbers in memory that several threads count with: each change is seen whole, and what was written before it too.

With NUMBA_DISABLE_JIT=1 they are plain, fit for one thread only.
"""

from typing import Any

from llvmlite import ir
from numba import types

from ludogen.kernels.dispatch import intrinsic_for

__all__ = ["count_up", "read_count"]

ORDER = "seq_cst"  # a count a game is too little for a weaker order to gain anything
BYTES = 8


def _plain_count_up(counts: Any, i: int) -> int:
    before = int(counts[i])
    counts[i] += 1
    return before


def _plain_read_count(counts: Any, i: int) -> int:
    return int(counts[i])


def _address(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
    counts, i = signature.args
    place = context.make_array(counts)(context, builder, arguments[0]).data
    return builder.gep(place, [context.cast(builder, arguments[1], i, types.intp)])


@intrinsic_for(_plain_count_up)
def count_up(context: Any, counts: types.Type, i: types.Type) -> Any:
    """Add one to number i of an array of int64; what it was before."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        place = _address(context, builder, signature, arguments)
        return builder.atomic_rmw("add", place, ir.Constant(ir.IntType(64), 1), ORDER)

    return types.int64(counts, i), generate


@intrinsic_for(_plain_read_count)
def read_count(context: Any, counts: types.Type, i: types.Type) -> Any:
    """Number i of an array of int64, as other threads left it."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        return builder.load_atomic(_address(context, builder, signature, arguments), ORDER, BYTES)

    return types.int64(counts, i), generate
