"""Whether two systems differ: p-values from resampled scores, corrected for many comparisons; rank clusters."""

from collections.abc import Callable, Sequence

import numpy as np

from tertium.text.arrays import Floats

# Differences that are equal but for rounding count as equal.
_TOLERANCE = 1e-12


def bootstrap_p_value(differences: Floats, observed: float) -> float:
    """Two-sided p-value of the paired bootstrap (Koehn 2004; shifted as in Riezler & Maxwell 2005).

    `differences` are those of the bootstrap samples. Moved to a mean of 0 they stand for what chance alone would
    give; the p-value is the share of them that is at least as large as the observed one, with one added to both
    counts.
    """
    return _share(differences - differences.mean(), observed)


def centred_p_value(differences: Floats, observed: float) -> float:
    """The p-value of sacreBLEU's `--paired-bs`, after Moses' script: the sizes of differences moved to a mean of 0.

    The share of them that is larger than the size of the observed one. They are on one side of what chance gives, and
    where systems hardly differ p is well below 1.
    """
    sizes = np.abs(differences)
    return float((np.count_nonzero(sizes - sizes.mean() > abs(observed)) + 1) / (len(sizes) + 1))


def randomisation_p_value(differences: Floats, observed: float) -> float:
    """Two-sided p-value of approximate randomisation (Noreen 1989): the same share of randomly swapped pairs."""
    return _share(differences, observed)


def _share(differences: Floats, observed: float) -> float:
    limit = abs(observed) - _TOLERANCE * max(1.0, abs(observed))
    return float((np.count_nonzero(np.abs(differences) >= limit) + 1) / (len(differences) + 1))


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values corrected for their number (Holm 1979), in the order given."""
    order = np.argsort(np.asarray(p_values, dtype=float), kind="stable")
    corrected = [0.0] * len(order)
    largest = 0.0
    for rank, i in enumerate(order):
        largest = max(largest, min(1.0, p_values[i] * (len(order) - rank)))
        corrected[i] = largest
    return corrected


def clusters(ranking: Sequence[str], beats: Callable[[str, str], bool]) -> tuple[tuple[str, ...], ...]:
    """Cut a ranking, best first, wherever some member of the cluster so far beats the next one."""
    groups: list[list[str]] = []
    for system in ranking:
        if not groups or any(beats(member, system) for member in groups[-1]):
            groups.append([])
        groups[-1].append(system)
    return tuple(map(tuple, groups))
