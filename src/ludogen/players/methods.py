"""Methods: how players are made from the arrays of champions, one entry in `METHODS` for each.

Some nets evaluate positions for a search and take its options; others choose moves themselves.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ludogen.errors import InvalidInputError, PlayerNameError, RecordError
from ludogen.formats.champion import Champion
from ludogen.games import Game
from ludogen.genomes.areas import board_of
from ludogen.genomes.features import Features, to_weights
from ludogen.genomes.marker import fixed_nets, marker_nets
from ludogen.genomes.trees import Tree, checked_tree, checked_values, strategy_of
from ludogen.genomes.tuples import Tuples
from ludogen.genomes.tuples import to_weights as tuples_to_weights
from ludogen.kernels.area_play import DEEPEST_LOOK
from ludogen.kernels.checkers_nets import (
    RAW_WEIGHTS,
    SUBSQUARE_WEIGHTS,
    FreshSubSquareNet,
    RawNet1999,
    raw_record,
    subsquare_record,
)
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.feature_net import FeatureNet, feature_record, feature_size
from ludogen.kernels.fixed_net import FIXED_LENGTH, FixedMover, fixed_mind
from ludogen.kernels.marker_net import MarkerMover, marker_mind
from ludogen.kernels.movers import EpsilonMover, SolvingMover
from ludogen.kernels.online_evolution import HeuristicMover
from ludogen.kernels.othello_solver import FEW, new_table
from ludogen.kernels.remembering import Remembering, new_memory
from ludogen.kernels.share_net import MOST_PHASES
from ludogen.kernels.trees import KINDS
from ludogen.kernels.tuple_net import TUPLE_SETS, TupleNet, entries_of, tuple_record
from ludogen.names import ParsedName, build_named, known_or_suggestion
from ludogen.players.eyes import EYE_ARRAYS, eye_mover, new_eye
from ludogen.players.moving import MoverPlayer
from ludogen.players.named import Searching
from ludogen.players.player import Player
from ludogen.players.searching import SearchPlayer

__all__ = ["HEURISTIC_TREE", "METHODS", "Method", "RememberingPlayer", "alpha_of", "method_of"]

SALT = Bits(0x9E3779B97F4A7C15)  # any will do: a memory belongs to one mover
Arrays = Mapping[str, NDArray[Any]]
Shape = tuple[int | tuple[int, ...], ...]  # a side of an array: its length, ANY, or those that are allowed


Build = Callable[[str, ParsedName, Arrays, Game], Player]
ANY = -1  # a side of an array that may have any length


@dataclass(frozen=True)
class Method:
    """How a player is made from a champion's arrays."""

    game: str
    arrays: Mapping[str, tuple[type[np.generic], Shape]]  # what there must be
    build: Build  # from its whole name, the name in parts, its arrays
    searches: bool = True
    optional: Mapping[str, tuple[type[np.generic], Shape]] = field(default_factory=dict)  # what there may be


# Nets that evaluate positions for a search


def _searching(evaluator: Callable[[Arrays], Any], usual_depth: int, remembers: bool = True) -> Build:
    def build(text: str, parsed: ParsedName, arrays: Arrays, game: Game) -> Player:
        try:
            net = evaluator(arrays)
        except InvalidInputError as wrong:
            raise RecordError(f"cannot use champion {parsed.name!r}: {wrong}") from None

        @dataclass(frozen=True)
        class Evolved(Searching):
            """A champion's evaluator under the usual search."""

            depth: int = usual_depth

            def evaluator(self, game: Game) -> Any:
                """What a position is worth."""
                return net

        player = build_named(Evolved, parsed, PlayerNameError).build(text, game)
        return RememberingPlayer(**vars(player)) if remembers else player

    return build


@dataclass(frozen=True)
class RememberingPlayer(SearchPlayer):
    """A searching player that remembers what positions are worth: it plays the same moves, sooner.

    Measured with the net of 2001: 1.3 times as many moves a second at 4 plies, 1.7 times at 8.
    """

    def new_mover(self) -> Any:
        """A compiled mover that plays as it does, for one thread."""
        evaluator = Remembering(self.evaluator, new_memory(), SALT)
        return SearchPlayer.new_mover(replace(self, evaluator=evaluator))


def _subsquare_net(arrays: Arrays) -> FreshSubSquareNet:
    # Not the net that carries its sums: champions were bred, and move, by values that do not depend on the path.
    record = subsquare_record(arrays["weights"], float(arrays["king"]), bool(arrays["turned"]))
    return FreshSubSquareNet(record)


