"""From a flat list to cards: the same sentences, with common beginnings and ends written once.

The list becomes the smallest automaton. Its states are taken out one by one, always the one whose removal repeats the
fewest symbols: what lies side by side between two states becomes a card, what follows one another an alternative. The
alternatives of each card are a list again, of words and cards, so the same is done with them until nothing gets
shorter. No step adds or loses a sentence.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush

from tertium.errors import DataError
from tertium.networks.entry import Entry
from tertium.networks.factoring import cards as making
from tertium.networks.factoring.automaton import minimal
from tertium.networks.factoring.cards import Alternatives, Pool, inner_first, references
from tertium.networks.factoring.names import names_of
from tertium.networks.limits import DEFAULT, Limits
from tertium.networks.network import Alternative, Card, Network, Ref


def factor(
    sentences: Sequence[Sequence[str]],
    function_words: Collection[str] = (),
    root: str = "S",
    limits: Limits = DEFAULT,
) -> Network:
    """The network of exactly these sentences.

    Args:
        sentences: Each as words; what appears twice counts once.
        function_words: Words in lowercase that no card is named after if it has others.
        root: The name of the card that is the sentence.
        limits: Sizes that are refused beyond.

    Raises:
        DataError: There are no sentences, or more words than the limit.
    """
    listed = list(dict.fromkeys(tuple(sentence) for sentence in sentences))
    if not listed:
        raise DataError("there are no sentences; give one or more")
    if (size := sum(map(len, listed))) > limits.symbols:
        raise DataError(f"the list has {size:,} words, the limit is {limits.symbols:,} symbols; raise it or split it")
    # Common ends are found more easily from behind; whichever way gives less to read wins.
    forwards, backwards = _cards_of(listed), _mirrored(*_cards_of([sentence[::-1] for sentence in listed]))
    pool, whole = _as_listed(listed, *(backwards if _total(*backwards) < _total(*forwards) else forwards))
    met = _in_reading_order(pool, whole)
    names = names_of(pool, met, frozenset(function_words), root)
    cards = [Card(root, _written(whole, names)), *(Card(names[n], _written(pool.cards[n], names)) for n in met)]
    return Network(root, tuple(cards), limits)


def factor_entries(
    lists: Sequence[Entry],
    function_words: Collection[str] = (),
    limits: Limits = DEFAULT,
    progress: Callable[[str, int, int], None] | None = None,
) -> list[Entry]:
    """Factor each of several lists, as a file of plain references gives them."""
    entries = []
    for number, entry in enumerate(lists, 1):
        sentences = [
            [symbol for symbol in alternative.symbols if isinstance(symbol, str)]
            for alternative in entry.network[entry.network.root].alternatives
        ]
        entries.append(Entry(entry.id, factor(sentences, function_words, limits=limits)))
        if progress:
            progress("lists", number, len(lists))
    return entries


def _cards_of(listed: Sequence[making.Sequence]) -> tuple[Pool, Alternatives]:
    pool = Pool()
    return _spliced(pool, _tidy(_reduced(listed, pool), pool))


def _as_listed(listed: Sequence[making.Sequence], pool: Pool, whole: Alternatives) -> tuple[Pool, Alternatives]:
    """The alternatives in the order in which the list first has all their words; the one without words last."""
    first: dict[making.Symbol, int] = {}
    for number, sentence in enumerate(listed):
        for word in sentence:
            first.setdefault(word, number)

    def place(sequence: making.Sequence) -> int:
        return max((first[symbol] for symbol in sequence), default=len(listed))

    cards = list(pool.cards)
    for number in inner_first(pool, references(whole)):
        cards[number] = tuple(sorted(cards[number], key=place))
        first[number] = place(cards[number][0])
    return Pool(cards), tuple(sorted(whole, key=place))


def _mirrored(pool: Pool, whole: Alternatives) -> tuple[Pool, Alternatives]:
    turned = [tuple(sequence[::-1] for sequence in alternatives) for alternatives in (whole, *pool.cards)]
    return Pool(turned[1:]), turned[0]


def _total(pool: Pool, whole: Alternatives) -> int:
    return _size(whole) + sum(_size(pool.cards[n]) for n in _in_reading_order(pool, whole))


def _written(alternatives: Alternatives, names: Mapping[int, str]) -> tuple[Alternative, ...]:
    return tuple(
        Alternative(tuple(symbol if isinstance(symbol, str) else Ref(names[symbol]) for symbol in sequence))
        for sequence in alternatives
    )


def _reduced(sequences: Sequence[making.Sequence], pool: Pool) -> Alternatives:
    """The same sequences as fewer alternatives, over cards of the pool."""
    graph = _Graph.of(sequences, pool)
    graph.reduce()
    return tuple(dict.fromkeys(graph.following[0][graph.end]))


def _tidy(whole: Alternatives, pool: Pool) -> Alternatives:
    """Reduce the alternatives of every card again, inner cards first, while that makes them shorter."""
    better: dict[int, making.Sequence] = {}
    done = 0

    def renewed(alternatives: Alternatives, number: int) -> Alternatives:
        changed = tuple(
            dict.fromkeys(
                tuple(
                    part
                    for symbol in sequence
                    for part in ((symbol,) if isinstance(symbol, str) else better.get(symbol, (symbol,)))
                )
                for sequence in alternatives
            )
        )
        shorter = _reduced(changed, pool)
        shorter = shorter if _size(shorter) < _size(changed) else changed
        for inner in pool.within(shorter, number):
            if inner not in better and set(pool.cards[inner]) <= set(shorter):
                place = min(map(shorter.index, pool.cards[inner]))
                left = [s for s in shorter if s not in pool.cards[inner]]
                shorter = (*left[:place], (inner,), *left[place:])
        return _ends_once(shorter, pool)

    # A card contains only cards with smaller numbers, and new ones come behind, reduced by the same loop.
    while done < len(pool.cards):
        alternatives = renewed(pool.cards[done], done)
        if alternatives != pool.cards[done]:
            better[done] = pool.add(alternatives)
        done += 1
    return renewed(whole, done)


def _ends_once(alternatives: Alternatives, pool: Pool) -> Alternatives:
    """Write what several alternatives begin or end with once, the most worthwhile first."""
    left = list(alternatives)
    while (ends := _best_ends(left)) is not None:
        group, at_end, size = ends
        rest = pool.add(s[: len(s) - size] if at_end else s[size:] for s in group)
        common = group[0][len(group[0]) - size :] if at_end else group[0][:size]
        place = left.index(group[0])
        members = set(group)
        left = [s for s in left if s not in members]
        left.insert(place, rest + common if at_end else common + rest)
    return tuple(left)


def _best_ends(alternatives: Sequence[making.Sequence]) -> tuple[list[making.Sequence], bool, int] | None:
    """The alternatives whose common beginning or end saves most symbols, which of the two, and its length."""
    best: tuple[int, list[making.Sequence], bool, int] | None = None
    for at_end in (False, True):
        groups: dict[making.Symbol, list[making.Sequence]] = {}
        for sequence in alternatives:
            if sequence:
                groups.setdefault(sequence[-1 if at_end else 0], []).append(sequence)
        for group in groups.values():
            if len(group) == 1:
                continue
            size = _common([s[::-1] for s in group] if at_end else group)
            part = group[0][len(group[0]) - size :] if at_end else group[0][:size]
            # A card of its own is worth it from three words saved; around a card it often needs none.
            saved = (len(group) - 1) * size - 1 + any(isinstance(symbol, int) for symbol in part)
            if saved > 0 and (best is None or saved > best[0]):
                best = saved, group, at_end, size
    return best[1:] if best else None


def _common(sequences: Sequence[making.Sequence]) -> int:
    """How many first symbols are the same in all."""
    size = min(map(len, sequences))
    for sequence in sequences[1:]:
        size = next((i for i in range(size) if sequence[i] != sequences[0][i]), size)
    return size


def _size(alternatives: Alternatives) -> int:
    return sum(map(len, alternatives)) + len(alternatives)


def _in_reading_order(pool: Pool, whole: Alternatives) -> list[int]:
    """The cards in the order in which one who reads meets them."""
    met: dict[int, None] = {}
    waiting = list(reversed(references(whole)))
    while waiting:
        number = waiting.pop()
        if number not in met:
            met[number] = None
            waiting += reversed(references(pool.cards[number]))
    return list(met)


def _spliced(pool: Pool, whole: Alternatives) -> tuple[Pool, Alternatives]:
    """Write a card that is used once, as a whole alternative, out where it is used; leave out what nothing uses."""
    order = _in_reading_order(pool, whole)
    uses = Counter(n for alternatives in (whole, *(pool.cards[n] for n in order)) for n in references(alternatives))

    def opened(alternatives: Alternatives) -> Alternatives:
        result: list[making.Sequence] = []
        waiting = list(reversed(alternatives))
        while waiting:
            sequence = waiting.pop()
            only = sequence[0] if len(sequence) == 1 else ""
            if isinstance(only, int) and (uses[only] == 1 or len(alternatives) == 1):
                waiting += reversed(pool.cards[only])
            elif len(sequence) == 2 and len(alternatives) > 1 and (written := _in_full(sequence, pool, uses)):
                waiting += reversed(written)
            else:
                result.append(sequence)
        return tuple(dict.fromkeys(result))

    return Pool([opened(alternatives) for alternatives in pool.cards]), opened(whole)


def _in_full(pair: making.Sequence, pool: Pool, uses: Mapping[int, int]) -> list[making.Sequence]:
    """Two symbols, one a card that is used once and only joins two larger alternatives, as those alternatives."""
    for place, symbol in enumerate(pair):
        if isinstance(symbol, str) or uses[symbol] > 1:
            continue
        inner = pool.cards[symbol]
        if len(inner) == 2 and all(references((sequence,)) for sequence in inner):
            return [pair[:place] + sequence + pair[place + 1 :] for sequence in inner]
    return []


@dataclass(slots=True)
class _Graph:
    """States of an automaton and, between two of them, all alternatives together. 0 is the start."""

    following: list[dict[int, list[making.Sequence]]]
    before: list[dict[int, None]]
    end: int
    pool: Pool
    _costs: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, sequences: Sequence[making.Sequence], pool: Pool) -> "_Graph":
        automaton = minimal(sequences)
        end = len(automaton.arcs)
        graph = cls([{} for _ in range(end + 1)], [{} for _ in range(end + 1)], end, pool)
        for state, arcs in enumerate(automaton.arcs):
            for symbol, target in arcs.items():
                graph._put(state, target, (symbol,))  # type: ignore[arg-type]
            if automaton.final[state]:
                graph._put(state, end, ())
        return graph

    def _put(self, source: int, target: int, sequence: making.Sequence) -> None:
        self.following[source].setdefault(target, []).append(sequence)
        self.before[target][source] = None

    def reduce(self) -> None:
        """Take out every state but the start and the end."""
        self._costs = [self._cost(state) for state in range(self.end)]
        waiting = [(self._costs[state], -state) for state in range(1, self.end)]
        heapify(waiting)
        while waiting:
            cost, negative = heappop(waiting)
            state = -negative
            if cost != self._costs[state]:
                continue
            neighbours = [*self.before[state], *self.following[state]]
            self._remove(state)
            self._costs[state] = -1
            for other in neighbours:
                if 0 < other < self.end and (new := self._cost(other)) != self._costs[other]:
                    self._costs[other] = new
                    heappush(waiting, (new, -other))

    def _cost(self, state: int) -> int:
        """How many symbols are written once more if the state goes."""
        coming, going = self.before[state], self.following[state]
        left = sum(_length(self.following[source][state]) for source in coming)
        right = sum(map(_length, going.values()))
        return (len(going) - 1) * left + (len(coming) - 1) * right

    def _remove(self, state: int) -> None:
        right = {target: self.pool.add(choices) for target, choices in self.following[state].items()}
        for source in self.before[state]:
            left = self.pool.add(self.following[source].pop(state))
            for target, symbols in right.items():
                self._put(source, target, left + symbols)
        for target in right:
            del self.before[target][state]
        self.following[state].clear()
        self.before[state].clear()


def _length(choices: list[making.Sequence]) -> int:
    return len(choices[0]) if len(choices) == 1 else 1
