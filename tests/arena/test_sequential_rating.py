"""The checkers paper's rating: the formula by hand, the average over all orders, and what the paper says of itself."""

from itertools import permutations
from statistics import mean, pstdev

import pytest

from ludogen.arena.sequential_rating import (
    RatedGame,
    SequentialRating,
    TournamentGame,
    class_name,
    sequential_rating,
    sequential_ratings,
    updated_rating,
)
from ludogen.arena.statistics import expected_score
from ludogen.errors import InvalidInputError
from ludogen.randomness import stream


@pytest.mark.parametrize(
    ("rating", "opponent", "outcome", "after"),
    [
        (1600, 1600, 1, 1616),
        (1600, 1600, 0.5, 1600),
        (1600, 2000, 1, 1600 + 32 * 10 / 11),
        (2099.9, 2099.9, 1, 2099.9 + 16),
        (2100, 2100, 1, 2112),
        (2399.9, 2399.9, 0, 2399.9 - 12),
        (2400, 2400, 0, 2392),
        (2500, 2100, 0.5, 2500 + 16 * (0.5 - 10 / 11)),
    ],
)
def test_one_game_by_hand(rating: float, opponent: float, outcome: float, after: float) -> None:
    assert updated_rating(rating, opponent, outcome) == pytest.approx(after)


@pytest.mark.parametrize(
    ("rating", "name"),
    [
        (2400, "Senior Master"),
        (2399.9, "Master"),
        (2200, "Master"),
        (2173, "Expert"),  # the best opponent it beat, "27 points away from the master level"
        (2045.85, "Expert"),  # the network itself: "an expert rating"
        (1999, "Class A"),
        (1600, "Class B"),
        (1400, "Class C"),
        (1399, "Class D"),
        (1000, "Class E"),
        (800, "Class F"),
        (600, "Class G"),
        (400, "Class H"),
        (200, "Class I"),
        (199, "Class J"),
        (-50, "Class J"),
    ],
)
def test_classes_of_table_1(rating: float, name: str) -> None:
    assert class_name(rating) == name


def test_the_standard_error_of_the_paper_is_that_of_the_mean() -> None:
    # 0.48 with 5000 orders means that single orders differ by 34 points.
    paper = SequentialRating(mean=2045.85, deviation=33.94, orders=5000, games=165)
    assert paper.standard_error == pytest.approx(0.48, abs=0.001)
    assert paper.class_name == "Expert"


def test_games_like_the_papers_give_errors_like_the_papers() -> None:
    # The 165 single results are in a figure that the text does not give: opponents and luck are made up here.
    random = stream(3, "zone")
    games = []
    for _ in range(165):
        opponent = float(random.normal(1800, 170))
        games.append(RatedGame(opponent, float(random.random() < expected_score(2046 - opponent))))
    rating = sequential_rating(games)
    assert (rating.orders, rating.games) == (5000, 165)
    assert rating.mean == pytest.approx(2046, abs=100)
    assert 0.3 < rating.standard_error < 0.7


GAMES = [RatedGame(1500, 1), RatedGame(1900, 0.5), RatedGame(2300, 1), RatedGame(1650, 0), RatedGame(1200, 0)]


def test_the_average_over_random_orders_is_that_over_all_orders() -> None:
    finals = []
    for order in permutations(GAMES):
        rating = 1600.0
        for game in order:
            rating = updated_rating(rating, game.opponent_rating, game.outcome)
        finals.append(rating)
    found = sequential_rating(GAMES, orders=20_000, seed=5)
    assert found.deviation == pytest.approx(pstdev(finals), rel=0.03)
    assert found.mean == pytest.approx(mean(finals), abs=4 * found.standard_error)


def test_tournaments_agree_with_a_slow_loop_over_all_orders() -> None:
    games = [
        TournamentGame("a", "b", 1),
        TournamentGame("b", "c", 0.5),
        TournamentGame("c", "a", 1),
        TournamentGame("a", "c", 1),
        TournamentGame("b", "a", 0),
    ]
    finals: dict[str, list[float]] = {"a": [], "b": [], "c": []}
    for order in permutations(games):
        ratings = dict.fromkeys(finals, 1600.0)
        for game in order:
            one, other = ratings[game.one], ratings[game.other]
            ratings[game.one] = updated_rating(one, other, game.outcome)
            ratings[game.other] = updated_rating(other, one, 1 - game.outcome)
        for name, rating in ratings.items():
            finals[name].append(rating)
    found = sequential_ratings(games, orders=20_000, seed=6)
    for name, slow in finals.items():
        assert found[name].mean == pytest.approx(mean(slow), abs=4 * found[name].standard_error)
        assert found[name].deviation == pytest.approx(pstdev(slow), rel=0.05)
    assert {name: rating.games for name, rating in found.items()} == {"a": 4, "b": 3, "c": 3}
    # Below 2100 what one wins the other loses.
    assert mean(rating.mean for rating in found.values()) == pytest.approx(1600)


def test_the_seed_decides() -> None:
    assert sequential_rating(GAMES, orders=50, seed=1) == sequential_rating(GAMES, orders=50, seed=1)
    assert sequential_rating(GAMES, orders=50, seed=1) != sequential_rating(GAMES, orders=50, seed=2)


def test_many_games_are_walked_in_blocks() -> None:
    # More places than are held in memory at once, so that several blocks are joined.
    games = [RatedGame(1700, 1), RatedGame(1700, 0)] * 1500
    rating = sequential_rating(games, orders=2000)
    assert rating.orders == 2000
    assert rating.mean == pytest.approx(1700, abs=5)


def test_ratings_in_a_tournament_follow_strength() -> None:
    random = stream(4, "tournament")
    strengths = {"weak": 0.0, "middle": 150.0, "strong": 300.0}
    games = []
    for _ in range(300):
        one, other = random.choice(list(strengths), 2, replace=False).tolist()
        games.append(
            TournamentGame(one, other, float(random.random() < expected_score(strengths[one] - strengths[other])))
        )
    found = sequential_ratings(games, orders=500)
    assert found["strong"].mean - found["middle"].mean == pytest.approx(150, abs=60)
    assert found["middle"].mean - found["weak"].mean == pytest.approx(150, abs=60)


def test_bad_games_are_quoted() -> None:
    with pytest.raises(InvalidInputError, match=r"outcome 0\.3 of game 2 is not 0, 0\.5 or 1"):
        sequential_rating([RatedGame(1600, 1), RatedGame(1600, 0.3)])
    with pytest.raises(InvalidInputError, match="opponent_rating nan of game 1"):
        sequential_rating([RatedGame(float("nan"), 1)])
    with pytest.raises(InvalidInputError, match="no games"):
        sequential_ratings([])
    with pytest.raises(InvalidInputError, match="player 'a' meets itself in game 1"):
        sequential_ratings([TournamentGame("a", "a", 1)])
    with pytest.raises(InvalidInputError, match=r"orders 0 is not in 1\.\.1000000"):
        sequential_rating(GAMES, orders=0)
