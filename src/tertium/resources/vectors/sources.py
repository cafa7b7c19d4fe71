"""What tables of vectors are made from: a BERT-like encoder, or lines of words and numbers (word2vec, GloVe)."""

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tertium.errors import DataError
from tertium.resources.encoders.pieces import read_pieces
from tertium.resources.encoders.weights import Weights
from tertium.resources.vectors import table
from tertium.text.arrays import Floats, PackedTexts
from tertium.text.tokenizers.word_pieces import UNKNOWN, WordPieceTokenizer

LAYERS = (4, 6)
_BATCH = 512
_FEWEST = 10  # words that a table must have

Progress = Callable[[int, int], None]


class RawVectors(NamedTuple):
    """Pieces and one row of numbers for each."""

    pieces: list[str]
    rows: Floats
    lowercase: bool


def from_encoder(folder: Path, progress: Progress) -> RawVectors:
    """For each piece what it means alone, between the marks of begin and end, at two layers side by side."""
    weights, (pieces, lowercase) = Weights.read(folder), read_pieces(folder)
    ends = [pieces.index(mark) for mark in ("[CLS]", "[SEP]")]
    numbers = np.arange(len(pieces))
    layers = [min(layer, weights.layers) for layer in LAYERS]
    rows = []
    for begin in range(0, len(numbers), _BATCH):
        progress(begin, len(numbers))
        some = numbers[begin : begin + _BATCH]
        ids = np.stack((np.full_like(some, ends[0]), some, np.full_like(some, ends[1])), 1)
        states = weights.states(ids, np.ones_like(ids, dtype=bool))
        rows.append(np.hstack([states[layer][:, 1] for layer in layers]))
    progress(len(numbers), len(numbers))
    return RawVectors(list(pieces), np.vstack(rows).astype(np.float64), lowercase)


def from_lines(path: Path, lines: Sequence[str]) -> RawVectors:
    """A word and its numbers on each line; a first line with two whole numbers, as word2vec writes it, is skipped."""
    words: list[str] = []
    rows: list[list[float]] = []
    for number, line in enumerate(lines, 1):
        word, *values = line.rstrip().split(" ")
        if number == 1 and len(values) == 1:
            continue
        try:
            row = [float(value) for value in values]
        except ValueError:
            row = []
        if not row or not all(map(math.isfinite, row)) or (rows and len(row) != len(rows[0])):
            expected = f"a word and {len(rows[0])} numbers" if rows else "a word and numbers"
            raise DataError(f"{path}:{number}: found {line[:60]!r}, expected {expected}, separated by spaces")
        words.append(word)
        rows.append(row)
    if len(words) < _FEWEST:
        raise DataError(f"{path}: {len(words)} words, expected at least {_FEWEST}")
    lowercase = all(word == word.lower() for word in words)
    return RawVectors([UNKNOWN, *words], np.vstack((np.zeros(len(rows[0])), rows)), lowercase)


def reduced(rows: Floats, dimensions: int) -> Floats:
    """Centred, each of length 1, projected onto the directions in which they differ most."""
    centred = rows - rows.mean(0)
    centred /= np.maximum(np.linalg.norm(centred, axis=1, keepdims=True), 1e-9)
    if dimensions >= rows.shape[1]:
        return np.asarray(centred)
    _, directions = np.linalg.eigh(centred.T @ centred)
    return np.asarray(centred @ directions[:, ::-1][:, :dimensions])


def build(
    raw: RawVectors, target: Path, texts: Sequence[str], *, dimensions: int, language: str, made_from: str, licence: str
) -> None:
    """Write a table whose weights come from texts; without texts all pieces weigh the same."""
    tokenizer = WordPieceTokenizer("building", PackedTexts.pack(raw.pieces), raw.pieces.index(UNKNOWN), raw.lowercase)
    weights = table.weights_of(tokenizer, texts) if texts else np.ones(len(raw.pieces))
    rows = reduced(raw.rows, dimensions)
    # What cannot be made of pieces is near to nothing.
    rows[raw.pieces.index(UNKNOWN)] = 0
    table.build(
        target,
        raw.pieces,
        rows,
        weights,
        language=language,
        lowercase=raw.lowercase,
        made_from=made_from,
        licence=licence,
    )
