"""A game that was played: who, how it began, every move with its note, how it ended. The formats write and read it.

Texts hold no control characters (`comment` and `MoveNote.text` may have several lines), numbers are finite: what cannot
be written so that it is read back the same is refused when the record is made. Nothing here checks whether the moves
are legal, so making and writing a record is quick; `replay` does, and so do the readers.
"""

import math
import re
from dataclasses import dataclass, fields

import numpy as np

from ludogen.errors import InvalidInputError
from ludogen.formats.places import quoted
from ludogen.games import Game, Move, Position, Result

__all__ = ["MOST_MOVES", "GameRecord", "MoveNote", "clean_line", "clean_text", "game_text", "number_text"]

MOST_MOVES = 10_000  # of one game; a hostile file shall not take all time and memory

_NOT_IN_TEXT = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_NOT_IN_LINE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_LINE_BREAK = re.compile("\r\n|\n\r|\r")
_DATE = re.compile(r"[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?")


@dataclass(frozen=True)
class MoveNote:
    """What was noted about a move: its value for the mover, the time it took, a comment."""

    value: float | None = None
    seconds: float | None = None
    text: str = ""

    def __post_init__(self) -> None:
        for name, number in (("value", self.value), ("seconds", self.seconds)):
            if number is not None and not math.isfinite(number):
                raise InvalidInputError(f"{name}={number!r} of a move is not a finite number")
        if self.seconds is not None and self.seconds < 0:
            raise InvalidInputError(f"seconds={self.seconds!r} of a move is below 0")
        _check("text of a move", self.text, _NOT_IN_TEXT)


@dataclass(frozen=True)
class GameRecord:
    """A whole game. `players`, black first as in `game.sides`; `result` is None for a game that was not finished.

    `notes` has one for each move, or none at all; notes that say nothing are left out. The past of `start` is no part
    of the record.
    """

    game: Game
    players: tuple[str, str]
    start: Position
    moves: tuple[Move, ...]
    result: Result | None = None
    notes: tuple[MoveNote, ...] = ()
    event: str = ""
    round: str = ""
    date: str = ""  # ISO: a year, a month or a day, as 2024, 2024-05, 2024-05-17
    opening: str = ""
    comment: str = ""

    def __post_init__(self) -> None:
        if self.start.game != self.game:
            raise InvalidInputError(f"start={self.start!s} is a position of {self.start.game}, not of {self.game}")
        if len(self.players) != 2:
            raise InvalidInputError(f"players={self.players!r} of a record are not two names")
        if len(self.moves) > MOST_MOVES:
            raise InvalidInputError(f"a record of {len(self.moves)} moves is too long: {MOST_MOVES} are allowed")
        if self.notes and len(self.notes) != len(self.moves):
            raise InvalidInputError(f"{len(self.notes)} notes for {len(self.moves)} moves: one a move, or none")
        if self.date and not _DATE.fullmatch(self.date):
            raise InvalidInputError(f"date={quoted(self.date)} of a record is not like 2024-05-17, 2024-05 or 2024")
        for name, text in zip(self.game.sides, self.players, strict=True):
            _check(f"name of {name}", text, _NOT_IN_LINE)
        for name in ("event", "round", "opening"):
            _check(name, getattr(self, name), _NOT_IN_LINE)
        _check("comment", self.comment, _NOT_IN_TEXT)
        if self.result is not None:
            _check_result(self.result)
        if self.notes and set(self.notes) == {MoveNote()}:
            object.__setattr__(self, "notes", ())

    def replay(self) -> Position:
        """The position after all moves, each of them checked."""
        position = self.start
        for move in self.moves:
            position = position.play(move)
        return position


def _check(name: str, text: str, forbidden: re.Pattern[str]) -> None:
    found = forbidden.search(text)
    if found:
        raise InvalidInputError(f"{name} {quoted(text)} has the character {found[0]!r}, which a record cannot hold")


def _check_result(result: Result) -> None:
    if result.winner not in (None, 0, 1) or not all(map(math.isfinite, result.points)):
        raise InvalidInputError(f"result {result!r} needs a winner of 0, 1 or None and finite points")
    _check("reason", result.reason, _NOT_IN_LINE)


def clean_line(text: str) -> str:
    """A text from a file as one line that a record may hold."""
    return _NOT_IN_LINE.sub(_replacement, text)


def clean_text(text: str) -> str:
    """A text from a file, of several lines perhaps, as a record may hold it."""
    return _NOT_IN_TEXT.sub(_replacement, _LINE_BREAK.sub("\n", text))


def _replacement(found: re.Match[str]) -> str:
    return "\ufffd" if found[0] >= "\ud800" else " "


def number_text(number: float) -> str:
    """A number without an exponent and with all its digits, `0.1`; a whole one without a point."""
    text = repr(float(number))
    return np.format_float_positional(number, trim="-") if "e" in text else text.removesuffix(".0")


def game_text(game: Game) -> str:
    """The short text that names a game with its options, `go:size=5`; `parse_game` reads it."""
    options = [
        f"{item.name}={_option_text(getattr(game, item.name))}"
        for item in fields(game)  # type: ignore[arg-type]  # games are dataclasses
        if getattr(game, item.name) != item.default
    ]
    return f"{game.name}:{','.join(options)}" if options else game.name


def _option_text(option: object) -> str:
    if isinstance(option, bool):
        return str(option).lower()
    return number_text(option) if isinstance(option, float) else str(option)
