"""Small changes after which a sentence says something else: negations, numbers, names, opposites, one word for another.

Most of it needs lists that English alone has; in other languages these columns are 0.
"""

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from tertium import _core
from tertium.data import LEXICONS
from tertium.learn.features.base import FeatureOptions, FeatureSet, register
from tertium.learn.features.content import PREFIX, word_facts
from tertium.resources import store
from tertium.resources.synonyms import Synonyms
from tertium.resources.wordlists import lines_of
from tertium.text.arrays import Batch, Floats, Ids, PackedTexts
from tertium.text.pool import Pairing
from tertium.text.spelling import american
from tertium.text.tokenizers import get as tokenizer

_KINDS = (
    *("negation", "number", "name", "opposite", "exclusive", "exclusive-weight", "other", "inflected", "synonym"),
    *("dropped", "added"),
)
# In the order of the core's columns.
NAMES = (
    *("polarity.lost", "polarity.added"),
    *(f"replaced.{kind}.{which}" for kind in ("number", "name") for which in ("missing", "extra", "both")),
    *("replaced.opposite.extra", "replaced.exclusive.extra"),
    *(f"single.{kind}" for kind in _KINDS),
    "places.exchanged",
    *(f"nearly.{kind}" for kind in _KINDS),
    *("places.scrambled", "places.repeated"),
)
_NUMBERS = [
    "zero",
    ".",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]
