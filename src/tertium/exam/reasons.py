"""Why a passage is not the best it could be, in words: how an answer differs from the closest correct sentences."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tertium.exam.labelling.features import ClosestSentence
from tertium.networks.search import EditKind
from tertium.resources.store import function_words
from tertium.results.numbers import counted, listed
from tertium.text.languages import guess

WordKind = Literal["number", "content word", "function word", "punctuation mark"]
"""What a word is, from what matters most to what matters least."""
Fault = Literal["missing", "extra", "wrong", "moved"]

_KINDS: tuple[WordKind, ...] = ("number", "content word", "function word", "punctuation mark")
_FAULTS: tuple[Fault, ...] = ("missing", "wrong", "extra", "moved")
_SAID = {"missing": "missing", "wrong": "replaced by something else", "extra": "too many", "moved": "out of order"}
_FAULT_OF: dict[EditKind, Fault] = {"missing": "missing", "substitute": "wrong", "extra": "extra", "keep": "moved"}
_SHOWN = 4
PERFECT = "Every sentence is an accepted translation."


@dataclass(frozen=True, slots=True)
class Difference:
    """One word of an answer or of the correct sentence, and what is wrong with it; sentences count from 1."""

    sentence: int
    fault: Fault
    kind: WordKind
    word: str


def reasons(sentences: Sequence[ClosestSentence]) -> list[str]:
    """What differs in a passage, the gravest first, such as `2 content words missing: “old”, “town” (sentence 3)`."""
    empty = [number for number, near in enumerate(sentences, 1) if not near.answer]
    found = list(differences(sentences))
    said = [f"{counted(len(empty), 'sentence')} without a translation ({_places(empty)})"] if empty else []
    for kind in _KINDS:
        for fault in _FAULTS:
            own = [one for one in found if one.kind == kind and one.fault == fault]
            if own:
                words = list(dict.fromkeys(f"“{one.word}”" for one in own))
                shown = listed(words) if len(words) <= _SHOWN else f"{', '.join(words[:_SHOWN])} …"
                places = _places(sorted({one.sentence for one in own}))
                said.append(f"{counted(len(own), kind)} {_SAID[fault]}: {shown} ({places})")
    return said or [PERFECT]


def differences(sentences: Sequence[ClosestSentence]) -> Iterator[Difference]:
    """Every edit between answers and the closest correct sentences; sentences without an answer have none."""
    little = _function_words(sentences)
    for number, near in enumerate(sentences, 1):
        if not near.answer:
            continue
        for edit in near.path.edits:
            if edit.kind != "keep" or edit.moved:
                word = near.answer[edit.word or 0] if edit.place is None else near.correct[edit.place]
                yield Difference(number, _FAULT_OF[edit.kind], kind_of(word, little), word)


def kind_of(word: str, little: Collection[str]) -> WordKind:
    """What a word is; `little` holds the words of its language that say little, in lowercase."""
    if any(character.isdigit() for character in word):
        return "number"
    if not any(character.isalnum() for character in word):
        return "punctuation mark"
    return "function word" if word.lower() in little else "content word"


def _function_words(sentences: Sequence[ClosestSentence]) -> frozenset[str]:
    found = guess(" ".join(near.correct) for near in sentences)
    return frozenset() if found is None or found.language is None else function_words(found.language.code)


def _places(numbers: Sequence[int]) -> str:
    """Such as `sentence 3` or `sentences 1, 2 and 5`."""
    return f"sentence{'s' * (len(numbers) > 1)} {listed(map(str, numbers))}"
