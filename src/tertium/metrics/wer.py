"""WER and PER: word errors against the closest reference, with and without regard to word order."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tertium import _core
from tertium.metrics.base import Floats, Metric, case, error_rate, option, register
from tertium.text import tokenizers
from tertium.text.pool import Pairing


@register("wer")
@dataclass(frozen=True, kw_only=True)
class WER(Metric):
    """Insertions, deletions and substitutions; of several references the one with the lowest rate counts."""

    tok: str = option("none", "tokeniser; `tertium metrics` lists them")
    lowercase: bool = option(False, "ignore letter case")
    unit: Literal["rate", "count"] = option("rate", "errors for each 100 reference words, or their number")

    summary = "word errors: insertions, deletions, substitutions"
    scale = "0-100 and more"
    original = "jiwer 4 (times 100)"
    higher_is_better = False
    name = "WER"

    def signature(self) -> dict[str, str]:
        return {"tok": self.tok, "case": case(self.lowercase), "unit": self.unit}

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: errors, reference words."""
        return self._count(pairing, _core.wer_statistics)

    def score(self, statistics: Floats) -> Floats:
        errors, words = statistics[..., 0], statistics[..., 1]
        return errors.copy() if self.unit == "count" else error_rate(errors, words)

    def _count(self, pairing: Pairing, kernel: Callable[..., Floats]) -> Floats:
        tokens = pairing.pool.tokens(tokenizers.get(self.tok), lowercase=self.lowercase)
        return kernel(
            tokens.ids, tokens.offsets, pairing.hypotheses, pairing.references, pairing.offsets, pairing.threads
        )


@register("per")
@dataclass(frozen=True, kw_only=True)
class PER(WER):
    """Words that the two texts do not share, wherever they stand (Tillmann et al. 1997)."""

    summary = "word errors without regard to order"
    original = "the definition"
    name = "PER"

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: errors, reference words."""
        return self._count(pairing, _core.per_statistics)
