"""Match statistics: published values, honest ends, and coverage of the interval by simulation.

`python -m tests.arena.test_statistics` prints the coverage table of docs/statistics.md.
"""

from collections.abc import Iterator
from math import erf, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import betainc  # type: ignore[import-untyped]

from ludogen.arena.statistics import (
    Estimate,
    Outcomes,
    Summary,
    Tally,
    elo_difference,
    expected_score,
    summarize,
    tally_pairs,
)
from ludogen.errors import InvalidInputError
from ludogen.randomness import stream

NOTHING = Outcomes()


def of_pairs(zero: int, half: int, one: int, one_and_half: int, two: int) -> Tally:
    """A match with these pentanomial counts; a pair of 1 is two draws, one of 0.5 or 1.5 has its draw as second."""
    first = Outcomes(one_and_half + two, one, zero + half)
    second = Outcomes(two, half + one + one_and_half, zero)
    return Tally(first, second, (zero, half, one, one_and_half, two), NOTHING)


def of_games(wins: int, draws: int, losses: int) -> Tally:
    """A match without pairs."""
    return Tally(Outcomes(wins, draws, losses), NOTHING, (0, 0, 0, 0, 0), Outcomes(wins, draws, losses))


def number(value: float | None) -> float:
    """A value that must be there."""
    assert value is not None
    return value


def half_width(estimate: Estimate) -> float:
    """Half of the interval, what other programs print after +/-."""
    return (number(estimate.high) - number(estimate.low)) / 2


def test_pairs_are_counted_by_colour_and_by_pair() -> None:
    tally = tally_pairs([(1, 1), (1, 0), (0.5, 0.5), (0, 0.5), (0, 0), (1, 0.5), (1, None), (None, 0.5), (None, None)])
    assert tally.as_first == Outcomes(wins=4, draws=1, losses=2)
    assert tally.as_second == Outcomes(wins=1, draws=4, losses=2)
    assert tally.pairs == (1, 1, 2, 1, 1)
    assert tally.unpaired == Outcomes(wins=1, draws=1)
    summary = summarize(tally)
    assert summary.score.value == 7.5 / 14
    assert summary.draw_ratio == 5 / 14


@pytest.mark.parametrize("score", [0.25, 2, -1, float("nan")])
def test_a_score_that_no_game_has_is_quoted_with_its_pair(score: float) -> None:
    with pytest.raises(InvalidInputError, match=f"score {score!r} in pair 2 is not 0, 0.5, 1 or None"):
        tally_pairs([(1, 0), (0.5, score)])


def test_counts_that_do_not_add_up_are_refused() -> None:
    won = Outcomes(wins=1)
    with pytest.raises(InvalidInputError, match="no games"):
        summarize(tally_pairs([]))
    with pytest.raises(InvalidInputError, match="do not add up"):
        summarize(Tally(won, won, (0, 0, 0, 1, 0), NOTHING))
    with pytest.raises(InvalidInputError, match="negative"):
        summarize(Tally(won, won, (0, 0, -1, 0, 2), NOTHING))


@pytest.mark.parametrize(
    ("tally", "elo", "error", "los"),
    [  # from the tests of fastchess (elo_test.cpp)
        (of_games(136, 111, 96), 40.70, 30.43, 0.9960),
        (of_pairs(34, 54, 63, 64, 75), 55.58, 27.65, 1.0),
        (of_pairs(332, 433, 498, 333, 334), -8.64, 10.33, 0.0505),
    ],
)
def test_fastchess_says_nearly_the_same(tally: Tally, elo: float, error: float, los: float) -> None:
    summary = summarize(tally)
    assert summary.elo.value == pytest.approx(elo, abs=0.01)
    assert half_width(summary.elo) == pytest.approx(error, rel=0.005)
    assert summary.los == pytest.approx(los, abs=0.0005)


def test_los_is_that_of_the_closed_forms() -> None:
    # A fishtest run for which K. Laskos gave the exact value (TalkChess, 22 January 2014).
    summary = summarize(of_games(5975, 26894, 6077))
    assert betainc(6078, 5976, 0.5) == pytest.approx(0.176424329128482367, abs=1e-12)
    assert summary.los == pytest.approx(0.176424329, abs=2e-5)
    for wins, draws, losses in [(60, 0, 40), (55, 200, 45), (12, 3, 9), (200, 10, 260)]:
        cutechess = (1 + erf((wins - losses) / sqrt(2 * (wins + losses)))) / 2
        assert summarize(of_games(wins, draws, losses)).los == pytest.approx(cutechess, abs=0.02)
    # With one game the normal form says 84 %, the exact one (uniform prior) 75 %.
    assert summarize(of_games(1, 0, 0)).los == pytest.approx(0.75, abs=0.02)


