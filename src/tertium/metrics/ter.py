"""TER: edits with shifts of phrases, for each reference word (Snover et al. 2006)."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from tertium import _core
from tertium.metrics.base import Metric, Misfit, case, error_rate, option, register
from tertium.resources.limits import refuse_long
from tertium.text.arrays import Batch, Floats, Ids, keeping_most
from tertium.text.languages import Language
from tertium.text.pool import Pairing
from tertium.text.tokenizers.tercom import tercom

if TYPE_CHECKING:
    from tertium.metrics.explanation import Explanation

# The languages that `asian_support` splits.
_ASIAN = ("zh", "yue", "ja")


@register("ter")
@dataclass(frozen=True, kw_only=True)
class TER(Metric):
    """Edits against the reference that needs fewest, over the mean length of the references."""

    normalized: bool = option(False, "tercom's normalisation: entities, punctuation apart")
    no_punct: bool = option(False, "remove punctuation")
    asian_support: bool = option(False, "treat Chinese and Japanese characters and punctuation too")
    case_sensitive: bool = option(False, "respect letter case")
    rules: Literal["sacrebleu", "tercom"] = option(
        "sacrebleu",
        "whose choice of shifts; they differ on few segments (tercom: without its beam, which long texts can reach)",
    )

    summary = "edits with phrase shifts for each reference word"
    bounds = "0-100 and more"
    original = "sacreBLEU 2.6"
    papers: ClassVar[tuple[str, ...]] = ("snover-etal-2006-ter", "post-2018-call")
    higher_is_better = False
    name = "TER"

    def signature(self) -> dict[str, str]:
        yes_no = {True: "yes", False: "no"}
        return {
            "case": case(not self.case_sensitive),
            "tok": "tercom",
            "norm": yes_no[self.normalized],
            "punct": yes_no[not self.no_punct],
            "asian": yes_no[self.asian_support],
            "rules": self.rules,
        }

    @classmethod
    def options_for(cls, language: Language) -> dict[str, Any]:
        return {"normalized": True, "asian_support": True} if language.code in _ASIAN else {}

    def misfit(self, language: Language) -> Misfit | None:
        if language.spaced:
            return None
        reason = f"{language.name} has no spaces between words"
        if language.code not in _ASIAN:
            return Misfit(reason, "use wer(tok=char) or chrf")
        split = self.normalized and self.asian_support
        return None if split else Misfit(reason, f"use {self.key}(normalized=yes,asian_support=yes)")

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: edits, mean reference words."""
        tokens, references = self._tokens(pairing)
        if self.rules == "tercom":
            refuse_long(tokens)  # its beam is by cost, so that every word is compared with every other
        pairs = replace(pairing, references=references).pairs(tokens)
        return _core.ter_statistics(pairs, tercom=self.rules == "tercom", threads=pairing.threads)

    def score(self, statistics: Floats) -> Floats:
        return error_rate(statistics[..., 0], statistics[..., 1])

    def explain(self, pairing: Pairing, segment: int) -> "Explanation":
        from tertium.metrics.edits import read_script
        from tertium.metrics.explanation import Excerpt, Part

        excerpt = Excerpt.of(pairing, segment)
        number = excerpt.reference_of(self.statistics, 0)
        tokens, references = self._tokens(excerpt.pairing)
        row = int(references[number])
        hypothesis = tuple(tokens.tokens(excerpt.hypothesis))
        script = _core.ter_script(tokens, excerpt.hypothesis, row, tercom=self.rules == "tercom")
        moved = tokens.row(excerpt.hypothesis)[read_script(script, len(hypothesis)).order]
        edits = read_script(script, len(hypothesis), keeping_most(moved, tokens.row(row), script.steps))
        statistics = self.statistics(excerpt.pairing)[0]
        words = "reference words" if len(excerpt.rows) == 1 else "mean reference words"
        return replace(
            excerpt.explanation(float(self.score(statistics)), hypothesis, tuple(tokens.tokens(row)), number),
            links=tuple(edits.links),
            loose=tuple(edits.loose),
            moves=tuple(edits.moves),
            parts=(
                *edits.counted(),
                Part("shifts", len(edits.moves), "words moved together"),
                Part("edits", statistics[0]),
                Part(words, statistics[1]),
            ),
        )

    def _tokens(self, pairing: Pairing) -> tuple[Batch, Ids]:
        """The words of all texts, and the rows of the references."""
        tokenizer = tercom(normalized=self.normalized, no_punct=self.no_punct, asian_support=self.asian_support)
        tokens = pairing.pool.tokens(tokenizer, lowercase=not self.case_sensitive)
        # sacreBLEU tokenises references twice, and the second time splits "Poor's ," where the first left "Poor's,".
        again = np.int32(len(pairing.pool)) if self.normalized else np.int32(0)
        return tokens, pairing.references + again
