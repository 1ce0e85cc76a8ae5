"""Generic functions, dispatched by the types of their arguments when a kernel is compiled.

`@generic` declares one; `@implement(stub, ClassA, None)` adds an implementation for arguments that are instances of
these NamedTuple classes (None: anything, Bits: a 64-bit word). Inside kernels the choice is made by the compiler,
costs nothing and inlines, so one source of `perft` or `random_game` serves every game as fast as one written for it.
With NUMBA_DISABLE_JIT=1 the same choice is made at run time.

Every kernel carries one of two decorators: `@kernel` for functions that other kernels call, `@entry` for those that
Python calls. Only entries are cached on disk: an entry's file holds all it calls (a cached recursive function without
a wrapper crashed in the second process of a prototype).
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba import njit, types
from numba.extending import intrinsic, overload

from ludogen.kernels import cache

__all__ = ["COMPILED", "Bits", "entry", "generic", "implement", "intrinsic_for", "kernel", "kernel_for"]

F = TypeVar("F", bound=Callable[..., Any])
Bits = np.uint64
COMPILED = not numba.config.DISABLE_JIT
OPTIONS = {"nogil": True, "error_model": "numpy", "forceinline": False}
INLINED = {**OPTIONS, "forceinline": True}
assert cache.FOLDER  # the locator must be in place before the first decorator below is used


def kernel(function: F) -> F:
    """Compile a function that other kernels call."""
    return cast(F, njit(function, **OPTIONS))


def entry(function: F) -> F:
    """Compile a function that Python calls, and keep the machine code on disk."""
    return cast(F, njit(function, cache=True, **OPTIONS))


def kernel_for(plain: F) -> Callable[[Callable[..., Any]], F]:
    """Compile the decorated function in place of its plain twin, which stands in with NUMBA_DISABLE_JIT=1."""
    return lambda function: kernel(cast(F, function)) if COMPILED else plain


def intrinsic_for(plain: F) -> Callable[[Callable[..., Any]], F]:
    """The same for a function that generates machine instructions itself."""
    return lambda generator: cast(F, intrinsic(generator)) if COMPILED else plain


_implementations: dict[Callable[..., Any], list[tuple[tuple[type | None, ...], Callable[..., Any]]]] = {}


def generic(stub: F) -> F:
    """Declare a generic function; its docstring says what implementations must do."""

    @wraps(stub)
    def call(*arguments: Any) -> Any:
        if not COMPILED:
            for classes, function in _implementations[call]:
                if len(classes) == len(arguments) and all(map(_is_instance, arguments, classes)):
                    return function(*arguments)
        kinds = ", ".join(type(argument).__name__ for argument in arguments)
        where = "outside kernels" if COMPILED else "for these types"
        raise TypeError(f"{stub.__name__}({kinds}) has no implementation {where}")

    _implementations[call] = []
    return call  # type: ignore[return-value]


def implement(stub: Callable[..., Any], *classes: type | None) -> Callable[[F], F]:
    """Register the decorated function as `stub` for arguments of these classes."""

    def register(function: F) -> F:
        _implementations[stub].append((classes, function))

        def pick(*arguments: types.Type) -> F | None:
            if len(arguments) == len(classes) and all(map(_is_type, arguments, classes)):
                return function
            return None

        # Inlined by force: left to itself LLVM called them with their sets in memory, which cost a fifth of perft.
        overload(stub, strict=False, jit_options=INLINED)(pick)
        return function

    return register


def _is_instance(argument: Any, wanted: type | None) -> bool:
    return wanted is None or isinstance(argument, wanted)


def _is_type(argument: types.Type, wanted: type | None) -> bool:
    if wanted is None:
        return True
    if wanted is Bits:
        return bool(argument == types.uint64)
    return getattr(argument, "instance_class", None) is wanted
