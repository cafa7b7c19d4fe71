"""The n-grams that one system gets right more often than another, as compare-mt finds them (Neubig et al. 2019)."""

from collections import Counter
from collections.abc import Sequence

from tertium.evaluation.differences.results import NGramDifference
from tertium.evaluation.differences.words import Texts, tokenized
from tertium.evaluation.statistics import Statistics

_LONGEST = 4
_ADDED = 1.0  # to how often each system has it right


def ngram_differences(
    statistics: Statistics, pairs: Sequence[tuple[str, str]], n_ngrams: int
) -> tuple[NGramDifference, ...]:
    """For each pair so many n-grams that the first system has right more often, and then for the second.

    They are ordered by the smoothed share of the one system in how often both have it right. An n-gram is right as
    often as output and first reference of a segment both have it.
    """
    if not n_ngrams:
        return ()
    references, outputs = tokenized(statistics)
    expected = [_ngrams(text) for text in references]
    right = {system: _right(expected, texts) for system, texts in outputs.items()}
    found: list[NGramDifference] = []
    for a, b in pairs:
        shares = [
            NGramDifference(
                a, b, " ".join(ngram), right[a][ngram], right[b][ngram], share(right[a][ngram], right[b][ngram])
            )
            for ngram in {**right[a], **right[b]}
        ]
        for sign in (-1, 1):
            ahead = [one for one in shares if sign * (one.share - 0.5) < 0]
            ahead.sort(key=lambda one: (sign * one.share, -one.right_a - one.right_b, one.ngram))
            found += ahead[:n_ngrams]
    return tuple(found)


def share(right_a: int, right_b: int) -> float:
    """The first system's part in both, one added to each."""
    return (right_a + _ADDED) / (right_a + right_b + 2 * _ADDED)


def _right(expected: Sequence[Counter[tuple[str, ...]]], outputs: Texts) -> Counter[tuple[str, ...]]:
    total: Counter[tuple[str, ...]] = Counter()
    for target, text in zip(expected, outputs, strict=True):
        total.update(target & _ngrams(text))
    return total


def _ngrams(text: Sequence[str]) -> Counter[tuple[str, ...]]:
    return Counter(tuple(text[start : start + n]) for n in range(1, _LONGEST + 1) for start in range(len(text) - n + 1))
