"""Segments that are alike, and how systems do on them: by length, by how frequent their words are, by document."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tertium.evaluation.differences.results import Bucket
from tertium.evaluation.statistics import Statistics, documents_of
from tertium.text.arrays import Floats
from tertium.text.words import words

By = Literal["length", "frequency", "document"]
_LENGTHS = (1, 10, 20, 30, 40, 60)
_HALF = 10.0  # words of a reference with which a difference counts for half


def buckets(statistics: Statistics, by: By) -> list[Bucket]:
    """The scores of every system by every metric on each group of segments, in the order of the groups."""
    names, numbers = {"length": _by_length, "frequency": _by_frequency, "document": _by_document}[by](statistics)
    buckets = []
    for number, name in enumerate(names):
        inside = numbers == number
        if inside.any():
            scores = {
                system: {
                    label: float(metric.score(rows[m][inside].sum(0)))
                    for m, (metric, label) in enumerate(zip(statistics.metrics, statistics.labels, strict=True))
                }
                for system, rows in statistics.rows.items()
            }
            buckets.append(Bucket(by, name, int(inside.sum()), scores))
    return buckets


def long_enough(statistics: Statistics) -> Floats:
    """What a difference on each segment counts, from 0 to 1: little where its reference is short."""
    lengths = np.array([len(text) for text in _references(statistics)], np.float64)
    return lengths / (lengths + _HALF)


def _references(statistics: Statistics) -> list[list[str]]:
    """The words of the first reference of each segment; none where it has no reference."""
    references = statistics.test_set.references
    return [words(row[0]) if (row := references[int(i)]) else [] for i in statistics.segments]


def _by_length(statistics: Statistics) -> tuple[list[str], NDArray[np.int64]]:
    lengths = np.array([len(text) for text in _references(statistics)])
    names = [f"{low}-{high - 1} words" for low, high in pairwise(_LENGTHS)]
    return ["0 words", *names, f"{_LENGTHS[-1]} words and more"], np.searchsorted(_LENGTHS, lengths, side="right")


def _by_frequency(statistics: Statistics) -> tuple[list[str], NDArray[np.int64]]:
    """Thirds by how often the words of a reference occur in all references, by their geometric mean."""
    texts = [[word.lower() for word in text] for text in _references(statistics)]
    counts = Counter(word for text in texts for word in text)
    means = np.array([np.log([counts[word] for word in text]).mean() if text else 0.0 for text in texts])
    ranks = np.argsort(np.argsort(means, kind="stable"), kind="stable")
    names = ["rarest words (third)", "words in between", "most frequent words (third)"]
    return names, np.asarray(3 * ranks // max(1, len(ranks)), np.int64)


def _by_document(statistics: Statistics) -> tuple[Sequence[str], NDArray[np.int64]]:
    documents = documents_of(statistics.test_set)
    names = {name: i for i, name in enumerate(dict.fromkeys(documents[int(i)] for i in statistics.segments))}
    return list(names), np.array([names[documents[int(i)]] for i in statistics.segments], np.int64)
