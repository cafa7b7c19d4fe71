"""Automata over words alone: cards are opened where they stand, as far as anyone looks and a limit allows.

A place in the expansion is a state of a card and, linked behind it, the states at which the cards around it go on. A
card that stands last in another goes on where that one would, so long tails are shared.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tertium.errors import DataError
from tertium.networks.limits import DEFAULT, Limits
from tertium.text.network import FlatNetwork

_OUTSIDE = -1  # where the outermost card goes on
_STEPS_PER_STATE = 200  # a network that people write has a few; optional words in a row have one for each pair


@dataclass(slots=True)
class Automaton:
    """An acyclic automaton over words. State 0 is the start."""

    arcs: list[list[tuple[str, float, int]]]
    """For each state the word, cost and target of its arcs; the word is `""` for an arc without one."""
    ends: list[float | None]
    """For each state the cost of ending there, or None."""


class TooLargeError(DataError):
    """The expansion has more states than the limit."""


@dataclass(slots=True)
class Expansion:
    """The places of a network, found as they are looked at."""

    flat: FlatNetwork
    limits: Limits = DEFAULT
    _places: list[tuple[int, int]] = field(default_factory=list)
    _numbers: dict[tuple[int, int], int] = field(default_factory=dict)
    _readings: dict[int, tuple[float | None, dict[tuple[int, int], float]]] = field(default_factory=dict)
    _arcs: list[list[tuple[int, int, float]]] = field(default_factory=list)
    _starts: list[int] = field(default_factory=list)
    _final: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        flat = self.flat
        triples = list(zip(flat.labels.tolist(), flat.targets.tolist(), flat.weights.tolist(), strict=True))
        self._arcs = [triples[a:b] for a, b in pairwise(flat.arc_offsets.tolist())]
        self._starts, self._final = flat.first_states.tolist(), flat.final.tolist()

    def start(self, card: int = 0) -> int:
        """Where a card begins that stands in no other."""
        return self._place(self._starts[card], _OUTSIDE)

    def read(self, place: int) -> tuple[float | None, dict[tuple[int, int], float]]:
        """The cost of ending here (None: it cannot end), and the words that can come next: (word, place) → cost."""
        reading = self._readings.get(place)
        if reading is None:
            reading = self._readings[place] = self._look(place)
        return reading

    def _look(self, place: int) -> tuple[float | None, dict[tuple[int, int], float]]:
        end: float | None = None
        cheapest: dict[tuple[int, int], float] = {}
        costs = {place: 0.0}
        waiting = [place]
        while waiting:
            here = waiting.pop()
            state, back = self._places[here]
            cost = costs[here]
            further: list[tuple[int, float]] = []
            if self._final[state]:
                if back == _OUTSIDE:
                    end = cost if end is None else min(end, cost)
                else:
                    further.append((back, cost))
            for label, target, weight in self._arcs[state]:
                if label >= 0:
                    key = (label, self._place(target, back))
                    cheapest[key] = min(cheapest.get(key, float("inf")), cost + weight)
                else:
                    inner = self._place(self._starts[-1 - label], self._return_to(target, back))
                    further.append((inner, cost + weight))
            for other, new in further:
                if new < costs.get(other, float("inf")):
                    costs[other] = new
                    waiting.append(other)
        return end, cheapest

    def _return_to(self, state: int, back: int) -> int:
        return back if self._final[state] and not self._arcs[state] else self._place(state, back)

    def _place(self, state: int, back: int) -> int:
        key = (state, back)
        number = self._numbers.get(key)
        if number is None:
            if len(self._places) >= self.limits.states:
                raise TooLargeError(
                    f"the network has more than {self.limits.states:,} states when its cards are expanded, the limit; "
                    "raise it"
                )
            number = self._numbers[key] = len(self._places)
            self._places.append(key)
        return number


def intersects(first: Expansion, first_card: int, second: Expansion, second_card: int) -> bool:
    """Whether two cards have a sentence in common.

    Raises:
        TooLargeError: It took more states than the limit to tell.
    """
    words = {word: i for i, word in enumerate(second.flat.words)}
    in_second = [words.get(word, -1) for word in first.flat.words]
    start = (first.start(first_card), second.start(second_card))
    seen, waiting = {start}, [start]
    while waiting:
        a, b = waiting.pop()
        (end_a, arcs_a), (end_b, arcs_b) = first.read(a), second.read(b)
        if end_a is not None and end_b is not None:
            return True
        by_word: dict[int, list[int]] = {}
        for word, target in arcs_b:
            by_word.setdefault(word, []).append(target)
        for word, target in arcs_a:
            for other in by_word.get(in_second[word], ()):
                if (target, other) not in seen:
                    seen.add((target, other))
                    waiting.append((target, other))
        if len(seen) > first.limits.states:
            raise TooLargeError(f"more than {first.limits.states:,} pairs of states, the limit; raise it")
    return False


def distinct_count(flat: FlatNetwork, limits: Limits = DEFAULT) -> int | None:
    """How many different sentences the network contains; None if that takes more states than the limit."""
    try:
        arcs, final = _determinised(Expansion(flat, limits))
    except TooLargeError:
        return None
    counts = [0] * len(arcs)
    for state in _targets_first(arcs):
        counts[state] = final[state] + sum(counts[target] for target in arcs[state].values())
    return counts[0]


def automaton(flat: FlatNetwork, limits: Limits = DEFAULT) -> Automaton:
    """The network as one automaton over words: the smallest deterministic one, unless alternatives have costs.

    Raises:
        TooLargeError: It has more states than the limit.
    """
    expansion = Expansion(flat, limits)
    if flat.weights.any():
        return _with_costs(expansion)
    arcs, final = _determinised(expansion)
    classes: dict[tuple[bool, tuple[tuple[int, int], ...]], int] = {}
    joined = [0] * len(arcs)
    for state in _targets_first(arcs):
        key = (final[state], tuple(sorted((word, joined[target]) for word, target in arcs[state].items())))
        joined[state] = classes.setdefault(key, len(classes))
    by_class = list(classes)
    numbers = {old: new for new, old in enumerate(range(joined[0], -1, -1))}
    return Automaton(
        [[(flat.words[word], 0.0, numbers[target]) for word, target in by_class[old][1]] for old in numbers],
        [0.0 if by_class[old][0] else None for old in numbers],
    )


def _with_costs(expansion: Expansion) -> Automaton:
    numbers = {expansion.start(): 0}
    waiting = [expansion.start()]
    arcs: dict[int, list[tuple[str, float, int]]] = {}
    ends: dict[int, float | None] = {}
    while waiting:
        place = waiting.pop()
        ends[place], steps = expansion.read(place)
        arcs[place] = []
        for (word, target), cost in sorted(steps.items()):
            if target not in numbers:
                numbers[target] = len(numbers)
                waiting.append(target)
            arcs[place].append((expansion.flat.words[word], cost, numbers[target]))
    return Automaton([arcs[place] for place in numbers], [ends[place] for place in numbers])


def _determinised(expansion: Expansion) -> tuple[list[dict[int, int]], list[bool]]:
    """For each set of places that a beginning leads to, the arcs and whether it can end; costs are left out."""
    start = frozenset([expansion.start()])
    numbers = {start: 0}
    arcs: list[dict[int, int]] = [{}]
    final = [False]
    waiting = [start]
    left = _STEPS_PER_STATE * expansion.limits.states
    while waiting:
        places = waiting.pop()
        here = numbers[places]
        by_word: dict[int, set[int]] = {}
        for place in places:
            end, steps = expansion.read(place)
            left -= len(steps)
            if left < 0:  # few states, but many ways between them
                raise TooLargeError(
                    f"more than {_STEPS_PER_STATE * expansion.limits.states:,} steps between states; raise the limit "
                    "of states"
                )
            final[here] |= end is not None
            for word, target in steps:
                by_word.setdefault(word, set()).add(target)
        for word, targets in by_word.items():
            together = frozenset(targets)
            if together not in numbers:
                if len(numbers) >= expansion.limits.states:
                    raise TooLargeError(f"more than {expansion.limits.states:,} states, the limit; raise it")
                numbers[together] = len(arcs)
                arcs.append({})
                final.append(False)
                waiting.append(together)
            arcs[here][word] = numbers[together]
    return arcs, final


def _targets_first(arcs: list[dict[int, int]]) -> list[int]:
    """All states, each after those it leads to."""
    return finishing_order(0, [row.values() for row in arcs])


def finishing_order(start: int, following: Sequence[Iterable[int]]) -> list[int]:
    """What is reached from the start, each after what follows it, without recursion."""
    order: list[int] = []
    seen = {start}
    stack = [(start, iter(following[start]))]
    while stack:
        state, rest = stack[-1]
        for target in rest:
            if target not in seen:
                seen.add(target)
                stack.append((target, iter(following[target])))
                break
        else:
            order.append(state)
            stack.pop()
    return order
