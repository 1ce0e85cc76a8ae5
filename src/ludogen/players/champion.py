"""Champions: players that evolution made, from a file, a run or the package.

    PATH.safetensors       a file
    RUN@29, RUN@last, RUN  a generation's champion of a run, a folder with a run.db; without a number the latest
    NAME, champions/NAME   one that comes with Ludogen

All take the options of the searching players: `PATH.safetensors:depth=8`. Places are read by `parse_place`.
"""

import os
import re
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.errors import InvalidInputError, LudogenError, PlayerNameError, RecordError, RunError
from ludogen.formats.champion import MOST_BYTES, Champion, champion_bytes, parse_champion, read_champion
from ludogen.games import Game
from ludogen.kernels.checkers_nets import (
    RAW_WEIGHTS,
    SUBSQUARE_WEIGHTS,
    FreshSubSquareNet,
    RawNet1999,
    raw_record,
    subsquare_record,
)
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.remembering import Remembering, new_memory
from ludogen.names import ParsedName, build_named, known_or_suggestion, parse_place
from ludogen.players.named import Searching
from ludogen.players.player import Player
from ludogen.players.searching import SearchPlayer

__all__ = ["METHODS", "Method", "RememberingPlayer", "champion_player", "find_champion", "made_of", "shipped_champions"]

SUFFIX = ".safetensors"
SALT = Bits(0x9E3779B97F4A7C15)  # any will do: a memory belongs to one mover
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

Arrays = Mapping[str, NDArray[Any]]
Shape = tuple[int, ...]


@dataclass(frozen=True)
class Method:
    """How a player is made from a champion's arrays."""

    game: str
    arrays: Mapping[str, tuple[type[np.generic], Shape]]  # what there must be
    evaluator: Callable[[Arrays], Any]
    depth: int  # plies of search, if no others are asked for


def _subsquare_net(arrays: Arrays) -> FreshSubSquareNet:
    # Not the net that carries its sums: champions were bred, and move, by values that do not depend on the path.
    record = subsquare_record(arrays["weights"], float(arrays["king"]), bool(arrays["turned"]))
    return FreshSubSquareNet(record)


def _raw_net(arrays: Arrays) -> RawNet1999:
    return RawNet1999(raw_record(arrays["weights"], float(arrays["king"]), bool(arrays["turned"])))


def _net_arrays(weights: int) -> Mapping[str, tuple[type[np.generic], Shape]]:
    return {"weights": (np.float32, (weights,)), "king": (np.float32, ()), "turned": (np.bool_, ())}


METHODS: dict[str, Method] = {
    "checkers-net-2001": Method("checkers", _net_arrays(SUBSQUARE_WEIGHTS), _subsquare_net, 4),
    "checkers-net-1999": Method("checkers", _net_arrays(RAW_WEIGHTS), _raw_net, 4),
}


def champion_player(text: str, game: Game) -> Player | None:
    """The champion that a short text names, as a player; None if it names none."""
    try:
        parsed = parse_place(text)
    except InvalidInputError as wrong:
        raise PlayerNameError(str(wrong)) from None
    champion = find_champion(parsed.name)
    if champion is None:
        return None
    method = _method_of(champion, parsed.name)
    if game.name != method.game:
        raise PlayerNameError(f"champion {parsed.name!r} plays {method.game}, not {game.name}")
    return _player(text, parsed, method, method.evaluator(champion.arrays), game)


@dataclass(frozen=True)
class RememberingPlayer(SearchPlayer):
    """A searching player that remembers what positions are worth: it plays the same moves, sooner.

    Measured with the net of 2001: 1.3 times as many moves a second at 4 plies, 1.7 times at 8.
    """

    def new_mover(self) -> Any:
        """A compiled mover that plays as it does, for one thread."""
        evaluator = Remembering(self.evaluator, new_memory(), SALT)
        return SearchPlayer.new_mover(replace(self, evaluator=evaluator))


def made_of(text: str) -> str:
    """A fingerprint of the champion that a player's name means now; empty for all other players.

    Files are replaced and runs go on: the same name may mean another player tomorrow.
    """
    try:
        champion = find_champion(parse_place(text).name)
    except LudogenError:
        return ""
    return "" if champion is None else blake2b(champion_bytes(champion), digest_size=12).hexdigest()


def _player(text: str, parsed: ParsedName, method: Method, net: Any, game: Game) -> Player:
    @dataclass(frozen=True)
    class Evolved(Searching):
        """A champion's evaluator under the usual search."""

        depth: int = method.depth

        def evaluator(self, game: Game) -> Any:
            """What a position is worth."""
            return net

    player = build_named(Evolved, parsed, PlayerNameError).build(text, game)
    return RememberingPlayer(**vars(player))


def _method_of(champion: Champion, where: str) -> Method:
    """The method of a champion whose arrays are as it needs them."""
    method = METHODS.get(champion.method)
    if method is None:
        known = known_or_suggestion(champion.method, METHODS)
        raise RecordError(f"cannot use champion {where!r}: unknown method {champion.method!r}: {known}")
    if champion.game != method.game:
        said = f"its method {champion.method!r} is for {method.game}, its game is {champion.game!r}"
        raise RecordError(f"cannot use champion {where!r}: {said}")
    for name, (kind, shape) in method.arrays.items():
        found = champion.arrays.get(name)
        if found is None or found.dtype.type is not kind or found.shape != shape:
            wanted = _described(kind, shape)
            is_found = "there is none" if found is None else f"it is {_described(found.dtype.type, found.shape)}"
            said = f"method {champion.method!r} needs an array {name!r} of {wanted}, {is_found}"
            raise RecordError(f"cannot use champion {where!r}: {said}")
    return method


def _described(kind: type[np.generic], shape: Shape) -> str:
    return f"{kind.__name__.rstrip('_')}[{', '.join(map(str, shape))}]"


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
