"""WER and PER: word errors against the closest reference, with and without regard to word order."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from tertium import _core
from tertium.errors import DataError
from tertium.metrics.base import Metric, Misfit, case, option, ratio, register
from tertium.metrics.edits import equal_words, read_script
from tertium.metrics.explanation import Chosen, Explanation, Part, left_over
from tertium.text import tokenizers
from tertium.text.arrays import Batch, Floats
from tertium.text.languages import Language
from tertium.text.pool import Pairing


@register("wer")
@dataclass(frozen=True, kw_only=True)
class WER(Metric):
    """Insertions, deletions and substitutions against the closest reference.

    That is the one with the lowest rate, or where errors are counted, with the fewest errors.
    """

    tok: str = option("none", "tokeniser; `tertium metrics` lists them")
    lowercase: bool = option(False, "ignore letter case")
    unit: Literal["rate", "count"] = option("rate", "errors for each 100 reference words, or their number")

    summary = "word errors: insertions, deletions, substitutions"
    scale = "0-100 and more"
    original = "jiwer 4 (times 100)"
    higher_is_better = False
    revision = 2
    name = "WER"

    def signature(self) -> dict[str, str]:
        signature = {"tok": tokenizers.get(self.tok).name, "case": case(self.lowercase), "unit": self.unit}
        return {**signature, "ref": "fewest"} if self.unit == "count" else signature

    @classmethod
    def options_for(cls, language: Language) -> dict[str, Any]:
        return {} if language.spaced else {"tok": "char"}

    def misfit(self, language: Language) -> Misfit | None:
        if self.tok == "none" and not language.spaced:
            return Misfit(f"{language.name} has no spaces between words", f"use {self.key}(tok=char)")
        return super().misfit(language)

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: errors, reference words."""
        return self._count(pairing, _core.wer_statistics)

    def score(self, statistics: Floats) -> Floats:
        errors, words = statistics[..., 0], statistics[..., 1]
        # jiwer divides by 1 where there is no word to divide by.
        return errors.copy() if self.unit == "count" else 100.0 * ratio(errors, words, empty=errors)

    def explain(self, pairing: Pairing, segment: int) -> Explanation:
        chosen = Chosen.of(pairing, segment)
        number = chosen.reference_of(self.statistics)
        tokens = self._tokens(pairing)
        hypothesis, reference = chosen.tokens(tokens, number)
        edits = read_script(_script(tokens, chosen.hypothesis, chosen.rows[number]), len(hypothesis))
        return replace(
            chosen.explanation(self._segment_score(chosen), hypothesis, reference, number),
            links=tuple(edits.links),
            loose=tuple(edits.loose),
            parts=(*edits.counted(), *self._totals(chosen)),
        )

    def _totals(self, chosen: Chosen) -> tuple[Part, ...]:
        errors, words = self.statistics(chosen.pairing)[0]
        return Part("errors", errors), Part("reference words", words)

    def _segment_score(self, chosen: Chosen) -> float:
        return float(self.score(self.statistics(chosen.pairing))[0])

    def _tokens(self, pairing: Pairing) -> Batch:
        return pairing.pool.tokens(tokenizers.get(self.tok), lowercase=self.lowercase)

    def _count(self, pairing: Pairing, kernel: Callable[..., Floats]) -> Floats:
        fewest = self.unit == "count"
        return kernel(pairing.pairs(self._tokens(pairing)), fewest=fewest, threads=pairing.threads)


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

    def explain(self, pairing: Pairing, segment: int) -> Explanation:
        chosen = Chosen.of(pairing, segment)
        number = chosen.reference_of(self.statistics)
        tokens = self._tokens(pairing)
        hypothesis, reference = chosen.tokens(tokens, number)
        steps = _script(tokens, chosen.hypothesis, chosen.rows[number]).steps
        links = equal_words(steps, hypothesis, reference)
        return replace(
            chosen.explanation(self._segment_score(chosen), hypothesis, reference, number),
            links=tuple(links),
            loose=left_over(links, hypothesis, reference),
            parts=(Part("words in common", len(links)), *self._totals(chosen)),
            notes=("Errors: the words left over on the side that has more of them.",),
        )


def _script(tokens: Batch, hypothesis: int, reference: int) -> _core.EditScript:
    try:
        return _core.edit_script(tokens, hypothesis, reference)
    except ValueError as error:
        raise DataError(f"the segment cannot be explained: {error}; split it") from None
