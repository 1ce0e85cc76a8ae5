"""Species: who shares with whom, who has how many offspring, who dies out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludogen.evolution.species import SpeciesTable, allotted, kept_by_species, survivors


def table(of: list[int], best: list[float] | None = None, since: list[int] | None = None) -> SpeciesTable:
    rows = max(of) + 1
    return SpeciesTable(
        np.array(of),
        np.arange(rows) * 10,
        np.array(best if best is not None else [-np.inf] * rows),
        np.array(since if since is not None else [0] * rows),
        100,
    )


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=30), st.integers(1, 500))
def test_all_offspring_are_allotted_in_proportion(shares: list[float], number: int) -> None:
    given_out = allotted(np.array(shares), number)
    assert given_out.sum() == number
    total = sum(shares)
    exact = [number * (share / total if total > 0 else 1 / len(shares)) for share in shares]
    assert all(abs(one - other) < 1 + 1e-6 for one, other in zip(given_out, exact, strict=True))


def test_leftovers_go_to_the_greatest_remainders() -> None:
    assert allotted(np.array([1.0, 1.0, 1.0]), 5).tolist() == [2, 2, 1]
    assert allotted(np.array([6.0, 2.5, 1.5]), 10).tolist() == [6, 3, 1]
    assert allotted(np.array([0.0, 0.0]), 4).tolist() == [2, 2]


def test_the_fittest_of_each_species_survive() -> None:
    fitness = np.array([1.0, 5.0, 3.0, 2.0, 9.0, 2.0])
    rows = survivors(table([0, 0, 0, 1, 0, 1]), fitness, 0.5)
    assert [row.tolist() for row in rows] == [[4, 1], [3]]
    assert [row.tolist() for row in survivors(table([0, 0, 1]), fitness[:3], 0.0)] == [[1], [2]]


def test_species_age_until_they_improve() -> None:
    judged = table([0, 0, 1], best=[5.0, 5.0], since=[3, 3]).judged(np.array([1.0, 5.0, 6.0]))
    assert judged.since.tolist() == [4, 0]
    assert judged.best.tolist() == [5.0, 6.0]


def test_empty_species_die_and_new_ones_get_new_numbers() -> None:
    kept = kept_by_species(table([0, 1, 2], [1.0, 2.0, 3.0], [4, 5, 6]), np.array([2, 3, 2, 0]), 4)
    assert kept.of.tolist() == [1, 2, 1, 0]
    assert kept.numbers.tolist() == [0, 20, 100]
    assert kept.best.tolist() == [1.0, 3.0, -np.inf]
    assert kept.since.tolist() == [4, 6, 0]
    assert kept.founded == 101
    assert kept.sizes.tolist() == [1, 2, 1]
    with pytest.raises(IndexError):
        kept.numbers[3]
