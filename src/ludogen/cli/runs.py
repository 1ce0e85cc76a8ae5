"""`ludogen runs`, `ludogen show`, `ludogen export`: runs, what became of one, what a champion is, one as a file."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludogen.cli.evolve import FOLDER, RUNS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from ludogen.runs.store import GenerationRecord, RunStore

__all__ = ["export", "runs", "show"]

JSON = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]
ROWS = 16  # of the table of generations
COLUMN = 11  # characters of a column of numbers


def runs(folder: RUNS = FOLDER, as_json: JSON = False) -> None:
    """List the runs."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Column, Table

    from ludogen.errors import LudogenError
    from ludogen.runs.folder import list_runs

    found: list[dict[str, Any]] = []
    for path in list_runs(folder):
        try:
            found.append(_facts(path))
        except LudogenError as wrong:  # one that cannot be read does not hide the others
            found.append({"name": path.name, "error": str(wrong)})
    if as_json:
        typer.echo(json.dumps(found, indent=2))
        return
    console = Console()
    if not found:
        console.print(f"There are no runs in {str(folder)!r}. Begin one: ludogen evolve RECIPE", soft_wrap=True)
        return
    table = Table(Column("run", overflow="fold"), "recipe", "seed", "generation", "best", "last kept", "size")
    for run in found:
        if "error" in run:
            table.add_row(run["name"], f"[red]{escape(run['error'])}[/red]")
            continue
        best = "-" if run["best"] is None else f"{run['best']:.4g}"
        done = f"{'-' if run['generation'] is None else run['generation']} of {run['generations']}"
        when = _local(run["ended"]) if run["ended"] else "-"
        table.add_row(run["name"], run["recipe"], str(run["seed"]), done, best, when, _size_text(run["bytes"]))
    console.print(table)


def show(
    what: Annotated[str, typer.Argument(metavar="WHAT", help="RUN, RUN@GENERATION, FILE.safetensors or a champion.")],
    folder: RUNS = FOLDER,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the champion's net: .svg, .png or .pdf.")
    ] = None,
    as_json: JSON = False,
) -> None:
    """Show what became of a run, or what a champion is made of: `ludogen show moriarty-1@100 --picture net.svg`.

    A run is shown by its settings, metrics and how they changed; with --picture its last champion is shown instead.
    """
    from ludogen.cli.champions import find_shown, show_champion
    from ludogen.runs.folder import find_run
    from ludogen.runs.store import RunStore

    if picture is not None:
        from ludogen.reports.portraits import check_picture

        check_picture(picture)
    champion = find_shown(what, folder)
    if champion is None:
        path = find_run(what, folder)
        if picture is None:
            _show_run(path, as_json)
            return
        with RunStore.open(path) as store:
            champion = store.champion()
    show_champion(what, champion, picture, as_json)


def _show_run(path: Path, as_json: bool) -> None:
    from dataclasses import asdict

    from rich.console import Console

    from ludogen.runs.metrics_file import record_line
    from ludogen.runs.store import RunStore

    facts = _facts(path)
    with RunStore.open(path) as store:
        records = store.records()
        if as_json:
            told = [json.loads(record_line(record)) for record in records]
            settings = {"settings": asdict(store.plan.configuration), "changed": store.plan.changed_settings()}
            typer.echo(json.dumps(facts | settings | {"records": told}, indent=2))
            return
        console = Console()
        _show_head(console, store, facts)
        if records:
            _show_trends(console, records)
            _show_generations(console, records)


def export(
    run: Annotated[str, typer.Argument(metavar="RUN[@GENERATION]", help="A run; @29, @best or @last (as without).")],
    file: Annotated[Path, typer.Argument(metavar="FILE.safetensors", help="The file to write.")],
    folder: RUNS = FOLDER,
) -> None:
    """Write a champion to a file of its own: `ludogen export chellapilla-1@840 anaconda.safetensors`."""
    from ludogen.errors import InvalidInputError
    from ludogen.formats.champion import write_champion
    from ludogen.runs.folder import find_run, split_run
    from ludogen.runs.store import RunStore

    if file.suffix != ".safetensors":
        raise InvalidInputError(f"champion file {str(file)!r} does not end in .safetensors")
    name, wanted = split_run(run)
    with RunStore.open(find_run(name, folder)) as store:
        number = store.best_generation() if wanted == "best" else wanted
        champion = store.champion(None if number is None else int(number))
    write_champion(file, champion)
    texts = champion.metadata
    typer.echo(f"{file}: champion of generation {texts['generation']} ({champion.method} for {champion.game})")


