"""How far people agree with one another, and the machine with people, measured alike."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from tertium.exam.fairness.gradings import Gradings, Work
from tertium.exam.measures import bootstrap, weighted_kappa
from tertium.meta.agreement import krippendorff_alpha
from tertium.text.arrays import Floats

SAMPLES = 500
PEOPLE, MACHINE = "people", "machine"
Interval = tuple[float, float]
Pair = tuple[Work, int, int]


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two labels of the same passages; intervals from drawing candidates again."""

    first: str
    second: str
    n: int
    kappa: float
    kappa_interval: Interval
    exact: float
    exact_interval: Interval
    adjacent: float
    difference: float
    """By how much the second is more lenient than the first, in standard deviations of the first's labels."""


@dataclass(frozen=True, slots=True)
class Alpha:
    """Krippendorff's α of all people, by the order of labels."""

    n: int
    value: float
    interval: Interval


def pair_agreements(gradings: Gradings, rng: np.random.Generator) -> list[PairAgreement]:
    """Each comparison of `comparisons`, measured."""
    return [_measured(first, second, pairs, rng) for first, second, pairs in comparisons(gradings)]


def comparisons(gradings: Gradings) -> Iterator[tuple[str, str, list[Pair]]]:
    """People with people, all together and pair by pair; then the machine with people, where there is one.

    Where several people labelled some passages, the machine is also compared on these alone, so that both rows
    are about the same work.
    """
    graders = gradings.graders
    if among := list(_among_people(gradings)):
        yield PEOPLE, PEOPLE, among
        if len(graders) > 2:
            for first, second in combinations(graders, 2):
                own = [
                    (work, one[first], one[second])
                    for work, one in gradings.people.items()
                    if {first, second} <= one.keys()
                ]
                if own:
                    yield first, second, own
    machine = [
        (work, grader, label, gradings.machine[work].label)
        for work, own in gradings.people.items()
        if work in gradings.machine
        for grader, label in own.items()
    ]
    if not machine:
        return
    yield PEOPLE, MACHINE, [(work, label, said) for work, _, label, said in machine]
    repeated = {work for work, _, _ in among}
    same = [(work, label, said) for work, _, label, said in machine if work in repeated]
    if same and len(same) < len(machine):
        yield f"{PEOPLE}, where several labelled", MACHINE, same
    if len(graders) > 1:
        for grader in graders:
            if own_rows := [(work, label, said) for work, who, label, said in machine if who == grader]:
                yield grader, MACHINE, own_rows


def alpha(gradings: Gradings, rng: np.random.Generator) -> Alpha | None:
    """Of people; None where no passage was labelled twice."""
    graders = {grader: row for row, grader in enumerate(gradings.graders)}
    works = [work for work, own in gradings.people.items() if len(own) > 1]
    if not works:
        return None
    ratings = np.full((len(graders), len(works)), np.nan)
    for column, work in enumerate(works):
        for grader, label in gradings.people[work].items():
            ratings[graders[grader], column] = label
    low, high = bootstrap(
        lambda rows: krippendorff_alpha(ratings[:, rows], level="ordinal"),
        [candidate for candidate, _ in works],
        rng,
        n_samples=SAMPLES,
    )
    return Alpha(len(works), krippendorff_alpha(ratings, level="ordinal"), (low, high))


def _among_people(gradings: Gradings) -> Iterator[Pair]:
    for work, own in gradings.people.items():
        for first, second in combinations(sorted(own), 2):
            yield work, own[first], own[second]


def _measured(first: str, second: str, pairs: Sequence[Pair], rng: np.random.Generator) -> PairAgreement:
    n = len(pairs)
    if (first, second) == (PEOPLE, PEOPLE):  # who is first does not matter: each pair of labels in both orders
        pairs = [*pairs, *((work, later, earlier) for work, earlier, later in pairs)]
    a, b = (np.array([pair[place] for pair in pairs]) for place in (1, 2))
    groups = [work[0] for work, _, _ in pairs]

    def interval(measure: Callable[[Floats, Floats], float]) -> Interval:
        return bootstrap(lambda rows: measure(a[rows], b[rows]), groups, rng, n_samples=SAMPLES)

    def exact(x: Floats, y: Floats) -> float:
        return float(np.mean(x == y))

    def kappa(x: Floats, y: Floats) -> float:
        return weighted_kappa(x, y)  # type: ignore[arg-type]

    spread = a.std(ddof=1) if len(a) > 1 else 0.0
    return PairAgreement(
        first, second, n, kappa(a, b), interval(kappa), exact(a, b), interval(exact),
        float(np.mean(np.abs(a - b) <= 1)), float((a - b).mean() / spread) if spread else 0.0,
    )  # fmt: skip
