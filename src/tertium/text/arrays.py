"""Texts and token ids laid end to end, the only shapes the C++ core reads."""

from collections.abc import Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tertium import _core

Ids = NDArray[np.int32]
Offsets = NDArray[np.int64]
Floats = NDArray[np.float64]


class PackedTexts(_core.Texts):
    """Texts as UTF-8; text i is `bytes[offsets[i]:offsets[i + 1]]`."""

    __slots__ = ()

    @classmethod
    def of(cls, texts: _core.Texts) -> Self:
        """Texts that the core made."""
        return cls(texts.bytes, texts.offsets)

    @classmethod
    def pack(cls, texts: Sequence[str]) -> Self:
        return cls.of(_core.pack(texts))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, row: int) -> str:
        return _core.text_at(self, row)

    def beyond(self, first: int) -> Offsets:
        """Rows of the texts that hold a character at or above this code point."""
        return _core.texts_beyond(self, first)

    def replace(self, rows: Offsets, texts: Sequence[str]) -> Self:
        """A copy in which the texts of these rows, in ascending order, are others."""
        return self.of(_core.replace_texts(self, rows, _core.pack(texts)))

    def take(self, rows: Ids | Offsets) -> Self:
        """The texts of these rows, in this order."""
        lengths = np.diff(self.offsets)[rows]
        offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths)))
        at = np.repeat(self.offsets[rows] - offsets[:-1], lengths) + np.arange(offsets[-1])
        return type(self)(self.bytes[at], offsets)

    def different(self) -> tuple[Self, Ids]:
        """Every different text once, and for each text its row among them."""
        interned = _core.intern_packed(self)
        return self.of(interned.texts), interned.columns[0]

    def lower(self) -> Self:
        """A copy in lowercase, equal to `str.lower` for every text."""
        lowered = self.of(_core.lowercase_ascii(self))
        rows = self.beyond(0x80)
        return lowered.replace(rows, [self[row].lower() for row in rows]) if len(rows) else lowered


class Batch(_core.Batch):
    """Token ids of many texts; text i is `ids[offsets[i]:offsets[i + 1]]` and `words` names the ids."""

    __slots__ = ("words",)
    words: PackedTexts

    def __init__(self, ids: Ids, offsets: Offsets, words: PackedTexts) -> None:
        super().__init__(ids, offsets)
        self.words = words

    @classmethod
    def of(cls, tokenized: _core.Tokenized) -> Self:
        """What a tokeniser of the core made."""
        return cls(tokenized.batch.ids, tokenized.batch.offsets, PackedTexts.of(tokenized.words))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def tokens(self, row: int) -> list[str]:
        """The tokens of one text as strings."""
        return [self.words[i] for i in self.row(row)]

    def row(self, row: int) -> Ids:
        """The tokens of one text as numbers."""
        return self.ids[self.offsets[row] : self.offsets[row + 1]]


def keeping_most(hypothesis: Ids, reference: Ids, steps: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The steps of an edit script as short as this one that keeps most words; this one if there is a shorter one.

    Steps are those of the core: 0 keep, 1 substitute, 2 insert, 3 remove.
    """
    ends = np.array([0, len(hypothesis), len(hypothesis) + len(reference)], np.int64)
    try:
        other = _core.edit_script(_core.Batch(np.concatenate((hypothesis, reference)), ends), 0, 1).steps
    except ValueError:  # too long
        return steps
    return other if np.count_nonzero(other) == np.count_nonzero(steps) else steps
