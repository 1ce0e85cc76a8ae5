"""How much of an engine's time is left for thinking? One table, one bar a row; exit code 1 if a bar is missed.

The reference is the engine alone: the same commands for the same games down a bare pipe, with nobody who knows the
rules at the other end. The bar is for the median of the ratios game by game: a game is too long for a quiet moment of a
shared machine, so the ratio of the fastest ones is luck.

Run with `make bench`, or `.venv/bin/python -m benchmarks.engines`.
"""

import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.measure import in_turns
from benchmarks.report import Bar, Quantity, Row, run

from ludogen.engines import Dialect, GnuGoDialect, RhinoDialect, find_program
from ludogen.games import Game, Go, Othello, Position
from ludogen.players.engine import EnginePlayer

LONGEST = 200  # plies; without superko a game of Go may go round in circles
WHITE = 1


@dataclass(frozen=True)
class Match:
    """Some games of an engine against a random black, the same in every call."""

    game: Game
    dialect: Dialect
    games: int

    def play(self, engine: EnginePlayer) -> list[Position]:
        """The positions in which the games end."""
        return [self._play_one(engine, random.Random(number)) for number in range(self.games)]

    def _play_one(self, engine: EnginePlayer, chance: random.Random) -> Position:
        position = self.game.start()
        while not position.is_over and position.ply < LONGEST:
            is_white = position.side == WHITE
            position = position.play(engine.choose(position, 0) if is_white else chance.choice(position.legal_moves))
        return position

    def questions(self, ends: list[Position]) -> list[tuple[bytes, int]]:
        """What the engine is sent for each of its moves, and how many answers are due."""
        batches = [batch for end in ends for batch in self._batches(end)]
        return [("\n".join([*batch, ""]).encode(), len(batch)) for batch in batches]

    def _batches(self, end: Position) -> Iterator[list[str]]:
        *_, earlier = end.past()
        way = self.dialect.set_up(earlier)
        was_asked = False
        for position in reversed(list(end.past())):
            if was_asked and self.dialect.is_followed:
                way, earlier = [], position
            was_asked = position.side == WHITE and len(position.legal_moves) > 1
            if was_asked:
                yield [*way, *self.dialect.play_on(earlier, position), *self.dialect.question(position)]


class BarePipe:
    """An engine and nothing else."""

    def __init__(self, dialect: Dialect) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(dialect.command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        opening = dialect.opening()
        self.ask("\n".join([*opening, ""]).encode(), len(opening))

    def ask(self, commands: bytes, answers: int) -> None:
        """Send commands and read so many answers."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(commands)
        stdin.flush()
        while answers:
            line = stdout.readline()
            if line in (b"\n", b""):
                answers -= 1

    def close(self) -> None:
        """End the engine."""
        self._process.kill()
        self._process.communicate()


def overhead(name: str, match: Match, rounds: int) -> Row:
    """Games a second of our player over those of the engine alone."""
    bar = Bar(">=", 0.9)
    bare = BarePipe(match.dialect)
    with EnginePlayer(name, match.dialect, processes=1) as engine:
        questions = match.questions(match.play(engine))

        def reference() -> None:
            for commands, answers in questions:
                bare.ask(commands, answers)

        turns = in_turns(lambda: match.play(engine), reference, rounds, match.games, match.games)
    bare.close()
    moves = len(questions) / match.games
    return Row(
        name,
        f"games a second over the engine alone's; white, {moves:.0f} moves against random black, {rounds} rounds",
        bar,
        bar.status(turns.median_ratio),
        Quantity(1 / min(turns.ours), "games/s"),
        Quantity(1 / min(turns.reference), "games/s"),
        turns.median_ratio,
        {"ratio_of_fastest": turns.ratio, "milliseconds_a_move": min(turns.ours) / moves * 1e3},
    )


def rows() -> Iterator[Row]:
    """All rows, one after the other."""
    gnugo, rhino = find_program("gnugo"), find_program("gtp-rhino")
    for size, rounds in ((5, 80), (7, 20)):
        name = f"gnugo {size}x{size} level 1"
        if gnugo is None:
            yield Row(name, "gnugo is not installed", Bar(">=", 0.9), "skipped")
        else:
            go = Go(size=size, komi=0.5)
            yield overhead(name, Match(go, GnuGoDialect(gnugo, go), 1), rounds)
    if rhino is None:
        yield Row("rhino level 3", "gtp-rhino is not installed", Bar(">=", 0.9), "skipped")
    else:
        yield overhead("rhino level 3", Match(Othello(), RhinoDialect(rhino, level=3), 1), rounds=20)


if __name__ == "__main__":
    sys.exit(run("engines", rows()))
