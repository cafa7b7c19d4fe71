"""Parts of metrics for one sentence: of BLEU, NIST, TER and METEOR as Padó et al. (2009) have them, and of chrF."""

import numpy as np

from tertium import _core
from tertium.learn.features.base import FeatureOptions, FeatureSet, one_to_one, register
from tertium.metrics.base import ratio
from tertium.metrics.chrf import CHRF
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing
from tertium.text.tokenizers import get as tokenizer

_BLEU_ORDER, _NIST_ORDER = 4, 10
# mteval's penalty: half the score at two thirds of the reference's length.
_NIST_BETA = -np.log(0.5) / np.log(1.5) ** 2


@register("bleu")
class BleuFeatures(FeatureSet):
    """BLEU-n and n-gram precisions for n = 1…4, plain and with one added; brevity penalty; BLEU without it."""

    def names(self, options: FeatureOptions) -> tuple[str, ...]:
        orders = range(1, _BLEU_ORDER + 1)
        kinds = ("precision", "precision+1", "score", "score+1")
        return (
            *(f"bleu.{kind}.{n}" for kind in kinds for n in orders),
            "bleu.brevity",
            "bleu.without-brevity",
        )

    def compute(self, pairing: Pairing, options: FeatureOptions) -> Floats:
        batch = pairing.pool.tokens(tokenizer("13a"))
        rows = _core.bleu_statistics(pairing.pairs(batch), max_order=_BLEU_ORDER, threads=pairing.threads)
        hyp, ref = rows[:, 0], rows[:, 1]
        matches, totals = rows[:, 2 : 2 + _BLEU_ORDER], rows[:, 2 + _BLEU_ORDER :]
        plain, added = ratio(matches, totals), (matches + 1) / (totals + 1)
        brevity = np.where(hyp >= ref, 1.0, np.exp(1 - ratio(ref, hyp, empty=700.0)))
        orders = np.arange(1, _BLEU_ORDER + 1)
        with np.errstate(divide="ignore"):
            means = [np.exp(np.cumsum(np.log(p), axis=1) / orders) for p in (plain, added)]
        scores = [brevity[:, None] * mean for mean in means]
        return np.column_stack((plain, added, *scores, brevity, means[0][:, -1]))


@register("nist")
class NistFeatures(FeatureSet):
    """NIST-n for n = 1…10, information-weighted precisions for n = 1…4, the length penalty, NIST without it.

    The information of an n-gram comes from the references of all pairs, as in NIST itself.
    """

    whole_test_set = True

    def names(self, options: FeatureOptions) -> tuple[str, ...]:
        scores = (f"nist.score.{n}" for n in range(1, _NIST_ORDER + 1))
        return (*scores, *(f"nist.precision.{n}" for n in range(1, 5)), "nist.brevity", "nist.without-brevity")

    def compute(self, pairing: Pairing, options: FeatureOptions) -> Floats:
        batch = pairing.pool.tokens(tokenizer("13a"))
        rows = _core.nist_statistics(pairing.pairs(batch), max_order=_NIST_ORDER, threads=pairing.threads)
        hyp, ref = rows[:, 0], rows[:, 1]
        weighted = ratio(rows[:, 2 : 2 + _NIST_ORDER], rows[:, 2 + _NIST_ORDER :])
        shortness = np.clip(ratio(hyp, ref, empty=1.0), 1e-300, 1.0)
        brevity = np.exp(-_NIST_BETA * np.log(shortness) ** 2)
        sums = np.cumsum(weighted, axis=1)
        return np.column_stack((brevity[:, None] * sums, weighted[:, :4], brevity, sums[:, -1]))


# Costs of (insertion, deletion, substitution, shift); the first is TER's own. Which nine others the paper used is not
# known: these make one kind of edit cheap or dear, and extra or missing words nearly free.
_COSTS = (
    (1.0, 1.0, 1.0, 1.0),
    (0.1, 1.0, 1.0, 1.0),
    (1.0, 0.1, 1.0, 1.0),
    (1.0, 1.0, 0.5, 1.0),
    (1.0, 1.0, 1.5, 1.0),
    (1.0, 1.0, 2.0, 1.0),
    (1.0, 1.0, 1.0, 0.2),
    (0.5, 1.0, 1.0, 0.5),
    (1.0, 0.5, 1.0, 0.5),
    (0.26, 1.43, 1.56, 0.56),
)


