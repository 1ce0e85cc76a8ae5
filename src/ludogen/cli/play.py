"""`ludogen play`: show a game between two players in the terminal."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ludogen.games import Position

__all__ = ["play"]


def play(
    game: Annotated[str, typer.Argument(help="Game, with options: othello, checkers, go:size=5.")] = "othello",
    black: Annotated[str, typer.Option(help="Player who moves first.")] = "greedy",
    white: Annotated[str, typer.Option(help="Player who moves second.")] = "random",
    seed: Annotated[int, typer.Option(help="Same seed, same game.")] = 1,
    every: Annotated[int, typer.Option(min=1, help="Show the board after every so many moves.")] = 10,
) -> None:
    """Show a game between two players."""
    from ludogen.games import parse_game
    from ludogen.players import parse_player
    from ludogen.randomness import stream

    rules = parse_game(game)
    players = (parse_player(black), parse_player(white))
    position = rules.start()
    typer.echo(f"{rules.name}: {black} ({rules.sides[0]}) against {white} ({rules.sides[1]}), seed {seed}\n")
    typer.echo(position.diagram() + "\n")
    shown = 0
    while not position.is_over:
        random = stream(seed, "play", position.ply)
        position = position.play(players[position.side].choose(position, random))
        if position.ply % every == 0 or position.is_over:
            typer.echo(_moves_since(position, shown) + "\n\n" + position.diagram() + "\n")
            shown = position.ply
    typer.echo(_verdict(position, (black, white)))


def _moves_since(position: "Position", ply: int) -> str:
    names = position.move_names()
    return " ".join(f"{number + 1}.{names[number]}" for number in range(ply, len(names)))


def _verdict(position: "Position", names: tuple[str, str]) -> str:
    result = position.result
    assert result is not None
    score = " to ".join(f"{points:g}" for points in result.points)
    if result.winner is None:
        return f"Draw, {score} ({result.reason})."
    return f"{names[result.winner]} ({position.game.sides[result.winner]}) wins, {score} ({result.reason})."
