"""How the texts of a neural metric are split: by the rules that come with its encoder."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from tertium.errors import DataError
from tertium.resources.encoders import pieces

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer

_AT_A_TIME = 10_000


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

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """The pieces of each text, without marks."""
        return [one.ids for one in self.encodings(texts)]

    def encodings(self, texts: Sequence[str]) -> "list[Encoding]":
        """The pieces of each text with their places in it, without marks."""
        found: list[Encoding] = []
        for first in range(0, len(texts), _AT_A_TIME):
            some = list(texts[first : first + _AT_A_TIME])
            found += self.rules.encode_batch(some, add_special_tokens=False)
        return found
