"""What is in n-best lists, as text, TSV or JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from tertium.nbest.statistics import Statistics

Rows = list[Sequence[str]]


def render(statistics: Statistics, format: str, width: int) -> str:
    """The statistics in a format; `width` is the number of decimal places of scores."""
    if format == "json":
        return json.dumps(asdict(statistics), ensure_ascii=False, indent=1) + "\n"
    tables = [rows for rows in (_counts(statistics), _features(statistics), _choices(statistics, width)) if rows]
    aligned = ["\n".join(_aligned(rows) if format == "text" else map("\t".join, rows)) for rows in tables]
    return "\n\n".join(aligned) + "\n"


def _counts(s: Statistics) -> Rows:
    return [
        ("lists", str(s.lists)),
        ("candidates", str(s.candidates)),
        ("candidates a list", str(s.smallest) if s.smallest == s.largest else f"{s.smallest}-{s.largest}"),
        ("different texts a list", f"{s.different:.1f}"),
        ("log-probabilities", s.log_prob),
    ]


def _features(s: Statistics) -> Rows:
    rows: Rows = [
        (f.name, "sparse" if f.sparse else "dense", f"{f.low:g}", f"{f.mean:g}", f"{f.high:g}", f"{f.zeros:.0%}")
        for f in s.features
    ]
    return [("feature", "kind", "lowest", "mean", "highest", "zeros"), *rows] if rows else []


def _choices(s: Statistics, width: int) -> Rows:
    rows: Rows = []
    for c in s.choices:
        scores = [f"{score:.{width}f}" for score in (c.first, c.oracle, c.worst)]
        rows.append((c.metric, *scores, f"{c.first_length:.3f}", f"{c.oracle_length:.3f}"))
    return [("metric", "first", "oracle", "worst", "length first", "length oracle"), *rows] if rows else []


def _aligned(rows: Rows) -> list[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for name, *cells in rows:
        right = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        lines.append("  ".join([name.ljust(widths[0]), *right]))
    return lines
