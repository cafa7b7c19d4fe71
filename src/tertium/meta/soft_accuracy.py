"""Soft pairwise accuracy: does a metric tell systems apart as surely as people do (Thompson et al. 2024).

For each pair of systems a paired permutation test says how sure people are, and how sure the metric is, that the first
one is better. The measure is one less the mean distance of the two p-values (the pairwise confidence error, PCE).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tertium.meta.grouping import same_shape, table
from tertium.text.arrays import Floats

# Sums that are equal but for rounding count as equal.
_TOLERANCE = 1e-9
_BLOCK_CELLS = 4_000_000


@dataclass(frozen=True, slots=True, eq=False)
class SoftAccuracy:
    """The measure and the p-values it comes from: [i, j] for i < j holds that of "i is better than j"."""

    value: float
    human_p_values: Floats
    metric_p_values: Floats


def soft_pairwise_accuracy(
    human: ArrayLike, metric: ArrayLike, *, rng: np.random.Generator, n_permutations: int = 1000
) -> SoftAccuracy:
    """One less the mean over pairs of systems of |p_human − p_metric|.

    The same random swaps serve people and metric and all pairs. An item counts for a pair of systems where people and
    metric have scored both; pairs without such an item are left out, and without any pair the value is NaN. Constant
    scores give p = 1 for every pair: all swaps are as good as what was observed.

    Args:
        human: Scores by people, systems × items; NaN where there is none.
        metric: Scores by the metric, of the same shape.
        rng: Draws the swaps.
        n_permutations: How many swaps.
    """
    people, machine = table("human", human), table("metric", metric)
    same_shape(human=people, metric=machine)
    missing = np.isnan(people) | np.isnan(machine)
    people, machine = np.where(missing, np.nan, people), np.where(missing, np.nan, machine)
    of_people, of_machine = _p_values((people, machine), n_permutations, rng)
    distances = np.abs(of_people - of_machine)[np.triu_indices(len(people), 1)]
    distances = distances[~np.isnan(distances)]
    value = 1 - float(distances.mean()) if len(distances) else float("nan")
    return SoftAccuracy(value, of_people, of_machine)


def pairwise_p_values(scores: ArrayLike, *, rng: np.random.Generator, n_permutations: int = 1000) -> Floats:
    """One-sided p-values of a paired permutation test, for all pairs of systems.

    Entry [i, j], i < j, is the share of random swaps (each item with probability ½) under which system i leads system j
    by at least as much as it does. The rest is NaN, as are pairs that share no item.
    """
    return _p_values((table("scores", scores),), n_permutations, rng)[0]


def _p_values(tables: tuple[Floats, ...], n_permutations: int, rng: np.random.Generator) -> list[Floats]:
    if n_permutations < 1:
        raise ValueError(f"n_permutations: expected at least 1, found {n_permutations}")
    n_systems, n_items = tables[0].shape
    pairs = np.triu_indices(n_systems, 1)
    counts = [np.zeros(len(pairs[0])) for _ in tables]
    size = max(1, _BLOCK_CELLS // max(1, n_items))
    for start in range(0, n_permutations, size):
        n_block = min(size, n_permutations - start)
        # Single precision is what mt-metrics-eval draws: the same seed gives the same swaps here and there.
        signs = np.where(rng.random((n_block, n_items), dtype=np.float32) > 0.5, 1.0, -1.0)
        for scores, count in zip(tables, counts, strict=True):
            count += _reached(signs, scores, pairs)
    result = []
    for scores, count in zip(tables, counts, strict=True):
        p = np.full((n_systems, n_systems), np.nan)
        p[pairs] = np.where(_shared(scores, pairs), count / n_permutations, np.nan)
        result.append(p)
    return result


Pairs = tuple[NDArray[np.int64], NDArray[np.int64]]


def _reached(signs: Floats, scores: Floats, pairs: Pairs) -> Floats:
    """How many rows of signs give each pair of systems at least the lead it has."""
    complete = not np.isnan(scores).any()
    leads = signs @ scores.T if complete else None
    size = np.nan_to_num(np.abs(scores)).mean(1) if scores.shape[1] else np.zeros(len(scores))
    counts = []
    for i, j in zip(*pairs, strict=True):
        differences = np.nan_to_num(scores[i] - scores[j])
        swapped = leads[:, i] - leads[:, j] if leads is not None else signs @ differences
        tolerance = _TOLERANCE * size[[i, j]].max()
        counts.append(np.count_nonzero(swapped >= differences.sum() - tolerance))
    return np.array(counts, dtype=np.float64)


def _shared(scores: Floats, pairs: Pairs) -> NDArray[np.bool_]:
    present = ~np.isnan(scores)
    return np.asarray((present[pairs[0]] & present[pairs[1]]).any(1))
