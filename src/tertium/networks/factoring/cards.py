"""Cards while they are being made: numbers instead of names, and the same alternatives give the same card."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tertium.networks.expansion import finishing_order

Symbol = str | int
"""A word, or the number of a card."""
Sequence = tuple[Symbol, ...]
Alternatives = tuple[Sequence, ...]


@dataclass(slots=True)
class Pool:
    """All cards so far, by number."""

    cards: list[Alternatives] = field(default_factory=list)
    _known: dict[frozenset[Sequence], int] = field(default_factory=dict)
    _holders: dict[Sequence, list[int]] = field(default_factory=dict)

    def add(self, alternatives: Iterable[Sequence]) -> Sequence:
        """What stands for these alternatives: a card, or the words themselves if there is no choice."""
        different = tuple(dict.fromkeys(alternatives))
        if len(different) == 1:
            return different[0]
        key = frozenset(different)
        number = self._known.get(key)
        if number is None:
            number = self._known[key] = len(self.cards)
            self.cards.append(different)
            for sequence in different:
                self._holders.setdefault(sequence, []).append(number)
        return (number,)

    def within(self, alternatives: Alternatives, below: int) -> Iterator[int]:
        """Cards with a smaller number whose alternatives are all among these, the largest first."""
        counts: dict[int, int] = {}
        for sequence in alternatives:
            for number in self._holders.get(sequence, ()):
                if number >= below:
                    break
                counts[number] = counts.get(number, 0) + 1
        whole = [n for n, count in counts.items() if count == len(self.cards[n]) < len(alternatives)]
        return iter(sorted(whole, key=lambda n: -len(self.cards[n])))


def references(alternatives: Alternatives) -> list[int]:
    """The cards in these alternatives, in order, as often as they occur."""
    return [symbol for sequence in alternatives for symbol in sequence if isinstance(symbol, int)]


def inner_first(pool: Pool, numbers: Iterable[int]) -> list[int]:
    """These cards and those within them, each behind what it contains."""
    following = [references(alternatives) for alternatives in pool.cards]
    order = finishing_order(len(following), [*following, list(numbers)])
    return order[:-1]