def test_the_checkers_paper_is_reproduced() -> None:
    # Chellapilla and Fogel (2001): 10 of 11 decisions, "about 400 points better", P < 0.02.
    equal_depth, equal_time = summarize(of_games(10, 3, 1)), summarize(of_games(8, 4, 2))
    assert elo_difference(10 / 11) == pytest.approx(400)
    assert equal_depth.sign_test == pytest.approx(24 / 2048)
    # 8 of 10 decisions, "an estimated 240-point difference", P = 0.1094.
    assert elo_difference(8 / 10) == pytest.approx(240.8, abs=0.05)
    assert equal_time.sign_test == pytest.approx(0.1094, abs=5e-5)


def test_the_sign_test_counts_decided_pairs_once() -> None:
    summary = summarize(of_pairs(0, 0, 3, 0, 5))
    assert summary.sign_test == pytest.approx(2 / 1024)
    assert summary.sign_test_pairs == pytest.approx(2 / 32)
    assert summarize(of_pairs(0, 0, 4, 0, 0)).sign_test == 1


@pytest.mark.parametrize(
    ("tally", "low", "high"),
    [
        (of_games(1, 0, 0), 0.115, 1.0),
        (of_games(0, 1, 0), 0.055, 0.945),
        (of_games(0, 0, 2), 0.0, 0.742),
        (of_pairs(0, 0, 0, 0, 1), 0.148, 1.0),
        (of_pairs(0, 0, 1, 0, 1), 0.223, 0.969),
        (of_pairs(0, 0, 0, 0, 10), 0.813, 1.0),
        (of_pairs(0, 0, 7, 0, 0), 0.365, 0.635),
    ],
)
def test_few_and_one_sided_games_have_wide_finite_intervals(tally: Tally, low: float, high: float) -> None:
    score = summarize(tally).score
    assert [score.low, score.high] == pytest.approx([low, high], abs=0.001)


def test_an_end_is_open_only_where_the_score_is_full() -> None:
    won, lost = summarize(of_pairs(0, 0, 0, 0, 10)).elo, summarize(of_pairs(10, 0, 0, 0, 0)).elo
    assert (won.value, won.high) == (lost.value, lost.low) == (None, None)
    assert won.low == pytest.approx(255, abs=1)
    assert lost.high == pytest.approx(-255, abs=1)
    # More wins say more.
    lows = [number(summarize(of_pairs(0, 0, 0, 0, count)).elo.low) for count in (1, 2, 5, 20, 100)]
    assert lows == sorted(lows)


def test_pairs_that_repeat_themselves_count_less_than_games() -> None:
    repeated, single = summarize(of_pairs(20, 0, 0, 0, 30)), summarize(of_games(60, 0, 40))
    mirrored = summarize(tally_pairs([(1, 0)] * 40 + [(1, 1)] * 10))
    assert repeated.score.value == single.score.value == mirrored.score.value == 0.6
    assert half_width(repeated.score) > 1.3 * half_width(single.score) > 1.6 * half_width(mirrored.score)


PAIRS = st.lists(st.tuples(*[st.sampled_from([None, 0.0, 0.5, 1.0])] * 2), max_size=60)


@given(PAIRS)
def test_the_other_player_sees_the_mirror_image(pairs: list[tuple[float | None, float | None]]) -> None:
    mirrored = [(_flipped(second), _flipped(first)) for first, second in pairs]
    if all(score is None for pair in pairs for score in pair):
        return
    one, other = summarize(tally_pairs(pairs)), summarize(tally_pairs(mirrored))
    assert other.los == pytest.approx(1 - one.los)
    assert other.sign_test == one.sign_test
    assert other.sign_test_pairs == one.sign_test_pairs
    assert number(other.score.low) == pytest.approx(1 - number(one.score.high))
    assert (one.elo.low is None) == (other.elo.high is None)
    if one.elo.low is not None and other.elo.high is not None:
        assert other.elo.high == pytest.approx(-one.elo.low, abs=1e-6)
    _check_sense(one)


