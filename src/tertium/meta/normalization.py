"""Making the ratings of different people comparable: arrays in, arrays out.

Ratings are in long form: parallel arrays of values, of raters (small whole numbers; all ratings with the same number,
−1 included, count as one person's) and of the items that were rated. NaN is a missing rating: it stays NaN and counts
nowhere.
"""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tertium.text.arrays import Floats

Method = Literal["raw", "z", "percentile"]

METHODS: tuple[Method, ...] = ("raw", "z", "percentile")


def percentile_by_rater(values: ArrayLike, raters: ArrayLike) -> Floats:
    """Where each rating stands among all ratings of its rater, in (0, 1).

    (number of lower ratings + half the number of equal ones, itself included) / number of ratings: Kulesza 2004,
    chapter 3. The mean over a rater's ratings is ½; a rater with one rating, or with equal ones only, gets ½.
    """
    values, raters = _ratings(values, raters)
    present = np.flatnonzero(~np.isnan(values))
    # Sorted by rater, then value: lower and equal ratings of one rater stand together.
    order = present[np.lexsort((values[present], raters[present]))]
    v, r = values[order], raters[order]
    new_rater = _starts(r[1:] != r[:-1], len(r))
    new_value = new_rater | _starts(v[1:] != v[:-1], len(v))
    first_of_rater, n_ratings = _runs(new_rater)
    first_of_value, n_equal = _runs(new_value)
    result = np.full(len(values), np.nan)
    result[order] = (first_of_value - first_of_rater + n_equal / 2) / n_ratings
    return result


def z_by_rater(values: ArrayLike, raters: ArrayLike) -> Floats:
    """Each rating minus its rater's mean, divided by the rater's standard deviation (with n − 1).

    Where a rater gave one rating, or the same one always, nothing can be told from it: 0.
    """
    values, raters = _ratings(values, raters)
    result = np.full(len(values), np.nan)
    present = np.flatnonzero(~np.isnan(values))
    v = values[present]
    _, code = np.unique(raters[present], return_inverse=True)
    n = np.bincount(code).astype(np.float64)
    # Constant ratings are found by comparing, not by a deviation of 0: rounding can leave 1e-17 of it.
    low, high = np.full(len(n), np.inf), np.full(len(n), -np.inf)
    np.minimum.at(low, code, v)
    np.maximum.at(high, code, v)
    # Scaled by the rater's range first, so that squares of tiny or huge ratings do not leave the floating range.
    span = np.where(high > low, high - low, 1.0)
    scaled = (v - low[code]) / span[code]
    difference = scaled - (np.bincount(code, scaled) / n)[code]
    variance = np.bincount(code, difference**2) / np.maximum(n - 1, 1)
    varies = high > low
    deviation = np.sqrt(np.where(varies, variance, 1.0))
    result[present] = np.where(varies[code], difference / deviation[code], 0.0)
    return result


def normalize(values: ArrayLike, raters: ArrayLike, method: Method) -> Floats:
    """Ratings as they are (`raw`), as z-scores (`z`) or as percentiles (`percentile`) of their raters."""
    if method == "z":
        return z_by_rater(values, raters)
    if method == "percentile":
        return percentile_by_rater(values, raters)
    if method == "raw":
        return _ratings(values, raters)[0].copy()
    raise ValueError(f"method must be one of {', '.join(METHODS)}, got {method!r}")


def mean_by_item(values: ArrayLike, items: ArrayLike, n_items: int) -> Floats:
    """The mean of each item's ratings; NaN for an item without any."""
    values, items = _ratings(values, items)
    present = ~np.isnan(values)
    n = np.bincount(items[present], minlength=n_items)
    total = np.bincount(items[present], values[present], minlength=n_items)
    if len(n) > n_items:
        raise ValueError(f"items go up to {len(n) - 1}, but there are {n_items}")
    return np.where(n > 0, total / np.maximum(n, 1), np.nan)


def wmt_average(values: ArrayLike, raters: ArrayLike, items: ArrayLike, n_items: int) -> Floats:
    """Segment scores as WMT's direct assessment makes them: the mean of the z-scores of a segment's raters."""
    return mean_by_item(z_by_rater(values, raters), items, n_items)


def split_ratings(
    values: ArrayLike, items: ArrayLike, n_items: int, *, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Two ratings of each item, drawn at random: the first is the truth, the second a "human metric".

    Kulesza 2004 measures how well one person predicts another in this way. Both are NaN for an item with fewer than
    two ratings. Normalise before splitting, while all ratings of a rater are together.
    """
    values, items = _ratings(values, items)
    present = np.flatnonzero(~np.isnan(values))
    shuffled = rng.permutation(present)
    order = shuffled[np.argsort(items[shuffled], kind="stable")]
    first, n = _runs(_starts(items[order][1:] != items[order][:-1], len(order)))
    if len(order) and items[order[-1]] >= n_items:
        raise ValueError(f"items go up to {items[order[-1]]}, but there are {n_items}")
    leaders = np.flatnonzero((first == np.arange(len(order))) & (n >= 2))
    truth, human = np.full(n_items, np.nan), np.full(n_items, np.nan)
    truth[items[order[leaders]]] = values[order[leaders]]
    human[items[order[leaders]]] = values[order[leaders + 1]]
    return truth, human


def _ratings(values: ArrayLike, codes: ArrayLike) -> tuple[Floats, NDArray[np.int64]]:
    value_array = np.asarray(values, dtype=np.float64)
    code_array = np.asarray(codes)
    if code_array.size and not np.issubdtype(code_array.dtype, np.integer):
        raise TypeError(f"raters and items are whole numbers, got {code_array.dtype}")
    if value_array.ndim != 1 or value_array.shape != code_array.shape:
        raise ValueError(
            f"{value_array.shape} values but {code_array.shape} raters or items; expected one for each rating"
        )
    infinite = np.flatnonzero(np.isinf(value_array))
    if len(infinite):
        raise ValueError(f"rating {infinite[0]} is {value_array[infinite[0]]}; use NaN for a missing one")
    return value_array, code_array.astype(np.int64, copy=False)


def _starts(changes: NDArray[np.bool_], n: int) -> NDArray[np.bool_]:
    """Whether each of n sorted entries begins a run, from where neighbours differ."""
    starts = np.ones(n, dtype=bool)
    if n:
        starts[1:] = changes
    return starts


def _runs(starts: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each entry the position of the first of its run and the length of the run."""
    firsts = np.flatnonzero(starts)
    lengths = np.diff(np.append(firsts, len(starts)))
    return np.repeat(firsts, lengths), np.repeat(lengths, lengths)
