"""`ludogen serve`: the page."""

from pathlib import Path
from typing import Annotated

import typer

from ludogen.cli.evolve import FOLDER, RUNS

__all__ = ["serve"]


def serve(
    port: Annotated[int, typer.Option(help="Port of the page.")] = 8080,
    host: Annotated[
        str, typer.Option(help="Address to serve on. Any but this machine's own asks visitors for a token.")
    ] = "127.0.0.1",
    token: Annotated[
        str, typer.Option(envvar="LUDOGEN_TOKEN", help="The token; without one it is chosen and shown.")
    ] = "",
    runs: RUNS = FOLDER,
    arena: Annotated[Path | None, typer.Option(help="The file of matches and ladders.")] = None,
) -> None:
    """Open the page: play the champions, watch runs, see what players see. Ctrl-C ends it; runs go on."""
    from ludogen.arena.store import default_store
    from ludogen.errors import LudogenError

    try:
        from ludogen.web.server import Address
        from ludogen.web.server import serve as serve_pages
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] in ("nicegui", "fastapi", "uvicorn", "starlette"):
            raise LudogenError(f"the page needs {missing.name}: pip install 'ludogen[web]'") from None
        raise
    address = Address.checked(host, port, token)

    def tell() -> None:
        typer.echo(f"Ludogen is at {address.url}   (Ctrl-C ends it; runs go on)")
        if address.token:
            typer.echo(f"Visitors need this token: {address.token}")

    serve_pages(address, runs, arena or default_store(), tell)
