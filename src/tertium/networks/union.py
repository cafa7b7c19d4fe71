"""Several people's networks for one sentence in one.

The union U has every sentence of every network. In the source-phrase-level union SPU, cards of different people that
stand for the same words of the source and have at least one sentence in common become one card with the alternatives
of both, so that parts of different networks combine; it has every sentence of U, and more.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tertium.errors import DataError
from tertium.networks.expansion import Expansion, TooLargeError, intersects
from tertium.networks.flat import flatten
from tertium.networks.limits import DEFAULT, Limits
from tertium.networks.network import Alternative, Card, Network, Ref, Span

_MOST_PAIRS = 100_000

_Owned = tuple[int, str]
"""A card: whose network, and its name there."""


@dataclass(frozen=True, slots=True)
class Combined:
    """A union, and what was found on the way."""

    network: Network
    joined: int
    """How many cards became part of another."""
    undecided: int
    """Pairs that were left apart because they have too many states to compare."""


def union(networks: Sequence[Network], limits: Limits = DEFAULT) -> Network:
    """U: all sentences of all networks. Cards that are equal in all networks stay one; others get new names."""
    return _Classes(list(networks), limits).network()


def phrase_union(networks: Sequence[Network], limits: Limits = DEFAULT) -> Combined:
    """SPU: U, with compatible cards joined. Cards whose joining would make a card contain itself stay apart."""
    classes = _Classes(list(networks), limits)
    expansions = [Expansion(flatten(network), limits) for network in networks]
    numbers = [{name: i for i, name in enumerate(expansion.flat.cards)} for expansion in expansions]
    joined = undecided = 0
    for (i, a), (j, b) in _pairs(networks):
        if classes.find((i, a)) == classes.find((j, b)):
            continue
        try:
            common = intersects(expansions[i], numbers[i][a], expansions[j], numbers[j][b])
        except TooLargeError:
            undecided += 1
            continue
        if common and classes.join((i, a), (j, b)):
            joined += 1
    return Combined(classes.network(), joined, undecided)


def _pairs(networks: Sequence[Network]) -> Iterator[tuple[_Owned, _Owned]]:
    """Cards of two networks with one span."""
    by_span: defaultdict[Span, list[_Owned]] = defaultdict(list)
    for i, network in enumerate(networks):
        for name in network.order():
            span = network[name].span
            if span is not None:
                by_span[span].append((i, name))
    n_pairs = sum(len(cards) ** 2 // 2 for cards in by_span.values())
    if n_pairs > _MOST_PAIRS:
        raise DataError(f"{n_pairs:,} pairs of cards have the same span, the limit is {_MOST_PAIRS:,}; use fewer cards")
    for cards in by_span.values():
        yield from ((a, b) for a, b in combinations(cards, 2) if a[0] != b[0])


@dataclass(slots=True)
class _Classes:
    """Which cards are one (union-find), and the network that comes of it."""

    networks: list[Network]
    limits: Limits
    parent: dict[_Owned, _Owned] = field(default_factory=dict)
    members: dict[_Owned, list[_Owned]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.networks:
            raise DataError("there are no networks to unite; give one or more")
        digests: dict[tuple[str, str], _Owned] = {}
        for i, network in enumerate(self.networks):
            contents: dict[str, str] = {}
            for name in reversed(network.order()):
                contents[name] = _content(network[name], contents)
                # The same card in two networks, with the same inner cards, is one from the start.
                first = digests.setdefault((name, contents[name]), (i, name))
                self.parent[i, name] = first
                self.members.setdefault(first, []).append((i, name))

    def find(self, card: _Owned) -> _Owned:
        while self.parent[card] != card:
            self.parent[card] = card = self.parent[self.parent[card]]
        return card

    def join(self, one: _Owned, other: _Owned) -> bool:
        """Make two classes one, unless a card would then contain itself."""
        root, lost = sorted((self.find(one), self.find(other)))
        if self._leads_around(root, lost):
            return False
        self.parent[lost] = root
        self.members[root] += self.members.pop(lost)
        return True

    def _leads_around(self, one: _Owned, other: _Owned) -> bool:
        ends = {one, other}
        # An alternative that is only the card itself adds nothing and will be left out; all else counts.
        waiting = [inner for root in ends for inner in self._inner(root, ends)]
        seen: set[_Owned] = set()
        while waiting:
            root = waiting.pop()
            if root in ends:
                return True
            if root not in seen:
                seen.add(root)
                waiting += self._inner(root, set())
        return False

    def _inner(self, root: _Owned, alone: set[_Owned]) -> Iterator[_Owned]:
        for i, name in self.members[root]:
            for alternative in self.networks[i][name].alternatives:
                refs = [self.find((i, s.name)) for s in alternative.symbols if isinstance(s, Ref)]
                if not (len(alternative.symbols) == 1 and refs and refs[0] in alone):
                    yield from refs

    def network(self) -> Network:
        names = self._names()
        cards = []
        for root, name in names.items():
            alternatives: dict[Alternative, None] = {}
            for i, member in self.members[root]:
                for alternative in self.networks[i][member].alternatives:
                    symbols = tuple(
                        Ref(names[self.find((i, s.name))]) if isinstance(s, Ref) else s for s in alternative.symbols
                    )
                    if symbols != (Ref(name),):
                        alternatives[Alternative(symbols, alternative.cost)] = None
            i, member = root
            cards.append(Card(name, tuple(alternatives), self.networks[i][member].span))
        roots = list(dict.fromkeys(self.find((i, network.root)) for i, network in enumerate(self.networks)))
        if len(roots) == 1:
            return Network(names[roots[0]], tuple(cards), self.limits)
        top = _free("ALL", set(names.values()))
        all_roots = Card(top, tuple(Alternative((Ref(names[root]),)) for root in roots))
        return Network(top, (all_roots, *cards), self.limits)

    def _names(self) -> dict[_Owned, str]:
        """A name for each class: its first card's, with a number where another class has it."""
        names: dict[_Owned, str] = {}
        taken: set[str] = set()
        for i, network in enumerate(self.networks):
            for card in network.order():
                root = self.find((i, card))
                if root not in names:
                    names[root] = _free(card, taken)
                    taken.add(names[root])
        return names


def _free(name: str, taken: set[str]) -> str:
    free, number = name, 1
    while free in taken:
        number += 1
        free = f"{name}~{number}"
    return free


def _content(card: Card, inner: dict[str, str]) -> str:
    """A digest of the card with all that is in it."""
    deep = tuple(
        Alternative(tuple(Ref(inner[s.name]) if isinstance(s, Ref) else s for s in a.symbols), a.cost)
        for a in card.alternatives
    )
    return Card(card.name, deep, card.span).id
