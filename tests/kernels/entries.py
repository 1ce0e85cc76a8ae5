"""Generic functions and kernels made callable from tests, compiled afresh in every run.

With NUMBA_DISABLE_JIT=1 they are plain Python. Words come back from compiled code as plain integers.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.kernels import bits, go, rules, wide
from ludogen.kernels.dispatch import Bits, kernel

Words = NDArray[np.uint64]


@kernel
def tell(position: Any) -> tuple[int, bool]:
    """Number of legal moves and whether the game is over, each told by its own generic function."""
    return rules.count(position), rules.is_over(position)


@kernel
def draw(position: Any, state: Bits, drawn: Words) -> Bits:
    """Fill an array with random moves from one position; the last state of the random stream."""
    for i in range(drawn.shape[0]):
        drawn[i], state = rules.random_move(position, state)
    return state


@kernel
def go_is_legal(position: go.Go, move: Bits) -> bool:
    return go.is_legal(position, move)


@kernel
def go_leads(position: go.Go) -> tuple[int, int]:
    """Area lead and Japanese lead of the side to move."""
    return go.area_lead(position), go.japanese_lead(position)


@kernel
def popcount(a: Bits) -> int:
    return bits.popcount(a)


@kernel
def index_of(a: Bits) -> Bits:
    return bits.index_of(a)


@kernel
def rotate(a: Bits, places: Bits) -> Bits:
    return bits.rotate(a, places)


@kernel
def mask_if(condition: bool) -> Bits:
    return bits.mask_if(condition)


@kernel
def both(a: wide.Wide, b: wide.Wide) -> wide.Wide:
    return wide.both(a, b)


@kernel
def either(a: wide.Wide, b: wide.Wide) -> wide.Wide:
    return wide.either(a, b)


@kernel
def minus(a: wide.Wide, b: wide.Wide) -> wide.Wide:
    return wide.minus(a, b)


@kernel
def nothing(like: wide.Wide) -> wide.Wide:
    return wide.nothing(like)


@kernel
def is_empty(a: wide.Wide) -> bool:
    return wide.is_empty(a)


@kernel
def same(a: wide.Wide, b: wide.Wide) -> bool:
    return wide.same(a, b)


@kernel
def count_bits(a: wide.Wide) -> int:
    return wide.count_bits(a)


@kernel
def bit_at(index: Bits, like: wide.Wide) -> wide.Wide:
    return wide.bit_at(index, like)


@kernel
def first_index(a: wide.Wide) -> Bits:
    return wide.first_index(a)


@kernel
def spread(a: wide.Wide) -> wide.Wide:
    return wide.spread(a)
