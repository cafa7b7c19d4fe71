"""From cards to arrays: each card becomes the smallest deterministic automaton of its alternatives.

Costs move as far to the front as they can. Where one alternative begins another and costs more, the rest of its cost
stands on an arc into a card that has no words and the name `""`, because an automaton's end cannot carry a cost.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.networks.network import Card, Network, Ref
from tertium.text.network import FlatNetwork

NO_WORDS = ""
"""The name of the card without words, which no card of a network can have."""

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
    automata = [_minimal(_tree(card, labels), no_words) for card in cards]
    if any(label == no_words for automaton in automata for arcs in automaton.arcs for label, _, _ in arcs):
        names.append(NO_WORDS)
        automata.append(_Automaton([True], [[]]))
    return _arrays(words, names, automata)


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


@dataclass(slots=True)
class _Tree:
    """The alternatives of a card by their beginnings; nodes are numbered so that children come after parents."""

    children: list[dict[int, int]]
    ends: list[float | None]
    """The cost of the alternative that ends at a node, the lowest where there are several."""


def _tree(card: Card, labels: dict[str | Ref, int]) -> _Tree:
    children: list[dict[int, int]] = [{}]
    ends: list[float | None] = [None]
    for alternative in card.alternatives:
        node = 0
        for symbol in alternative.symbols:
            label = labels[symbol]
            following = children[node].get(label)
            if following is None:
                following = children[node][label] = len(children)
                children.append({})
                ends.append(None)
            node = following
        cost = ends[node]
        ends[node] = alternative.cost if cost is None else min(cost, alternative.cost)
    return _Tree(children, ends)


def _minimal(tree: _Tree, no_words: int) -> _Automaton:
    """Join the nodes that have the same continuations, bottom up, and number what is left from the start on."""
    lowest = _lowest_costs(tree)
    arcs: list[tuple[_Arc, ...]] = []
    final: list[bool] = []
    known: dict[tuple[bool, tuple[_Arc, ...]], int] = {}

    def state(is_final: bool, outgoing: tuple[_Arc, ...]) -> int:
        key = (is_final, outgoing)
        number = known.get(key)
        if number is None:
            number = known[key] = len(arcs)
            arcs.append(outgoing)
            final.append(is_final)
        return number

    joined = [0] * len(tree.children)
    for node in range(len(tree.children) - 1, -1, -1):
        base = lowest[node] if node else 0.0
        outgoing = [(label, lowest[child] - base, joined[child]) for label, child in tree.children[node].items()]
        end = tree.ends[node]
        if end is not None and end > base:
            outgoing.append((no_words, end - base, state(True, ())))
        outgoing.sort()
        joined[node] = state(end is not None and end <= base, tuple(outgoing))
    return _from_start(joined[0], final, arcs)


def _lowest_costs(tree: _Tree) -> list[float]:
    lowest = [float("inf") if end is None else end for end in tree.ends]
    for node in range(len(lowest) - 1, -1, -1):
        for child in tree.children[node].values():
            lowest[node] = min(lowest[node], lowest[child])
    return lowest


def _from_start(start: int, final: Sequence[bool], arcs: Sequence[tuple[_Arc, ...]]) -> _Automaton:
    # A state is made after those it leads to, so falling numbers are an order in which arcs lead forward.
    places = {old: new for new, old in enumerate(range(start, -1, -1))}
    return _Automaton(
        [final[old] for old in places],
        [[(label, cost, places[target]) for label, cost, target in arcs[old]] for old in places],
    )
