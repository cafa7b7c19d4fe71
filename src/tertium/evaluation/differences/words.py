"""Which words systems get right: those of a kind in the first reference, matched segment by segment.

A word of an output is right where the reference has it, as often at most as it stands there; case counts. The score of
a kind is F₁ of its words in outputs and references, in per cent.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Literal, get_args

from tertium.evaluation.differences.results import WordBucket
from tertium.evaluation.statistics import Statistics
from tertium.text import tokenizers
from tertium.text.arrays import PackedTexts
from tertium.text.words import words

WordsBy = Literal["frequency", "length", "numbers", "names", "case"]
WORDS_BY: tuple[WordsBy, ...] = get_args(WordsBy)
Texts = Sequence[Sequence[str]]
_Kind = Callable[[str], str | None]

_TIMES = (1, 2, 3, 4, 5, 10, 100, 1000)
_LETTERS = (1, 4, 7, 10, 13)


def word_buckets(statistics: Statistics, by: Sequence[WordsBy]) -> list[WordBucket]:
    """F₁ of every system on each kind of words, in the order of the kinds."""
    if not by:
        return []
    references, outputs = tokenized(statistics)
    buckets = []
    for one in by:
        names, kind = _KINDS[one](references)
        expected = _counted(references, kind)
        scores = {system: _f1(references, texts, kind, expected) for system, texts in outputs.items()}
        buckets += [
            WordBucket(one, name, expected[name], {system: found[name] for system, found in scores.items()})
            for name in names
            if expected[name]
        ]
    return buckets


def tokenized(statistics: Statistics) -> tuple[Texts, dict[str, Texts]]:
    """The words of first references and of each system's outputs, on the segments that are scored."""
    test_set, numbers = statistics.test_set, statistics.segments.tolist()
    references = _words([row[0] if (row := test_set.references[i]) else "" for i in numbers])
    return references, {name: _words([texts[i] or "" for i in numbers]) for name, texts in test_set.systems.items()}


def _words(texts: Sequence[str]) -> Texts:
    """Punctuation stands alone, and so do Chinese and Japanese characters."""
    batch = tokenizers.get("13a").tokenize(PackedTexts.pack(texts))
    return [[word for token in batch.tokens(i) for word in words(token)] for i in range(len(texts))]


def _counted(texts: Texts, kind: _Kind) -> Counter[str | None]:
    totals = Counter(word for text in texts for word in text)
    kinds: Counter[str | None] = Counter()
    for word, n in totals.items():
        kinds[kind(word)] += n
    return kinds


def _f1(references: Texts, outputs: Texts, kind: _Kind, expected: Counter[str | None]) -> dict[str | None, float]:
    produced = _counted(outputs, kind)
    right = _counted(
        [list((Counter(r) & Counter(o)).elements()) for r, o in zip(references, outputs, strict=True)], kind
    )
    return {name: 200 * right[name] / (n + produced[name]) for name, n in expected.items()}


def _by_frequency(references: Texts) -> tuple[list[str], _Kind]:
    """How often a word stands in the references; words that do not are of no kind."""
    counts = Counter(word for text in references for word in text)
    names = [*_names(_TIMES, "times"), f"{_TIMES[-1]:,} times and more"]
    return names, lambda word: names[_place(_TIMES, counts[word])] if counts[word] else None


def _by_length(_: Texts) -> tuple[list[str], _Kind]:
    names = [*_names(_LETTERS, "characters"), f"{_LETTERS[-1]} characters and more"]
    return names, lambda word: names[_place(_LETTERS, len(word))]


def _names(limits: Sequence[int], noun: str) -> list[str]:
    spans = [(low, high - 1) for low, high in pairwise(limits)]
    single = {"times": "once", "characters": "1 character"}
    return [
        (single[noun] if low == 1 else f"{low} {noun}") if low == high else f"{low:,}-{high:,} {noun}"
        for low, high in spans
    ]


def _place(limits: Sequence[int], value: int) -> int:
    return sum(value >= limit for limit in limits) - 1


def _by_numbers(_: Texts) -> tuple[list[str], _Kind]:
    names = ["numbers", "other words"]
    return names, lambda word: names[not any(char.isdecimal() for char in word)]


def _by_names(references: Texts) -> tuple[list[str], _Kind]:
    """A name is capitalised inside some segment of the references, and never stands there in lower case."""
    inside = {word for text in references for word in text[1:] if word[:1].isupper()}
    small = {word for text in references for word in text if word[:1].islower()}
    found = {word for word in inside if word.lower() not in small and len(word) > 1}
    names = ["names", "other words"]
    return names, lambda word: names[word not in found]


def _by_case(_: Texts) -> tuple[list[str], _Kind]:
    """Words without letters of two cases are of no kind."""
    names = ["lower case", "Capitalised", "ALL CAPITALS", "mixed case"]

    def kind(word: str) -> str | None:
        if word.lower() == word.upper():
            return None
        if word.islower():
            return names[0]
        if word[0].isupper() and word[1:] == word[1:].lower():
            return names[1]
        return names[2] if word.isupper() else names[3]

    return names, kind


_KINDS: dict[WordsBy, Callable[[Texts], tuple[list[str], _Kind]]] = {
    "frequency": _by_frequency,
    "length": _by_length,
    "numbers": _by_numbers,
    "names": _by_names,
    "case": _by_case,
}
