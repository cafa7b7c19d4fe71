"""Which paraphrases are kept: one function over Arrow batches that names the filter that removes each row."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from tertium import _core
from tertium.engines.base import BatchMap
from tertium.paraphrase.corpora import packed_strings, words_of
from tertium.paraphrase.options import Filtering
from tertium.resources import store
from tertium.resources.stems import SNOWBALL, stems
from tertium.text.arrays import PackedTexts

CANDIDATES = pa.schema(
    [
        ("source", pa.string()),
        ("target", pa.string()),
        ("probability", pa.float64()),
        ("back_probability", pa.float64()),
        ("pivots", pa.int64()),
        ("languages", pa.int64()),
        ("source_count", pa.int64()),
        ("target_count", pa.int64()),
    ]
)
JUDGED = CANDIDATES.append(pa.field("removed", pa.string())).append(pa.field("n", pa.int64()))
"""Paraphrases that no filter removed; and rows without phrases that say how many a filter removed."""
FILTERS = (
    "probability", "back probability", "count", "pivots", "score", "length",
    "numbers", "function words", "inclusion", "negation",
)  # fmt: skip
"""In the order in which they are asked; the first that objects removes the paraphrase."""
_OBJECTIONS = {1: "length", 2: "numbers", 4: "function words", 8: "inclusion", 16: "negation"}
_FUNCTION, _NUMBER, _NEGATION = 1, 2, 4
_ROWS = 1 << 16

# A phrase with one of these says the opposite of a phrase without.
_NEGATIONS = {
    "en": frozenset(
        [
            *("not", "no", "never", "none", "nobody", "nothing", "nowhere", "neither", "nor", "without", "cannot"),
            *("unable", "n't", "don", "doesn", "didn", "isn", "aren", "wasn", "weren", "won", "wouldn", "couldn"),
            *("shouldn", "hasn", "haven", "hadn"),
        ]
    )
}


@dataclass(frozen=True, slots=True)
class Judge:
    """The filters for one language."""

    filtering: Filtering
    language: str
    function_words: frozenset[str]

    @classmethod
    def of(cls, filtering: Filtering, language: str) -> "Judge":
        return cls(filtering, language, store.function_words(language))

    def kinds(self, words: list[str]) -> NDArray[np.uint8]:
        """What kind each word is of: bits."""
        negations = _NEGATIONS.get(self.language, frozenset())
        return np.array(
            [
                _FUNCTION * (word in self.function_words)
                + _NUMBER * any(map(str.isdigit, word))
                + _NEGATION * (word in negations or word.endswith("n't"))
                for word in words
            ],
            np.uint8,
        )

    def _stems(self, words: list[str]) -> list[str]:
        if self.language not in SNOWBALL or not words:
            return words
        stem_list = stems(PackedTexts.pack(words), self.language)
        return [stem_list[row] for row in range(len(stem_list))]

    def objections(self, sources: pa.Array, targets: pa.Array) -> NDArray[np.uint8]:
        """What speaks against each pair of phrases by its words."""
        f = self.filtering
        asked = 2 * f.numbers + 4 * f.function_words + 8 * f.inclusion + 16 * f.negation
        batch = words_of(pa.concat_arrays([sources, targets]))
        words = packed_strings(batch.words).to_pylist()
        (by_stem,) = _core.intern([self._stems(words)]).columns
        return _core.phrase_objections(
            batch, kinds=self.kinds(words), stems=by_stem, asked=asked, max_words=f.max_words
        )

    def judge(self, batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
        """The rows that are kept, and how many each filter removed."""
        removed = self._by_numbers(batch)
        left = np.flatnonzero(removed == 0)
        sources, targets = (batch[name].take(pa.array(left)) for name in ("source", "target"))
        objections = self.objections(sources, targets)
        for bit, name in _OBJECTIONS.items():
            removed[left[objections == bit]] = 1 + FILTERS.index(name)
        rest = batch.take(pa.array(left[objections == 0]))
        yield _judged(rest, [""] * rest.num_rows, [1] * rest.num_rows)
        counts = np.bincount(removed, minlength=len(FILTERS) + 1)[1:].tolist()
        if any(counts):
            empty = {name: "" if name in ("source", "target") else 0 for name in CANDIDATES.names}
            tally = [(name, n) for name, n in zip(FILTERS, counts, strict=True) if n]
            rows = pa.RecordBatch.from_pylist([empty] * len(tally), schema=CANDIDATES)
            yield _judged(rows, [name for name, _ in tally], [n for _, n in tally])

    def _by_numbers(self, batch: pa.RecordBatch) -> NDArray[np.int64]:
        """The place of the filter that removes each row, from 1; 0 where none does."""
        f = self.filtering
        column = {name: np.asarray(batch[name]) for name in CANDIDATES.names[2:]}
        least = np.minimum(column["source_count"], column["target_count"])
        words = np.maximum(*(np.asarray(pc.count_substring(batch[side], " ")) + 1 for side in ("source", "target")))
        score = np.sqrt(column["probability"] * column["back_probability"]) * column["languages"] / words
        # A threshold gives way by a hair, so that the last digit of a sum does not decide.
        bad = [
            column["probability"] < f.min_probability - 1e-12,
            column["back_probability"] < f.min_back_probability - 1e-12,
            least < f.min_count,
            column["pivots"] < f.min_pivots,
            score < f.min_score - 1e-12,
        ]
        return np.select(bad, [1, 2, 3, 4, 5], 0)


def _judged(rows: pa.RecordBatch, removed: list[str], n: list[int]) -> pa.RecordBatch:
    columns = [*rows.columns, pa.array(removed, pa.string()), pa.array(n, pa.int64())]
    return pa.RecordBatch.from_arrays(columns, schema=JUDGED)


def judge_batches(filtering: Filtering, language: str) -> BatchMap:
    """Makes the function that both engines run over all candidates."""

    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        judge = Judge.of(filtering, language)
        for batch in batches:
            for start in range(0, batch.num_rows, _ROWS):
                yield from judge.judge(batch.slice(start, _ROWS))

    return run
