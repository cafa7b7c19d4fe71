"""NIST: n-gram precision weighted by information (Doddington 2002), as mteval-v13a computes it."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from tertium import _core
from tertium.metrics.base import Metric, case, option, ratio, register
from tertium.metrics.explanation import Excerpt, Explanation, NGrams, Order, Part
from tertium.metrics.matches import SEVERAL, n_ngrams, starts, with_closest
from tertium.text import tokenizers
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing

# The penalty is a half where the hypothesis has two thirds of the reference's words.
_BETA = -np.log(0.5) / np.log(1.5) ** 2


@register("nist")
@dataclass(frozen=True, kw_only=True)
class NIST(Metric):
    """Information is counted over the references of the whole test set."""

    tok: str = option("13a", "tokeniser; `tertium metrics` lists them")
    max_order: int = option(5, "longest n-gram", minimum=1, maximum=100)
    lowercase: bool = option(False, "ignore letter case")

    summary = "n-gram precision weighted by information"
    bounds = "0 up, open"
    original = "mteval-v13a; nltk with one reference"
    papers = ("doddington-2002-nist",)
    whole_test_set = True
    name = "NIST"

    def signature(self) -> dict[str, str]:
        return {"tok": tokenizers.get(self.tok).name, "case": case(self.lowercase), "n": str(self.max_order)}

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: hypothesis words, mean reference words, information of each order, n-grams of each order."""
        tokens = pairing.pool.tokens(tokenizers.get(self.tok), lowercase=self.lowercase)
        return _core.nist_statistics(pairing.pairs(tokens), max_order=self.max_order, threads=pairing.threads)

    def score(self, statistics: Floats) -> Floats:
        information = statistics[..., 2 : 2 + self.max_order]
        precision = ratio(information, statistics[..., 2 + self.max_order :]).sum(-1)
        return np.asarray(precision * _penalty(statistics))

    def explain(self, pairing: Pairing, segment: int) -> Explanation:
        """With the reference that shares most; n-grams count that any reference has."""
        excerpt = Excerpt.of(pairing, segment)
        tokens = pairing.pool.tokens(tokenizers.get(self.tok), lowercase=self.lowercase)
        hypothesis, references, number = with_closest(excerpt, tokens, self.max_order)
        reference = references[number]
        statistics = _rows(self, pairing)[segment]
        orders, parts = [], []
        for n in range(1, self.max_order + 1):
            here, there = starts(hypothesis, references, n), starts(reference, [hypothesis], n)
            total, bits = n_ngrams(hypothesis, n), float(statistics[1 + n])
            orders.append(Order(n, len(here), total, n_ngrams(reference, n), here, there, contribution=bits))
            parts.append(Part(f"information of {n}-grams", bits / total if total else 0.0, "bits for each n-gram"))
        words = "reference words" if len(excerpt.rows) == 1 else "mean reference words"
        return replace(
            excerpt.explanation(float(self.score(statistics)), hypothesis, reference, number),
            ngrams=(NGrams("word", hypothesis, reference, tuple(orders)),),
            parts=(
                *parts,
                Part("hypothesis words", float(statistics[0])),
                Part(words, float(statistics[1])),
                Part("length penalty", float(_penalty(statistics)), "times the sum of the information"),
            ),
            notes=(SEVERAL,) if len(excerpt.rows) > 1 else (),
        )


@lru_cache(maxsize=1)
def _rows(metric: NIST, pairing: Pairing) -> Floats:
    """The rows of a test set whose segments are explained one after the other."""
    return metric.statistics(pairing)


def _penalty(statistics: Floats) -> Floats:
    length = np.minimum(1.0, ratio(statistics[..., 0], statistics[..., 1], empty=1.0))
    return np.where(length > 0, np.exp(-_BETA * np.log(np.where(length > 0, length, 1.0)) ** 2), 0.0)
