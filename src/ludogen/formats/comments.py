"""What is noted about a move, as a comment that people and other programs can show.

Value and time stand in the first line: `value 0.12, 0.35 s`, or one of them alone; the rest is the text. A text whose
own first line looks like that is kept apart by a first line of one hyphen.
"""

import math
import re

from ludogen.formats.record import MoveNote, number_text

__all__ = ["note_comment", "parse_note", "read_number"]

_DIGITS = r"-?[0-9]{1,400}(?:\.[0-9]{1,400})?"
_NUMBER = re.compile(rf"\+?{_DIGITS}", re.ASCII)
_HEAD = re.compile(rf"(?:value ({_DIGITS}))?(?:(?(1), )({_DIGITS}) s)?|-", re.ASCII)


def note_comment(note: MoveNote) -> str:
    """The comment for a note; empty if it says nothing."""
    parts = [] if note.value is None else [f"value {number_text(note.value)}"]
    if note.seconds is not None:
        parts.append(f"{number_text(note.seconds)} s")
    head = ", ".join(parts)
    if not head and _read_head(note.text.partition("\n")[0]):
        head = "-"
    return f"{head}\n{note.text}" if head and note.text else head or note.text


def parse_note(comment: str) -> MoveNote:
    """The note that a comment holds."""
    first, _, rest = comment.partition("\n")
    head = _read_head(first)
    return MoveNote(*head, rest) if head else MoveNote(text=comment)


def _read_head(line: str) -> tuple[float | None, float | None] | None:
    """Value and time from a first line; None if it is no such line."""
    found = _HEAD.fullmatch(line)
    if found is None or not line:
        return None
    value, seconds = found.groups()
    head = (None if value is None else read_number(value), None if seconds is None else read_number(seconds))
    too_large = (value is not None and head[0] is None) or (seconds is not None and head[1] is None)
    return None if too_large or (head[1] or 0) < 0 else head


def read_number(text: str) -> float | None:
    """A number from a file; None if it is none, or too large."""
    if not _NUMBER.fullmatch(text):
        return None
    number = float(text)
    return number if math.isfinite(number) else None
