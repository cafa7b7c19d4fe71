"""From cards to arrays: each card becomes the smallest deterministic automaton of its alternatives.

Costs move as far to the front as they can. Where one alternative begins another and costs more, the rest of its cost
stands on an arc into a card that has no words and the name `""`, because an automaton's end cannot carry a cost.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise

import numpy as np

from tertium import _core
from tertium.networks.network import Card, Network, Ref
from tertium.text.arrays import PackedTexts
from tertium.text.network import FlatNetwork
from tertium.text.tokenizers import get as tokenizer

NO_WORDS = ""
"""The name of the card without words, which no card of a network can have."""

LIST_CARD = "S"
"""The name of the only card of a network that is a list of sentences."""

_Arc = tuple[int, float, int]
"""Label, cost and state."""


@dataclass(slots=True)
class _Automaton:
    """States from the start (0), each before those it leads to."""

    final: list[bool]
    arcs: list[list[_Arc]]


def flatten(network: Network) -> FlatNetwork:
    """The arrays that the search reads. Words are sorted; only the cards that the root leads to are there."""
    names = network.order()
    cards = [network[name] for name in names]
    words = sorted({s for card in cards for a in card.alternatives for s in a.symbols if isinstance(s, str)})
    labels: dict[str | Ref, int] = {word: i for i, word in enumerate(words)}
    labels |= {Ref(name): -1 - i for i, name in enumerate(names)}
    no_words = -1 - len(names)
    automata = [_minimal(card, labels, no_words) for card in cards]
    if any(label == no_words for automaton in automata for arcs in automaton.arcs for label, _, _ in arcs):
        names.append(NO_WORDS)
        automata.append(_Automaton([True], [[]]))
    return _arrays(words, names, automata)


@dataclass(frozen=True, slots=True)
class FlatEntry:
    """A network of a file as arrays; like `Entry`."""

    id: str | None
    network: FlatNetwork


def flatten_lists(lists: Sequence[Sequence[str]]) -> list[FlatNetwork]:
    """For each list of sentences the arrays of the network that contains these and nothing else."""
    batch = tokenizer("none").tokenize(PackedTexts.pack(list(chain.from_iterable(lists))))
    ends = np.fromiter(accumulate(map(len, lists), initial=0), np.int64, len(lists) + 1)
    joined = _core.list_networks(batch, ends, words=batch.words)
    names = [batch.words[row] for row in range(len(batch.words))]
    words = [names[row] for row in joined.words.tolist()]
    no_costs = np.zeros(len(joined.labels))
    starts = (joined.word_offsets, joined.state_offsets, joined.label_offsets)
    bounds = zip(*(pairwise(offsets.tolist()) for offsets in starts), strict=True)
    return [
        FlatNetwork(
            words=tuple(words[first_word:last_word]),
            cards=(LIST_CARD,),
            first_states=np.array([0, last - first], np.int32),
            final=joined.final[first:last],
            arc_offsets=joined.arc_offsets[first + number : last + number + 1],
            labels=joined.labels[first_arc:last_arc],
            targets=joined.targets[first_arc:last_arc],
            weights=no_costs[first_arc:last_arc],
        )
        for number, ((first_word, last_word), (first, last), (first_arc, last_arc)) in enumerate(bounds)
    ]


def _arrays(words: Sequence[str], names: Sequence[str], automata: Sequence[_Automaton]) -> FlatNetwork:
    first_states = np.cumsum([0, *(len(automaton.final) for automaton in automata)], dtype=np.int64)
    counts = [len(arcs) for automaton in automata for arcs in automaton.arcs]
    labels: list[int] = []
    costs: list[float] = []
    targets: list[int] = []
    for automaton, first in zip(automata, first_states.tolist(), strict=False):
        for arcs in automaton.arcs:
            for label, cost, target in arcs:
                labels.append(label)
                costs.append(cost)
                targets.append(first + target)
    return FlatNetwork(
        words=tuple(words),
        cards=tuple(names),
        first_states=first_states.astype(np.int32),
        final=np.array([final for automaton in automata for final in automaton.final], np.uint8),
        arc_offsets=np.cumsum([0, *counts], dtype=np.int64),
        labels=np.array(labels, np.int32),
        targets=np.array(targets, np.int32),
        weights=np.array(costs, np.float64),
    )


class _Builder:
    """Joins states with the same continuations as soon as they are complete.

    Alternatives come sorted, so all that begins like the last one is complete when one comes that begins otherwise.
    Only the states along the last alternative are open. Time is that of sorting plus one step for each symbol.
    """

    def __init__(self, no_words: int) -> None:
        self.final: list[bool] = []
        self.arcs: list[tuple[_Arc, ...]] = []
        self._known: dict[tuple[bool, tuple[_Arc, ...]], int] = {}
        self._no_words = no_words

    def build(self, card: Card, labels: dict[str | Ref, int]) -> int:
        """The start state."""
        paths = sorted((tuple([labels[s] for s in a.symbols]), a.cost) for a in card.alternatives)
        last: tuple[int, ...] = ()
        # For each open state the arcs so far, their costs not yet lowered, and the cost of ending there.
        opened: list[list[_Arc]] = [[]]
        ends: list[float | None] = [None]
        for path, cost in paths:
            shared = 0
            for label, other in zip(path, last, strict=False):
                if label != other:
                    break
                shared += 1
            self._close(opened, ends, last, shared)
            opened += [[] for _ in range(len(path) - shared)]
            ends += [None] * (len(path) - shared)
            if ends[-1] is None:
                ends[-1] = cost
            last = path
        self._close(opened, ends, last, 0)
        return self._state(opened[0], ends[0], 0.0)

    def _close(self, opened: list[list[_Arc]], ends: list[float | None], labels: tuple[int, ...], depth: int) -> None:
        """Complete the states deeper than this."""
        while len(opened) > depth + 1:
            arcs, end = opened.pop(), ends.pop()
            # Nothing costs less than nothing, so without costs there is nothing to look for.
            if end == 0.0 or (end is None and len(arcs) == 1 and arcs[0][1] == 0.0):
                opened[-1].append((labels[len(opened) - 1], 0.0, self._join(end is not None, tuple(arcs))))
                continue
            lowest = min([cost for _, cost, _ in arcs] + ([] if end is None else [end]))
            opened[-1].append((labels[len(opened) - 1], lowest, self._state(arcs, end, lowest)))

    def _state(self, arcs: list[_Arc], end: float | None, base: float) -> int:
        if base:
            arcs = [(label, cost - base, target) for label, cost, target in arcs]
        if end is not None and end > base:
            arcs = sorted([*arcs, (self._no_words, end - base, self._join(True, ()))])
        return self._join(end is not None and end <= base, tuple(arcs))

    def _join(self, final: bool, arcs: tuple[_Arc, ...]) -> int:
        key = (final, arcs)
        number = self._known.get(key)
        if number is None:
            number = self._known[key] = len(self.arcs)
            self.arcs.append(arcs)
            self.final.append(final)
        return number


def _minimal(card: Card, labels: dict[str | Ref, int], no_words: int) -> _Automaton:
    builder = _Builder(no_words)
    return _from_start(builder.build(card, labels), builder.final, builder.arcs)


def _from_start(start: int, final: Sequence[bool], arcs: Sequence[tuple[_Arc, ...]]) -> _Automaton:
    # A state is made after those it leads to, so falling numbers are an order in which arcs lead forward.
    places = {old: new for new, old in enumerate(range(start, -1, -1))}
    return _Automaton(
        [final[old] for old in places],
        [[(label, cost, places[target]) for label, cost, target in arcs[old]] for old in places],
    )
