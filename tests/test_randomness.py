"""Named random streams."""

import numpy as np

from ludogen.randomness import stream, stream_word


def test_the_same_name_gives_the_same_numbers() -> None:
    assert (
        stream(1, "games", 3).integers(2**62, size=5).tolist() == stream(1, "games", 3).integers(2**62, size=5).tolist()
    )
    assert stream_word(1, "games", 3) == stream_word(1, "games", 3)


def test_numbers_stay_the_same_in_later_versions() -> None:
    assert stream(7, "golden").integers(10**9, size=3).tolist() == [52314655, 71728551, 979882167]
    assert int(stream_word(7, "golden")) == 10059749036035502910


def test_different_names_have_nothing_in_common() -> None:
    names: list[tuple[str | int, ...]] = [(), ("a",), ("a", 1), ("a", "1"), ("a1",), (1, "a"), ("a", 1, 2), ("a", 12)]
    words = {int(stream_word(seed, *name)) for seed in range(50) for name in names}
    assert len(words) == 50 * len(names)
    draws = np.array([stream(0, "x", index).random() for index in range(2000)])
    assert abs(draws.mean() - 0.5) < 0.03
