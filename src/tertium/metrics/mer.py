"""MER, WIL and WIP: how many words are right, from the same edits as WER (Morris, Maier & Green 2004)."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.errors import DataError
from tertium.metrics.base import case, option, ratio, register
from tertium.metrics.wer import SplitAtSpaces
from tertium.text import tokenizers
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing


@dataclass(frozen=True, kw_only=True)
class MatchMetric(SplitAtSpaces):
    """Edits and words kept, against the reference with the best score.

    A text can often be edited into another in several equally short ways that keep different numbers of words. jiwer
    counts one of them, which need not keep most; `kept=most` counts most, as explanations of WER show them.
    """

    lowercase: bool = option(False, "ignore letter case")
    kept: Literal["jiwer", "most"] = option("jiwer", "of equally short ways to edit: the one jiwer takes, or the best")

    original = "jiwer 4 (times 100)"
    papers = ("morris-etal-2004-wil",)

    def signature(self) -> dict[str, str]:
        return {"tok": tokenizers.get(self.tok).name, "case": case(self.lowercase), "kept": self.kept}

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: edits, words kept, hypothesis words, reference words."""
        tokens = pairing.pool.tokens(tokenizers.get(self.tok), lowercase=self.lowercase)
        numbers = np.diff(pairing.offsets)
        hypotheses = np.repeat(pairing.hypotheses, numbers)
        try:
            counts = _core.match_counts(
                tokens, hypotheses, pairing.references, most=self.kept == "most", threads=pairing.threads
            )
        except ValueError as error:
            raise DataError(f"{self.key}: {error}; split them, or use {self.key}(kept=most)") from None
        lengths = np.diff(tokens.offsets).astype(np.float64)
        rows = np.column_stack((counts, lengths[hypotheses], lengths[pairing.references]))
        return rows[self._best(rows, np.repeat(np.arange(len(pairing)), numbers))]

    def _best(self, rows: Floats, segments: NDArray[np.int64]) -> NDArray[np.int64]:
        """The row of each segment's best reference; of equal ones, those with fewer edits, and shorter ones."""
        scores = self.score(rows) * (-1 if self.higher_is_better else 1)
        order = np.lexsort((rows[:, 3], rows[:, 0], scores, segments))
        return np.asarray(order[np.unique(segments[order], return_index=True)[1]], np.int64)

    @abstractmethod
    def score(self, statistics: Floats) -> Floats: ...


@register("mer")
@dataclass(frozen=True, kw_only=True)
class MER(MatchMetric):
    """The share of edits among all edits and matches."""

    summary = "match error rate: the share of edits among edits and matching words"
    higher_is_better = False
    name = "MER"

    def score(self, statistics: Floats) -> Floats:
        edits, matches = statistics[..., 0], statistics[..., 1]
        return 100.0 * ratio(edits, edits + matches)


def _preserved(statistics: Floats) -> Floats:
    matches, hypothesis, reference = (statistics[..., i] for i in (1, 2, 3))
    nothing = (hypothesis == 0) & (reference == 0)
    return ratio(matches, reference, empty=nothing) * ratio(matches, hypothesis, empty=nothing)


@register("wip")
@dataclass(frozen=True, kw_only=True)
class WIP(MatchMetric):
    """The share of the reference's words that are right, times that of the hypothesis's."""

    summary = "word information preserved: recall times precision of matching words"
    name = "WIP"

    def score(self, statistics: Floats) -> Floats:
        return 100.0 * _preserved(statistics)


@register("wil")
@dataclass(frozen=True, kw_only=True)
class WIL(MatchMetric):
    """What WIP leaves to 100."""

    summary = "word information lost: 100 less WIP"
    higher_is_better = False
    name = "WIL"

    def score(self, statistics: Floats) -> Floats:
        return 100.0 * (1.0 - _preserved(statistics))
