"""Configurations of recipes: frozen dataclasses whose fields know what they are for and what is allowed.

A field is made by `setting`, which has its default, where the paper says so, and its range. Texts from the command
line and from TOML files are read by the field's type; what is unknown or out of range is told in one line.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from ludogen.errors import ConfigurationError, InvalidInputError
from ludogen.names import ParsedName, build_named, known_or_suggestion

__all__ = ["FieldInfo", "check", "describe", "from_mapping", "from_toml", "setting", "to_toml", "with_settings"]

T = TypeVar("T")


def setting(
    default: Any,
    doc: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
    decided: bool = False,
) -> Any:
    """A field of a configuration. `decided` marks what the paper leaves open and we had to decide."""
    metadata = {"doc": doc, "low": low, "high": high, "choices": choices, "decided": decided}
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class FieldInfo:
    """What people want to know about a field."""

    name: str
    default: Any
    doc: str
    allowed: str
    decided: bool


def _allowed(metadata: Mapping[str, Any], kind: type) -> str:
    if metadata["choices"]:
        return " or ".join(metadata["choices"])
    low, high = metadata["low"], metadata["high"]
    if low is None and high is None:
        return {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}[kind]
    if high is None:
        return f"{low:g} or more"
    return f"{low:g}..{high:g}"


def describe(configuration: type) -> list[FieldInfo]:
    """All fields."""
    return [
        FieldInfo(
            item.name,
            item.default,
            item.metadata["doc"],
            _allowed(item.metadata, item.type),  # type: ignore[arg-type]  # a class, not a text
            item.metadata["decided"],
        )
        for item in fields(configuration)
        if item.default is not MISSING
    ]


def check(configuration: Any) -> None:
    """Tell the first field that is out of range."""
    for item in fields(configuration):
        value, metadata = getattr(configuration, item.name), item.metadata
        low, high, choices = metadata["low"], metadata["high"], metadata["choices"]
        is_low = low is not None and value < low
        is_high = high is not None and value > high
        if is_low or is_high or (choices and value not in choices):
            allowed = _allowed(metadata, type(value))
            raise ConfigurationError(f"setting {item.name}={value!r} is not allowed: {allowed}")


def with_settings(configuration: type[T], texts: Iterable[str], begin: Mapping[str, Any] | None = None) -> T:
    """A configuration from texts FIELD=VALUE, on top of values that are known already."""
    options: dict[str, str] = {}
    for text in texts:
        name, is_there, value = text.partition("=")
        if not is_there:
            raise ConfigurationError(f"cannot read setting {text!r}: write FIELD=VALUE")
        options[name.strip()] = value.strip()
    changed = build_named(configuration, ParsedName("settings", options), ConfigurationError)
    merged = dict(begin or {}) | {name: getattr(changed, name) for name in options}
    return from_mapping(configuration, merged)


def from_mapping(configuration: type[T], values: Mapping[str, Any]) -> T:
    """A configuration from values by name, as TOML has them."""
    known = {item.name: item for item in fields(configuration)}  # type: ignore[arg-type]  # a dataclass
    chosen: dict[str, Any] = {}
    for name, value in values.items():
        if name not in known:
            raise ConfigurationError(f"unknown setting {name!r}: {known_or_suggestion(name, known)}")
        kind = known[name].type
        read = float(value) if kind is float and type(value) is int else value
        if type(read) is not kind:
            allowed = _allowed(known[name].metadata, kind)  # type: ignore[arg-type]  # a class, not a text
            raise ConfigurationError(f"setting {name}={value!r} is not allowed: {allowed}")
        chosen[name] = read
    made = configuration(**chosen)
    check(made)
    return made


def from_toml(path: Path) -> dict[str, Any]:
    """The values of a TOML file."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as wrong:
        raise ConfigurationError(f"cannot read configuration {str(path)!r}: {wrong}") from None


def to_toml(values: Mapping[str, Any]) -> str:
    """Plain values as TOML, one line each."""
    return "".join(f"{name} = {_toml(value)}\n" for name, value in values.items())


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        if not value.isprintable():
            raise InvalidInputError(f"text {value!r} has characters that a configuration file cannot hold")
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    raise InvalidInputError(f"{value!r} cannot be written to a configuration file")
