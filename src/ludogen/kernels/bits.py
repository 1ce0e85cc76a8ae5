"""64-bit words: counting, rotating, hashing and random numbers.

Each function is one or a few machine instructions when compiled, and has a plain twin for NUMBA_DISABLE_JIT=1. All
arithmetic that wraps round at 64 bits stands in this module: NumPy scalars warn about it, so the twins use integers.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils

from ludogen.kernels.dispatch import Bits, intrinsic_for, kernel_for

__all__ = [
    "ONE",
    "ZERO",
    "below",
    "gathered",
    "index_of",
    "lowest",
    "mask_if",
    "mix",
    "next_random",
    "popcount",
    "rotate",
    "without_lowest",
    "word",
]

ZERO, ONE = Bits(0), Bits(1)
WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
MIX_1, MIX_2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_GOLDEN, _MIX_1, _MIX_2 = Bits(GOLDEN), Bits(MIX_1), Bits(MIX_2)
_S27, _S30, _S31, _S32 = Bits(27), Bits(30), Bits(31), Bits(32)


def _plain_popcount(bits: Bits) -> int:
    return int(bits).bit_count()


def _plain_index_of(bits: Bits) -> Bits:
    return Bits((int(bits) & -int(bits)).bit_length() - 1)


def _plain_rotate(bits: Bits, places: Bits) -> Bits:
    value, by = int(bits), int(places)
    return Bits((value << by | value >> (64 - by)) & WORD)


def _plain_mask_if(condition: bool) -> Bits:
    return Bits(WORD if condition else 0)


def _plain_word(value: Any) -> Bits:
    return Bits(value)


def _plain_lowest(bits: Bits) -> Bits:
    return Bits(int(bits) & -int(bits))


def _plain_without_lowest(bits: Bits) -> Bits:
    return Bits(int(bits) & (int(bits) - 1) if bits else 0)


def _plain_mix(bits: Bits) -> Bits:
    value = int(bits)
    value = (value ^ (value >> 30)) * MIX_1 & WORD
    value = (value ^ (value >> 27)) * MIX_2 & WORD
    return Bits(value ^ (value >> 31))


def _plain_next_random(state: Bits) -> tuple[Bits, Bits]:
    state = Bits((int(state) + GOLDEN) & WORD)
    return _plain_mix(state), state


def _plain_gathered(bits: Bits, factor: Bits) -> Bits:
    return Bits(int(bits) * int(factor) & WORD)


def _plain_below(random: Bits, limit: Bits) -> Bits:
    return Bits((int(random) >> 32) * int(limit) >> 32)


@intrinsic_for(_plain_popcount)
def popcount(context: Any, bits: types.Type) -> Any:
    """Number of set bits, as int64."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic_for(_plain_index_of)
def index_of(context: Any, bits: types.Type) -> Any:
    """Index of the lowest set bit, as uint64; undefined for 0."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


@intrinsic_for(_plain_rotate)
def rotate(context: Any, bits: types.Type, places: types.Type) -> Any:
    """Rotate left by `places` (0..63)."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        i64 = ir.IntType(64)
        kind = ir.FunctionType(i64, [i64, i64, i64])
        funnel = cgutils.get_or_insert_function(builder.module, kind, "llvm.fshl.i64")
        return builder.call(funnel, [arguments[0], arguments[0], arguments[1]])

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic_for(_plain_mask_if)
def mask_if(context: Any, condition: types.Type) -> Any:
    """All ones if the condition holds, else 0: a choice without a branch."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        bit = arguments[0]
        if bit.type.width != 1:
            bit = builder.trunc(bit, ir.IntType(1))
        return builder.sext(bit, ir.IntType(64))

    return types.uint64(types.boolean), generate


@kernel_for(_plain_word)
def word(value: Any) -> Bits:
    """The integer as a 64-bit word."""
    return np.uint64(value)


@kernel_for(_plain_lowest)
def lowest(bits: Bits) -> Bits:
    """The lowest set bit alone; 0 for 0."""
    return bits & (ZERO - bits)


@kernel_for(_plain_without_lowest)
def without_lowest(bits: Bits) -> Bits:
    """All but the lowest set bit; 0 for 0."""
    return bits & (bits - ONE)


@kernel_for(_plain_mix)
def mix(bits: Bits) -> Bits:
    """A well-mixed permutation of the 64-bit words (the finaliser of splitmix64)."""
    bits = (bits ^ (bits >> _S30)) * _MIX_1
    bits = (bits ^ (bits >> _S27)) * _MIX_2
    return bits ^ (bits >> _S31)


@kernel_for(_plain_next_random)
def next_random(state: Bits) -> tuple[Bits, Bits]:
    """The next random word of a stream and the stream's new state (splitmix64)."""
    state = state + _GOLDEN
    return mix(state), state


@kernel_for(_plain_below)
def below(random: Bits, limit: Bits) -> Bits:
    """A random word made a number in 0..limit-1 (limit under 2^31; bias under limit / 2^32)."""
    return ((random >> _S32) * limit) >> _S32


@kernel_for(_plain_gathered)
def gathered(bits: Bits, factor: Bits) -> Bits:
    """The product, without what does not fit: it brings bits from all over the board together."""
    return bits * factor
