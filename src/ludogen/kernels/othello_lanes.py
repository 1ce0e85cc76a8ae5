"""Othello's moves with the directions side by side in vector registers, for searches that do little else.

The same as `flips` and `placements` of the plain rules, in a third of the instructions. LLVM makes what it can of the
vectors on any processor. The plain rules stand in with NUMBA_DISABLE_JIT=1.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from ludogen.kernels import othello
from ludogen.kernels.dispatch import intrinsic_for

__all__ = ["flips", "placements"]

WORD = ir.IntType(64)
LANES = ir.VectorType(WORD, 4)
STEPS = (1, 7, 8, 9)
COLUMN_STEPS = (1, -1, 0, 1)  # columns to the right for each step towards higher squares
INNER = 0x7E7E7E7E7E7E7E7E
BETWEEN = (INNER, INNER, (1 << 64) - 1, INNER)  # only discs there can stand between two others


def _ray(square: int, step: int, columns: int) -> int:
    """All squares from here in one direction, without this one."""
    found, column = 0, square % 8
    while 0 <= (square := square + step) < 64 and 0 <= (column := column + columns) < 8:
        found |= 1 << square
    return found


def _lanes(values: tuple[int, ...]) -> ir.Constant:
    return ir.Constant(LANES, [ir.Constant(WORD, value) for value in values])


def _rays(sign: int) -> ir.Constant:
    """For each square its rays towards higher (1) or lower (-1) squares, a lane each."""
    steps = [(sign * step, sign * columns) for step, columns in zip(STEPS, COLUMN_STEPS, strict=True)]
    rays = [_lanes(tuple(_ray(square, step, columns) for step, columns in steps)) for square in range(64)]
    return ir.Constant(ir.ArrayType(LANES, 64), rays)


def _all_lanes(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    first = builder.insert_element(ir.Constant(LANES, ir.Undefined), value, ir.Constant(ir.IntType(32), 0))
    order = ir.Constant(ir.VectorType(ir.IntType(32), 4), [0] * 4)
    return builder.shuffle_vector(first, ir.Constant(LANES, ir.Undefined), order)


def _any_lane(builder: ir.IRBuilder, lanes: ir.Value) -> ir.Value:
    kind = ir.FunctionType(WORD, [LANES])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.vector.reduce.or.v4i64"), [lanes])


def _load_rays(builder: ir.IRBuilder, sign: int, square: ir.Value) -> ir.Value:
    name = f"ludogen.othello.rays.{'up' if sign > 0 else 'down'}"
    table = builder.module.globals.get(name)
    if table is None:
        table = cgutils.global_constant(builder.module, name, _rays(sign))
        table.align = 32
    return builder.load(builder.gep(table, [ir.Constant(WORD, 0), square], inbounds=True), align=32)


@intrinsic_for(othello.flips)
def flips(context: Any, own: types.Type, opp: types.Type, square: types.Type) -> Any:
    """Discs of `opp` that a disc of `own` on `square` turns."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        own, opp = (_all_lanes(builder, value) for value in arguments[:2])
        index = builder.cttz(arguments[2], ir.Constant(ir.IntType(1), 1))
        zero, one = _lanes((0,) * 4), _lanes((1,) * 4)
        # Up: adding 1 below the ray carries through the discs of opp to the first square that is not theirs.
        up = _load_rays(builder, 1, index)
        end = builder.and_(builder.add(builder.or_(opp, builder.not_(up)), one), builder.and_(own, up))
        before_end = builder.add(end, builder.sext(builder.icmp_unsigned("!=", end, zero), LANES))
        turned_up = builder.and_(before_end, up)
        # Down: smear the squares that are not theirs down the ray; the highest of them is the first.
        down = _load_rays(builder, -1, index)
        ends = builder.and_(down, builder.not_(opp))
        for times in (1, 2, 4):
            ends = builder.or_(ends, builder.lshr(ends, _lanes(tuple(times * step for step in STEPS))))
        first = builder.and_(ends, builder.not_(builder.lshr(ends, _lanes(STEPS))))
        end = builder.and_(first, own)
        turned_down = builder.and_(builder.shl(builder.sub(zero, end), one), down)
        return _any_lane(builder, builder.or_(turned_up, turned_down))

    return types.uint64(types.uint64, types.uint64, types.uint64), generate


@intrinsic_for(othello.placements)
def placements(context: Any, own: types.Type, opp: types.Type) -> Any:
    """Squares where a disc of `own` would flip something."""

    def found(builder: ir.IRBuilder, shift: Callable[..., ir.Value], start: ir.Value, between: ir.Value) -> ir.Value:
        step, double = _lanes(STEPS), _lanes(tuple(2 * step for step in STEPS))
        run = builder.and_(between, shift(start, step))
        run = builder.or_(run, builder.and_(between, shift(run, step)))
        pairs = builder.and_(between, shift(between, step))
        for _ in range(2):
            run = builder.or_(run, builder.and_(pairs, shift(run, double)))
        return shift(run, step)

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        own, opp = (_all_lanes(builder, value) for value in arguments)
        between = builder.and_(opp, _lanes(BETWEEN))
        both = builder.or_(found(builder, builder.shl, own, between), found(builder, builder.lshr, own, between))
        taken = builder.or_(*arguments)
        return builder.and_(_any_lane(builder, both), builder.not_(taken))

    return types.uint64(types.uint64, types.uint64), generate
