"""Whether a network contains a sentence, without expanding it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tertium.networks.flat import flatten
from tertium.networks.network import Network
from tertium.text.network import FlatNetwork


def contains(network: Network | FlatNetwork, words: Sequence[str]) -> bool:
    """Whether the network can be read as exactly these words.

    Asks of each card, and only where a sentence could reach it, at which places it can end when it begins at one.
    Time is at most arcs x words^2 / 64.
    """
    flat = flatten(network) if isinstance(network, Network) else network
    return _Reader.of(flat, words).ends_of_root() >> len(words) & 1 == 1


@dataclass(slots=True)
class _Visit:
    """A card that is being read from one place: the states still to look at and the places they are reached at."""

    card: int
    start: int
    reached: dict[int, int]
    """For each state a set of places, as the bits of a number."""
    ends: int = 0


@dataclass(slots=True)
class _Reader:
    n_words: int
    starts: list[int]
    final: list[int]
    word_arcs: list[dict[int, int]]
    """For each state the target of each word; a state has at most one arc with a word."""
    card_arcs: list[list[tuple[int, int]]]
    places: dict[int, int]
    """For each word the places where it stands, as bits."""
    endings: dict[tuple[int, int], int]
    """For a card and a place, the places where it can end, as bits."""

    @classmethod
    def of(cls, flat: FlatNetwork, words: Sequence[str]) -> "_Reader":
        places: dict[str, int] = {}
        for i, word in enumerate(words):
            places[word] = places.get(word, 0) | 1 << i
        numbers = {word: i for i, word in enumerate(flat.words) if word in places}
        bits_of = {numbers[word]: bits for word, bits in places.items() if word in numbers}
        offsets, labels, targets = flat.arc_offsets.tolist(), flat.labels.tolist(), flat.targets.tolist()
        word_arcs: list[dict[int, int]] = []
        card_arcs: list[list[tuple[int, int]]] = []
        for first, last in pairwise(offsets):
            arcs = list(zip(labels[first:last], targets[first:last], strict=True))
            word_arcs.append({label: target for label, target in arcs if label in bits_of})
            card_arcs.append([(-1 - label, target) for label, target in arcs if label < 0])
        starts = flat.first_states.tolist()
        return cls(len(words), starts, flat.final.tolist(), word_arcs, card_arcs, bits_of, {})

    def ends_of_root(self) -> int:
        """The places where the root can end when it begins at the first word, as bits."""
        stack = [self._visit(0, 0)]
        while stack:
            visit = stack[-1]
            inner = self._advance(visit)
            if inner is None:
                self.endings[visit.card, visit.start] = visit.ends
                stack.pop()
            else:
                stack.append(self._visit(*inner))
        return self.endings[0, 0]

    def _visit(self, card: int, start: int) -> _Visit:
        first = self.starts[card]
        return _Visit(card, start, {first: 1 << start})

    def _advance(self, visit: _Visit) -> tuple[int, int] | None:
        """Go on until the card is read (None) or another card must be read first from some place."""
        reached = visit.reached
        while reached:
            # Arcs lead to higher states, so the lowest is complete.
            state = min(reached)
            at = reached[state]
            for card, _ in self.card_arcs[state]:
                for place in _bits(at):
                    if (card, place) not in self.endings:
                        return card, place
            del reached[state]
            if self.final[state]:
                visit.ends |= at
            for word, target in self.word_arcs[state].items():
                if moved := (at & self.places[word]) << 1:
                    reached[target] = reached.get(target, 0) | moved
            for card, target in self.card_arcs[state]:
                moved = 0
                for place in _bits(at):
                    moved |= self.endings[card, place]
                if moved:
                    reached[target] = reached.get(target, 0) | moved
        return None


def _bits(number: int) -> list[int]:
    places = []
    while number:
        lowest = number & -number
        places.append(lowest.bit_length() - 1)
        number ^= lowest
    return places
