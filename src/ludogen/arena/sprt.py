"""The sequential probability ratio test: play until it is clear which of two hypotheses about A is right.

H0 says that A is `elo0` above B, H1 that A is `elo1` above B. The generalised log-likelihood ratio is that of fishtest
and fastchess (logistic Elo, pentanomial counts): each hypothesis fixes the expected score, the most likely distribution
with that score is found for each, and their likelihoods are compared. The distribution with mean s that fits counts
n_i of scores a_i best is p_i = (n_i / N) / (1 + x (a_i - s)), where x solves sum p_i (a_i - s) = 0 (M. van
den Bergh, support_MLE_multinomial.pdf of fishtest, proposition 1.1). Bounds are Wald's (1945).

As in fishtest a count of zero stands for 0.001. Only complete pairs count: give `tally.pairs`. A match without pairs is
tested by its 3 counts (losses, draws, wins).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, log
from typing import Literal

import numpy as np
import numpy.typing as npt

from ludogen.arena.statistics import expected_score
from ludogen.errors import InvalidInputError

__all__ = ["Decision", "Sprt", "Verdict", "log_likelihood_ratios"]

Verdict = Literal["accept H1", "accept H0"]
Counts = npt.NDArray[np.float64]

ZERO_COUNT = 1e-3
WIDEST_ELO = 2000.0  # beyond this the expected score is 0 or 1 in all but name
BISECTIONS = 60


@dataclass(frozen=True)
class Decision:
    """Where the test stands."""

    verdict: Verdict | None
    """None while the match must go on."""
    llr: float
    lower: float
    upper: float
    reason: str
    """A plain sentence for people."""


@dataclass(frozen=True)
class Sprt:
    """A test of elo0 against elo1 that errs with probability alpha where elo0 is true, beta where elo1 is."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        for name, elo in (("elo0", self.elo0), ("elo1", self.elo1)):
            if not (isfinite(elo) and abs(elo) <= WIDEST_ELO):
                raise InvalidInputError(f"sprt {name}={elo!r} is not in {-WIDEST_ELO:g}..{WIDEST_ELO:g}")
        if not self.elo0 < self.elo1:
            raise InvalidInputError(f"sprt elo0={self.elo0!r} is not less than elo1={self.elo1!r}")
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                raise InvalidInputError(f"sprt {name}={rate!r} is not between 0 and 0.5")

    @property
    def lower(self) -> float:
        """H0 is accepted at this log-likelihood ratio or below."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """H1 is accepted at this log-likelihood ratio or above."""
        return log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """The log-likelihood ratio of 5 pair counts (scores 0, 0.5, 1, 1.5, 2) or 3 game counts (0, 0.5, 1)."""
        if len(counts) not in (3, 5) or min(counts) < 0:
            raise InvalidInputError(f"sprt counts {counts!r} are not 5 of pairs or 3 of games, each 0 or more")
        rows = np.array([counts], dtype=np.float64)
        return float(log_likelihood_ratios(rows, expected_score(self.elo0), expected_score(self.elo1))[0])

    def decision(self, counts: Sequence[int]) -> Decision:
        """Stop, and with which answer, or go on."""
        llr, lower, upper = self.llr(counts), self.lower, self.upper
        units = f"{sum(counts)} {'pairs' if len(counts) == 5 else 'games'}"
        if llr >= upper:
            reason = f"LLR {llr:.2f} reached {upper:.2f} after {units}: A is stronger by {self.elo1:g} Elo rather than"
            return Decision("accept H1", llr, lower, upper, f"{reason} by {self.elo0:g}")
        if llr <= lower:
            reason = f"LLR {llr:.2f} reached {lower:.2f} after {units}: A is stronger by {self.elo0:g} Elo rather than"
            return Decision("accept H0", llr, lower, upper, f"{reason} by {self.elo1:g}")
        reason = f"LLR {llr:.2f} after {units} is between {lower:.2f} and {upper:.2f}: more games are needed"
        return Decision(None, llr, lower, upper, reason)


def log_likelihood_ratios(counts: Counts, score0: float, score1: float) -> Counts:
    """One ratio a row of counts; the columns are equally spaced scores from 0 to 1. A row without games gives 0."""
    scores = np.linspace(0.0, 1.0, counts.shape[1])
    filled = np.where(counts > 0, counts, ZERO_COUNT)
    # The factor 1/N cancels: ln p1 - ln p0 = ln(1 + x0 (a - s0)) - ln(1 + x1 (a - s1)).
    null, alternative = (_log_divisors(filled, scores - score) for score in (score0, score1))
    ratios: Counts = (filled * (null - alternative)).sum(axis=1)
    return np.where(counts.sum(axis=1) > 0, ratios, 0.0)


def _log_divisors(counts: Counts, distances: Counts) -> Counts:
    """ln(1 + x (a - s)) for the x at which the weighted distances sum to zero, found by bisection for all rows."""
    low = np.full(len(counts), -1 / distances[-1])
    high = np.full(len(counts), -1 / distances[0])
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        # The sum falls with x, from plus to minus infinity.
        left = (counts * distances / (1 + middle[:, None] * distances)).sum(axis=1) < 0
        low, high = np.where(left, low, middle), np.where(left, middle, high)
    return np.asarray(np.log1p(((low + high) / 2)[:, None] * distances))
