"""What a tokeniser is, and the register of their names.

A package can add its own through an entry point in the group `tertium.tokenizers` that names a `Tokenizer`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Protocol

from tertium import _core
from tertium.register import Register
from tertium.text.arrays import Batch, PackedTexts


class Tokenizer(Protocol):
    """Splits texts into words. Equal tokenisers give equal words, so what one has done is not done again."""

    @property
    def name(self) -> str:
        """What signatures print."""

    @property
    def summary(self) -> str:
        """One line on what it does."""

    def tokenize(self, texts: PackedTexts) -> Batch: ...

    def __hash__(self) -> int: ...


@dataclass(frozen=True, slots=True)
class CoreTokenizer:
    """A tokeniser of the C++ core; `kernel` is its name there.

    With `again` a batch has twice as many rows as there are texts: the second half holds the texts tokenised,
    joined by spaces and tokenised once more.
    """

    name: str
    summary: str
    kernel: str
    asian: bool = False
    no_punct: bool = False
    again: bool = False

    def tokenize(self, texts: PackedTexts, threads: int = 1) -> Batch:
        """Words are numbered alike whatever the number of threads."""
        switches = {"asian": self.asian, "no_punct": self.no_punct, "again": self.again}
        return Batch.of(_core.tokenize(texts, self.kernel, **switches, threads=threads))


@dataclass(frozen=True, slots=True)
class PythonTokenizer:
    """A tokeniser made of a function that splits one text into words."""

    name: str
    summary: str
    split: Callable[[str], list[str]]

    def tokenize(self, texts: PackedTexts) -> Batch:
        return Batch.of(_core.intern_tokens([self.split(texts[row]) for row in range(len(texts))]))


FAMILIES: Register[Callable[[str], Tokenizer]] = Register(
    "family of tokenisers", {"tertium.text.tokenizers.spm:by_path": ["spm"]}
)
"""Tokenisers that need one thing more, given behind a colon: `spm:PATH`."""

TOKENIZERS: Register[Tokenizer] = Register("tokeniser", entry_points="tertium.tokenizers")


def register(tokenizer: Tokenizer) -> Tokenizer:
    """Add a tokeniser under its name."""
    return TOKENIZERS.add(tokenizer.name, tokenizer)


def get(name: str) -> Tokenizer:
    """The tokeniser of this name."""
    family, colon, rest = name.partition(":")
    return FAMILIES.get(family)(rest) if colon and family in FAMILIES else TOKENIZERS.get(name)


def needs(name: str) -> str | None:
    """The extra that a tokeniser needs and that is not installed; None where it needs nothing more."""
    tokenizer = get(name)
    packages: tuple[str, ...] = getattr(tokenizer, "packages", ())
    return getattr(tokenizer, "extra", None) if any(find_spec(package) is None for package in packages) else None


def names() -> list[str]:
    """All registered names, plug-ins included."""
    return TOKENIZERS.names()
