"""Which alternatives of which cards a sentence comes from."""

from collections.abc import Sequence
from dataclasses import dataclass

from tertium.networks.network import Network, Ref, Symbol
from tertium.server.annotate.rules.sheet.document import Document
from tertium.server.annotate.rules.sheet.words import scan

MOST_STEPS = 400_000
"""Symbols times words; beyond that the derivation is not worked out."""
MOST_PLACES = 1_000_000
"""Places looked at; an ambiguous network has many for each symbol."""
_NOWHERE: set[int] = set()


@dataclass(frozen=True, slots=True)
class Choice:
    """An alternative that was taken: the words from `start` up to `stop` come from it."""

    card: str
    alt: str
    start: int
    stop: int
    depth: int
    stops: tuple[int, ...]
    """Where each symbol of the alternative ends."""


@dataclass(frozen=True, slots=True)
class _Line:
    alt: str
    symbols: tuple[Symbol, ...]

    def may_begin(self, words: Sequence[str], start: int) -> bool:
        """Whether its first word, if it begins with one, stands there."""
        first = self.symbols[0] if self.symbols else None
        return not isinstance(first, str) or (start < len(words) and words[start] == first)


class Derivations:
    """A network made ready once for any number of sentences."""

    def __init__(self, document: Document, network: Network) -> None:
        self._root = network.root
        self._order = network.order()
        self._ids = {card.name: card.id for card in document.cards}
        self._size = sum(len(a.symbols) + 1 for name in self._order for a in network[name].alternatives)
        reached = set(self._order)
        self._lines = {
            card.name: _lines(network, card.name, [a.id for a in card.alternatives if _readable(a.text)])
            for card in document.cards
            if card.name in reached
        }
        self._by_word = {name: _by_first_word(lines) for name, lines in self._lines.items()}

    def of(self, words: Sequence[str]) -> list[Choice] | None:
        """The choices that give the words, outer ones first; of several the first in the order of the sheet.

        None if the network does not have this sentence, or is too large for this question.
        """
        if self._size * (len(words) + 1) > MOST_STEPS:
            return None
        try:
            return self._choices(words)
        except _TooManyPlacesError:
            return None

    def _choices(self, words: Sequence[str]) -> list[Choice] | None:
        ends = self._ends(words)
        n = len(words)
        if n not in ends.by_card[self._root][0]:
            return None
        choices: list[Choice] = []
        waiting: list[tuple[str, int, int, int]] = [(self._root, 0, n, 0)]
        while waiting:
            name, start, stop, depth = waiting.pop()
            line, stops = next(
                (line, stops)
                for line in self._lines[name]
                if line.may_begin(words, start) and (stops := _fit(line, start, stop, ends)) is not None
            )
            choices.append(Choice(self._ids[name], line.alt, start, stop, depth, stops))
            inner = list(zip(line.symbols, [start, *stops], stops, strict=False))
            waiting += [(s.name, a, b, depth + 1) for s, a, b in reversed(inner) if isinstance(s, Ref)]
        return choices

    def _ends(self, words: Sequence[str]) -> "_Ends":
        """Where each card can end; inner cards come first, and the sentence begins at the first word only."""
        ends = _Ends(words, {})
        n = len(words)
        for name in reversed(self._order):
            by_word = self._by_word[name]
            # Where no line begins with a card, only places with one of the first words can begin anything.
            places = range(1 if name == self._root else n + 1)
            by_start = [_NOWHERE] * (n + 1)
            for start in places if by_word[None] else [k for k in places if k < n and words[k] in by_word]:
                found: set[int] = set()
                for line in _candidates(by_word, words, start):
                    found |= _line_ends(line, start, ends)
                by_start[start] = found
            ends.by_card[name] = by_start
        return ends


class _TooManyPlacesError(Exception):
    pass


@dataclass(slots=True)
class _Ends:
    """Where cards can end, by card and start, and how much was looked at."""

    words: Sequence[str]
    by_card: dict[str, list[set[int]]]
    left: int = MOST_PLACES

    def step(self, symbol: Symbol, places: set[int]) -> set[int]:
        """The places behind a symbol that begins at one of these."""
        if isinstance(symbol, Ref):
            ends = self.by_card[symbol.name]
            reached = set().union(*(ends[place] for place in places))
            self.left -= sum(len(ends[place]) for place in places)
        else:
            n = len(self.words)
            reached = {place + 1 for place in places if place < n and self.words[place] == symbol}
        self.left -= len(places)
        if self.left < 0:
            raise _TooManyPlacesError
        return reached


def _readable(text: str) -> bool:
    tokens = scan(text)
    return bool(tokens) and all(token.kind != "bad" for token in tokens)


def _lines(network: Network, name: str, alts: Sequence[str]) -> list[_Line]:
    return [_Line(alt, a.symbols) for alt, a in zip(alts, network[name].alternatives, strict=True)]


def _by_first_word(lines: Sequence[_Line]) -> dict[str | None, list[_Line]]:
    """Lines by the word that they begin with; None: with a card, or without a word."""
    by_first: dict[str | None, list[_Line]] = {None: []}
    for line in lines:
        first = line.symbols[0] if line.symbols else None
        by_first.setdefault(first if isinstance(first, str) else None, []).append(line)
    return by_first


def _candidates(by_word: dict[str | None, list[_Line]], words: Sequence[str], start: int) -> list[_Line]:
    """The lines that may begin at a place; most cannot, which costs nothing so."""
    by_next = by_word.get(words[start]) if start < len(words) else None
    return by_word[None] + by_next if by_next else by_word[None]


def _line_ends(line: _Line, start: int, ends: _Ends) -> set[int]:
    places = {start}
    for symbol in line.symbols:
        if not places:
            break
        places = ends.step(symbol, places)
    return places


def _fit(line: _Line, start: int, stop: int, ends: _Ends) -> tuple[int, ...] | None:
    """Where each symbol ends if the line gives exactly these words."""
    reached = [{start}]
    for symbol in line.symbols:
        reached.append(ends.step(symbol, reached[-1]))
    if stop not in reached[-1]:
        return None
    stops = [stop]
    for i in range(len(line.symbols) - 1, 0, -1):
        stops.append(next(p for p in sorted(reached[i]) if stops[-1] in ends.step(line.symbols[i], {p})))
    stops.reverse()
    return tuple(stops) if line.symbols else ()
