"""The smallest deterministic automaton of a list of sequences, whose symbols may be words or cards."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass


@dataclass(slots=True)
class Minimal:
    """States are numbered so that arcs lead forward; 0 is the start."""

    arcs: list[dict[Hashable, int]]
    """For each state the target of each symbol, in the order in which the list has them."""
    final: list[bool]


def minimal(sequences: Sequence[tuple[Hashable, ...]]) -> Minimal:
    """The automaton that accepts these sequences and no others."""
    arcs: list[dict[Hashable, int]] = [{}]
    final = [False]
    for sequence in sequences:
        state = 0
        for symbol in sequence:
            target = arcs[state].get(symbol)
            if target is None:
                target = arcs[state][symbol] = len(arcs)
                arcs.append({})
                final.append(False)
            state = target
        final[state] = True
    return _joined(arcs, final)


def _joined(arcs: list[dict[Hashable, int]], final: list[bool]) -> Minimal:
    """Join the states of a tree that the same sequences follow; a state has a greater number than its parent."""
    classes: dict[tuple[bool, frozenset[tuple[Hashable, int]]], int] = {}
    first: list[int] = []
    same = [0] * len(arcs)
    for state in reversed(range(len(arcs))):
        key = (final[state], frozenset((symbol, same[target]) for symbol, target in arcs[state].items()))
        number = classes.setdefault(key, len(classes))
        if number == len(first):
            first.append(state)
        first[number] = state  # the earliest in the list decides the order of arcs
        same[state] = number
    numbers = {old: new for new, old in enumerate(reversed(range(len(first))))}
    rows = [first[old] for old in numbers]
    return Minimal(
        [{symbol: numbers[same[target]] for symbol, target in arcs[state].items()} for state in rows],
        [final[state] for state in rows],
    )
