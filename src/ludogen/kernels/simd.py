"""Rows of float32 kept in vector registers: `Lanes`, with + - * / and fused multiply-add.

LLVM's loop vectoriser keeps the sums of `sums[j] += x * weights[i, j]` in memory; a value of this type stays in
registers. Nothing here lets the compiler reorder or contract arithmetic: every product that is added is an explicit
fused multiply-add and sums have a fixed order, so a net has the same value, to the last bit, in every entry, thread,
process and machine. (Relaxed, LLVM makes the 5046-weight net of `checkers_nets` a quarter slower.)

With NUMBA_DISABLE_JIT=1 a row is a float32 array of NumPy.
"""

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import models, overload, register_model
from numpy.typing import NDArray

from ludogen.kernels.dispatch import COMPILED, intrinsic_for

__all__ = ["Floats", "Lanes", "clamp", "keep", "lane", "multiply_add", "on_stack", "row", "total", "whole"]

Floats = NDArray[np.float32]
Parts = list[ir.Value]

WIDTH = 16  # lanes of a vector; LLVM splits it where registers are shorter
F32, I32, I64 = ir.FloatType(), ir.IntType(32), ir.IntType(64)


class Lanes(types.Type):  # type: ignore[misc]  # Numba is untyped
    """The compiler's type of a row of n floats: 4, 8 or a multiple of 16."""

    def __init__(self, n: int) -> None:
        self.width = min(n, WIDTH)
        self.count = n // self.width
        super().__init__(name=f"Lanes({n})")


@register_model(Lanes)
class LanesModel(models.PrimitiveModel):  # type: ignore[misc]  # Numba is untyped
    """A row is an array of LLVM vectors."""

    def __init__(self, manager: Any, lanes: Lanes) -> None:
        super().__init__(manager, lanes, ir.ArrayType(ir.VectorType(F32, lanes.width), lanes.count))


def _plain_row(matrix: Any, i: Any) -> Any:
    return np.array(matrix[int(i)])


def _plain_whole(array: Any) -> Any:
    return array.copy()


def _plain_keep(array: Any, values: Any) -> None:
    array[:] = values


def _plain_on_stack(values: Any) -> Any:
    return values


def _plain_lane(values: Floats, i: int) -> np.float32:
    return np.float32(values[i])


def _plain_multiply_add(a: Any, b: Any, c: Any) -> Any:
    # Exact in float64 but for the last rounding, as the fused instruction is.
    return (np.multiply(a, b, dtype=np.float64) + c).astype(np.float32)


def _plain_clamp(value: Any, limit: np.float32) -> Any:
    return np.clip(value, -limit, limit)


def _plain_total(values: Floats) -> np.float32:
    width = min(len(values), WIDTH)
    result = values[:width].copy()
    for start in range(width, len(values), width):
        result = result + values[start : start + width]
    while len(result) > 1:
        half = len(result) // 2
        result = result[:half] + result[half:]
    return np.float32(result[0])


def _literal(n: types.Type) -> int | None:
    return n.literal_value if isinstance(n, types.IntegerLiteral) else None


def _split(builder: ir.IRBuilder, values: ir.Value) -> Parts:
    return [builder.extract_value(values, k) for k in range(values.type.count)]


def _join(builder: ir.IRBuilder, parts: Parts) -> ir.Value:
    values = ir.Constant(ir.ArrayType(parts[0].type, len(parts)), ir.Undefined)
    for k, part in enumerate(parts):
        values = builder.insert_value(values, part, k)
    return values


def _splat(builder: ir.IRBuilder, value: ir.Value, width: int) -> ir.Value:
    undefined = ir.Constant(ir.VectorType(F32, width), ir.Undefined)
    first = builder.insert_element(undefined, value, I32(0))
    return builder.shuffle_vector(first, undefined, ir.Constant(ir.VectorType(I32, width), [0] * width))


def _part_address(builder: ir.IRBuilder, place: ir.Value, lanes: Lanes, k: int) -> ir.Value:
    vector = ir.VectorType(F32, lanes.width)
    return builder.bitcast(builder.gep(place, [I64(k * lanes.width)]), vector.as_pointer())


def _load(builder: ir.IRBuilder, place: ir.Value, lanes: Lanes) -> ir.Value:
    # Aligned records are faster, but a record may come from anywhere.
    parts = [builder.load(_part_address(builder, place, lanes, k), align=4) for k in range(lanes.count)]
    return _join(builder, parts)


def _lane_by_lane(operands: tuple[types.Type, ...], build: Callable[[ir.IRBuilder, Parts], ir.Value]) -> Any:
    """Signature and code of an operation on rows and single floats, which it spreads over all lanes."""
    rows = [kind for kind in operands if isinstance(kind, Lanes)]
    result = rows[0] if rows else types.float32

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        if not rows:
            return build(builder, list(arguments))
        columns = []
        for kind, argument in zip(operands, arguments, strict=True):
            is_row = isinstance(kind, Lanes)
            parts = _split(builder, argument) if is_row else [_splat(builder, argument, result.width)] * result.count
            columns.append(parts)
        return _join(builder, [build(builder, list(parts)) for parts in zip(*columns, strict=True)])

    return result(*(kind if isinstance(kind, Lanes) else types.float32 for kind in operands)), generate


