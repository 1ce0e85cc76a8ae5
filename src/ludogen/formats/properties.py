"""The syntax that SGF and GGF share: trees of nodes in parentheses, nodes with properties, values in brackets.

The main line of each tree is read, variations are skipped but must be well-formed. Trees are read without recursion, so
no depth of nesting is too much.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ludogen.formats.places import fault, quoted
from ludogen.formats.record import clean_line, clean_text

__all__ = ["Property", "Tree", "Value", "escaped", "line_of", "text_of", "trees"]

MOST_STEPS = 1_000_000  # nodes and properties in the main line of one game; a hostile file shall not take all memory
MAY_FOLLOW = {
    "": ("(",),
    "(": (";",),
    ";": ("property", ";", "(", ")"),
    "property": ("property", ";", "(", ")"),
    ")": ("(", ")"),
}

_OPENING = re.compile(r"\(\s*+;")
_BLANK = re.compile(r"[\s\x00\x1a\ufeff]*+")
_COUNT = re.compile(r"[\s\x00\x1a\ufeff0-9]*+")  # before a game of GGS stands the number of games in the match
_IDENT = re.compile(r"[A-Za-z]++")
_VALUE = re.compile(r"\s*+\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]", re.DOTALL)
_ESCAPE = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)


class Value(NamedTuple):
    """A value as it stands in the file, and where."""

    raw: str
    at: int


class Property(NamedTuple):
    """A property: its name in capitals, and its values."""

    ident: str
    values: list[Value]


class Tree(NamedTuple):
    """The main line of a game: its nodes, and where it begins."""

    nodes: list[list[Property]]
    at: int


def trees(text: str) -> Iterator[Tree]:
    """The games of a file, one after the other. Whatever stands before the first of them is skipped."""
    opening = _OPENING.search(text)
    if opening is None:
        first = _end(_BLANK, text, 0)
        if first < len(text):
            raise fault(text, first, f"no game found in {quoted(text[first:])}: a game begins with '(;'")
        return
    at = opening.start()
    while at < len(text):
        tree, at = _tree(text, at)
        yield tree
        next_game = _end(_COUNT, text, at)
        if _OPENING.match(text, next_game):
            at = next_game
            continue
        at = _end(_BLANK, text, at)
        if at < len(text):
            raise fault(text, at, f"unexpected {quoted(text[at : at + 60])} after a game: the next begins with '(;'")


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _tree(text: str, begin: int) -> tuple[Tree, int]:
    """The tree that begins here, and where it ends. Its main line ends with its first ')'."""
    nodes: list[list[Property]] = []
    at, last, depth, steps, is_main = begin, "", 0, 0, True
    while last != ")" or depth:
        at = _end(_BLANK, text, at)
        sign = text[at : at + 1]
        kind = "property" if sign.isascii() and sign.isalpha() else sign
        if not kind:
            raise fault(text, begin, f"the game {quoted(text[begin:])} has no end: {depth} ')' are missing")
        if kind not in MAY_FOLLOW[last]:
            allowed = " or ".join(MAY_FOLLOW[last])
            raise fault(text, at, f"unexpected {quoted(text[at : at + 60])}: here may stand {allowed}")
        if kind == "property":
            one, at = _property(text, at)
            if is_main:
                nodes[-1].append(one)
        else:
            at, depth, is_main = at + 1, depth + {"(": 1, ")": -1}.get(kind, 0), is_main and kind != ")"
            if kind == ";" and is_main:
                nodes.append([])
        last, steps = kind, steps + is_main
        if steps > MOST_STEPS:
            raise fault(text, begin, f"a game of more than {MOST_STEPS} nodes and properties is too long")
    return Tree(nodes, begin), at


def _property(text: str, at: int) -> tuple[Property, int]:
    """A property with its values, and where it ends. Before FF[4], small letters in a name were only for people."""
    begin = at
    name = _IDENT.match(text, at)
    assert name is not None
    at = name.end()
    values = []
    while found := _VALUE.match(text, at):
        values.append(Value(found[1], found.start(1)))
        at = found.end()
    ident = "".join(filter(str.isupper, name[0]))
    if not values or not ident:
        wanted = "a name in capitals and a value in brackets, as B[dd]"
        raise fault(text, begin, f"cannot read property {quoted(text[begin : begin + 60])}: it must have {wanted}")
    return Property(ident, values), at


def escaped(text: str) -> str:
    """A text as the value of a property."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def text_of(value: Value) -> str:
    """The text that a value means, of several lines perhaps."""
    return clean_text(_plain(value.raw))


def line_of(value: Value) -> str:
    """The text that a value means, as one line."""
    return clean_line(_plain(value.raw))


def _plain(raw: str) -> str:
    """Without backslashes; one before the end of a line joins the lines."""
    if "\\" not in raw:
        return raw
    return _ESCAPE.sub(lambda found: "" if found[1][0] in "\r\n" else found[1], raw)
