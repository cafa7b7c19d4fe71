"""BLEU: clipped n-gram precision with a brevity penalty (Papineni et al. 2002)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.errors import OptionError
from tertium.metrics.base import Metric, case, option, ratio, register
from tertium.text import tokenizers
from tertium.text.arrays import Batch, Floats
from tertium.text.pool import Pairing
from tertium.text.testset import TestSet

if TYPE_CHECKING:
    from tertium.metrics.explanation import Explanation, Part
    from tertium.text.lists import TextLists

# Default values of the smoothings that take one (Chen & Cherry 2014).
_SMOOTH_VALUES = {"floor": 0.1, "add-k": 1.0}
# sacreBLEU's logarithm of 0.
_LOG_OF_ZERO = -9999999999.0


@register("bleu")
@dataclass(frozen=True, kw_only=True)
class BLEU(Metric):
    """`effective_order` leaves out orders for which the hypothesis has no n-gram: wanted for segment scores."""

    tok: str = option("13a", "tokeniser; `tertium metrics` lists them")
    smooth: Literal["exp", "floor", "add-k", "none"] = option("exp", "what to do about orders without a match")
    smooth_value: float | None = option(None, "value of the smoothings floor (0.1) and add-k (1)", minimum=0)
    max_order: int = option(4, "longest n-gram", minimum=1, maximum=100)
    effective_order: bool = option(False, "leave out orders that the text is too short for")
    lowercase: bool = option(False, "ignore letter case")
    brevity: bool = option(True, "multiply by the brevity penalty")
    weights: str = option("equal", "weights of the orders, such as 0.4/0.3/0.2/0.1, or equal")

    summary = "clipped n-gram precision, brevity penalty"
    original = "sacreBLEU 2.6"
    papers = ("papineni-etal-2002-bleu", "post-2018-call")
    name = "BLEU"
    smoothed_by = 1.0
    options_alone = MappingProxyType({"effective_order": True})

    def advice(self, test_set: TestSet, *, segments: bool) -> Iterator[str]:
        yield from super().advice(test_set, segments=segments)
        if segments and not self.effective_order:
            yield "for BLEU of single segments bleu(effective_order=yes) is usual"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._weights()

    def signature(self) -> dict[str, str]:
        value = self.smoothing_value()
        return {
            "tok": tokenizers.get(self.tok).name,
            "case": case(self.lowercase),
            "smooth": self.smooth if value is None else f"{self.smooth}[{value:g}]",
            "eff": "yes" if self.effective_order else "no",
            "n": str(self.max_order),
            **({} if self.brevity else {"bp": "no"}),
            **({} if self.weights == "equal" else {"w": self.weights}),
        }

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: hypothesis words, reference words, matches of each order, n-grams of each order."""
        tokens = pairing.pool.tokens(tokenizers.get(self.tok), lowercase=self.lowercase)
        return _core.bleu_statistics(pairing.pairs(tokens), max_order=self.max_order, threads=pairing.threads)

    def pairwise(self, lists: "TextLists", weights: Floats | None = None) -> Floats:
        if self.weights != "equal":
            return super().pairwise(lists, weights)
        return _core.pairwise_bleu(*self._lists(lists, weights), **self._options(lists))

    def aggregate(self, lists: "TextLists", weights: Floats) -> Floats:
        if self.weights != "equal":
            raise OptionError("bleu has no aggregate form with weights of its orders; leave weights out")
        return _core.aggregate_bleu(*self._lists(lists, weights), **self._options(lists))

    def score(self, statistics: Floats) -> Floats:
        logs = np.zeros(statistics.shape[:-1])
        orders = np.zeros(statistics.shape[:-1])
        for weight, (present, precision) in zip(self._weights(), self.precisions(statistics), strict=True):
            log = _logs(precision)
            logs = logs + weight * (np.where(present, log, 0.0) if self.effective_order else log)
            orders = orders + weight * (present if self.effective_order else 1.0)
        matches = statistics[..., 2 : 2 + self.max_order]
        score = self.brevity_penalty(statistics) * np.exp(ratio(logs, orders))
        return np.where(matches.sum(-1) > 0, score, 0.0)

    def explain(self, pairing: Pairing, segment: int) -> "Explanation":
        """With the reference that shares most; n-grams count that any reference has."""
        from tertium.metrics.explanation import Excerpt, NGrams, Order
        from tertium.metrics.matches import SEVERAL, n_ngrams, starts, with_closest

        excerpt = Excerpt.of(pairing, segment)
        tokens = pairing.pool.tokens(tokenizers.get(self.tok), lowercase=self.lowercase)
        hypothesis, references, number = with_closest(excerpt, tokens, self.max_order)
        reference = references[number]
        statistics = self.statistics(excerpt.pairing)[0]
        orders = tuple(
            Order(
                n,
                len(matched := starts(hypothesis, references, n)),
                n_ngrams(hypothesis, n),
                n_ngrams(reference, n),
                matched,
                starts(reference, [hypothesis], n),
            )
            for n in range(1, self.max_order + 1)
        )
        return replace(
            excerpt.explanation(float(self.score(statistics)), hypothesis, reference, number),
            ngrams=(NGrams("word", hypothesis, reference, orders),),
            parts=self._parts(statistics),
            notes=(SEVERAL,) if len(excerpt.rows) > 1 else (),
        )

    def _lists(self, lists: "TextLists", weights: Floats | None) -> tuple[Batch, _core.Batch, _core.Batch, Floats]:
        """What the kernels of lists compare."""
        tokens = lists.pool.tokens(tokenizers.get(self.tok), lowercase=self.lowercase)
        return tokens, *lists.rows(), np.empty(0) if weights is None else weights

    def _options(self, lists: "TextLists") -> dict[str, Any]:
        """How they compare it."""
        options = {name: getattr(self, name) for name in ("max_order", "smooth", "effective_order", "brevity")}
        return {**options, "smooth_value": self.smoothing_value() or 0.0, "threads": lists.threads}

    def _parts(self, statistics: Floats) -> "tuple[Part, ...]":
        """What the score is the product of, and the mean of."""
        from tertium.metrics.explanation import Part

        precisions = []
        for n, (present, precision) in enumerate(self.precisions(statistics), 1):
            if present or not self.effective_order:
                matched = statistics[1 + n]
                note = "" if not present else "smoothed" if self.smooth != "none" and matched == 0 else ""
                precisions.append(Part(f"precision of {n}-grams", float(100 * precision), note or "in per cent"))
        return (
            *precisions,
            Part("hypothesis words", float(statistics[0])),
            Part("reference words", float(statistics[1]), "of the reference closest in length"),
            Part(
                "brevity penalty", float(self.brevity_penalty(statistics)), "times the geometric mean of the precisions"
            ),
        )

    def precisions(self, statistics: Floats) -> Iterator[tuple[NDArray[np.bool_], Floats]]:
        """For each order whether it is there, and its smoothed precision."""
        present = np.ones(statistics.shape[:-1], bool)
        halvings = np.ones(statistics.shape[:-1])
        value = self.smoothing_value() or 0.0
        for n in range(self.max_order):
            match, total = statistics[..., 2 + n], statistics[..., 2 + self.max_order + n]
            if self.smooth == "add-k" and n > 0:
                match, total = match + value, total + value
            # An order without n-grams ends the series, as in sacreBLEU.
            present = present & (total > 0)
            halvings = np.where(present & (match == 0), 2 * halvings, halvings)
            yield present, ratio(self._smoothed(match, halvings, value), np.where(present, total, 0.0))

    def _weights(self) -> list[float]:
        """The weights of the orders; only their proportions matter."""
        if self.weights == "equal":
            return [1.0] * self.max_order
        try:
            weights = [float(part) for part in self.weights.split("/")]
        except ValueError:
            weights = []
        if len(weights) != self.max_order or not all(0 <= weight < np.inf for weight in weights) or sum(weights) == 0:
            expected = f"equal, or {self.max_order} numbers from 0 on joined by /, such as 0.4/0.3/0.2/0.1"
            raise OptionError(f"bleu: option 'weights' cannot be {self.weights!r}; it takes {expected}")
        return weights

    def smoothing_value(self) -> float | None:
        """What floor and add-k add; None for the others."""
        return _SMOOTH_VALUES.get(self.smooth) if self.smooth_value is None else self.smooth_value

    def _smoothed(self, match: Floats, halvings: Floats, value: float) -> Floats:
        if self.smooth == "exp":
            return np.where(match == 0, 1.0 / halvings, match)
        if self.smooth == "floor":
            return np.where(match == 0, value, match)
        return match

    def brevity_penalty(self, statistics: Floats) -> Floats:
        """1, or less where the hypotheses are shorter than the references."""
        if not self.brevity:
            return np.ones(statistics.shape[:-1])
        hyp_words, ref_words = statistics[..., 0], statistics[..., 1]
        return np.where(hyp_words < ref_words, np.exp(1 - ratio(ref_words, hyp_words, empty=np.inf)), 1.0)


def _logs(precision: Floats) -> Floats:
    """The logarithm of a precision in per cent, and of 0 what sacreBLEU takes for it."""
    positive = precision > 0
    if positive.all():
        return np.log(100.0 * precision)
    return np.where(positive, np.log(100.0 * np.where(positive, precision, 1.0)), _LOG_OF_ZERO)
