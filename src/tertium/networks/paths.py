"""What a network's paths are: how many, the shortest and longest, samples and lists of them.

A path is a choice of arcs through the minimised cards; two paths may read the same. Nothing here expands a network:
numbers are worked out once for each card, and a path is followed with a stack of cards that are still open.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TypeVar

import numpy as np

from tertium.errors import DataError
from tertium.networks.flat import flatten
from tertium.networks.limits import DEFAULT, Limits
from tertium.networks.network import Network
from tertium.text.network import FlatNetwork

T = TypeVar("T")

_Arc = tuple[int, int]
"""Label and state."""

_STEPS_PER_WORD = 4  # opening and leaving cards takes steps too


@dataclass(frozen=True)
class Paths:
    """Questions about the paths of one network; what was worked out once is kept."""

    flat: FlatNetwork
    limits: Limits = DEFAULT

    @classmethod
    def of(cls, network: Network, limits: Limits = DEFAULT) -> "Paths":
        return cls(flatten(network), limits)

    @cached_property
    def log10_count(self) -> float:
        """The logarithm of the number of paths; infinite only where it passes the largest float."""
        return self._logs[0]

    @cached_property
    def count(self) -> int:
        """The exact number of paths.

        Raises:
            DataError: It has more digits than the limit.
        """
        return self._counts[0]

    @cached_property
    def card_log10_counts(self) -> dict[str, float]:
        """For each card the logarithm of the number of its paths."""
        logs = self._logs
        return {name: logs[start] for name, start in zip(self.flat.cards, self._starts, strict=True)}

    @cached_property
    def card_counts(self) -> dict[str, int]:
        """For each card the exact number of its paths.

        Raises:
            DataError: The number of the whole network has more digits than the limit.
        """
        counts = self._counts
        return {name: counts[start] for name, start in zip(self.flat.cards, self._starts, strict=True)}

    @cached_property
    def shortest_length(self) -> int:
        """Words of the shortest path."""
        return self._lengths(min)[0]

    @cached_property
    def longest_length(self) -> int:
        """Words of the longest path."""
        return self._lengths(max)[0]

    def shortest(self) -> list[str]:
        """The shortest path; of several always the same."""
        return self._extreme(min)

    def longest(self) -> list[str]:
        """The longest path; of several always the same."""
        return self._extreme(max)

    def sample(self, rng: np.random.Generator) -> list[str]:
        """A path, each with the same probability."""
        return self.path(_below(rng, self.count))

    def path(self, number: int) -> list[str]:
        """The path with a number from 0 to `count` - 1."""
        if not 0 <= number < self.count:
            raise IndexError(f"path {number} of {self.count}")
        counts = self._counts
        words: list[str] = []
        state, steps = 0, 0
        # Which path to take behind the open cards: the state there, and the number among the paths from it.
        back: list[tuple[int, int]] = []
        while True:
            steps = self._refuse_length(len(words), steps)
            for label, target in self._arcs[state]:
                inner = 1 if label >= 0 else counts[self._starts[-1 - label]]
                if number >= (ways := inner * counts[target]):
                    number -= ways
                    continue
                if label >= 0:
                    words.append(self.flat.words[label])
                    state = target
                else:
                    number, behind = divmod(number, counts[target])
                    back.append((target, behind))
                    state = self._starts[-1 - label]
                break
            else:
                if not back:
                    return words
                state, number = back.pop()

    def enumerate(self) -> Iterator[list[str]]:
        """Every path, one after the other; there may be more than anyone can wait for, so take what you need."""
        words: list[str] = []
        # Where to go on, with which word and after how many; and a linked list of the states to return to.
        waiting: list[tuple[int, int, _Back, int]] = [(0, -1, None, 0)]
        steps = 0
        while waiting:
            state, word, back, length = waiting.pop()
            del words[length:]
            if word >= 0:
                words.append(self.flat.words[word])
                length += 1
            steps = self._refuse_length(length, steps)
            if self._final[state] and back is not None:
                waiting.append((back[0], -1, back[1], length))
            for label, target in reversed(self._arcs[state]):
                if label >= 0:
                    waiting.append((target, label, back, length))
                else:
                    waiting.append((self._starts[-1 - label], -1, (target, back), length))
            if self._final[state] and back is None:
                steps = 0
                yield list(words)

    @cached_property
    def _starts(self) -> list[int]:
        starts: list[int] = self.flat.first_states[:-1].tolist()
        return starts

    @cached_property
    def _final(self) -> list[int]:
        final: list[int] = self.flat.final.tolist()
        return final

    @cached_property
    def _arcs(self) -> list[list[_Arc]]:
        """For each state its arcs."""
        offsets = self.flat.arc_offsets.tolist()
        arcs = list(zip(self.flat.labels.tolist(), self.flat.targets.tolist(), strict=True))
        return [arcs[a:b] for a, b in pairwise(offsets)]

    @cached_property
    def _counts(self) -> list[int]:
        """For each state the number of ways to the end of its card."""
        digits = self.log10_count
        if digits >= self.limits.digits:
            raise DataError(
                f"the network has about 10^{digits:,.0f} paths, a number with more digits than the limit of "
                f"{self.limits.digits:,}; raise it, or ask for the logarithm"
            )
        return self._fold(1, sum, lambda a, b: a * b, 1)

    @cached_property
    def _logs(self) -> list[float]:
        """For each state the logarithm of the number of ways to the end of its card."""
        return self._fold(0.0, _log10_sum, _add, 0.0)

    def _lengths(self, best: Callable[[list[int]], int]) -> list[int]:
        return self._fold(1, best, _add, 0)

    def _fold(self, word: T, plus: Callable[[list[T]], T], times: Callable[[T, T], T], end: T) -> list[T]:
        """A value for each state, from those it leads to: `plus` over arcs of `times(label, target)`."""
        values: list[T] = [end] * len(self._final)
        # Inner cards have higher numbers and so have the states behind an arc.
        for state in range(len(values) - 1, -1, -1):
            choices = [
                times(word if label >= 0 else values[self._starts[-1 - label]], values[target])
                for label, target in self._arcs[state]
            ]
            if self._final[state]:
                choices.append(end)
            values[state] = plus(choices)
        return values

    def _extreme(self, best: Callable[[list[int]], int]) -> list[str]:
        lengths = self._lengths(best)
        self._refuse_length(lengths[0], 0)

        def choose(state: int) -> _Arc | None:
            for label, target in self._arcs[state]:
                if (1 if label >= 0 else lengths[self._starts[-1 - label]]) + lengths[target] == lengths[state]:
                    return label, target
            return None

        return self._follow(choose)

    def _follow(self, choose: Callable[[int], _Arc | None]) -> list[str]:
        """The words of the path that the choices make; None ends a card."""
        words: list[str] = []
        state = 0
        back: list[int] = []
        steps = 0
        while True:
            arc = choose(state)
            steps = self._refuse_length(len(words), steps)
            if arc is None:
                if not back:
                    return words
                state = back.pop()
            elif arc[0] >= 0:
                words.append(self.flat.words[arc[0]])
                state = arc[1]
            else:
                back.append(arc[1])
                state = self._starts[-1 - arc[0]]

    def _refuse_length(self, n_words: int, steps: int) -> int:
        if n_words > self.limits.words or steps > _STEPS_PER_WORD * self.limits.words:
            raise DataError(f"a path has more than {self.limits.words:,} words or cards, the limit; raise it")
        return steps + 1


_Back = tuple[int, "_Back"] | None


def _add(a: T, b: T) -> T:
    return a + b  # type: ignore[operator,no-any-return]  # numbers


def _log10_sum(logs: Sequence[float]) -> float:
    top = max(logs)
    if math.isinf(top):
        return top
    return top + math.log10(math.fsum(10.0 ** (value - top) for value in logs))


def _below(rng: np.random.Generator, n: int) -> int:
    """A whole number from 0 to n - 1, each with the same probability, however large n is."""
    n_bits = (n - 1).bit_length()
    n_bytes = (n_bits + 7) // 8
    while True:
        number = int.from_bytes(rng.bytes(n_bytes), "little") >> (8 * n_bytes - n_bits)
        if number < n:
            return number
