"""Resampled sums of statistics: bootstrap samples and random swaps of segments.

Resampling segments is choosing how often each one counts, so many samples are one matrix product. The samples are
made in blocks whose size depends on the number of segments alone, so memory is bounded and a generator gives the
same samples however many systems and metrics share them.
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from tertium.text.arrays import Floats

Progress = Callable[[int, int], None]  # called with (done, all)

_BLOCK_CELLS = 4_000_000  # 32 MB of counts


def bootstrap_sums(
    rows: Sequence[Floats], n_samples: int, rng: "np.random.Generator", progress: Progress | None = None
) -> list[Floats]:
    """Sums of bootstrap samples, shape (n_samples, k) for each array of rows; all share the same samples."""

    def counts(n_block: int, n_segments: int) -> Floats:
        drawn = rng.integers(n_segments, size=(n_block, n_segments))
        cells = drawn + np.arange(n_block)[:, None] * n_segments
        return np.bincount(cells.ravel(), minlength=n_block * n_segments).reshape(n_block, n_segments).astype(float)

    return _sums(rows, n_samples, counts, progress)


def swap_sums(
    rows: Sequence[Floats], n_samples: int, rng: "np.random.Generator", progress: Progress | None = None
) -> list[Floats]:
    """Sums of the segments that are swapped when each is with probability one half; all share the same swaps."""

    def mask(n_block: int, n_segments: int) -> Floats:
        return rng.integers(2, size=(n_block, n_segments), dtype=np.uint8).astype(float)

    return _sums(rows, n_samples, mask, progress)


def interval(scores: Floats, level: float) -> tuple[float, float]:
    """Percentile interval of resampled scores."""
    low, high = np.quantile(scores, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def _sums(
    rows: Sequence[Floats], n_samples: int, weights: Callable[[int, int], Floats], progress: Progress | None
) -> list[Floats]:
    n_segments = len(rows[0])
    sums = [np.empty((n_samples, array.shape[1])) for array in rows]
    for start, stop in _blocks(n_samples, n_segments):
        block = weights(stop - start, n_segments)
        for array, out in zip(rows, sums, strict=True):
            np.matmul(block, array, out=out[start:stop])
        if progress:
            progress(stop, n_samples)
    return sums


def _blocks(n_samples: int, n_segments: int) -> Iterator[tuple[int, int]]:
    size = max(1, _BLOCK_CELLS // max(1, n_segments))
    for start in range(0, n_samples, size):
        yield start, min(n_samples, start + size)
