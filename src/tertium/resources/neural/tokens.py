"""How the texts of a neural metric are split: by the rules that come with its encoder."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError
from tertium.resources.encoders import pieces
from tertium.storage.memory import give_back

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer

_AT_A_TIME = 1_000
_LARGE = 2_000_000
"""Characters of the rules of 100,000 pieces and more."""


@dataclass(frozen=True, eq=False)
class Tokens:
    """Rules for splitting, as `tokenizers` writes them."""

    content: str
    where: Path

    @cached_property
    def rules(self) -> "Tokenizer":
        rules = pieces.opened(self.content.encode(), self.where)
        rules.no_truncation()
        rules.no_padding()
        return rules

    @cached_property
    def digest(self) -> str:
        """A short name of the rules."""
        return hashlib.sha256(self.content.encode()).hexdigest()[:8]

    @cached_property
    def marks(self) -> tuple[list[int], list[int]]:
        """What stands before and behind a text."""
        marks = list(self.rules.encode("").ids)
        if not 1 <= len(marks) <= 2:
            raise DataError(f"{self.where}: its rules put {len(marks)} marks around a text, expected one or two")
        return marks[:-1], marks[-1:]

    @property
    def are_large(self) -> bool:
        """Whether the rules take hundreds of megabytes once they are read."""
        return len(self.content) >= _LARGE

    def release(self) -> None:
        """Let go of large rules; they are read again where somebody asks, which takes a second."""
        if self.are_large and "rules" in self.__dict__:
            _ = self.marks  # known without rules from now on
            del self.__dict__["rules"]
            give_back()

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """The pieces of each text, without marks."""
        return [one.ids for one in self._encodings(texts)]

    def pieces(self, texts: Sequence[str]) -> "list[Pieces]":
        """The pieces of each text with their places in it, without marks."""
        return [
            Pieces(np.array(one.ids, np.int32), np.array(one.offsets, np.int32).reshape(-1, 2))
            for one in self._encodings(texts)
        ]

    def _encodings(self, texts: Sequence[str]) -> "Iterator[Encoding]":
        for first in range(0, len(texts), _AT_A_TIME):
            yield from self.rules.encode_batch(list(texts[first : first + _AT_A_TIME]), add_special_tokens=False)


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """The pieces of a text, and from where to where in it each stands."""

    ids: NDArray[np.int32]
    places: NDArray[np.int32]
