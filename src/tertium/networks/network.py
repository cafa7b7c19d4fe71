"""Cards and networks as immutable values.

A card is a named list of alternatives, each a sequence of words and references to other cards. A network is a set of
cards with a root; its language is every sequence of words that the root can be read as. A network that exists is
sound: every reference leads to a card, no card contains itself, and every card can be read as something.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from typing import Self

from tertium.errors import DataError
from tertium.networks.limits import DEFAULT, Limits
from tertium.register import HTML

Span = tuple[int, int]
"""Words of the source: from the first number up to, not including, the second."""


@dataclass(frozen=True, slots=True)
class Ref:
    """A card that stands in an alternative."""

    name: str


Symbol = str | Ref


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to say what the card says; `cost` is what choosing it adds to a distance."""

    symbols: tuple[Symbol, ...]
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class Card:
    """A named set of alternatives, and the words of the source that they stand for, where that is known."""

    name: str
    alternatives: tuple[Alternative, ...]
    span: Span | None = None

    @classmethod
    def of(cls, name: str, *alternatives: str, span: Span | None = None) -> Self:
        """A card from alternatives in which words are separated by spaces and `[NAME]` is a card."""
        return cls(name, tuple(Alternative(tuple(map(_symbol, text.split()))) for text in alternatives), span)

    @property
    def id(self) -> str:
        """The same for the same content, everywhere and always."""
        return _digest([self.name, self.span, [[[_encoded(s) for s in a.symbols], a.cost] for a in self.alternatives]])

    def references(self) -> Iterator[str]:
        """The names of the cards in it, in order, as often as they occur."""
        return (s.name for a in self.alternatives for s in a.symbols if isinstance(s, Ref))


@dataclass(frozen=True, slots=True)
class Network:
    """Cards by name and the one to start from.

    Raises:
        DataError: A card is missing, twice there, without alternatives or contains itself, or a limit is passed.
    """

    root: str
    cards: tuple[Card, ...]
    limits: InitVar[Limits] = DEFAULT
    _by_name: Mapping[str, Card] = field(init=False, repr=False, compare=False)

    def __post_init__(self, limits: Limits) -> None:
        by_name = {card.name: card for card in self.cards}
        object.__setattr__(self, "_by_name", by_name)
        _refuse_sizes(self.cards, limits)
        if len(by_name) < len(self.cards):
            _refuse_clash(self.cards)
        _refuse_bad_cards(self.cards)
        for name in undefined(self.root, self.cards):
            raise DataError(f"card {shown(name)} is used but not defined; define it or remove it")
        if (cycle := find_cycle(by_name)) is not None:
            raise DataError(cycle_message(cycle))

    def __getitem__(self, name: str) -> Card:
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def _repr_html_(self) -> str:
        return HTML.get("network")(self)

    @property
    def id(self) -> str:
        """The same for the same cards and root, in whatever order the cards are listed."""
        return _digest([self.root, *sorted(card.id for card in self.cards)])

    def order(self) -> list[str]:
        """The cards that the root leads to, the root first, each before all cards it contains."""
        finished = _finishing_order(self.root, self._by_name)
        finished.reverse()
        return finished

    def unused(self) -> list[str]:
        """The cards that the root does not lead to."""
        reached = set(self.order())
        return [card.name for card in self.cards if card.name not in reached]


def shown(name: str) -> str:
    """A card's name as messages give it."""
    return f"[{name}]" if len(name) <= 60 else f"[{name[:57]}...] ({len(name):,} characters)"


def cycle_message(cycle: Sequence[str]) -> str:
    names = [shown(name) for name in cycle]
    if len(names) > 12:
        names = [*names[:6], f"... ({len(names) - 11} more) ...", *names[-5:]]
    return f"a card contains itself: {' → '.join(names)}; remove one of these references"


def undefined(root: str, cards: Iterable[Card]) -> Iterator[str]:
    """Names that are used and have no card."""
    cards = list(cards)
    names = {card.name for card in cards}
    if root not in names:
        yield root
    for card in cards:
        for name in card.references():
            if name not in names:
                yield name


