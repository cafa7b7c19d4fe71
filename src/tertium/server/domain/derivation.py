"""Which alternatives of which cards a sentence comes from."""

from collections.abc import Sequence
from dataclasses import dataclass

from tertium.networks.network import Network, Ref, Symbol
from tertium.server.domain.document import Document
from tertium.server.domain.words import scan

MOST_STEPS = 400_000
"""Symbols times words; beyond that the derivation is not worked out."""


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


def derivation(document: Document, network: Network, words: Sequence[str]) -> list[Choice] | None:
    """The choices that give the words, outer ones first; of several the first in the order of the sheet.

    None if the network does not have this sentence, or is too large for this question.
    """
    order = network.order()
    if sum(len(a.symbols) + 1 for name in order for a in network[name].alternatives) * (len(words) + 1) > MOST_STEPS:
        return None
    ids = {card.name: card.id for card in document.cards}
    lines = {
        card.name: _lines(network, card.name, [a.id for a in card.alternatives if _readable(a.text)])
        for card in document.cards
        if card.name in network
    }
    ends: dict[str, list[set[int]]] = {}
    n = len(words)
    for name in reversed(order):  # inner cards first
        ends[name] = [set().union(*(_ends(line, start, words, ends) for line in lines[name])) for start in range(n + 1)]
    if n not in ends[network.root][0]:
        return None
    choices: list[Choice] = []
    waiting: list[tuple[str, int, int, int]] = [(network.root, 0, n, 0)]
    while waiting:
        name, start, stop, depth = waiting.pop()
        for line in lines[name]:
            stops = _fit(line, start, stop, words, ends)
            if stops is not None:
                break
        else:  # pragma: no cover - `ends` said that one fits
            raise AssertionError(name)
        choices.append(Choice(ids[name], line.alt, start, stop, depth, stops))
        inner = list(zip(line.symbols, [start, *stops], stops, strict=False))
        waiting += [(s.name, a, b, depth + 1) for s, a, b in reversed(inner) if isinstance(s, Ref)]
    return choices


def _readable(text: str) -> bool:
    tokens = scan(text)
    return bool(tokens) and all(token.kind != "bad" for token in tokens)


def _lines(network: Network, name: str, alts: Sequence[str]) -> list[_Line]:
    return [_Line(alt, a.symbols) for alt, a in zip(alts, network[name].alternatives, strict=True)]


def _step(symbol: Symbol, places: set[int], words: Sequence[str], ends: dict[str, list[set[int]]]) -> set[int]:
    if isinstance(symbol, Ref):
        return set().union(*(ends[symbol.name][place] for place in places))
    return {place + 1 for place in places if place < len(words) and words[place] == symbol}


def _ends(line: _Line, start: int, words: Sequence[str], ends: dict[str, list[set[int]]]) -> set[int]:
    places = {start}
    for symbol in line.symbols:
        if not places:
            break
        places = _step(symbol, places, words, ends)
    return places


def _fit(
    line: _Line, start: int, stop: int, words: Sequence[str], ends: dict[str, list[set[int]]]
) -> tuple[int, ...] | None:
    """Where each symbol ends if the line gives exactly these words."""
    reached = [{start}]
    for symbol in line.symbols:
        reached.append(_step(symbol, reached[-1], words, ends))
    if stop not in reached[-1]:
        return None
    stops = [stop]
    for i in range(len(line.symbols) - 1, 0, -1):
        stops.append(next(p for p in sorted(reached[i]) if stops[-1] in _step(line.symbols[i], {p}, words, ends)))
    stops.reverse()
    return tuple(stops) if line.symbols else ()
