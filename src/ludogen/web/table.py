"""A table: two seats and a game between them, with its past. Knows no browser; every page has its own.

A seat is taken by a person (`human`) or by a player's name. All methods answer at once but `reply`, which asks the
player whose turn it is; what it says counts only if nothing has changed meanwhile (`change`).
"""

import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from ludogen.errors import LudogenError, RecordError
from ludogen.formats import GameRecord, MoveNote, ggf_text, parse_ggf, parse_pdn, parse_sgf, pdn_text, sgf_text
from ludogen.formats.files import decode_records
from ludogen.games import Game, Move, Position, Result, Side
from ludogen.players import MoverPlayer, Player, SearchPlayer
from ludogen.players.engine import EnginePlayer, Resignation
from ludogen.randomness import stream_word
from ludogen.web.entrants import HUMAN, open_player
from ludogen.web.scenes import sides_of
from ludogen.web.seated import SeatedPlayer, seated

__all__ = ["FORMATS", "MOST_UPLOAD", "Table", "records_in"]

SOMEBODY = "a person"
MOST_UPLOAD = 500_000  # bytes of a record
FORMATS = {"othello": ("ggf", "sgf"), "checkers": ("pdn",), "go": ("sgf",)}
PATIENCE = 3.0
LONGEST_LINK = 12_000  # characters of moves
WRITERS = {"sgf": sgf_text, "pdn": pdn_text, "ggf": ggf_text}
READERS = {"sgf": parse_sgf, "pdn": parse_pdn, "ggf": parse_ggf}
_compiled: set[tuple[Game, str]] = set()  # which players have moved since the page began


class Played(NamedTuple):
    """A game as it was left."""

    game: Game
    start: Position
    position: Position
    seed: int
    given_up: Side | None
    values: dict[int, float]
    seconds: dict[int, float]
    names: tuple[str, str]


