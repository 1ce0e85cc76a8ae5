"""What a lens shows: plain data, drawn by the page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from ludogen.formats.champion import Champion
from ludogen.games import Move, Position, Side
from ludogen.players import Player
from ludogen.web.scenes import path_of

__all__ = ["BOTH", "Lens", "Meter", "Picture", "Sight", "Step", "Subject", "asked_in", "move_marks", "relative"]

BOTH: tuple[Side, ...] = (0, 1)


@dataclass(frozen=True)
class Subject:
    """Who is looked at."""

    name: str
    player: Player
    champion: Champion | None
    sides: tuple[Side, ...] = BOTH  # that it plays at this table


@dataclass(frozen=True)
class Picture:
    """A small board of numbers; None where there is none."""

    title: str
    values: Sequence[float | None]
    note: str = ""
    most: float = 0.0  # the number that is darkest; 0: the largest there is
    dots: Sequence[int] = ()
    columns: int = 8


@dataclass(frozen=True)
class Meter:
    """A number in 0..1 as a bar."""

    name: str
    value: float
    threshold: float | None = None  # above it something happens


@dataclass(frozen=True)
class Step:
    """What stands on the board at a moment: see `overlay` of static/board.js; and what is beside it only then."""

    caption: str
    overlay: Mapping[str, Any]
    pictures: Sequence[Picture] = ()
    meters: Sequence[Meter] = ()


@dataclass(frozen=True)
class Sight:
    """All that a lens shows of a position."""

    steps: Sequence[Step]
    facts: Mapping[str, str] = field(default_factory=dict)
    pictures: Sequence[Picture] = ()
    graph: Mapping[str, Any] | None = None  # parts of static/graph.js
    text: tuple[str, str] = ("", "")  # something longer: what it is, and how it goes
    seconds: float = 0.9  # that a step is shown


class Lens(Protocol):
    """A way to look at a kind of player."""

    name: ClassVar[str]
    about: ClassVar[str]

    def suits(self, subject: Subject) -> bool:
        """Can this player be looked at so?"""

    def look(self, subject: Subject, position: Position) -> Sight:
        """What it sees in a position in which somebody is to move."""


def asked_in(subject: Subject, position: Position) -> Position | None:
    """The latest position up to this one in which the player is or was to move."""
    return next((past for past in position.past() if past.side in subject.sides and not past.is_over), None)


def relative(values: Sequence[float]) -> list[float]:
    """Values as -1..1 around their middle: the best is above zero, whoever is ahead."""
    if not values:
        return []
    middle = (max(values) + min(values)) / 2
    half = (max(values) - min(values)) / 2
    return [(value - middle) / half if half else 0.0 for value in values]


def move_marks(position: Position, values: Mapping[Move, float], labels: Mapping[Move, str]) -> list[dict[str, Any]]:
    """Marks of moves for the board, best first. Of moves to one square only the best has a label."""
    order = sorted(values, key=lambda move: -values[move])
    marks, labelled = [], set()
    for move, share in zip(order, relative([values[move] for move in order]), strict=True):
        path = path_of(position.game, position.move_name(move), move)
        label = "" if path and path[-1] in labelled else labels.get(move, "")
        labelled.update(path[-1:])
        is_best = values[move] == values[order[0]]
        marks.append({"path": path, "value": round(share, 3), "label": label, "best": is_best})
    return marks
