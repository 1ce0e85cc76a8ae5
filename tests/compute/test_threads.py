"""Tasks on threads."""

from threading import Lock
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.compute.support import GENERATIONS, all_of, products, raises, small_evolution

from ludogen.compute import Rows, Shared, ThreadCompute
from ludogen.errors import InvalidInputError
from ludogen.evolution import evolve

SHARED: dict[str, Any] = {"factor": 3, "table": np.array([0.5, 0.25, 0.125])}


@given(number=st.integers(1, 300), threads=st.integers(1, 6))
def test_rows_are_those_of_one_call(number: int, threads: int) -> None:
    compute = ThreadCompute(threads)
    for _ in range(2):  # the first time a part is done before the others
        np.testing.assert_array_equal(
            compute.run(products, SHARED, number), products(SHARED, np.arange(number)), strict=True
        )
    compute.close()


def test_the_first_part_of_a_new_task_runs_alone() -> None:
    lock, running, ended = Lock(), [0], [0]
    together: list[tuple[int, int]] = []

    def watched(shared: Shared, indices: NDArray[np.int64]) -> Rows:
        with lock:
            running[0] += 1
            together.append((ended[0], running[0]))
        sum(range(20_000))
        with lock:
            running[0] -= 1
            ended[0] += 1
        return np.zeros((len(indices), 1))

    compute = ThreadCompute(4)
    compute.run(watched, {}, 200)
    compute.close()
    assert together[0] == (0, 1)
    assert all(before >= 1 for before, _ in together[1:])


def test_errors_of_a_task_come_out_and_the_next_task_runs() -> None:
    compute = ThreadCompute(2)
    with pytest.raises(ValueError, match=r"^bad index 17$"):
        compute.run(raises, {"at": 17, "sendable": True}, 50)
    assert len(compute.run(products, SHARED, 50)) == 50
    compute.close()


@pytest.mark.parametrize("threads", [-1, 1025])
def test_numbers_of_threads_that_are_refused(threads: int) -> None:
    with pytest.raises(InvalidInputError, match=rf"threads {threads} are not 0\.\.1024"):
        ThreadCompute(threads)


def test_zero_threads_are_one_for_each_core() -> None:
    compute = ThreadCompute(0)
    assert compute.threads >= 1
    compute.close()


def test_evolution_does_not_depend_on_the_threads() -> None:
    found = []
    for threads in (1, 3):
        compute = ThreadCompute(threads)
        found.append(all_of(evolve(small_evolution(), compute, generations=GENERATIONS)))
        compute.close()
    assert found[0] == found[1]