@register("ter")
class TerFeatures(FeatureSet):
    """Edits under ten settings of costs: their cost, and insertions, deletions, substitutions and shifts."""

    def names(self, options: FeatureOptions) -> tuple[str, ...]:
        parts = ("cost", "insertions", "deletions", "substitutions", "shifts")
        return tuple(f"ter.{setting}.{part}" for setting in range(1, len(_COSTS) + 1) for part in parts)

    def compute(self, pairing: Pairing, options: FeatureOptions) -> Floats:
        batch = pairing.pool.tokens(tokenizer("tercom"), lowercase=True)
        costs = [list(setting) for setting in _COSTS]
        return _core.edit_cost_features(pairing.pairs(batch), costs=costs, threads=pairing.threads)


@register("chrf")
class ChrfFeatures(FeatureSet):
    """Precision, recall and F1 of character n-grams for n = 1…6, case and punctuation as they are; and chrF."""

    def names(self, options: FeatureOptions) -> tuple[str, ...]:
        orders = range(1, CHRF.char_order + 1)
        return (*(f"chrf.{n}.{part}" for part in ("precision", "recall", "f1") for n in orders), "chrf.f1")

    def compute(self, pairing: Pairing, options: FeatureOptions) -> Floats:
        metric = CHRF()
        rows = metric.statistics(pairing)
        hyp, ref, both = np.moveaxis(rows.reshape(len(rows), CHRF.char_order, 3), -1, 0)
        f1 = ratio(2 * both, hyp + ref)
        return np.column_stack((ratio(both, hyp), ratio(both, ref), f1, metric.score(rows) / 100))


_METEOR = (0.85, 0.20, 0.60, 0.75)


@register("meteor")
class MeteorFeatures(FeatureSet):
    """METEOR's score and its parts: precision, recall, their mean, fragmentation, penalty; matched words by kind."""

    def names(self, options: FeatureOptions) -> tuple[str, ...]:
        parts = ("score", "precision", "recall", "mean", "fragmentation", "penalty")
        kinds = ("exact", "stem", "synonym", "paraphrase")
        return (*(f"meteor.{part}" for part in parts), *(f"meteor.matched-{kind}" for kind in kinds))

    def compute(self, pairing: Pairing, options: FeatureOptions) -> Floats:
        # A reference stands against itself in every learned metric: each word matches itself, in one run.
        table = np.zeros((len(pairing), len(self.names(options))))
        batch = options.matching.words(pairing.pool)
        same = pairing.hypotheses == pairing.references
        worded = np.diff(batch.offsets)[pairing.hypotheses] > 0
        table[np.ix_(same & worded, [0, 1, 2, 3, 6])] = 1.0
        table[~same] = self._of_others(
            one_to_one(pairing, pairing.hypotheses[~same], pairing.references[~same]), options
        )
        return table

    def _of_others(self, pairing: Pairing, options: FeatureOptions) -> Floats:
        batch = options.matching.words(pairing.pool)
        knowledge = options.matching.knowledge(batch)
        weights = (1.0, 0.6, 0.8, 0.6)
        rows = _core.meteor_statistics(
            pairing.pairs(batch),
            knowledge.lexicon,
            function_words=knowledge.listed,
            parameters=_METEOR,
            weights=weights,
            beam=40,
            threads=pairing.threads,
        )
        alpha, beta, gamma, delta = _METEOR
        lengths, functions, chunks = rows[:, 0:2], rows[:, 2:4], rows[:, 20]
        matched = rows[:, 4:20].reshape(-1, 4, 2, 2)
        by_side = (matched * np.array([[delta], [1 - delta]])).sum(-2)
        columns = ratio(
            (by_side * np.array(weights)[:, None]).sum(-2), delta * (lengths - functions) + (1 - delta) * functions
        )
        precision, recall = columns[:, 0], columns[:, 1]
        mean = ratio(precision * recall, (1 - alpha) * recall + alpha * precision)
        fragmentation = ratio(2 * chunks, matched.sum((1, 2, 3)))
        penalty = gamma * np.where(chunks > 0, fragmentation, 0.0) ** beta
        shares = ratio(matched.sum((2, 3)), lengths.sum(1)[:, None])
        return np.column_stack((mean * (1 - penalty), precision, recall, mean, fragmentation, penalty, shares))
