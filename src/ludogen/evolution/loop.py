"""The generation loop. A generation is a value: from it alone, with the recipe and the seed, the run goes on.

All chance comes from streams named by seed, generation, purpose and index, so it does not matter whether a run went
straight through or was stopped, or where its games were played.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from numpy.typing import NDArray

from ludogen.compute import Compute

__all__ = ["Evolution", "Generation", "Observer", "evolve"]


@dataclass(frozen=True, eq=False)
class Generation:
    """The end of a generation.

    `state` holds all arrays that the next generation is made from. `champion` are the arrays of the best individual,
    as the recipe's player is made from them. `metrics` are single numbers to look at; `games` were played for it.
    """

    number: int  # 0: the first population, before any selection
    state: Mapping[str, NDArray[Any]]
    champion: Mapping[str, NDArray[Any]]
    metrics: Mapping[str, float] = field(default_factory=dict)
    games: int = 0


class Evolution(Protocol):
    """A recipe with its configuration and seed."""

    @property
    def game(self) -> str:
        """The game that champions play."""

    @property
    def method(self) -> str:
        """How a player is made from a champion's arrays, such as checkers-net-2001."""

    @property
    def generations(self) -> int:
        """How many the configuration asks for."""

    def first(self) -> Generation:
        """Generation 0."""

    def following(self, generation: Generation, compute: Compute) -> Generation:
        """The generation after this one."""


class Observer(Protocol):
    """Is told of every generation as it ends: stores, progress bars, web pages."""

    def on_generation(self, generation: Generation) -> None:
        """A generation has ended."""


def evolve(
    evolution: Evolution,
    compute: Compute,
    observers: Iterable[Observer] = (),
    start: Generation | None = None,
    generations: int | None = None,
) -> Generation:
    """Evolve from the beginning, or from a generation that was kept, up to generation number `generations`."""
    observers = list(observers)
    last = evolution.generations if generations is None else generations
    generation = start
    if generation is None:
        generation = evolution.first()
        _tell(observers, generation)
    while generation.number < last:
        generation = evolution.following(generation, compute)
        _tell(observers, generation)
    return generation


def _tell(observers: Iterable[Observer], generation: Generation) -> None:
    for observer in observers:
        observer.on_generation(generation)
