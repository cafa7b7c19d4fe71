"""Pairs of outputs of which one is better: from preferences, from scores, and from a model's own scores."""

from collections import defaultdict
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError
from tertium.learn.data import TrainingData
from tertium.meta.judgements import Items, JudgementGroup
from tertium.text.arrays import Floats

Indices = NDArray[np.int64]


class JudgedPairs(NamedTuple):
    """Numbers of items of one group: `better[i]` was judged better than `worse[i]`."""

    better: Indices
    worse: Indices


def judged_pairs(data: TrainingData, group: JudgementGroup, min_difference: float) -> JudgedPairs:
    """Preferences that are not ties; without any, outputs of one segment whose scores are far enough apart."""
    preferences = group.preferences
    if preferences is not None and np.any(preferences.preference):
        a_first = preferences.preference > 0
        decided = preferences.preference != 0
        better, worse = np.where(a_first, preferences.a, preferences.b), np.where(a_first, preferences.b, preferences.a)
        return JudgedPairs(better[decided], worse[decided])
    scores = data.scores(group)
    if scores is None:
        return JudgedPairs(np.zeros(0, np.int64), np.zeros(0, np.int64))
    return _apart(group.items, scores, min_difference)


def require_pairs(n_pairs: int, least: int) -> None:
    """Raise where there are fewer judged pairs than weights could be learned from."""
    if not n_pairs:
        raise DataError("no two outputs of one segment were judged differently, so there is nothing to rank")
    if n_pairs < least:
        raise DataError(
            f"{n_pairs} pairs of outputs of one segment were judged differently, expected at least {least}: weights "
            "learned from so few mean nothing; give more judgements, several outputs of each segment, or lower "
            "--min-pairs"
        )


def _apart(items: Items, scores: Floats, min_difference: float) -> JudgedPairs:
    better: list[Indices] = []
    worse: list[Indices] = []
    for members in by_segment(items):
        scored = members[~np.isnan(scores[members])]
        values = scores[scored]
        i, j = np.nonzero((values[:, None] - values > 0) & (values[:, None] - values >= min_difference))
        better.append(scored[i])
        worse.append(scored[j])
    empty = [np.zeros(0, np.int64)]
    return JudgedPairs(np.concatenate(better or empty), np.concatenate(worse or empty))


def by_segment(items: Items) -> list[Indices]:
    """The items of each segment: those with the same source and references."""
    members: dict[object, list[int]] = defaultdict(list)
    for i, key in enumerate(zip(items.segment, items.source, items.references, strict=True)):
        members[key].append(i)
    return [np.array(numbers, np.int64) for numbers in members.values()]
