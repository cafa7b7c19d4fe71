"""TER: edits with shifts of phrases, for each reference word (Snover et al. 2006)."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from tertium import _core
from tertium.metrics.base import Metric, case, error_rate, option, register
from tertium.metrics.edits import read_script
from tertium.metrics.explanation import Chosen, Explanation, Part
from tertium.text.arrays import Batch, Floats, Ids
from tertium.text.pool import Pairing
from tertium.text.tokenizers.tercom import tercom


@register("ter")
@dataclass(frozen=True, kw_only=True)
class TER(Metric):
    """Edits against the reference that needs fewest, over the mean length of the references."""

    normalized: bool = option(False, "tercom's normalisation: entities, punctuation apart")
    no_punct: bool = option(False, "remove punctuation")
    asian_support: bool = option(False, "treat Chinese and Japanese characters and punctuation too")
    case_sensitive: bool = option(False, "respect letter case")
    rules: Literal["sacrebleu", "tercom"] = option("sacrebleu", "whose choice of shifts; they differ on few segments")

    summary = "edits with phrase shifts for each reference word"
    scale = "0-100 and more"
    original = "sacreBLEU 2.6"
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

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: edits, mean reference words."""
        tokens, references = self._tokens(pairing)
        return _core.ter_statistics(
            tokens.ids,
            tokens.offsets,
            pairing.hypotheses,
            references,
            pairing.offsets,
            self.rules == "tercom",
            pairing.threads,
        )

    def score(self, statistics: Floats) -> Floats:
        return error_rate(statistics[..., 0], statistics[..., 1])

    def explain(self, pairing: Pairing, segment: int) -> Explanation:
        chosen = Chosen.of(pairing, segment)
        number = chosen.reference_of(self.statistics, 0)
        tokens, references = self._tokens(chosen.pairing)
        row = int(references[number])
        hypothesis = tuple(tokens.tokens(chosen.hypothesis))
        script = _core.ter_script(tokens.ids, tokens.offsets, chosen.hypothesis, row, self.rules == "tercom")
        edits = read_script(script, len(hypothesis))
        statistics = self.statistics(chosen.pairing)[0]
        words = "reference words" if len(chosen.rows) == 1 else "mean reference words"
        return Explanation(
            float(self.score(statistics)),
            hypothesis,
            tuple(tokens.tokens(row)),
            *chosen.texts(number),
            number,
            len(chosen.rows),
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