def find_cycle(cards: Mapping[str, Card]) -> list[str] | None:
    """Cards of which each contains the next and the last is the first again; None if there are none such."""
    return cycle_in(cards, lambda name: cards[name].references())


def cycle_in(names: Collection[str], inside: Callable[[str], Iterable[str]]) -> list[str] | None:
    """The same for names, given those that stand inside each; names that are not among them have nothing inside."""
    done: set[str] = set()
    for start in names:
        if start in done:
            continue
        # Which are open, in order of opening; dicts keep it.
        path: dict[str, Iterator[str]] = {start: iter(inside(start))}
        while path:
            name = next(reversed(path))
            for inner in path[name]:
                if inner in path:
                    opened = list(path)
                    return [*opened[opened.index(inner) :], inner]
                if inner not in done and inner in names:
                    path[inner] = iter(inside(inner))
                    break
            else:
                done.add(name)
                del path[name]
    return None


def _finishing_order(root: str, cards: Mapping[str, Card]) -> list[str]:
    """All cards that are reached, each after those it contains."""
    finished: list[str] = []
    seen = {root}
    stack = [(root, cards[root].references())]
    while stack:
        name, inner_names = stack[-1]
        for inner in inner_names:
            if inner not in seen:
                seen.add(inner)
                stack.append((inner, cards[inner].references()))
                break
        else:
            finished.append(name)
            stack.pop()
    return finished


def _refuse_sizes(cards: Sequence[Card], limits: Limits) -> None:
    sizes = {
        "cards": len(cards),
        "alternatives": sum(len(card.alternatives) for card in cards),
        "symbols": sum(len(a.symbols) for card in cards for a in card.alternatives),
    }
    for what, size in sizes.items():
        if size > (most := getattr(limits, what)):
            raise DataError(f"the network has {size:,} {what}, the limit is {most:,}; raise it or make it smaller")
    for card in cards:
        if len(card.name) > limits.name:
            raise DataError(
                f"card {shown(card.name)}: the limit for names is {limits.name:,} characters; shorten the name or "
                "raise the limit"
            )


def _refuse_clash(cards: Sequence[Card]) -> None:
    seen = set()
    for card in cards:
        if card.name in seen:
            raise DataError(f"two cards are called {shown(card.name)}; rename one of them")
        seen.add(card.name)


def bad_name(name: str) -> str | None:
    """What is wrong with a card's name."""
    if not name or name != name.strip():
        return "a card's name may not be empty, nor begin or end with a space"
    if not name.isprintable():
        return f"the card's name {name[:60]!r} has a control character"
    return None


def bad_word(word: str) -> str | None:
    """What is wrong with a word."""
    if word.split() != [word]:
        return "a word may not be empty" if not word else f"the word {word[:60]!r} has a space in it; make it several"
    if not word.isprintable() and any("\ud800" <= c <= "\udfff" for c in word):
        return f"the word {word[:60]!r} has half a surrogate pair, which is not a character"
    return None


def _refuse_bad_cards(cards: Sequence[Card]) -> None:
    good: set[str] = set()
    for card in cards:
        if problem := bad_name(card.name):
            raise DataError(problem)
        if not card.alternatives:
            raise DataError(f"card {shown(card.name)} has no alternatives, so it stands for nothing; give it one")
        if card.span is not None and not 0 <= card.span[0] < card.span[1]:
            raise DataError(f"card {shown(card.name)}: span {card.span}, expected two rising numbers from 0")
        for alternative in card.alternatives:
            if not 0 <= alternative.cost < float("inf"):
                raise DataError(f"card {shown(card.name)}: cost {alternative.cost}, expected a number from 0")
            for symbol in alternative.symbols:
                if isinstance(symbol, str) and symbol not in good:
                    if problem := bad_word(symbol):
                        raise DataError(f"card {shown(card.name)}: {problem}")
                    good.add(symbol)


def _symbol(text: str) -> Symbol:
    return Ref(text[1:-1]) if len(text) > 2 and text[0] == "[" and text[-1] == "]" else text


def _encoded(symbol: Symbol) -> object:
    return [symbol.name] if isinstance(symbol, Ref) else symbol


def _digest(content: object) -> str:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), check_circular=False)
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
