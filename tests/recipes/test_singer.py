"""The recipe of nets that learn: round robins, breeding, learning, the same champions however the games are played."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from threading import Thread
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.recipes.support import SINGER as SMALL
from tests.recipes.support import run, same

from ludogen.compute import ThreadCompute
from ludogen.errors import EvolutionError
from ludogen.games import parse_game
from ludogen.genomes.features import Features, random_features, to_weights
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.feature_net import FeatureNet, feature_record
from ludogen.kernels.othello_symmetry import ORBITS
from ludogen.kernels.whole_games import chance_at
from ludogen.players import Limits, SearchPlayer
from ludogen.recipes import feature_games
from ludogen.recipes.feature_games import final_fitness, fitness_of, learn_together, play_pool, round_robin
from ludogen.recipes.net_pool import likeness
from ludogen.recipes.singer import Singer, SingerConfiguration, spread_of
from ludogen.reports.tuple_boards import disc_worths


def pool_weights(nets: int, spread: float = 0.5) -> NDArray[np.float32]:
    return np.stack([to_weights(random_features(np.random.default_rng(i), 3, spread)) for i in range(nets)])


def test_the_papers_numbers() -> None:
    paper = SingerConfiguration()
    assert (paper.population, paper.hidden, paper.temperature, paper.solve_at) == (10, 3, 10, 10)
    assert (paper.mutation, paper.mutation_spread) == (0.1, 0.7)
    assert (paper.fast_round_robins, paper.fine_round_robins) == (100, 100)
    assert (paper.fast_rate, paper.fine_rate) == (0.1, 0.01)
    a_round_robin = len(round_robin(paper.population))
    assert a_round_robin == 45
    assert paper.generations * a_round_robin * (1 + 200) == 904_500


def test_generations_are_as_the_paper_has_them() -> None:
    generations = run(SMALL)
    assert [generation.number for generation in generations] == [0, 1, 2, 3]
    for before, generation in pairwise(generations):
        assert generation.games == 15 * (1 + 4)
        assert generation.metrics["mean"] == pytest.approx(0.5)
        assert 0.5 <= generation.metrics["best"] <= 1
        # The champion is one of those who played, before they were bred from and their children learned.
        assert generation.champion["features"].tolist() in before.state["features"].tolist()
        assert generation.state["features"].shape == (6, 3, 194)
        assert {"spread", "weight_size", "likeness"} <= set(generation.metrics)
    for name in ("random", "positional", "kreversi"):
        assert 0 <= generations[2].metrics[f"champion_{name}"] <= 1
        assert f"champion_{name}" not in generations[1].metrics


@pytest.mark.parametrize(
    "changes",
    [
        {"hidden": 2},
        {"temperature": 3.0},
        {"mutation": 1.0},
        {"mutation_spread": 2.0},
        {"learning": False},
        {"fast_rate": 0.2},
        {"fine_rate": 0.05},
        {"fast_round_robins": 3, "fine_round_robins": 1},
        {"fast_round_robins": 0},
        {"solve_at": 7},
        {"initial_spread": 0.3},
        {"crossover_share": 0.0},
        {"crossover_share": 0.0, "learning": False},
        {"parents": "uniform"},
        {"mates_itself": True},
        {"colours": "turns"},
        {"choice_depth": 2},
        {"symmetric": True},
        {"phases": 3},
        {"goal": "win"},
        {"target_depth": 2},
        {"end_weight": 0.5},
        {"evaluator": "tuples", "phases": 2},
    ],
)
def test_every_option_runs_and_changes_something(changes: dict[str, Any]) -> None:
    short = replace(SMALL, population=5, mutation=0.5, yardstick_every=0)
    assert not same(run(short)[-1], run(replace(short, **changes))[-1])


def test_symmetric_nets_stay_so() -> None:
    """From the first on, whatever mutation does."""
    for generation in run(replace(SMALL, symmetric=True, mutation=1.0, learning=False)):
        for features in generation.state["features"]:
            for orbit in ORBITS:
                assert np.ptp(features[:, :192].reshape(3, 3, 64)[:, :, orbit], axis=2).max() == 0


def test_tuple_nets_live_through_the_same_generations() -> None:
    tuples = replace(
        SMALL, evaluator="tuples", phases=2, initial_spread=0.0, fast_round_robins=30, goal="win", mutation=0.0
    )
    generations = run(tuples)
    recipe = Singer(tuples, 1)
    assert recipe.method == "othello-tuples-2001"
    assert generations[-1].metrics["spread"] > 0.005 > generations[0].metrics["spread"]
    for before, generation in pairwise(generations):
        assert generation.champion["tables"].tolist() in before.state["tables"].tolist()
        assert bool(generation.champion["wins"])
        assert generation.state["tables"].shape == (6, 2, 36072)
    worth = disc_worths(generations[-1].state["tables"].mean(0))[1]
    assert worth.ravel()[[0, 7, 56, 63]].min() > worth.ravel()[[9, 14, 49, 54]].max()


# Breeding


def marked(number: int) -> Any:
    """A net whose features tell whose they are, and which: 10, 11, 12 for net 1."""
    return Features(np.full((3, 194), 10 * number, np.float32) + np.arange(3, dtype=np.float32)[:, None], float(number))


def test_children_come_from_the_fit() -> None:
    recipe, pool = Singer(replace(SMALL, mutation=0.0, crossover_share=0.7), 1), [marked(i) for i in range(6)]
    parents: Counter[int] = Counter()
    for number in range(300):
        bred: list[Any] = recipe._bred(pool, np.array([0.8, 0.4, 0, 0.2, 0, 0]), number)
        assert len(bred) == 6
        for couple in (bred[0:2], bred[2:4]):
            owners = {int(feature[0]) // 10 for child in couple for feature in child.features}
            assert len(owners) == 2  # nobody mates with itself
            assert {child.bias for child in couple} <= owners
        for copy in bred[4:]:
            assert any(copy is one for one in pool)
            parents[int(copy.bias)] += 1
    assert set(parents) == {0, 1, 3}
    assert parents[0] > 1.5 * parents[1] > 2 * parents[3]


def test_who_alone_has_won_mates_with_any_other() -> None:
    recipe = Singer(replace(SMALL, mutation=0.0, crossover_share=1.0), 1)
    owners = set()
    for number in range(50):
        bred: list[Any] = recipe._bred([marked(i) for i in range(6)], np.array([0, 0, 1.0, 0, 0, 0]), number)
        for child in bred:
            owners |= {int(feature[0]) // 10 for feature in child.features}
    assert owners == set(range(6))


# Games


@pytest.mark.parametrize("players", [2, 3, 6, 9, 10])
def test_round_robins_are_rounds_of_games_that_share_nobody(players: int) -> None:
    games = round_robin(players).tolist()
    assert len(games) == players * (players - 1) // 2
    assert len({frozenset(pair) for pair in games}) == len(games)
    size = players // 2
    for first in range(0, len(games), size):
        busy = [place for pair in games[first : first + size] for place in pair]
        assert len(set(busy)) == len(busy)


def test_fitness_counts_ties_half() -> None:
    blacks, whites = np.array([0, 1, 2]), np.array([1, 2, 0])
    assert fitness_of(3, blacks, whites, np.array([1.0, 0.0, -1.0])).tolist() == [1, 0.25, 0.25]


def test_games_before_are_counted() -> None:
    blacks, whites = np.array([0, 2, 1, 0]), np.array([1, 3, 2, 1])
    black, white = feature_games._games_before(blacks, whites)
    assert (black.tolist(), white.tolist()) == ([0, 0, 1, 1], [0, 0, 1, 2])


@pytest.mark.parametrize(("depth", "temperature", "solve_at"), [(1, 10.0, 0), (2, 0.0, 9)])
def test_games_are_those_of_the_players_that_nets_make(depth: int, temperature: float, solve_at: int) -> None:
    weights = pool_weights(3)
    shared = {
        "weights": weights,
        "blacks": np.array([0, 1, 2]),
        "whites": np.array([1, 2, 0]),
        "depth": depth,
        "temperature": temperature,
        "solve_at": solve_at,
        "goal": "share",
        "chances": np.arange(3, dtype=np.uint64),
    }
    outcomes = play_pool(shared, np.arange(3))[:, 0]
    players = [
        SearchPlayer("net", FeatureNet(feature_record(row)), Limits(depth), temperature=temperature, solve_at=solve_at)
        for row in weights
    ]
    for number in range(3):
        position = parse_game("othello").start()
        while not position.is_over:
            player = players[(number, (number + 1) % 3)[position.side]]
            position = position.play(player.choose(position, int(chance_at(Bits(number), position.ply))))
        result = position.result
        assert result is not None
        assert outcomes[number] == (0 if result.winner is None else 1 - 2 * result.winner)


def test_the_final_round_robin() -> None:
    weights = pool_weights(5)
    ratings = [final_fitness(ThreadCompute(threads), weights, 2, 10.0, 1) for threads in (1, 3)]
    assert np.array_equal(ratings[0], ratings[1])
    assert ratings[0].mean() == pytest.approx(0.5)
    assert len(set(ratings[0].tolist())) > 1


# Learning


def test_an_interrupted_learning_phase_leaves_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    games = np.tile(round_robin(4), (3, 1))
    shared = {
        "weights": pool_weights(4),
        "blacks": games[:, 0].copy(),
        "whites": games[:, 1].copy(),
        "rates": np.full(len(games), 0.1, np.float32),
        "chances": np.arange(len(games), dtype=np.uint64),
        "choice_depth": 1,
        "temperature": 10.0,
        "solve_at": 6,
        "target_depth": 1,
        "end_weight": 0.0,
        "symmetric": False,
        "goal": "share",
        "threads": 2,
    }
    usual = learn_together(shared, np.arange(1))
    assert usual.shape == (1, 4 * 583 + 1)
    assert np.array_equal(learn_together(shared | {"threads": 1}, np.arange(1)), usual)
    taken: list[int] = []

    def interrupted(*arguments: Any) -> int:
        """Takes the first game and is interrupted before it is played; others wait for it and give way."""
        if not taken:
            taken.append(int(arguments[-3][0]))
            arguments[-3][0] += 1
            raise KeyboardInterrupt
        return 1

    monkeypatch.setattr(feature_games, "learn_on", interrupted)
    monkeypatch.setattr(feature_games, "Thread", Late)
    with pytest.raises(KeyboardInterrupt):
        learn_together(shared, np.arange(1))
    assert taken == [0]


class Late(Thread):
    """A thread that begins when it is waited for, so that the caller is the one who is interrupted."""

    def start(self) -> None:
        pass

    def join(self, timeout: float | None = None) -> None:
        super().start()
        super().join(timeout)


def test_nets_learn() -> None:
    """After some round robins f differs from position to position, and corners are good to have."""
    generation = run(replace(SMALL, fast_round_robins=400, yardstick_every=0, crossover_share=0.0))[-1]
    assert generation.metrics["spread"] > 0.01
    corners, neighbours = [0, 7, 56, 63], [9, 14, 49, 54]
    for features in generation.state["features"]:
        white = (features[:, :64] * features[:, -1:]).sum(0)
        assert white[corners].mean() > white[neighbours].mean()


def test_dead_nets_end_the_run() -> None:
    still = replace(SMALL, generations=20, population=2, fast_rate=0.0, fine_rate=0.0, yardstick_every=0)
    with pytest.raises(EvolutionError, match=r"generation 11 .* least_spread=0.01 .* initial_spread than 0.1"):
        run(still)
    assert len(run(replace(still, least_spread=0.0))) == 21
    assert len(run(replace(still, learning=False))) == 21  # nets that do not learn are nearly dead for long


def test_what_is_seen_of_nets() -> None:
    constant = Features(np.zeros((3, 194), np.float32), 0.3)
    assert spread_of(constant) == pytest.approx(0, abs=1e-12)
    lively = random_features(np.random.default_rng(1), 3, 2.0)
    assert spread_of(lively) > 0.05
    assert abs(likeness(lively)) < 0.2
    twice = Features(np.stack([lively.features[0], -lively.features[0]]), 0.0)
    assert likeness(twice) == pytest.approx(1)
