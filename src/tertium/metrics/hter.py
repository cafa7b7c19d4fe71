"""HTER: TER against what a human made of the output (Snover et al. 2006)."""

from dataclasses import dataclass, fields, replace

import numpy as np

from tertium.errors import DataError
from tertium.metrics.base import register
from tertium.metrics.explanation import Explanation
from tertium.metrics.ter import TER
from tertium.text.arrays import Floats
from tertium.text.material import Material
from tertium.text.pool import Pairing


@register("hter")
@dataclass(frozen=True, kw_only=True)
class HTER(TER):
    """Edits that turn each hypothesis into its post-edit, over the words of the post-edit."""

    summary = "TER against a human post-edit of each output"
    original = "sacreBLEU 2.6 (TER with the post-edits as references)"
    papers = ("snover-etal-2006-ter",)
    name = "HTER"
    only_by_name = True

    @property
    def needs(self) -> frozenset[Material]:
        return frozenset({"post-edits"})

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: edits, words of the post-edit."""
        return super().statistics(_edited(pairing))

    def explain(self, pairing: Pairing, segment: int) -> Explanation:
        edited = _edited(pairing)
        # The segment is cut out by TER; what is left of it has no post-edits any more, and the rows are those of TER.
        return TER(**{f.name: getattr(self, f.name) for f in fields(self)}).explain(edited, segment)


def _edited(pairing: Pairing) -> Pairing:
    """The same hypotheses against their post-edits."""
    edits = pairing.post_edits
    if edits is None:
        raise DataError(
            "hter: there are no post-edits; give a column post_edit (with several systems in one row: "
            "post_edit:NAME) in TSV, JSONL or Parquet, or --post-edits [NAME=]FILE beside plain files"
        )
    if (missing := np.flatnonzero(edits < 0)).size:
        raise DataError(
            f"hter: segment {missing[0] + 1} has no post-edit ({missing.size} of {len(edits)} segments have none); "
            "missing is not empty: add the post-edit, or leave such segments out of the test set"
        )
    return replace(pairing, references=edits, offsets=np.arange(len(edits) + 1))
