"""A GTP client: starts an engine, sends numbered commands, reads their answers, each within a time limit."""

from collections.abc import Sequence
from time import monotonic, sleep
from typing import Self

from ludogen.engines.answers import Answer, AnswerReader
from ludogen.engines.process import NO_BYTES, PATIENCE, EngineProcess, excerpt
from ludogen.errors import EngineError

__all__ = ["Gtp", "RefusedError"]

COMMAND_SECONDS = 10.0
# To be woken by each answer of a burst costs more than most of them take; the engine works on meanwhile.
NAP, NO_NAP = 1e-4, 0.0


class RefusedError(EngineError):
    """The engine answered a command with a failure (`?`); it is still there."""


class Gtp:
    """An engine that speaks GTP. Whatever goes wrong but a refusal ends it, as its next answer could be a stale one."""

    def __init__(self, command: Sequence[str], seconds: float = COMMAND_SECONDS) -> None:
        self._name = excerpt(" ".join(command), 200)
        self._seconds = seconds
        self._process = EngineProcess(command)
        self._answers = AnswerReader()
        self._number = 0
        self._is_open = True

    @property
    def pid(self) -> int:
        """Process id of the engine."""
        return self._process.pid

    def ask(self, command: str, seconds: float | None = None) -> str:
        """The engine's answer to a command."""
        return self.run([command], seconds)[0]

    def run(self, commands: Sequence[str], seconds: float | None = None) -> list[str]:
        """The answers to commands that are sent all at once; the last of them may take `seconds`."""
        if not self._is_open:
            raise EngineError(f"engine {self._name} has been ended: it takes no commands")
        try:
            answers = self._exchange(commands, seconds)
        except BaseException:
            self.close(0)
            raise
        for command, answer in zip(commands, answers, strict=True):
            if not answer.is_success:
                raise RefusedError(f"engine {self._name} refused {command!r}: {excerpt(answer.text)}")
        return [answer.text for answer in answers]

    def _exchange(self, commands: Sequence[str], seconds: float | None) -> list[Answer]:
        numbered = []
        for number, command in enumerate(commands, self._number + 1):
            if not command.isascii() or not command.isprintable():
                raise EngineError(f"cannot send {excerpt(command)} to engine {self._name}: it is not one line of ASCII")
            numbered.append(f"{number} {command}\n")
        self._process.send("".join(numbered).encode())
        answers: list[Answer] = []
        for command in commands:
            self._number += 1
            is_last = len(answers) == len(commands) - 1
            limit = seconds if is_last and seconds is not None else self._seconds
            answers.append(self._answer(command, limit, NO_NAP if is_last else NAP))
        return answers

    def _answer(self, command: str, seconds: float, nap: float) -> Answer:
        deadline = monotonic() + seconds
        data: bytes | None = None
        try:
            while (answer := self._answers.next()) is None:
                if nap:
                    sleep(nap)
                data = self._process.receive(deadline)
                if not data:
                    how = f"did not answer within {seconds:g} s" if data is None else "closed its output"
                    got = f", only wrote {excerpt(self._answers.unread)}" if self._answers.unread else ""
                    raise EngineError(how + got)
                self._answers.feed(data)
            if answer.number != self._number:
                told = "with no number" if answer.number is None else f"number {answer.number}"
                raise EngineError(f"gave an answer {told}, not {self._number}: {excerpt(answer.text)}")
        except EngineError as wrong:
            # A pipe closes a moment before its process has ended.
            fate = self._process.fate(0.5 if data == NO_BYTES else 0.0)
            raise EngineError(f"engine {self._name}, asked {command!r}: {wrong}; {fate}") from None
        return answer

    def kill(self) -> None:
        """Kill the engine at once, from any thread; who waits for its answer gets an error."""
        self._process.kill()

    def close(self, patience: float = PATIENCE) -> None:
        """End the engine: `quit`, then terminate, then kill, with so many seconds between."""
        if self._is_open:
            self._is_open = False
            if patience:
                self._process.send(b"quit\n")
            self._process.end(patience)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
