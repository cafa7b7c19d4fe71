"""Changes that make a sentence say something else, or say it wrongly: one function for each phenomenon."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np

from tertium.meta.challenge.knowledge import AGREEMENT, AUXILIARIES, CALENDAR, NUMBERS, TENSES, Knowledge
from tertium.meta.challenge.sentence import Sentence, cased, tidy
from tertium.register import Register

Change = Callable[[Sentence, Knowledge, np.random.Generator], Iterator[str]]
"""The texts that a sentence may become; chance chooses only where there are more than can be listed."""

HARMFUL: Register[Change] = Register("harmful change")
_CONTRACTED = {
    "isn't": "is", "aren't": "are", "wasn't": "was", "weren't": "were", "don't": "", "doesn't": "", "didn't": "",
    "won't": "will", "wouldn't": "would", "couldn't": "could", "can't": "can", "cannot": "can", "shouldn't": "should",
    "hasn't": "has", "haven't": "have", "hadn't": "had", "mustn't": "must",
}  # fmt: skip
_REVERSED = {value: key for key, value in TENSES.items() if key != "will" and value not in ("had", "did")}
_AGREEMENT = AGREEMENT | {plural: singular for singular, plural in AGREEMENT.items() if plural != "were"}
_FEWEST_SCRAMBLED = 5
_ROLE = r"(?:the|a|an|his|her|their|my|our) [a-z]+|[A-Z][a-z]+"
_ROLES = re.compile(rf"^({_ROLE}) ([a-z]+(?:ed|s|ew|aw|ave|ook)) ({_ROLE})(?=[ .,;!?])", re.IGNORECASE)


@HARMFUL.named("negation")
def negation(sentence: Sentence, knowledge: Knowledge, rng: np.random.Generator) -> Iterator[str]:
    """A negation less, or one more behind an auxiliary."""
    for word, place in enumerate(sentence.words):
        lower = sentence.pieces[place].lower().replace("’", "'")
        if knowledge.language != "en":
            if lower in knowledge.negations:
                yield sentence.without(word, word)
        elif lower == "not":
            yield sentence.without(word, word)
        elif lower in _CONTRACTED:
            yield sentence.with_word(word, _CONTRACTED[lower]) if _CONTRACTED[lower] else sentence.without(word, word)
        elif lower == "never":
            yield sentence.with_word(word, "always")
        elif lower in AUXILIARIES and sentence.adjacent(word) and sentence.lower(word + 1) not in knowledge.negations:
            yield sentence.inserted(word + 1, "not")


@HARMFUL.named("number")
def number(sentence: Sentence, knowledge: Knowledge, rng: np.random.Generator) -> Iterator[str]:
    """Another number."""
    for word, place in enumerate(sentence.words):
        piece = sentence.pieces[place]
        if re.fullmatch(r"\d+", piece):
            digit = int(rng.integers(len(piece)))
            new = str((int(piece[digit]) + int(rng.integers(1, 9))) % 10)
            if digit == 0 and new == "0" and len(piece) > 1:
                new = "1" if piece[0] != "1" else "2"
            yield sentence.with_word(word, piece[:digit] + new + piece[digit + 1 :])
        elif knowledge.language == "en" and piece.lower() in NUMBERS[1:]:
            others = [other for other in NUMBERS[1:] if other != piece.lower()]
            yield sentence.with_word(word, others[int(rng.integers(len(others)))])


@HARMFUL.named("name")
def name(sentence: Sentence, knowledge: Knowledge, rng: np.random.Generator) -> Iterator[str]:
    """The name of somebody or something else in these texts."""
    present = {sentence.pieces[place] for place in sentence.words}
    others = [other for other in knowledge.names[:200] if other not in present]
    for word, place in enumerate(sentence.words):
        if others and sentence.is_name(word) and sentence.pieces[place].isalpha():
            yield sentence.with_word(word, others[int(rng.integers(len(others)))])


@HARMFUL.named("unit")
def unit(sentence: Sentence, knowledge: Knowledge, rng: np.random.Generator) -> Iterator[str]:
    """Another unit behind a number."""
    for word in range(1, len(sentence.words)):
        before = sentence.lower(word - 1)
        if sentence.lower(word) in knowledge.units and (before[0].isdigit() or before in NUMBERS):
            yield sentence.with_word(word, knowledge.units[sentence.lower(word)])


@HARMFUL.named("antonym")
def antonym(sentence: Sentence, knowledge: Knowledge, rng: np.random.Generator) -> Iterator[str]:
    """A word that says the opposite."""
    for word in range(len(sentence.words)):
        for other in knowledge.opposites.get(sentence.lower(word), ()):
            yield sentence.with_word(word, other)


@HARMFUL.named("tense")
def tense(sentence: Sentence, knowledge: Knowledge, rng: np.random.Generator) -> Iterator[str]:
    """The present for the past, or the past for the present."""
    if knowledge.language != "en":
        return
    for word in range(len(sentence.words)):
        lower = sentence.lower(word)
        if other := TENSES.get(lower if lower != "will" else "") or _REVERSED.get(lower):
            yield sentence.with_word(word, other)


@HARMFUL.named("agreement")
def agreement(sentence: Sentence, knowledge: Knowledge, rng: np.random.Generator) -> Iterator[str]:
    """A verb that does not agree with its subject any more."""
    if knowledge.language != "en":
        return
    for word in range(1, len(sentence.words)):
        if other := _AGREEMENT.get(sentence.lower(word)):
            yield sentence.with_word(word, other)


@HARMFUL.named("omission")
def omission(sentence: Sentence, knowledge: Knowledge, rng: np.random.Generator) -> Iterator[str]:
    """A word that carries meaning is missing, or all that follows the last comma."""
    for word in range(1, len(sentence.words)):
        if knowledge.carries_meaning(sentence.lower(word)):
            yield sentence.without(word, word)
    commas = [i for i, piece in enumerate(sentence.pieces) if piece == ","]
    behind = [word for word, place in enumerate(sentence.words) if commas and place > commas[-1]]
    if 2 <= len(behind) < len(sentence.words) / 2:
        yield sentence.without(behind[0], behind[-1])


@HARMFUL.named("addition")
def addition(sentence: Sentence, knowledge: Knowledge, rng: np.random.Generator) -> Iterator[str]:
    """A word of another of these texts is in it."""
    if not knowledge.content:
        return
    for word in range(1, len(sentence.words)):
        if knowledge.carries_meaning(sentence.lower(word)):
            yield sentence.inserted(word, knowledge.content[int(rng.integers(min(500, len(knowledge.content))))])


@HARMFUL.named("order")
def order(sentence: Sentence, knowledge: Knowledge, rng: np.random.Generator) -> Iterator[str]:
    """Two words beside each other have changed places."""
    for word in sentence.pairs():
        if knowledge.carries_meaning(sentence.lower(word)) and knowledge.carries_meaning(sentence.lower(word + 1)):
            yield _exchanged(sentence, word, word + 1)


@HARMFUL.named("casing")
def casing(sentence: Sentence, knowledge: Knowledge, rng: np.random.Generator) -> Iterator[str]:
    """Names have no capitals, or all letters are capitals."""
    names = [place for word, place in enumerate(sentence.words) if sentence.is_name(word)]
    if names:
        pieces = [piece.lower() if i in names else piece for i, piece in enumerate(sentence.pieces)]
        yield "".join(pieces)
    if sentence.text.upper() != sentence.text:
        yield sentence.text.upper()


@HARMFUL.named("untranslated")
def untranslated(sentence: Sentence, knowledge: Knowledge, rng: np.random.Generator) -> Iterator[str]:
    """A word is one of another language."""
    if not knowledge.foreign:
        return
    for word, place in enumerate(sentence.words):
        if knowledge.carries_meaning(sentence.pieces[place]):
            yield sentence.with_word(word, knowledge.foreign[int(rng.integers(len(knowledge.foreign)))])


@HARMFUL.named("scrambling")
def scrambling(sentence: Sentence, knowledge: Knowledge, rng: np.random.Generator) -> Iterator[str]:
    """All words in an order that chance makes."""
    if len(sentence.words) >= _FEWEST_SCRAMBLED:
        order = rng.permutation(len(sentence.words)).tolist()
        pieces = list(sentence.pieces)
        for word, other in enumerate(order):
            pieces[sentence.words[word]] = sentence.pieces[sentence.words[other]]
        yield "".join(pieces)


@HARMFUL.named("repetition")
def repetition(sentence: Sentence, knowledge: Knowledge, rng: np.random.Generator) -> Iterator[str]:
    """The sentence twice."""
    if sentence.words:
        yield f"{sentence.text} {sentence.text}"


@HARMFUL.named("roles")
def roles(sentence: Sentence, knowledge: Knowledge, rng: np.random.Generator) -> Iterator[str]:
    """Who does it and to whom it is done have changed places; two names have."""
    found = _ROLES.match(sentence.text) if knowledge.language == "en" else None
    if found and found[1].lower() != found[3].lower() and found[1].lower() not in ("the", "there"):
        first, verb, second = found.groups()
        first = first if first[0].isupper() and " " not in first else first[0].lower() + first[1:]
        yield tidy(f"{cased(second, found[1])} {verb} {first}{sentence.text[found.end() :]}")
    names = [word for word in range(len(sentence.words)) if _stands_alone(sentence, word)]
    for one, other in pairwise(names):
        between = {sentence.lower(word) for word in range(one + 1, other)}
        if sentence.lower(one) != sentence.lower(other) and not between <= {"and", "or", "of", "the"}:
            yield _exchanged(sentence, one, other)


def _stands_alone(sentence: Sentence, word: int) -> bool:
    """Whether it is a name of one word, and no part of a date."""
    beside = [other for other in (word - 1, word + 1) if 0 <= other < len(sentence.words)]
    return (
        sentence.is_name(word)
        and sentence.lower(word) not in CALENDAR
        and not any(sentence.is_name(other) or sentence.lower(other)[0].isdigit() for other in beside)
    )


def _exchanged(sentence: Sentence, one: int, other: int) -> str:
    pieces = list(sentence.pieces)
    i, j = sentence.words[one], sentence.words[other]
    pieces[i], pieces[j] = pieces[j], pieces[i]
    return "".join(pieces)
