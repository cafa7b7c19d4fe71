"""Agreement of judges: Cohen's, Fleiss' and Krippendorff's coefficients, and WMT's agreement on preferences.

Each is 1 for perfect agreement and 0 for what chance gives. Each is NaN where chance alone explains everything: all
judgements the same, so that 1 − P(E) = 0; or nothing judged twice.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tertium.errors import DataError
from tertium.meta.grouping import Ints, row, table
from tertium.text.arrays import Floats

Weights = Literal["none", "linear", "quadratic"]
Level = Literal["nominal", "ordinal", "interval"]
Between = Literal["judges", "self"]
Chance = Literal["observed", "uniform"]


def cohen_kappa(
    first: Sequence[Hashable],
    second: Sequence[Hashable],
    *,
    weights: Weights = "none",
    categories: Sequence[Hashable] | None = None,
) -> float:
    """Cohen's κ of two judges: 1 − Σ w·observed / Σ w·expected, expected from the categories of each judge.

    Args:
        first: The category that the first judge gave to each item; None or NaN where there is none. Items that either
            judge left out are dropped.
        second: The same for the second judge.
        weights: How bad a disagreement is: all alike, or by the (squared) distance in the order of categories.
        categories: The order, for weights; sorted where not given. Each must be listed.
    """
    if len(first) != len(second):
        raise ValueError(f"first has {len(first)} judgements but second has {len(second)}")
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if not (_is_missing(a) or _is_missing(b))]
    if categories is None:
        categories = sorted({label for pair in pairs for label in pair})  # type: ignore[type-var]  # or TypeError
    place = {label: i for i, label in enumerate(categories)}
    observed = np.zeros((len(place), len(place)))
    for a, b in pairs:
        if a not in place or b not in place:
            raise DataError(f"categories: {a if a not in place else b!r} was given to an item but is not listed")
        observed[place[a], place[b]] += 1
    expected = np.outer(observed.sum(1), observed.sum(0)) / max(1, len(pairs))
    distance = np.abs(np.subtract.outer(np.arange(len(place)), np.arange(len(place)))).astype(float)
    if weights not in ("none", "linear", "quadratic"):
        raise ValueError(f"weights: {weights!r} is not one of 'none', 'linear', 'quadratic'")
    cost = {"none": (distance > 0).astype(float), "linear": distance, "quadratic": distance**2}[weights]
    return _beyond_chance(float((cost * observed).sum()), float((cost * expected).sum()))


def fleiss_kappa(counts: ArrayLike) -> float:
    """Fleiss' κ: any judges, but the same number of judgements for each item.

    Args:
        counts: Items × categories: how many judges put an item into a category.
    """
    array = table("counts", counts)
    if np.isnan(array).any() or (array < 0).any() or (array != np.round(array)).any():
        raise DataError("counts: expected whole numbers that are not negative")
    if len(array) == 0:
        return float("nan")
    n_judges = array.sum(1)
    uneven = np.flatnonzero(n_judges != n_judges[0])
    if len(uneven):
        raise DataError(
            f"counts: item {uneven[0]} (counted from 0) has {n_judges[uneven[0]]:g} judgements but item 0 has "
            f"{n_judges[0]:g}; Fleiss' kappa needs the same number for all, Krippendorff's alpha does not"
        )
    n = n_judges[0]
    if n < 2:
        return float("nan")
    agreed = float(((array**2).sum(1) - n).mean() / (n * (n - 1)))
    chance = float(((array.sum(0) / array.sum()) ** 2).sum())
    return _beyond_chance(1 - agreed, 1 - chance)


def krippendorff_alpha(ratings: ArrayLike, *, level: Level) -> float:
    """Krippendorff's α = 1 − observed / expected disagreement; any number of judges, with gaps.

    Args:
        ratings: Judges × items; NaN where a judge left an item out. Items with fewer than two ratings do not count.
        level: How far apart ratings are: `nominal` all alike, `ordinal` by the ratings between, `interval` squared.
    """
    array = table("ratings", ratings)
    array = array[:, (~np.isnan(array)).sum(0) > 1]
    values, codes = np.unique(array[~np.isnan(array)], return_inverse=True)
    items = np.broadcast_to(np.arange(array.shape[1]), array.shape)[~np.isnan(array)]
    by_item = np.zeros((array.shape[1], len(values)))
    np.add.at(by_item, (items, codes), 1)
    per_item = by_item.sum(1, keepdims=True)
    # Each ordered pair of ratings of an item counts one over the other ratings of the item.
    coincidences = by_item.T @ (by_item / (per_item - 1)) - np.diag((by_item / (per_item - 1)).sum(0))
    totals = coincidences.sum(0)
    n = totals.sum()
    distance = _distances(values, totals, level)
    expected = np.outer(totals, totals) * distance
    return _beyond_chance(float((coincidences * distance).sum()), float(expected.sum() / (n - 1)) if n > 1 else 0.0)


@dataclass(frozen=True, slots=True)
class PreferenceAgreement:
    """κ = (P(A) − P(E)) / (1 − P(E)) over comparisons of two judgements of the same pair."""

    kappa: float
    observed: float  # P(A)
    expected: float  # P(E)
    n_comparisons: int


def preference_agreement(
    pair: ArrayLike,
    judge: ArrayLike,
    preference: ArrayLike,
    *,
    between: Between,
    chance: Chance,
) -> PreferenceAgreement:
    """Agreement on preferences as WMT reports it: how often two judgements of the same pair are the same.

    Args:
        pair: What was compared: an id of segment and both systems, the systems always in the same order.
        judge: Who judged.
        preference: 1 (first better), 0 (tie) or −1 (second better).
        between: Judgements of different `judges` (inter-annotator), or of the same judge, who saw the pair more than
            once (`self`, intra-annotator).
        chance: P(E). `observed` takes the share t of ties among all judgements given: t² + (1 − t)²/2, so that it does
            not matter which system is written first (WMT from 2011). `uniform` is 1/3 (WMT to 2010).
    """
    preferences = row("preference", preference)
    if (wrong := np.flatnonzero(~np.isin(preferences, (-1, 0, 1)))).size:
        raise DataError(
            f"preference: judgement {wrong[0]} (counted from 0) is {preferences[wrong[0]]}; expected 1, 0 or -1"
        )
    pairs, judges = (np.unique(np.asarray(ids), return_inverse=True)[1].astype(np.int64) for ids in (pair, judge))
    if not len(pairs) == len(judges) == len(preferences):
        raise ValueError(f"found {len(pairs)} pairs, {len(judges)} judges and {len(preferences)} preferences")
    if between not in ("judges", "self") or chance not in ("observed", "uniform"):
        raise ValueError(
            f"between={between!r}, chance={chance!r}: expected 'judges' or 'self', 'observed' or 'uniform'"
        )
    labels = preferences.astype(np.int64)
    n_compared, n_agreed = _repeated(pairs, judges), _repeated(pairs, judges, labels)
    if between == "judges":
        n_compared, n_agreed = _repeated(pairs) - n_compared, _repeated(pairs, labels) - n_agreed
    tie_share = float(np.mean(labels == 0)) if len(labels) else float("nan")
    expected = tie_share**2 + (1 - tie_share) ** 2 / 2 if chance == "observed" else 1 / 3
    observed = n_agreed / n_compared if n_compared else float("nan")
    return PreferenceAgreement(_beyond_chance(1 - observed, 1 - expected), observed, expected, n_compared)


def _repeated(*columns: Ints) -> int:
    """How many pairs of rows are the same in all columns."""
    counts = np.unique(np.stack(columns), axis=1, return_counts=True)[1] if len(columns[0]) else np.zeros(0, np.int64)
    return int((counts * (counts - 1) // 2).sum())


def _beyond_chance(disagreement: float, by_chance: float) -> float:
    return 1 - disagreement / by_chance if by_chance > 0 else float("nan")


def _is_missing(label: Hashable) -> bool:
    return label is None or (isinstance(label, float | np.floating) and bool(np.isnan(label)))


def _distances(values: Floats, totals: Floats, level: Level) -> NDArray[np.float64]:
    """Squared distances of categories."""
    if level == "nominal":
        return np.asarray(values[:, None] != values[None, :], dtype=np.float64)
    if level == "interval":
        return np.asarray(np.subtract.outer(values, values) ** 2, dtype=np.float64)
    if level != "ordinal":
        raise ValueError(f"level: {level!r} is not one of 'nominal', 'ordinal', 'interval'")
    # Ratings up to the middle of each category; the distance is what lies between two middles.
    middles = np.cumsum(totals) - totals / 2
    return np.asarray(np.subtract.outer(middles, middles) ** 2, dtype=np.float64)
