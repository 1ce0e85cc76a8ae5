"""Metrics for other programs: `metrics.jsonl` in the run's folder, a line of JSON a generation.

The file is made from the store. It is written anew when a run goes on, so each generation stands in it once, whatever
happened before.
"""

import json
from math import isfinite

from ludogen.evolution import Generation
from ludogen.runs.database import told
from ludogen.runs.files import replace_file
from ludogen.runs.store import GenerationRecord, RunStore

__all__ = ["MetricsFile", "record_line"]


def record_line(record: GenerationRecord) -> str:
    """A generation as one line of JSON; a value that is not a finite number is null."""
    metrics = {name: value if isfinite(value) else None for name, value in record.metrics.items()}
    told_of = {"generation": record.number, "games": record.games, "seconds": round(record.seconds, 6)}
    return json.dumps(told_of | {"ended": record.ended, "metrics": metrics})


class MetricsFile:
    """An observer that comes after the store."""

    def __init__(self, store: RunStore) -> None:
        self.path, self._store = store.folder / "metrics.jsonl", store
        records = store.records()
        replace_file(self.path, "".join(f"{record_line(record)}\n" for record in records).encode())
        self._written = records[-1].number if records else -1

    def on_generation(self, generation: Generation) -> None:
        """Add what the store has got since."""
        for record in self._store.records(self._written):
            with told(self.path, "write to"), self.path.open("a", encoding="utf-8") as file:
                file.write(f"{record_line(record)}\n")
            self._written = record.number
