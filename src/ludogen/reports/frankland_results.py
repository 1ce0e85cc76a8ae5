"""What the report on heuristics that are evolved in play puts together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludogen.arena.match import Match, pair_scores
from ludogen.arena.statistics import Estimate, summarize, tally_pairs
from ludogen.reports.online_play import Judgement, OnlineGame

__all__ = ["Results", "won"]


@dataclass(frozen=True)
class Results:
    """Matches by opponent, and games to look at."""

    table: Mapping[str, Match]
    options: Mapping[tuple[str, str], Match]  # by option and opponent
    checkers: Mapping[tuple[str, int], Match]  # by option and depth
    games: Sequence[OnlineGame]
    shown: int  # the game that is annotated
    judgements: Sequence[Judgement]  # of its moves
    opponent: str  # in those games
    smaller: str  # settings of the players that options are tried with
    left_out: Sequence[str]  # what the scale has and was not played


def won(match: Match) -> Estimate:
    """The share of games won, with its 95 % interval. As in the paper's table a tie is not a win."""
    pairs = [(_is_win(one), _is_win(other)) for one, other in pair_scores(match.counted)]
    return summarize(tally_pairs(pairs)).score


def _is_win(score: float | None) -> float | None:
    return None if score is None else float(score == 1)
