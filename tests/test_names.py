"""Short texts with options, and the exceptions."""

import inspect
import re

import pytest

import ludogen.errors
from ludogen.errors import InvalidInputError
from ludogen.names import ParsedName, known_or_suggestion, parse_name


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        ("random", "random", {}),
        ("go:size=5,komi=0.5", "go", {"size": "5", "komi": "0.5"}),
        ('gtp:command="gnugo --mode gtp, loud",level=1', "gtp", {"command": "gnugo --mode gtp, loud", "level": "1"}),
        ("a:b=", "a", {"b": ""}),
    ],
)
def test_reading(text: str, name: str, options: dict[str, str]) -> None:
    assert parse_name(text) == ParsedName(name, options)


@pytest.mark.parametrize("text", ["go:", "go:size", "go:size=5,", "go:,size=5", 'go:a="x', "go:a=1 b=2,,c=3", "go:A=1"])
def test_unreadable_options_are_quoted(text: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        parse_name(text)
    assert repr(text) in str(caught.value)


def test_suggestions() -> None:
    assert known_or_suggestion("positonal", ["positional", "random"]) == "did you mean 'positional'?"
    assert known_or_suggestion("zzz", ["b", "a"]) == "known are a, b"


def test_the_tree_of_exceptions_is_drawn_as_it_is() -> None:
    drawn: dict[str, str] = {}
    above: list[tuple[int, str]] = [(-1, "Exception")]
    for line in (ludogen.errors.__doc__ or "").splitlines():
        match = re.match(r"[\s│├└─]*(?P<name>\w*Error)\b", line)
        if match is None:
            continue
        while above[-1][0] >= match.start("name"):
            above.pop()
        drawn[match["name"]] = above[-1][1]
        above.append((match.start("name"), match["name"]))
    classes = {name: kind for name, kind in vars(ludogen.errors).items() if inspect.isclass(kind)}
    assert drawn == {name: kind.__mro__[1].__name__ for name, kind in classes.items()}
    assert sorted(classes) == ludogen.errors.__all__
