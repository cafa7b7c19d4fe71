"""Word pieces, as BERT and its kin split texts; equal to Hugging Face's `tokenizers` without its special tokens."""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field

from tertium import _core
from tertium.text.arrays import Batch, PackedTexts

UNKNOWN = "[UNK]"
_ASCII = 0x80
_DROPPED = ("Cc", "Cf", "Co", "Cs")
# The characters that are words of their own in Chinese text.
_IDEOGRAPHS = (
    *((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F)),
    *((0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F)),
)


@dataclass(frozen=True, slots=True)
class WordPieceTokenizer:
    """Splits texts into the pieces of a list; ids are places in it."""

    name: str
    """With a digest of the list in it, for tokenisers are equal by their name."""
    pieces: PackedTexts = field(compare=False, repr=False)
    unknown: int
    lowercase: bool = True
    summary: str = "word pieces, as BERT splits texts"

    def tokenize(self, texts: PackedTexts) -> Batch:
        rows = texts.beyond(_ASCII)
        if len(rows):
            texts = texts.replace(rows, [prepared(texts[row], self.lowercase) for row in rows])
        pieces = _core.word_pieces(texts, self.pieces, unknown=self.unknown, lowercase=self.lowercase)
        return Batch(pieces.ids, pieces.offsets, self.pieces)


def prepared(text: str, lowercase: bool) -> str:
    """The text with spaces around every character that is a word of its own; without accents if lowercase."""
    clean = text.translate(_CLEANED)
    if lowercase:
        clean = unicodedata.normalize("NFD", clean).translate(_UNACCENTED).lower()
    return clean.translate(_SEPARATED)


class _Characters(dict[int, str | None]):
    """What becomes of each character, for `str.translate`; worked out when it is first met."""

    def __init__(self, change: Callable[[str], str | None]) -> None:
        self._change = change

    def __missing__(self, code: int) -> str | None:
        self[code] = self._change(chr(code))
        return self[code]


def _clean(character: str) -> str | None:
    dropped = character == "\ufffd" or unicodedata.category(character) in _DROPPED
    if dropped and character not in "\t\n\r":
        return None
    return f" {character} " if _is_ideograph(character) else " " if character.isspace() else character


def _unaccented(character: str) -> str | None:
    return None if unicodedata.category(character) == "Mn" else character


def _separated(character: str) -> str:
    punctuation = ord(character) >= _ASCII and unicodedata.category(character)[0] == "P"
    return f" {character} " if punctuation else character


def _is_ideograph(character: str) -> bool:
    return any(first <= ord(character) <= last for first, last in _IDEOGRAPHS)


_CLEANED, _UNACCENTED, _SEPARATED = map(_Characters, (_clean, _unaccented, _separated))
