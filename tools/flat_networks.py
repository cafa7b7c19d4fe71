"""Networks laid out by hand, for tests and benchmarks."""

from collections.abc import Sequence

import numpy as np

from tertium.text.network import FlatNetwork

Card = list[list[tuple[int, int, float]]]
"""For each state its arcs: label, target within the card, weight. The last state is final."""


def flat_network(
    cards: Sequence[Card], final: Sequence[Sequence[bool | int]], n_words: int, words: Sequence[str] | None = None
) -> FlatNetwork:
    """Lay cards out in arrays. Words are called by letters whose order is that of their numbers."""
    first = np.cumsum([0, *map(len, cards)]).astype(np.int32)
    states = [arcs for card in cards for arcs in card]
    starts = [start for start, card in zip(first, cards, strict=False) for _ in card]
    arcs = [(label, start + to, weight) for start, own in zip(starts, states, strict=True) for label, to, weight in own]
    return FlatNetwork(
        tuple(words) if words else tuple(f"w{number:06d}" for number in range(n_words)),
        tuple(f"CARD{number}" for number in range(len(cards))),
        first,
        np.array([flag for row in final for flag in row], np.uint8),
        np.cumsum([0, *map(len, states)]).astype(np.int64),
        np.array([label for label, _, _ in arcs], np.int32),
        np.array([target for _, target, _ in arcs], np.int32),
        np.array([weight for _, _, weight in arcs], np.float64),
    )


def slot_network(slots: Sequence[Sequence[Sequence[int]]], n_words: int) -> FlatNetwork:
    """Alternatives of words, slot after slot, as one card without anything shared inside a slot."""
    rows: Card = [[]]
    for alternatives in slots:
        start, inside = len(rows) - 1, sum(len(words) - 1 for words in alternatives)
        end = start + inside + 1
        rows += [[] for _ in range(inside + 1)]
        fresh = start + 1
        for words in alternatives:
            state = start
            for word in words[:-1]:
                rows[state].append((word, fresh, 0.0))
                state, fresh = fresh, fresh + 1
            rows[state].append((words[-1], end, 0.0))
    return flat_network([rows], [[state == len(rows) - 1 for state in range(len(rows))]], n_words)
