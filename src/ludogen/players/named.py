"""Short texts that name players, and the options each takes.

A kind of player is a frozen dataclass: its fields are the options, its docstring is what `ludogen players` shows, and
`build` makes the player for a game.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from ludogen.errors import InvalidInputError, PlayerNameError
from ludogen.games import Game
from ludogen.games.endgame_tables import require_tables
from ludogen.kernels.go_playouts import PlayoutMover
from ludogen.kernels.movers import EpsilonMover, GreedyMover, KreversiMover, RandomMover
from ludogen.kernels.plain_search import plain_work
from ludogen.kernels.records import new_record
from ludogen.kernels.search import DEEPEST, Extension
from ludogen.kernels.squares import SQUARES, WeightedSquares
from ludogen.kernels.strong_search import NO_TABLES
from ludogen.names import build_named, known_or_suggestion, parse_name, parse_place
from ludogen.players import evaluators
from ludogen.players.engine import GnuGo, Gtp, Rhino
from ludogen.players.moving import MoverPlayer
from ludogen.players.online import Frankland
from ludogen.players.player import Player
from ludogen.players.searching import Limits, SearchPlayer

__all__ = ["PLAYERS", "PlayerKind", "parse_player", "with_options"]

ALL_GAMES = ("othello", "checkers", "go")


class PlayerKind(Protocol):
    """A named kind of player."""

    games: ClassVar[tuple[str, ...]]

    def build(self, name: str, game: Game) -> Player:
        """The player for a game."""


@dataclass(frozen=True)
class Random:
    """Any legal move, each equally likely."""

    games: ClassVar[tuple[str, ...]] = ALL_GAMES

    def build(self, name: str, game: Game) -> Player:
        """The player for a game."""
        return MoverPlayer(name, lambda: RandomMover(0))


@dataclass(frozen=True)
class Greedy:
    """Most discs, pieces or stones after its move."""

    games: ClassVar[tuple[str, ...]] = ALL_GAMES

    def build(self, name: str, game: Game) -> Player:
        """The player for a game."""
        return MoverPlayer(name, lambda: GreedyMover(evaluators.material(game.name)))


@dataclass(frozen=True)
class Searching:
    """Options that all searching players share."""

    depth: int = 1
    nodes: int = 0
    seconds: float = 0.0
    search: str = "plain"
    ties: str = "random"
    epsilon: float = 0.0
    temperature: float = 0.0
    jumps_at_leaf: int = 1
    jumps_inside: int = 0
    until_quiet: bool = False
    tables: bool = False
    solve: int = 0

    def __post_init__(self) -> None:
        self._check("depth", 1 <= self.depth < DEEPEST, f"1..{DEEPEST - 1}")
        self._check("nodes", self.nodes >= 0, "0 or more")
        self._check("seconds", 0 <= self.seconds <= 3600, "0..3600")
        self._check("search", self.search in ("plain", "strong"), "plain or strong")
        self._check("ties", self.ties in ("random", "first"), "random or first")
        self._check("epsilon", 0 <= self.epsilon <= 1, "0..1")
        self._check("temperature", 0 <= self.temperature <= 1e6, "0..1000000")
        self._check("solve", 0 <= self.solve <= 20, "0..20")
        self._check("jumps_at_leaf", 0 <= self.jumps_at_leaf <= 8, "0..8")
        self._check("jumps_inside", 0 <= self.jumps_inside <= 8, "0..8")

    def _check(self, option: str, is_allowed: bool, allowed: str) -> None:
        if not is_allowed:
            raise PlayerNameError(f"player option {option}={getattr(self, option)!r} is not {allowed}")

    @property
    def limits(self) -> Limits:
        """How far to look."""
        return Limits(self.depth, self.nodes, self.seconds, self.search == "strong")

    def evaluator(self, game: Game) -> Any:
        """What a position is worth."""
        raise NotImplementedError

    def _solve_at(self, game: Game) -> int:
        if self.solve and game.name != "othello":
            raise PlayerNameError(f"player option solve={self.solve} is for othello, not {game.name}")
        return self.solve

    def build(self, name: str, game: Game) -> Player:
        """The player for a game."""
        extension = Extension(self.jumps_at_leaf, self.jumps_inside, self.until_quiet)
        tables = _open_tables(game) if self.tables else NO_TABLES
        solve_at, ties = self._solve_at(game), self.ties == "random"
        chance = (self.temperature, self.epsilon)
        return SearchPlayer(name, self.evaluator(game), self.limits, extension, ties, tables, solve_at, *chance)


@dataclass(frozen=True)
class Positional(Searching):
    """Othello: worth of the squares held; table=norvig or standard."""

    table: str = "norvig"
    games: ClassVar[tuple[str, ...]] = ("othello",)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._check("table", self.table in ("norvig", "standard"), "norvig or standard")

    def evaluator(self, game: Game) -> Any:
        """What a position is worth."""
        quadrant = evaluators.NORVIG_SQUARES if self.table == "norvig" else evaluators.STANDARD_SQUARES
        return evaluators.weighted_squares(quadrant)


@dataclass(frozen=True)
class Iago(Searching):
    """Othello: Iago's edge and internal stability, without its mobility."""

    games: ClassVar[tuple[str, ...]] = ("othello",)

    def evaluator(self, game: Game) -> Any:
        """What a position is worth."""
        return evaluators.iago()


