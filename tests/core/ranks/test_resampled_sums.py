"""Sums of resampled rows against loops over a stream of random words written out in Python."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import _core

MASK, STEP = 2**64 - 1, 0x9E3779B97F4A7C15
Rows = list[list[float]]


def mixed(z: int) -> int:
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def words(key: int, block: int, sample: int) -> Iterator[int]:
    state = mixed(mixed(key + STEP * (block + 1) & MASK) + STEP * (sample + 1) & MASK)
    while True:
        state = (state + STEP) & MASK
        yield mixed(state)


def below(stream: Iterator[int], limit: int) -> Iterator[int]:
    for word in stream:
        for half in (word & (2**32 - 1), word >> 32):
            if half * limit % 2**32 >= 2**32 % limit:
                yield half * limit >> 32


def swapped(rows: Rows, key: int, block: int, sample: int) -> list[int]:
    stream = words(key, block, sample)
    bits = [word >> bit & 1 for word, _ in zip(stream, range(0, len(rows), 64), strict=False) for bit in range(64)]
    return bits[: len(rows)]


def drawn(rows: Rows, key: int, block: int, sample: int, number: int) -> list[int]:
    numbers = below(words(key, block, sample), len(rows))
    counts = [0] * len(rows)
    for _ in range(number):
        counts[next(numbers)] += 1
    return counts


def total(rows: Rows, counts: list[int]) -> list[float]:
    return [sum(n * row[c] for n, row in zip(counts, rows, strict=True)) for c in range(len(rows[0]))]


@st.composite
def problems(draw: st.DrawFn) -> tuple[Rows, int, int, int]:
    columns = draw(st.integers(1, 35))
    n_segments = draw(st.one_of(st.integers(1, 12), st.sampled_from([63, 64, 65, 130])))
    seed = draw(st.integers(0, 2**32))
    rows = np.random.default_rng(seed).integers(-50, 50, (n_segments, columns)).astype(float)
    return rows.tolist(), draw(st.integers(0, MASK)), draw(st.integers(0, 2**40)), draw(st.integers(1, 9))


@given(problems(), st.integers(1, 3))
def test_swaps_are_those_of_a_loop(problem: tuple[Rows, int, int, int], threads: int) -> None:
    rows, key, block, samples = problem
    sums = np.ones((samples, len(rows[0])))
    _core.add_swapped(np.array(rows), sums, key=key, block=block, threads=threads)
    assert (sums - 1).tolist() == [total(rows, swapped(rows, key, block, s)) for s in range(samples)]


@given(problems(), st.integers(1, 3), st.data())
def test_draws_are_those_of_a_loop(problem: tuple[Rows, int, int, int], threads: int, data: st.DataObject) -> None:
    rows, key, block, samples = problem
    numbers = data.draw(st.lists(st.integers(0, 40), min_size=samples, max_size=samples))
    sums = np.ones((samples, len(rows[0])))
    _core.add_drawn(np.array(rows), np.array(numbers), sums, key=key, block=block, threads=threads)
    assert (sums - 1).tolist() == [total(rows, drawn(rows, key, block, s, numbers[s])) for s in range(samples)]


@pytest.mark.parametrize("samples", [511, 512, 513, 1100])
def test_fractions_give_the_same_bits_for_any_number_of_threads(samples: int) -> None:
    rows = np.random.default_rng(samples).normal(size=(1024, 21))
    numbers = np.full(samples, 1024)
    swaps, draws = set(), set()
    for threads in (1, 2, 7):
        swapped_sums, drawn_sums = np.zeros((samples, 21)), np.zeros((samples, 21))
        _core.add_swapped(rows, swapped_sums, key=3, block=1, threads=threads)
        _core.add_drawn(rows, numbers, drawn_sums, key=3, block=1, threads=threads)
        swaps.add(swapped_sums.tobytes())
        draws.add(drawn_sums.tobytes())
    assert len(swaps) == len(draws) == 1


@pytest.mark.parametrize(
    ("rows", "numbers", "columns", "message"),
    [
        ((1025, 2), 3, 2, "1025 segments; a block has at most 1024"),
        ((4, 2), 3, 5, "2 columns but sums 5"),
        ((0, 2), 3, 2, "do not fill rows"),
        ((4, 2), 2, 2, "2 for 3 samples"),
    ],
)
def test_what_does_not_fit_is_refused(rows: tuple[int, int], numbers: int, columns: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _core.add_drawn(np.zeros(rows), np.ones(numbers, np.int64), np.zeros((3, columns)), key=0, block=0)


def test_a_number_below_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="draws -1 segments"):
        _core.add_drawn(np.zeros((4, 2)), np.array([1, -1, 1]), np.zeros((3, 2)), key=0, block=0)
