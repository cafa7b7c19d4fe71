"""Which n-grams of a text are in another: the places behind the counts of BLEU, NIST and chrF."""

from collections import Counter
from collections.abc import Sequence

from tertium.metrics.explanation import Excerpt
from tertium.text.arrays import Batch

NGram = tuple[str, ...]


def starts(tokens: Sequence[str], others: Sequence[Sequence[str]], n: int) -> tuple[int, ...]:
    """Where the n-grams stand that some other text has, the first as often as the text that has it most often."""
    allowed: Counter[NGram] = Counter()
    for other in others:
        allowed |= Counter(_ngrams(other, n))
    matched = []
    for i, ngram in enumerate(_ngrams(tokens, n)):
        if allowed[ngram] > 0:
            allowed[ngram] -= 1
            matched.append(i)
    return tuple(matched)


def n_ngrams(tokens: Sequence[str], n: int) -> int:
    return max(0, len(tokens) - n + 1)


def _ngrams(tokens: Sequence[str], n: int) -> list[NGram]:
    return [tuple(tokens[i : i + n]) for i in range(n_ngrams(tokens, n))]


def with_closest(excerpt: Excerpt, batch: Batch, max_order: int) -> tuple[NGram, list[NGram], int]:
    """The tokens of the hypothesis and of all references, and the first reference that shares most n-grams with it."""
    hypothesis = tuple(batch.tokens(excerpt.hypothesis))
    references = [tuple(batch.tokens(row)) for row in excerpt.rows]
    shared = [sum(len(starts(hypothesis, [other], n)) for n in range(1, max_order + 1)) for other in references]
    return hypothesis, references, shared.index(max(shared))


SEVERAL = "N-grams count that any reference has; shown is the reference that shares most with the hypothesis."
