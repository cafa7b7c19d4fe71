"""Changes after which a sentence says the same: one function for each kind."""

import re
from collections.abc import Iterator

import numpy as np

from tertium.meta.challenge.harmful import Change
from tertium.meta.challenge.knowledge import CONTRACTIONS, Knowledge
from tertium.meta.challenge.sentence import Sentence, cased, tidy
from tertium.register import Register
from tertium.text.spelling import american, british

HARMLESS: Register[Change] = Register("harmless change")
_WHEN = r"(?:yesterday|today|tomorrow|now|in \d{4}|last (?:year|week|month|night)|this (?:year|week|month|morning))"
_FIRST = re.compile(rf"^({_WHEN}),? ([A-Za-z][^,;:?!]*)([.])$", re.IGNORECASE)
_LAST = re.compile(rf"^([A-Z][^,;:?!]*) ({_WHEN})([.])$", re.IGNORECASE)
_PASSIVE = re.compile(
    r"^(?!(?:It|He|She|They|We|You|This|That) )"
    r"((?:The|An?) [a-z]+|[A-Z][a-z]+) (?:was|were) ([a-z]+ed) "
    r"by ((?:the|a|an|his|her|their) [a-z]+|[A-Z][a-z]+)([.])$",
)
_OPENING = re.compile(
    r"^(however|therefore|moreover|in fact|of course|in addition|finally|yesterday|today|meanwhile|then|in \d{4})(,?) ",
    re.IGNORECASE,
)


@HARMLESS.named("contraction")
def contraction(sentence: Sentence, knowledge: Knowledge, rng: np.random.Generator) -> Iterator[str]:
    """`do not` as `don't`, and the other way round."""
    if knowledge.language != "en":
        return
    for full, short in CONTRACTIONS.items():
        for found in re.finditer(rf"\b{full}\b(?! *[.,;!?])", sentence.text, re.IGNORECASE):
            yield sentence.text[: found.start()] + cased(short, found[0]) + sentence.text[found.end() :]
        if short.endswith("n't") or short in ("I'm", "they're", "we're", "you're", "I've", "I'll", "we'll", "they'll"):
            either = re.escape(short).replace("'", "['’]")
            if full == "can not":
                continue
            for found in re.finditer(rf"\b{either}\b", sentence.text, re.IGNORECASE):
                if re.search(r"[?]", sentence.text) and found.start() < 12:
                    continue  # `Don't you know?` has another order of words
                yield sentence.text[: found.start()] + cased(full, found[0]) + sentence.text[found.end() :]


@HARMLESS.named("spelling")
def spelling(sentence: Sentence, knowledge: Knowledge, rng: np.random.Generator) -> Iterator[str]:
    """The British spelling for the American one, and the other way round."""
    if knowledge.language != "en":
        return
    for word in range(len(sentence.words)):
        lower = sentence.lower(word)
        for other in {american(lower), british(lower)} - {lower}:
            yield sentence.with_word(word, other)


@HARMLESS.named("synonym")
def synonym(sentence: Sentence, knowledge: Knowledge, rng: np.random.Generator) -> Iterator[str]:
    """A word that may stand there as well."""
    for word in range(len(sentence.words)):
        if not sentence.is_name(word):
            for other in knowledge.synonyms.get(sentence.lower(word), ()):
                yield _with_article(sentence, word, other)


@HARMLESS.named("comma")
def comma(sentence: Sentence, knowledge: Knowledge, rng: np.random.Generator) -> Iterator[str]:
    """A comma less or more where either is usual."""
    if knowledge.language != "en":
        return
    text = sentence.text
    if found := _OPENING.match(text):
        end = found.end(1)
        yield text[:end] + (" " if found[2] else ", ") + text[found.end() :]
    if found := re.search(r"\w+, \w+(,?) and \w+", text):
        place = found.start(1)
        yield text[:place] + ("" if found[1] else ",") + text[found.end(1) :]
    elif found := re.search(r"\w{2,}, but \w", text):
        yield text[: found.start()] + found[0].replace(",", "", 1) + text[found.end() :]


@HARMLESS.named("word order")
def word_order(sentence: Sentence, knowledge: Knowledge, rng: np.random.Generator) -> Iterator[str]:
    """When it happened, first instead of last, or last instead of first."""
    if knowledge.language != "en":
        return
    if found := _FIRST.match(sentence.text):
        when, rest, stop = found.groups()
        yield f"{rest[0].upper()}{rest[1:]} {when[0].lower()}{when[1:]}{stop}"
    elif found := _LAST.match(sentence.text):
        rest, when, stop = found.groups()
        first = rest.split()[0]
        opened = (
            rest if first == "I" or not knowledge.function or first.lower() not in knowledge.function else _small(rest)
        )
        yield f"{when[0].upper()}{when[1:]}, {opened}{stop}"


@HARMLESS.named("voice")
def voice(sentence: Sentence, knowledge: Knowledge, rng: np.random.Generator) -> Iterator[str]:
    """The active for a passive whose participle is also the past."""
    if knowledge.language != "en":
        return
    if (found := _PASSIVE.match(sentence.text)) and found[3].lower() not in ("the", "a", "an"):
        what, verb, who, stop = found.groups()
        thing = what if " " not in what else _small(what)
        yield tidy(f"{who[0].upper()}{who[1:]} {verb} {thing}{stop}")


def _small(text: str) -> str:
    return text[0].lower() + text[1:]


def _with_article(sentence: Sentence, word: int, other: str) -> str:
    """`a film` becomes `a movie`, and `an error` `a mistake`."""
    text = sentence.with_word(word, other)
    before = sentence.lower(word - 1) if word else ""
    if before not in ("a", "an") or not sentence.adjacent(word - 1):
        return text
    article = "an" if other[0] in "aeiou" and not other.startswith(("use", "usu", "eu", "one")) else "a"
    return text if article == before else Sentence.of(text).with_word(word - 1, article)
