"""A network from one reference: synonyms and paraphrases stand beside its words.

A word or phrase gets alternatives only if it holds a content word. Synonyms must share enough of their meanings with
the word, paraphrases must be probable enough, and where a text is given for comparison an alternative must have been
seen in it beside one of its neighbours. The result is an ordinary network, for people to correct.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from tertium.networks.expansion import Automaton
from tertium.networks.inflection import ending_of, inflect
from tertium.networks.limits import DEFAULT, Limits
from tertium.networks.network import Network
from tertium.networks.structure import from_automaton
from tertium.resources.paraphrases import ParaphraseTable
from tertium.resources.synonyms import Synonyms
from tertium.text.arrays import PackedTexts


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """What an alternative must reach."""

    probability: float = 0.1
    """Lowest probability of a paraphrase."""
    shared_meanings: float = 0.25
    """Lowest share of synonym sets that two words have in common: 2 |common| / (|one's| + |other's|)."""
    most: int = 5
    """Alternatives for one phrase, the best first."""
    longest: int = 4
    """Words of a phrase that is replaced."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """An alternative for the words from `start` up to `end`."""

    start: int
    end: int
    words: tuple[str, ...]
    worth: float
    """Probability of a paraphrase, or share of common meanings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Where alternatives come from; each may be left out."""

    synonyms: Synonyms | None = None
    paraphrases: ParaphraseTable | None = None
    function_words: frozenset[str] = frozenset()
    context: Collection[tuple[str, str]] | None = None
    """Pairs of neighbouring words that were seen, in lowercase; None: everything goes."""


def from_paraphrases(
    reference: Sequence[str],
    sources: Sources,
    thresholds: Thresholds = Thresholds(),  # immutable
    *,
    costs: bool = False,
    limits: Limits = DEFAULT,
) -> Network:
    """The network of a reference and its alternatives; with `costs` an unlikely one costs -log10 of its worth."""
    arcs: list[list[tuple[str, float, int]]] = [[(word, 0.0, i + 1)] for i, word in enumerate(reference)]
    arcs.append([])
    for substitution in alternatives(reference, sources, thresholds):
        here = substitution.start
        cost = max(0.0, -math.log10(substitution.worth)) if costs else 0.0
        for word in substitution.words[:-1]:
            arcs[here].append((word, cost, len(arcs)))
            here, cost = len(arcs), 0.0
            arcs.append([])
        arcs[here].append((substitution.words[-1], cost, substitution.end))
    ends: list[float | None] = [None] * len(arcs)
    ends[len(reference)] = 0.0
    return from_automaton(Automaton(arcs, ends), limits=limits, function_words=sources.function_words)


def alternatives(reference: Sequence[str], sources: Sources, thresholds: Thresholds) -> list[Alternative]:
    """What can stand for parts of the reference, by place, the best first."""
    lowered = [word.lower() for word in reference]
    best: dict[tuple[int, int, tuple[str, ...]], Alternative] = {}
    for substitution in _all(lowered, sources, thresholds):
        key = (substitution.start, substitution.end, substitution.words)
        new = tuple(lowered[substitution.start : substitution.end]) != substitution.words
        if (
            new
            and _in_context(substitution, lowered, sources.context)
            and (key not in best or best[key].worth < substitution.worth)
        ):
            best[key] = substitution
    by_span: dict[tuple[int, int], list[Alternative]] = {}
    for substitution in sorted(best.values(), key=lambda f: (f.start, f.end, -f.worth, f.words)):
        row = by_span.setdefault((substitution.start, substitution.end), [])
        if len(row) < thresholds.most:
            row.append(substitution)
    return [_cased(substitution, reference) for row in by_span.values() for substitution in row]


def _all(lowered: Sequence[str], sources: Sources, thresholds: Thresholds) -> Iterator[Alternative]:
    content = [word not in sources.function_words and any(c.isalpha() for c in word) for word in lowered]
    if sources.synonyms is not None:
        meanings = meanings_of(sources.synonyms)
        for i, word in enumerate(lowered):
            if content[i]:
                for synonym, share in meanings.synonyms(word):
                    if share >= thresholds.shared_meanings:
                        yield Alternative(i, i + 1, (synonym,), share)
    if sources.paraphrases is not None:
        for start in range(len(lowered)):
            for end in range(start + 1, min(start + thresholds.longest, len(lowered)) + 1):
                if any(content[start:end]):
                    yield from _paraphrases(lowered, start, end, sources.paraphrases, thresholds.probability)


def _paraphrases(
    lowered: Sequence[str], start: int, end: int, table: ParaphraseTable, least: float
) -> Iterator[Alternative]:
    for paraphrase in table.lookup(" ".join(lowered[start:end])):
        words = tuple(paraphrase.phrase.split())
        # What only adds or drops words at the ends would be found for the shorter phrase too.
        if paraphrase.probability >= least and words and words[0] != lowered[start] and words[-1] != lowered[end - 1]:
            yield Alternative(start, end, words, paraphrase.probability)


def _in_context(alternative: Alternative, lowered: Sequence[str], seen: Collection[tuple[str, str]] | None) -> bool:
    if seen is None:
        return True
    left = lowered[alternative.start - 1] if alternative.start else ""
    right = lowered[alternative.end] if alternative.end < len(lowered) else ""
    return (left, alternative.words[0]) in seen or (alternative.words[-1], right) in seen


def neighbours(sentences: Iterable[str]) -> set[tuple[str, str]]:
    """Pairs of words that stand beside one another, in lowercase; the ends of a sentence are empty words."""
    return {pair for sentence in sentences for pair in pairwise(["", *sentence.lower().split(), ""])}


def _cased(alternative: Alternative, reference: Sequence[str]) -> Alternative:
    """With a capital where the reference has one at the start of the sentence."""
    first = reference[alternative.start]
    if alternative.start == 0 and first[:1].isupper() and not first.isupper():
        word = alternative.words[0]
        return Alternative(
            alternative.start, alternative.end, (word[:1].upper() + word[1:], *alternative.words[1:]), alternative.worth
        )
    return alternative


class Meanings:
    """The dictionary both ways: the sets of a word, and the words of a set."""

    def __init__(self, synonyms: Synonyms) -> None:
        arrays = synonyms.file.arrays
        self._dictionary = synonyms
        self._words = PackedTexts(arrays["words_bytes"], arrays["words_offsets"])
        self._sets, self._offsets = arrays["sets"], arrays["set_offsets"]
        self._by_set = np.argsort(self._sets, kind="stable")
        self._sorted = self._sets[self._by_set]
        self._numbers = {self._words[i]: i for i in range(len(self._words))}
        irregular = PackedTexts(arrays["irregular_bytes"], arrays["irregular_offsets"])
        self._irregular_forms = {irregular[form] for form in range(len(irregular))}
        self._irregular: dict[int, list[str]] = {}
        for form in range(len(irregular)):
            for base in arrays["bases"][slice(*arrays["base_offsets"][form : form + 2].tolist())].tolist():
                self._irregular.setdefault(base, []).append(irregular[form])

    def synonyms(self, word: str) -> Iterator[tuple[str, float]]:
        """Words that mean the same in the same form, and the share of meanings they have in common."""
        # An irregular form is rarely the word that is spelled like it: `said` is no adjective.
        if word in self._irregular_forms:
            return
        if word in self._numbers:
            base, ending = word, ""
        else:
            base, ending = self._regular(word)
        if base not in self._numbers:
            return
        own = self._sets_of(self._numbers[base])
        counts: dict[int, int] = {}
        for meaning in own.tolist():
            first, last = np.searchsorted(self._sorted, [meaning, meaning + 1])
            places = self._by_set[first:last]
            for other in (np.searchsorted(self._offsets, places, side="right") - 1).tolist():
                counts[other] = counts.get(other, 0) + 1
        for other, common in sorted(counts.items()):
            synonym = self._words[other]
            form = self._form(other, synonym, ending)
            if synonym != base and synonym.isalpha() and form is not None:
                yield form, 2 * common / (len(own) + len(self._sets_of(other)))

    def _form(self, number: int, base: str, ending: str) -> str | None:
        """The word with the ending; None where an irregular word has several forms and no rule says which."""
        if ending not in ("s", "ed"):
            return inflect(base, ending) if ending else base
        forms = self._irregular.get(number)
        if forms is not None:
            return forms[0] if ending == "ed" and len(forms) == 1 else None
        # Compounds have the forms of their last part: `schoolchild` like `child`.
        tails = (self._numbers.get(base[i:]) for i in range(1, len(base) - 2))
        return None if any(tail in self._irregular for tail in tails) else inflect(base, ending)

    def _sets_of(self, number: int) -> "np.typing.NDArray[np.int32]":
        sets: np.typing.NDArray[np.int32] = self._sets[self._offsets[number] : self._offsets[number + 1]]
        return sets

    def _regular(self, form: str) -> tuple[str, str]:
        """The base of a regular form and its ending."""
        for cut, added in _BASES:
            if form.endswith(cut) and len(form) > len(cut) + 1:
                base = form[: -len(cut)] + added
                if base in self._numbers and (ending := ending_of(form, base)):
                    return base, ending
        doubled = next((form[: -len(e) - 1] for e in ("ed", "ing") if form.endswith(e)), "")
        if doubled in self._numbers and (ending := ending_of(form, doubled)):
            return doubled, ending
        return form, ""


_BASES = (
    ("ies", "y"), ("es", "e"), ("es", ""), ("s", ""), ("ied", "y"), ("ed", "e"), ("ed", ""),
    ("ying", "ie"), ("ing", "e"), ("ing", ""),
)  # fmt: skip


@lru_cache(maxsize=2)
def meanings_of(synonyms: Synonyms) -> Meanings:
    """The dictionary both ways, made once."""
    return Meanings(synonyms)
