"""A network from several references: their common words become common places, and parts between them recombine.

References are added one after the other to a graph of words. Each is aligned with the path through the graph that
shares most with it in the same order; shared words are joined, the rest branches off and comes back. Words that say
little (function words, punctuation) count little, and are joined only beside another joined word, because they are
found everywhere.
"""

import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from tertium.errors import DataError
from tertium.networks.expansion import Automaton
from tertium.networks.limits import DEFAULT, Limits
from tertium.networks.network import Network
from tertium.networks.structure import from_automaton

_LITTLE = 0.3  # what a function word counts against a content word
_BESIDE = 0.1  # what it counts that the word before was shared too
_START, _END = 0, 1


def from_references(
    references: Sequence[Sequence[str]], function_words: Collection[str] = (), limits: Limits = DEFAULT
) -> Network:
    """The network that contains every reference and what their parts combine to.

    Args:
        references: Each as words.
        function_words: Words in lowercase that say little.
        limits: Sizes that are refused beyond.
    """
    if not references:
        raise DataError("there are no references; give one or more")
    graph = _WordGraph(frozenset(function_words))
    for words in dict.fromkeys(tuple(words) for words in references):
        if len(graph.words) * (len(words) + 1) > limits.symbols:
            raise DataError(f"a reference of {len(words):,} words is too long to be aligned; split it into sentences")
        graph.add(words)
    return from_automaton(graph.automaton(), limits=limits, function_words=function_words)


@dataclass(slots=True)
class _WordGraph:
    """Nodes are words; 0 is the start and 1 the end."""

    function_words: frozenset[str]
    words: list[str] = field(default_factory=lambda: ["", ""])
    following: list[dict[int, None]] = field(default_factory=lambda: [{}, {}])

    def add(self, words: Sequence[str]) -> None:
        matches = self._drop_alone(words, self._align(words)) if self.following[_START] else {}
        here = _START
        for i, word in enumerate(words):
            node = matches.get(i)
            if node is None:
                node = len(self.words)
                self.words.append(word)
                self.following.append({})
            self.following[here][node] = None
            here = node
        self.following[here][_END] = None

    def _order(self) -> list[int]:
        from tertium.networks.expansion import finishing_order

        return finishing_order(_START, self.following)[::-1]

    def _align(self, words: Sequence[str]) -> dict[int, int]:
        """For places of the sentence the node of the same word, so that all lie in order on one path."""
        order = self._order()
        before: dict[int, list[int]] = {node: [] for node in order}
        for node in order:
            for target in self.following[node]:
                before[target].append(node)
        size = len(words) + 1
        # best[node][j]: what the first j words can share with a path up to and including the node.
        best: dict[int, list[float]] = {_START: [0.0] * size}
        how: dict[int, list[tuple[int, int, bool]]] = {_START: [(_START, max(j - 1, 0), False) for j in range(size)]}
        for node in order[1:]:
            best[node], how[node] = self._column(node, before[node], words, best, how)
        matches: dict[int, int] = {}
        node, j = _END, len(words)
        while node != _START:
            source, i, matched = how[node][j]
            if matched:
                matches[i] = node
            node, j = source, i
        return matches

    def _column(
        self,
        node: int,
        sources: Sequence[int],
        words: Sequence[str],
        best: dict[int, list[float]],
        how: dict[int, list[tuple[int, int, bool]]],
    ) -> tuple[list[float], list[tuple[int, int, bool]]]:
        values: list[float] = []
        steps: list[tuple[int, int, bool]] = []
        for j in range(len(words) + 1):
            value, step = -1.0, (node, 0, False)
            for source in sources:
                if best[source][j] > value:
                    value, step = best[source][j], (source, j, False)
                if j and node > _END and self.words[node] == words[j - 1]:
                    beside = _BESIDE if how[source][j - 1][2] else 0.0
                    shared = best[source][j - 1] + self._worth(words[j - 1]) + beside
                    if shared > value:
                        value, step = shared, (source, j - 1, True)
            if j and values[-1] > value:
                value, step = values[-1], (node, j - 1, False)
            values.append(value)
            steps.append(step)
        return values, steps

    def _worth(self, word: str) -> float:
        return _LITTLE if self._says_little(word) else 1.0

    def _says_little(self, word: str) -> bool:
        return word.lower() in self.function_words or all(unicodedata.category(c)[0] in "PS" for c in word)

    def _drop_alone(self, words: Sequence[str], matches: dict[int, int]) -> dict[int, int]:
        """Leave out shared words that say little and have no shared word beside them; the ends count as shared."""
        groups = {}
        for i, node in matches.items():
            beside = i - 1 in matches or i + 1 in matches or i in (0, len(words) - 1)
            if beside or not self._says_little(words[i]):
                groups[i] = node
        return groups

    def automaton(self) -> Automaton:
        """Two states for each node with its word between them, so that all ways into a word meet before it."""
        arcs: list[list[tuple[str, float, int]]] = [[] for _ in range(2 * len(self.words))]
        for node, word in enumerate(self.words):
            arcs[2 * node].append((word, 0.0, 2 * node + 1))
            arcs[2 * node + 1] = [("", 0.0, 2 * target) for target in self.following[node]]
        ends: list[float | None] = [None] * len(arcs)
        ends[2 * _END + 1] = 0.0
        return Automaton(arcs, ends)
