"""Champions: players that evolution made, from a file, a run or the package.

    PATH.safetensors       a file
    RUN@29, RUN@last, RUN  a generation's champion of a run, a folder with a run.db; without a number the latest
    NAME, champions/NAME   one that comes with Ludogen

Those whose nets evaluate positions take the options of the searching players: `PATH.safetensors:depth=8`. Those whose
nets choose moves themselves take `epsilon` and `solve`. Places are read by `parse_place`.
"""

import os
import re
import sqlite3
from contextlib import closing
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path

from ludogen.errors import InvalidInputError, LudogenError, PlayerNameError, RunError
from ludogen.formats.champion import MOST_BYTES, Champion, champion_bytes, parse_champion, read_champion
from ludogen.games import Game
from ludogen.names import parse_place
from ludogen.players.methods import METHODS, Method, method_of
from ludogen.players.player import Player

__all__ = ["champion_player", "checked_champion", "find_champion", "made_of", "searches", "shipped_champions"]

SUFFIX = ".safetensors"
STORE = "run.db"
LAST = "last"
CHOSEN = """
    SELECT substr(data, 1, ?) FROM champions
    WHERE generation = coalesce(?, (SELECT max(generation) FROM champions))
"""
ALL = "SELECT CAST(generation AS INTEGER) FROM champions ORDER BY 1"
HOW_TO_NAME = f"a champion is named by its file FILE{SUFFIX} or its run RUN@GENERATION"
_GENERATION = re.compile(r"[0-9]{1,18}|last")
_SHIPPED = re.compile(r"(?:champions/)?([a-z0-9][a-z0-9_-]{0,63})")


def champion_player(text: str, game: Game) -> Player | None:
    """The champion that a short text names, as a player; None if it names none."""
    try:
        parsed = parse_place(text)
    except InvalidInputError as wrong:
        raise PlayerNameError(str(wrong)) from None
    champion = find_champion(parsed.name)
    if champion is None:
        return None
    method = method_of(champion, parsed.name)
    if game.name != method.game:
        raise PlayerNameError(f"champion {parsed.name!r} plays {method.game}, not {game.name}")
    return method.build(text, parsed, champion.arrays, game)


def searches(place: str) -> bool:
    """Does the champion at a place search? Yes, where none can be found: that is told when it is to play."""
    try:
        champion = find_champion(place)
    except LudogenError:
        return True
    method = METHODS.get(champion.method) if champion else None
    return method is None or method.searches


def made_of(text: str) -> str:
    """A fingerprint of the champion that a player's name means now; empty for all other players.

    Files are replaced and runs go on: the same name may mean another player tomorrow.
    """
    try:
        parsed = parse_place(text)
        champion = find_champion(parsed.options.get("alpha", "") if parsed.name == "frankland" else parsed.name)
    except LudogenError:
        return ""
    return "" if champion is None else blake2b(champion_bytes(champion), digest_size=12).hexdigest()


def checked_champion(place: str) -> tuple[Champion, Method] | None:
    """The champion at a place, fit to play, and its method; None where the text is no champion's place."""
    champion = find_champion(place)
    return None if champion is None else (champion, method_of(champion, place))


def find_champion(place: str) -> Champion | None:
    """The champion at a place; None where the text is no champion's place."""
    if not place:
        return None
    if place.endswith(SUFFIX):
        if not os.path.isfile(place):
            raise PlayerNameError(f"no such file {place!r}: {HOW_TO_NAME}")
        return read_champion(Path(place))
    run, _, generation = place.rpartition("@")
    if run and _GENERATION.fullmatch(generation):
        if not os.path.isfile(os.path.join(run, STORE)):
            raise PlayerNameError(f"no run {run!r} in {place!r}: a run is a folder with a {STORE}")
        return _from_run(run, generation)
    return _shipped(place) or _from_folder(place)


def shipped_champions() -> list[str]:
    """Names of the champions that come with Ludogen."""
    folder = files("ludogen") / "champions"
    if not folder.is_dir():
        return []
    return sorted(item.name.removesuffix(SUFFIX) for item in folder.iterdir() if item.name.endswith(SUFFIX))


def _shipped(place: str) -> Champion | None:
    named = _SHIPPED.fullmatch(place)
    if named is None or named[1] not in shipped_champions():
        return None
    return parse_champion((files("ludogen") / "champions" / f"{named[1]}{SUFFIX}").read_bytes(), place)


def _from_folder(place: str) -> Champion | None:
    """The latest champion of a run's folder."""
    if os.path.isfile(os.path.join(place, STORE)):
        return _from_run(place, LAST)
    if os.path.isdir(place):
        raise PlayerNameError(f"folder {place!r} is no run: it has no {STORE}; {HOW_TO_NAME}")
    if os.path.isfile(place):
        raise PlayerNameError(f"file {place!r} does not end in {SUFFIX}; {HOW_TO_NAME}")
    if "/" in place or os.sep in place:
        raise PlayerNameError(f"unknown player {place!r}, no such run: {HOW_TO_NAME}")
    return None


def _from_run(run: str, generation: str) -> Champion:
    """The champion of a generation, as the run's store keeps it; the store is only read."""
    where, wanted = f"{run}@{generation}", None if generation == LAST else int(generation)
    try:
        store = sqlite3.connect(f"{Path(run, STORE).absolute().as_uri()}?mode=ro", uri=True)
        with closing(store):
            store.execute("PRAGMA trusted_schema = OFF")
            found = store.execute(CHOSEN, (MOST_BYTES + 1, wanted)).fetchone()
            there = [] if found else [number for (number,) in store.execute(ALL)]
    except sqlite3.Error as wrong:
        raise RunError(f"cannot read champion {where!r}: {STORE} is damaged or foreign ({wrong})") from None
    if found is None and wanted is None:
        raise PlayerNameError(f"run {run!r} has no champion yet")
    if found is None:
        raise PlayerNameError(f"run {run!r} has no champion of generation {wanted}: it has {_listed(there)}")
    if not isinstance(found[0], bytes):
        raise RunError(f"cannot read champion {where!r}: {STORE} is damaged or foreign (no bytes)")
    return parse_champion(found[0], where)


def _listed(generations: list[int]) -> str:
    """Numbers in short: 0..29, or 0, 10, 20."""
    if len(generations) > 2 and generations[-1] - generations[0] == len(generations) - 1:
        return f"{generations[0]}..{generations[-1]}"
    if len(generations) <= 12:
        return ", ".join(map(str, generations)) or "none"
    return f"{', '.join(map(str, generations[:10]))}, ..., {generations[-1]}"
