"""`ludogen tables`: build the endgame tables of checkers, and show what is in them."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ludogen.kernels.checkers_index import Class

__all__ = ["build", "show", "tables"]

tables = typer.Typer(help="Endgame tables: perfect play with few pieces.", no_args_is_help=True)
GameArgument = Annotated[str, typer.Argument(help="Game; there are tables for checkers.")]


@tables.command("build")
def build(
    game: GameArgument,
    pieces: Annotated[int, typer.Option(min=2, max=4, help="Most pieces, of both sides together.")] = 4,
    threads: Annotated[int, typer.Option(min=0, max=1024, help="Threads; 0 for one a core.")] = 0,
) -> None:
    """Build what is missing or damaged of the tables."""
    from time import perf_counter

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    _check_game(game)
    began = perf_counter()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("compiling", total=None, rate="")
        from ludogen.games.endgame_tables import build_tables, missing_positions

        missing = missing_positions(pieces)
        progress.update(task, total=missing)

        def report(one: "Class", done: int) -> None:
            speed = progress.tasks[task].speed
            rate = f"{speed / 1e6:.1f} million a second" if speed else ""
            progress.update(task, advance=done, description=one.name, rate=rate)

        built = build_tables(pieces, threads, report)
        progress.update(task, description="done", completed=missing, total=missing)
    seconds = perf_counter() - began
    size = built.path.stat().st_size
    done = f"{missing:,} positions in {seconds:.1f} s" if missing else "nothing to do: the tables are there and whole"
    typer.echo(f"{done}\n{built.path} ({size / 1e6:.1f} MB)")


@tables.command("show")
def show(game: GameArgument) -> None:
    """Show the classes of positions, how they end and how long the wins take; exits with 1 if there are none."""
    from rich.console import Console
    from rich.table import Table

    from ludogen.games.endgame_tables import open_tables, tables_path
    from ludogen.kernels.checkers_index import CLASSES

    _check_game(game)
    opened = open_tables()
    if opened is None:
        typer.echo(f"no endgame tables at {tables_path()}: 'ludogen tables build checkers' makes them", err=True)
        raise typer.Exit(1)
    shown = Table("class", "positions", "wins", "draws", "losses", "longest win")
    for column in shown.columns[1:]:
        column.justify = "right"
    summaries = [opened.summary(one) for one in opened.classes]
    for one, summary in zip(opened.classes, summaries, strict=True):
        shown.add_row(one.name, *(f"{number:,}" for number in (one.size, *summary)))
    shown.add_section()
    sums = [sum(column) for column in zip(*(summary[:3] for summary in summaries), strict=True)]
    longest = max(summary.longest_win for summary in summaries)
    shown.add_row("all", *(f"{number:,}" for number in (sum(sums), *sums, longest)))
    console = Console()
    console.print(shown)
    console.print("M man, K king; the side to move stands first. The longest win is in plies.", highlight=False)
    console.print(f"{len(opened.classes)} of {len(CLASSES)} classes have been built.", highlight=False)
    console.print(f"{opened.path} ({opened.path.stat().st_size / 1e6:.1f} MB)", highlight=False, soft_wrap=True)


def _check_game(game: str) -> None:
    from ludogen.errors import InvalidInputError
    from ludogen.games import Checkers, parse_game

    if not isinstance(parse_game(game), Checkers):
        raise InvalidInputError(f"there are no endgame tables for {game!r}, only for 'checkers'")
