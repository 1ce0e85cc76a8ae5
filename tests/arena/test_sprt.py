"""The sequential test: published ratios, brute force, and error rates by simulation.

`python -m tests.arena.test_sprt` prints the table of error rates of docs/statistics.md.
"""

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize  # type: ignore[import-untyped]

from ludogen.arena.sprt import Sprt, log_likelihood_ratios
from ludogen.arena.statistics import expected_score
from ludogen.errors import InvalidInputError
from ludogen.randomness import stream


@pytest.mark.parametrize(
    ("elo0", "elo1", "counts", "llr"),
    [  # from the tests of fastchess (sprt_test.cpp, logistic model)
        (0.5, 2.5, (223, 9863, 21279, 10037, 246), -3.07),
        (0, 2, (871, 26175, 55983, 26678, 821), -4.98),
        (0.5, 2.5, (21184, 40708, 21404), -1.57),
        (0, 2, (57030, 106593, 57433), -2.59),
    ],
)
def test_fastchess_has_the_same_ratio(elo0: float, elo1: float, counts: tuple[int, ...], llr: float) -> None:
    assert Sprt(elo0, elo1).llr(counts) == pytest.approx(llr, abs=0.005)


def test_bounds_are_those_of_wald() -> None:
    assert Sprt(0, 5).lower == pytest.approx(-log(19))
    assert Sprt(0, 5).upper == pytest.approx(log(19))
    assert Sprt(0, 5, alpha=0.01, beta=0.2).upper == pytest.approx(log(80))


@pytest.mark.parametrize("counts", [(3, 9, 20, 14, 6), (2, 5, 30, 6, 8), (30, 12, 9, 5, 1), (7, 3, 12)])
def test_each_likelihood_is_the_greatest_with_that_score(counts: tuple[int, ...]) -> None:
    def most(score: float) -> float:
        scores = np.linspace(0, 1, len(counts))
        found = minimize(
            lambda shares: -float(np.array(counts) @ np.log(shares)),
            np.full(len(counts), 1 / len(counts)),
            bounds=[(1e-9, 1)] * len(counts),
            constraints=[
                {"type": "eq", "fun": lambda shares: shares.sum() - 1},
                {"type": "eq", "fun": lambda shares: shares @ scores - score},
            ],
            method="SLSQP",
            options={"ftol": 1e-12, "maxiter": 500},
        )
        assert found.success
        return -float(found.fun)

    brute_force = most(expected_score(80)) - most(expected_score(-10))
    assert Sprt(-10, 80).llr(counts) == pytest.approx(brute_force, abs=1e-3)


def test_large_counts_follow_the_normal_approximation() -> None:
    # (s1 - s0) (2 s - s0 - s1) N / (2 variance): van den Bergh's approximation, exact for small differences.
    counts = np.array([1000, 4000, 10500, 4300, 1100])
    scores = np.linspace(0, 1, 5)
    mean = counts @ scores / counts.sum()
    variance = counts @ (scores - mean) ** 2 / counts.sum()
    low, high = expected_score(1), expected_score(4)
    approximation = (high - low) * (2 * mean - low - high) * counts.sum() / (2 * variance)
    assert Sprt(1, 4).llr(counts.tolist()) == pytest.approx(approximation, rel=0.01)


def test_games_without_draws_are_a_binomial_test() -> None:
    low, high = expected_score(0), expected_score(40)
    binomial = 70 * log(high / low) + 50 * log((1 - high) / (1 - low))
    assert Sprt(0, 40).llr((50, 0, 70)) == pytest.approx(binomial, abs=0.001)


@pytest.mark.parametrize(
    "counts", [(0, 0, 0, 0, 4), (4, 0, 0, 0, 0), (0, 0, 9, 0, 0), (0, 0, 5, 1, 0), (0, 0, 0, 0, 1)]
)
def test_empty_categories_give_a_modest_ratio(counts: tuple[int, ...]) -> None:
    # No pair can say more than the two hypotheses differ about a won or lost pair.
    largest = sum(counts) * log(expected_score(50) / expected_score(0))
    assert abs(Sprt(0, 50).llr(counts)) <= max(largest, sum(counts) * log(0.5 / (1 - expected_score(50)))) + 0.01


def test_no_games_say_nothing() -> None:
    assert Sprt(0, 5).llr((0, 0, 0, 0, 0)) == 0
    assert Sprt(0, 5).decision((0, 0, 0)).verdict is None


COUNTS = st.lists(st.integers(0, 3000), min_size=5, max_size=5)


