"""A run that a report looks at."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Generic, TypeVar, cast

from ludogen.formats.champion import Champion
from ludogen.runs.store import RunStore

__all__ = ["EvolvedRun"]

C = TypeVar("C")  # the recipe's configuration


@dataclass(frozen=True)
class EvolvedRun(Generic[C]):
    """A run of a recipe, complete."""

    arm: str
    seed: int
    folder: Path

    @cached_property
    def configuration(self) -> C:
        """Its settings."""
        with RunStore.open(self.folder) as store:
            return cast(C, store.plan.configuration)

    @cached_property
    def last(self) -> int:
        """The last generation."""
        with RunStore.open(self.folder) as store:
            return store.plan.generations

    def champion(self, number: int) -> Champion:
        """The best of a generation."""
        with RunStore.open(self.folder) as store:
            return store.champion(number)

    def metrics(self, name: str) -> dict[int, float]:
        """A metric by generation."""
        with RunStore.open(self.folder) as store:
            return store.metrics(name)

    @cached_property
    def cost(self) -> tuple[int, float]:
        """Games, and minutes."""
        with RunStore.open(self.folder) as store:
            records = store.records()
        return sum(record.games for record in records), sum(record.seconds for record in records) / 60
