"""`ludogen players`: the players and their options."""

__all__ = ["players"]


def players() -> None:
    """List the players and their options."""
    from dataclasses import fields

    from rich.console import Console
    from rich.table import Table

    from ludogen.players import PLAYERS
    from ludogen.players.champion import shipped_champions
    from ludogen.players.methods import METHODS

    table = Table("player", "games", "what it plays by", "options and their defaults", show_lines=True)
    for name, kind in PLAYERS.items():
        options = ", ".join(f"{item.name}={str(item.default).lower()}" for item in fields(kind))  # type: ignore[arg-type]
        table.add_row(name, ", ".join(kind.games), (kind.__doc__ or "").strip(), options or "-")
    console = Console()
    console.print(table)
    console.print(
        "A player is named like positional:depth=3 or pieces:seconds=1,king=1.5; `ludogen play` knows human too."
    )
    games = sorted({method.game for method in METHODS.values()})
    console.print(
        "Champions are players too, with the options of material: by their file, as in best.safetensors:depth=6, or by"
        f" their run, as in runs/NAME@29:depth=4. They play {', '.join(games)}. Those that choose moves without search"
        " (moriarty, frankland) take epsilon and solve only, trees of heuristics look too."
        f" With Ludogen come: {', '.join(shipped_champions()) or 'none yet'}."
    )
