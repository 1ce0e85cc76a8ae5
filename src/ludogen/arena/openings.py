"""How the games of a match begin: a deck of openings, shuffled by the seed, one for each pair of games.

A short text names a deck: `four-moves`, `random:plies=8`, `file:path=openings.txt`. Each kind is a frozen dataclass
whose fields are its options and whose docstring is shown to people.
"""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import ClassVar, Protocol

import numpy as np

from ludogen.errors import IllegalMoveError, InvalidInputError, MoveTextError, OpeningError, PositionTextError
from ludogen.formats import read_records
from ludogen.games import Game, Go, Move, Position
from ludogen.names import build_named, known_or_suggestion, parse_name
from ludogen.players import SearchPlayer, parse_player
from ludogen.randomness import stream

__all__ = ["DEFAULT_OPENINGS", "OPENINGS", "Deck", "Opening", "parse_openings"]

ALL_GAMES = ("othello", "checkers", "go")
DEFAULT_OPENINGS = {"othello": "four-moves", "checkers": "two-moves", "go": "none"}
MOST_TRIES = 1000
MOST_LINES = 100_000


@dataclass(frozen=True)
class Opening:
    """Where a game begins and the moves that are made for both sides."""

    name: str
    start: Position
    moves: tuple[Move, ...] = ()

    @property
    def position(self) -> Position:
        """The position in which the players take over."""
        position = self.start
        for move in self.moves:
            position = position.play(move)
        return position


@dataclass(frozen=True)
class Deck:
    """The openings of a match: cards to be shuffled, or a way to draw a new one by chance for every pair."""

    cards: tuple[Opening, ...] = ()
    draw: Callable[[np.random.Generator], Opening] | None = None

    @property
    def size(self) -> int | None:
        """How many cards there are."""
        return len(self.cards) if self.draw is None else None

    def opening(self, pair: int, seed: int) -> Opening:
        """The opening of a pair of games: all cards of the deck in a random order, then all again in another."""
        if self.draw is not None:
            return self.draw(stream(seed, "opening", pair))
        turn, place = divmod(pair, len(self.cards))
        return self.cards[int(_order(len(self.cards), seed, turn)[place])]


@lru_cache(maxsize=256)
def _order(size: int, seed: int, turn: int) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    return stream(seed, "openings", turn).permutation(size)


class OpeningKind(Protocol):
    """A named kind of deck."""

    games: ClassVar[tuple[str, ...]]

    def build(self, game: Game) -> Deck:
        """The deck for a game."""


def _cards(openings: list[Opening]) -> Deck:
    return Deck(tuple(openings))


def _named(start: Position, moves: tuple[Move, ...]) -> Opening:
    names = [start.game.move_name(move) for move in moves]
    return Opening(" ".join(names) or "start", start, moves)


def _sequences(start: Position, plies: int) -> list[Opening]:
    """Every sequence of legal moves."""
    found: list[tuple[tuple[Move, ...], Position]] = [((), start)]
    for _ in range(plies):
        found = [((*moves, move), at.play(move)) for moves, at in found for move in at.legal_moves]
    return [_named(start, moves) for moves, at in found if not at.is_over]


@dataclass(frozen=True)
class NoOpening:
    """The start of the game, every time."""

    games: ClassVar[tuple[str, ...]] = ALL_GAMES

    def build(self, game: Game) -> Deck:
        """The deck for a game."""
        return _cards([_named(game.start(), ())])


@dataclass(frozen=True)
class FourMoves:
    """Othello: all 244 sequences of the first four moves."""

    games: ClassVar[tuple[str, ...]] = ("othello",)

    def build(self, game: Game) -> Deck:
        """The deck for a game."""
        return _cards(_sequences(game.start(), 4))


@dataclass(frozen=True)
class FirstMoves:
    """Checkers: all seven first moves."""

    games: ClassVar[tuple[str, ...]] = ("checkers",)

    def build(self, game: Game) -> Deck:
        """The deck for a game."""
        return _cards(_sequences(game.start(), 1))


@cache
def _ballots() -> dict[str, list[str]]:
    return tomllib.loads(files("ludogen.arena").joinpath("ballots.toml").read_text("utf-8"))


def _from_texts(game: Game, texts: list[str]) -> Deck:
    start = game.start()
    return _cards([_named(start, _moves_of(start, text.split())) for text in texts])


def _moves_of(start: Position, names: list[str]) -> tuple[Move, ...]:
    last = start.play_text(*names)
    made = [position.last_move for position in last.past() if position.last_move is not None]
    return tuple(reversed(made[: last.ply - start.ply]))


@dataclass(frozen=True)
class TwoMoves:
    """Checkers: the 43 two-move ballots."""

    games: ClassVar[tuple[str, ...]] = ("checkers",)

    def build(self, game: Game) -> Deck:
        """The deck for a game."""
        return _from_texts(game, _ballots()["two_moves"])


@dataclass(frozen=True)
class ThreeMoves:
    """Checkers: the 157 three-move ballots."""

    games: ClassVar[tuple[str, ...]] = ("checkers",)

    def build(self, game: Game) -> Deck:
        """The deck for a game."""
        return _from_texts(game, _ballots()["three_moves"])


