"""Networks without annotators: references as they are, references merged, and merged ones with synonyms."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from tertium.networks.network import Alternative, Card, Network, Ref, Symbol
from tertium.networks.references import from_references
from tertium.networks.substitution import Sources, Thresholds, alternatives
from tertium.resources import store
from tertium.resources.synonyms import Synonyms
from tertium.resources.wordlists import WordList
from tertium.text import tokenizers
from tertium.text.arrays import PackedTexts

Maker = Callable[[Sequence[Sequence[str]], str], Network]


def split(texts: Sequence[str]) -> list[list[str]]:
    """Words in lowercase, punctuation apart."""
    batch = tokenizers.get("13a").tokenize(PackedTexts.pack([text.lower() for text in texts]))
    return [batch.tokens(row) for row in range(len(texts))]


def strict(references: Sequence[Sequence[str]], language: str) -> Network:
    """Nothing but the references."""
    return Network(
        "S", (Card("S", tuple(Alternative(tuple(words)) for words in dict.fromkeys(map(tuple, references)))),)
    )


def merged(references: Sequence[Sequence[str]], language: str) -> Network:
    """What parts of the references combine to."""
    return from_references(references, resources(language).function_words)


def with_synonyms(references: Sequence[Sequence[str]], language: str) -> Network:
    """The merged network in which every content word is a card with its synonyms."""
    network = merged(references, language)
    words = {s for card in network.cards for a in card.alternatives for s in a.symbols if isinstance(s, str)}
    cards: dict[str, Card] = {}
    for word in sorted(words):
        if found := _synonyms(word, language):
            ways = ((word,), *found)
            cards[word] = Card(f"SYNONYMS-{len(cards)}", tuple(map(Alternative, ways)))
    changed = tuple(
        Card(card.name, tuple(Alternative(_replaced(a.symbols, cards), a.cost) for a in card.alternatives))
        for card in network.cards
    )
    return Network(network.root, (*changed, *cards.values()))


def _replaced(symbols: Sequence[Symbol], cards: Mapping[str, Card]) -> tuple[Symbol, ...]:
    return tuple(Ref(cards[s].name) if isinstance(s, str) and s in cards else s for s in symbols)


@cache
def _synonyms(word: str, language: str) -> tuple[tuple[str, ...], ...]:
    return tuple(found.words for found in alternatives([word], resources(language), Thresholds()))


@cache
def resources(language: str) -> Sources:
    """Function words and synonyms of a language, as far as they come with the package."""
    function, synonyms = (
        None if found is None else found.load()
        for found in (store.default("function", language), store.default("synonyms", language))
    )
    return Sources(
        synonyms=synonyms if isinstance(synonyms, Synonyms) else None,
        function_words=frozenset(function.words) if isinstance(function, WordList) else frozenset(),
    )


@dataclass(frozen=True, slots=True)
class Kind:
    """A way to make networks."""

    name: str
    make: Maker


def kinds(language: str) -> list[Kind]:
    """Those that a language has the resources for."""
    found = [Kind("strict", strict), Kind("merged", merged)]
    return [*found, Kind("merged+synonyms", with_synonyms)] if resources(language).synonyms else found
