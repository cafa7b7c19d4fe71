"""The formats of a post-edit report, by name."""

from typing import Literal

from tertium.evaluation.post_edits import PostEdits

Format = Literal["text", "tsv", "json"]


def render_post_edits(report: PostEdits, format: Format, width: int = 1, *, segments: bool = False) -> str:
    """The report in one format; `width` and `segments` (show every segment) are for `text`."""
    if format == "tsv":
        from tertium.report.post_edits.tsv import render_tsv

        return render_tsv(report)
    if format == "json":
        from tertium.report.post_edits.json import render_json

        return render_json(report)
    from tertium.report.post_edits.text import render_text

    return render_text(report, width, segments=segments)
