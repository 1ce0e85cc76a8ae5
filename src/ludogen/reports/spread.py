"""Numbers of several seeds put together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy.stats import t as student  # type: ignore[import-untyped]

from ludogen.reports.othello_strength import Judged

__all__ = ["Spread", "difference"]


@dataclass(frozen=True)
class Spread:
    """A number found with several seeds, or with one."""

    values: tuple[float, ...]
    interval: tuple[float, float]  # 95 %: of the mean over seeds; of the games where there is one seed

    @classmethod
    def of(cls, values: Iterable[float]) -> "Spread":
        """Of plain numbers."""
        found = tuple(values)
        mean, half = float(np.mean(found)), 0.0
        if len(found) > 1:
            half = float(student.ppf(0.975, len(found) - 1)) * float(np.std(found, ddof=1)) / sqrt(len(found))
        return cls(found, (mean - half, mean + half))

    @classmethod
    def of_games(cls, judged: Sequence[Judged]) -> "Spread":
        """Of shares of games won."""
        spread = cls.of([one.won for one in judged])
        ends = (max(spread.interval[0], 0.0), min(spread.interval[1], 1.0))
        if len(judged) == 1:
            games = judged[0].interval
            ends = (games.low or 0.0, 1.0 if games.high is None else games.high)
        return cls(spread.values, ends)

    @property
    def mean(self) -> float:
        """The mean over seeds."""
        return float(np.mean(self.values))

    @property
    def deviation(self) -> float:
        """The standard deviation over seeds; 0 with one."""
        return float(np.std(self.values, ddof=1)) if len(self.values) > 1 else 0.0

    @property
    def text(self) -> str:
        """In per cent: mean, deviation and range over seeds, interval."""
        low, high = (100 * end for end in self.interval)
        sure = f"95 %: {low:.1f} .. {high:.1f}"
        if len(self.values) == 1:
            return f"{100 * self.mean:.1f} % ({sure})"
        least, most = 100 * min(self.values), 100 * max(self.values)
        return f"{100 * self.mean:.1f} % ± {100 * self.deviation:.1f} ({least:.1f} .. {most:.1f}; {sure})"


def difference(one: Spread, other: Spread) -> tuple[float, tuple[float, float]]:
    """Of two means over seeds, with Welch's 95 % interval; open where one of them has a single seed."""
    gap = one.mean - other.mean
    if min(len(one.values), len(other.values)) < 2:
        return gap, (-1.0, 1.0)
    parts = [spread.deviation**2 / len(spread.values) for spread in (one, other)]
    if not sum(parts):
        return gap, (gap, gap)
    numbers = [len(spread.values) - 1 for spread in (one, other)]
    freedom = sum(parts) ** 2 / sum(part**2 / number for part, number in zip(parts, numbers, strict=True))
    half = float(student.ppf(0.975, freedom)) * sqrt(sum(parts))
    return gap, (gap - half, gap + half)
