"""chrF and chrF++: F-score of character (and word) n-grams (Popović 2015, 2017)."""

from dataclasses import dataclass

import numpy as np

from tertium import _core
from tertium.metrics.base import Floats, Metric, case, option, ratio, register
from tertium.text.pool import Pairing
from tertium.text.tokenizers.char import CHAR, CHAR_AND_SPACE
from tertium.text.tokenizers.chrf_words import CHRF_WORDS

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

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: hypothesis n-grams, reference n-grams, matches; for each character order, then each word order."""
        characters = pairing.pool.tokens(CHAR_AND_SPACE if self.whitespace else CHAR, lowercase=self.lowercase)
        words = pairing.pool.tokens(CHRF_WORDS, lowercase=self.lowercase) if self.word_order else characters
        return _core.chrf_statistics(
            characters.ids,
            characters.offsets,
            words.ids,
            words.offsets,
            pairing.hypotheses,
            pairing.references,
            pairing.offsets,
            self.char_order,
            self.word_order,
            self.beta,
            self.eps_smoothing,
            pairing.threads,
        )

    def score(self, statistics: Floats) -> Floats:
        hyp, ref, match = (statistics[..., i::3] for i in range(3))
        precision, recall = ratio(match, hyp, empty=_EPS), ratio(match, ref, empty=_EPS)
        if self.eps_smoothing:
            return np.asarray(100.0 * self._f(precision, recall, empty=_EPS).mean(-1))
        # Orders that one side is too short for do not count.
        present = (hyp > 0) & (ref > 0)
        n_orders = present.sum(-1).astype(np.float64)
        return 100.0 * self._f(
            ratio(np.where(present, precision, 0.0).sum(-1), n_orders),
            ratio(np.where(present, recall, 0.0).sum(-1), n_orders),
            empty=0.0,
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
