"""The squashing functions of nets in float32, for single floats and for rows of them (see `simd`).

tanh is the quotient of an odd polynomial of degree 13 and an even one of degree 6, with the coefficients of Eigen's
ptanh; tests hold its error under 3e-7 everywhere.
"""

from typing import Any

import numpy as np

from ludogen.kernels.dispatch import kernel
from ludogen.kernels.simd import clamp, multiply_add

__all__ = ["logistic", "tanh"]

F = np.float32
LIMIT = F(7.90531110763549805)  # beyond it tanh is 1 in float32
HALF = F(0.5)
A1, A3, A5, A7 = F(4.89352455891786e-03), F(6.37261928875436e-04), F(1.48572235717979e-05), F(5.12229709037114e-08)
A9, A11, A13 = F(-8.60467152213735e-11), F(2.00018790482477e-13), F(-2.76076847742355e-16)
B0, B2, B4, B6 = F(4.89352518554385e-03), F(2.26843463243900e-03), F(1.18534705686654e-04), F(1.19825839466702e-06)


@kernel
def tanh(x: Any) -> Any:
    """The hyperbolic tangent."""
    x = clamp(x, LIMIT)
    square = x * x
    bottom = multiply_add(square, B6, B4)
    bottom = multiply_add(bottom, square, B2)
    bottom = multiply_add(bottom, square, B0)
    top = multiply_add(square, A13, A11)
    top = multiply_add(top, square, A9)
    top = multiply_add(top, square, A7)
    top = multiply_add(top, square, A5)
    top = multiply_add(top, square, A3)
    top = multiply_add(top, square, A1)
    # The division first: it takes as long as what is left of the top, and goes on beside it.
    return x / bottom * top


@kernel
def logistic(x: Any) -> Any:
    """1 / (1 + exp(-x)), within 3e-7 of it; the relative error grows far below 0."""
    return multiply_add(tanh(x * HALF), HALF, HALF)
