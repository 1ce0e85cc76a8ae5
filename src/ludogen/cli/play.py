"""`ludogen play`: a game in the terminal, between players or against one."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ludogen.games import Position, Result
    from ludogen.players import Player

__all__ = ["play"]

HELP = "Type a move, or: undo, hint, moves, board, help, quit."


def play(
    game: Annotated[str, typer.Argument(help="Game, with options: othello, checkers, go:size=5.")] = "othello",
    black: Annotated[
        str, typer.Option(help="Who moves first: a player's name (see `ludogen players`), or human.")
    ] = "greedy",
    white: Annotated[str, typer.Option(help="Who moves second.")] = "random",
    seed: Annotated[int, typer.Option(help="Same seed, same game.")] = 1,
    every: Annotated[int, typer.Option(min=1, help="Show the board after every so many moves.")] = 10,
    position: Annotated[str, typer.Option(help="Position text to start from.")] = "",
    referee: Annotated[
        bool, typer.Option("--referee", help="End a checkers game once the endgame tables know its result.")
    ] = False,
) -> None:
    """Show a game, or play one: `ludogen play checkers --white human --black pieces:depth=5`."""
    from ludogen.games import parse_game
    from ludogen.games.endgame_tables import require_tables
    from ludogen.players import parse_player
    from ludogen.randomness import stream_word

    rules = parse_game(game)
    names = (black, white)
    players = tuple(None if name == "human" else parse_player(name, rules) for name in names)
    with_people = None in players
    at = rules.parse_position(position) if position else rules.start()
    typer.echo(f"{rules.name}: {black} ({rules.sides[0]}) against {white} ({rules.sides[1]}), seed {seed}\n")
    typer.echo(at.diagram() + "\n" + (f"{HELP}\n" if with_people else ""))
    shown = at.ply
    tables = require_tables() if referee else None
    verdict = at.result or (tables.referee(at) if tables else None)
    while verdict is None:
        mover = players[at.side]
        if mover is None:
            following = _ask(at, players)
            if following is None:
                typer.echo(f"Stopped at: {at.text}")
                return
            at = following
        else:
            at = at.play(mover.choose(at, int(stream_word(seed, "play", at.ply))))
        verdict = at.result or (tables.referee(at) if tables else None)
        if with_people or verdict or at.ply % every == 0:
            typer.echo(_moves_since(at, shown) + "\n\n" + at.diagram() + "\n")
            shown = at.ply
    typer.echo(_verdict(verdict, rules.sides, names))


def _ask(position: "Position", players: "tuple[Player | None, ...]") -> "Position | None":
    """The position that a person chooses to go on from; None to stop. A lone pass is made for them."""
    from ludogen.errors import IllegalMoveError, MoveTextError

    only = position.only_move
    if only is not None and position.move_name(only) == "pass":
        typer.echo(f"{position.side_name} can only pass.")
        return position.play(only)
    while True:
        try:
            typed = input(f"{position.side_name}> ").strip()
        except EOFError:
            return None
        match typed.lower():
            case "quit" | "exit":
                return None
            case "help" | "":
                typer.echo(HELP)
            case "moves":
                typer.echo(" ".join(position.legal_names))
            case "board":
                typer.echo(position.diagram())
            case "hint":
                typer.echo(_hint(position))
            case "undo":
                earlier = _last_choice(position, players)
                if earlier is not None:
                    return earlier
                typer.echo("There is nothing to take back.")
            case _:
                try:
                    return position.play(position.parse_move(typed))
                except (IllegalMoveError, MoveTextError) as wrong:
                    typer.echo(str(wrong))


def _last_choice(position: "Position", players: "tuple[Player | None, ...]") -> "Position | None":
    """The latest position before this one in which a person had to choose."""
    for past in position.past():
        if past is not position and players[past.side] is None and len(past.legal_moves) > 1:
            return past
    return None


def _hint(position: "Position") -> str:
    from ludogen.players import SearchPlayer, parse_player

    advisers = {"othello": "positional:seconds=0.5", "checkers": "pieces:seconds=0.5", "go": "material:nodes=20000"}
    adviser = parse_player(advisers[position.game.name], position.game)
    assert isinstance(adviser, SearchPlayer)
    thought = adviser.think(position)
    line = " ".join(position.move_name(move) for move in thought.line)
    return f"{position.move_name(thought.move)} (value {thought.value:g}, {thought.depth} plies, expects {line})"


def _moves_since(position: "Position", ply: int) -> str:
    names = position.move_names()
    first = position.ply - len(names)
    return " ".join(f"{first + i + 1}.{name}" for i, name in enumerate(names) if first + i >= ply)


def _verdict(result: "Result", sides: tuple[str, str], names: tuple[str, str]) -> str:
    score = " to ".join(f"{points:g}" for points in result.points)
    if result.winner is None:
        return f"Draw, {score} ({result.reason})."
    return f"{names[result.winner]} ({sides[result.winner]}) wins, {score} ({result.reason})."