@dataclass
class Table:
    """One game and who plays it."""

    game: Game
    seats: list[str]
    runs: Path
    position: Position = field(init=False)
    start: Position = field(init=False)
    seed: int = field(default_factory=lambda: secrets.randbelow(2**31))
    change: int = 0  # goes up whenever the game or its players are not what they were
    given_up: Side | None = None
    values: dict[int, float] = field(default_factory=dict)  # what a judge says of the position after so many plies
    seconds: dict[int, float] = field(default_factory=dict)
    names: tuple[str, str] = (SOMEBODY, SOMEBODY)  # of persons, as a record tells them
    left: Played | None = None  # the game before this one
    _players: dict[str, Player] = field(default_factory=dict)
    _asked: list[Player] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.position = self.start = self.game.start()

    # Whose turn it is

    @property
    def mover(self) -> str:
        """Who is to move, by name."""
        return self.seats[self.position.side]

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it is on."""
        if self.given_up is not None:
            winner = 1 - self.given_up
            points = (1.0, 0.0) if winner == 0 else (0.0, 1.0)
            return Result(winner, points, f"{sides_of(self.game)[self.given_up]} resigns")
        return self.position.result

    @property
    def awaits_person(self) -> bool:
        """Is a person to move?"""
        return self.result is None and self.mover == HUMAN

    @property
    def awaits_player(self) -> bool:
        """Is a player to move?"""
        return self.result is None and self.mover != HUMAN

    def plays(self, side: Side) -> bool:
        """Does a person sit there?"""
        return self.seats[side] == HUMAN

    # Moves

    def play(self, text: str) -> None:
        """A person's move."""
        if not self.awaits_person:
            raise LudogenError(f"move {text[:20]!r} comes when it is nobody's turn here")
        self._advance(self.position.play(self.position.parse_move(text)))

    def reply(self) -> tuple[int, Position, Move | None]:
        """What the player to move chooses, for which state of the table, in which position. None: it resigns."""
        change, position, name = self.change, self.position, self.mover
        player = self.player(name)
        chance = int(stream_word(self.seed, "page", position.ply))
        self._asked.append(player)
        try:
            move = player.choose(position, chance)
            _compiled.add((self.game, name))
            return change, position, move
        except Resignation:
            return change, position, None
        finally:
            self._asked.remove(player)

    def patience(self) -> float | None:
        """Seconds after which the player to move may still be waiting for a compiler; None if it needs none."""
        player = self.player(self.mover)
        if isinstance(player, EnginePlayer) or (self.game, self.mover) in _compiled:
            return None
        return PATIENCE + float(getattr(player, "seconds", 0.0))

    def interrupt(self) -> None:
        """Let players that think about what is no longer asked come to an end."""
        for player in list(self._asked):
            if isinstance(player, EnginePlayer):
                player.close()  # starts anew when it is asked again
                self._players = {name: one for name, one in self._players.items() if one is not player}
            elif isinstance(player, SearchPlayer | MoverPlayer | SeatedPlayer):
                player.stop()

    def accept(self, reply: tuple[int, Position, Move | None], seconds: float) -> bool:
        """Make the move of a reply; False if the table has changed since it was asked for."""
        change, position, move = reply
        if change != self.change or position is not self.position:
            return False
        if move is None:
            self.given_up = position.side
            self.change += 1
            return True
        self.seconds[position.ply] = seconds
        self._advance(position.play(move))
        return True

    def _advance(self, position: Position) -> None:
        self.position = position
        self.change += 1

    def resign(self) -> bool:
        """The person to move gives the game up, or the only person there is; is there one?"""
        side = self.position.side if self.plays(self.position.side) else 1 - self.position.side
        if self.result is not None or not self.plays(side):
            return False
        self.given_up = side
        self.change += 1
        self.interrupt()
        return True

    def undo(self) -> bool:
        """Back to the latest position before this one in which a person had to choose; was there one? A person who has
        resigned goes on.
        """
        if self.given_up is not None and self.plays(self.given_up):
            self.go_on_from(self.position)
            return True
        for past in self.position.past():
            is_choice = len(past.legal_moves) > 1 or past is self.start
            if past is not self.position and is_choice and (self.plays(past.side) or HUMAN not in self.seats):
                self.go_on_from(past)
                return True
        return False

    def go_on_from(self, position: Position) -> None:
        """Play on from an earlier position."""
        self.position, self.given_up = position, None
        self.values = {ply: value for ply, value in self.values.items() if ply <= position.ply}
        self.change += 1
        self.interrupt()

    def renew(self, start: Position | None = None) -> None:
        """A new game; the one before can be brought back."""
        if self.position is not self.start:
            self.left = self._played()
        start = start or self.game.start()
        self._take_up(Played(start.game, start, start, secrets.randbelow(2**31), None, {}, {}, (SOMEBODY, SOMEBODY)))

    def bring_back(self) -> bool:
        """The game before this one, which takes its place; was there one?"""
        back = self.left
        if back is None:
            return False
        self.left = self._played() if self.position is not self.start else None
        self._take_up(back)
        return True

    def _played(self) -> Played:
        given = (self.seed, self.given_up, self.values, self.seconds, self.names)
        return Played(self.game, self.start, self.position, *given)

    def _take_up(self, played: Played) -> None:
        is_other = played.game != self.game
        self.game, self.start, self.position, self.seed = played.game, played.start, played.position, played.seed
        self.given_up, self.values, self.seconds, self.names = played[4:]
        self.change += 1
        self.interrupt()
        if is_other:  # players are made for one game
            self._dismiss([*self._players])

    def swap(self) -> None:
        """Both sides change places; the game goes on."""
        self.seats.reverse()
        self.change += 1
        self.interrupt()

    def seat(self, side: Side, name: str) -> None:
        """Give a seat to a person or a player; who cannot be had is told, and nothing changes."""
        if name != HUMAN:
            self.player(name)
        self.seats[side] = name
        self.change += 1
        self.interrupt()
        self._dismiss([other for other in self._players if other not in self.seats])

    def player(self, name: str) -> Player:
        """The player with this name."""
        if name not in self._players:
            self._players[name] = seated(open_player(name, self.game, self.runs))
        return self._players[name]

    def _dismiss(self, names: list[str]) -> None:
        for name in names:
            _end(self._players.pop(name))

    def close(self) -> None:
        """End its engines and searches."""
        self.change += 1
        self.interrupt()
        self._dismiss([*self._players])

    # The past

    @property
    def line(self) -> list[Position]:
        """All positions of the game, the first to the last."""
        return list(reversed(list(self.position.past())))

    def record(self) -> GameRecord:
        """The game as a record."""
        line = self.line
        moves = tuple(position.last_move for position in line if position.last_move is not None)
        notes = []
        for before in line[:-1]:
            value = self.values.get(before.ply + 1)
            mine = None if value is None else round(value if before.side == 0 else -value, 3)
            notes.append(MoveNote(mine, self.seconds.get(before.ply)))
        black, white = (self.names[side] if self.plays(side) else self.seats[side] for side in (0, 1))
        return GameRecord(
            self.game,
            (black, white),
            line[0],
            moves,
            self.result,
            tuple(notes),
            event="Ludogen",
            date=datetime.now(UTC).date().isoformat(),
        )

    def download(self, kind: str) -> bytes:
        """The record in one of the game's formats."""
        if kind not in FORMATS[self.game.name]:
            raise RecordError(f"no {kind[:10]!r} for {self.game.name}: {', '.join(FORMATS[self.game.name])}")
        return WRITERS[kind]([self.record()]).encode()

    def load(self, record: GameRecord) -> None:
        """Take over a game that was recorded; the seats stay."""
        end = record.replay()
        self.renew(record.start)
        self.position = end
        black, white = (name or SOMEBODY for name in record.players)
        self.names = (black, white)

    # Links

    def link(self, position: Position) -> dict[str, str]:
        """What a link to a position of this game says."""
        said = {"black": self.seats[0], "white": self.seats[1]}
        first = self.line[0]
        if first != self.game.start():
            said["position"] = first.text
        moves = ".".join(position.move_names())
        return said | ({"moves": moves} if moves else {})

    def follow(self, position: str, moves: str) -> None:
        """Come to the position of a link, each move checked."""
        if len(moves) > LONGEST_LINK:
            raise RecordError(f"a link with {len(moves)} characters of moves is too long: {LONGEST_LINK} are allowed")
        start = self.game.parse_position(position) if position else self.game.start()
        end = start.play_text(*filter(None, moves.split(".")))
        self.renew(start)
        self.position = end


def records_in(name: str, data: bytes, game: Game) -> list[GameRecord]:
    """The games of an uploaded file, for a table of this game. RecordError tells what is wrong with it."""
    kind = name.rpartition(".")[2].lower()
    if kind not in READERS:
        raise RecordError(f"no format for the file {name[:60]!r}: its name must end in .sgf, .pdn or .ggf")
    if len(data) > MOST_UPLOAD:
        raise RecordError(f"the file {name[:60]!r} has {len(data)} bytes: at most {MOST_UPLOAD} are read")
    records = READERS[kind](decode_records(data))
    if not records:
        raise RecordError(f"the file {name[:60]!r} has no game")
    if records[0].game.name != game.name:
        raise RecordError(f"the file {name[:60]!r} is a game of {records[0].game.name}, this table plays {game.name}")
    return records


def _end(player: Player) -> None:
    if isinstance(player, EnginePlayer):
        player.close()
