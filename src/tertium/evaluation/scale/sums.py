"""Sums of rows in blocks of segments, so that they are the same to the last bit wherever blocks are computed."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tertium.text.arrays import Floats

SEGMENTS = 10_000
"""Segments of a block, as they are numbered in the input: those that are left out count."""


def block_sums(rows: Floats, segments: NDArray[np.int64]) -> list[Floats]:
    """The sum of each block that has rows; `segments` says which segments the rows stand for, in order."""
    return [rows[part].sum(0) for part in parts_of(segments)]


def parts_of(segments: NDArray[np.int64]) -> list[slice]:
    """Which rows belong to each block that has some."""
    starts = np.flatnonzero(np.diff(segments // SEGMENTS, prepend=-1)).tolist()
    return [slice(start, stop) for start, stop in pairwise([*starts, len(segments)])]


def document_sums(rows: Floats, segments: NDArray[np.int64], documents: Sequence[str]) -> dict[str, Floats]:
    """The sum of each document, block by block; `documents` has the name of each row's."""
    sums: dict[str, Floats] = {}
    for part in parts_of(segments):
        names = documents[part]
        numbers = {name: i for i, name in enumerate(dict.fromkeys(names))}
        of_block = np.zeros((len(numbers), rows.shape[1]))
        np.add.at(of_block, [numbers[name] for name in names], rows[part])
        add_documents(sums, dict(zip(numbers, of_block, strict=True)))
    return sums


def add_documents(sums: dict[str, Floats], others: Mapping[str, Floats]) -> None:
    """Add the sums of a block to those of the blocks before it."""
    for name, other in others.items():
        held = sums.get(name)
        sums[name] = other if held is None else held + other


def total(sums: Iterable[Floats]) -> Floats:
    """The sum of blocks, one after the other."""
    first, *others = sums
    for other in others:
        first = first + other
    return first
