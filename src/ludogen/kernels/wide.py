"""Bitboards of more than 64 bits, for Go: tuples of 64-bit words, lowest first.

The number of words is part of the type, so the compiler unrolls everything. It also fixes the stride between rows:
one more than the longest row, so that a step sideways off the board lands on a bit that no board uses.

    words   stride   boards
    1       8        2x2 .. 7x7
    2       11       8x8 .. 10x10
    6       20       11x11 .. 19x19
"""

import operator
from collections.abc import Callable
from functools import reduce
from typing import Any

from llvmlite import ir
from numba import types

from ludogen.kernels.dispatch import Bits, intrinsic_for

__all__ = [
    "STRIDES",
    "Wide",
    "bit_at",
    "both",
    "count_bits",
    "either",
    "first_index",
    "is_empty",
    "minus",
    "nothing",
    "same",
    "spread",
    "words_for",
]

Wide = tuple[Bits, ...]
STRIDES = {1: 8, 2: 11, 6: 20}
WORD = (1 << 64) - 1
I64 = ir.IntType(64)
Build = Callable[[ir.IRBuilder, list[Any]], Any]


def words_for(size: int) -> int:
    """How many words a board of this size takes."""
    return 1 if size <= 7 else 2 if size <= 10 else 6


def pack(bits: int, words: int) -> Wide:
    """The lowest 64 * words bits of an integer as a tuple of words."""
    return tuple(Bits(bits >> (64 * i) & WORD) for i in range(words))


def unpack(wide: Wide) -> int:
    """The bits as one integer."""
    return sum(int(part) << (64 * i) for i, part in enumerate(wide))


def _plain_both(a: Wide, b: Wide) -> Wide:
    return tuple(map(operator.and_, a, b))


def _plain_either(a: Wide, b: Wide) -> Wide:
    return tuple(map(operator.or_, a, b))


def _plain_minus(a: Wide, b: Wide) -> Wide:
    return tuple(x & ~y for x, y in zip(a, b, strict=True))


def _plain_nothing(like: Wide) -> Wide:
    return pack(0, len(like))


def _plain_is_empty(wide: Wide) -> bool:
    return not any(wide)


def _plain_same(a: Wide, b: Wide) -> bool:
    return a == b


def _plain_count_bits(wide: Wide) -> int:
    return unpack(wide).bit_count()


def _plain_bit_at(index: Bits, like: Wide) -> Wide:
    return pack(1 << int(index), len(like))


def _plain_first_index(wide: Wide) -> Bits:
    bits = unpack(wide)
    return Bits((bits & -bits).bit_length() - 1)


def _plain_spread(wide: Wide) -> Wide:
    bits, stride = unpack(wide), STRIDES[len(wide)]
    return pack(bits << 1 | bits >> 1 | bits << stride | bits >> stride, len(wide))


def _parts(builder: ir.IRBuilder, wide: ir.Value) -> list[ir.Value]:
    return [builder.extract_value(wide, i) for i in range(wide.type.count)]


def _join(builder: ir.IRBuilder, parts: list[ir.Value]) -> ir.Value:
    wide = ir.Constant(ir.ArrayType(I64, len(parts)), ir.Undefined)
    for i, part in enumerate(parts):
        wide = builder.insert_value(wide, part, i)
    return wide


