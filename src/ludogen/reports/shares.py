"""Shares and counts of games as text, the same on all pages."""

from ludogen.arena.statistics import Estimate, Outcomes, summarize, tally_pairs

__all__ = ["counts_text", "estimate_text", "percent", "share_won"]


def percent(share: float | None, digits: int = 1) -> str:
    """A share in per cent; a dash for none."""
    return "-" if share is None else f"{100 * share:.{digits}f} %"


def estimate_text(estimate: Estimate, digits: int = 1) -> str:
    """A share in per cent, with its interval."""
    low, high = 100 * (estimate.low or 0.0), 100 * (1.0 if estimate.high is None else estimate.high)
    return f"{percent(estimate.value, digits)} ({low:.{digits}f} .. {high:.{digits}f})"


def counts_text(outcomes: Outcomes) -> str:
    """Won, lost, drawn."""
    return f"{outcomes.wins} - {outcomes.losses} - {outcomes.draws}"


def share_won(wins: int, games: int) -> Estimate:
    """The share of games won, with its 95 % interval; the games do not depend on each other."""
    return summarize(tally_pairs([(1.0, None)] * wins + [(0.0, None)] * (games - wins))).score
