"""Games of roving eyes against GNU Go, and the fitness they give (Stanley & Miikkulainen 2004, section 4.1).

All games of a generation are played in lockstep: each as far as answers are known, then the different questions that
they wait for go to the engines, one process a core, and so on. White's answers are functions of the questions, so
neither the order of the games, nor the number of threads, nor what was known before changes any game. Engines are
processes of this machine, so these games do not run as tasks on a Ray cluster.

Where GNU Go is missing, opponent `playouts` moves and estimates by random playouts: a stand-in that is no part of the
paper.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from os import cpu_count
from pathlib import Path
from threading import local
from time import perf_counter
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ludogen.engines import GnuGoReferee, find_program
from ludogen.engines.answer_source import AnswerSource
from ludogen.errors import AnswerFileError, EngineError, InvalidInputError
from ludogen.games import Go
from ludogen.kernels.eye_trials import ASKS, ILLEGAL, TRIAL, play_trials_of_eyes
from ludogen.kernels.go_answers import FREE, PlayoutReferee, Remembered, question_type
from ludogen.kernels.go_playouts import PlayoutMover
from ludogen.kernels.roving_eye import EyeMover, EyeRules, eye_mind
from ludogen.kernels.wide import words_for
from ludogen.recipes.eye_openings import FIRST_REPLIES, Opening, first_reply

__all__ = ["OPPONENTS", "Costs", "EyeTrials", "Judged", "TrialSettings"]

OPPONENTS = ("gnugo", "playouts")
PARTS = 4  # for each thread: games differ in length


@dataclass(frozen=True)
class TrialSettings:
    """All that decides a game of an eye. The paper: section 4.1; decisions where it is silent are marked (D)."""

    size: int = 5
    komi: float = 0.0  # (D) it shifts all fitness by -3 times itself
    opponent: str = "gnugo"
    level: int = 1  # (D)
    seed: int = 0  # (D)
    first_reply: str = "right"  # white's first move: the point right of the centre
    must_play: bool = True  # (D) white plays on where GNU Go would pass after a real move
    cap: int = 0  # (D) plies after which a game is broken off and counted; 0: twice the number of points
    seconds: float = 60.0  # that an answer of GNU Go may take; then it is started again
    rules: EyeRules = field(default_factory=EyeRules)
    move_playouts: int = 8  # for each move of the stand-in
    score_playouts: int = 32  # for each of its scores
    opening: Opening = ()  # it takes the place of the first reply

    def __post_init__(self) -> None:
        self._check("size", 3 <= self.size <= 19, "3..19")
        self._check("opponent", self.opponent in OPPONENTS, " or ".join(OPPONENTS))
        self._check("level", 1 <= self.level <= 10, "1..10")
        self._check("first_reply", self.first_reply in FIRST_REPLIES, " or ".join(FIRST_REPLIES))
        self._check("seconds", self.seconds > 0, "more than 0")
        self._check("cap", self.cap >= 0, "0 or more")
        self._check("move_playouts", self.move_playouts >= 1, "1 or more")
        self._check("score_playouts", self.score_playouts >= 1, "1 or more")

    def _check(self, name: str, is_allowed: bool, allowed: str) -> None:
        if not is_allowed:
            raise InvalidInputError(f"trial setting {name}={getattr(self, name)!r} is not {allowed}")

    @property
    def game(self) -> Go:
        """The rules."""
        return Go(size=self.size, komi=self.komi, scoring="japanese")

    @property
    def plies(self) -> int:
        """The longest that a game may be."""
        return self.cap or 2 * self.size * self.size

    @property
    def forced(self) -> Opening:
        """Moves of both sides that are played for them."""
        return self.opening or first_reply(self.game, self.first_reply)

    @property
    def referee(self) -> GnuGoReferee:
        """How GNU Go is asked."""
        program = find_program("gnugo")
        if program is None:
            raise EngineError(
                "gnugo is not installed: apt-get install gnugo (Debian, Ubuntu), or brew install gnu-go; "
                "opponent=playouts is a built-in stand-in that needs nothing"
            )
        return GnuGoReferee(program, self.size, self.level, self.seed, self.must_play, self.seconds)


@dataclass(frozen=True)
class Costs:
    """What an evaluation took. It depends on what was known before, so it is no part of what a generation is."""

    questions: int  # that the games met
    asked: int  # of the engines: different ones that nobody had asked before
    rounds: int
    engine_seconds: float
    seconds: float

    @property
    def hit_rate(self) -> float:
        """Share of questions that no engine had to answer."""
        return 1 - self.asked / max(self.questions, 1)

    @property
    def metrics(self) -> Mapping[str, float]:
        """The same as single numbers."""
        return {
            "questions": float(self.questions),
            "asked": float(self.asked),
            "hit_rate": self.hit_rate,
            "engine_seconds": self.engine_seconds,
        }


@dataclass(frozen=True, eq=False)
class Judged:
    """What became of games, one row a game."""

    fitness: NDArray[np.float64]
    estimates: NDArray[np.float64]  # mean of e_i: white's points ahead, over the game
    finals: NDArray[np.float64]  # e_f: white's points ahead at its end
    plies: NDArray[np.int64]
    moves: NDArray[np.uint64]  # a row of kernel moves, as many as plies
    costs: Costs

    def names(self, place: int, game: Go) -> tuple[str, ...]:
        """The moves of one game as text."""
        return tuple(game.move_name(int(move)) for move in self.moves[place, : self.plies[place]])


class EyeTrials:
    """Judges nets. A context manager: engines start when they are needed, and end with it."""

    def __init__(self, settings: TrialSettings, memory: Path | None = None, threads: int = 0) -> None:
        """`memory`: a file that keeps GNU Go's answers for later runs. So many threads and processes; 0: one a core."""
        self.settings = settings
        self._threads = threads or cpu_count() or 1
        self._start = settings.game.start()
        self._pool = ThreadPoolExecutor(self._threads)
        self._own = local()
        self._opening = self._rows([settings.forced])
        self._source = None
        if settings.opponent == "gnugo":
            self._source = AnswerSource(settings.referee, memory, self._threads)

    def _rows(self, openings: Sequence[Opening]) -> NDArray[np.uint64]:
        """Openings as the kernel reads them."""
        game = self.settings.game
        moves = self._start.legal_names
        found = np.full((len(openings), max(map(len, openings), default=0)), FREE, np.uint64)
        for row, names in zip(found, openings, strict=True):
            for ply, name in enumerate(names):
                if name is not None and name not in moves:
                    where = f"{game.size}x{game.size}"
                    raise InvalidInputError(f"move {name!r} of an opening is not a point of {where}, or pass")
                row[ply] = FREE if name is None else moves[name]
        return found

    def evaluate(self, nets: NDArray[Any], openings: Sequence[Opening] = ()) -> Judged:
        """The games of these nets (records of `kernels.graph_net`), one each, and their fitness.

        With openings, which take the place of the settings', each net has a game from each: first the games of all nets
        from the first opening, and so on.
        """
        begun = perf_counter()
        rows = (self._rows(openings) if openings else self._opening).repeat(len(nets), 0)
        number = len(rows)
        questions = np.zeros(number, question_type(words_for(self.settings.size)))
        moves = np.zeros((number, self.settings.plies), np.uint64)
        trials = np.zeros(number, TRIAL)
        asked_before, seconds_before = self._spent
        waiting, rounds = np.arange(number), 0
        while len(waiting):
            rounds += 1
            self._play(nets, waiting, rows, questions, moves, trials)
            bad = np.flatnonzero(trials["status"] == ILLEGAL)
            if len(bad):
                played = [self.settings.game.move_name(int(move)) for move in moves[bad[0], : trials["plies"][bad[0]]]]
                raise AnswerFileError(
                    f"a kept answer of GNU Go is an illegal move after {' '.join(played)}: move its file away"
                )
            waiting = np.flatnonzero(trials["status"] == ASKS)
            if len(waiting):
                assert self._source is not None
                self._source.learn(questions[waiting])
        asked, seconds = self._spent
        estimates = trials["total"] / np.maximum(trials["estimates"], 1)
        # A game without a reply that goes on has its final score alone (D).
        estimates = np.where(trials["estimates"] > 0, estimates, trials["final"])
        costs = Costs(
            *(int(trials["questions"].sum()), asked - asked_before, rounds),
            *(seconds - seconds_before, perf_counter() - begun),
        )
        fitness = 100 - (2 * estimates + trials["final"])  # equation 1
        return Judged(fitness, estimates, trials["final"].copy(), trials["plies"].copy(), moves, costs)

    @property
    def pids(self) -> tuple[int, ...]:
        """Process ids of the engines that run."""
        return () if self._source is None else self._source.pids

    @property
    def _spent(self) -> tuple[int, float]:
        return (0, 0.0) if self._source is None else (self._source.asked, self._source.engine_seconds)

    def _play(
        self,
        nets: NDArray[Any],
        waiting: NDArray[np.int64],
        openings: NDArray[np.uint64],
        questions: NDArray[Any],
        moves: NDArray[np.uint64],
        trials: NDArray[Any],
    ) -> None:
        """Play the games that wait as far as they go."""
        size = -(-len(waiting) // (PARTS * self._threads))

        def part(begin: int) -> None:
            here = waiting[begin : begin + size]
            rows = (questions[here], moves[here], trials[here])  # copies: kernels write to whole arrays
            play_trials_of_eyes(
                *(self._start.state, self._mover(nets), here % len(nets), self._opponent(), openings[here]),
                *(self.settings.plies, *rows),
            )
            questions[here], moves[here], trials[here] = rows

        list(self._pool.map(part, range(0, len(waiting), size)))

    def _mover(self, nets: NDArray[Any]) -> EyeMover:
        if not hasattr(self._own, "mind"):
            self._own.mind = eye_mind()
        return EyeMover(nets, self._own.mind, self.settings.rules)

    def _opponent(self) -> Any:
        if self._source is not None:
            return Remembered(self._source.slots)
        return PlayoutReferee(PlayoutMover(self.settings.move_playouts), self.settings.score_playouts)

    def close(self) -> None:
        """End all engines and threads."""
        if self._source is not None:
            self._source.close()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
