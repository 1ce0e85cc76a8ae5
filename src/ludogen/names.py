"""Short texts that name a thing and its options: `go:size=5,komi=0.5`, `gtp:command="gnugo --mode gtp"`.

Grammar: NAME or NAME:KEY=VALUE,KEY=VALUE... A value in double quotes may hold anything but a double quote.
Where the name is a place, such as a file's path, it may hold colons: `parse_place`.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from typing import TypeVar, cast

from ludogen.errors import InvalidInputError

__all__ = ["ParsedName", "build_named", "known_or_suggestion", "parse_name", "parse_place"]

T = TypeVar("T")

_OPTION = re.compile(r'([a-z_][a-z0-9_]*)=("[^"]*"|[^",]*)(,|$)')
_BEFORE_OPTION = re.compile(r":(?=[a-z_][a-z0-9_]*=)")


@dataclass(frozen=True)
class ParsedName:
    """A name and its options, all as text."""

    name: str
    options: dict[str, str] = field(default_factory=dict)


def parse_name(text: str) -> ParsedName:
    """Split a short text into its name and its options."""
    name, colon, rest = text.strip().partition(":")
    return ParsedName(name, _read_options(rest, text) if colon else {})


def parse_place(text: str) -> ParsedName:
    """Split a short text whose name is a place: options begin at the last colon before a KEY=.

    A place in double quotes may hold such a colon itself.
    """
    text = text.strip()
    if text.startswith('"'):
        place, quote, rest = text[1:].partition('"')
        if not quote or (rest and not rest.startswith(":")):
            raise InvalidInputError(f'cannot read {text!r}: a place in quotes is "PLACE" or "PLACE":KEY=VALUE')
        return ParsedName(place, _read_options(rest[1:], text) if rest else {})
    colons = list(_BEFORE_OPTION.finditer(text))
    if not colons:
        return ParsedName(text)
    return ParsedName(text[: colons[-1].start()], _read_options(text[colons[-1].end() :], text))


def _read_options(rest: str, text: str) -> dict[str, str]:
    options: dict[str, str] = {}
    at = 0
    while at < len(rest) or not options:
        match = _OPTION.match(rest, at)
        if match is None or (match[3] == "," and match.end() == len(rest)):
            raise InvalidInputError(f"cannot read {rest[at:]!r} in {text!r}: options are KEY=VALUE, divided by commas")
        if match[1] in options:
            raise InvalidInputError(f"option {match[1]!r} stands twice in {text!r}")
        options[match[1]] = match[2].strip('"')
        at = match.end()
    return options


def known_or_suggestion(wanted: str, known: Iterable[str]) -> str:
    """What to say after "unknown ...": the nearest known name, or all of them."""
    names = sorted(known)
    close = get_close_matches(wanted, names, n=1)
    return f"did you mean {close[0]!r}?" if close else f"known are {', '.join(names)}"


def build_named(kind: type[T], parsed: ParsedName, error: type[InvalidInputError]) -> T:
    """An instance of a dataclass whose fields are the options; the field's type says how to read the text."""
    known = {item.name: item for item in fields(kind) if item.init}  # type: ignore[arg-type]  # a dataclass
    values: dict[str, object] = {}
    for key, text in parsed.options.items():
        if key not in known:
            allowed = known_or_suggestion(key, known) if known else "it takes none"
            raise error(f"unknown option {key!r} of {parsed.name!r}: {allowed}")
        try:
            values[key] = _READERS[cast(type, known[key].type)](text)
        except ValueError as wrong:
            raise error(f"option {key}={text!r} of {parsed.name!r} is not {wrong}") from None
    return kind(**values)


def _read_bool(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError("true or false")
    return text == "true"


def _read_int(text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", text):
        raise ValueError("a whole number")
    return int(text)


def _read_float(text: str) -> float:
    if not re.fullmatch(r"[+-]?[0-9]{1,12}(\.[0-9]{1,12})?", text):
        raise ValueError("a number")
    return float(text)


_READERS: dict[type, Callable[[str], object]] = {bool: _read_bool, int: _read_int, float: _read_float, str: str}
