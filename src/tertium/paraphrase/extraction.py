"""Functions over Arrow batches that both engines run: word alignment, and phrase pairs with their counts."""

from collections.abc import Iterable, Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from tertium import _core
from tertium.engines.base import BatchMap
from tertium.paraphrase.aligner import align
from tertium.paraphrase.corpora import ALIGNED, packed_strings, words_of
from tertium.paraphrase.options import Extraction
from tertium.text.arrays import PackedTexts

PAIRS = pa.schema(
    [
        ("english", pa.string()),
        ("language", pa.string()),
        ("translation", pa.string()),
        ("n", pa.int64()),
        ("example", pa.int64()),
    ]
)
"""Phrase pairs, how often each was found in some sentence pairs, and the smallest of their rows.

A row without phrases says how many were left out because of punctuation.
"""
# So many sentence pairs are counted together: enough to merge what repeats, few enough for a small memory.
_SENTENCES = 8192


def align_batches(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Align the sentence pairs of each shard; all pairs of a shard must be here."""
    if not (full := [batch for batch in batches if batch.num_rows]):
        return
    table = pa.Table.from_batches(full)
    for shard in sorted(set(table["shard"].to_pylist())):
        rows = table.filter(pc.equal(table["shard"], shard)).sort_by("row").combine_chunks()
        first, second = (words_of(rows[name].chunk(0)) for name in ("english", "pivot"))
        forward, reverse = align(first, second)
        columns = [*rows.columns, pa.array(forward), pa.array(reverse)]
        yield from pa.Table.from_arrays(columns, schema=ALIGNED).to_batches(max_chunksize=_SENTENCES)


def extract_batches(extraction: Extraction) -> BatchMap:
    """Makes a function that counts the phrase pairs of aligned sentence pairs."""

    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for start in range(0, batch.num_rows, _SENTENCES):
                yield from count_pairs(batch.slice(start, _SENTENCES), extraction)

    return run


def count_pairs(batch: pa.RecordBatch, extraction: Extraction) -> Iterator[pa.RecordBatch]:
    """The phrase pairs of some sentence pairs, each with its count."""
    if not batch.num_rows:
        return
    english_side, pivot_side = (_sentences(batch[name], extraction) for name in ("english", "pivot"))
    counted = _core.count_phrase_pairs(
        english_side,
        pivot_side,
        symmetrized(batch, extraction.symmetrization),
        max_words=extraction.max_phrase,
    )
    english = packed_strings(PackedTexts.of(counted.first_phrases)).take(pa.array(counted.first))
    pivot = packed_strings(PackedTexts.of(counted.second_phrases)).take(pa.array(counted.second))
    rows, counts = np.asarray(batch["row"])[counted.first_rows], counted.counts
    language = batch["language"][0].as_py()
    tags = pa.DictionaryArray.from_arrays(pa.array(np.zeros(len(rows), np.int8)), [language]).cast(pa.string())
    yield pa.RecordBatch.from_arrays([english, tags, pivot, pa.array(counts), pa.array(rows)], schema=PAIRS)
    if counted.left_out:
        yield pa.RecordBatch.from_pylist(
            [{"english": "", "language": language, "translation": "", "n": counted.left_out, "example": 0}],
            schema=PAIRS,
        )
    if batch["mirrored"][0].as_py():
        yield pa.RecordBatch.from_arrays([pivot, tags, english, pa.array(counts), pa.array(rows)], schema=PAIRS)


def _unwanted(words: PackedTexts, extraction: Extraction) -> NDArray[np.uint8]:
    """1 for each word without a letter or digit."""
    if not extraction.punctuation:
        return np.zeros(len(words), np.uint8)
    plain = pc.match_substring_regex(packed_strings(words), r"[\p{L}\p{N}]")
    return 1 - np.asarray(plain.cast(pa.uint8()))


def _sentences(texts: pa.Array, extraction: Extraction) -> _core.Sentences:
    batch = words_of(texts)
    return _core.Sentences(batch, words=batch.words, unwanted=_unwanted(batch.words, extraction))


def symmetrized(batch: pa.RecordBatch, method: str) -> _core.Batch:
    """The points of the alignments of a batch."""
    first, second = (
        np.ascontiguousarray(np.diff(words_of(batch[name]).offsets), np.int32) for name in ("english", "pivot")
    )
    forward, reverse = (PackedTexts.pack(batch[name].to_pylist()) for name in ("forward", "reverse"))
    one, other = (
        _core.read_alignments(texts, first_lengths=first, second_lengths=second) for texts in (forward, reverse)
    )
    return _core.symmetrize(one, other, first_lengths=first, second_lengths=second, method=method)
