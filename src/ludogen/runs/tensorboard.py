"""Metrics for TensorBoard, in `tensorboard/` of the run's folder (extra `tensorboard`).

Like `metrics.jsonl` it is made from the store, anew when a run goes on. Written by tensorboardX, which needs no torch.
"""

from datetime import datetime
from importlib import import_module
from typing import Any

from ludogen.errors import RunError
from ludogen.evolution import Generation
from ludogen.runs.database import told
from ludogen.runs.store import RunStore

__all__ = ["TensorBoard", "summary_writer"]


def summary_writer() -> Any:
    """The class that writes, if it is installed."""
    try:
        return import_module("tensorboardX").SummaryWriter
    except ImportError:
        raise RunError(
            "cannot write for TensorBoard: tensorboardX is not installed (pip install 'ludogen[tensorboard]')"
        ) from None


class TensorBoard:
    """An observer that comes after the store."""

    def __init__(self, store: RunStore) -> None:
        writer = summary_writer()
        self.folder, self._store, self._written = store.folder / "tensorboard", store, -1
        with told(self.folder, "write to"):
            for old in self.folder.glob("events.out.tfevents.*"):
                old.unlink()
            self._writer: Any = writer(logdir=str(self.folder))
        self._catch_up()

    def on_generation(self, generation: Generation) -> None:
        """Add what the store has got since."""
        self._catch_up()

    def close(self) -> None:
        """Let go of the file."""
        self._writer.close()

    def _catch_up(self) -> None:
        with told(self.folder, "write to"):
            for record in self._store.records(self._written):
                ended = datetime.fromisoformat(record.ended).timestamp()
                for name, value in record.metrics.items():
                    self._writer.add_scalar(name, value, record.number, walltime=ended)
                self._written = record.number
            self._writer.flush()
