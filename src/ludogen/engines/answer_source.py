"""The answers of a referee for compiled games: a table in memory, a file for later runs, engines for the rest."""

from concurrent.futures import ThreadPoolExecutor
from math import isfinite
from os import cpu_count
from pathlib import Path
from time import perf_counter
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ludogen.engines.answer_file import AnswerFile
from ludogen.engines.pool import EnginePool
from ludogen.engines.referee import PASS, GnuGoReferee, RefereeSession, ScoreAnswer, ScoreQuestion
from ludogen.errors import AnswerFileError, EngineError
from ludogen.games import Go
from ludogen.games.boards import squares_of
from ludogen.kernels import go as kernel
from ludogen.kernels.go_answers import FINAL, FREE, NOTHING_YET, REPLY, add_answers, question_type, slot_type
from ludogen.kernels.records import zero_records
from ludogen.kernels.wide import unpack, words_for

__all__ = ["AnswerSource"]

FIRST_SLOTS = 1 << 12
LARGEST_SCORE = 10_000
Questions = NDArray[Any]  # of `question_type`


class AnswerSource:
    """Answers of GNU Go. A context manager: engines start when they are first needed, and end with it."""

    def __init__(self, referee: GnuGoReferee, file: Path | None = None, processes: int | None = None) -> None:
        """`file` keeps answers for later runs; `processes`: of GNU Go, by default one a processor core."""
        self._words, self._game = words_for(referee.size), Go(size=referee.size)
        self._type = question_type(self._words)
        board = unpack(self._game.start().state.board)
        self._moves = {self._game.move_name(bit): bit for bit in squares_of(board)} | {PASS: int(kernel.PASS)}
        self._processes = processes or cpu_count() or 1
        self._pool = EnginePool(lambda: RefereeSession(referee), self._processes)
        self._threads = ThreadPoolExecutor(self._processes)
        self.slots = zero_records(slot_type(self._words), FIRST_SLOTS)  # for kernels, who only read it
        self._known = 0
        self.engine_seconds = 0.0
        self.asked = 0  # of the engines
        self._file: AnswerFile | None = None
        self._context = ""
        try:
            with self._pool.lease() as session:
                self._context = f"{session.version()} {referee.context}"
            if file is not None:
                self._file = AnswerFile(file)
                self._recall(self._file)
        except BaseException:
            self.close()
            raise

    @property
    def known(self) -> int:
        """Answers in the table."""
        return self._known

    @property
    def pids(self) -> tuple[int, ...]:
        """Process ids of the engines that run."""
        found = (session.pid for session in self._pool.sessions)
        return tuple(pid for pid in found if pid is not None)

    def _recall(self, file: AnswerFile) -> None:
        rows = file.answers(self._context, self._type.itemsize)
        questions = np.frombuffer(b"".join(row[0] for row in rows), self._type).copy()
        replies = np.array([row[1] for row in rows], np.int64)
        scores = np.array([row[2] for row in rows], np.float64)
        moves = np.array(list(self._moves.values()))
        fine = np.isin(questions["kind"], (REPLY, FINAL)) & np.isin(replies, moves)
        fine &= np.abs(scores) <= LARGEST_SCORE  # no number compares false
        if not fine.all():
            bad = int(np.argmin(fine))
            raise AnswerFileError(
                f"{str(file.path)!r} is damaged: reply {replies[bad]} with score {scores[bad]} is no answer; "
                "move the file away, all it holds can be asked again"
            )
        self._add(questions, replies, scores)

    def _add(self, questions: Questions, replies: NDArray[np.int64], scores: NDArray[np.float64]) -> None:
        while 2 * (self._known + len(questions)) > len(self.slots):
            old = self.slots[self.slots["asked"]["kind"] != 0]
            self.slots = zero_records(slot_type(self._words), 2 * len(self.slots))
            columns = (np.ascontiguousarray(old[name]) for name in ("asked", "reply", "score"))
            add_answers(self.slots, *columns)
        self._known += add_answers(self.slots, questions, replies, scores)

    def learn(self, questions: Questions) -> int:
        """Have questions answered that nobody has answered yet; how many different ones they were."""
        distinct = list(dict.fromkeys(question.tobytes() for question in questions))
        begun = perf_counter()
        wanted = np.frombuffer(b"".join(distinct), self._type).copy()
        answers = list(self._threads.map(self._answer, wanted))
        self.engine_seconds += perf_counter() - begun
        self.asked += len(distinct)
        replies = np.array([self._moves[answer.reply] for answer in answers], np.int64)
        scores = np.array([answer.score for answer in answers], np.float64)
        self._add(wanted, replies, scores)
        if self._file is not None:
            self._file.add(self._context, list(zip(distinct, replies.tolist(), scores.tolist(), strict=True)))
        return len(distinct)

    def _answer(self, question: Any) -> ScoreAnswer:
        asked = self._question(question)
        with self._pool.lease() as session:
            answer = session.answer(asked)
        if answer.reply not in self._moves or not isfinite(answer.score) or abs(answer.score) > LARGEST_SCORE:
            raise EngineError(f"GNU Go answered {asked!r} with {answer!r}, which no game on this board can have")
        return answer

    def _question(self, record: Any) -> ScoreQuestion:
        return ScoreQuestion(
            *(self._points(record["stones"]), self._points(record["whites"]), int(record["bonus"]) / 2),
            *(self._name(int(record[place])) for place in ("white", "black", "forced")),
        )

    def _points(self, words: Any) -> tuple[str, ...]:
        return tuple(self._game.move_name(bit) for bit in squares_of(unpack(tuple(words))))

    def _name(self, move: int) -> str | None:
        return None if move in (NOTHING_YET, FREE) else self._game.move_name(move)

    def close(self) -> None:
        """End all engines and let go of the file."""
        self._pool.close()
        self._threads.shutdown(wait=True, cancel_futures=True)
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