_TENS = dict(zip(["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], range(30, 100, 10), strict=True))
# `one` is a pronoun as often as a number.
_VALUES = {word: value for value, word in enumerate(_NUMBERS) if word != "."} | _TENS
# Endings that words of one kind have, before which one looks for words that say the opposite.
_ENDINGS = ("s", "es", "ed", "d", "ing", "er", "est", "ly")
_NEGATIVE = ("un", "in", "im", "ir", "il", "dis", "non", "non-")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+")
Lists = Mapping[str, Iterable[str]]


@register("contrast")
class ContrastFeatures(FeatureSet):
    """What minimal pairs differ in, each counted: none of it depends on how long a text is."""

    def names(self, options: FeatureOptions) -> tuple[str, ...]:
        return NAMES

    def signature(self, options: FeatureOptions) -> dict[str, str]:
        listed = store.default("frequencies", options.matching.language)
        lists = (
            {"opp": "opposites", "anto": "antonyms", "excl": "exclusives", "forms": "forms"}
            if options.matching.language == "en"
            else {}
        )
        digests = {key: f"{name}.en@{_digest(name)}" for key, name in lists.items()}
        return {"freq": listed.signature, **digests} if listed else digests

    def compute(self, pairing: Pairing, options: FeatureOptions) -> Floats:
        batch = pairing.pool.tokens(tokenizer("13a" if options.matching.tok == "meteor" else options.matching.tok))
        language = options.matching.language
        words, more = word_facts(batch, language), _facts(batch, language)
        return _core.contrast_features(
            pairing.pairs(batch),
            folded=more.folded,
            prefixes=more.prefixes,
            weights=words.weights,
            kinds=words.kinds,
            numbers=more.numbers,
            opposites=more.opposites,
            others=more.others,
            synonyms=more.synonyms,
            threads=pairing.threads,
        )


class _Facts(NamedTuple):
    """What the core is told beside `WordFacts`, by ids of words in lowercase; the rows of other ids are empty.

    Where words are compared, spellings of one word are one, and all forms of a word begin alike.
    """

    folded: Ids
    prefixes: Ids
    numbers: Ids
    opposites: _core.Batch
    others: _core.Batch
    synonyms: _core.Batch


@lru_cache(maxsize=4)
def _facts(batch: Batch, language: str) -> _Facts:
    words = [batch.words[i] for i in range(len(batch.words))]
    small = dict.fromkeys(word.lower() for word in words)
    place = {word: number for number, word in enumerate(small)}
    facts = word_facts(batch, language)
    n = len(facts.folded)
    spelled = _first_of_key(american(word) if language == "en" else word for word in small)
    begin = _first_of_key(_beginning(word) if language == "en" else word[:PREFIX] for word in small)
    return _Facts(
        spelled[facts.folded],
        begin[facts.folded],
        _numbered(place, n),
        _rows(place, n, _opposites(place) if language == "en" else {}),
        _rows(place, n, _exclusives() if language == "en" else {}),
        _synonyms(place, n, language),
    )


def _first_of_key(keys: Iterable[str]) -> Ids:
    """For each key the number of the first one that equals it."""
    first: dict[str, int] = {}
    return np.array([first.setdefault(key, number) for number, key in enumerate(keys)], np.int32)


def _numbered(place: Mapping[str, int], n: int) -> Ids:
    """For each word the number of its value, and -1 where it has none."""
    numbers = np.full(n, -1, np.int32)
    values: dict[str, int] = {}
    for word, i in place.items():
        value = str(_VALUES[word]) if word in _VALUES else _value(word)
        if value:
            numbers[i] = values.setdefault(value, len(values))
    return numbers


def _value(word: str) -> str:
    """A number as it is compared: without marks between thousands, and without what is written behind it."""
    if not any(character.isdigit() for character in word):
        return ""
    return word.replace(",", "") if _GROUPED.fullmatch(word) else word.rstrip("%").lstrip("$€£")


def _rows(place: Mapping[str, int], n: int, lists: Lists) -> _core.Batch:
    """The lists of words, as far as they are there, by number."""
    rows: list[list[int]] = [[] for _ in range(n)]
    for word, others in lists.items():
        if word in place:
            rows[place[word]] = sorted({place[other] for other in others if other in place})
    return _packed(rows)


def _packed(rows: Sequence[Sequence[int]]) -> _core.Batch:
    offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum([len(row) for row in rows], dtype=np.int64)))
    return _core.Batch(np.array([i for row in rows for i in row], np.int32), offsets)


def _synonyms(place: Mapping[str, int], n: int, language: str) -> _core.Batch:
    resource = store.default("synonyms", language)
    loaded = None if resource is None else resource.load()
    if not isinstance(loaded, Synonyms):
        return _packed([[]] * n)
    return loaded.sets(PackedTexts.pack([*place, *[""] * (n - len(place))]))


def _beginning(word: str) -> str:
    """The first letters of a word, which all of its forms share."""
    word = _lemmas().get(word, word)
    for ending in ("ing", "ed", "es", "s", "d"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            word = word.removesuffix(ending)
            break
    return word[:PREFIX]


def _opposites(place: Mapping[str, int]) -> dict[str, set[str]]:
    """Those of the lists, other forms of theirs, and words of which one is the other behind a syllable such as `un`."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    listed = _listed()
    for word in place:
        found[word] |= {other for other in listed.get(word, ()) if other in place}
        for ending in _ENDINGS:
            if word.endswith(ending):
                others = {other + ending for other in listed.get(word.removesuffix(ending), ())}
                found[word] |= {other for other in others if other in place}
        for syllable in _NEGATIVE:
            rest = word.removeprefix(syllable)
            if rest != word and len(rest) > 3 and rest in place:
                found[word].add(rest)
                found[rest].add(word)
        if word.endswith("less") and (full := f"{word[:-4]}ful") in place:
            found[word].add(full)
            found[full].add(word)
    return found


@cache
def _digest(name: str) -> str:
    """A short name of what a list of the package has."""
    lines = "\n".join(lines_of(LEXICONS / f"{name}.en.txt"))
    return hashlib.sha256(lines.encode()).hexdigest()[:8]


@cache
def _listed() -> dict[str, set[str]]:
    """What each word of the two lists is opposed to."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for one, *others in (*_rows_of("opposites"), *_rows_of("antonyms")):
        for other in others:
            found[one].add(other)
            found[other].add(one)
    return dict(found)


@cache
def _lemmas() -> dict[str, str]:
    """The word of which another one is an irregular form."""
    return {form: lemma for lemma, *forms in _rows_of("forms") for form in forms}


@cache
def _exclusives() -> dict[str, set[str]]:
    """For each word those that cannot hold where it does."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for members in _rows_of("exclusives"):
        forms = [member.split("|") for member in members]
        for own in forms:
            for word in own:
                found[word] |= {other for others in forms if others is not own for other in others}
    return dict(found)


def _rows_of(name: str) -> Iterator[list[str]]:
    """The lines of a list of the package, split at tabs."""
    for line in lines_of(LEXICONS / f"{name}.en.txt"):
        if line and not line.startswith("#"):
            yield line.split("\t")
