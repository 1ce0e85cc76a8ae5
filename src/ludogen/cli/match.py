"""`ludogen match`: two players meet, in pairs of games, until the result means something."""

import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from ludogen.arena.match import Match
    from ludogen.arena.played import PlayedGame
    from ludogen.arena.settings import MatchSettings
    from ludogen.arena.sprt import Sprt
    from ludogen.arena.store import StoredMatch

__all__ = ["GAME", "match", "typed_command"]

GAME = Annotated[str, typer.Option("--game", "-g", help="Game with options, such as othello or go:size=5.")]


def match(
    one: Annotated[str, typer.Argument(metavar="A", help="A player, such as positional:depth=3.")],
    other: Annotated[str, typer.Argument(metavar="B", help="Its opponent.")],
    game: GAME = "othello",
    games: Annotated[int, typer.Option("--games", "-n", help="Games, in pairs with sides changed.")] = 100,
    openings: Annotated[
        str, typer.Option(help="none, random:plies=8, file:path=FILE, four-moves, first-moves, two-moves, ...")
    ] = "",
    seed: Annotated[int, typer.Option(help="The same seed, the same games.")] = 1,
    concurrency: Annotated[int, typer.Option(help="Games at a time; 0: one for each core.")] = 0,
    epsilon: Annotated[float, typer.Option(help="Both make a random move so often (league protocol: 0.1).")] = 0.0,
    depth: Annotated[int, typer.Option(help="Plies for both, where they search.")] = 0,
    nodes: Annotated[int, typer.Option(help="Nodes a move for both, where they search.")] = 0,
    seconds: Annotated[float, typer.Option(help="Time a move for both, where they search.")] = 0.0,
    referee: Annotated[str, typer.Option(help="tables, or a player who plays out games at the move limit.")] = "",
    move_limit: Annotated[int, typer.Option(help="Plies after which a game is broken off; 0: as usual.")] = 0,
    sprt: Annotated[str, typer.Option(metavar="ELO0,ELO1", help="Stop once one of these is much likelier.")] = "",
    records: Annotated[Path | None, typer.Option(help="Write the games to this .sgf, .pdn or .ggf file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")] = False,
    store: Annotated[Path | None, typer.Option(help="File in which games are kept; default: your data folder.")] = None,
) -> None:
    """Let two players meet: `ludogen match positional:depth=3 iago:depth=3 --games 200`.

    A match that was stopped, by Ctrl-C or otherwise, goes on with the same command and plays only what is missing.
    """
    from rich.console import Console

    from ludogen.arena.match import Match
    from ludogen.arena.openings import DEFAULT_OPENINGS
    from ludogen.arena.settings import MatchSettings
    from ludogen.arena.store import ArenaStore, default_store
    from ludogen.cli.standings import summary_lines
    from ludogen.formats import game_text
    from ludogen.games import parse_game
    from ludogen.players import with_options

    rules = parse_game(game)
    equal = {key: value for key, value in (("depth", depth), ("nodes", nodes), ("seconds", seconds)) if value}
    one, other = (with_options(name, **equal) for name in (one, other))
    settings = MatchSettings(
        game_text(rules), one, other, openings or DEFAULT_OPENINGS[rules.name], seed, epsilon, move_limit, referee
    )
    _check_records(records)
    console = Console(stderr=as_json)
    with ArenaStore(store or default_store()) as kept, kept.match(settings) as stored:
        meeting = Match(settings, games, _parse_sprt(sprt), concurrency)
        meeting.played = _begun(stored, meeting, console)
        try:
            for _ in _shown(meeting, stored, console):
                pass
        except KeyboardInterrupt:
            _write_records(records, meeting, stored)
            console.print(f"\nStopped after {len(meeting.played)} of {games} games. To go on:\n  {typed_command()}")
            raise
        _write_records(records, meeting, stored)
    if as_json:
        typer.echo(json.dumps(_as_json(meeting), indent=2))
    else:
        for line in summary_lines(meeting):
            console.print(line)
        if records is not None:
            console.print(f"Games are in {records}.")


def typed_command() -> str:
    """What was typed."""
    return shlex.join(["ludogen", *sys.argv[1:]])


def _parse_sprt(text: str) -> "Sprt | None":
    from ludogen.arena.sprt import Sprt
    from ludogen.errors import InvalidInputError

    if not text:
        return None
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise InvalidInputError(f"sprt {text!r} is not two numbers ELO0,ELO1, as in --sprt 0,20") from None
    return Sprt(elo0, elo1)


def _check_records(path: Path | None) -> None:
    """Tell before the match what would go wrong after it."""
    from ludogen.errors import InvalidInputError

    if path is not None and path.suffix.lower() not in (".sgf", ".pdn", ".ggf"):
        raise InvalidInputError(f"records {str(path)!r} do not end in .sgf, .pdn or .ggf")
    if path is not None and not path.absolute().parent.is_dir():
        raise InvalidInputError(f"records {str(path)!r}: there is no folder {str(path.parent)!r}")


def _begun(stored: "StoredMatch", meeting: "Match", console: "Console") -> "dict[int, PlayedGame]":
    """Games of the same match that were played before; a match that was finished is played again."""
    before = stored.games()
    if not before:
        return {}
    meeting.played = before
    if meeting.is_over:
        stored.forget()
        return {}
    console.print(f"Going on after {len(before)} games played since {stored.begun}.")
    return before


def _shown(meeting: "Match", stored: "StoredMatch", console: "Console") -> "Iterator[list[PlayedGame]]":
    """Play, with a bar on a terminal and a line now and then elsewhere."""
    from ludogen.cli.progress import Progress
    from ludogen.cli.standings import score_text

    with Progress(console, meeting.games, len(meeting.played), "games") as progress:
        for batch in meeting.play(stored):
            progress.show(len(meeting.played), score_text(meeting.tally))
            yield batch


def _write_records(path: Path | None, meeting: "Match", stored: "StoredMatch") -> None:
    from ludogen.formats import write_records

    if path is not None:
        settings: MatchSettings = meeting.settings
        players = (settings.one, settings.other)
        event = f"{settings.one} - {settings.other}, seed {settings.seed}"
        games = [meeting.played[number] for number in sorted(meeting.played)]
        write_records(path, [game.record(settings.rules, players, event, stored.begun[:10]) for game in games])


def _as_json(meeting: "Match") -> dict[str, object]:
    from dataclasses import asdict

    summary = asdict(meeting.summary)
    decision = meeting.decision
    return {
        "settings": asdict(meeting.settings),
        "games": [{"number": g.number, "seat": g.seat, "score": g.score, **asdict(g.result)} for g in meeting.counted],
        "summary": summary,
        "sprt": None if decision is None else asdict(decision),
    }
