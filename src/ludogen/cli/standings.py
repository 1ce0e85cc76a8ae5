"""Results as tables: a match, ratings, who scored what against whom."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table

from ludogen.arena.statistics import Estimate, Outcomes, PairResult, Tally

if TYPE_CHECKING:
    from ludogen.arena.match import Match
    from ludogen.arena.ratings import RatingTable
    from ludogen.arena.sequential_rating import SequentialRating

__all__ = ["cross_table", "rating_table", "score_text", "summary_lines"]


def score_text(tally: Tally) -> str:
    """Wins, draws and losses in short."""
    counts = tally.all
    return f"+{counts.wins} ={counts.draws} -{counts.losses}"


def _number(value: float | None, sign: bool = False) -> str:
    if value is None:
        return "∞"
    return f"{value:+.0f}" if sign else f"{value:.3f}"


def _interval(estimate: Estimate, sign: bool = False) -> str:
    low = _number(estimate.low, sign) if estimate.low is not None else "-∞"
    high = _number(estimate.high, sign) if estimate.high is not None else "+∞"
    return f"{low} .. {high}"


def _percent(part: float) -> str:
    return f"{100 * part:.1f} %"


def summary_lines(match: "Match") -> Iterator[RenderableType]:
    """All that a match says."""
    settings, summary = match.settings, match.summary
    tally = summary.tally
    sides = settings.rules.sides
    table = Table(box=SIMPLE_HEAD, title=f"{settings.one} against {settings.other}, {settings.game}")
    for column in ("", "games", "wins", "draws", "losses", "score"):
        table.add_column(column, justify="left" if not column else "right")
    parts: list[tuple[str, Outcomes]] = [
        (f"as {sides[0]}", tally.as_first),
        (f"as {sides[1]}", tally.as_second),
        ("all", tally.all),
    ]
    for name, part in parts:
        score = _percent(part.points / part.games) if part.games else "-"
        table.add_row(name, str(part.games), str(part.wins), str(part.draws), str(part.losses), score)
    yield table
    if summary.score.value is not None:
        elo = summary.elo.value
        difference = f"{elo:+.0f}" if elo is not None else "beyond measure"
        yield f"Elo difference {difference} (95 %: {_interval(summary.elo, True)})"
        low, high = summary.score.low or 0.0, summary.score.high if summary.score.high is not None else 1.0
        yield f"score {_percent(summary.score.value)} (95 %: {_percent(low)} .. {_percent(high)})"
    pairs = "  ".join(
        f"{points}: {count}" for points, count in zip(("0", "½", "1", "1½", "2"), tally.pairs, strict=True)
    )
    yield f"likelihood of superiority {_percent(summary.los)}, draws {_percent(summary.draw_ratio)}"
    yield f"pairs by points  {pairs}"
    yield f"sign test p = {summary.sign_test:.3g} over games, {summary.sign_test_pairs:.3g} over pairs"
    if match.decision is not None:
        yield f"sequential test: {match.decision.reason}"
    forfeits = [game for game in match.counted if game.result.reason.startswith("forfeit")]
    if forfeits:
        yield f"{len(forfeits)} games were forfeited; the first: {forfeits[0].result.reason}"


def rating_table(ratings: "RatingTable", sequential: "dict[str, SequentialRating]", title: str) -> Table:
    """Players, best first."""
    from ludogen.arena.sequential_rating import class_name

    table = Table(box=SIMPLE_HEAD, title=title)
    for column in ("", "player", "rating", "95 %", "games", "score", "sequential", "class"):
        is_text = column in ("player", "class")
        table.add_column(column, justify="left" if is_text else "right", no_wrap=not is_text, overflow="fold")
    for place, row in enumerate(ratings.ratings, 1):
        rating = "?" if row.rating is None else f"{row.rating:.0f}"
        if row.bound is not None:
            rating = f"{'≥' if row.bound == 'at least' else '≤'} {rating}"
        low = "" if row.low is None else f"{row.low:.0f}"
        high = "" if row.high is None else f"{row.high:.0f}"
        interval = f"{low} .. {high}" if low or high else ""
        score = "-" if row.score is None else _percent(row.score)
        in_order = sequential.get(row.player)
        mean = f"{in_order.mean:.0f} ± {in_order.deviation:.0f}" if in_order else ""
        name = class_name(in_order.mean) if in_order else ""
        table.add_row(str(place), row.player, rating, interval, str(row.games), score, mean, name)
    return table


def cross_table(players: Sequence[str], results: "Sequence[PairResult]", title: str) -> Table:
    """Score in percent of each player against each, by their places in the rating table."""
    points: dict[tuple[str, str], tuple[float, int]] = {}
    for result in results:
        games = result.wins + result.draws + result.losses
        for pair, wins in (
            ((result.first, result.second), result.wins),
            ((result.second, result.first), result.losses),
        ):
            before = points.get(pair, (0.0, 0))
            points[pair] = (before[0] + wins + result.draws / 2, before[1] + games)
    table = Table(box=SIMPLE_HEAD, title=title)
    table.add_column("", justify="right")
    for place in range(len(players)):
        table.add_column(str(place + 1), justify="right", no_wrap=True)
    for place, player in enumerate(players):
        cells = []
        for other in players:
            won, games = points.get((player, other), (0.0, 0))
            cells.append("·" if other == player else f"{100 * won / games:.0f}" if games else "")
        table.add_row(str(place + 1), *cells)
    return table
