"""Texts and token ids laid end to end, the only shapes the C++ core reads."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tertium import _core

Ids = NDArray[np.int32]
Offsets = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class PackedTexts:
    """Texts as UTF-8; text i is `bytes[offsets[i]:offsets[i + 1]]`."""

    bytes: NDArray[np.uint8]
    offsets: Offsets

    @classmethod
    def pack(cls, texts: Sequence[str]) -> Self:
        return cls(*_core.pack(texts))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, row: int) -> str:
        return _core.text_at(self.bytes, self.offsets, row)

    def beyond(self, first: int) -> Offsets:
        """Rows of the texts that hold a character at or above this code point."""
        return _core.texts_beyond(self.bytes, self.offsets, first)

    def replace(self, rows: Offsets, texts: Sequence[str]) -> Self:
        """A copy in which the texts of these rows, in ascending order, are others."""
        new = self.pack(texts)
        return type(self)(*_core.replace_texts(self.bytes, self.offsets, rows, new.bytes, new.offsets))

    def different(self) -> tuple[Self, Ids]:
        """Every different text once, and for each text its row among them."""
        packed, numbers = _core.intern_packed(self.bytes, self.offsets)
        return type(self)(*packed), numbers

    def lower(self) -> Self:
        """A copy in lowercase, equal to `str.lower` for every text."""
        lowered = type(self)(*_core.lowercase_ascii(self.bytes, self.offsets))
        rows = self.beyond(0x80)
        return lowered.replace(rows, [self[row].lower() for row in rows]) if len(rows) else lowered


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Token ids of many texts; text i is `ids[offsets[i]:offsets[i + 1]]` and `words` names the ids."""

    ids: Ids
    offsets: Offsets
    words: PackedTexts

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def tokens(self, row: int) -> list[str]:
        """The tokens of one text as strings."""
        return [self.words[i] for i in self.ids[self.offsets[row] : self.offsets[row + 1]]]
