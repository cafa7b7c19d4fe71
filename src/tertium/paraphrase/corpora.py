"""Sentence pairs as tables of words: what an acquisition reads."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from tertium import _core
from tertium.errors import DataError
from tertium.paraphrase.options import Cleaning
from tertium.resources import store
from tertium.text.arrays import Batch, PackedTexts
from tertium.text.tokenizers import get as tokenizer_named
from tertium.text.tokenizers.meteor import APOSTROPHES, MeteorTokenizer

_PIECE = 50_000
_MARKUP = re.compile(r"\s*<[^<>]*>\s*")
LARGEST_GROUP = 12
"""Of a group with more translations only the first ones are paired: pairs grow with the square."""

ALIGNED = pa.schema(
    [
        ("row", pa.int64()),
        ("shard", pa.int32()),
        ("language", pa.string()),
        ("mirrored", pa.bool_()),
        ("english", pa.string()),
        ("pivot", pa.string()),
        ("forward", pa.string()),
        ("reverse", pa.string()),
    ]
)
"""Sentence pairs with their words, and the alignments of both directions in Pharaoh's format.

`english` is the side whose paraphrases are looked for, whatever its language; `row` numbers the pairs of all corpora.
"""
TEXT = pa.schema(list(ALIGNED)[:-2])
ROWS_OF_A_CORPUS = 1 << 40


class Pair(NamedTuple):
    """A sentence and its translation as they are in the files, and alignments if the user has them."""

    line: int
    english: str
    pivot: str
    forward: str | None = None
    reverse: str | None = None


@dataclass(frozen=True, slots=True)
class Corpus:
    """Translations into one language, or groups of translations of one sentence."""

    name: str
    """For messages: the files it comes from."""
    language: str
    """The language of the pivot."""
    pairs: Callable[[], Iterator[Pair]]
    digest: str
    """A hash of the content."""
    mirrored: bool = False
    """Whether both sides are in the language of the paraphrases, so that each pair counts both ways."""
    aligned: bool = False
    """Whether its pairs have alignments; then its words stand between spaces already."""


def group_pairs(groups: Iterable[Sequence[tuple[int, str]]]) -> Iterator[Pair]:
    """All pairs of different translations inside each group of numbered lines."""
    for group in groups:
        different: dict[str, int] = {}
        for line, text in group:
            different.setdefault(text, line)
        for (one, line), (other, _) in combinations(list(different.items())[:LARGEST_GROUP], 2):
            yield Pair(line, one, other)


def text_batches(number: int, corpus: Corpus, cleaning: Cleaning, dropped: Counter[str]) -> Iterator[pa.RecordBatch]:
    """Clean and tokenise a corpus; `dropped` counts what was left out, by reason."""
    english = _tokenizer(cleaning.tokenizer, cleaning.language)
    pivot = english if corpus.mirrored else _tokenizer(cleaning.pivot_tokenizer, corpus.language)
    if corpus.aligned:
        english = pivot = _lowered(_spaces)
    pairs, row = corpus.pairs(), number * ROWS_OF_A_CORPUS
    n_texts = 0
    while piece := list(islice(pairs, _PIECE)):
        dropped["read"] += len(piece)
        sides = (english([p.english for p in piece]), pivot([p.pivot for p in piece]))
        lengths = [np.diff(side.offsets) for side in sides]
        if corpus.aligned:
            _refuse_bad_points(corpus, piece, lengths)
        reasons = _reasons([p.english for p in piece], [p.pivot for p in piece], lengths, cleaning)
        dropped.update(reason for reason in reasons if reason)
        good = np.array([i for i, reason in enumerate(reasons) if not reason], np.int64)
        if not len(good):
            continue
        columns: list[Any] = [
            pa.array(row + n_texts + np.arange(len(good))),
            pa.array(((n_texts + np.arange(len(good))) // cleaning.shard).astype(np.int32)),
            pa.array([corpus.language] * len(good)),
            pa.array([corpus.mirrored] * len(good)),
            *(joined(side).take(pa.array(good)) for side in sides),
        ]
        if corpus.aligned:
            columns += [pa.array([piece[i].forward for i in good]), pa.array([piece[i].reverse for i in good])]
        n_texts += len(good)
        yield pa.RecordBatch.from_arrays(columns, schema=ALIGNED if corpus.aligned else TEXT)
    if not n_texts:
        raise DataError(f"{corpus.name}: no sentence pair is left after cleaning ({dict(dropped)})")


def joined(batch: Batch) -> pa.StringArray:
    """Texts with one space between words."""
    words = packed_strings(batch.words).take(pa.array(batch.ids))
    return pc.binary_join(pa.LargeListArray.from_arrays(pa.array(batch.offsets), words), " ").cast(pa.string())


def packed_strings(texts: PackedTexts) -> pa.Array:
    """Texts as an Arrow array, without a copy of the bytes."""
    return pa.Array.from_buffers(
        pa.large_string(), len(texts), [None, pa.py_buffer(texts.offsets), pa.py_buffer(texts.bytes)]
    ).cast(pa.string())


def words_of(column: pa.Array) -> Batch:
    """Texts of an Arrow array, split at spaces."""
    texts = column.cast(pa.large_string())
    _, offsets, content = texts.buffers()
    starts = np.frombuffer(offsets, np.int64)[texts.offset : texts.offset + len(texts) + 1] if len(texts) else [0]
    starts = np.ascontiguousarray(starts, np.int64)
    data = np.frombuffer(content, np.uint8)[starts[0] : starts[-1]] if content else np.zeros(0, np.uint8)
    return _spaces(PackedTexts(np.ascontiguousarray(data), starts - starts[0]))


def phrase_words(phrase: str, language: str) -> list[str]:
    """The words of a phrase as a table of this language has them, if it was acquired with the usual tokeniser."""
    return _tokenizer("auto", language)([phrase]).tokens(0)


def contracted(phrase: str) -> str:
    """A phrase as people write it that came in the words of a treebank: `do n't` as `don't`, `it 's` as `it's`."""
    return _SPLIT_CONTRACTION.sub(r"\1", phrase)


_SPLIT_CONTRACTION = re.compile(r"(?<=\w) (n['’]t|['’](?:s|re|ve|ll|d|m))\b", re.IGNORECASE)

_Tokenize = Callable[[Sequence[str]], Batch]


def _tokenizer(choice: str, language: str) -> _Tokenize:
    if choice == "auto" and language in APOSTROPHES:
        meteor = MeteorTokenizer(language, store.words("abbreviations", "auto", language))
        return lambda texts: meteor.tokenize(PackedTexts.pack([_composed(text) for text in texts]))
    return _lowered(tokenizer_named("intl" if choice == "auto" else choice).tokenize)


def _lowered(tokenize: Callable[[PackedTexts], Batch]) -> _Tokenize:
    return lambda texts: tokenize(PackedTexts.pack([_composed(text) for text in texts]).lower())


def _spaces(texts: PackedTexts) -> Batch:
    return Batch.of(_core.tokenize(texts, "none"))


def _composed(text: str) -> str:
    """The text in NFC, with spaces for everything that separates words, and without lone surrogates."""
    if text.isascii():
        return text
    return " ".join(unicodedata.normalize("NFC", text).split())


def _reasons(
    english: Sequence[str], pivot: Sequence[str], lengths: Sequence[np.ndarray[Any, Any]], cleaning: Cleaning
) -> list[str]:
    """Why each pair is left out; empty where it is not."""
    shorter, longer = np.minimum(*lengths), np.maximum(*lengths)
    reasons = np.where(longer > cleaning.max_ratio * shorter, "lengths too different", "")
    reasons = np.where(longer > cleaning.max_words, "too long", reasons)
    reasons = np.where(shorter == 0, "empty", reasons).astype(object)
    for i, texts in enumerate(zip(english, pivot, strict=True)):
        if not reasons[i] and any("<" in text and _MARKUP.fullmatch(text) for text in texts):
            reasons[i] = "empty"
    return list(reasons)


def _refuse_bad_points(corpus: Corpus, piece: Sequence[Pair], lengths: Sequence[np.ndarray[Any, Any]]) -> None:
    first, second = (np.ascontiguousarray(length, np.int32) for length in lengths)
    for which, texts in (("forward", [p.forward for p in piece]), ("reverse", [p.reverse for p in piece])):
        packed = PackedTexts.pack([text or "" for text in texts])
        try:
            _core.read_alignments(packed, first_lengths=first, second_lengths=second)
        except ValueError as error:
            row, problem = str(error).split(": ", 1)
            line = piece[int(row)].line
            raise DataError(f"{corpus.name}: {which} alignment, line {line}: {problem}") from None
