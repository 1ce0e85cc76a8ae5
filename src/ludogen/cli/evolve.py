"""`ludogen evolve` and `ludogen resume`: run a recipe, and go on with a run."""

import shlex
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from ludogen.compute import Compute
    from ludogen.runs.store import RunStore

__all__ = ["RUN", "RUNS", "evolve", "resume"]

RUN = Annotated[str, typer.Argument(metavar="RUN", help="Name of a run, or the path of its folder.")]
RUNS = Annotated[Path, typer.Option("--runs", metavar="DIR", help="The folder in which runs are.")]
THREADS = Annotated[int, typer.Option(help="Threads; 0: one for each core. Results do not depend on it.")]
CLUSTER = Annotated[str, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster; local: start one here.")]
TENSORBOARD = Annotated[bool, typer.Option("--tensorboard", help="Write metrics for TensorBoard, too.")]
JSON = Annotated[bool, typer.Option("--json", help="Print a line of JSON for each generation.")]
FOLDER = Path("runs")


@dataclass(frozen=True)
class _Ways:
    """How a run is computed and shown; none of it changes what becomes of it."""

    threads: int
    cluster: str
    tensorboard: bool
    as_json: bool


@dataclass(frozen=True)
class _Given:
    """What a configuration file says."""

    recipe: str | None
    seed: int | None
    keep_every: int | None
    settings: dict[str, Any]


def evolve(
    recipe: Annotated[str, typer.Argument(metavar="RECIPE", help="As `ludogen recipes` lists them.")] = "",
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="FIELD=VALUE", help="Change a setting; may stand often.")
    ] = None,
    config: Annotated[Path | None, typer.Option(help="Settings from a TOML file, or a run's config.toml.")] = None,
    generations: Annotated[int | None, typer.Option(help="How many; short for --set generations=N.")] = None,
    scale: Annotated[str, typer.Option(metavar="quick|paper", help="quick: enough to see it work.")] = "paper",
    seed: Annotated[int | None, typer.Option(help="The same seed, the same run (default 1).")] = None,
    threads: THREADS = 0,
    cluster: CLUSTER = "",
    name: Annotated[str, typer.Option(help="Name of the run; default: recipe-seed.")] = "",
    runs: RUNS = FOLDER,
    keep_every: Annotated[
        int | None, typer.Option(help="Keep the whole population every so many generations (default 20).")
    ] = None,
    tensorboard: TENSORBOARD = False,
    as_json: JSON = False,
) -> None:
    """Run a recipe: `ludogen evolve chellapilla --scale quick`.

    Everything is kept as it comes. Ctrl-C stops the run; the command that goes on with it is printed.
    Settings count in this order, the last one most: defaults, --scale, --config, --set, --generations.
    """
    from ludogen.errors import ConfigurationError
    from ludogen.recipes.configuration import with_settings
    from ludogen.runs.folder import new_run
    from ludogen.runs.plan import KEEP_EVERY, recipe_named
    from ludogen.runs.store import RunStore

    given = _given(config)
    if recipe and given.recipe and recipe != given.recipe:
        raise ConfigurationError(f"recipe {recipe!r} is not that of {str(config)!r}, which is for {given.recipe!r}")
    recipe = recipe or given.recipe or ""
    kind = recipe_named(recipe)
    if scale not in ("quick", "paper"):
        raise ConfigurationError(f"scale {scale!r} is not quick or paper")
    begin = {**(kind.quick if scale == "quick" else {}), **given.settings}
    texts = [*(settings or []), *([] if generations is None else [f"generations={generations}"])]
    configuration = with_settings(kind.configuration_type, texts, begin)
    seed = next(value for value in (seed, given.seed, 1) if value is not None)
    keep_every = next(value for value in (keep_every, given.keep_every, KEEP_EVERY) if value is not None)
    ways = _Ways(threads, cluster, tensorboard, as_json)
    with ExitStack() as stack:
        compute = _compute(stack, ways)  # before there is a folder: what cannot begin leaves none
        store = stack.enter_context(
            RunStore.create(new_run(runs, recipe, seed, name), recipe, configuration, seed, keep_every)
        )
        _go_on(store, compute, ways, runs)


