r"""A post-edit report as tab-separated values: one line for each segment, with full precision.

Texts and names are escaped as in the other tables: a backslash is `\\`, a tab `\t`, line ends `\n` and `\r`. A cell is
empty where something is not known.
"""

from tertium.evaluation.post_edits import ORIGINS, PostEdits, SegmentEdits
from tertium.results.characters import visible

COLUMNS = (
    "number", "document", "id", "origin", "match", "band", "state_before", "state_after", "source_words", "hter",
    "edits", "words", "characters", "character_share", "character_rate", "unchanged", "tags_changed", "tag_problems",
    "seconds", "source", "before", "after",
)  # fmt: skip


def render_tsv(report: PostEdits) -> str:
    return "".join("\t".join(row) + "\n" for row in (COLUMNS, *map(_row, report.segments)))


def _row(one: SegmentEdits) -> list[str]:
    segment = one.segment
    values = (
        one.number,
        segment.document,
        segment.id,
        ORIGINS[segment.origin],
        segment.match,
        one.band,
        segment.state_before,
        segment.state_after,
        one.source_words,
        one.hter,
        one.edits,
        one.words,
        one.characters,
        one.character_share,
        one.character_rate,
        one.unchanged,
        segment.tags_changed,
        "; ".join(segment.tag_problems),
        segment.seconds,
        segment.source,
        segment.before,
        segment.after,
    )
    return [_cell(value) for value in values]


def _cell(value: str | float | bool | None) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return visible(value) if isinstance(value, str) else repr(value)
