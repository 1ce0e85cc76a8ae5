"""Reading what a GTP engine writes: `=12 D4` or `?12 illegal move`, any number of lines, then an empty one.

Control characters are dropped and tabs become spaces, as GTP 2 asks. Lines before the sign are no part of an answer; a
few are skipped, as some programs greet or chat on their standard output.
"""

import re
from typing import NamedTuple

from ludogen.engines.process import excerpt
from ludogen.errors import EngineError

__all__ = ["Answer", "AnswerReader"]

LONGEST_ANSWER = 1 << 20
LONGEST_CHATTER = 4096  # bytes between two answers
CHATTER_SHOWN = 200
CONTROLS = bytes(code for code in range(32) if code not in b"\t\n") + b"\x7f"
TAB_TO_SPACE = bytes.maketrans(b"\t", b" ")
SHORT = re.compile(rb"([=?])([0-9]{0,10})(?: ([ -~]{0,80}))?\n\n")  # nearly all answers; read at once
SIGNED = re.compile(rb"([=?])([0-9]{0,10})(?:\s+|$)")


class Answer(NamedTuple):
    """One answer: the number of the command, whether it was carried out, and what was said."""

    number: int | None
    is_success: bool
    text: str


class AnswerReader:
    """Cuts a stream of bytes into answers; holds one megabyte at most."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._searched = 0
        self._chatter = bytearray()

    @property
    def unread(self) -> bytes:
        """What has come since the last answer."""
        return bytes(self._chatter[:CHATTER_SHOWN] + self._buffer[:CHATTER_SHOWN])

    def feed(self, data: bytes) -> None:
        """Take what the engine wrote."""
        self._buffer += data.translate(TAB_TO_SPACE, CONTROLS)

    def next(self) -> Answer | None:
        """The next whole answer, None if there is none yet. EngineError if this will never be one."""
        short = SHORT.match(self._buffer)
        if short is None:
            return self._next_long()
        sign, number, text = short.groups(b"")
        self._drop(short.end())
        return Answer(int(number) if number else None, sign == b"=", text.decode().strip())

    def _next_long(self) -> Answer | None:
        self._skip_chatter()
        end = self._buffer.find(b"\n\n", self._searched)
        if max(end, len(self._buffer) if end < 0 else 0) > LONGEST_ANSWER:
            raise EngineError(f"an answer longer than {LONGEST_ANSWER} bytes, which begins {excerpt(self.unread)}")
        if end < 0:
            self._searched = max(0, len(self._buffer) - 1)
            return None
        whole = bytes(self._buffer[:end])
        self._drop(end + 2)
        return _parse(whole)

    def _drop(self, length: int) -> None:
        del self._buffer[:length]
        self._searched = 0
        self._chatter.clear()

    def _skip_chatter(self) -> None:
        while self._buffer and self._buffer[0] not in b"=?":
            end = self._buffer.find(b"\n")
            line = self._buffer if end < 0 else self._buffer[: end + 1]
            if len(self._chatter) + len(line) > LONGEST_CHATTER:
                raise EngineError(f"no GTP answer but {excerpt(self.unread)}")
            if end < 0:
                return
            self._chatter += line
            del self._buffer[: end + 1]


def _parse(whole: bytes) -> Answer:
    sign = SIGNED.match(whole)
    if sign is None:
        raise EngineError(f"no GTP answer but {excerpt(whole)}")
    text = whole[sign.end() :].decode("ascii", "backslashreplace").strip()
    return Answer(int(sign[2]) if sign[2] else None, sign[1] == b"=", text)
