"""Sums of rows in blocks of segments, so that they are the same to the last bit wherever blocks are computed."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from tertium.text.arrays import Floats

SEGMENTS = 10_000
"""Segments of a block, as they are numbered in the input: those that are left out count."""


def block_sums(rows: Floats, segments: NDArray[np.int64]) -> list[Floats]:
    """The sum of each block that has rows; `segments` says which segments the rows stand for, in order."""
    starts = np.flatnonzero(np.diff(segments // SEGMENTS, prepend=-1))
    return [part.sum(0) for part in np.split(rows, starts[1:])]


def total(sums: Iterable[Floats]) -> Floats:
    """The sum of blocks, one after the other."""
    first, *others = sums
    for other in others:
        first = first + other
    return first
