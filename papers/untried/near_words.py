"""Pairs of words that vectors put near each other, as entries of a paraphrase table; without opposites."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from tertium.resources.stems import stems
from tertium.resources.vectors.table import Vectors
from tertium.text.arrays import PackedTexts

_WORD = re.compile(r"[a-z]{2,}")
_ANTONYM = "!"
_BLOCK = 2000

Pair = tuple[str, str]


def near_words(vectors: Vectors, least: float) -> dict[Pair, float]:
    """All pairs of whole words whose cosine is at least this, each pair once, in the order of the table."""
    tokenizer = vectors.tokenizer
    pieces = [tokenizer.pieces[i] for i in range(len(tokenizer.pieces))]
    chosen = np.array([i for i, piece in enumerate(pieces) if _WORD.fullmatch(piece)], np.int64)
    raw = vectors.values.reshape(-1, vectors.dimensions)[chosen].astype(np.float32)
    units = raw / np.maximum(np.linalg.norm(raw, axis=1, keepdims=True), 1e-9)
    found = {}
    for start in range(0, len(chosen), _BLOCK):
        cosines = units[start : start + _BLOCK] @ units.T
        for i, j in zip(*np.nonzero(cosines >= least), strict=True):
            if start + i < j:
                found[pieces[chosen[start + i]], pieces[chosen[j]]] = min(1.0, float(cosines[i, j]))
    return found


def antonyms(lines: Iterator[str]) -> Iterator[Pair]:
    """The pairs of words that the lines of one of WordNet's data files call opposites of each other in one file.

    A line is `offset file type count word id ... count pointer offset part from-to ...`; a pointer `!` leads from one
    word of its set to one of another, both as numbers in base 16.
    """
    words: dict[str, list[str]] = {}
    pointers = []
    for line in lines:
        if line.startswith(" "):  # the licence
            continue
        fields = line.partition("|")[0].split()
        n_words = int(fields[3], 16)
        words[fields[0]] = [fields[4 + 2 * i].partition("(")[0].lower() for i in range(n_words)]
        after = fields[5 + 2 * n_words :]
        for i in range(int(fields[4 + 2 * n_words])):
            kind, offset, _, ends = after[4 * i : 4 * i + 4]
            if kind == _ANTONYM:
                pointers.append((fields[0], int(ends[:2], 16) - 1, offset, int(ends[2:], 16) - 1))
    for ours, i, theirs, j in pointers:
        if theirs in words:
            yield words[ours][i], words[theirs][j]


def read_antonyms(folder: Path) -> set[Pair]:
    """Opposites from a folder of WordNet's data files; opposites are of one part of speech, so of one file."""
    return {pair for path in sorted(folder.glob("data.*")) for pair in antonyms(iter(path.open(encoding="utf-8")))}


def without_antonyms(near: dict[Pair, float], opposite: set[Pair]) -> dict[Pair, float]:
    """The pairs that are no opposites, nor inflected forms of opposites: `rose` has its own stem, `rises` has not."""
    listed = sorted({word for pair in [*near, *opposite] for word in pair})
    packed = stems(PackedTexts.pack(listed), "en")
    stem = {word: packed[i] for i, word in enumerate(listed)}
    refused = {frozenset((stem[one], stem[other])) for one, other in opposite}
    return {pair: cosine for pair, cosine in near.items() if frozenset((stem[pair[0]], stem[pair[1]])) not in refused}


def lines(near: dict[Pair, float]) -> Iterator[str]:
    """Entries of a table in the format tsv, both ways."""
    for (one, other), cosine in near.items():
        yield f"{cosine:.3f}\t{one}\t{other}\n"
        yield f"{cosine:.3f}\t{other}\t{one}\n"
