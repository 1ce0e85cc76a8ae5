"""How far members are apart, against all pairs."""

from itertools import combinations

import numpy as np
import pytest

from ludogen.genomes.diversity import differing_share, usual_difference


def test_the_usual_difference_is_that_of_all_pairs() -> None:
    members = np.random.default_rng(1).normal(0, 2, (7, 30)).astype(np.float32)
    squares = [np.square(np.float64(members[i]) - members[j]).mean() for i, j in combinations(range(7), 2)]
    assert usual_difference(list(members)) == pytest.approx(np.sqrt(np.mean(squares)), rel=1e-9)


def test_the_share_that_differs_is_that_of_all_pairs() -> None:
    chromosomes = np.random.default_rng(2).integers(-2, 2, (6, 40), np.int8)
    shares = [np.mean(chromosomes[i] != chromosomes[j]) for i, j in combinations(range(6), 2)]
    assert differing_share(chromosomes) == pytest.approx(np.mean(shares), rel=1e-12)


def test_equal_members_and_one_alone_are_not_apart() -> None:
    same = np.ones((4, 9), np.int8)
    assert usual_difference(list(same)) == differing_share(same) == 0
    assert usual_difference(list(same[:1])) == differing_share(same[:1]) == 0


def test_large_members_are_looked_at_in_places() -> None:
    random = np.random.default_rng(3)
    assert differing_share(random.integers(-128, 128, (10, 5000), np.int8)) == pytest.approx(255 / 256, abs=0.02)
    assert usual_difference(list(random.normal(0, 1, (5, 300_000)))) == pytest.approx(np.sqrt(2), rel=0.02)