def _word_by_word(wide: types.Type, operands: int, build: Build) -> Any:
    """Signature and code of an operation that treats all words alike."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        columns = zip(*(_parts(builder, argument) for argument in arguments), strict=True)
        return _join(builder, [build(builder, list(column)) for column in columns])

    return wide(*[wide] * operands), generate


def _any(builder: ir.IRBuilder, wide: ir.Value) -> ir.Value:
    return reduce(builder.or_, _parts(builder, wide))


@intrinsic_for(_plain_both)
def both(context: Any, a: types.Type, b: types.Type) -> Any:
    """Bits in a and in b."""
    return _word_by_word(a, 2, lambda builder, w: builder.and_(*w))


@intrinsic_for(_plain_either)
def either(context: Any, a: types.Type, b: types.Type) -> Any:
    """Bits in a or in b."""
    return _word_by_word(a, 2, lambda builder, w: builder.or_(*w))


@intrinsic_for(_plain_minus)
def minus(context: Any, a: types.Type, b: types.Type) -> Any:
    """Bits in a that are not in b."""
    return _word_by_word(a, 2, lambda builder, w: builder.and_(w[0], builder.not_(w[1])))


@intrinsic_for(_plain_nothing)
def nothing(context: Any, like: types.Type) -> Any:
    """No bits, as wide as `like`."""
    return _word_by_word(like, 1, lambda builder, w: I64(0))


@intrinsic_for(_plain_is_empty)
def is_empty(context: Any, wide: types.Type) -> Any:
    """Is no bit set?"""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        return builder.icmp_unsigned("==", _any(builder, arguments[0]), I64(0))

    return types.boolean(wide), generate


@intrinsic_for(_plain_same)
def same(context: Any, a: types.Type, b: types.Type) -> Any:
    """Are all bits equal?"""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        pairs = zip(*(_parts(builder, argument) for argument in arguments), strict=True)
        differences = [builder.xor(*pair) for pair in pairs]
        return builder.icmp_unsigned("==", reduce(builder.or_, differences), I64(0))

    return types.boolean(a, b), generate


@intrinsic_for(_plain_count_bits)
def count_bits(context: Any, wide: types.Type) -> Any:
    """Number of set bits, as int64."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        return reduce(builder.add, [builder.ctpop(part) for part in _parts(builder, arguments[0])])

    return types.int64(wide), generate


@intrinsic_for(_plain_bit_at)
def bit_at(context: Any, index: types.Type, like: types.Type) -> Any:
    """The bit with this index alone, as wide as `like`; nothing for an index past the end."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        index, like = arguments
        bit = builder.shl(I64(1), builder.and_(index, I64(63)))
        place = builder.lshr(index, I64(6))
        here = [builder.icmp_unsigned("==", place, I64(i)) for i in range(like.type.count)]
        return _join(builder, [builder.select(chosen, bit, I64(0)) for chosen in here])

    return like(types.uint64, like), generate


@intrinsic_for(_plain_first_index)
def first_index(context: Any, wide: types.Type) -> Any:
    """Index of the lowest set bit, as uint64; undefined for none."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        index = I64(0)
        for i, part in reversed(list(enumerate(_parts(builder, arguments[0])))):
            here = builder.add(builder.cttz(part, ir.Constant(ir.IntType(1), 0)), I64(64 * i))
            index = builder.select(builder.icmp_unsigned("!=", part, I64(0)), here, index)
        return index

    return types.uint64(wide), generate


def _shifted(builder: ir.IRBuilder, parts: list[ir.Value], places: int) -> list[ir.Value]:
    """All words moved by up to 63 bits, upwards for positive places."""
    away = abs(places)
    keep, carry = (builder.shl, builder.lshr) if places > 0 else (builder.lshr, builder.shl)
    moved = []
    for i, part in enumerate(parts):
        source = i - 1 if places > 0 else i + 1
        result = keep(part, I64(away))
        if 0 <= source < len(parts):
            result = builder.or_(result, carry(parts[source], I64(64 - away)))
        moved.append(result)
    return moved


@intrinsic_for(_plain_spread)
def spread(context: Any, wide: types.Type) -> Any:
    """The four neighbours of every bit; those off the board must be masked away."""
    stride = STRIDES[len(wide)]

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        parts = _parts(builder, arguments[0])
        moved = [_shifted(builder, parts, places) for places in (1, -1, stride, -stride)]
        return _join(builder, [reduce(builder.or_, column) for column in zip(*moved, strict=True)])

    return wide(wide), generate
