"""One root seed, and as many independent random streams as there are purposes.

A stream is named by what it is for: `stream(seed, "openings", generation, index)`. The same name under the same seed
gives the same numbers in every run, thread and process; streams with different names have nothing in common.
"""

import hashlib

import numpy as np

__all__ = ["stream", "stream_word"]

Name = str | int


def _digest(seed: int, names: tuple[Name, ...]) -> bytes:
    # Each part carries its type and length, so that no two lists of names read alike.
    parts = [f"{type(part).__name__}:{len(str(part))}:{part}" for part in (int(seed), *names)]
    return hashlib.blake2b("|".join(parts).encode(), digest_size=16).digest()


def stream(seed: int, *names: Name) -> np.random.Generator:
    """The random generator with this name."""
    return np.random.Generator(np.random.PCG64(int.from_bytes(_digest(seed, names), "little")))


def stream_word(seed: int, *names: Name) -> np.uint64:
    """The 64-bit seed with this name, for kernels."""
    return np.uint64(int.from_bytes(_digest(seed, names)[:8], "little"))
