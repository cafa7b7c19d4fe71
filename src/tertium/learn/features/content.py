"""What a text says: words weighted by how much they tell, numbers, names, negations, repetitions; in the core."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.learn.features.base import FeatureOptions, FeatureSet, register
from tertium.resources import store
from tertium.resources.frequencies import Frequencies
from tertium.text.arrays import Batch, Floats, Ids, PackedTexts
from tertium.text.pool import Pairing
from tertium.text.tokenizers import get as tokenizer

_PRF = ("precision", "recall", "f1")
_KINDS = ("number", "name", "negation", "punctuation", "function")
# In the order of the core's columns.
NAMES = (
    *(f"weighted.{unit}.{part}" for unit in ("words", "prefixes") for part in _PRF),
    *("weighted.missing", "weighted.extra", "weighted.hyp-only", "weighted.ref-only"),
    *(f"kind.{kind}.{side}" for kind in _KINDS for side in ("missing", "extra")),
    *("repeats.1", "repeats.2", "repeats.3"),
    *("form.case", "form.end", "form.quotes", "form.script"),
    *("lengths.ratio", "lengths.difference", "lengths.short", "lengths.reference"),
    *("vocabulary.unknown-hyp", "vocabulary.unknown-ref", "vocabulary.rare-hyp"),
    *("bigrams.precision", "bigrams.recall"),
)
# The bits of core::WordKind.
_NUMBER, _CAPITAL, _NEGATION, _PUNCTUATION, _FUNCTION, _QUOTE, _UNKNOWN, _RARE, _FOREIGN = (1 << i for i in range(9))

_MOST = 7.5  # on Zipf's scale: a word as frequent as this tells nothing
_LEAST_WEIGHT = 0.1
_PUNCTUATION_WEIGHT = 0.5
_NUMBER_WEIGHT = 4.0
_RARE_BELOW = 3.0
_BELOW_THE_LIST = 1.0  # how much rarer a word is that is not listed than the rarest that is
PREFIX = 5
_LAST_LATIN = 0x24F
_QUOTES = frozenset("\"'`«»„“”‘’‚‹›「」『』")


@register("content")
class ContentFeatures(FeatureSet):
    """Precision and recall by what words tell, what is missing and extra by kind, repetitions, lengths, vocabulary.

    Words tell the more the rarer they are. Where a language has no list of frequencies, long words are taken for rare
    ones: the other segments of a test set are never asked, so that a score depends on its own segment alone.
    """

    def names(self, options: FeatureOptions) -> tuple[str, ...]:
        return NAMES

    def signature(self, options: FeatureOptions) -> dict[str, str]:
        listed = store.default("frequencies", options.matching.language)
        return {"freq": listed.signature} if listed else {}

    def compute(self, pairing: Pairing, options: FeatureOptions) -> Floats:
        batch = pairing.pool.tokens(tokenizer("13a" if options.matching.tok == "meteor" else options.matching.tok))
        facts = word_facts(batch, options.matching.language)
        return _core.content_features(
            pairing.pairs(batch),
            folded=facts.folded,
            prefixes=facts.prefixes,
            weights=facts.weights,
            kinds=facts.kinds,
            threads=pairing.threads,
        )


class WordFacts(NamedTuple):
    """What the core is told about the words of a batch; ids of words in lowercase count from 0 in their order."""

    folded: Ids
    prefixes: Ids
    weights: Floats
    kinds: NDArray[np.uint16]


@lru_cache(maxsize=4)
def word_facts(batch: Batch, language: str) -> WordFacts:
    """What the core is told about the words of a batch."""
    words = [batch.words[i] for i in range(len(batch.words))]
    numbers: dict[str, int] = {}
    folded = np.array([numbers.setdefault(word.lower(), len(numbers)) for word in words], np.int32)
    small = list(numbers)
    starts: dict[str, int] = {}
    prefixes = np.array([starts.setdefault(word[:PREFIX], len(starts)) for word in small], np.int32)
    kinds = np.array([_plain_kinds(word) for word in small], np.uint16)
    packed = PackedTexts.pack(small)
    for bit, kind in ((_FUNCTION, "function"), (_NEGATION, "negations")):
        kinds |= (store.words(kind, "auto", language).flags(packed) * bit).astype(np.uint16)
    resource = store.default("frequencies", language)
    zipf = _by_length(small) if resource is None else _listed(resource.frequencies(), packed, kinds)
    weights = np.maximum(_LEAST_WEIGHT, _MOST - zipf)
    weights[kinds & _NUMBER > 0] = _NUMBER_WEIGHT
    weights[kinds & _PUNCTUATION > 0] = _PUNCTUATION_WEIGHT
    capitals = np.array([word[:1].isupper() for word in words], np.uint16) * np.uint16(_CAPITAL)
    return WordFacts(folded, prefixes[folded], weights[folded], kinds[folded] | capitals)


def _plain_kinds(word: str) -> int:
    """What a word is by its characters alone."""
    if word.isascii() and word.isalpha():
        return 0
    if not any(character.isalnum() for character in word):
        return _PUNCTUATION | (_QUOTE if set(word) <= _QUOTES else 0)
    letters = [character for character in word if character.isalpha()]
    foreign = _FOREIGN if letters and ord(max(letters)) > _LAST_LATIN else 0
    return foreign | (_NUMBER if any(character.isdigit() for character in word) else 0)


def _by_length(words: list[str]) -> Floats:
    """A guess at frequencies: in every language the common words are short ones."""
    return np.array([max(2.0, 7.25 - 0.5 * len(word)) for word in words])


def _listed(frequencies: Frequencies, words: PackedTexts, kinds: NDArray[np.uint16]) -> Floats:
    """Frequencies from a list; also marks the words that are not in it, and those that are rare."""
    zipf = frequencies.of(words)
    is_word = kinds & (_PUNCTUATION | _NUMBER) == 0
    kinds[is_word & np.isnan(zipf)] |= _UNKNOWN
    zipf = np.nan_to_num(zipf, nan=max(0.0, frequencies.least - _BELOW_THE_LIST))
    kinds[is_word & (zipf < _RARE_BELOW)] |= _RARE
    return zipf
