"""Other ways to say something: from paraphrase tables, the dictionary, and the references that are shown."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from tertium.networks.substitution import Meanings
from tertium.resources import store
from tertium.resources.paraphrases import ParaphraseTable
from tertium.resources.store import function_words
from tertium.server.annotate.rules.sheet.document import Card, Document
from tertium.server.annotate.rules.sheet.refusals import bad_name
from tertium.server.annotate.rules.sheet.words import names, rewrite, scan


@lru_cache(maxsize=4)
def _meanings(language: str) -> Meanings | None:
    synonyms = store.synonyms("auto", language)
    return Meanings(synonyms) if synonyms else None


@lru_cache(maxsize=4)
def _table(language: str) -> ParaphraseTable | None:
    return store.paraphrases("auto", language)


def from_resources(text: str, language: str) -> Iterator[dict[str, Any]]:
    """Paraphrases of the phrase, and synonyms of its words, the most probable first."""
    code = language.split("-")[0].lower()
    words = text.split()
    if not words:
        return
    if (table := _table(code)) is not None:
        paraphrases = sorted(table.lookup(" ".join(words).lower()), key=lambda p: -p.probability)
        for paraphrase in paraphrases[:20]:
            yield suggestion("table", paraphrase.phrase, score=round(float(paraphrase.probability), 4))
    if (meanings := _meanings(code)) is not None:
        little = function_words(language)  # `at` is astatine in a dictionary only
        for place, word in enumerate(words[:8]):
            if word.lower() in little:
                continue
            for other, share in sorted(meanings.synonyms(word.lower()), key=lambda pair: -pair[1])[:8]:
                phrase = " ".join([*words[:place], other, *words[place + 1 :]])
                yield suggestion("wordnet", phrase, score=round(share, 4), detail=word)


def suggestion(source: str, text: str, **more: Any) -> dict[str, Any]:
    """One suggestion; nothing of it is added without a key press."""
    empty = {"card": None, "from": None, "detail": None, "paths": None, "score": None}
    return {"source": source, "text": text, **empty, **more}


def from_lines(text: str, cards: Iterable[tuple[Card, str]]) -> Iterator[dict[str, Any]]:
    """What people wrote for the same words elsewhere: the other lines of their cards, without cards in them.

    `cards` have their sources: `own-earlier` or `shared`.
    """
    asked = text.casefold().split()
    for card, source in cards:
        lines = [scan(a.text) for a in card.alternatives]
        plain = [[token.value for token in line] for line in lines if all(token.kind == "word" for token in line)]
        if asked and asked in ([word.casefold() for word in line] for line in plain):
            for line in plain:
                if [word.casefold() for word in line] != asked and line:
                    yield suggestion(source, " ".join(line), detail=card.name)


def from_references(text: str, references: Sequence[tuple[str, list[str]]]) -> Iterator[dict[str, Any]]:
    """What shown references have where they share a word with the text: up to two words more on either side.

    Never all of a reference: what is suggested is a phrase.
    """
    needles = {word.casefold() for word in text.split()}
    for name, words in references:
        places = [i for i, word in enumerate(words) if word.casefold() in needles]
        if places:
            start, stop = max(0, places[0] - 2), min(len(words), places[-1] + 3)
            if stop - start <= min(12, len(words) - 1):
                yield suggestion("reference", " ".join(words[start:stop]), detail=name)


def inner_cards(document: Document, card_id: str) -> list[Card]:
    """A card and all cards that it leads to, inner ones first."""
    by_name = {card.name: card for card in document.cards}
    start = next((card for card in document.cards if card.id == card_id), None)
    if start is None:
        return []
    finished: dict[str, Card] = {}
    waiting = [(start, False)]
    while waiting:
        card, opened = waiting.pop()
        if opened:
            finished[card.name] = card
        elif card.name not in finished:
            waiting.append((card, True))
            inner = [name for a in card.alternatives for name in names(a.text)]
            waiting += [(by_name[name], False) for name in inner if name in by_name and name not in finished]
    return list(finished.values())


def fit(target: Document, cards: Sequence[Card]) -> list[tuple[Card, str, tuple[str, ...], bool]]:
    """For each card to copy its name in the target, its texts there, and whether an equal card is there already."""
    present = {card.name: {a.text for a in card.alternatives} for card in target.cards}
    taken = set(present) | {name for card in target.cards for a in card.alternatives for name in names(a.text)}
    renamed: dict[str, str] = {}
    fitted: list[tuple[Card, str, tuple[str, ...], bool]] = []
    for card in cards:
        texts = tuple(_renamed(a.text, renamed) for a in card.alternatives)
        if present.get(card.name) == set(texts):
            fitted.append((card, card.name, texts, True))
            continue
        name = free_name(card.name, taken)
        taken.add(name)
        if name != card.name:
            renamed[card.name] = name
        fitted.append((card, name, texts, False))
    return fitted


def _renamed(text: str, renamed: dict[str, str]) -> str:
    # One after the other is safe: a new name is never an old one.
    for old, new in renamed.items():
        text = rewrite(text, old, new)
    return text


def free_name(name: str, taken: set[str]) -> str:
    """The name, with a number where it is taken."""
    base = "CARD" if bad_name(name) else name[:190]
    free, number = base, 1
    while free in taken:
        number += 1
        free = f"{base}-{number}"
    return free


def matches(card: Card, text: str) -> bool:
    """Whether a card has to do with a text: its name begins so, or an alternative has all its words."""
    needles = {word.casefold() for word in text.split()}
    if not needles or card.name.casefold().startswith(text.strip().casefold()):
        return True
    return any(
        needles <= {token.value.casefold() for token in scan(a.text) if token.kind == "word"} for a in card.alternatives
    )
