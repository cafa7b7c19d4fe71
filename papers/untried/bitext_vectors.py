"""Vectors of words learned from bitexts: from the words around each word, and from the words of its translations.

Positive pointwise mutual information with smoothed contexts, then the first directions of a singular value
decomposition. Words around a word tell what it goes with, and put *three* near *four*; words of its translations tell
what it means.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from scipy.sparse import coo_array, csr_array, dia_array, diags_array, hstack  # type: ignore[import-untyped, unused-ignore]
from scipy.sparse.linalg import svds  # type: ignore[import-untyped, unused-ignore]

from tertium.text.arrays import Floats, Ids, Offsets, PackedTexts
from tertium.text.tokenizers.word_pieces import WordPieceTokenizer

REACH = 4  # words on each side
LEAST = 3  # occurrences of a word
SMOOTHED = 0.75  # the power of the frequencies of contexts
DIMENSIONS = 128
_NOTHING = 1e-9  # what is left of a count that was subtracted from itself

_WORD = re.compile(r"\w+|[^\w\s]")


class Side(NamedTuple):
    """The words of many sentences as numbers; -1 is a rare word."""

    ids: Ids
    offsets: Offsets
    words: tuple[str, ...]


def in_words(texts: Sequence[str], least: int = LEAST) -> Side:
    """Sentences in small letters, split at spaces and around punctuation, as word pieces are before they are split."""
    split = [_WORD.findall(text.lower()) for text in texts]
    often = Counter(chain.from_iterable(split))
    words = tuple(sorted(word for word, n in often.items() if n >= least))
    numbers = {word: i for i, word in enumerate(words)}
    ids = np.array([numbers.get(word, -1) for word in chain.from_iterable(split)], np.int32)
    return Side(ids, np.cumsum([0, *map(len, split)]), words)


def in_pieces(texts: Sequence[str], tokenizer: WordPieceTokenizer) -> Side:
    """Sentences as the pieces of a table that there is."""
    batch = tokenizer.tokenize(PackedTexts.pack(texts))
    ids = np.where(batch.ids == tokenizer.unknown, -1, batch.ids)
    return Side(ids, batch.offsets, tuple(tokenizer.pieces[i] for i in range(len(tokenizer.pieces))))


def windows(side: Side) -> csr_array:
    """How often each word stands within reach of each other, nearer ones counting more."""
    n = len(side.words)
    sentence = np.repeat(np.arange(len(side.offsets) - 1), np.diff(side.offsets))
    total = csr_array((n, n))
    for distance in range(1, REACH + 1):
        one, other = side.ids[:-distance], side.ids[distance:]
        kept = (sentence[:-distance] == sentence[distance:]) & (one >= 0) & (other >= 0)
        total = total + csr_array(coo_array((np.full(kept.sum(), 1 / distance), (one[kept], other[kept])), (n, n)))
    return csr_array(total + total.T)


def incidence(side: Side) -> csr_array:
    """For each sentence which words it has."""
    sentence = np.repeat(np.arange(len(side.offsets) - 1), np.diff(side.offsets))
    kept = side.ids >= 0
    found = csr_array(
        (np.ones(int(kept.sum())), (sentence[kept], side.ids[kept])), (len(side.offsets) - 1, len(side.words))
    )
    found.data[:] = 1
    return found


def together(ours: csr_array, theirs: csr_array) -> csr_array:
    """How often words of both sides are in the same pair of sentences; the words of the other side share one count."""
    return csr_array(ours.T @ (_one_count(theirs) @ theirs))


def others(translations: Sequence[csr_array]) -> csr_array:
    """Words of one translation with those of the others into the same language."""
    every = sum(translations[1:], translations[0])
    share = _one_count(every)
    return csr_array(every.T @ (share @ every) - sum(one.T @ (share @ one) for one in translations))


def _one_count(side: csr_array) -> dia_array:
    return diags_array(1 / np.maximum(np.asarray(side.sum(1)).ravel(), 1))


def ppmi(counts: csr_array) -> csr_array:
    """Positive pointwise mutual information of words and contexts."""
    table = coo_array(counts)
    kept = table.data > _NOTHING
    of_word, of_context = (np.bincount(side, table.data, n) for side, n in zip(table.coords, table.shape, strict=True))
    often = np.maximum(of_context, 0) ** SMOOTHED
    likely = often / often.sum()
    row, column = table.coords[0][kept], table.coords[1][kept]
    information = np.log(table.data[kept] / (of_word[row] * likely[column]))
    above = information > 0
    return csr_array((information[above], (row[above], column[above])), counts.shape)


def embedded(tables: Sequence[csr_array], dimensions: int = DIMENSIONS) -> Floats:
    """Rows of all tables side by side in few dimensions."""
    joined = csr_array(hstack(tables))
    left, values, _ = svds(joined, k=dimensions, v0=np.ones(min(joined.shape)))
    return np.asarray(left[:, ::-1] * np.sqrt(values[::-1]), np.float64)


def _lines(rows: Iterable[tuple[str, Floats]]) -> Iterator[str]:
    for word, row in rows:
        yield f"{word} {' '.join(f'{value:.4f}' for value in row)}\n"


def _nowhere(rng: np.random.Generator, dimensions: int) -> Floats:
    """A vector that is near to nothing."""
    return rng.standard_normal(dimensions)


def nowhere(n: int, dimensions: int = DIMENSIONS) -> Floats:
    """Vectors by chance: what a table brings with them, it brings by its pieces and their weights alone."""
    rng = np.random.default_rng(2)
    return np.stack([_nowhere(rng, dimensions) for _ in range(n)])


def lines_of_pieces(pieces: Sequence[str], rows: Floats) -> Iterator[str]:
    """As word2vec writes vectors, for all pieces of a table; what does not occur is near to nothing.

    Marks such as [CLS] are left out: with their capitals the table would be taken for one that tells case.
    """
    rng = np.random.default_rng(1)
    known = np.linalg.norm(rows, axis=1) > _NOTHING
    every = ((piece, row if k else _nowhere(rng, len(row))) for piece, row, k in zip(pieces, rows, known, strict=True))
    return _lines((piece, row) for piece, row in every if piece == piece.lower())


def lines_of_words(side: Side, rows: Floats) -> Iterator[str]:
    """The same for words: each in small letters, with a capital, and behind others in a compound; then single letters.

    Letters let every word be split, so that two words that the table does not have are equal only if they are.
    """
    rng = np.random.default_rng(1)
    found: dict[str, Floats] = {}
    for word, row in zip(side.words, rows, strict=True):
        for form in (word, word.capitalize(), f"##{word}" if len(word) > 2 else word):
            found.setdefault(form, row)
    for letter in sorted({letter for word in side.words for letter in (*word, *word.upper())}):
        for form in (letter, f"##{letter}"):
            found.setdefault(form, _nowhere(rng, rows.shape[1]))
    return _lines(found.items())