def resume(
    run: RUN,
    generations: Annotated[
        int | None, typer.Option(help="Go on up to this generation; config.toml says so then.")
    ] = None,
    threads: THREADS = 0,
    cluster: CLUSTER = "",
    runs: RUNS = FOLDER,
    tensorboard: TENSORBOARD = False,
    as_json: JSON = False,
) -> None:
    """Go on with a run that was stopped, or further with one that has ended: `ludogen resume chellapilla-1`."""
    from ludogen.runs.folder import find_run
    from ludogen.runs.store import RunStore

    ways = _Ways(threads, cluster, tensorboard, as_json)
    with ExitStack() as stack:
        store = stack.enter_context(RunStore.open(find_run(run, runs), writing=True))
        if generations is not None:
            store.extend(generations)
        _go_on(store, _compute(stack, ways), ways, runs)


def _given(path: Path | None) -> _Given:
    """A configuration file: plain settings, or the config.toml of a run with its recipe and seed."""
    from ludogen.errors import ConfigurationError
    from ludogen.recipes.configuration import from_toml

    values = {} if path is None else from_toml(path)
    inner = values.get("configuration")
    if not isinstance(inner, dict):
        return _Given(None, None, None, values)
    for key, kind, wanted in (("recipe", str, "a text"), ("seed", int, "a number"), ("keep_every", int, "a number")):
        if key in values and type(values[key]) is not kind:
            raise ConfigurationError(f"{key} = {values[key]!r} in {str(path)!r} is not {wanted}")
    return _Given(values.get("recipe"), values.get("seed"), values.get("keep_every"), inner)


def _compute(stack: ExitStack, ways: _Ways) -> "Compute":
    """Where games are played; what is not installed is told here."""
    if ways.tensorboard:
        from ludogen.runs.tensorboard import summary_writer

        summary_writer()
    if ways.cluster:
        from ludogen.compute.cluster import ClusterCompute

        return stack.enter_context(closing(ClusterCompute(ways.cluster)))
    from ludogen.compute import ThreadCompute

    return stack.enter_context(closing(ThreadCompute(ways.threads)))


def _go_on(store: "RunStore", compute: "Compute", ways: _Ways, runs: Path) -> None:
    """From where the run is to where it is to end."""
    from rich.console import Console

    from ludogen.cli.evolution_progress import EvolutionProgress, JsonLines
    from ludogen.evolution import Observer
    from ludogen.evolution import evolve as run_evolution
    from ludogen.runs.metrics_file import MetricsFile

    console = Console(stderr=ways.as_json)
    start = store.last()
    _say(console, _greeting(store))
    with ExitStack() as stack:
        observers: list[Observer] = [store, MetricsFile(store)]
        if ways.tensorboard:
            from ludogen.runs.tensorboard import TensorBoard

            observers.append(stack.enter_context(closing(TensorBoard(store))))
        if ways.as_json:
            observers.append(JsonLines(store))
        try:
            with EvolutionProgress(console, store, with_lines=not ways.as_json) as progress:
                run_evolution(store.evolution, compute, [*observers, progress], start)
        except KeyboardInterrupt:
            number = store.last_number
            kept = "nothing was kept" if number is None else f"generation {number} is kept"
            _say(console, f"\nStopped: {kept}. To go on:\n  {_resuming(store, ways, runs)}")
            raise
    _say(console, _ending(store, runs))


def _say(console: "Console", text: str) -> None:
    console.print(text, highlight=False, markup=False, soft_wrap=True)  # commands are copied: nothing is broken


def _greeting(store: "RunStore") -> str:
    plan, number = store.plan, store.last_number
    changed = " ".join(f"{name}={value}" for name, value in plan.changed_settings().items())
    what = f"{plan.recipe}, seed {plan.seed}" + (f", {changed}" if changed else "")
    at = "Run" if number is None else f"Going on after generation {number} of {plan.generations}: run"
    return f"{at} {store.folder} ({what})"


def _ending(store: "RunStore", runs: Path) -> str:
    from ludogen.cli.evolution_progress import span

    records = store.records()
    games, seconds = sum(record.games for record in records), sum(record.seconds for record in records)
    look = shlex.join(["ludogen", "show", *_named(store, runs)])
    return f"Complete: {records[-1].number} generations, {games} games in {span(seconds)}. Look at it: {look}"


def _named(store: "RunStore", runs: Path) -> list[str]:
    """The run as it is typed."""
    if store.folder.parent != runs:
        return [str(store.folder)]
    return [store.folder.name, *([] if runs == FOLDER else ["--runs", str(runs)])]


def _resuming(store: "RunStore", ways: _Ways, runs: Path) -> str:
    options = [
        *(["--threads", str(ways.threads)] if ways.threads else []),
        *(["--cluster", ways.cluster] if ways.cluster else []),
        *(["--tensorboard"] if ways.tensorboard else []),
        *(["--json"] if ways.as_json else []),
    ]
    return shlex.join(["ludogen", "resume", *_named(store, runs), *options])