@dataclass(frozen=True)
class Mobility(Searching):
    """Othello: legal moves ahead."""

    games: ClassVar[tuple[str, ...]] = ("othello",)

    def evaluator(self, game: Game) -> Any:
        """What a position is worth."""
        return evaluators.mobility()


@dataclass(frozen=True)
class Pieces(Searching):
    """Checkers: pieces ahead, a king counting `king`."""

    king: float = 1.5
    games: ClassVar[tuple[str, ...]] = ("checkers",)

    def evaluator(self, game: Game) -> Any:
        """What a position is worth."""
        return evaluators.pieces(self.king)


@dataclass(frozen=True)
class Material(Searching):
    """Discs, pieces or stones ahead."""

    games: ClassVar[tuple[str, ...]] = ALL_GAMES

    def evaluator(self, game: Game) -> Any:
        """What a position is worth."""
        return evaluators.material(game.name)


@dataclass(frozen=True)
class Playouts:
    """Go: the move after which so many games of random moves end best on average."""

    number: int = 50
    epsilon: float = 0.0
    games: ClassVar[tuple[str, ...]] = ("go",)

    def __post_init__(self) -> None:
        if not 1 <= self.number <= 1_000_000:
            raise PlayerNameError(f"player option number={self.number} is not 1..1000000")
        if not 0 <= self.epsilon <= 1:
            raise PlayerNameError(f"player option epsilon={self.epsilon!r} is not 0..1")

    def build(self, name: str, game: Game) -> Player:
        """The player for a game."""
        mover = PlayoutMover(self.number)
        return MoverPlayer(name, lambda: EpsilonMover(mover, self.epsilon) if self.epsilon else mover)


@dataclass(frozen=True)
class Kreversi:
    """Othello: kreversi of KDE 2, which searches level + 1 plies and more towards the end."""

    level: int = 3
    epsilon: float = 0.0
    games: ClassVar[tuple[str, ...]] = ("othello",)

    def __post_init__(self) -> None:
        if not 1 <= self.level <= 9:
            raise PlayerNameError(f"player option level={self.level} is not 1..9")

    def build(self, name: str, game: Game) -> Player:
        """The player for a game; its first move is random, as in the original."""
        return MoverPlayer(name, self._new_mover)

    def _new_mover(self) -> Any:
        scratch = WeightedSquares(new_record(SQUARES))
        mover = KreversiMover(self.level, evaluators.kreversi_squares().weights, scratch, plain_work())
        return EpsilonMover(mover, self.epsilon) if self.epsilon else mover


def _open_tables(game: Game) -> Any:
    if game.name != "checkers":
        raise PlayerNameError(f"player option tables=true is for checkers, not {game.name}")
    return require_tables().for_kernels


PLAYERS: dict[str, type[PlayerKind]] = {
    "random": Random,
    "greedy": Greedy,
    "material": Material,
    "positional": Positional,
    "iago": Iago,
    "mobility": Mobility,
    "kreversi": Kreversi,
    "playouts": Playouts,
    "pieces": Pieces,
    "frankland": Frankland,
    "gnugo": GnuGo,
    "rhino": Rhino,
    "gtp": Gtp,
}


def with_options(text: str, **options: float) -> str:
    """The same name with these options if it names a player that searches: for matches at equal depth.

    Engines are left alone: what they call seconds is the time after which they have failed. So are champions whose nets
    choose moves themselves.
    """
    kind = PLAYERS.get(_first_word(text))
    parsed = parse_name(text) if kind else parse_place(text)
    searches = _champion_searches(parsed.name) if kind is None else issubclass(kind, Searching)
    added = {key: f"{value:g}" for key, value in options.items()} if searches else {}
    if kind is None and not added:
        return text
    chosen = parsed.options | added
    quoted = [f'{key}="{value}"' if "," in value else f"{key}={value}" for key, value in chosen.items()]
    name = f'"{parsed.name}"' if ":" in parsed.name else parsed.name
    return f"{name}:{','.join(quoted)}" if quoted else name


def parse_player(text: str, game: Game) -> Player:
    """The player that a short text names, for a game."""
    if _first_word(text) not in PLAYERS:
        return _parse_champion(text, game)
    try:
        parsed = parse_name(text)
    except InvalidInputError as wrong:
        raise PlayerNameError(str(wrong)) from None
    kind = PLAYERS[parsed.name]
    if game.name not in kind.games:
        raise PlayerNameError(f"player {parsed.name!r} plays {', '.join(kind.games)}, not {game.name}")
    return build_named(kind, parsed, PlayerNameError).build(text, game)


def _first_word(text: str) -> str:
    return text.strip().partition(":")[0]


def _champion_searches(place: str) -> bool:
    from ludogen.players.champion import searches  # noqa: PLC0415

    return searches(place)


def _parse_champion(text: str, game: Game) -> Player:
    # Champions search, with the options that stand here; and few names need their files and libraries.
    from ludogen.players.champion import champion_player, shipped_champions  # noqa: PLC0415

    player = champion_player(text, game)
    if player is None:
        name = _first_word(parse_place(text).name)
        raise PlayerNameError(f"unknown player {name!r}: {known_or_suggestion(name, [*PLAYERS, *shipped_champions()])}")
    return player
