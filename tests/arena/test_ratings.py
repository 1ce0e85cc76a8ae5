"""Ratings: closed forms, published tables, brute force, honest bounds, and coverage by simulation.

`python -m tests.arena.test_ratings` prints the coverage table of docs/statistics.md.
"""

from itertools import permutations
from math import exp, inf, isfinite, log, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize  # type: ignore[import-untyped]

from ludogen.arena.ratings import RatingTable, fit_ratings
from ludogen.arena.statistics import PairResult, elo_difference, expected_score
from ludogen.errors import InvalidInputError
from ludogen.randomness import stream

ELO = 400 / log(10)


def number(value: float | None) -> float:
    """A value that must be there."""
    assert value is not None
    return value


def rating(table: RatingTable, player: str) -> float:
    """The rating of a player who must have one."""
    return number(table.of(player).rating)


@pytest.mark.parametrize(("wins", "draws", "losses"), [(7, 0, 3), (5, 10, 4), (10, 10, 0), (0, 9, 5), (0, 14, 0)])
def test_two_players_differ_by_the_elo_of_their_score(wins: int, draws: int, losses: int) -> None:
    table = fit_ratings([PairResult("a", "b", wins, draws, losses)], anchor="b", anchor_rating=1000)
    score = (wins + draws / 2) / (wins + draws + losses)
    assert rating(table, "a") == pytest.approx(1000 + elo_difference(score), abs=1e-6)
    assert (table.of("a").games, table.of("a").score) == (wins + draws + losses, score)
    assert table.of("a").bound is None
    assert number(table.of("a").high) - rating(table, "a") > 30


def test_the_interval_of_two_players_is_that_of_the_logit() -> None:
    table = fit_ratings([PairResult("a", "b", 70, 0, 30)], anchor="b")
    assert number(table.of("a").high) - rating(table, "a") == pytest.approx(
        1.96 * ELO / sqrt(100 * 0.7 * 0.3), rel=1e-4
    )
    assert (table.of("b").low, table.of("b").high) == (0, 0)
    # Eighty draws of a hundred games: a fifth of the variance.
    drawn = fit_ratings([PairResult("a", "b", 10, 80, 10)], anchor="b")
    assert number(drawn.of("a").high) == pytest.approx(1.96 * ELO / sqrt(100 * 0.25) * sqrt(0.2), rel=0.03)


BASEBALL = """Milwaukee Detroit 4 3, Milwaukee Toronto 4 2, Milwaukee New_York 4 3, Milwaukee Boston 6 1,
Milwaukee Cleveland 4 2, Milwaukee Baltimore 6 0, Detroit Milwaukee 3 3, Detroit Toronto 4 2, Detroit New_York 4 3,
Detroit Boston 6 0, Detroit Cleveland 6 1, Detroit Baltimore 4 3, Toronto Milwaukee 2 5, Toronto Detroit 4 3,
Toronto New_York 2 4, Toronto Boston 4 3, Toronto Cleveland 4 2, Toronto Baltimore 6 0, New_York Milwaukee 3 3,
New_York Detroit 5 1, New_York Toronto 2 5, New_York Boston 4 3, New_York Cleveland 4 2, New_York Baltimore 6 1,
Boston Milwaukee 5 1, Boston Detroit 2 5, Boston Toronto 3 3, Boston New_York 4 2, Boston Cleveland 5 2,
Boston Baltimore 6 0, Cleveland Milwaukee 2 5, Cleveland Detroit 3 3, Cleveland Toronto 3 4, Cleveland New_York 4 3,
Cleveland Boston 4 2, Cleveland Baltimore 2 4, Baltimore Milwaukee 2 5, Baltimore Detroit 1 5, Baltimore Toronto 1 6,
Baltimore New_York 2 4, Baltimore Boston 1 6, Baltimore Cleveland 3 4"""


def test_baseball_of_agresti() -> None:
    # A. Agresti, Categorical Data Analysis, 2nd edition (2002), table 10.11: seven teams in 1987, home team first.
    rows = [line.split() for line in BASEBALL.split(",")]
    results = [PairResult(home, away, int(wins), 0, int(losses)) for home, away, wins, losses in rows]
    table = fit_ratings(results, anchor="Baltimore")
    assert [round(number(row.rating) / ELO, 2) for row in table.ratings] == [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0]
    errors = [(number(row.high) - number(row.low)) / 2 / 1.96 / ELO for row in table.ratings[:-1]]
    assert [round(error, 1) for error in errors] == [0.3] * 6

    at_home = fit_ratings(results, anchor="Baltimore", first_move=True)
    assert at_home.first_move_advantage is not None
    assert number(at_home.first_move_advantage.value) / ELO == pytest.approx(0.302, abs=5e-4)
    worths = [exp(number(row.rating) / ELO) for row in at_home.ratings]
    shares = [round(worth / sum(worths), 3) for worth in worths]
    assert shares == [0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044]


