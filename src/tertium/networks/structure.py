"""From an automaton to cards that people can read and edit.

What lies side by side between two states becomes one card, what follows one another becomes one alternative, again and
again, until nothing changes. Where branches cross so that neither applies, what can follow a state becomes a card,
but only up to the next state that every path passes.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import pairwise

from tertium.errors import DataError
from tertium.networks.expansion import Automaton
from tertium.networks.factoring.names import capitals, free_name
from tertium.networks.limits import DEFAULT, Limits
from tertium.networks.network import Alternative, Card, Network, Ref, Symbol

_LONG = 8  # symbols

Sequences = list[tuple[list[Symbol], float]]
"""Alternatives under construction: symbols and cost."""


def from_automaton(
    automaton: Automaton, root: str = "S", limits: Limits = DEFAULT, function_words: Collection[str] = ()
) -> Network:
    """The network with the same sentences.

    Args:
        automaton: Without cycles.
        root: The name of the card that everything begins with.
        limits: How large the network may become.
        function_words: Words in lowercase that no card is named after if it has others.

    Raises:
        DataError: The automaton has a cycle, or accepts nothing.
    """
    graph = _Graph.of(automaton, frozenset(function_words))
    graph.reduce()
    return graph.network(root, limits)


@dataclass(slots=True)
class _Cards:
    """The inner cards so far; the same alternatives give the same card."""

    root: str
    function_words: frozenset[str]
    cards: list[Card] = field(default_factory=list)
    _known: dict[tuple[Alternative, ...], str] = field(default_factory=dict)
    _names: set[str] = field(default_factory=set)

    def add(self, sequences: Sequences, shared: bool = False) -> tuple[list[Symbol], float]:
        """The symbols that stand for these alternatives: one card, or the words themselves if there is one choice."""
        alternatives = tuple(dict.fromkeys(Alternative(tuple(symbols), cost) for symbols, cost in sequences))
        # What is long and stands in many places would be written out in each of them.
        if len(alternatives) == 1 and (not shared or len(alternatives[0].symbols) <= _LONG):
            return list(alternatives[0].symbols), alternatives[0].cost
        name = self._known.get(alternatives)
        if name is None:
            name = self._known[alternatives] = self._name(alternatives)
            self.cards.append(Card(name, alternatives))
        return [Ref(name)], 0.0

    def network(self, root: Card, limits: Limits) -> Network:
        """The cards in the order in which one who reads meets them."""
        by_name = {card.name: card for card in self.cards}
        only = root.alternatives[0]
        if (
            len(root.alternatives) == 1
            and len(only.symbols) == 1
            and isinstance(only.symbols[0], Ref)
            and not only.cost
        ):
            root = Card(root.name, by_name[only.symbols[0].name].alternatives)
        met: dict[str, Card] = {}
        waiting = [root]
        while waiting:
            card = waiting.pop()
            if card.name not in met:
                met[card.name] = card
                waiting += [by_name[name] for name in reversed(list(card.references()))]
        return Network(root.name, tuple(met.values()), limits)

    def _name(self, alternatives: Sequence[Alternative]) -> str:
        """A content word: the shortest, or the longest word where nobody says which words are function words."""
        symbols = [symbol for alternative in alternatives for symbol in alternative.symbols]
        own = list(dict.fromkeys(symbol for symbol in symbols if isinstance(symbol, str)))
        content = [word for word in own if word.lower() not in self.function_words]
        shortest = 1 if self.function_words else -1
        ranked = sorted(content, key=lambda word: (not any(map(str.isalpha, word)), shortest * len(word)))
        inner = [symbol.name for symbol in symbols if isinstance(symbol, Ref)]
        words = [name for word in [*ranked, *own, *inner] if (name := capitals(word))]
        name = free_name(list(dict.fromkeys(words)), {*self._names, self.root})
        self._names.add(name)
        return name


@dataclass(slots=True)
class _Graph:
    """States in an order in which arcs lead forward; between two states all alternatives together."""

    n_states: int
    following: list[dict[int, Sequences]]
    before: list[set[int]]
    cards: _Cards

    @classmethod
    def of(cls, automaton: Automaton, function_words: frozenset[str]) -> "_Graph":
        """Number the states that lie on a path from the start to an end, and add one common end."""
        order = _forward_order([[arc[2] for arc in arcs] for arcs in automaton.arcs])
        useful = set()
        for state in reversed(order):
            if automaton.ends[state] is not None or any(arc[2] in useful for arc in automaton.arcs[state]):
                useful.add(state)
        if 0 not in useful:
            raise DataError("the automaton accepts nothing: no final state is reached from the start")
        numbers = {state: i for i, state in enumerate(state for state in order if state in useful)}
        end = len(numbers)
        graph = cls(end + 1, [{} for _ in range(end + 1)], [set() for _ in range(end + 1)], _Cards("S", function_words))
        for state, number in numbers.items():
            for word, cost, target in automaton.arcs[state]:
                if target in numbers:
                    graph.put(number, numbers[target], [([word] if word else [], cost)])
            final = automaton.ends[state]
            if final is not None:
                graph.put(number, end, [([], final)])
        return graph

    def put(self, source: int, target: int, sequences: Sequences) -> None:
        self.following[source].setdefault(target, []).extend(sequences)
        self.before[target].add(source)

    def reduce(self) -> None:
        """Take out every state that has one state before it and one behind it."""
        waiting = [state for state in range(1, self.n_states - 1) if self._between_two(state)]
        while waiting:
            state = heappop(waiting)
            if not self._between_two(state):
                continue
            (source,), (target,) = self.before[state], self.following[state]
            left, left_cost = self._together(source, state)
            right, right_cost = self._together(state, target)
            del self.following[source][state], self.following[state][target]
            self.before[state].clear()
            self.before[target].discard(state)
            left += right
            self.put(source, target, [(left, left_cost + right_cost)])
            for other in (source, target):
                if self._between_two(other):
                    heappush(waiting, other)

    def _between_two(self, state: int) -> bool:
        inside = 0 < state < self.n_states - 1
        return inside and len(self.before[state]) == 1 and len(self.following[state]) == 1

    def _together(self, source: int, target: int) -> tuple[list[Symbol], float]:
        sequences = self.following[source][target]
        return sequences[0] if len(sequences) == 1 else self.cards.add(sequences)

    def network(self, root: str, limits: Limits) -> Network:
        self.cards.root = root
        left = [0, *(s for s in range(1, self.n_states - 1) if self.before[s]), self.n_states - 1]
        places = {state: i for i, state in enumerate(left)}
        farthest, cuts = 0, []
        for state in left:
            if farthest <= places[state]:
                cuts.append(state)
            farthest = max([farthest, *(places[target] for target in self.following[state])])
        if len(cuts) == 2:
            sequences = self._crossing(0, left[1:], cuts[1])
        else:
            whole: list[Symbol] = []
            total = 0.0
            for source, target in pairwise(cuts):
                inner = left[places[source] + 1 : places[target] + 1]
                symbols, cost = self.cards.add(self._crossing(source, inner, target))
                whole += symbols
                total += cost
            sequences = [(whole, total)]
        alternatives = tuple(dict.fromkeys(Alternative(tuple(symbols), cost) for symbols, cost in sequences))
        return self.cards.network(Card(root, alternatives), limits)

    def _crossing(self, start: int, inner: Sequence[int], end: int) -> Sequences:
        """The alternatives from a start to an end, with a card for what can follow each state between them."""
        rest: dict[int, tuple[list[Symbol], float]] = {end: ([], 0.0)}
        sequences: Sequences = []
        for state in [*(s for s in reversed(inner) if s != end), start]:
            sequences = [
                ([*symbols, *rest[target][0]], cost + rest[target][1])
                for target, labels in self.following[state].items()
                for symbols, cost in labels
            ]
            if state != start:
                rest[state] = self.cards.add(sequences, shared=True)
        return sequences


def _forward_order(following: Sequence[Sequence[int]]) -> list[int]:
    """The states that the start reaches, each before those it leads to."""
    order: list[int] = []
    opened, done = {0}, set()
    # Backwards, so that what is listed first comes first in the end.
    stack = [(0, reversed(following[0]))]
    while stack:
        state, rest = stack[-1]
        for target in rest:
            if target in done:
                continue
            if target in opened:
                raise DataError("the automaton has a cycle, so its sentences never end; a network needs one without")
            opened.add(target)
            stack.append((target, reversed(following[target])))
            break
        else:
            order.append(state)
            done.add(state)
            opened.discard(state)
            stack.pop()
    order.reverse()
    return order
