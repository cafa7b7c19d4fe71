"""What the difference of two systems is worth: what people said of such differences, and how much text shows it."""

import math
from collections.abc import Iterator, Mapping, Sequence
from statistics import NormalDist

from tertium.evaluation.differences.results import PairTest, PeopleKnown, Worth
from tertium.resources import curves
from tertium.text.arrays import Floats

POWER = 0.8
_LEAST_SAMPLES = 100  # fewer do not say how much a difference varies


def people_known(signatures: Mapping[str, str]) -> tuple[PeopleKnown, ...]:
    """What is known of people by metric, from the signatures with which the metrics ran."""
    ranges = []
    for metric, signature in signatures.items():
        found = curves.find(signature)
        if isinstance(found, str):
            ranges.append(PeopleKnown(metric, (), 0, None, found))
        else:
            ranges.append(PeopleKnown(metric, found.years, found.n_pairs, found.largest, None))
    return tuple(ranges)


def worths(
    tests: Sequence[PairTest],
    signatures: Mapping[str, str],
    resampled: Mapping[tuple[str, str], Floats],
    n_segments: int,
    alpha: float,
) -> tuple[Worth, ...]:
    """One for each test of each metric; `resampled` has bootstrapped scores by metric and system.

    The level of a pair is the one that Holm's correction leaves for it: alpha divided by the number of pairs of the
    metric whose p-values are not smaller.
    """
    return tuple(
        _worth(test, level, curves.find(signatures[metric]), resampled, n_segments)
        for metric in dict.fromkeys(test.metric for test in tests)
        for test, level in _levels([test for test in tests if test.metric == metric], alpha)
    )


def _levels(tests: Sequence[PairTest], alpha: float) -> Iterator[tuple[PairTest, float]]:
    order = sorted(range(len(tests)), key=lambda i: tests[i].p)
    rank = {i: place for place, i in enumerate(order)}
    return ((test, alpha / (len(tests) - rank[i])) for i, test in enumerate(tests))


def _worth(
    test: PairTest,
    level: float,
    range_of_people: curves.PeopleRange | str,
    resampled: Mapping[tuple[str, str], Floats],
    n_segments: int,
) -> Worth:
    size = abs(test.difference)
    people = None if isinstance(range_of_people, str) or not size > 0 else range_of_people.at(size)
    beyond = not isinstance(range_of_people, str) and size > range_of_people.largest
    differences = resampled[test.metric, test.system_a] - resampled[test.metric, test.system_b]
    needed, least = None, None
    if len(differences) >= _LEAST_SAMPLES:
        deviation = float(differences.std(ddof=1))
        needed = segments_needed(size, deviation, n_segments, level)
        least = None if test.better or not deviation > 0 else least_seen(deviation, level)
    return Worth(test.metric, test.system_a, test.system_b, test.difference, level, people, beyond, needed, least)


def segments_needed(size: float, deviation: float, n_segments: int, level: float, power: float = POWER) -> int | None:
    """How many segments would show a difference of this size at that level, so likely; None where there is none.

    `deviation` is the standard deviation of the difference on `n_segments` segments; its square goes down as their
    number goes up.
    """
    if not 0 < size < math.inf or not math.isfinite(deviation):
        return None
    return max(1, math.ceil(n_segments * (least_seen(deviation, level, power) / size) ** 2))


def least_seen(deviation: float, level: float, power: float = POWER) -> float:
    """The smallest difference that a two-sided test at that level finds so likely."""
    normal = NormalDist()
    return (normal.inv_cdf(1 - level / 2) + normal.inv_cdf(power)) * deviation
