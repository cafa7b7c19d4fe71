"""METEOR 1.5's own way to split texts into words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from tertium import _core
from tertium.text.arrays import Batch, PackedTexts

# The languages the original normalises, with its rule for apostrophes.
APOSTROPHES = {"en": "en", "fr": "fr", "cs": "other", "de": "other", "es": "other", "ru": "other"}


class Abbreviations(Protocol):
    """Words that keep their full stop; the note `number` marks those that do so before a number only."""

    @property
    def words(self) -> Sequence[str]: ...
    @property
    def notes(self) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class MeteorTokenizer:
    """METEOR's normaliser (`-norm`), lowercase included; without punctuation as with `-noPunct`."""

    language: str
    abbreviations: Abbreviations
    keep_punctuation: bool = True

    name = "meteor"
    summary = "METEOR 1.5's normaliser"

    def tokenize(self, texts: PackedTexts) -> Batch:
        listed = PackedTexts.pack(self.abbreviations.words)
        numeric = np.array([note == "number" for note in self.abbreviations.notes], np.uint8)
        tokenized = _core.meteor_words(
            texts,
            apostrophes=APOSTROPHES[self.language],
            keep_punctuation=self.keep_punctuation,
            abbreviations=listed,
            numeric=numeric,
        )
        return _merge_lowered(Batch.of(tokenized))


def _merge_lowered(batch: Batch) -> Batch:
    """Lowercase letters beyond ASCII too; words that become equal get one id."""
    lowered = batch.words.lower()
    if len(lowered.beyond(0x80)) == 0:
        return batch
    different, numbers = lowered.different()
    return Batch(numbers[batch.ids], batch.offsets, different)
