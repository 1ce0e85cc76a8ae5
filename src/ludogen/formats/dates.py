"""Dates of files as ISO texts."""

import re
from datetime import UTC, datetime

__all__ = ["parse_date"]

_SEPARATED = re.compile(r"\s*([0-9]{4})(?:[-./](0[1-9]|1[0-2])(?:[-./](0[1-9]|[12][0-9]|3[01]))?)?(?![0-9])", re.ASCII)
_SECONDS = re.compile(r"\s*([0-9]{9,10})\s*", re.ASCII)


def parse_date(text: str) -> str:
    """The first date of a text as year, month and day, as far as they are known; empty if it has none.

    `1996-12-27,28`, `2007.??.??`, `2003.12.15_13:24:03.MST` and seconds since 1970 are found in real files.
    """
    seconds = _SECONDS.fullmatch(text)
    if seconds:
        return datetime.fromtimestamp(int(seconds[1]), UTC).date().isoformat()
    found = _SEPARATED.match(text)
    return "-".join(filter(None, found.groups())) if found else ""
