"""`ludogen reproduce`: a paper's experiment from evolution to the page that holds ours against it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludogen.cli.match import typed_command

if TYPE_CHECKING:
    from rich.console import Console

    from ludogen.arena.match import Match
    from ludogen.reports.chellapilla import Control

__all__ = ["reproduce"]

SCALES = {"quick": (0.05, 8), "paper": (0.5, 12)}  # seconds a move of the second experiment, depth of the referee


def reproduce(
    paper: Annotated[str, typer.Argument(metavar="PAPER", help="chellapilla.")],
    scale: Annotated[str, typer.Option(metavar="quick|paper", help="quick: minutes, to see it work.")] = "quick",
    run: Annotated[str, typer.Option(help="Report on this run, as it is, instead of evolving one.")] = "",
    seed: Annotated[int, typer.Option(help="The same seed, the same run.")] = 1,
    threads: Annotated[int, typer.Option(help="Threads; 0: one for each core.")] = 0,
    runs: Annotated[Path, typer.Option(metavar="DIR", help="The folder in which runs are.")] = Path("runs"),
    docs: Annotated[Path, typer.Option(metavar="DIR", help="Where the page is written.")] = Path("docs/papers"),
) -> None:
    """Evolve as the paper did, repeat its experiments, write a page: `ludogen reproduce chellapilla --scale quick`.

    Evolution and games are kept: the same command goes on where it was stopped.
    """
    from rich.console import Console

    from ludogen.cli.evolve import evolve, resume
    from ludogen.errors import ConfigurationError
    from ludogen.games.endgame_tables import build_tables, open_tables
    from ludogen.reports.chellapilla import controls, draw_figures, page
    from ludogen.runs.folder import find_run
    from ludogen.runs.store import RunStore

    if paper != "chellapilla":
        raise ConfigurationError(f"paper {paper!r} cannot be reproduced yet: chellapilla can")
    if scale not in SCALES:
        raise ConfigurationError(f"scale {scale!r} is not quick or paper")
    console = Console()
    name = run or f"reproduce-{paper}-{scale}-{seed}"
    if not run and (runs / name).is_dir():
        resume(str(runs / name), threads=threads, runs=runs)
    elif not run:
        evolve(paper, scale=scale, seed=seed, threads=threads, name=name, runs=runs)
    if open_tables() is None:
        console.print("Building the endgame tables for the referee ...")
        build_tables(4, threads=2)
    seconds, referee_depth = SCALES[scale]
    with RunStore.open(find_run(name, runs)) as store:
        champion = store.folder.as_posix()
        results = [
            (control, _played(control, store.folder / "controls.db", threads, console))
            for control in controls(f"{champion}@{store.last_number}", seconds, referee_depth)
        ]
        figures = draw_figures(store, docs / paper)
        text = page(store, results, figures, typed_command(), scale)
    (docs / f"{paper}.md").write_text(text, "utf-8")
    console.print(f"The page is {docs / paper}.md.")


def _played(control: "Control", path: Path, threads: int, console: "Console") -> "Match":
    """Play a control experiment, or what is missing of it."""
    from ludogen.arena.match import Match
    from ludogen.arena.store import ArenaStore
    from ludogen.cli.progress import Progress
    from ludogen.cli.standings import score_text

    with ArenaStore(path) as kept, kept.match(control.settings) as stored:
        match = Match(control.settings, control.games, concurrency=threads)
        match.played = stored.games()
        with Progress(console, control.games, len(match.played), "games") as progress:
            for _ in match.play(stored):
                progress.show(len(match.played), score_text(match.tally))
        console.print(f"{control.title}: {score_text(match.tally)}")
    return match
