"""Penn Treebank words: quotes become `` and '', clitics and brackets stand apart, the last full stop too.

Equal to `TreebankWordTokenizer` of nltk (without its conversion of brackets). The steps follow the conventions
of the treebank; their order matters, because each works on what the one before has put spaces into.
"""

import re
from dataclasses import dataclass

from tertium import _core
from tertium.text.arrays import Batch, PackedTexts
from tertium.text.tokenizers.base import register
from tertium.text.tokenizers.none import NONE

_STEPS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        # opening quotes: at the start, or behind a space or an opening bracket
        (r'^"', "``"),
        (r"(``)", r" \1 "),
        (r"([ (\[{<])(?:\"|'{2})", r"\1 `` "),
        # punctuation; a colon or comma inside a number stays
        (r"([:,])(\D)", r" \1 \2"),
        (r"([:,])$", r" \1 "),
        (r"\.\.\.", " ... "),
        (r"([;@#$%&])", r" \1 "),
        # a full stop only at the very end, before closing quotes and brackets
        (r"([^.])(\.)([\])}>\"']*)\s*$", r"\1 \2\3 "),
        (r"([?!])", r" \1 "),
        (r"([^'])' ", r"\1 ' "),
        (r"([\]\[(){}<>])", r" \1 "),
        (r"--", " -- "),
    )
)
# These run on the text between two spaces.
_END_STEPS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"''", " '' "),
        (r'"', " '' "),
        (r"([^' ])('[sSmMdD]|') ", r"\1 \2 "),
        (r"([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ", r"\1 \2 "),
        # words written as one that the treebank writes as two
        (r"(?i)\b(can)(not)\b", r" \1 \2 "),
        (r"(?i)\b(d)('ye)\b", r" \1 \2 "),
        (r"(?i)\b(gim)(me)\b", r" \1 \2 "),
        (r"(?i)\b(gon)(na)\b", r" \1 \2 "),
        (r"(?i)\b(got)(ta)\b", r" \1 \2 "),
        (r"(?i)\b(lem)(me)\b", r" \1 \2 "),
        (r"(?i)\b(more)('n)\b", r" \1 \2 "),
        (r"(?i)\b(wan)(na)(?=\s)", r" \1 \2 "),
        (r"(?i) ('t)(is)\b", r" \1 \2 "),
        (r"(?i) ('t)(was)\b", r" \1 \2 "),
    )
)


def split(text: str) -> list[str]:
    """The words of one text. The core does the same for all but a few texts, which it leaves to this."""
    for pattern, replacement in _STEPS:
        text = pattern.sub(replacement, text)
    text = f" {text} "
    for pattern, replacement in _END_STEPS:
        text = pattern.sub(replacement, text)
    return text.split()


@dataclass(frozen=True, slots=True)
class TreebankTokenizer:
    """The steps in the core, then a split at white space."""

    name: str = "ptb"
    summary: str = "Penn Treebank words; as nltk's TreebankWordTokenizer"

    def tokenize(self, texts: PackedTexts) -> Batch:
        spaced = _core.treebank_spaces(texts)
        rows = spaced.unsure
        packed = PackedTexts.of(spaced.texts)
        if len(rows):
            packed = packed.replace(rows, [" ".join(split(texts[row])) for row in rows])
        return NONE.tokenize(packed)


PTB = register(TreebankTokenizer())
