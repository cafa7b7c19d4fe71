"""chrF and chrF++: F-score of character (and word) n-grams (Popović 2015, 2017)."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tertium import _core
from tertium.metrics.base import Metric, Misfit, case, option, ratio, register, sum_of_columns
from tertium.text.arrays import Batch, Floats
from tertium.text.languages import Language
from tertium.text.pool import Pairing, TextPool
from tertium.text.tokenizers.char import CHAR, CHAR_AND_SPACE
from tertium.text.tokenizers.chrf_words import CHRF_WORDS

if TYPE_CHECKING:
    from tertium.metrics.explanation import Explanation, Order, Part
    from tertium.text.lists import TextLists

_EPS = 1e-16


@register("chrf")
@dataclass(frozen=True, kw_only=True)
class CHRF(Metric):
    """Of several references the one with the best F counts."""

    char_order: int = option(6, "longest character n-gram", minimum=1, maximum=100)
    word_order: int = option(0, "longest word n-gram; 2 gives chrF++", minimum=0, maximum=100)
    beta: float = option(2.0, "how many times recall counts as much as precision", minimum=0, maximum=1000)
    lowercase: bool = option(False, "ignore letter case")
    whitespace: bool = option(False, "count white space as characters")
    eps_smoothing: bool = option(False, "average F over orders, as chrF++.py, nltk and Moses do")

    summary = "F-score of character n-grams"
    original = "sacreBLEU 2.6"
    papers = ("popovic-2015-chrf", "post-2018-call")
    systems_together = True

    @property
    def name(self) -> str:
        return f"chrF{self.beta:g}" + "+" * self.word_order

    def signature(self) -> dict[str, str]:
        return {
            "case": case(self.lowercase),
            "nc": str(self.char_order),
            "nw": str(self.word_order),
            "space": "yes" if self.whitespace else "no",
            "eff": "no" if self.eps_smoothing else "yes",
        }

    def misfit(self, language: Language) -> Misfit | None:
        if self.word_order and not language.spaced:
            return Misfit(f"it counts words between spaces, which {language.name} does not write", "use chrf")
        return None

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: hypothesis n-grams, reference n-grams, matches; for each character order, then each word order."""
        characters, words = self._tokens(pairing.pool)
        return _core.chrf_statistics(
            pairing.pairs(characters),
            words,
            char_order=self.char_order,
            word_order=self.word_order,
            beta=self.beta,
            eps_smoothing=self.eps_smoothing,
            threads=pairing.threads,
        )

    def pairwise(self, lists: "TextLists", weights: Floats | None = None) -> Floats:
        return _core.pairwise_chrf(*self._lists(lists, weights), **self._options(lists))

    def aggregate(self, lists: "TextLists", weights: Floats) -> Floats:
        return _core.aggregate_chrf(*self._lists(lists, weights), **self._options(lists))

    def score(self, statistics: Floats) -> Floats:
        if self.eps_smoothing:
            return np.asarray(100.0 * self._f(*self._by_order(statistics), empty=_EPS).mean(-1))
        return 100.0 * self._f(*self._means(statistics), empty=0.0)

    def explain(self, pairing: Pairing, segment: int) -> "Explanation":
        """Characters, and after them words where the metric counts them."""
        from tertium.metrics.explanation import Excerpt, NGrams

        excerpt = Excerpt.of(pairing, segment)
        number = excerpt.reference_of(self.statistics)
        statistics = self.statistics(excerpt.pairing)[0]
        characters = excerpt.tokens(self._tokens(pairing.pool)[0], number)
        ngrams = [NGrams("character", *characters, _orders(*characters, statistics[: 3 * self.char_order]))]
        if self.word_order:
            words = excerpt.tokens(self._tokens(pairing.pool)[1], number)
            ngrams.append(NGrams("word", *words, _orders(*words, statistics[3 * self.char_order :])))
        return replace(
            excerpt.explanation(float(self.score(statistics)), *characters, number),
            unit="character",
            ngrams=tuple(ngrams),
            parts=self._parts(statistics),
        )

    def _parts(self, statistics: Floats) -> "tuple[Part, ...]":
        from tertium.metrics.explanation import Part

        if self.eps_smoothing:
            by_order = 100 * self._f(*self._by_order(statistics), empty=_EPS)
            units = ("character", "word")
            names = [(n, units[0]) for n in range(1, self.char_order + 1)]
            names += [(n, units[1]) for n in range(1, self.word_order + 1)]
            return tuple(
                Part(f"F of {unit} {n}-grams", float(f), "the score is the mean")
                for (n, unit), f in zip(names, by_order, strict=True)
            )
        precision, recall = self._means(statistics)
        return (
            Part("precision", float(100 * precision), "mean over orders, in per cent"),
            Part("recall", float(100 * recall), "mean over orders, in per cent"),
            Part("beta", self.beta, "recall counts this many times as much as precision"),
        )

    def _tokens(self, pool: TextPool) -> tuple[Batch, Batch]:
        """Characters and words; the latter are not looked at where the metric counts none."""
        characters = pool.tokens(CHAR_AND_SPACE if self.whitespace else CHAR, lowercase=self.lowercase)
        words = pool.tokens(CHRF_WORDS, lowercase=self.lowercase) if self.word_order else characters
        return characters, words

    def _lists(
        self, lists: "TextLists", weights: Floats | None
    ) -> tuple[Batch, Batch, _core.Batch, _core.Batch, Floats]:
        """What the kernels of lists compare."""
        return *self._tokens(lists.pool), *lists.rows(), np.empty(0) if weights is None else weights

    def _options(self, lists: "TextLists") -> dict[str, Any]:
        """How they compare it."""
        options = {name: getattr(self, name) for name in ("char_order", "word_order", "beta", "eps_smoothing")}
        return {**options, "threads": lists.threads}

    def _by_order(self, statistics: Floats) -> tuple[Floats, Floats]:
        """Precision and recall of each order."""
        hyp, ref, match = (statistics[..., i::3] for i in range(3))
        return ratio(match, hyp, empty=_EPS), ratio(match, ref, empty=_EPS)

    def _means(self, statistics: Floats) -> tuple[Floats, Floats]:
        """Mean precision and recall over the orders that both sides are long enough for."""
        present = (statistics[..., 0::3] > 0) & (statistics[..., 1::3] > 0)
        precision, recall = self._by_order(statistics)
        if present.all():
            return sum_of_columns(precision) / present.shape[-1], sum_of_columns(recall) / present.shape[-1]
        n_orders = present.sum(-1).astype(np.float64)
        return (
            ratio(np.where(present, precision, 0.0).sum(-1), n_orders),
            ratio(np.where(present, recall, 0.0).sum(-1), n_orders),
        )

    def _f(self, precision: Floats, recall: Floats, *, empty: float) -> Floats:
        factor = self.beta**2
        return ratio((1 + factor) * precision * recall, factor * precision + recall, empty=empty)


@register("chrf++")
@dataclass(frozen=True, kw_only=True)
class CHRFPlusPlus(CHRF):
    """chrF with word unigrams and bigrams."""

    word_order: int = option(2, "longest word n-gram", minimum=0, maximum=100)

    summary = "F-score of character and word n-grams"
    papers = ("popovic-2017-chrfpp", "post-2018-call")


def _orders(hypothesis: tuple[str, ...], reference: tuple[str, ...], statistics: Floats) -> "tuple[Order, ...]":
    from tertium.metrics.explanation import Order
    from tertium.metrics.matches import starts

    orders = []
    for n, (in_hypothesis, in_reference, _) in enumerate(statistics.reshape(-1, 3), 1):
        here = starts(hypothesis, [reference], n)
        there = starts(reference, [hypothesis], n)
        orders.append(Order(n, len(here), float(in_hypothesis), float(in_reference), here, there))
    return tuple(orders)