@intrinsic_for(_plain_row)
def row(context: Any, matrix: types.Type, i: types.Type) -> Any:
    """Row i of a matrix in a record."""
    lanes = Lanes(matrix.shape[1])

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        place = context.make_array(matrix)(context, builder, arguments[0]).data
        first = builder.mul(context.cast(builder, arguments[1], i, types.intp), I64(matrix.shape[1]))
        return _load(builder, builder.gep(builder.bitcast(place, F32.as_pointer()), [first]), lanes)

    return lanes(matrix, i), generate


@intrinsic_for(_plain_whole)
def whole(context: Any, array: types.Type) -> Any:
    """All of a one-dimensional array in a record."""
    lanes = Lanes(array.shape[0])

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        place = context.make_array(array)(context, builder, arguments[0]).data
        return _load(builder, builder.bitcast(place, F32.as_pointer()), lanes)

    return lanes(array), generate


@intrinsic_for(_plain_keep)
def keep(context: Any, array: types.Type, values: types.Type) -> Any:
    """Write a row to a one-dimensional array in a record, for `whole` to read again."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        place = context.make_array(array)(context, builder, arguments[0]).data
        first = builder.bitcast(place, F32.as_pointer())
        for k, part in enumerate(_split(builder, arguments[1])):
            builder.store(part, _part_address(builder, first, values, k), align=4)
        return context.get_dummy_value()

    return types.none(array, values), generate


@intrinsic_for(_plain_on_stack)
def on_stack(context: Any, values: types.Type) -> Any:
    """A copy on the stack of the calling kernel, to be indexed; gone when that returns.

    One lane spread over a register comes cheaper from memory than from another register.
    """

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        with builder.goto_entry_block():
            place = builder.alloca(ir.ArrayType(F32, values.count * values.width))
            place.align = 64
        first = builder.bitcast(place, F32.as_pointer())
        for k, part in enumerate(_split(builder, arguments[0])):
            builder.store(part, _part_address(builder, first, values, k), align=64)
        # An empty instruction that may have changed the copy, or else LLVM takes lanes from registers after all.
        hidden = ir.FunctionType(first.type, [first.type])
        return builder.asm(hidden, "", "=r,0,~{memory}", [first], True)

    return types.CPointer(types.float32)(values), generate


@intrinsic_for(_plain_lane)
def lane(context: Any, values: types.Type, i: types.Type) -> Any:
    """The value in lane i (a constant)."""
    if _literal(i) is None:
        return None

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        k, rest = divmod(_literal(i), values.width)
        return builder.extract_element(builder.extract_value(arguments[0], k), I32(rest))

    return types.float32(values, i), generate


@intrinsic_for(_plain_multiply_add)
def multiply_add(context: Any, a: types.Type, b: types.Type, c: types.Type) -> Any:
    """a * b + c, rounded once; each is a row or a float."""

    def build(builder: ir.IRBuilder, parts: Parts) -> ir.Value:
        kind = parts[0].type
        name = f"llvm.fma.v{kind.count}f32" if isinstance(kind, ir.VectorType) else "llvm.fma.f32"
        fused = cgutils.get_or_insert_function(builder.module, ir.FunctionType(kind, [kind] * 3), name)
        return builder.call(fused, parts)

    return _lane_by_lane((a, b, c), build)


@intrinsic_for(_plain_clamp)
def clamp(context: Any, value: types.Type, limit: types.Type) -> Any:
    """A row or a float, limited to -limit..limit without a branch."""

    def build(builder: ir.IRBuilder, parts: Parts) -> ir.Value:
        value, high = parts
        value = builder.select(builder.fcmp_ordered("<", value, high), value, high)
        low = builder.fneg(high)
        return builder.select(builder.fcmp_ordered(">", value, low), value, low)

    return _lane_by_lane((value, limit), build)


@intrinsic_for(_plain_total)
def total(context: Any, values: types.Type) -> Any:
    """The sum of all lanes: vectors in turn, then halves of the last vector onto each other."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        first, *others = _split(builder, arguments[0])
        for part in others:
            first = builder.fadd(first, part)
        width = values.width
        while width > 1:
            width //= 2
            masks = [ir.Constant(ir.VectorType(I32, width), list(range(at, at + width))) for at in (0, width)]
            first = builder.fadd(*(builder.shuffle_vector(first, first, mask) for mask in masks))
        return builder.extract_element(first, I32(0))

    return types.float32(values), generate


def _operator(symbol: Callable[..., Any], instruction: str) -> None:
    """Let an operator of Python work on rows."""

    @intrinsic_for(symbol)
    def work(context: Any, a: types.Type, b: types.Type) -> Any:
        return _lane_by_lane((a, b), lambda builder, parts: getattr(builder, instruction)(*parts))

    def apply(a: Any, b: Any) -> Any:
        return work(a, b)

    def pick(a: types.Type, b: types.Type) -> Callable[..., Any] | None:
        if isinstance(a, Lanes) or isinstance(b, Lanes):
            return apply
        return None

    overload(symbol, strict=False)(pick)


if COMPILED:
    _operator(operator.add, "fadd")
    _operator(operator.sub, "fsub")
    _operator(operator.mul, "fmul")
    _operator(operator.truediv, "fdiv")