def _facts(path: Path) -> dict[str, Any]:
    """What the list of runs says of one."""
    from math import isfinite

    from ludogen.runs.folder import size_on_disk
    from ludogen.runs.store import RunStore

    with RunStore.open(path) as store:
        number = store.last_number
        last = store.records(number - 1)[0] if number is not None else None
        best = last.metrics.get("best") if last else None
        return {
            "name": path.name,
            "recipe": store.plan.recipe,
            "seed": store.plan.seed,
            "generation": number,
            "generations": store.plan.generations,
            "best": best if best is not None and isfinite(best) else None,
            "begun": store.begun,
            "ended": last.ended if last else None,
            "bytes": size_on_disk(path),
        }


def _local(moment: str) -> str:
    from datetime import datetime

    try:
        return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:  # a damaged file may say anything
        return "?"


def _size_text(size: int) -> str:
    return f"{size / 2**20:.1f} MB" if size >= 2**20 else f"{size / 2**10:.0f} kB"


def _show_head(console: "Console", store: "RunStore", facts: dict[str, Any]) -> None:
    from ludogen.cli.evolution_progress import span
    from ludogen.runs.plan import recipe_named

    plan, records = store.plan, store.records()
    games, seconds = sum(record.games for record in records), sum(record.seconds for record in records)
    rate = f" ({games / seconds:.3g} a second)" if seconds else ""
    changed = ", ".join(f"{name}={value}" for name, value in plan.changed_settings().items())
    number = "-" if facts["generation"] is None else facts["generation"]
    for line in (
        f"{store.folder}: {plan.recipe} ({recipe_named(plan.recipe).paper}), seed {plan.seed}",
        f"begun {_local(store.begun)} with Ludogen {plan.ludogen}, {store.evolution.game} rules {plan.rules}",
        f"generation {number} of {plan.generations}, {games} games{rate} in {span(seconds)}, "
        f"{_size_text(facts['bytes'])}",
        f"settings that are not the default: {changed or 'none'}",
    ):
        console.print(line, highlight=False, markup=False)


def _ordered_names(records: "Sequence[GenerationRecord]") -> list[str]:
    """Metrics: best and mean, then those measured now and then (yardsticks), then the rest."""
    counts: dict[str, int] = {}
    for record in records:
        for name in record.metrics:
            counts[name] = counts.get(name, 0) + 1
    most = len(records) - 1  # generation 0 has played nothing
    rank = {"best": 0, "mean": 1}
    return sorted(counts, key=lambda name: (rank.get(name, 2 if counts[name] < most else 3), name))


def _show_trends(console: "Console", records: "Sequence[GenerationRecord]") -> None:
    from math import isfinite, nan

    from rich.markup import escape
    from rich.table import Table

    from ludogen.cli.sparkline import sparkline

    table = Table("metric", "over the generations", "first", "least", "most", "last")
    width = max(10, min(60, console.width - 70))
    for name in _ordered_names(records):
        values = [record.metrics[name] for record in records if name in record.metrics]
        values = [value for value in values if isfinite(value)] or [nan]
        picture = sparkline(values, width, console.options.ascii_only)
        numbers = (values[0], min(values), max(values), values[-1])
        table.add_row(escape(name), picture, *(f"{number:.4g}" for number in numbers))
    console.print(table)


def _show_generations(console: "Console", records: "Sequence[GenerationRecord]") -> None:
    from rich.markup import escape
    from rich.table import Table

    names, room = [], console.width - 2 * COLUMN
    for name in _ordered_names(records):
        room -= max(COLUMN, len(name) + 3)
        if room < 0:
            break
        names.append(name)
    table = Table("generation", "games/s", *(escape(name) for name in names))
    for record in _thinned(records):
        rate = f"{record.games / record.seconds:.3g}" if record.games and record.seconds else "-"
        values = [f"{record.metrics[name]:.4g}" if name in record.metrics else "" for name in names]
        table.add_row(str(record.number), rate, *values)
    console.print(table)


def _thinned(records: "Sequence[GenerationRecord]") -> "list[GenerationRecord]":
    """Some of the generations: the first, the last, and between them those of which most was measured."""
    most = max(len(record.metrics) for record in records)
    telling = [record for record in records if len(record.metrics) == most]
    between = telling if len(telling) > 2 else list(records)
    step = -(-len(between) // ROWS)
    chosen = {record.number: record for record in (records[0], *between[::-step], records[-1])}
    return [chosen[number] for number in sorted(chosen)]
