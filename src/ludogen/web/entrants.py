"""Which players the page may name: baselines, champions, local runs, installed engines. Nothing else.

What the browser says is taken apart here and put together anew from known parts; no path and no command goes through.
Champions of local runs are `runs/NAME`, `runs/NAME@29`, `runs/NAME.safetensors`, whatever the folder is called.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from ludogen.engines import find_program
from ludogen.errors import LudogenError, PlayerNameError
from ludogen.formats.champion import Champion
from ludogen.games import Game
from ludogen.names import known_or_suggestion
from ludogen.players import PLAYERS, Player, parse_player
from ludogen.players.champion import SUFFIX, checked_champion, shipped_champions
from ludogen.runs.folder import list_runs

__all__ = [
    "HUMAN",
    "Entrant",
    "called",
    "champion_address",
    "champion_of",
    "entrants",
    "open_player",
    "place_of",
    "resolved",
    "strengths_of",
    "title_of",
]

HUMAN = "human"
CLOSED = ("gtp",)  # a command to start: for the command line alone
ENGINES = {"gnugo": "gnugo", "rhino": "gtp-rhino"}
LONGEST = 200
RUN_PREFIX = "runs/"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}(?:@(?:[0-9]{1,9}|last))?")
_OPTION = re.compile(r"([a-z_]{1,20})=([a-z0-9.-]{1,12})")
# What an option may be at most, so that a move takes seconds, not hours.
MOST: dict[str, float] = {
    "depth": 10,
    "seconds": 10,
    "nodes": 3_000_000,
    "level": 10,
    "solve": 16,
    "epsilon": 1,
    "temperature": 1e6,
    "king": 10,
    "seed": 2**31 - 1,
    "jumps_at_leaf": 8,
    "jumps_inside": 8,
    # Of `frankland`, whose runs are also held to a time (`LONGEST_RUN`).
    "population": 500,
    "generations": 10_000,
    "trials": 100,
    "tournament": 100,
    "crossover": 1,
    "mutation": 1,
    "limit": 1000,
    "highest": 32,
    "mutation_depth": 6,
    "look": 1,
    # Of `playouts`.
    "number": 500,
}
WORDS = {
    "search": ("plain", "strong"),
    "ties": ("random", "first", "alpha", "challenger"),
    "table": ("norvig", "standard"),
    "capture": ("true", "false"),
    "until_quiet": ("true", "false"),
    "regions": ("quadrant", "board"),
    "grow": ("uniform", "half"),
    "prune": ("deepest", "random"),
    **dict.fromkeys(("preserve", "supreme", "mobility", "frontier", "leaving"), ("true", "false")),
}
EVOLVES = "frankland"
LONGEST_RUN = "seconds=10"  # of a player that evolves for every move
DEEPEST_GO = 3  # plies: a board of 361 points is wide
ABOUT = {
    "random": ("Random", "any legal move"),
    "greedy": ("Greedy", "takes the most it can right now"),
    "material": ("Counter", "counts discs, pieces or stones ahead"),
    "positional": ("Squares", "loves corners, fears the squares beside them"),
    "iago": ("Iago", "edges and stable discs, a champion program of 1982"),
    "mobility": ("Mobility", "wants many moves for itself, few for you"),
    "kreversi": ("kreversi", "the opponent of KDE's desktop"),
    "pieces": ("Pieces", "counts men and kings, and looks ahead"),
    "frankland": ("Frankland", "evolves anew for every single move"),
    "playouts": ("Playouts", "makes the move after which random games end best"),
    "gnugo": ("GNU Go", "the engine the roving eye was evolved against"),
    "rhino": ("Rhino", "a real Othello engine"),
}
SHIPPED = {
    "anaconda": ("Anaconda", "a checkers net that evolution taught from nothing but results"),
    "singer": ("Three features", "a net of three hidden nodes that learned by playing; loves corners"),
    "singer-patterns": ("Patterns", "learned the worth of lines, edges and corners: the strongest of ours"),
    "eye-5x5": ("Roving eye", "walks over the board to see it; knows one opening against GNU Go"),
    "moriarty-positional": ("Positional net", "evolved against chance: grabs squares, never looks ahead"),
    "moriarty-mobility": ("Mobility net", "evolved against a searcher: gives discs away, then strikes"),
}


@dataclass(frozen=True)
class Entrant:
    """A player to choose: its short text, and how it is presented."""

    name: str
    title: str
    about: str
    group: str  # champions, runs, baselines, engines


def entrants(game: Game, runs: Path) -> list[Entrant]:
    """All players of a game that can be chosen now, the most interesting first."""
    found = [
        Entrant(name, *SHIPPED.get(name, (name, "an evolved champion")), "champions")
        for name in shipped_champions()
        if _plays(name, game)
    ]
    for folder in list_runs(runs):
        name = f"{RUN_PREFIX}{folder.name}"
        if _NAME.fullmatch(folder.name) and is_within(folder, runs) and _plays(str(folder), game):
            found.append(Entrant(name, folder.name, "latest champion of this run", "runs"))
    for name, kind in PLAYERS.items():
        if name in CLOSED or game.name not in kind.games:
            continue
        if name in ENGINES and find_program(ENGINES[name]) is None:
            continue
        found.append(Entrant(name, *ABOUT.get(name, (name, "")), "engines" if name in ENGINES else "baselines"))
    return found


def _plays(place: str, game: Game) -> bool:
    try:
        found = checked_champion(place)
    except LudogenError:  # no champion yet, or a damaged run: not to be chosen
        return False
    return found is not None and found[0].game == game.name


def title_of(name: str) -> str:
    """How a player is called, without its options."""
    base = name.partition(":")[0].removeprefix("champions/")
    return (ABOUT | SHIPPED).get(base, (base.removeprefix(RUN_PREFIX),))[0]


def called(name: str) -> str:
    """How a player is called, with its options."""
    options = name.partition(":")[2].replace(",", ", ").replace("=", " ")
    return f"{title_of(name)}, {options}" if options else title_of(name)


def champion_address(name: str) -> str:
    """The page of a player."""
    return "/champion/" + quote(name.partition(":")[0].removeprefix("champions/"), safe="/@")


def strengths_of(name: str, game: Game, runs: Path) -> list[tuple[str, str]]:
    """How strong a player can be told to be: what people read, and the options; empty where there is no choice."""
    base = name.partition(":")[0]
    if base == "gnugo":
        return [(f"level {level}", f"level={level}") for level in (1, 4, 7, 10)]
    if base == "rhino":
        return [(f"level {level}", f"level={level}") for level in range(1, 6)]
    if base == "kreversi":
        return [(f"level {level}", f"level={level}") for level in (1, 2, 3, 5, 7)]
    if base == EVOLVES:
        runs_of = [("5 generations", "generations=5"), ("as in the paper", "generations=20")]
        times = [(f"{seconds} s a move", f"generations=10000,seconds={seconds}") for seconds in ("0.1", "1", "3")]
        return runs_of + times
    if base == "playouts":
        return [(f"{number} games", f"number={number}") for number in (10, 50, 200)]
    if base in (HUMAN, "random", "greedy") or not _searches(base, runs):
        return []
    times = [(f"{seconds} s a move", f"seconds={seconds}") for seconds in ("0.3", "1", "3", "10")]
    plies = (1, 2) if game.name == "go" else (1, 2, 3, 4, 6, 8)
    return [("1 ply" if depth == 1 else f"{depth} plies", f"depth={depth}") for depth in plies] + times


def _searches(base: str, runs: Path) -> bool:
    from ludogen.players.methods import METHODS  # noqa: PLC0415  # scipy and all nets: not before it is asked
    from ludogen.players.named import Searching  # noqa: PLC0415

    if base in PLAYERS:
        return issubclass(PLAYERS[base], Searching)
    champion = champion_of(base, runs)
    return champion is not None and champion.method in METHODS and METHODS[champion.method].searches


def open_player(text: str, game: Game, runs: Path) -> Player:
    """The player that the browser names, if the page may name it."""
    return parse_player(resolved(text, game, runs), game)


def resolved(text: str, game: Game, runs: Path) -> str:
    """The name by which the package knows a player that the browser names; PlayerNameError if the page may not."""
    base, _, options = text.partition(":")
    place = place_of(base, runs)
    if place is None:
        known = [entrant.name for entrant in entrants(game, runs)]
        raise PlayerNameError(f"unknown player {_shown(base)!r}: {known_or_suggestion(base[:LONGEST], known)}")
    checked = _checked_options(base, options, game) if ":" in text else ""
    if base == EVOLVES:
        checked = _bounded(checked)
    quoted = f'"{place}"' if ":" in place else place
    return f"{quoted}:{checked}" if checked else quoted


def champion_of(text: str, runs: Path) -> Champion | None:
    """The champion behind a player's name, fit to play; None where there is none."""
    base = text.partition(":")[0]
    place = None if base == HUMAN or base in PLAYERS else place_of(base, runs)
    found = checked_champion(place) if place else None
    return found[0] if found else None