@dataclass(frozen=True)
class ElevenMen:
    """Checkers: a man less for each side, any one, then two moves; only where no piece is lost at once."""

    games: ClassVar[tuple[str, ...]] = ("checkers",)

    def build(self, game: Game) -> Deck:
        """The deck for a game."""
        judge = parse_player("pieces:depth=6,until_quiet=true", game)
        assert isinstance(judge, SearchPlayer)

        def draw(random: np.random.Generator) -> Opening:
            for _ in range(MOST_TRIES):
                black, white = (int(square) for square in random.integers((1, 21), (13, 33)))
                men = {"B": set(range(1, 13)) - {black}, "W": set(range(21, 33)) - {white}}
                lists = ":".join(colour + ",".join(map(str, sorted(men[colour]))) for colour in "WB")
                start = game.parse_position(f"B:{lists}")
                opening = _random_moves(start, 2, random)
                if opening is not None and judge.think(opening.position).value == 0:
                    return replace(opening, name=f"without {black} and {white}: {opening.name}")
            raise AssertionError("no balanced opening with eleven men")  # a third of all are

        return Deck(draw=draw)


@dataclass(frozen=True)
class RandomPlies:
    """So many random moves, another sequence for each pair."""

    plies: int = 8
    games: ClassVar[tuple[str, ...]] = ALL_GAMES

    def __post_init__(self) -> None:
        if not 1 <= self.plies <= 60:
            raise OpeningError(f"option plies={self.plies} of 'random' is not 1..60")

    def build(self, game: Game) -> Deck:
        """The deck for a game."""

        def draw(random: np.random.Generator) -> Opening:
            for _ in range(MOST_TRIES):
                opening = _random_moves(game.start(), self.plies, random)
                if opening is not None:
                    return opening
            raise OpeningError(f"{MOST_TRIES} times {self.plies} random moves ended the game: take fewer plies")

        return Deck(draw=draw)


def _random_moves(start: Position, plies: int, random: np.random.Generator) -> Opening | None:
    """An opening of random moves; None if it ends the game."""
    position, moves = start, []
    for _ in range(plies):
        if position.is_over:
            return None
        moves.append(position.legal_moves[int(random.integers(len(position.legal_moves)))])
        position = position.play(moves[-1])
    return None if position.is_over else _named(start, tuple(moves))


@dataclass(frozen=True)
class Handicap:
    """Go: black stones on the fixed points, white to move; both players take either side in turn."""

    stones: int = 2
    games: ClassVar[tuple[str, ...]] = ("go",)

    def build(self, game: Game) -> Deck:
        """The deck for a game."""
        assert isinstance(game, Go)
        start = replace(game, handicap=self.stones).start()
        return _cards([Opening(f"handicap {self.stones}", replace(start, game=game))])


@dataclass(frozen=True)
class FromFile:
    """A file: .sgf, .pdn or .ggf records, else lines of moves or of one position each; `plies` cuts moves off."""

    path: str = ""
    plies: int = 0
    games: ClassVar[tuple[str, ...]] = ALL_GAMES

    def build(self, game: Game) -> Deck:
        """The deck for a game."""
        path = Path(self.path)
        if not self.path:
            raise OpeningError("openings 'file' need option path, as in file:path=openings.txt")
        is_record = path.suffix.lower() in (".sgf", ".pdn", ".ggf")
        openings = self._from_records(path, game) if is_record else self._from_lines(path, game)
        if not openings:
            raise OpeningError(f"{self.path!r} has no opening in it")
        return _cards(openings)

    def _from_records(self, path: Path, game: Game) -> list[Opening]:
        found = []
        for number, record in enumerate(read_records(path), 1):
            if record.game.name != game.name:
                raise OpeningError(f"game {number} of {self.path!r} is {record.game.name}, not {game.name}")
            start = game.parse_position(record.start.text) if record.start.text != game.start().text else game.start()
            moves = record.moves[: self.plies or None]
            found.append(self._playable(start, moves, f"game {number} of {self.path!r}"))
        return found

    def _playable(self, start: Position, moves: tuple[Move, ...], where: str) -> Opening:
        position = start
        for move in moves:
            position = position.play(move)
        if position.is_over:
            raise OpeningError(f"{where} ends the game: cut it off with option plies")
        return _named(start, moves)

    def _from_lines(self, path: Path, game: Game) -> list[Opening]:
        try:
            lines = path.read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as wrong:
            raise OpeningError(f"cannot read openings from {self.path!r}: {wrong}") from None
        if len(lines) > MOST_LINES:
            raise OpeningError(f"{self.path!r} has {len(lines)} lines: {MOST_LINES} are allowed")
        found = []
        for number, line in enumerate(lines, 1):
            text = line.partition("#")[0].strip()
            if text:
                found.append(self._from_line(game, text, f"line {number} of {self.path!r}"))
        return found

    def _from_line(self, game: Game, text: str, where: str) -> Opening:
        try:
            return self._playable(game.parse_position(text), (), where)
        except PositionTextError:
            pass
        try:
            moves = _moves_of(game.start(), text.split())
        except (MoveTextError, IllegalMoveError) as wrong:
            raise OpeningError(f"{where} is neither a position nor moves: {wrong}") from None
        return self._playable(game.start(), moves[: self.plies or None], where)


OPENINGS: dict[str, type[OpeningKind]] = {
    "none": NoOpening,
    "four-moves": FourMoves,
    "first-moves": FirstMoves,
    "two-moves": TwoMoves,
    "three-moves": ThreeMoves,
    "eleven-men": ElevenMen,
    "random": RandomPlies,
    "handicap": Handicap,
    "file": FromFile,
}


def parse_openings(text: str, game: Game) -> Deck:
    """The deck of openings that a short text names, for a game."""
    try:
        parsed = parse_name(text)
    except InvalidInputError as wrong:
        raise OpeningError(str(wrong)) from None
    kind = OPENINGS.get(parsed.name)
    if kind is None:
        raise OpeningError(f"unknown openings {parsed.name!r}: {known_or_suggestion(parsed.name, OPENINGS)}")
    if game.name not in kind.games:
        raise OpeningError(f"openings {parsed.name!r} are for {', '.join(kind.games)}, not {game.name}")
    return build_named(kind, parsed, OpeningError).build(game)
