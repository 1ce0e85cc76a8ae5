"""Where something stands in a text, and what stood there, for the errors of the readers."""

from ludogen.errors import RecordError

__all__ = ["fault", "quoted", "shortened"]


def fault(text: str, at: int, message: str) -> RecordError:
    """The error for something wrong at this place of a text; line and column count from 1."""
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    return RecordError(f"line {line}, column {column}: {message}")


def quoted(text: str) -> str:
    """A text in quotes, shortened."""
    return repr(shortened(text, 40))


def shortened(text: str, longest: int) -> str:
    """A text, cut off where it is longer."""
    return text if len(text) <= longest else text[:longest] + "..."