def _raw_net(arrays: Arrays) -> RawNet1999:
    return RawNet1999(raw_record(arrays["weights"], float(arrays["king"]), bool(arrays["turned"])))


def _feature_net(arrays: Arrays) -> FeatureNet:
    weights = to_weights(Features(arrays["features"], float(arrays["bias"])))
    return FeatureNet(feature_record(weights, _plays_to_win(arrays)))


def _tuple_net(arrays: Arrays) -> TupleNet:
    weights = tuples_to_weights(Tuples(arrays["tables"], float(arrays["bias"])))
    return TupleNet(tuple_record(weights, _plays_to_win(arrays)))


def _plays_to_win(arrays: Arrays) -> bool:
    return bool(arrays.get("wins", False))


def _net_arrays(weights: int) -> Mapping[str, tuple[type[np.generic], Shape]]:
    return {"weights": (np.float32, (weights,)), "king": (np.float32, ()), "turned": (np.bool_, ())}


# Nets that choose moves themselves


@dataclass(frozen=True)
class Choosing:
    """Options of players that do not search."""

    epsilon: float = 0.0
    solve: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.epsilon <= 1:
            raise PlayerNameError(f"player option epsilon={self.epsilon!r} is not 0..1")
        if not 0 <= self.solve <= 20:
            raise PlayerNameError(f"player option solve={self.solve!r} is not 0..20")

    def around(self, mover: Any) -> Any:
        """A mover with these options."""
        if self.solve:
            mover = SolvingMover(mover, self.solve, new_table() if self.solve > FEW else None)
        return EpsilonMover(mover, self.epsilon) if self.epsilon else mover


T = TypeVar("T")


def _options(kind: type[T], parsed: ParsedName) -> T:
    """Options of a player that does not search; one that only searching players take is told."""
    known = [item.name for item in fields(kind)]  # type: ignore[arg-type]  # a dataclass
    for option in parsed.options:
        if option not in known and option in {item.name for item in fields(Searching)}:
            raise PlayerNameError(
                f"player option {option}={parsed.options[option]} is for players that search; champion "
                f"{parsed.name!r} does not: it takes {' and '.join(filter(None, (', '.join(known[:-1]), known[-1])))}"
            )
    return build_named(kind, parsed, PlayerNameError)


def _choosing(nets: Callable[..., NDArray[Any]], mover: Callable[..., Any], new_mind: Callable[[], Any]) -> Build:
    def build(text: str, parsed: ParsedName, arrays: Arrays, game: Game) -> Player:
        options = _options(Choosing, parsed)
        squash = "tanh" if arrays["tanh"] else "logistic"
        try:
            made = nets(arrays["chromosome"], float(arrays["divisor"]), squash)
        except InvalidInputError as wrong:
            raise RecordError(f"cannot use champion {parsed.name!r}: {wrong}") from None
        return MoverPlayer(text, lambda: options.around(mover(made, new_mind())), remembers=True)

    return build


@dataclass(frozen=True)
class HeuristicChoosing(Choosing):
    """Options of a tree of heuristics that plays as it is."""

    look: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.look <= DEEPEST_LOOK:
            raise PlayerNameError(f"player option look={self.look!r} is not 0..{DEEPEST_LOOK}")


def _heuristic_tree(text: str, parsed: ParsedName, arrays: Arrays, game: Game) -> Player:
    options = _options(HeuristicChoosing, parsed)
    try:
        values = checked_values(checked_tree(arrays["code"]), arrays["values"])
    except InvalidInputError as wrong:
        raise RecordError(f"cannot use champion {parsed.name!r}: {wrong}") from None
    board = board_of(game.name, "board" if arrays["whole_board"] else "quadrant")
    strategy = strategy_of(values, board)
    return MoverPlayer(text, lambda: options.around(HeuristicMover(strategy, board, options.look)))


def alpha_of(place: str) -> tuple[Tree, NDArray[np.int64]]:
    """The tree at a champion's place, and what it says: an alpha for a player that evolves."""
    from ludogen.players.champion import find_champion  # noqa: PLC0415  # it looks up methods here

    champion = find_champion(place)
    if champion is None or champion.method != HEURISTIC_TREE:
        found = "no champion" if champion is None else f"a champion of method {champion.method!r}"
        raise PlayerNameError(f"player option alpha={place!r} is {found}; one of method {HEURISTIC_TREE!r} is needed")
    method_of(champion, place)
    try:
        tree = checked_tree(champion.arrays["code"])
        return tree, checked_values(tree, champion.arrays["values"])
    except InvalidInputError as wrong:
        raise RecordError(f"cannot use champion {place!r}: {wrong}") from None


