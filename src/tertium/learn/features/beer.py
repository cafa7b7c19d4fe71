"""The features of BEER 1.1 and 2.0, and those that other learned metrics share with them; computed in the core."""

from typing import ClassVar

import numpy as np

from tertium import _core
from tertium.learn.features.base import FeatureOptions, FeatureSet, register
from tertium.metrics.base import ratio
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing

_PRF = ("precision", "recall", "f1")
_KINDS = ("exact", "stem", "synonym", "paraphrase")
BEAM = 40

# In the order of the core's columns.
_ALL = (
    *(f"char.{n}.{part}" for n in range(1, 7) for part in _PRF),
    *(f"word.{kind}.{part}" for kind in _KINDS for part in _PRF),
    *(f"{cls}.{part}" for cls in ("function", "content") for part in _PRF),
    *("order.kendall", "order.kendall-0.25", "order.kendall-0.5", "order.kendall-0.75"),
    *("order.trees", "order.monotone", "order.inverted", "order.arity-4", "order.arity-more"),
)


@register("beer")
class BeerFeatures(FeatureSet):
    """BEER 1.1: character n-grams, words by kind of match, function and content words, word order by trees."""

    def names(self, options: FeatureOptions) -> tuple[str, ...]:
        return tuple(_ALL[i] for i in self._columns(options))

    def compute(self, pairing: Pairing, options: FeatureOptions) -> Floats:
        batch = options.matching.words(pairing.pool)
        knowledge = options.matching.knowledge(batch)
        table = _core.beer_features(
            pairing.pairs(batch),
            words=batch.words,
            lexicon=knowledge.lexicon,
            function_words=knowledge.listed,
            beam=BEAM,
            threads=pairing.threads,
        )
        return table[:, self._columns(options)]

    @staticmethod
    def _columns(options: FeatureOptions) -> list[int]:
        """Those that can be anything but constant."""
        unused = [f"word.{kind}." for kind in _KINDS if kind not in options.matching.kinds]
        if not options.matching.functions:
            unused += ["function.", "content."]
        return [i for i, name in enumerate(_ALL) if not name.startswith(tuple(unused))]


@register("beer2")
class Beer2Features(FeatureSet):
    """BEER 2.0: word, character and skip n-grams by the smaller and larger of precision and recall; lengths.

    As the original program computes them: n-grams of words at the start and at the end count once more, and character
    n-grams have n - 1 characters. Lengths are capped where its training data ended.
    """

    groups: ClassVar[tuple[str, str, str, str]] = ("wordgram", "chargram", "skipgram", "disbalance")
    original: ClassVar[bool] = True

    def names(self, options: FeatureOptions) -> tuple[str, ...]:
        words, chars, skip, length = self.groups
        families = (
            *(f"{words}.{n}" for n in range(1, 5)),
            *(f"{chars}.{n}" for n in range(1, 7)),
            *(f"{skip}.{gap}" for gap in ("1", "2", "3", "4", "any")),
        )
        parts = ("min", "max", "f1", "root")
        return (*(f"{family}.{part}" for family in families for part in parts), f"{length}.words", f"{length}.chars")

    def compute(self, pairing: Pairing, options: FeatureOptions) -> Floats:
        batch = options.matching.words(pairing.pool)
        pairs = pairing.pairs(batch)
        table = _core.beer2_features(pairs, words=batch.words, original=self.original, threads=pairing.threads)
        # A hypothesis that is empty would outweigh all others.
        table[:, -2:] = np.minimum(table[:, -2:], (3.667, 2.25))
        return table


@register("beer2-like")
class Beer2LikeFeatures(Beer2Features):
    """The same families by plain rules: n-grams over the start and the end, and of n characters."""

    groups = ("words", "chars", "skip", "length")
    original = False


_ORDER = 20


@register("surface")
class SurfaceFeatures(FeatureSet):
    """N-gram precisions 1…20, length ratios, and word errors with and without order, as counts and rates."""

    def names(self, options: FeatureOptions) -> tuple[str, ...]:
        precisions = (f"ngram.{n}.precision" for n in range(1, _ORDER + 1))
        errors = ("errors.wer", "errors.per", "errors.wer-count", "errors.per-count")
        return (*precisions, "ratio.hyp-ref", "ratio.ref-hyp", *errors)

    def compute(self, pairing: Pairing, options: FeatureOptions) -> Floats:
        batch = options.matching.words(pairing.pool)
        pairs, threads = pairing.pairs(batch), pairing.threads
        rows = _core.bleu_statistics(pairs, max_order=_ORDER, threads=threads)
        wer, per = (kernel(pairs, threads=threads) for kernel in (_core.wer_statistics, _core.per_statistics))
        hyp, ref = rows[:, 0], rows[:, 1]
        precisions = ratio(rows[:, 2 : 2 + _ORDER], rows[:, 2 + _ORDER :])
        lengths = (ratio(hyp, ref, empty=hyp + 1.0), ratio(ref, hyp, empty=ref + 1.0))
        rates = [ratio(errors[:, 0], ref, empty=errors[:, 0]) for errors in (wer, per)]
        return np.column_stack((precisions, *lengths, *rates, wer[:, 0], per[:, 0]))
