"""Plays the games of a match: whole games in one compiled call where both players are compiled, else move by move.

Both ways give the same games: a game's chance is one word, named by seed and number, and each move's chance follows
from it and the ply.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import local
from time import perf_counter
from typing import Any, Self

import numpy as np

from ludogen.arena.openings import Deck, Opening, parse_openings
from ludogen.arena.played import PlayedGame
from ludogen.arena.settings import TABLES, MatchSettings
from ludogen.errors import EngineError
from ludogen.games import Checkers, Game, Go, Move, Position, Result
from ludogen.games.endgame_tables import Tables, require_tables
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.movers import UNKNOWN, EpsilonMover
from ludogen.kernels.steps import rewrap
from ludogen.kernels.whole_games import BY_LIMIT, BY_REPETITION, BY_RULES, Course, after_moves, chance_at, play_games
from ludogen.players import CompiledPlayer, Player, SittingPlayer, StrayingPlayer, parse_player
from ludogen.players.engine import EnginePlayer, Resignation
from ludogen.randomness import stream_word

__all__ = ["MatchGames"]

REFEREE_PLIES = 400


@dataclass(frozen=True)
class MatchGames:
    """The games of a match by number: 2k and 2k + 1 have opening k, with sides changed. Any threads may play them.

    A context manager: at its end the engines of its players are ended too.
    """

    settings: MatchSettings
    watcher: Callable[[int, Position], None] | None = None  # is shown games that are played move by move
    _own: local = field(default_factory=local, repr=False, compare=False)
    _held: ExitStack = field(default_factory=ExitStack, repr=False, compare=False)

    def __enter__(self) -> Self:
        for player in (*self.players, self.referee):
            if isinstance(player, EnginePlayer):
                self._held.enter_context(player)
        return self

    def __exit__(self, *raised: object) -> None:
        self._held.close()

    @cached_property
    def game(self) -> Game:
        """The game that is played."""
        return self.settings.rules

    @cached_property
    def players(self) -> tuple[Player, Player]:
        """Both players."""
        return parse_player(self.settings.one, self.game), parse_player(self.settings.other, self.game)

    @cached_property
    def deck(self) -> Deck:
        """How games begin."""
        return parse_openings(self.settings.openings, self.game)

    @cached_property
    def referee(self) -> Player | None:
        """The player who plays undecided games out."""
        name = self.settings.referee
        return parse_player(name, self._unlimited) if name not in ("", TABLES) else None

    @cached_property
    def tables(self) -> Tables | None:
        """The endgame tables, where they are the referee."""
        return require_tables() if self.settings.referee == TABLES else None

    @cached_property
    def _unlimited(self) -> Game:
        return replace(self.game, ply_limit=0) if isinstance(self.game, Checkers) else self.game

    @cached_property
    def is_compiled(self) -> bool:
        """Do whole games run compiled? Not with engines, clocks or rules that forbid moves by the past (superko)."""
        has_movers = all(isinstance(player, CompiledPlayer) and not player.seconds for player in self.players)
        return has_movers and not (isinstance(self.game, Go) and self.game.superko)

    @cached_property
    def sitting(self) -> int:
        """Games in a row that depend on each other, for a player keeps something from game to game; 1: none do."""
        return max(player.sitting if isinstance(player, SittingPlayer) else 1 for player in self.players)

    def play_sitting(self, numbers: list[int]) -> list[PlayedGame]:
        """Play these games of one sitting. Those before them in it are played too, for they change them."""
        first = numbers[0] // self.sitting * self.sitting
        self._own.__dict__.clear()
        for player in self.players:
            if isinstance(player, SittingPlayer):
                player.forget()
        # One by one: games that go into one call are put in another order.
        games = [game for number in range(first, numbers[-1] + 1) for game in self.play([number])]
        return [game for game in games if game.number in set(numbers)]

    def play(self, numbers: list[int]) -> list[PlayedGame]:
        """Play these games."""
        if not self.is_compiled:
            return [self._play_stepwise(number) for number in numbers]
        played: list[PlayedGame] = []
        # Games with the same start go into one call.
        openings = {number: self.opening(number) for number in numbers}
        while openings:
            start = next(iter(openings.values())).start
            alike = {number: opening for number, opening in openings.items() if opening.start == start}
            played += self._play_compiled(alike)
            openings = {number: opening for number, opening in openings.items() if number not in alike}
        return sorted(played, key=lambda game: game.number)

    def opening(self, number: int) -> Opening:
        """The opening of a game."""
        return self.deck.opening(number // 2, self.settings.seed)

    def _chance(self, number: int) -> Bits:
        return stream_word(self.settings.seed, "game", number)

    # Compiled

    @property
    def _movers(self) -> tuple[Any, Any]:
        """Movers of this thread."""
        if not hasattr(self._own, "movers"):
            epsilon = self.settings.epsilon
            movers = [player.new_mover() for player in self.players if isinstance(player, CompiledPlayer)]
            self._own.movers = [EpsilonMover(mover, epsilon) if epsilon else mover for mover in movers]
        one, other = self._own.movers
        return one, other

    @cached_property
    def _course(self) -> Course:
        limit = self.settings.usual_limit
        if isinstance(self.game, Checkers):
            limit = min(limit, self.game.ply_limit or limit)
            return Course(limit, 80 if self.game.forty_moves else 0, 3 if self.game.threefold else 0)
        return Course(limit, 0, 0)

    def _play_compiled(self, openings: dict[int, Opening]) -> Iterator[PlayedGame]:
        numbers, start = list(openings), next(iter(openings.values())).start
        count, plies = len(numbers), self._course.ply_limit
        begun = [opening.moves for opening in openings.values()]
        given = np.zeros((count, max(map(len, begun)) + 1), np.uint64)
        for row, opening_moves in zip(given, begun, strict=True):
            row[: len(opening_moves)] = opening_moves
        moves, values = np.zeros((count, plies), np.uint64), np.zeros((count, plies), np.float32)
        ends = np.zeros((count, 4), np.int64)
        play_games(
            start.state,
            Bits(start.side),
            start.ply,
            start.quiet,
            *self._movers,
            np.array([number % 2 for number in numbers], np.uint64),
            self._course,
            np.array([self._chance(number) for number in numbers], np.uint64),
            given,
            np.array(list(map(len, begun)), np.int64),
            moves,
            values,
            np.zeros(plies + 1, np.uint64),
            ends,
        )
        for i, (number, opening) in enumerate(openings.items()):
            length = int(ends[i, 0])
            yield self._from_kernel(number, opening, moves[i, :length], values[i, :length], ends[i])

    def _from_kernel(self, number: int, opening: Opening, moves: Any, values: Any, end: Any) -> PlayedGame:
        start, played = opening.start, len(moves)
        if self.tables is not None:
            position, verdict = start, self.tables.referee(start)
            made = moves.tolist()
            while verdict is None and len(made) > position.ply - start.ply:
                position = position.play(made[position.ply - start.ply])
                verdict = self.tables.referee(position) if position.result is None else None
            if verdict is not None:
                length = position.ply - start.ply
                return self._played(number, opening, made[:length], verdict, values[:length].tolist(), ())
        state = rewrap(after_moves(start.state, moves))
        last = Position(self.game, state, (start.side + played) % 2, start.ply + played, int(end[3]))
        result = self._end(last, int(end[1]), int(end[2]))
        return self._played(number, opening, moves.tolist(), result, values.tolist(), ())

    def _end(self, last: Position, outcome: int, ending: int) -> Result:
        """The result of a game that a kernel has ended."""
        if ending == BY_RULES:
            return self.game.result(last, outcome if last.side == 0 else -outcome)
        if ending == BY_REPETITION:
            return Result(None, (0.5, 0.5), "third repetition")
        return self._undecided(last) if ending == BY_LIMIT else self.game.result(last, 0)

    # Move by move

    @cached_property
    def _moving(self) -> tuple[Player, Player]:
        one, other = self.players
        epsilon = self.settings.epsilon
        return (StrayingPlayer(one, epsilon), StrayingPlayer(other, epsilon)) if epsilon else (one, other)

    def _play_stepwise(self, number: int) -> PlayedGame:
        opening, chance, seat = self.opening(number), self._chance(number), number % 2
        position, moves = opening.position, list(opening.moves)
        values: list[float] = [0.0] * len(moves)
        seconds = [0.0] * len(moves)
        result = self._verdict(position)
        while result is None:
            mover = self._moving[position.side ^ seat]
            began = perf_counter()
            try:
                move = mover.choose(position, int(chance_at(chance, position.ply)))
            except Resignation:
                result = _loss(position, f"{position.side_name} resigns")
                break
            except EngineError as failed:
                result = _loss(position, f"forfeit by {position.side_name}: {_one_line(str(failed))}")
                break
            seconds.append(round(perf_counter() - began, 6))
            values.append(float(UNKNOWN))
            moves.append(move)
            position = position.play(move)
            if self.watcher is not None:
                self.watcher(number, position)
            result = self._verdict(position)
        return self._played(number, opening, moves, result, values, tuple(seconds))

    def _verdict(self, position: Position) -> Result | None:
        """The result if the game ends here."""
        is_limited = isinstance(self.game, Checkers) and 0 < self.game.ply_limit <= position.ply
        if position.result is not None and not (is_limited and position.result.winner is None):
            return position.result
        if self.tables is not None and (known := self.tables.referee(position)) is not None:
            return known
        return self._undecided(position) if position.ply >= self._course.ply_limit else None

    # Both

    def _undecided(self, last: Position) -> Result:
        """The result of a game that reached the limit."""
        if isinstance(self.game, Go):
            black, white = self.game.points(last)
            winner = None if black == white else int(white > black)
            return Result(winner, (black, white), f"limit of {self._course.ply_limit} plies, counted as it stands")
        if self.referee is None:
            return Result(None, (0.5, 0.5), f"limit of {self._course.ply_limit} plies")
        position = replace(last, game=self._unlimited, before=None)
        for _ in range(REFEREE_PLIES):
            if position.result is not None:
                break
            position = position.play(self.referee.choose(position, position.ply))
        ended = position.result
        if ended is None:
            return Result(None, (0.5, 0.5), f"undecided after {REFEREE_PLIES} plies of referee {self.referee.name}")
        return replace(ended, reason=f"{ended.reason} (played out by referee {self.referee.name})")

    def _played(
        self, number: int, opening: Opening, moves: list[Move], result: Result, values: list[float], seconds: Any
    ) -> PlayedGame:
        # Values are single-precision numbers: seven digits tell all.
        known = tuple(None if value >= UNKNOWN else float(f"{value:.7g}") for value in values)
        opened = len(opening.moves)
        is_start = opening.start == self.game.start()
        return PlayedGame(
            number,
            number % 2,
            opening.name,
            "" if is_start else opening.start.text,
            tuple(map(self.game.move_name, moves)),
            result,
            (None,) * min(opened, len(known)) + known[opened:] if any(v is not None for v in known[opened:]) else (),
            seconds,
        )


def _loss(position: Position, reason: str) -> Result:
    points = (0.0, 1.0) if position.side == 0 else (1.0, 0.0)
    return Result(1 - position.side, points, reason)


def _one_line(text: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())[:500]
