"""What a benchmark reports: rows with a bar each, as a table for people and as JSON for comparisons."""

import json
import os
import platform
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

from benchmarks.c_library import gcc_version
from rich import box
from rich.console import Console
from rich.table import Table

__all__ = ["Bar", "Quantity", "Row", "run"]

RESULTS = Path(__file__).resolve().parent / "results"
Status = Literal["ok", "below", "failed", "skipped"]
STYLES: dict[Status, str] = {"ok": "green", "below": "bold red", "failed": "bold red", "skipped": "yellow"}


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


@dataclass(frozen=True)
class Quantity:
    """A number and its unit."""

    value: float
    unit: str

    def __str__(self) -> str:
        return f"{_short(self.value)} {self.unit}"


@dataclass(frozen=True)
class Bar:
    """What must be reached: at least a ratio, or at most a time."""

    relation: Literal[">=", "<="]
    limit: float
    unit: str = ""

    def status(self, value: float) -> Status:
        """`ok` if the value reaches the bar."""
        return "ok" if (value >= self.limit if self.relation == ">=" else value <= self.limit) else "below"

    def __str__(self) -> str:
        return f"{self.relation} {self.limit:g} {self.unit}".rstrip()


@dataclass(frozen=True)
class Row:
    """One measurement. `details` goes only into the JSON."""

    name: str
    measured: str
    bar: Bar
    status: Status
    ours: Quantity | None = None
    reference: Quantity | None = None
    ratio: float | None = None
    details: dict[str, Any] = field(default_factory=dict)


def cpu_model() -> str:
    """The processor's name as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.processor()
    )


def table(title: str, rows: Sequence[Row]) -> Table:
    """The rows for people."""
    shown = Table(title=title, box=box.SIMPLE_HEAD)
    shown.add_column("name", no_wrap=True)
    shown.add_column("what is measured", ratio=1)
    for column in ("ours", "reference", "ratio", "bar"):
        shown.add_column(column, justify="right", no_wrap=True)
    shown.add_column("", no_wrap=True)
    for row in rows:
        shown.add_row(
            row.name,
            row.measured,
            "-" if row.ours is None else str(row.ours),
            "-" if row.reference is None else str(row.reference),
            "-" if row.ratio is None else f"{row.ratio:.3g}",
            str(row.bar),
            f"[{STYLES[row.status]}]{row.status}[/]",
        )
    return shown


def verdict(rows: Sequence[Row]) -> tuple[bool, str]:
    """Are all bars met? And a line that says so, or which are not."""
    missed = [f"{row.name} ({row.status})" for row in rows if row.status in ("below", "failed")]
    skipped = [row.name for row in rows if row.status == "skipped"]
    line = f"bars missed: {', '.join(missed)}" if missed else "all bars met"
    return not missed, line + (f"; skipped: {', '.join(skipped)}" if skipped else "")


def write_json(path: Path, rows: Sequence[Row]) -> None:
    """Date, machine, versions and all rows."""
    path.parent.mkdir(parents=True, exist_ok=True)
    versions = {name: version(name) for name in ("numba", "llvmlite", "numpy", "open_spiel")}
    content = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": {"cpu": cpu_model(), "cores": os.cpu_count(), "system": platform.platform()},
        "versions": {"python": platform.python_version(), "gcc": gcc_version(), **versions},
        "rows": [asdict(row) for row in rows],
    }
    path.write_text(json.dumps(content, indent=1) + "\n")


def run(title: str, rows: Iterable[Row]) -> int:
    """Measure all rows, print their table and write it to results/TITLE.json; 1 if a bar is missed."""
    width = None if sys.stdout.isatty() else max(150, shutil.get_terminal_size().columns)
    console = Console(width=width)
    found: list[Row] = []
    with console.status("measuring ...") as status:
        for row in rows:
            found.append(row)
            status.update(f"measuring ... last: {row.name}, {row.status}")
    write_json(RESULTS / f"{title}.json", found)
    console.print(table(f"{title.capitalize()} on {cpu_model()}", found))
    met, line = verdict(found)
    console.print(line, style="green" if met else "bold red")
    return 0 if met else 1
