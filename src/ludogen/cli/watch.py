"""`ludogen watch`: a game of Go as one numbered board, and the way of a roving eye over it, step by step."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from ludogen.games import Position
    from ludogen.players.eyes import EyePath

__all__ = ["watch"]

FREE = "-"
ARROWS = {"north": "^", "east": ">", "south": "v", "west": "<"}
LONGEST = 2000  # plies


def watch(
    black: Annotated[str, typer.Argument(metavar="BLACK", help="A player of Go (see `ludogen players`).")],
    white: Annotated[str, typer.Argument(metavar="WHITE", help="The other player.")] = "gnugo:level=1",
    game: Annotated[str, typer.Option(help="Go with its options.")] = "go:size=5,komi=0.5,scoring=japanese",
    opening: Annotated[
        str,
        typer.Option(help="Moves of both sides, - where a player chooses; by default '- D3' on 5x5, as in the paper."),
    ] = "",
    move: Annotated[int, typer.Option(min=0, help="Show how an eye came to this move of the game.")] = 0,
    boards: Annotated[bool, typer.Option("--boards", help="With --move: draw the board at every step.")] = False,
    plies: Annotated[int, typer.Option(min=1, max=LONGEST, help="End the game after so many moves.")] = 200,
    per_board: Annotated[int, typer.Option(min=1, help="Moves on a board; more go on to the next.")] = 60,
    seed: Annotated[int, typer.Option(help="Same seed, same game.")] = 1,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Draw the game as one numbered board, too.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON: moves, and the steps of every eye.")] = False,
) -> None:
    """Watch a game of Go: `ludogen watch champions/eye5 gnugo:level=1 --move 3 --boards`.

    The game is shown with a number on every stone. With --move, and an eye that made that move, its path follows: where
    it stood, what it said and what came of it. By default white's first move is the point right of the
    centre, as in the paper of 2004.
    """
    from contextlib import ExitStack

    from ludogen.errors import InvalidInputError
    from ludogen.games import Go, parse_game
    from ludogen.players import parse_player
    from ludogen.players.engine import EnginePlayer
    from ludogen.players.eyes import eye_path
    from ludogen.randomness import stream_word
    from ludogen.recipes.eye_trials import TrialSettings

    rules = parse_game(game)
    if not isinstance(rules, Go):
        raise InvalidInputError(f"game {game!r} cannot be watched in this way: only go")
    players = [parse_player(name, rules) for name in (black, white)]
    position, paths = rules.start(), {}
    forced = opening.split() if opening else [name or FREE for name in TrialSettings(rules.size).forced]
    with ExitStack() as stack:
        for player in players:
            if isinstance(player, EnginePlayer):
                stack.enter_context(player)
        while not position.is_over and position.ply < plies:
            if position.ply < len(forced) and forced[position.ply] != FREE:
                position = position.play_text(forced[position.ply])
                continue
            player = players[position.side]
            path = eye_path(player, position) if as_json or position.ply + 1 == move else None
            if path is not None:
                paths[position.ply + 1] = path
            position = position.play(player.choose(position, int(stream_word(seed, "watch", position.ply))))
    if picture is not None:
        _draw(position, picture)
    if as_json:
        typer.echo(json.dumps(_facts(position, black, white, paths), indent=2))
        return
    typer.echo(f"{black} (black, X) against {white} (white, O), {game}")
    _show_boards(position, per_board)
    _show_end(position)
    if move:
        _show_path(position, move, paths.get(move), boards)


def _draw(position: "Position", picture: Path) -> None:
    from ludogen.errors import InvalidInputError
    from ludogen.files import replace_file
    from ludogen.games.numbered import numbered_svg

    if picture.suffix.lower() != ".svg":
        raise InvalidInputError(f"picture {str(picture)!r} is no SVG file: choose a name that ends in .svg")
    replace_file(picture, numbered_svg(position).encode())


def _facts(position: "Position", black: str, white: str, paths: "dict[int, EyePath]") -> dict[str, Any]:
    from dataclasses import asdict

    from ludogen.games.numbered import numbered_text

    eyes = {
        number: {"steps": [asdict(step) for step in path.steps], "is_late": path.is_late}
        for number, path in paths.items()
    }
    result = position.result
    points = None if result is None else list(result.points)
    return {
        "black": black,
        "white": white,
        "moves": position.move_names(),
        "points": points,
        "board": numbered_text(position),
        "eyes": eyes,
    }


def _show_boards(position: "Position", per_board: int) -> None:
    from ludogen.games.numbered import numbered_text

    number = len(position.move_names())
    for first in range(1, number + 1, per_board):
        last = min(first + per_board - 1, number)
        typer.echo(f"\nMoves {first} to {last}:" if per_board < number else "")
        typer.echo(numbered_text(position, first, last))


def _show_end(position: "Position") -> None:
    result = position.result
    typer.echo("")
    if result is None:
        typer.echo(f"Stopped after {position.ply} moves.")
        return
    black, white = result.points
    ahead = "Even" if black == white else f"{'Black' if black > white else 'White'} is {abs(black - white):g} ahead"
    typer.echo(f"{ahead}, {black:g} to {white:g} ({result.reason}, all stones taken to be alive).")


def _show_path(position: "Position", move: int, path: "EyePath | None", boards: bool) -> None:
    from ludogen.errors import InvalidInputError

    past = list(position.past())[::-1]
    if move >= len(past):
        raise InvalidInputError(f"move {move} is not one of the {len(past) - 1} of this game")
    before = past[move - 1]
    if path is None:
        raise InvalidInputError(f"move {move} was not chosen by a roving eye: {before.side_name} made it")
    typer.echo(
        f"\nMove {move}, {before.side_name}: {position.move_names()[move - 1]} after {len(path.steps)} time steps"
    )
    for number, step in enumerate(path.steps, 1):
        said = ", ".join(f"{name} {value:.2f}" for name, value in step.outputs.items())
        typer.echo(f"{number:4}  {step.point:3} {step.heading:5}  {step.decision:29}  {said}")
        if boards:
            typer.echo(_board_with_eye(before, step.point, ARROWS[step.heading]) + "\n")
    if path.is_late:
        typer.echo("It has not decided in time and must pass.")


def _board_with_eye(position: "Position", point: str, arrow: str) -> str:
    """The board, the eye's arrow beside the point where it stands."""
    from ludogen.games import Go

    game = position.game
    assert isinstance(game, Go)
    lines = position.diagram().splitlines()[: game.size + 1]
    at = game.point_names.index(point)
    row, column = game.size - at // game.size, at % game.size
    place = 2 + 2 * column
    lines[row] = f"{lines[row][:place]}{arrow}{lines[row][place + 1 :]}"
    return "\n".join(lines)