def place_of(base: str, runs: Path) -> str | None:
    """What to ask the package for: a known name, or a path within the folder of runs that is built here."""
    if len(base) > LONGEST or base in CLOSED:
        raise PlayerNameError(f"player {_shown(base)!r} is for the command line only, the page does not start it")
    if base in PLAYERS:
        return base
    shipped = base.removeprefix("champions/")
    if shipped in shipped_champions():
        return f"champions/{shipped}"
    if not base.startswith(RUN_PREFIX):
        return None
    name = base.removeprefix(RUN_PREFIX)
    if not _NAME.fullmatch(name):
        raise PlayerNameError(f"player {_shown(base)!r} is not like runs/NAME or runs/NAME@GENERATION")
    folder = runs / name.partition("@")[0]
    if not folder.exists() or not is_within(folder, runs):
        raise PlayerNameError(f"player {_shown(base)!r} is none: there is no such run")
    if folder.is_file() and (folder.suffix != SUFFIX or "@" in name):
        raise PlayerNameError(f"player {_shown(base)!r} is none: champions are runs or end in {SUFFIX}")
    return str(runs.resolve() / name)


def is_within(path: Path, folder: Path) -> bool:
    """Does the path, all links followed, lie in the folder?"""
    return path.resolve().is_relative_to(folder.resolve())


