"""Word frequencies of a language: how often each of its commonest words is used.

A text file: one word per line, in lowercase, a tab, and its frequency on Zipf's scale (the decimal logarithm of how
often it occurs among a billion words). A line that starts with `#` and has a space in it is a comment.
"""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from tertium import _core
from tertium.errors import DataError
from tertium.resources.wordlists import lines_of
from tertium.storage.workspace import write_text
from tertium.text import tokenizers
from tertium.text.arrays import Floats, PackedTexts

_MOST = 10.0


@dataclass(frozen=True)
class Frequencies:
    """Words in sorted order, and their frequencies."""

    words: tuple[str, ...]
    zipf: Floats

    @cached_property
    def digest(self) -> str:
        """A short name of the content."""
        lines = "\n".join(f"{word}\t{value:.2f}" for word, value in zip(self.words, self.zipf, strict=True))
        return hashlib.blake2b(lines.encode(), digest_size=4).hexdigest()

    @classmethod
    def read(cls, path: Path) -> "Frequencies":
        words: dict[str, float] = {}
        for number, line in enumerate(lines_of(path), 1):
            line = line.rstrip("\r")
            if not line or (line.startswith("#") and " " in line):
                continue
            word, _, value = line.partition("\t")
            words[word] = _zipf(value, f"{path}:{number}: found {line[:60]!r}")
        if not words:
            raise DataError(f"{path}: no words; expected lines with a word, a tab and its frequency")
        return cls(tuple(sorted(words)), np.array([words[word] for word in sorted(words)]))

    @cached_property
    def least(self) -> float:
        """The frequency of the rarest word that is listed."""
        return float(self.zipf.min())

    @cached_property
    def _packed(self) -> PackedTexts:
        return PackedTexts.pack(self.words)

    def of(self, words: PackedTexts) -> Floats:
        """The frequency of each word; NaN where it is not listed."""
        rows = _core.words_in(words, self._packed)
        return np.where(rows >= 0, self.zipf[np.maximum(rows, 0)], np.nan)


def build(path: Path, texts: Sequence[str], *, tokenizer: str) -> int:
    """Count the words of texts and write those that occur at least twice; gives how many there are."""
    batch = tokenizers.get(tokenizer).tokenize(PackedTexts.pack(texts).lower())
    counts = np.bincount(batch.ids, minlength=len(batch.words))
    total = int(counts.sum())
    order = sorted(np.flatnonzero(counts > 1).tolist(), key=lambda i: (-counts[i], batch.words[i]))
    words = [(batch.words[i], counts[i]) for i in order if any(c.isalpha() for c in batch.words[i])]
    if not words:
        raise DataError(f"{path}: no word occurs twice in the {len(texts):,} texts; give more of them")
    lines = [f"{word}\t{9 + math.log10(count / total):.2f}\n" for word, count in words]
    write_text(path, f"# Word frequencies, counted in {len(texts):,} texts with {total:,} words.\n" + "".join(lines))
    return len(words)


def _zipf(text: str, where: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= _MOST:
        raise DataError(f"{where}, expected a word, a tab and a frequency from 0 to {_MOST:g}")
    return value
