"""What the machine may decide alone: how much of the work that is, and how often it is wrong there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from tertium.exam.fairness.gradings import Gradings, Proposal
from tertium.exam.measures import bootstrap
from tertium.text.arrays import Floats

_SAMPLES = 500
WAYS: dict[str, Callable[[Proposal], bool]] = {
    "one label possible, nothing referred": lambda one: len(one.label_set) == 1 and not one.referred,
    "one label possible": lambda one: len(one.label_set) == 1,
    "up to two labels possible": lambda one: len(one.label_set) <= 2,
    "every passage": lambda one: True,
}
"""Which passages would be left to the machine, from the most careful way on."""


@dataclass(frozen=True, slots=True)
class Decided:
    """One way to leave passages to the machine."""

    way: str
    n: int
    share: float
    wrong: float | None
    """How often a person said another label; None where nothing is left to the machine."""
    interval: tuple[float, float] | None
    far: float | None
    """How often a person's label was two or more away."""


def decided(gradings: Gradings, rng: np.random.Generator) -> list[Decided]:
    """By every way; a passage with several people counts by the mean over them."""
    works = [work for work in gradings.people if work in gradings.machine]
    if not works:
        return []
    distance = [np.abs(np.array(list(gradings.people[work].values())) - gradings.machine[work].label) for work in works]
    wrong = np.array([float(np.mean(one > 0)) for one in distance])
    far = np.array([float(np.mean(one > 1)) for one in distance])
    found = []
    for way, leaves in WAYS.items():
        rows = np.flatnonzero([leaves(gradings.machine[work]) for work in works])
        if not len(rows):
            found.append(Decided(way, 0, 0.0, None, None, None))
            continue
        own, candidates = wrong[rows], [works[row][0] for row in rows]
        interval = _interval(own, candidates, rng)
        found.append(
            Decided(way, len(rows), len(rows) / len(works), float(own.mean()), interval, float(far[rows].mean()))
        )
    return found


def _interval(wrong: Floats, candidates: Sequence[str], rng: np.random.Generator) -> tuple[float, float]:
    """Of the mean, with candidates drawn again; where nothing was wrong, what so many candidates can exclude."""
    if not wrong.any():
        return 0.0, float(1 - 0.05 ** (1 / len(set(candidates))))
    return bootstrap(lambda rows: float(wrong[rows].mean()), candidates, rng, n_samples=_SAMPLES)
