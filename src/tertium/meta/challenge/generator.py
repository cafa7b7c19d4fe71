"""Minimal pairs from references: each has a change that does no harm and one that does."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tertium.errors import DataError, OptionError
from tertium.meta.challenge.harmful import HARMFUL, Change
from tertium.meta.challenge.harmless import HARMLESS
from tertium.meta.challenge.knowledge import Knowledge, gather
from tertium.meta.challenge.pair import Pair
from tertium.meta.challenge.pairs import Challenge
from tertium.meta.challenge.sentence import Sentence
from tertium.register import Register

PARAPHRASE = "paraphrase"
"""The change of a good translation that was given."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which changes are made, and how often.

    Attributes:
        harmful: Names of phenomena; none for all.
        harmless: Names of changes that keep the meaning; none for all.
        rates: For phenomena that are not always wanted, the share of sentences that get them, from 0 to 1.
        per_sentence: Pairs of one sentence at most; None for one of each phenomenon.
        seed: The same seed gives the same pairs.
    """

    harmful: Collection[str] = ()
    harmless: Collection[str] = ()
    rates: Mapping[str, float] | None = None
    per_sentence: int | None = None
    seed: int = 12345

    def __post_init__(self) -> None:
        for name, rate in (self.rates or {}).items():
            HARMFUL.get(name)
            if not 0 <= rate <= 1:
                raise OptionError(f"rate of {name!r}: found {rate:g}, expected 0 to 1")
        if self.per_sentence is not None and self.per_sentence < 1:
            raise OptionError(f"pairs of a sentence: found {self.per_sentence}, expected 1 or more")


def make(
    references: Sequence[str],
    language: str = "en",
    plan: Plan | None = None,
    *,
    paraphrases: Sequence[str] | None = None,
) -> Challenge:
    """Pairs from references, in their order; sentences without a harmless change give none.

    With paraphrases, one for each reference, these are the good translations, and no harmless change is made.

    Raises:
        DataError: No reference gives a pair, or there are not as many paraphrases.
        UnknownNameError: There is no such change.
    """
    plan = plan or Plan()
    if paraphrases is not None and len(paraphrases) != len(references):
        raise DataError(f"{len(paraphrases):,} paraphrases, expected {len(references):,}, one for each reference")
    sentences = [Sentence.of(text) for text in references]
    knowledge = gather(sentences, language)
    harmful, harmless = _named(HARMFUL, plan.harmful), _named(HARMLESS, plan.harmless)
    pairs = tuple(
        pair
        for number, sentence in enumerate(sentences)
        if sentence.words
        for pair in _pairs(
            number,
            sentence,
            knowledge,
            harmful,
            _good(number, sentence, knowledge, harmless, plan)
            if paraphrases is None
            else _said(sentence, paraphrases[number]),
            plan,
        )
    )
    if not pairs:
        raise DataError(
            f"no pair can be made of {len(references):,} references in the language {language!r}; a reference needs a "
            "harmless and a harmful change (`tertium challenge make --help` lists them)"
        )
    return Challenge(pairs)


def _named(register: Register[Change], names: Collection[str]) -> dict[str, Change]:
    return {name: register.get(name) for name in (names or register)}


def _pairs(
    number: int,
    sentence: Sentence,
    knowledge: Knowledge,
    harmful: Mapping[str, Change],
    good: Mapping[str, Sequence[str]],
    plan: Plan,
) -> list[Pair]:
    """Of one sentence; its own stream of chance, so that other sentences and other changes do not matter."""
    if not good:
        return []
    found = []
    names = list(good)
    for phenomenon, change in harmful.items():
        rng = _stream(plan.seed, number, phenomenon)
        if rng.random() >= (plan.rates or {}).get(phenomenon, 1.0):
            continue
        bad = _different(sentence, change, knowledge, plan.seed, number, phenomenon)
        kind = names[int(rng.integers(len(names)))]
        texts = [text for text in bad if text not in good[kind]]
        if texts:
            worse = texts[int(rng.integers(len(texts)))]
            better = good[kind][int(rng.integers(len(good[kind])))]
            found.append(Pair(number, phenomenon, sentence.text, better, worse, change=kind))
    if plan.per_sentence is not None and len(found) > plan.per_sentence:
        rng = _stream(plan.seed, number, "")
        taken = sorted(rng.permutation(len(found))[: plan.per_sentence].tolist())
        found = [found[i] for i in taken]
    return [replace(pair, segment=number) for pair in found]


def _good(
    number: int, sentence: Sentence, knowledge: Knowledge, harmless: Mapping[str, Change], plan: Plan
) -> dict[str, list[str]]:
    """What harmless changes make of a sentence, by their names."""
    found = {
        name: _different(sentence, change, knowledge, plan.seed, number, name) for name, change in harmless.items()
    }
    return {name: texts for name, texts in found.items() if texts}


def _said(sentence: Sentence, paraphrase: str) -> dict[str, list[str]]:
    """A paraphrase in the place of harmless changes, unless it is the sentence itself or nothing."""
    text = " ".join(paraphrase.split())
    return {PARAPHRASE: [text]} if text and text != sentence.text else {}


def _stream(seed: int, number: int, name: str) -> np.random.Generator:
    return np.random.default_rng([seed, number, *name.encode()])


def _different(
    sentence: Sentence, change: Change, knowledge: Knowledge, seed: int, number: int, name: str
) -> list[str]:
    """What a change makes of a sentence, each text once, without the sentence itself."""
    texts = change(sentence, knowledge, _stream(seed, number, f"{name}/"))
    return [text for text in dict.fromkeys(texts) if text != sentence.text and text]
