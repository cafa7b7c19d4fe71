"""A sentence as words and what stands between them, so that one word can be changed and the rest stays as it was."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

_PIECES = re.compile(r"\w+(?:['’\-.,]\w+)*|\s+|[^\w\s]")
_ENDS = frozenset('.!?…:;"“”«»()')


@dataclass(frozen=True)
class Sentence:
    """The pieces of a text, which joined are the text."""

    pieces: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> "Sentence":
        return cls(tuple(_PIECES.findall(" ".join(text.split()))))

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    @cached_property
    def words(self) -> tuple[int, ...]:
        """The places of the words among the pieces."""
        return tuple(i for i, piece in enumerate(self.pieces) if piece[0].isalnum())

    def lower(self, word: int) -> str:
        """A word by its number among the words, in lowercase; nothing where there is none."""
        return self.pieces[self.words[word]].lower() if 0 <= word < len(self.words) else ""

    def starts(self, word: int) -> bool:
        """Whether a word begins the sentence, or one inside it, where a capital says nothing."""
        before = self.pieces[: self.words[word]]
        marks = [piece for piece in before if not piece.isspace()]
        return not marks or marks[-1] in _ENDS

    def is_name(self, word: int) -> bool:
        """Whether it has a capital that it would not have as a common word."""
        piece = self.pieces[self.words[word]]
        return piece[:1].isupper() and piece not in ("I", "I'm", "I'll", "I've", "I'd") and not self.starts(word)

    def with_word(self, word: int, new: str) -> str:
        """The text with another word, with a capital where the old one had one."""
        pieces = list(self.pieces)
        place = self.words[word]
        pieces[place] = cased(new, pieces[place])
        return tidy("".join(pieces))

    def without(self, first: int, last: int) -> str:
        """The text without the words from one to another, both included."""
        left = [*self.pieces[: self.words[first]], *self.pieces[self.words[last] + 1 :]]
        return tidy("".join(left), capital=self.pieces[self.words[0]][:1].isupper())

    def inserted(self, before: int, new: str) -> str:
        """The text with more words before a word."""
        place = self.words[before]
        return tidy("".join([*self.pieces[:place], new, " ", *self.pieces[place:]]))

    def adjacent(self, word: int) -> bool:
        """Whether nothing but a space stands between a word and the next."""
        if word + 1 >= len(self.words):
            return False
        return self.pieces[self.words[word] + 1 : self.words[word + 1]] == (" ",)

    def pairs(self) -> Iterator[int]:
        """The numbers of words that the next one follows at once."""
        return (word for word in range(len(self.words) - 1) if self.adjacent(word))


def cased(new: str, old: str) -> str:
    """A word in the case of the one that it replaces."""
    if old.isupper() and len(old) > 1:
        return new.upper()
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def tidy(text: str, *, capital: bool = False) -> str:
    """Without doubled spaces, spaces before stops and commas that nothing follows."""
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r" ([,.;:!?…)])", r"\1", text)
    text = re.sub(r",+([.;:!?])", r"\1", re.sub(r"^[,;:] ?", "", text))
    return text[:1].upper() + text[1:] if capital else text
