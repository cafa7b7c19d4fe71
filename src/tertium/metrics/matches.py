"""Which n-grams of a text are in another: the places behind the counts of BLEU, NIST and chrF."""

from collections import Counter
from collections.abc import Sequence

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


def closest(tokens: Sequence[str], others: Sequence[Sequence[str]], max_order: int) -> int:
    """The first of the texts that share most n-grams with a text."""
    shared = [sum(len(starts(tokens, [other], n)) for n in range(1, max_order + 1)) for other in others]
    return shared.index(max(shared))


SEVERAL = "N-grams count that any reference has; shown is the reference that shares most with the hypothesis."
