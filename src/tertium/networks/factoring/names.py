"""Names of cards: the shortest content word of what they say, so that one sees what they are about."""

import unicodedata
from collections.abc import Collection, Iterable, Iterator
from itertools import combinations, count, islice

from tertium.networks.factoring.cards import Pool, inner_first

_LONGEST = 40  # characters
_WORDS = 24  # words of a card that are looked at
# Lists of function words are made by frequency; these are frequent, but they say something.
_FREQUENT = frozenset(["first", "new", "people", "said", "time", "two", "year", "years"])


def names_of(pool: Pool, numbers: Iterable[int], function_words: Collection[str], root: str) -> dict[int, str]:
    """A name for each of these cards, all different; inner cards choose first, for they say the least."""
    taken = {root}
    function_words = frozenset(function_words) - _FREQUENT
    names: dict[int, str] = {}
    said: dict[int, list[str]] = {}
    for number in inner_first(pool, numbers):
        symbols = [symbol for sequence in pool.cards[number] for symbol in sequence]
        own = [symbol for symbol in symbols if isinstance(symbol, str)]
        inner = [word for symbol in symbols if isinstance(symbol, int) for word in said[symbol]]
        said[number] = list(islice(dict.fromkeys([*own, *inner]), _WORDS))
        content = [[word for word in words if word.lower() not in function_words] for words in (own, inner)]
        names[number] = free_name([name for words in (*content, own, inner) for name in _ranked(words)], taken)
        taken.add(names[number])
    return names


def _ranked(words: list[str]) -> list[str]:
    """The shortest first, in capitals, without what is no part of a word."""
    ordered = sorted(islice(dict.fromkeys(words), _WORDS), key=len)
    return [name for word in ordered if (name := capitals(word))]


def capitals(word: str) -> str:
    """The letters, marks and digits of a word in capitals; what has none is called as its first sign is."""
    letters = "".join(sign if unicodedata.category(sign)[0] in "LMN" else "-" for sign in word.upper())
    joined = "-".join(part for part in letters.split("-") if part)
    return (joined or unicodedata.name(word[0], "").replace(" ", "-"))[:_LONGEST]


def free_name(words: list[str], taken: Collection[str]) -> str:
    """The first of these names that is free, else two of them together, else the first with a number."""
    return next(name for name in _candidates(list(dict.fromkeys(words))) if name not in taken)


def _candidates(words: list[str]) -> Iterator[str]:
    yield from words
    yield from (f"{first}-{second}" for first, second in combinations(words[:6], 2))
    base = words[0] if words else "CARD"
    yield from (base if number == 1 else f"{base}-{number}" for number in count(1))