@dataclass(frozen=True)
class Roving:
    """Options of roving eyes."""

    epsilon: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.epsilon <= 1:
            raise PlayerNameError(f"player option epsilon={self.epsilon!r} is not 0..1")


def _roving(text: str, parsed: ParsedName, arrays: Arrays, game: Game) -> Player:
    epsilon = _options(Roving, parsed).epsilon
    try:
        net, rules = eye_mover(arrays)
    except InvalidInputError as wrong:
        raise RecordError(f"cannot use champion {parsed.name!r}: {wrong}") from None

    def new_mover() -> Any:
        return EpsilonMover(new_eye(net, rules), epsilon) if epsilon else new_eye(net, rules)

    return MoverPlayer(text, new_mover, remembers=True)


def _chromosome_arrays(length: int) -> Mapping[str, tuple[type[np.generic], Shape]]:
    return {"chromosome": (np.int8, (length,)), "divisor": (np.float32, ()), "tanh": (np.bool_, ())}


PHASES = tuple(range(1, MOST_PHASES + 1))
FEATURE_SIZES = tuple(feature_size(phases) for phases in PHASES)
TABLE_SIZES = tuple(entries_of(tuples) for tuples in TUPLE_SETS)
HEURISTIC_TREE = "heuristic-tree-2015"
GOAL: Mapping[str, tuple[type[np.generic], Shape]] = {"wins": (np.bool_, ())}
METHODS: dict[str, Method] = {
    "checkers-net-2001": Method("checkers", _net_arrays(SUBSQUARE_WEIGHTS), _searching(_subsquare_net, 4)),
    "checkers-net-1999": Method("checkers", _net_arrays(RAW_WEIGHTS), _searching(_raw_net, 4)),
    # To evaluate takes this net less time than to look for what it said before.
    "othello-net-2001": Method(
        "othello",
        {"features": (np.float32, (ANY, FEATURE_SIZES)), "bias": (np.float32, ())},
        _searching(_feature_net, 4, remembers=False),
        optional=GOAL,
    ),
    "othello-tuples-2001": Method(
        "othello",
        {"tables": (np.float32, (PHASES, TABLE_SIZES)), "bias": (np.float32, ())},
        _searching(_tuple_net, 4, remembers=False),
        optional=GOAL,
    ),
    "marker-net-1995": Method(
        "othello", _chromosome_arrays(ANY), _choosing(marker_nets, MarkerMover, marker_mind), searches=False
    ),
    "fixed-net-1995": Method(
        "othello", _chromosome_arrays(FIXED_LENGTH), _choosing(fixed_nets, FixedMover, fixed_mind), searches=False
    ),
    HEURISTIC_TREE: Method(
        "othello",
        {"code": (np.int64, (ANY,)), "values": (np.int64, (KINDS,)), "whole_board": (np.bool_, ())},
        _heuristic_tree,
        searches=False,
    ),
    "eye-net-2004": Method("go", EYE_ARRAYS, _roving, searches=False),
}


def method_of(champion: Champion, where: str) -> Method:
    """The method of a champion whose arrays are as it needs them."""
    method = METHODS.get(champion.method)
    if method is None:
        known = known_or_suggestion(champion.method, METHODS)
        raise RecordError(f"cannot use champion {where!r}: unknown method {champion.method!r}: {known}")
    if champion.game != method.game:
        said = f"its method {champion.method!r} is for {method.game}, its game is {champion.game!r}"
        raise RecordError(f"cannot use champion {where!r}: {said}")
    there = {name: kept for name, kept in method.optional.items() if name in champion.arrays}
    for name, (kind, shape) in (*method.arrays.items(), *there.items()):
        found = champion.arrays.get(name)
        if found is None or found.dtype.type is not kind or not _fits(found.shape, shape):
            wanted = _described(kind, shape)
            is_found = "there is none" if found is None else f"it is {_described(found.dtype.type, found.shape)}"
            said = f"method {champion.method!r} needs an array {name!r} of {wanted}, {is_found}"
            raise RecordError(f"cannot use champion {where!r}: {said}")
    return method


def _fits(found: tuple[int, ...], wanted: Shape) -> bool:
    return len(found) == len(wanted) and all(
        there in side if isinstance(side, tuple) else side in (ANY, there)
        for there, side in zip(found, wanted, strict=True)
    )


def _described(kind: type[np.generic], shape: Shape) -> str:
    sides = ", ".join("any" if side == ANY else str(side).strip("()").replace(", ", " or ") for side in shape)
    return f"{kind.__name__.rstrip('_')}[{sides}]"
