"""`ludogen perft`: count the move sequences of a game, the proof that its rules are right."""

from time import perf_counter
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

if TYPE_CHECKING:
    from ludogen.games import Position

__all__ = ["perft"]


class Row(NamedTuple):
    """One depth: what was counted, how long it took, and what is known."""

    depth: int
    sequences: int
    seconds: float
    known: int | None

    @property
    def is_wrong(self) -> bool:
        """Does the count differ from the table?"""
        return self.known is not None and self.known != self.sequences


def perft(
    game: Annotated[str, typer.Argument(help="Game, with options: othello, checkers, go:size=5.")],
    depth: Annotated[int, typer.Argument(min=1, max=30, help="Length of the sequences in moves.")],
    position: Annotated[str, typer.Option(help="Position text to start from; the start of the game if left out.")] = "",
    by_move: Annotated[bool, typer.Option("--divide/--no-divide", help="Show the last count by first move.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of tables.")] = False,
) -> None:
    """Count move sequences up to DEPTH, by first move too; exits with 1 if a known count differs."""
    from ludogen.games import divide, known_counts, parse_game

    rules = parse_game(game)
    start = rules.parse_position(position) if position else rules.start()
    known = [] if position else known_counts().get(game, [])
    rows = [_count(start, plies, known) for plies in range(1, depth + 1)]
    first_moves = divide(start, depth) if by_move else {}
    if as_json:
        _print_json(start, rows, first_moves)
    else:
        _print_tables(start, rows, first_moves)
    if any(row.is_wrong for row in rows):
        raise typer.Exit(1)


def _count(start: "Position", depth: int, known: list[int]) -> Row:
    from ludogen.games import perft as count

    count(start, 1)  # compiled or loaded before the clock runs
    began = perf_counter()
    found = count(start, depth)
    return Row(depth, found, perf_counter() - began, known[depth - 1] if depth <= len(known) else None)


def _print_json(start: "Position", rows: list[Row], first_moves: dict[str, int]) -> None:
    import json

    depths = [row._asdict() for row in rows]
    typer.echo(json.dumps({"game": start.game.name, "position": start.text, "depths": depths, "divide": first_moves}))


def _print_tables(start: "Position", rows: list[Row], first_moves: dict[str, int]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    console.print(str(start), highlight=False, soft_wrap=True)
    counts = Table("depth", "sequences", "known", "seconds", "million a second")
    for column in counts.columns:
        column.justify = "right"
    for row in rows:
        verdict = "-" if row.known is None else f"{row.known:,} differs" if row.is_wrong else "the same"
        speed = f"{row.sequences / row.seconds / 1e6:.1f}"
        counts.add_row(str(row.depth), f"{row.sequences:,}", verdict, f"{row.seconds:.3f}", speed)
    console.print(counts)
    if first_moves:
        by_first = Table("first move", f"sequences at depth {rows[-1].depth}")
        by_first.columns[1].justify = "right"
        for name, found in first_moves.items():
            by_first.add_row(name, f"{found:,}")
        console.print(by_first)