PUDDINGS = """1 2 19 22 16, 1 3 16 19 12, 2 3 19 19 10, 1 4 18 23 13, 2 4 23 19 9, 3 4 19 20 15, 1 5 13 19 18,
2 5 16 20 12, 3 5 16 15 17, 4 5 17 14 16, 1 6 18 21 12, 2 6 22 20 12, 3 6 13 18 10, 4 6 14 19 18, 5 6 11 21 12"""
WORTHS = {"1": 0.1388005, "2": 0.1729985, "3": 0.1617420, "4": 0.1653930, "5": 0.1586805, "6": 0.2023855}


def test_puddings_of_davidson() -> None:
    # Davidson (1970), as fitted by the R package PlackettLuce; near equality its scale is that of Elo by 2 / (2 + nu).
    rows = [line.split() for line in PUDDINGS.split(",")]
    table = fit_ratings([PairResult(i, j, int(w), int(t), int(lost)) for i, j, w, lost, t in rows], anchor="1")
    assert table.draw_parameter == pytest.approx(0.7468147, abs=5e-5)
    for name, worth in WORTHS.items():
        davidson = ELO * log(worth / WORTHS["1"]) * 2 / (2 + 0.7468147)
        assert rating(table, name) == pytest.approx(davidson, abs=0.05)


THREE = [
    PairResult("a", "b", 5, 3, 2),
    PairResult("b", "a", 4, 2, 3),
    PairResult("b", "c", 9, 0, 4),
    PairResult("c", "a", 1, 5, 6),
    PairResult("a", "c", 7, 1, 1),
]


@pytest.mark.parametrize("first_move", [False, True])
def test_three_players_by_brute_force(first_move: bool) -> None:
    def misfit(strengths: list[float]) -> float:
        of = {"a": strengths[0], "b": strengths[1], "c": 0.0}
        total = 0.0
        for result in THREE:
            score = expected_score(of[result.first] - of[result.second] + strengths[2] * first_move)
            total -= (result.wins + result.draws / 2) * log(score)
            total -= (result.losses + result.draws / 2) * log(1 - score)
        return total + (0 if first_move else strengths[2] ** 2)

    found = minimize(misfit, [0.0, 0.0, 0.0], method="Nelder-Mead", options={"xatol": 1e-6, "fatol": 1e-13}).x
    table = fit_ratings(THREE, anchor="c", first_move=first_move)
    assert [rating(table, "a"), rating(table, "b")] == pytest.approx(found[:2].tolist(), abs=0.01)
    if first_move:
        assert table.first_move_advantage is not None
        assert table.first_move_advantage.value == pytest.approx(found[2], abs=0.01)


def test_order_and_anchor_change_nothing_but_the_zero() -> None:
    tables = [fit_ratings(order, anchor="b", first_move=True) for order in permutations(THREE)]
    assert all(table == tables[0] for table in tables)
    lifted = fit_ratings(THREE, anchor="b", anchor_rating=1500, first_move=True)
    free = fit_ratings(THREE, anchor_rating=700, first_move=True)
    for name in "abc":
        assert rating(lifted, name) - rating(tables[0], name) == pytest.approx(1500)
        assert rating(free, name) - rating(free, "b") == pytest.approx(rating(tables[0], name))
    assert sum(rating(free, name) for name in "abc") == pytest.approx(2100)
    split = [PairResult(one.first, one.second, one.wins, 0, 0) for one in THREE]
    split += [PairResult(one.first, one.second, 0, one.draws, one.losses) for one in THREE]
    assert fit_ratings(split, anchor="b", first_move=True) == tables[0]


@pytest.mark.parametrize("games", [1, 3, 20, 1000])
def test_who_lost_all_games_has_the_bound_of_the_closed_form(games: int) -> None:
    # All lost with probability 1/20 at the bound: the exact one-sided 95 % limit of Clopper and Pearson.
    bound = elo_difference(1 - 0.05 ** (1 / games))
    table = fit_ratings([PairResult("good", "bad", games, 0, 0)], anchor="good")
    row = table.of("bad")
    assert (row.bound, row.low, row.high) == ("at most", None, row.rating)
    assert row.rating == pytest.approx(bound, abs=0.01)
    other = fit_ratings([PairResult("good", "bad", games, 0, 0)], anchor="bad").of("good")
    assert (other.bound, other.low, other.high) == ("at least", other.rating, None)
    assert other.rating == pytest.approx(-bound, abs=0.01)


