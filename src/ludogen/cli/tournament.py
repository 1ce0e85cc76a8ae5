"""`ludogen tournament` and `ludogen ladder`: many players on one scale."""

import json
from math import isfinite, nan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludogen.cli.match import GAME, typed_command

if TYPE_CHECKING:
    from rich.table import Table

    from ludogen.arena.statistics import PairResult
    from ludogen.arena.tournament import Standings

__all__ = ["ladder", "tournament"]

ANCHOR = Annotated[str, typer.Option(help="The player whose rating is fixed, and perhaps at what: random=0.")]
JSON = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")]
STORE = Annotated[Path | None, typer.Option(help="File in which games are kept; default: your data folder.")]


def tournament(
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...", help="Two players or more.")],
    game: GAME = "othello",
    games: Annotated[int, typer.Option("--games", "-n", help="Games of each pairing.")] = 100,
    gauntlet: Annotated[bool, typer.Option(help="Only the first player meets the others.")] = False,
    openings: Annotated[str, typer.Option(help="As in `ludogen match`.")] = "",
    seed: Annotated[int, typer.Option(help="Another seed adds other games to the ladder.")] = 1,
    concurrency: Annotated[int, typer.Option(help="Games at a time; 0: one for each core.")] = 0,
    epsilon: Annotated[float, typer.Option(help="All make a random move so often.")] = 0.0,
    depth: Annotated[int, typer.Option(help="Plies for all that search.")] = 0,
    nodes: Annotated[int, typer.Option(help="Nodes a move for all that search.")] = 0,
    seconds: Annotated[float, typer.Option(help="Time a move for all that search.")] = 0.0,
    referee: Annotated[str, typer.Option(help="As in `ludogen match`.")] = "",
    move_limit: Annotated[int, typer.Option(help="Plies after which a game is broken off; 0: as usual.")] = 0,
    anchor: ANCHOR = "",
    as_json: JSON = False,
    store: STORE = None,
) -> None:
    """Let many players meet: `ludogen tournament random greedy positional iago --games 50`.

    Results go on the ladder of the game. Pairings that were played before with the same settings are not played again;
    a tournament that was stopped goes on with the same command.
    """
    from rich.console import Console

    from ludogen.arena.openings import DEFAULT_OPENINGS
    from ludogen.arena.settings import MatchSettings
    from ludogen.arena.store import ArenaStore, default_store
    from ludogen.arena.tournament import Tournament, results_of, standings
    from ludogen.cli.progress import Progress
    from ludogen.cli.standings import score_text
    from ludogen.formats import game_text
    from ludogen.games import parse_game
    from ludogen.players import parse_player, with_options

    rules = parse_game(game)
    equal = {key: value for key, value in (("depth", depth), ("nodes", nodes), ("seconds", seconds)) if value}
    names = tuple(with_options(name, **equal) for name in players)
    for name in names:  # all are looked at before the first plays
        parse_player(name, rules)
    start = openings or DEFAULT_OPENINGS[rules.name]
    pattern = MatchSettings(game_text(rules), names[0], names[-1], start, seed, epsilon, move_limit, referee)
    event = Tournament(names, pattern, games, gauntlet, concurrency)
    console = Console(stderr=as_json)
    fixed, rating = _parse_anchor(anchor, names)
    total = games * len(event.pairings)
    with ArenaStore(store or default_store()) as kept, Progress(console, total, 0, "games") as progress:
        finished = 0
        try:
            for match, batch in event.play(kept):
                finished += len(batch) if batch else len(match.played)
                settings = match.settings
                note = f"{settings.one} - {settings.other} {score_text(match.tally)}"
                progress.show(finished, note)
                if len(match.played) == games and console.is_terminal:
                    progress.show_below(_live(event.played + results_of(match), fixed, rating))
        except KeyboardInterrupt:
            console.print(f"\nStopped after {finished} of {total} games. To go on:\n  {typed_command()}")
            raise
    _print(standings(event.played, fixed, rating), f"{rules.name}, {games} games a pairing, seed {seed}", as_json)


def ladder(
    game: Annotated[
        str, typer.Argument(help="Game with options, such as othello; nothing: which ladders there are.")
    ] = "",
    epsilon: Annotated[float, typer.Option(help="The ladder of tournaments with such random moves.")] = 0.0,
    anchor: ANCHOR = "",
    as_json: JSON = False,
    store: STORE = None,
) -> None:
    """Show all results of tournaments in a game on one scale: `ludogen ladder othello`."""
    from ludogen.arena.store import ArenaStore, default_store
    from ludogen.arena.tournament import standings
    from ludogen.formats import game_text
    from ludogen.games import parse_game

    with ArenaStore(store or default_store()) as kept:
        if not game:
            found = kept.ladders()
            for name, number in found.items():
                typer.echo(f"{name}: {number} games")
            if not found:
                typer.echo("No tournament has been played yet: see ludogen tournament --help")
            return
        name = game_text(parse_game(game)) + (f", epsilon {epsilon:g}" if epsilon else "")
        results = kept.ladder(name)
    if not results:
        typer.echo(f"No tournament of {name} has been played yet: see ludogen tournament --help")
        return
    players = sorted({result.first for result in results} | {result.second for result in results})
    fixed, rating = _parse_anchor(anchor, tuple(players))
    _print(standings(results, fixed, rating), f"ladder of {name}", as_json)


def _live(results: "list[PairResult]", anchor: str | None, rating: float) -> "Table":
    """The ratings so far."""
    from ludogen.arena.tournament import rate
    from ludogen.cli.standings import rating_table

    players = {result.first for result in results} | {result.second for result in results}
    return rating_table(rate(results, anchor if anchor in players else None, rating), {}, "so far")


def _parse_anchor(text: str, players: tuple[str, ...]) -> tuple[str | None, float]:
    """The anchor, if one was named, and its rating."""
    from ludogen.errors import InvalidInputError

    if not text:
        return None, 0.0
    if text in players:
        return text, 0.0
    name, _, rating = text.rpartition("=")
    try:
        value = float(rating)
    except ValueError:
        value = nan
    if name not in players or not isfinite(value):
        raise InvalidInputError(f"anchor {text!r} is not PLAYER or PLAYER=RATING with one of {', '.join(players)}")
    return name, value


def _print(table: "Standings", title: str, as_json: bool) -> None:
    from dataclasses import asdict

    from rich.console import Console

    from ludogen.cli.standings import cross_table, rating_table

    if as_json:
        results = [asdict(result) for result in table.results]
        sequential = {name: asdict(rating) for name, rating in table.sequential.items()}
        typer.echo(
            json.dumps({"ratings": asdict(table.ratings), "sequential": sequential, "results": results}, indent=2)
        )
        return
    console = Console()
    console.print(rating_table(table.ratings, table.sequential, title))
    order = [row.player for row in table.ratings.ratings]
    console.print(cross_table(order, table.results, "score in % by place"))
    if table.ratings.remark:
        console.print(table.ratings.remark)
