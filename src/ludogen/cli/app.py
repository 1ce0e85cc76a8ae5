"""The command line: which commands there are, and how errors are shown.

Exit codes: 0 done, 1 something was found wrong (a count that differs, say), 2 bad input, 130 stopped with Ctrl-C.
"""

import sys
from typing import Annotated

import typer

from ludogen import __version__
from ludogen.cli import (
    doctor,
    evolve,
    games,
    match,
    perft,
    play,
    players,
    recipes,
    reproduce,
    runs,
    serve,
    tables,
    tournament,
    watch,
)
from ludogen.errors import LudogenError

__all__ = ["app", "main"]

app = typer.Typer(
    name="ludogen",
    help="Evolve board-game players, and let them play.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("play")(play.play)
app.command("watch")(watch.watch)
app.command("match")(match.match)
app.command("tournament")(tournament.tournament)
app.command("ladder")(tournament.ladder)
app.command("reproduce")(reproduce.reproduce)
app.command("perft")(perft.perft)
app.command("recipes")(recipes.recipes)
app.command("evolve")(evolve.evolve)
app.command("resume")(evolve.resume)
app.command("runs")(runs.runs)
app.command("show")(runs.show)
app.command("export")(runs.export)
app.command("serve")(serve.serve)
app.command("games")(games.games)
app.command("players")(players.players)
app.add_typer(tables.tables, name="tables")
app.command("doctor")(doctor.doctor)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ludogen {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Evolve board-game players, and let them play."""


def main() -> None:
    """Run the command; bad input gives one line, no traceback."""
    try:
        app()
    except LudogenError as wrong:
        typer.echo(f"ludogen: {wrong}", err=True)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