def _flipped(score: float | None) -> float | None:
    return None if score is None else 1 - score


def _check_sense(summary: Summary) -> None:
    low, score, high = (number(end) for end in (summary.score.low, summary.score.value, summary.score.high))
    assert 0 <= low <= score <= high <= 1
    assert low < high
    assert (low > 0.5) == (summary.los > 0.975 + 1e-12) or abs(summary.los - 0.975) < 1e-9


@given(st.floats(-3000, 3000))
def test_elo_and_score_are_inverse(elo: float) -> None:
    assert elo_difference(expected_score(elo)) == pytest.approx(elo, abs=1e-3, rel=1e-6)


def test_elo_of_impossible_scores() -> None:
    assert elo_difference(0.5) == 0
    assert elo_difference(0.75) == pytest.approx(190.85, abs=0.005)
    with pytest.raises(InvalidInputError, match=r"score 1\.5 is not in 0\.\.1"):
        elo_difference(1.5)


# Coverage: how often the 95 % interval holds the true score.

Distribution = np.ndarray[tuple[int], np.dtype[np.float64]]


def game(score: float, draws: float) -> Distribution:
    """Loss, draw, win of a game with this expected score."""
    wins = score - draws / 2
    return np.array([1 - wins - draws, draws, wins])


def scenarios() -> Iterator[tuple[str, Distribution]]:
    """Distributions of pairs: independent games, an advantage of one colour, openings that decide both games."""
    for score in (0.5, 0.6, 0.75, 0.9):
        for draws in (0.0, 0.2, 0.6, 0.85):
            if draws <= 2 * (1 - score):
                yield f"score {score}, draws {draws}", np.convolve(game(score, draws), game(score, draws))
        if score < 0.8:
            yield f"score {score} +- 0.2", np.convolve(game(score + 0.2, 0.1), game(score - 0.2, 0.1))
        loss, draw, win = game(score, 0.1)
        twice = np.array([loss, 0, draw, 0, win])
        single = game(score, 0.1)
        yield f"score {score}, half of the pairs repeat", (np.convolve(single, single) + twice) / 2


def coverage(distribution: Distribution, units: int, matches: int = 2500) -> float:
    """Share of simulated matches of so many pairs (5 probabilities) or games (3) whose interval holds the truth."""
    truth = float(distribution @ np.linspace(0, 1, len(distribution)))
    counts = stream(7, "coverage", units, len(distribution)).multinomial(units, distribution, size=matches)
    kinds, times = np.unique(counts, axis=0, return_counts=True)
    held = 0
    for kind, count in zip(kinds.tolist(), times.tolist(), strict=True):
        score = summarize(of_pairs(*kind) if len(kind) == 5 else of_games(*reversed(kind))).score
        held += count * (number(score.low) <= truth <= number(score.high))
    return held / matches


@pytest.mark.parametrize(("units", "highest"), [(10, 1.0), (50, 0.985), (500, 0.965)])
def test_intervals_of_pairs_hold_the_truth_95_times_in_100(units: int, highest: float) -> None:
    shares = {name: coverage(distribution, units) for name, distribution in scenarios()}
    assert min(shares.values()) > 0.93, shares
    assert max(shares.values()) <= highest, shares
    assert 0.94 < sum(shares.values()) / len(shares) < 0.975, shares


@pytest.mark.parametrize("units", [20, 100, 1000])
@pytest.mark.parametrize(("score", "draws"), [(0.5, 0.0), (0.5, 0.8), (0.7, 0.3), (0.9, 0.1)])
def test_intervals_of_single_games_hold_the_truth_too(units: int, score: float, draws: float) -> None:
    assert 0.93 < coverage(game(score, draws), units) < 0.985


@pytest.mark.parametrize("units", [1, 2, 3, 5])
def test_very_few_pairs_err_on_the_safe_side(units: int) -> None:
    assert min(coverage(distribution, units) for _, distribution in scenarios()) > 0.93


if __name__ == "__main__":
    print("pairs   least    mean    most   (scenario with the least)")
    for size in (1, 2, 3, 5, 10, 50, 500):
        found = {name: coverage(distribution, size, 20_000) for name, distribution in scenarios()}
        worst = min(found, key=lambda name: found[name])
        mean = sum(found.values()) / len(found)
        print(f"{size:5}  {found[worst]:6.3f}  {mean:6.3f}  {max(found.values()):6.3f}   {worst}")
