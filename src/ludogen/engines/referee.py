"""GNU Go as white and as referee of roving eyes: its moves, its estimates of the score and final scores, as pure
functions.

Its answers depend on what a process was asked before: estimates change later replies, `clear_board` advances the seed,
caches carry over. So for every answer the board is set up anew from the question alone: stones in a fixed order,
prisoners as komi, then the last two moves, on which replies depend too. Of 6658 replies with their estimates and 330
final scores that were had in this way, on 5x5 and 7x7, none differed from what GNU Go said after the whole game.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Self, TypeVar

from ludogen.engines.gtp import RefusedError
from ludogen.engines.process import excerpt
from ludogen.engines.restarting import RestartingEngine
from ludogen.errors import EngineError, InvalidInputError

__all__ = ["GnuGoReferee", "RefereeSession", "ScoreAnswer", "ScoreQuestion"]

# "B+14.4 (upper bound: -3.9, lower: -25.0)", "W+3", "0"
SCORE = re.compile(r"(?:([BW])\+([0-9]{1,4}(?:\.[0-9]{1,4})?)|0(?:\.0)?)(?: \([ -~]{0,80}\))?", re.ASCII)
POINT = re.compile(r"[A-HJ-T](?:1[0-9]|[1-9])", re.ASCII)
LONGEST_POINT, LONGEST_SCORE = 4, 100
PASS = "pass"
T = TypeVar("T")


@dataclass(frozen=True)
class ScoreQuestion:
    """What GNU Go is asked: white's reply to black's move and the score after it; without a move, the final score.

    For the final score `komi` must be 0, and is to be added to it: GNU Go keeps the last one and says it again when
    the same stones are on the board, whatever komi and prisoners are then.
    """

    blacks: tuple[str, ...]  # the stones before white's last move, as points
    whites: tuple[str, ...]
    komi: float  # prisoners of white added, those of black taken off
    white: str | None = None  # its last move: a point or `pass`
    black: str | None = None
    forced: str | None = None  # white's reply, if it has no choice


class ScoreAnswer(NamedTuple):
    """What GNU Go says; the score is white's points ahead."""

    reply: str  # a point or `pass`, which it also is where none was asked for
    score: float


@dataclass(frozen=True)
class GnuGoReferee:
    """How GNU Go is started and asked.

    `must_play`: where it passes although black has not, it plays what it would have played had black passed, if it can.
    """

    program: str
    size: int
    level: int = 1
    seed: int = 0  # with 0 `genmove` answers what `reg_genmove` does, which the prototypes of the paper's time used
    must_play: bool = True
    seconds: float = 60.0  # that an answer may take

    @property
    def command(self) -> tuple[str, ...]:
        """The program and its arguments. Japanese rules: section 4.1."""
        rules = ("--japanese-rules", "--simple-ko", "--never-resign")
        return (self.program, "--mode", "gtp", "--level", str(self.level), *rules, "--cache-size", "1")

    @property
    def context(self) -> str:
        """All that answers depend on beside the question, but for GNU Go itself."""
        return (
            f"protocol=2 size={self.size} level={self.level} seed={self.seed} must_play={str(self.must_play).lower()}"
        )


class RefereeSession:
    """One process of GNU Go, started when it is first asked. One thread at a time may use it."""

    def __init__(self, referee: GnuGoReferee) -> None:
        self._referee = referee
        self._engine = RestartingEngine(referee.command, [f"boardsize {referee.size}"], referee.seconds)

    @property
    def pid(self) -> int | None:
        """Process id of GNU Go, None while it is not running."""
        return self._engine.pid

    def version(self) -> str:
        """Which GNU Go it is."""
        return self._twice(lambda: self._ask(["name"]) + " " + self._ask(["version"]))

    def answer(self, question: ScoreQuestion) -> ScoreAnswer:
        """Its answer. An engine that dies, hangs or answers nonsense is started again and asked once more."""
        return self._twice(lambda: self._answer(question))

    def _twice(self, ask: Callable[[], T]) -> T:
        try:
            return ask()
        except RefusedError:
            raise
        except EngineError as first:
            self._engine.restart()
            try:
                return ask()
            except EngineError as second:
                raise EngineError(f"{second} (started again after a first failure: {first})") from None

    def _answer(self, question: ScoreQuestion) -> ScoreAnswer:
        if question.black is None:
            if question.komi:
                raise InvalidInputError(f"komi {question.komi:g} of a question for a final score is not 0")
            return ScoreAnswer(PASS, self._score(set_up(question), "final_score"))
        reply = question.forced or self._reply(question)
        return ScoreAnswer(reply, self._score([*set_up(question), f"play white {reply}"], "estimate_score"))

    def _reply(self, question: ScoreQuestion) -> str:
        ways = set_up(question)
        reply = self._move(ways)
        if reply != PASS or question.black == PASS or not self._referee.must_play:
            return reply
        # GNU Go passes as soon as nothing is left to win.
        instead = self._move([*ways[:-1], f"play black {PASS}"])
        is_legal = instead != PASS and self._ask([*ways, f"is_legal white {instead}"]) == "1"
        return instead if is_legal else PASS

    def _move(self, ways: list[str]) -> str:
        text = self._ask([*ways, "clear_cache", f"set_random_seed {self._referee.seed}", "genmove white"])
        move = text.upper() if len(text) <= LONGEST_POINT else text
        if move == "PASS":
            return PASS
        if not POINT.fullmatch(move):
            raise EngineError(
                f"engine {self._engine.name}: {excerpt(text)} is no move: a point such as C3, or pass, was asked for"
            )
        return move

    def _score(self, ways: list[str], command: str) -> float:
        text = self._ask([*ways, "clear_cache", f"set_random_seed {self._referee.seed}", command])
        found = SCORE.fullmatch(text) if len(text) <= LONGEST_SCORE else None
        if found is None:
            raise EngineError(
                f"engine {self._engine.name}: {excerpt(text)} is no score: one such as B+14.5 was asked for"
            )
        points = float(found[2] or 0)
        return -points if found[1] == "B" else points

    def _ask(self, commands: list[str]) -> str:
        return self._engine.run(commands, self._referee.seconds)[-1]

    def kill(self) -> None:
        """End GNU Go for good, from any thread."""
        self._engine.kill()

    def close(self) -> None:
        """End GNU Go for good."""
        self._engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def set_up(question: ScoreQuestion) -> list[str]:
    """From any board to black's move. Every chain of a whole board has a liberty, so none is without one on the way."""
    stones = [
        *(f"play black {point}" for point in question.blacks),
        *(f"play white {point}" for point in question.whites),
    ]
    last = [
        *([f"play white {question.white}"] if question.white else []),
        *([f"play black {question.black}"] if question.black else []),
    ]
    return ["clear_board", f"komi {question.komi:g}", *stones, *last]