def test_bounds_pass_along_a_chain() -> None:
    table = fit_ratings([PairResult("a", "b", 5, 0, 0), PairResult("b", "c", 5, 0, 0)], anchor="a")
    # Most likely with b half way: the score of each match is s with s^10 = 1/20.
    assert rating(table, "c") == pytest.approx(-2 * elo_difference(0.05**0.1), abs=0.01)
    assert [row.player for row in table.ratings] == ["a", "b", "c"]


def test_the_bound_against_a_mixed_field_is_a_profile_likelihood() -> None:
    results = [*THREE, PairResult("a", "zero", 6, 0, 0), PairResult("zero", "c", 0, 0, 4)]
    table = fit_ratings(results, anchor="b")
    row = table.of("zero")
    assert row.bound == "at most"
    for name in "abc":
        assert rating(table, name) == pytest.approx(rating(fit_ratings(THREE, anchor="b"), name), abs=1e-6)

    def misfit(strengths: list[float], bottom: float) -> float:
        of = {"a": strengths[0], "b": 0.0, "c": strengths[1], "zero": bottom}
        total = 0.0
        for result in results:
            score = expected_score(of[result.first] - of[result.second])
            total -= (result.wins + result.draws / 2) * log(score)
            total -= (result.losses + result.draws / 2) * log(1 - score)
        return total

    options = {"xatol": 1e-5, "fatol": 1e-12}
    profiles = [
        float(minimize(misfit, [0.0, 0.0], args=(bottom,), method="Nelder-Mead", options=options).fun)
        for bottom in (-2500, number(row.rating))
    ]
    assert profiles[1] - profiles[0] == pytest.approx(log(20), abs=0.001)


def test_all_draws_are_no_proof_of_equality() -> None:
    table = fit_ratings([PairResult("a", "b", 0, 14, 0)], anchor="b")
    assert rating(table, "a") == 0
    assert number(table.of("a").high) == pytest.approx(47, abs=1)
    assert table.draw_parameter == inf


def test_groups_that_never_met_are_named() -> None:
    results = [PairResult("a", "b", 3, 1, 2), PairResult("d", "c", 1, 1, 1), PairResult("b", "e", 0, 0, 1)]
    table = fit_ratings(results, anchor="a")
    assert table.groups == (("a", "b", "e"), ("c", "d"))
    assert table.remark == "no game connects these groups, so only the first is rated: a, b, e; c, d"
    assert [row.player for row in table.ratings] == ["e", "a", "b", "c", "d"]
    assert (table.of("c").rating, table.of("c").score, table.of("e").bound) == (None, 0.5, "at least")


def test_who_beat_the_same_loser_is_not_compared() -> None:
    table = fit_ratings([PairResult("a", "loser", 3, 0, 0), PairResult("b", "loser", 3, 0, 0)], anchor="a")
    assert table.of("b").rating is None
    assert table.remark == "no chain of results bounds the rating of b"
    assert fit_ratings([PairResult("a", "b", 0, 0, 0), *THREE], anchor="a").remark == ""


@pytest.mark.parametrize(
    "results",
    [
        [PairResult("a", "b", 5, 0, 0), PairResult("b", "a", 5, 0, 0)],  # the first player always wins
        [PairResult("a", "b", 5, 2, 3)],  # always the same one moves first
        [PairResult("a", "b", 5, 0, 0)],
        [PairResult("a", "b", 5, 2, 3), PairResult("b", "c", 5, 2, 3)],
    ],
)
def test_a_first_move_advantage_that_games_do_not_tell_is_left_out(results: list[PairResult]) -> None:
    table = fit_ratings(results, anchor="a", first_move=True)
    assert table.first_move_advantage is None
    assert table == fit_ratings(results, anchor="a")


NAMES = st.sampled_from("abcde")
RESULTS = st.lists(st.builds(PairResult, NAMES, NAMES, *[st.sampled_from([0, 0, 1, 2, 7, 5000])] * 3), max_size=9)


@settings(max_examples=150, deadline=None)
@given(RESULTS, st.booleans(), st.booleans())
def test_any_results_give_finite_numbers_or_none(results: list[PairResult], first_move: bool, anchored: bool) -> None:
    results = [result for result in results if result.first != result.second]
    if not results:
        return
    anchor = results[0].first if anchored else None
    table = fit_ratings(results, anchor=anchor, anchor_rating=100, first_move=first_move)
    for row in table.ratings:
        numbers = [value for value in (row.low, row.rating, row.high) if value is not None]
        assert numbers == sorted(numbers)
        # A first-move advantage that hangs on one game in thousands makes intervals as wide as it is uncertain.
        assert all(isfinite(value) and (first_move or abs(value) < 1e5) for value in numbers)
        assert len(numbers) == {None: 3 if row.rating is not None else 0, "at most": 2, "at least": 2}[row.bound]
        assert row.rating is not None or table.remark
    # In the core expected and achieved points agree.
    if not first_move and all(row.bound is None and row.rating is not None for row in table.ratings):
        for row in table.ratings:
            met = [(one.second, one) for one in results if one.first == row.player]
            met += [(one.first, one) for one in results if one.second == row.player]
            expected = sum(
                (one.wins + one.draws + one.losses) * expected_score(number(row.rating) - rating(table, name))
                for name, one in met
            )
            assert expected == pytest.approx(row.games * (row.score or 0), abs=1e-4)


