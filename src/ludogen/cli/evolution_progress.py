"""How far evolution is: a bar with a picture of the best fitness on a terminal, a line a generation elsewhere."""

import sys
from collections import deque
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ludogen.cli.sparkline import sparkline
from ludogen.evolution import Generation
from ludogen.runs.metrics_file import record_line
from ludogen.runs.store import GenerationRecord, RunStore

__all__ = ["EvolutionProgress", "JsonLines", "span"]

RECENT = 20  # generations from which speed and time left are told
PICTURE = 24


def span(seconds: float) -> str:
    """A time as people say it."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 100:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"


class EvolutionProgress:
    """An observer that comes after the store; shown while evolution runs."""

    def __init__(self, console: Console, store: RunStore, with_lines: bool) -> None:
        self.console, self.store, self.with_lines = console, store, with_lines
        self.total = store.plan.generations
        self.best = list(store.metrics("best").values())
        self.recent: deque[GenerationRecord] = deque(maxlen=RECENT)
        self.bar: Progress | None = None
        if console.is_terminal:
            columns = (BarColumn(20), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.fields[note]}"))
            self.bar = Progress(*columns, console=console, transient=True)
            self.task = self.bar.add_task("", total=self.total, completed=store.last_number or 0, note="")

    def __enter__(self) -> Self:
        if self.bar:
            self.bar.start()
        return self

    def __exit__(self, *raised: object) -> None:
        if self.bar:
            self.bar.stop()

    def on_generation(self, generation: Generation) -> None:
        """Show it."""
        (record,) = self.store.records(generation.number - 1)
        if record.number:  # nothing is played for generation 0
            self.recent.append(record)
        if "best" in record.metrics:
            self.best.append(record.metrics["best"])
        note = self._note(record)
        if self.bar:
            picture = sparkline(self.best[-4 * PICTURE :], PICTURE, self.console.options.ascii_only)
            self.bar.update(self.task, completed=record.number, note=f"{note}  {picture}")
        elif self.with_lines:
            self.console.print(
                f"generation {record.number}/{self.total}: {note}", highlight=False, markup=False, soft_wrap=True
            )

    def _note(self, record: GenerationRecord) -> str:
        parts = [f"{name} {record.metrics[name]:.4g}" for name in ("best", "mean") if name in record.metrics]
        seconds = sum(one.seconds for one in self.recent)
        if seconds > 0:
            parts.append(f"{sum(one.games for one in self.recent) / seconds:.3g} games/s")
            parts.append(f"{span((self.total - record.number) * seconds / len(self.recent))} left")
        return ", ".join(parts) or "begun"


class JsonLines:
    """An observer that comes after the store: a line of JSON a generation on standard output."""

    def __init__(self, store: RunStore) -> None:
        self.store = store

    def on_generation(self, generation: Generation) -> None:
        """Print it."""
        (record,) = self.store.records(generation.number - 1)
        print(record_line(record), file=sys.stdout, flush=True)
