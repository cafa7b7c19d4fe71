"""A post-edit report as JSON: the fields of `tertium.evaluation.post_edits` by their names."""

from dataclasses import asdict
from typing import Any

from tertium._version import __version__
from tertium.evaluation.post_edits import PostEdits, SegmentEdits
from tertium.results.json import to_json as encode


def render_json(report: PostEdits) -> str:
    return encode(
        {
            "version": __version__,
            "name": report.name,
            "original": report.original,
            "signature": report.signature,
            "total": asdict(report.total),
            "by_origin": [asdict(group) for group in report.by_origin],
            "by_band": [asdict(group) for group in report.by_band],
            "histogram": [asdict(one) for one in report.histogram],
            "left_out": list(report.left_out),
            "segments": [_segment(one) for one in report.segments],
        }
    )


def _segment(one: SegmentEdits) -> dict[str, Any]:
    fields = asdict(one)
    segment = fields.pop("segment")
    del segment["references"]
    segment["tag_problems"] = list(segment["tag_problems"])
    return {**fields, **segment}
