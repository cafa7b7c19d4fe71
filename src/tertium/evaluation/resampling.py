"""Resampled sums of statistics: bootstrap samples and random swaps of segments.

Resampling segments is choosing how often each one counts, and all systems and metrics share the choices. Rows are
taken in blocks of segments, side by side, so that memory is bounded by the sums. Each sample has a stream of random
bits of its own in each block, so the same generator gives the same sums for any number of threads.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.text.arrays import Floats

Progress = Callable[[int, int], None]  # called with (done, all)

_BLOCK_CELLS = 4_000_000  # 32 MB of counts


def bootstrap_sums(
    rows: Sequence[Floats],
    n_samples: int,
    rng: "np.random.Generator",
    progress: Progress | None = None,
    threads: int = 1,
) -> list[Floats]:
    """Sums of bootstrap samples, shape (n_samples, k) for each array of rows; all share the same samples."""
    key = _key(rng)
    # How many segments a sample draws from each block; the kernel draws which.
    blocks = np.diff([*range(0, len(rows[0]), _core.SEGMENTS_OF_BLOCK), len(rows[0])])
    numbers = np.ascontiguousarray(rng.multinomial(len(rows[0]), blocks / len(rows[0]), size=n_samples).T)

    def add(segments: Floats, block: int, sums: Floats) -> None:
        _core.add_drawn(segments, numbers[block], sums, key=key, block=block, threads=threads)

    return _sums(rows, n_samples, add, progress)


def swap_sums(
    rows: Sequence[Floats],
    n_samples: int,
    rng: "np.random.Generator",
    progress: Progress | None = None,
    threads: int = 1,
) -> list[Floats]:
    """Sums of the segments that are swapped when each is with probability one half; all share the same swaps."""
    key = _key(rng)

    def add(segments: Floats, block: int, sums: Floats) -> None:
        _core.add_swapped(segments, sums, key=key, block=block, threads=threads)

    return _sums(rows, n_samples, add, progress)


def bootstrap_sums_of_numpy(
    rows: Sequence[Floats], n_samples: int, rng: "np.random.Generator", progress: Progress | None = None
) -> list[Floats]:
    """Bootstrap sums of the samples that sacreBLEU draws with the same generator."""
    n_segments = len(rows[0])
    sums = [np.empty((n_samples, array.shape[1])) for array in rows]
    size = max(1, _BLOCK_CELLS // max(1, n_segments))
    for start in range(0, n_samples, size):
        stop = min(n_samples, start + size)
        counts = _counts(rng.integers(n_segments, size=(stop - start, n_segments)))
        for array, out in zip(rows, sums, strict=True):
            np.matmul(counts, array, out=out[start:stop])
        if progress:
            progress(stop, n_samples)
    return sums


def interval(scores: Floats, level: float) -> tuple[float, float]:
    """Percentile interval of resampled scores."""
    low, high = np.quantile(scores, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def _key(rng: "np.random.Generator") -> int:
    return int(rng.integers(2**64, dtype=np.uint64))


def _counts(drawn: NDArray[np.int64]) -> Floats:
    """How often each segment was drawn, for each sample."""
    n_samples, n_segments = drawn.shape
    cells = drawn + np.arange(n_samples)[:, None] * n_segments
    return np.bincount(cells.ravel(), minlength=drawn.size).reshape(drawn.shape).astype(float)


def _sums(
    rows: Sequence[Floats], n_samples: int, add: Callable[[Floats, int, Floats], None], progress: Progress | None
) -> list[Floats]:
    widths = [array.shape[1] for array in rows]
    sums = np.zeros((n_samples, sum(widths)))
    n_segments = len(rows[0])
    for block, start in enumerate(range(0, n_segments, _core.SEGMENTS_OF_BLOCK)):
        stop = min(n_segments, start + _core.SEGMENTS_OF_BLOCK)
        add(np.concatenate([array[start:stop] for array in rows], axis=1, dtype=float), block, sums)
        if progress:
            progress(stop, n_segments)
    return [np.ascontiguousarray(part) for part in np.split(sums, np.cumsum(widths)[:-1], axis=1)]
