"""Post-edits as judgements: XLIFF and TMX files that keep the machine's translation inside.

Each edited segment is one item: the machine's translation is the output, what a person made of it the reference
(besides references that the file has inside), and 100 − HTER the score, not below 0: what needed no editing has 100.
"""

import numpy as np

from tertium.errors import DataError
from tertium.evaluation.post_edits import SYSTEM, post_edit_report
from tertium.io.bilingual.edits import INSIDE, edits_in
from tertium.io.files import Input
from tertium.io.judgements.cells import UNKNOWN, Options
from tertium.io.testsets.formats import bilingual_kind
from tertium.meta.judgements import Items, JudgementGroup, ScoreTables, SegmentScores
from tertium.text.testset import References

KIND = "post-edit"


def read(source: Input, options: Options) -> list[JudgementGroup]:
    edits = edits_in(source, bilingual_kind(source))
    if not edits.segments:
        raise DataError(
            f"{source.name}: keeps no translation from before editing (alt-trans, mtc:match); expected some"
        )
    report = post_edit_report(edits.segments, name=edits.name, original=INSIDE)
    segments = edits.segments
    items = Items.build(
        [one.before for one in segments],
        References.by_segment([(one.after, *one.references) for one in segments]),
        source=[one.source for one in segments],
        system=[SYSTEM] * len(segments),
        segment=[one.id for one in segments],
        document=[one.document for one in segments],
    )
    scores = SegmentScores(items, np.array([max(0.0, 100.0 - one.hter) for one in report.segments]), KIND)
    pair = options.lang_pair or edits.languages or UNKNOWN
    return [JudgementGroup(options.dataset or source.stem, pair, items, ScoreTables((scores,)))]
