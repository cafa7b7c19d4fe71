"""Lists of words: function words, and abbreviations that keep their full stop.

One word per line; a line that starts with `#` and has a space in it is a comment. In a list of abbreviations the
word may be followed by a tab and `number`: then its full stop stays only before a number. The lists of METEOR and
Moses, which say `#NUMERIC_ONLY#` instead, are read as they are.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.errors import DataError
from tertium.text.arrays import PackedTexts

_ONLY_BEFORE_NUMBERS = " #NUMERIC_ONLY#"


def lines_of(path: Path) -> list[str]:
    """The lines of a list."""
    try:
        return path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise DataError(f"{path}: cannot be opened ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: not UTF-8 (byte {error.start + 1}); save the list as UTF-8") from error


@dataclass(frozen=True, slots=True)
class WordList:
    """The words in sorted order, and for each what stands behind it on its line."""

    words: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def digest(self) -> str:
        """A short name of the content."""
        lines = "\n".join(f"{word}\t{note}" for word, note in zip(self.words, self.notes, strict=True))
        return hashlib.blake2b(lines.encode(), digest_size=4).hexdigest()

    @classmethod
    def of(cls, words: dict[str, str]) -> "WordList":
        return cls(tuple(sorted(words)), tuple(words[word] for word in sorted(words)))

    @classmethod
    def read(cls, path: Path) -> "WordList":
        words: dict[str, str] = {}
        for number, line in enumerate(lines_of(path), 1):
            line = line.rstrip("\r ").replace(_ONLY_BEFORE_NUMBERS, "\tnumber")
            if not line or line == "#" or (line.startswith("#") and " " in line):
                continue
            word, _, note = line.partition("\t")
            if not word or word.split() != [word] or note not in ("", "number"):
                raise DataError(
                    f"{path}:{number}: found {line[:60]!r}, expected one word (or a word, a tab and `number`)"
                )
            words[word] = note
        return cls.of(words)

    def flags(self, words: PackedTexts) -> NDArray[np.uint8]:
        """1 for each word that is in the list."""
        return (_core.words_in(words, _core.pack(self.words)) >= 0).astype(np.uint8)


NO_WORDS = WordList((), ())
