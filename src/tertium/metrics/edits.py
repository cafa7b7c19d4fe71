"""Edit scripts of the core as explanations: which word stands for which, and what moves."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.metrics.explanation import Link, Loose, Move, Part

_KEEP, _SUBSTITUTE, _INSERT, _REMOVE = range(4)


@dataclass(frozen=True, slots=True)
class Edits:
    """Links in the order of the reference, extra or missing words, and moves in the order they are made."""

    links: list[Link] = field(default_factory=list)
    loose: list[Loose] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    """The words of the hypothesis, by their places in it, after all moves."""

    def counted(self) -> tuple[Part, ...]:
        """How many edits of each kind there are, shifts only where there could be some."""
        return (
            Part("insertions", sum(part.side == "hypothesis" for part in self.loose), "extra words"),
            Part("deletions", sum(part.side == "reference" for part in self.loose), "missing words"),
            Part("substitutions", sum(link.kind == "substitution" for link in self.links), "wrong words"),
        )


def read_script(script: _core.EditScript, n_words: int, steps: NDArray[np.uint8] | None = None) -> Edits:
    """The edits of a script of the core for a hypothesis of `n_words` words, or its shifts and other steps."""
    return _read(script.shifts.tolist(), (script.steps if steps is None else steps).tolist(), n_words)


def _read(shifts: list[list[int]], steps: list[int], n_words: int) -> Edits:
    order = list(range(n_words))
    edits = Edits(order=order)
    for start, length, before in shifts:
        words = order[start : start + length]
        edits.moves.append(Move(tuple(words), order[before] if before < n_words else None, contribution=1.0))
        place = before if before <= start else before - length
        order[start : start + length] = []
        order[place:place] = words
    i = j = 0
    for step in steps:
        if step == _INSERT:
            edits.loose.append(Loose("reference", j, contribution=1.0))
        elif step == _REMOVE:
            edits.loose.append(Loose("hypothesis", order[i], contribution=1.0))
        else:
            kind, cost = ("same", 0.0) if step == _KEEP else ("substitution", 1.0)
            edits.links.append(Link(order[i], 1, j, 1, kind, contribution=cost))
        i += step != _INSERT
        j += step != _REMOVE
    return edits


def equal_words(steps: NDArray[np.uint8], hypothesis: Sequence[str], reference: Sequence[str]) -> list[Link]:
    """Equal words joined one to one wherever they stand: first those that a cheapest way keeps, then from the left."""
    partners = {link.hypothesis: link.reference for link in _kept(steps)}
    taken = set(partners.values())
    places: dict[str, list[int]] = {}
    for j in reversed(range(len(reference))):
        if j not in taken:
            places.setdefault(reference[j], []).append(j)
    for i, word in enumerate(hypothesis):
        if i not in partners and places.get(word):
            partners[i] = places[word].pop()
    return [Link(i, 1, j, 1, "same") for i, j in sorted(partners.items())]


def _kept(steps: NDArray[np.uint8]) -> list[Link]:
    n_words = int(np.count_nonzero(steps != _INSERT))
    return [link for link in _read([], steps.tolist(), n_words).links if link.kind == "same"]
