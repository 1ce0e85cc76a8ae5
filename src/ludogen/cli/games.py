"""`ludogen games`: the games and their options."""

__all__ = ["games"]


def games() -> None:
    """List the games and their options."""
    from dataclasses import fields

    from rich.console import Console
    from rich.table import Table

    from ludogen.games import GAMES

    table = Table("game", "option", "default", "rules version", title="Games", title_justify="left")
    for name, kind in GAMES.items():
        options = [(item.name, str(item.default).lower()) for item in fields(kind)] or [("-", "-")]
        for row, (option, default) in enumerate(options):
            table.add_row(name if row == 0 else "", option, default, str(kind.version) if row == 0 else "")
    Console().print(table)
    Console().print("A game is named like go:size=5,komi=0.5", highlight=False)
