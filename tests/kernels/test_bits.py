"""Words and wide words against plain integers."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels import entries
from tests.kernels.support import samples

from ludogen.kernels import bits, wide
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.wide import STRIDES, Wide, pack, unpack

FULL = (1 << 64) - 1
words = st.integers(0, FULL) | st.integers(0, 63).map(lambda i: 1 << i) | st.sampled_from([0, FULL])
often = settings(deadline=None, max_examples=samples(200, 100), derandomize=True)


@often
@given(words, st.integers(0, 63))
def test_words(a: int, places: int) -> None:
    assert entries.popcount(Bits(a)) == a.bit_count()
    assert int(bits.lowest(Bits(a))) == a & -a
    assert int(bits.without_lowest(Bits(a))) == a & ~(a & -a)
    assert int(entries.rotate(Bits(a), Bits(places))) == (a << places | a >> (64 - places)) & FULL
    if a:
        assert 1 << int(entries.index_of(Bits(a))) == a & -a


@often
@given(st.integers(0, (1 << 63) - 1))
def test_word(a: int) -> None:
    assert int(bits.word(a)) == a
    assert int(bits.word(Bits(2 * a))) == 2 * a


def test_mask_if() -> None:
    assert int(entries.mask_if(True)) == FULL
    assert int(entries.mask_if(False)) == 0


@often
@given(words, st.integers(1, (1 << 31) - 1))
def test_below(random: int, limit: int) -> None:
    drawn = int(bits.below(Bits(random), Bits(limit)))
    assert drawn == (random >> 32) * limit >> 32
    assert 0 <= drawn < limit


def splitmix(state: int) -> tuple[int, int]:
    state = (state + 0x9E3779B97F4A7C15) & FULL
    z = state
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & FULL
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & FULL
    return z ^ (z >> 31), state


@often
@given(words)
def test_next_random(state: int) -> None:
    random, after = bits.next_random(Bits(state))
    assert (int(random), int(after)) == splitmix(state)
    assert int(bits.mix(Bits(after))) == int(random)


def test_published_numbers_of_splitmix64() -> None:
    for seed, expected in (
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]),
        (1234567, [6457827717110365317, 3203168211198807973, 9817491932198370423]),
    ):
        state = Bits(seed)
        for number in expected:
            random, after = bits.next_random(state)
            assert int(random) == number
            state = Bits(after)


@st.composite
def wides(draw: st.DrawFn, operands: int) -> tuple[int, list[int]]:
    """A number of words, and integers that fit: dense, sparse, empty and full ones."""
    size = draw(st.sampled_from(sorted(STRIDES)))
    top = 64 * size
    dense = st.integers(0, (1 << top) - 1)
    sparse = st.sets(st.integers(0, top - 1), max_size=3).map(lambda chosen: sum(1 << i for i in chosen))
    return size, [draw(dense | sparse | st.just((1 << top) - 1)) for _ in range(operands)]


def check_wide(result: Wide, size: int, expected: int) -> None:
    assert len(result) == size
    assert unpack(result) == expected


@often
@given(wides(2))
def test_two_wides(drawn: tuple[int, list[int]]) -> None:
    size, (a, b) = drawn
    x, y = pack(a, size), pack(b, size)
    check_wide(entries.both(x, y), size, a & b)
    check_wide(entries.either(x, y), size, a | b)
    check_wide(entries.minus(x, y), size, a & ~b)
    assert entries.same(x, y) == (a == b)
    assert entries.same(x, pack(a, size))
    one_bit_off = a ^ (1 << b % (64 * size))
    assert not entries.same(x, pack(one_bit_off, size))


@often
@given(wides(1))
def test_one_wide(drawn: tuple[int, list[int]]) -> None:
    size, (a,) = drawn
    x, stride = pack(a, size), STRIDES[size]
    assert unpack(x) == a
    assert all(part.dtype.name == "uint64" for part in x)
    check_wide(entries.nothing(x), size, 0)
    assert entries.is_empty(x) == (a == 0)
    assert entries.count_bits(x) == a.bit_count()
    around = (a << 1 | a >> 1 | a << stride | a >> stride) & ((1 << 64 * size) - 1)
    check_wide(entries.spread(x), size, around)
    if a:
        assert 1 << int(entries.first_index(x)) == a & -a


def test_bit_at() -> None:
    for size in STRIDES:
        like = pack(0, size)
        for index in [*range(64 * size + 2), 511, 1000]:
            expected = 1 << index if index < 64 * size else 0
            check_wide(entries.bit_at(Bits(index), like), size, expected)


def neighbours_of(size: int, words: int) -> dict[Any, set[Any]]:
    """Neighbours on a board by `spread`, masked."""
    stride = STRIDES[words]
    points = [(row, column) for row in range(size) for column in range(size)]
    board = sum(1 << (row * stride + column) for row, column in points)
    found = {}
    for row, column in points:
        around = unpack(entries.spread(pack(1 << (row * stride + column), words))) & board
        found[row, column] = {divmod(i, stride) for i in range(64 * words) if around >> i & 1}
    return found


def test_spread_on_every_board() -> None:
    """The strides leave a free bit between rows, and every board fits into its words."""
    for size in range(2, 20):
        for (row, column), around in neighbours_of(size, wide.words_for(size)).items():
            steps = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
            assert around == {(r, c) for r, c in steps if 0 <= r < size and 0 <= c < size}
