"""Which phrases of a table can stand for each other, both ways: by its sets, or by its entries."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.resources.paraphrases import ParaphraseTable

Pairs = tuple[NDArray[np.int64], NDArray[np.int64]]


@lru_cache(maxsize=4)
def by_sets(table: ParaphraseTable) -> ParaphraseTable:
    """The table with an entry for each two phrases that are in one set, and from each phrase in a set to itself.

    A table without sets has none of them then.
    """
    if table.sets is None:
        return _with_pairs(table, _no_pairs())
    counts = np.diff(table.sets.set_offsets.astype(np.int64))
    members = np.repeat(np.arange(len(counts)), counts)
    order = np.argsort(table.sets.set_numbers, kind="stable")
    members, sizes = members[order], np.bincount(table.sets.set_numbers, minlength=len(table.sets))
    sizes = sizes.astype(np.int64)
    # Every member of a set beside every member of it: rows repeat, columns run through the set.
    per_member = np.repeat(sizes, sizes)
    firsts = np.repeat(np.cumsum(sizes) - sizes, sizes)
    within = np.arange(int(per_member.sum())) - np.repeat(np.cumsum(per_member) - per_member, per_member)
    return _with_pairs(table, (np.repeat(members, per_member), members[np.repeat(firsts, per_member) + within]))


@lru_cache(maxsize=4)
def by_entries(table: ParaphraseTable, min_probability: float) -> ParaphraseTable:
    """The table with its entries that are probable enough, both ways, and from each phrase in one to itself."""
    arrays = table.file.arrays
    sources = np.repeat(np.arange(len(arrays["words"])), np.diff(arrays["entry_offsets"].astype(np.int64)))
    # A float32 of the table is compared as the number that people wrote.
    kept = arrays["probabilities"] >= np.float32(min_probability)
    one, other = sources[kept], arrays["targets"][kept].astype(np.int64)
    every = np.unique(np.concatenate([one, other]))
    return _with_pairs(table, (np.concatenate([one, other, every]), np.concatenate([other, one, every])))


def _no_pairs() -> Pairs:
    return np.zeros(0, np.int64), np.zeros(0, np.int64)


def _with_pairs(table: ParaphraseTable, pairs: Pairs) -> ParaphraseTable:
    n_phrases = len(table.file.arrays["words"])
    keys = np.unique(pairs[0] * n_phrases + pairs[1])
    counts = np.bincount(keys // n_phrases, minlength=n_phrases)
    arrays: Mapping[str, NDArray[Any]] = {
        **table.file.arrays,
        "entry_offsets": np.concatenate([[0], np.cumsum(counts)]).astype(np.uint32),
        "targets": (keys % n_phrases).astype(np.uint32),
        "probabilities": np.ones(len(keys), np.float32),
    }
    return ParaphraseTable(replace(table.file, arrays=arrays))
