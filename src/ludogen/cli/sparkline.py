"""A row of numbers as a picture of one line."""

from collections.abc import Sequence
from itertools import pairwise
from math import isfinite

__all__ = ["sparkline"]

BLOCKS, LETTERS = "▁▂▃▄▅▆▇█", "_.-:=+*#"


def sparkline(values: Sequence[float], width: int, ascii_only: bool = False) -> str:
    """At most `width` characters, each the mean of its part; the lowest is low and the highest high."""
    numbers = [value for value in values if isfinite(value)]
    count = min(width, len(numbers))
    cuts = [part * len(numbers) // count for part in range(count + 1)] if count else []
    means = [sum(numbers[begin:end]) / (end - begin) for begin, end in pairwise(cuts)]
    if not means:
        return ""
    marks, low, high = LETTERS if ascii_only else BLOCKS, min(means), max(means)
    steps = (len(marks) - 1) / (high - low) if high > low and isfinite(high - low) else 0.0
    return "".join(marks[round((mean - low) * steps)] for mean in means)
