"""How far something is: a bar with rate and time left on a terminal, a line for each tenth elsewhere."""

from collections.abc import Iterable
from time import monotonic
from typing import Self

from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

__all__ = ["Progress"]

TENTH = 10


class _BarAndTable(Bar):
    """A bar with something below it."""

    below: RenderableType | None = None

    def get_renderables(self) -> Iterable[RenderableType]:
        """The bar, then what is below it."""
        yield from super().get_renderables()
        if self.below is not None:
            yield self.below


class Progress:
    """Shown while something runs; gone when it is done."""

    def __init__(self, console: Console, total: int, done: int, unit: str) -> None:
        self.console, self.total, self.unit = console, total, unit
        self.began, self.before = monotonic(), done
        self.said = TENTH * done // total
        self.bar: _BarAndTable | None = None
        if console.is_terminal:
            columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn())
            self.bar = _BarAndTable(*columns, TextColumn("{task.fields[note]}"), console=console, transient=True)
            self.task = self.bar.add_task(unit, total=total, completed=done, rate="", note="")

    def __enter__(self) -> Self:
        if self.bar:
            self.bar.start()
        return self

    def __exit__(self, *raised: object) -> None:
        if self.bar:
            self.bar.stop()

    def show(self, done: int, note: str) -> None:
        """So many are done, and this is worth knowing."""
        seconds = max(monotonic() - self.began, 1e-3)
        rate = f"{(done - self.before) / seconds:.3g} {self.unit}/s"
        if self.bar:
            self.bar.update(self.task, completed=done, rate=rate, note=note)
        elif TENTH * done // self.total > self.said:
            self.said = TENTH * done // self.total
            left = (self.total - done) * seconds / max(done - self.before, 1)
            self.console.print(f"{done}/{self.total} {self.unit}, {rate}, {left:.0f} s left: {note}", highlight=False)

    def show_below(self, table: RenderableType) -> None:
        """On a terminal: a table that stands below the bar until another takes its place."""
        if self.bar:
            self.bar.below = table
            self.bar.refresh()
