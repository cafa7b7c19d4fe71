"""Which phrases of a table can stand for each other: those of one set, those with an entry either way, or both."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError
from tertium.resources.paraphrases.table import ParaphraseTable

Members = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Phrases, and the group that each of them is in."""
Relation = Literal["both", "sets", "entries"]


@lru_cache(maxsize=4)
def related(table: ParaphraseTable, relation: Relation, min_probability: float) -> ParaphraseTable:
    """The table with, for each phrase, the groups it is in; phrases of one group can stand for each other.

    A group is a set, or the two phrases of an entry that is probable enough, whichever way it leads; or both kinds. A
    table without sets has none of the first. Groups are numbered behind the phrases, where the core expects them: to
    list all pairs of a set instead would take the square of its size.
    """
    first = len(table.file.arrays["words"])
    kinds = [] if relation == "entries" else [_of_sets(table, first)]
    first += len(table.sets) if table.sets is not None else 0
    kinds += [] if relation == "sets" else [_of_entries(table, first, min_probability)]
    phrases, groups = (np.concatenate(side) for side in zip(*kinds, strict=True))
    return _with_groups(table, phrases, groups)


def _of_sets(table: ParaphraseTable, first: int) -> Members:
    if table.sets is None:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    return _owners(table.sets.set_offsets), first + table.sets.set_numbers.astype(np.int64)


def _of_entries(table: ParaphraseTable, first: int, min_probability: float) -> Members:
    arrays = table.file.arrays
    # The table's numbers are of 32 bits; a number that people write is rounded like them.
    likely = arrays["probabilities"] >= np.float32(min_probability)
    one, other = _owners(arrays["entry_offsets"])[likely], arrays["targets"][likely].astype(np.int64)
    groups = first + np.arange(len(one))
    return np.concatenate([one, other]), np.concatenate([groups, groups])


def _owners(offsets: NDArray[np.uint32]) -> NDArray[np.int64]:
    """The phrase of each item, where the items of phrase n begin at `offsets[n]`."""
    starts = offsets.astype(np.int64)
    return np.repeat(np.arange(len(starts) - 1), starts[1:] - starts[:-1])


def _with_groups(table: ParaphraseTable, phrases: NDArray[np.int64], groups: NDArray[np.int64]) -> ParaphraseTable:
    if len(groups) and int(groups.max()) >= 1 << 32:
        raise DataError(f"{table.file.path}: {int(groups.max()):,} phrases, sets and entries, expected below 2^32")
    n_phrases, order = len(table.file.arrays["words"]), np.argsort(phrases, kind="stable")
    counts = np.bincount(phrases, minlength=n_phrases)
    arrays: Mapping[str, NDArray[Any]] = {
        **table.file.arrays,
        "entry_offsets": np.concatenate([[0], np.cumsum(counts)]).astype(np.uint32),
        "targets": groups[order].astype(np.uint32),
        "probabilities": np.ones(len(groups), np.float32),
    }
    return ParaphraseTable(replace(table.file, arrays=arrays))