@given(COUNTS, st.floats(-300, 300), st.floats(1, 200))
def test_the_other_player_sees_the_opposite(counts: list[int], elo0: float, width: float) -> None:
    ratio = Sprt(elo0, elo0 + width).llr(counts)
    assert Sprt(-elo0 - width, -elo0).llr(counts[::-1]) == pytest.approx(-ratio, abs=1e-6, rel=1e-6)


def test_decisions_say_why() -> None:
    test = Sprt(0, 50)
    assert test.decision((2, 10, 30, 30, 20)).verdict == "accept H1"
    lost = test.decision((20, 30, 30, 10, 2))
    assert lost.verdict == "accept H0"
    assert lost.reason == (f"LLR {lost.llr:.2f} reached -2.94 after 92 pairs: A is stronger by 0 Elo rather than by 50")
    going = test.decision((5, 4, 6))
    assert going.verdict is None
    assert "after 15 games is between -2.94 and 2.94: more games are needed" in going.reason


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((5, 5), "sprt elo0=5 is not less than elo1=5"),
        ((5, 0), "sprt elo0=5 is not less than elo1=0"),
        ((0, float("inf")), "sprt elo1=inf is not in -2000..2000"),
        ((float("nan"), 5), "sprt elo0=nan is not in -2000..2000"),
        ((0, 5, 0.0), "sprt alpha=0.0 is not between 0 and 0.5"),
        ((0, 5, 0.05, 0.7), "sprt beta=0.7 is not between 0 and 0.5"),
    ],
)
def test_impossible_tests_are_refused(arguments: tuple[float, ...], said: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        Sprt(*arguments)
    assert said in str(caught.value)


@pytest.mark.parametrize("counts", [(1, 2), (1, 2, 3, 4), (1, -1, 3), ()])
def test_counts_of_another_kind_are_refused(counts: tuple[int, ...]) -> None:
    with pytest.raises(InvalidInputError, match="5 of pairs or 3 of games"):
        Sprt(0, 5).llr(counts)


def accepted(test: Sprt, elo: float, draws: float, edge: float, runs: int = 1000) -> tuple[float, float]:
    """Share of simulated tests that accept H1, and pairs played on average; `edge` is the first player's in score."""
    score = expected_score(elo)
    first, second = (np.array([1 - mean - draws / 2, draws, mean - draws / 2]) for mean in (score + edge, score - edge))
    random = stream(11, "sprt", int(elo), int(100 * draws), int(100 * edge))
    score0, score1 = expected_score(test.elo0), expected_score(test.elo1)
    counts, going, wins, pairs = np.zeros((runs, 5)), np.arange(runs), 0, 0
    while len(going):
        pairs += len(going)
        counts[going, random.choice(5, size=len(going), p=np.convolve(first, second))] += 1
        ratios = log_likelihood_ratios(counts[going], score0, score1)
        wins += int((ratios >= test.upper).sum())
        going = going[(ratios < test.upper) & (ratios > test.lower)]
    return wins / runs, pairs / runs


@pytest.mark.parametrize(("draws", "edge"), [(0.0, 0.2), (0.5, 0.0), (0.3, 0.15)])
def test_error_rates_are_those_asked_for(draws: float, edge: float) -> None:
    test = Sprt(0, 100)
    at_null, at_middle, at_alternative = (accepted(test, elo, draws, edge)[0] for elo in (0, 50, 100))
    # Three standard errors of 1000 runs are 0.021.
    assert at_null < 0.05 + 0.021
    assert at_alternative > 0.95 - 0.021
    assert 0.4 < at_middle < 0.6
    # The bounds are not merely never reached wrongly: the test takes about as few games as Wald's theory allows.
    assert at_null > 0.01
    assert at_alternative < 0.99


def test_tests_end_soon_where_the_truth_is_clear() -> None:
    test = Sprt(0, 100)
    lengths = [accepted(test, elo, 0.3, 0.0, runs=300)[1] for elo in (-100, 0, 50, 100, 200)]
    assert lengths[0] < lengths[1] < lengths[2] > lengths[3] > lengths[4]


if __name__ == "__main__":
    print("elo0 elo1  draws  edge   accepts H1 at elo0, in the middle, at elo1   pairs in the middle")
    for low, high in ((0, 200), (0, 100), (0, 50), (-20, 20)):
        for drawn, ahead in ((0.0, 0.0), (0.0, 0.2), (0.45, 0.0)):
            found = [accepted(Sprt(low, high), elo, drawn, ahead, 4000) for elo in (low, (low + high) / 2, high)]
            rates = ", ".join(f"{share:.3f}" for share, _ in found)
            print(f"{low:4} {high:4}  {drawn:5}  {ahead:4}   {rates}   {found[1][1]:.0f}")
