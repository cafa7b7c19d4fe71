"""Which phrases of a table can stand for each other: those of one set, those with an entry either way, or both."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tertium.resources.paraphrases import ParaphraseTable

Pairs = tuple[NDArray[np.int64], NDArray[np.int64]]
Relation = Literal["both", "sets", "entries"]


@lru_cache(maxsize=4)
def related(table: ParaphraseTable, relation: Relation, min_probability: float) -> ParaphraseTable:
    """The table with an entry for each two phrases that can stand for each other, and from each of them to itself.

    These are phrases of one set, or phrases with an entry that is probable enough, whichever way it leads; or both
    kinds. A table without sets has none of the first.
    """
    kinds = [] if relation == "entries" else [_in_one_set(table)]
    kinds += [] if relation == "sets" else [_with_entry(table, min_probability)]
    ones, others = (np.concatenate(side) for side in zip(*kinds, strict=True))
    return _with_pairs(table, (ones, others))


def _in_one_set(table: ParaphraseTable) -> Pairs:
    if table.sets is None:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    members = _owners(table.sets.set_offsets)[np.argsort(table.sets.set_numbers, kind="stable")]
    sizes = np.bincount(table.sets.set_numbers, minlength=len(table.sets)).astype(np.int64)
    # Every member of a set beside every member of it: rows repeat, columns run through the set.
    per_member = np.repeat(sizes, sizes)
    firsts = np.repeat(np.cumsum(sizes) - sizes, sizes)
    within = np.arange(int(per_member.sum())) - np.repeat(np.cumsum(per_member) - per_member, per_member)
    return np.repeat(members, per_member), members[np.repeat(firsts, per_member) + within]


def _with_entry(table: ParaphraseTable, min_probability: float) -> Pairs:
    arrays = table.file.arrays
    # The table's numbers are of 32 bits; a number that people write is rounded like them.
    kept = arrays["probabilities"] >= np.float32(min_probability)
    one, other = _owners(arrays["entry_offsets"])[kept], arrays["targets"][kept].astype(np.int64)
    every = np.unique(np.concatenate([one, other]))
    return np.concatenate([one, other, every]), np.concatenate([other, one, every])


def _owners(offsets: NDArray[np.uint32]) -> NDArray[np.int64]:
    """The phrase of each item, where the items of phrase n begin at `offsets[n]`."""
    starts = offsets.astype(np.int64)
    return np.repeat(np.arange(len(starts) - 1), starts[1:] - starts[:-1])


def _with_pairs(table: ParaphraseTable, pairs: Pairs) -> ParaphraseTable:
    n_phrases = len(table.file.arrays["words"])
    keys = np.sort(pairs[0] * n_phrases + pairs[1])
    keys = keys[np.concatenate([np.ones(len(keys[:1]), bool), keys[1:] != keys[:-1]])]
    counts = np.bincount(keys // n_phrases, minlength=n_phrases)
    arrays: Mapping[str, NDArray[Any]] = {
        **table.file.arrays,
        "entry_offsets": np.concatenate([[0], np.cumsum(counts)]).astype(np.uint32),
        "targets": (keys % n_phrases).astype(np.uint32),
        "probabilities": np.ones(len(keys), np.float32),
    }
    return ParaphraseTable(replace(table.file, arrays=arrays))