def _checked_options(base: str, options: str, game: Game) -> str:
    kept = []
    for part in options.split(","):
        found = _OPTION.fullmatch(part)
        if found is None:
            raise PlayerNameError(f"cannot read {_shown(part)!r}: options are KEY=VALUE, divided by commas")
        key, value = found.groups()
        if key in WORDS and value in WORDS[key]:
            kept.append(part)
            continue
        most = min(MOST.get(key, -1), DEEPEST_GO) if key == "depth" and game.name == "go" else MOST.get(key, -1)
        if most < 0:
            allowed = known_or_suggestion(key, [*MOST, *WORDS])
            raise PlayerNameError(f"option {key}={value!r} of {_shown(base)!r} is not for the page: {allowed}")
        if not re.fullmatch(r"[0-9]{1,10}(\.[0-9]{1,6})?", value) or float(value) > most:
            raise PlayerNameError(f"option {key}={value!r} of {_shown(base)!r}: on the page 0..{most:g} are allowed")
        kept.append(part)
    return ",".join(kept)


def _bounded(options: str) -> str:
    """Options of a player that evolves: without a time of its own its run ends after a while all the same."""
    parts = options.split(",") if options else []
    if any(part.startswith("seconds=") and float(part.removeprefix("seconds=")) > 0 for part in parts):
        return options
    return ",".join([*(part for part in parts if not part.startswith("seconds=")), LONGEST_RUN])


def _shown(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}..."
