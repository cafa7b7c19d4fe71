"""What the arrays of a paraphrase table must be; `table` says what they mean."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tertium import _core
from tertium.storage.arraychecks import (
    Arrays,
    refuse_bad_offsets,
    refuse_beyond,
    refuse_other_types,
    refuse_unsorted_rows,
    refuse_words,
)

KIND = "paraphrases"
MAX_WORDS = 64
"""The longest phrase that a table takes, in words."""

_TYPES = {
    "vocabulary_bytes": "u1",
    "vocabulary_offsets": "i8",
    "child_offsets": "u4",
    "words": "u4",
    "entry_offsets": "u4",
    "targets": "u4",
    "probabilities": "f4",
}
_INDEXES = ("child_slots", "back_offsets", "back_entries")
_SETS = ("set_offsets", "sets")


def check(about: Mapping[str, Any], arrays: Arrays) -> None:
    """Raise where a number in the arrays leads out of them, round in circles, or elsewhere than it should."""
    refuse_other_types(arrays, _TYPES, optional=dict.fromkeys((*_INDEXES, *_SETS), "u4"))
    _check_tree(arrays)
    _check_entries(arrays)
    if any(name in arrays for name in _INDEXES):
        _check_indexes(arrays)
    if any(name in arrays for name in _SETS) or "sets" in about:
        _check_sets(about, arrays)


def _check_tree(arrays: Arrays) -> None:
    n_words, labels, children = refuse_words(arrays, "vocabulary"), arrays["words"], arrays["child_offsets"]
    n_phrases = len(labels)
    if n_phrases <= n_words:
        raise ValueError(f"{n_phrases:,} phrases, fewer than words ({n_words:,})")
    refuse_bad_offsets(arrays, "child_offsets", n_phrases, "words", first=1)
    if int(children[1]) != n_words + 1 or not np.array_equal(labels[1 : n_words + 1], np.arange(n_words)):
        raise ValueError("the first phrases are not the words")
    refuse_beyond(arrays, "words", max(n_words, 1))
    # Level by level, from the empty phrase on; a tree has nothing that no level reaches.
    end = 1
    for _ in range(MAX_WORDS + 1):
        if (following := int(children[end])) == end:
            break
        end = following
    else:
        raise ValueError(f"a phrase has more than {MAX_WORDS} words")
    if end != n_phrases:
        raise ValueError(f"phrase {end:,} belongs to no other")
    refuse_unsorted_rows(arrays, "words", "child_offsets")


def _check_entries(arrays: Arrays) -> None:
    n_phrases, probabilities = len(arrays["words"]), arrays["probabilities"]
    refuse_bad_offsets(arrays, "entry_offsets", n_phrases, "targets")
    refuse_beyond(arrays, "targets", n_phrases, least=1)
    if len(probabilities) != len(arrays["targets"]):
        raise ValueError(f"{len(probabilities):,} probabilities, but {len(arrays['targets']):,} entries")
    if len(wrong := np.flatnonzero(~(np.isfinite(probabilities) & (probabilities >= 0)))):
        raise ValueError(f"the probability of entry {int(wrong[0]):,} is {probabilities[wrong[0]]}")


def _check_indexes(arrays: Arrays) -> None:
    if missing := [name for name in _INDEXES if name not in arrays]:
        raise ValueError(f"the array {missing[0]!r} is missing")
    n_phrases, targets = len(arrays["words"]), arrays["targets"]
    refuse_bad_offsets(arrays, "back_offsets", n_phrases, "back_entries")
    refuse_beyond(arrays, "back_entries", max(len(targets), 1))
    ends = arrays["back_offsets"].astype(np.int64)
    if len(arrays["back_entries"]) != len(targets) or not np.array_equal(
        targets[arrays["back_entries"]], np.repeat(np.arange(n_phrases, dtype=np.uint32), ends[1:] - ends[:-1])
    ):
        raise ValueError("the index of targets is not that of the entries")
    if not np.array_equal(arrays["child_slots"], _core.phrase_slots(arrays["child_offsets"], arrays["words"])):
        raise ValueError("the index of longer phrases is not that of the phrases")


def _check_sets(about: Mapping[str, Any], arrays: Arrays) -> None:
    if missing := [name for name in _SETS if name not in arrays]:
        raise ValueError(f"the array {missing[0]!r} is missing")
    number = about.get("sets")
    # No set is empty, so a number above that of the members is wrong; it would ask for as much memory.
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= len(arrays["sets"]):
        raise ValueError(f"the number of sets is {number!r:.40}, expected one up to {len(arrays['sets']):,}")
    refuse_bad_offsets(arrays, "set_offsets", len(arrays["words"]), "sets")
    refuse_beyond(arrays, "sets", max(number, 1))
    refuse_unsorted_rows(arrays, "sets", "set_offsets", twice=True)
