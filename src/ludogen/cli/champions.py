"""What `ludogen show` prints of a champion: whence it comes, what it is made of, boards as heat maps."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from ludogen.formats.champion import Champion
    from ludogen.reports.figures import Board
    from ludogen.reports.portraits import Listing, Portrait

__all__ = ["find_shown", "show_champion"]

CELL = 2  # characters of a square
STEPS = 5  # of colour, above zero and below
SIGNS = "=-.+#"  # without colours: far below zero, below, about zero, above, far above


def find_shown(text: str, runs: Path) -> "Champion | None":
    """The champion that a text names: a file, RUN@GENERATION, or one that comes with Ludogen. None: it may be a run."""
    from ludogen.players.champion import find_champion, shipped_champions
    from ludogen.runs.folder import find_run, split_run
    from ludogen.runs.store import RunStore

    if text.endswith(".safetensors"):
        return find_champion(text)
    if "@" in text:
        name, wanted = split_run(text)
        with RunStore.open(find_run(name, runs)) as store:
            number = store.best_generation() if wanted == "best" else wanted
            return store.champion(None if number is None else int(number))
    is_shipped = text.removeprefix("champions/") in shipped_champions()
    return find_champion(text) if is_shipped and not (runs / text).is_dir() else None


def show_champion(text: str, champion: "Champion", picture: Path | None, as_json: bool) -> None:
    """Print all there is to tell of a champion, and draw it."""
    from rich.console import Console

    from ludogen.players.methods import method_of
    from ludogen.reports.portraits import portrait_of

    method_of(champion, text)
    portrait = portrait_of(champion)
    if picture is not None:
        _draw(portrait, picture, text, champion)
    if as_json:
        typer.echo(json.dumps(_told(champion, portrait), indent=2))
        return
    console = Console()
    for name, value in _facts(champion, portrait).items():
        console.print(f"{name}: {value}", highlight=False, markup=False, soft_wrap=True)
    if portrait.listing is not None:
        _print_listing(console, portrait.listing)
    if portrait.boards:
        _print_boards(console, portrait.boards)
    if picture is not None:
        console.print(f"The picture is {picture}.", highlight=False, markup=False, soft_wrap=True)
    elif portrait.draw is not None:
        console.print("--picture FILE.svg draws the net.", highlight=False)


def _facts(champion: "Champion", portrait: "Portrait") -> dict[str, str]:
    facts = {"game": champion.game, "method": champion.method, **portrait.facts}
    return facts | {name: value for name, value in champion.metadata.items() if value}


def _told(champion: "Champion", portrait: "Portrait") -> dict[str, Any]:
    from math import isnan

    boards = [
        {"title": board.title, "values": [[None if isnan(v) else v for v in row] for row in board.values.tolist()]}
        for board in portrait.boards
    ]
    nodes = []
    if portrait.listing is not None:
        nodes = [dict(zip(portrait.listing.columns, row, strict=True)) for row in portrait.listing.rows]
    return {"facts": _facts(champion, portrait), "boards": boards, "nodes": nodes}


def _draw(portrait: "Portrait", picture: Path, text: str, champion: "Champion") -> None:
    from ludogen.errors import InvalidInputError

    if portrait.draw is None:
        raise InvalidInputError(f"champions of method {champion.method!r} cannot be drawn")
    generation = champion.metadata.get("generation", "")
    title = f"{champion.metadata.get('recipe', text)}, generation {generation}" if generation else text
    try:
        portrait.draw(picture, title)
    except OSError as wrong:
        raise InvalidInputError(f"cannot write picture {str(picture)!r}: {wrong.strerror or wrong}") from None


def _print_listing(console: "Console", listing: "Listing") -> None:
    from rich import box
    from rich.table import Table

    table = Table(*listing.columns, box=box.SIMPLE)
    for row in listing.rows:
        table.add_row(*row)
    console.print(table)


def _print_boards(console: "Console", boards: "Sequence[Board]") -> None:
    """Boards side by side, as many as fit: blue above zero, red below, darker is farther; letters without colours."""
    from rich.columns import Columns
    from rich.text import Text

    shown = []
    for board in boards:
        lines = Text(f"{board.title}\n")
        lines.append(_board_text(board, console.color_system is not None))
        shown.append(lines)
    console.print(Columns(shown, padding=(0, 4)))


def _board_text(board: "Board", has_colours: bool) -> Any:
    import numpy as np
    from rich.text import Text

    largest = float(np.nanmax(np.abs(board.values), initial=1e-12))
    text = Text()
    for row, values in enumerate(board.values):
        text.append(f"{row + 1} ")
        for value in values:
            step = 0 if np.isnan(value) else round(STEPS * float(value) / largest)
            if has_colours and not np.isnan(value):
                fade = 255 - 36 * abs(step)
                colour = f"rgb({fade},{fade},255)" if step >= 0 else f"rgb(255,{fade},{fade})"
                text.append(" " * CELL, style=f"on {colour}")
            else:
                sign = SIGNS[2 + (step > 0) + (step > 2) - (step < 0) - (step < -2)]
                text.append((" " if np.isnan(value) else sign).ljust(CELL))
        text.append("\n")
    text.append("  " + "".join(letter.ljust(CELL) for letter in "abcdefgh"[: board.values.shape[1]]) + "\n")
    return text
