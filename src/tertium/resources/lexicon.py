"""What the match layer of the core is told about the words of a batch."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.resources.paraphrases import ParaphraseTable
from tertium.resources.stems import classes, hash_classes, stems
from tertium.resources.synonyms import Synonyms
from tertium.text.arrays import Batch

_NO_IDS = np.zeros(0, np.int32)
_NO_SETS = _core.Batch(_NO_IDS, np.zeros(0, np.int64))
_NO_SLOTS = np.zeros(0, np.uint32)
_NO_TABLE: Mapping[str, NDArray[Any]] = {
    **dict.fromkeys(("words", "entry_offsets", "targets"), np.zeros(0, np.uint32)),
    "probabilities": np.zeros(0, np.float32),
}


def lexicon(
    batch: Batch,
    *,
    stem_language: str | None,
    synonyms: Synonyms | None,
    paraphrases: ParaphraseTable | None,
    by_hash: bool = False,
    by_part_of_speech: bool = False,
) -> "_core.Lexicon":
    """Look up every word of a batch once.

    With `by_hash` words are equal when Java's hash of them is. With `by_part_of_speech` synonyms are looked up as TERp
    does it.
    """
    same = hash_classes(batch.words) if by_hash else _NO_IDS
    number = hash_classes if by_hash else classes
    by_stem = number(stems(batch.words, stem_language)) if stem_language else _NO_IDS
    sets = _NO_SETS
    if synonyms:
        sets = synonyms.sets_by_part(batch.words) if by_part_of_speech else synonyms.sets(batch.words)
    arrays = paraphrases.file.arrays if paraphrases else _NO_TABLE
    return _core.Lexicon(
        same=same,
        stems=by_stem,
        synonyms=sets,
        slots=paraphrases.child_slots if paraphrases else _NO_SLOTS,
        words=arrays["words"],
        entry_offsets=arrays["entry_offsets"],
        targets=arrays["targets"],
        probabilities=arrays["probabilities"],
        table_words=paraphrases.word_numbers(batch.words) if paraphrases else _NO_IDS,
    )
