"""One step at a time, for Python: people, records and outside engines move this way, evolution does not."""

from typing import Any

import numpy as np

from ludogen.kernels.dispatch import Bits, entry
from ludogen.kernels.rules import hash_of, is_none, moves, outcome, play, pop

__all__ = ["look", "rewrap", "step"]


@entry
def look(position: Any, found: "np.ndarray[Any, Any]") -> tuple[int, int, Bits]:
    """Write the legal moves into `found`, as far as they fit; their number, the outcome (0 while on) and the hash."""
    choice = moves(position)
    number = 0
    value = 0
    if is_none(choice):
        value = outcome(position)
    while not is_none(choice):
        move, choice = pop(position, choice)
        if number < found.shape[0]:
            found[number] = move
        number += 1
    return number, value, hash_of(position)


@entry
def step(position: Any, move: Bits) -> Any:
    """The position after a legal move. Its words come back as plain integers: `rewrap` them."""
    return play(position, move)


def rewrap(position: Any) -> Any:
    """Give a position that came back from compiled code its word types again (komi stays a plain integer)."""
    return type(position)(*(_word(field, name) for field, name in zip(position, position._fields, strict=True)))


def _word(field: Any, name: str) -> Any:
    if isinstance(field, tuple):
        return tuple(map(Bits, field))
    return int(field) if name == "bonus" else Bits(field)
