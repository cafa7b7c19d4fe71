"""Words that one side has and the other lacks, by what sort of word they are: untranslated, unknown, a number."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.learn.features.base import FeatureOptions, FeatureSet, register
from tertium.resources import store
from tertium.resources.synonyms import Synonyms
from tertium.resources.wordlists import WordList
from tertium.text.arrays import Batch, Floats, Ids, PackedTexts
from tertium.text.pool import Pairing
from tertium.text.tokenizers import get as tokenizer

CLASSES = ("foreign", "accented", "accented-name", "unknown", "unknown-name", "number", "punctuation")
_OTHER = len(CLASSES)
_LAST_LATIN = 0x24F
_LAST_ASCII = 0x7F


@register("classes")
class ClassFeatures(FeatureSet):
    """Shares of words that only one side has, by class; case does not matter for what is the same word.

    Words with a letter of another script are foreign, with a Latin one beyond ASCII accented; unknown are others that
    neither WordNet nor the list of function words has. Those with a capital are kept apart: they may be names.
    A language without a dictionary has only numbers and punctuation.
    """

    def names(self, options: FeatureOptions) -> tuple[str, ...]:
        first = 0 if _dictionaries(options.matching.language) else CLASSES.index("number")
        return tuple(f"class.{name}.{side}" for name in CLASSES[first:] for side in ("hyp-only", "ref-only"))

    def compute(self, pairing: Pairing, options: FeatureOptions) -> Floats:
        batch = pairing.pool.tokens(tokenizer("13a"))
        classified = _classified(batch, options.matching.language)
        table = _core.word_class_features(
            pairing.pairs(batch),
            folded=classified.folded,
            classes=classified.classes,
            n_classes=len(CLASSES),
            threads=pairing.threads,
        )
        return table[:, -len(self.names(options)) :]


class _Classified(NamedTuple):
    folded: Ids
    classes: NDArray[np.uint8]


@lru_cache(maxsize=4)
def _classified(batch: Batch, language: str) -> _Classified:
    """The words of a batch: which are the same in lowercase, and the class of each."""
    dictionaries = _dictionaries(language)
    words = [batch.words[i] for i in range(len(batch.words))]
    numbers: dict[str, int] = {}
    folded = np.array([numbers.setdefault(word.lower(), len(numbers)) for word in words], np.int32)
    small = PackedTexts.pack(list(numbers))
    in_list = np.ones(len(small), np.bool_)
    if dictionaries:
        synonyms, functions = dictionaries
        in_list = (np.diff(synonyms.sets(small).offsets) > 0) | (functions.flags(small) > 0)
    classes = [_class_of(word, bool(in_list[i])) for word, i in zip(words, folded.tolist(), strict=True)]
    return _Classified(folded, np.array(classes, np.uint8))


def _class_of(word: str, in_list: bool) -> int:
    letters = [ord(character) for character in word if character.isalpha()]
    if not letters:
        return CLASSES.index("number" if any(character.isdigit() for character in word) else "punctuation")
    strangest = max(letters)
    if strangest > _LAST_LATIN:
        return CLASSES.index("foreign")
    name = "-name" if word[0].isupper() else ""
    if strangest > _LAST_ASCII:
        return CLASSES.index("accented" + name)
    if any(character.isdigit() for character in word):
        return CLASSES.index("number")
    return _OTHER if in_list else CLASSES.index("unknown" + name)


def _dictionaries(language: str) -> tuple[Synonyms, WordList] | None:
    """The words of a language, as far as the package has them."""
    synonyms, functions = (store.default(kind, language) for kind in ("synonyms", "function"))
    if synonyms is None or functions is None:
        return None
    return synonyms.synonyms(), functions.words()