def test_bad_results_are_quoted() -> None:
    with pytest.raises(InvalidInputError, match="no results"):
        fit_ratings([])
    with pytest.raises(InvalidInputError, match=r"negative in PairResult\(first='a'"):
        fit_ratings([PairResult("a", "b", -1, 0, 0)])
    with pytest.raises(InvalidInputError, match="player 'a' meets itself"):
        fit_ratings([PairResult("a", "a", 1, 0, 0)])
    with pytest.raises(InvalidInputError, match="anchor 'gnugoo' has no games: did you mean 'gnugo'"):
        fit_ratings([PairResult("gnugo", "b", 1, 0, 0)], anchor="gnugoo")
    with pytest.raises(InvalidInputError, match="anchor_rating nan is not a finite number"):
        fit_ratings(THREE, anchor_rating=float("nan"))
    with pytest.raises(InvalidInputError, match="no player 'd' in the ratings"):
        fit_ratings(THREE).of("d")


# Coverage: how often the 95 % interval holds the true rating.

FIELDS = {  # players, highest rating, first-move advantage, draw parameter, games for each ordered pair
    "4 players, no draws": (4, 100, 0, 0.0, 5),
    "6 players, 80 % draws": (6, 150, 0, 8.0, 10),
    "8 players, first move 60 Elo, 33 % draws": (8, 200, 60, 1.0, 2),
    "20 players, one game a pair": (20, 300, 30, 0.5, 1),
    "10 players, 1200 Elo apart": (10, 600, 0, 1.0, 4),
}


def draw_share(score: float, nu: float) -> float:
    """P(draw) = nu sqrt(P(win) P(loss)) at this expected score, solved for P(draw) by halving."""
    low, high = 0.0, 2 * min(score, 1 - score)
    for _ in range(50):
        middle = (low + high) / 2
        if middle < nu * sqrt((score - middle / 2) * (1 - score - middle / 2)):
            low = middle
        else:
            high = middle
    return low


def coverage(field: str, tournaments: int) -> tuple[float, float, float]:
    """Share of intervals of ratings, and of the first-move advantage, that hold the truth; median draw parameter."""
    size, highest, advantage, nu, games = FIELDS[field]
    truth = dict(zip([f"p{index:02}" for index in range(size)], np.linspace(-highest, highest, size), strict=True))
    chances = {}
    for one, other in permutations(truth, 2):
        score = expected_score(truth[one] - truth[other] + advantage)
        draws = draw_share(score, nu)
        chances[one, other] = (score - draws / 2, draws, 1 - score - draws / 2)
    random = stream(13, "ratings", field)
    held, told, parameters = [], [], []
    for _ in range(tournaments):
        results = [
            PairResult(*pair, *(int(count) for count in random.multinomial(games, chance)))
            for pair, chance in chances.items()
        ]
        table = fit_ratings(results, first_move=bool(advantage))
        rated = [row for row in table.ratings if row.bound is None]
        zero = float(np.mean([truth[row.player] for row in rated]))
        held += [number(row.low) <= truth[row.player] - zero <= number(row.high) for row in rated]
        if advantage and table.first_move_advantage:
            told.append(number(table.first_move_advantage.low) <= advantage <= number(table.first_move_advantage.high))
        parameters.append(table.draw_parameter)
    return float(np.mean(held)), float(np.mean(told)) if told else 0.95, float(np.median(parameters))


@pytest.mark.parametrize("field", FIELDS)
def test_intervals_hold_the_truth_95_times_in_100(field: str) -> None:
    ratings, advantage, nu = coverage(field, 200)
    assert 0.925 < ratings < 0.975
    assert 0.90 < advantage < 0.99
    assert nu == pytest.approx(FIELDS[field][3], rel=0.15)


if __name__ == "__main__":
    for name in FIELDS:
        shares = coverage(name, 2000)
        print(f"{name:42} ratings {shares[0]:.3f}, first move {shares[1]:.3f}, draw parameter {shares[2]:.2f}")
