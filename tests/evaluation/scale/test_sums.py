"""Sums of rows in blocks of segments."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tertium.evaluation.scale.sums import SEGMENTS, block_sums, total


@given(st.sets(st.integers(0, 5 * SEGMENTS), min_size=1), st.integers(0, 2**32))
def test_each_block_has_the_rows_of_its_segments(segments: set[int], seed: int) -> None:
    numbers = np.array(sorted(segments))
    rows = np.random.default_rng(seed).normal(size=(len(numbers), 3))
    blocks = [
        sum((row for number, row in zip(numbers, rows, strict=True) if number // SEGMENTS == block), np.zeros(3))
        for block in sorted({number // SEGMENTS for number in numbers.tolist()})
    ]
    np.testing.assert_allclose(block_sums(rows, numbers), blocks, atol=1e-12)
    np.testing.assert_allclose(total(block_sums(rows, numbers)), rows.sum(0), atol=1e-12)


def test_few_segments_are_summed_as_ever() -> None:
    rows = np.random.default_rng(0).normal(size=(SEGMENTS, 5))
    assert total(block_sums(rows, np.arange(SEGMENTS))).tobytes() == rows.sum(0).tobytes()


def test_blocks_computed_apart_give_the_same_bits() -> None:
    rows = np.random.default_rng(0).normal(size=(3 * SEGMENTS + 17, 5))
    numbers = np.arange(len(rows))
    parts = [slice(start, start + SEGMENTS) for start in range(0, len(rows), SEGMENTS)]
    apart = [sums for part in parts for sums in block_sums(rows[part].copy(), numbers[part])]
    assert total(apart).tobytes() == total(block_sums(rows, numbers)).tobytes()
