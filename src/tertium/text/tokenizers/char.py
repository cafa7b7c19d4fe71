"""Characters as words."""

from dataclasses import dataclass

import numpy as np

from tertium.text.arrays import Batch, PackedTexts
from tertium.text.tokenizers.base import CoreTokenizer, register

CHAR = register(CoreTokenizer("char", "every character that is not white space; as sacreBLEU", "char"))

# Not registered: only chrF counts white space as characters.
CHAR_AND_SPACE = CoreTokenizer("char+space", "every character, white space too", "char+space")


@dataclass(frozen=True, slots=True)
class _InnerCharacters:
    """Every character, but no white space around a text."""

    name: str = "inner-char+space"
    summary: str = "every character, white space inside a text too; as jiwer"

    def tokenize(self, texts: PackedTexts) -> Batch:
        inner = {row: stripped for row in range(len(texts)) if (stripped := (text := texts[row]).strip()) != text}
        rows = np.array(list(inner), np.int64)
        return CHAR_AND_SPACE.tokenize(texts.replace(rows, list(inner.values())) if inner else texts)


# Not registered either: only CER strips texts.
INNER_CHARACTERS = _InnerCharacters()
