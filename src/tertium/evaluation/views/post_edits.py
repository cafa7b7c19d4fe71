"""What a report on post-edits says: tables by origin and match, a histogram, and segments."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from tertium._version import __version__
from tertium.evaluation.views.differences import Stretch, differences
from tertium.results.json import Json, plain
from tertium.results.table import Block, Column, Facts, Figure, Paragraph, Prose, Row, Table
from tertium.text.controls import visible

if TYPE_CHECKING:
    from tertium.evaluation.post_edits import Bin, EditGroup, PostEdits, SegmentEdits

ORIGINS = {"mt": "MT", "tm": "TM", "ice": "ICE", "human": "human", "unknown": "unknown"}
_SHOWN = 5  # segments that are shown unasked: those edited most
_BAR = 40
_RECORDS = (
    "number", "document", "id", "origin", "match", "band", "state_before", "state_after", "source_words", "hter",
    "edits", "words", "characters", "character_share", "character_rate", "unchanged", "tags_changed", "tag_problems",
    "seconds", "source", "before", "after", "repeats",
)  # fmt: skip


def blocks(report: "PostEdits") -> list[Block]:
    """Totals, tables by origin and band, the histogram, and segments."""
    changed = [one for one in report.segments if not one.unchanged and one.repeats is None]
    shown = report.segments if report.every_segment else sorted(changed, key=lambda one: -one.edits)[:_SHOWN]
    most = f"Edited most ({len(shown)} of {len(changed)} changed; --segments shows all)"
    title = Paragraph("Segments" if report.every_segment else most, "bold", detail=True)
    return [
        Paragraph(f"{visible(report.name)}: post-edits of {visible(report.original)}"),
        groups_table("origin", [*report.by_origin, report.total]),
        groups_table("match", report.by_band),
        *([costs_table(report)] if report.costs else []),
        histogram_table(report.histogram),
        *([title] if shown else []),
        *(_segment(one) for one in shown),
        *(Paragraph(f"Note: {visible(note)}.") for note in report.left_out),
        Facts((("Signature:", report.signature),), indent=0, fold=False),
    ]


def groups_table(name: str, groups: Sequence["EditGroup"]) -> Table:
    """One origin or band per row."""
    timed = any(group.seconds is not None for group in groups)
    columns = (
        Column(name),
        Column("segments", "count"),
        Column("words", "count"),
        Column("HTER", "number", higher_is_better=False),
        Column("characters", "percent", higher_is_better=False),
        Column("untouched", "percent"),
        Column("of words", "percent"),
        *([Column("seconds", "count", missing="-")] if timed else []),
    )
    rows: list[Row] = [
        (
            group.name,
            group.n_segments,
            group.source_words,
            group.hter,
            group.character_share,
            group.untouched,
            group.untouched_words,
            *([group.seconds] if timed else []),
        )
        for group in groups
    ]
    return Table(columns, tuple(rows))


def costs_table(report: "PostEdits") -> Table:
    """One band per row, and the sum."""
    columns = (
        Column("match"),
        Column("words", "count"),
        Column(f"{report.currency} per word", "general", key="price"),
        Column(report.currency, "number", places=2, key="cost"),
    )
    return Table(columns, tuple((one.band, one.source_words, one.price, one.cost) for one in report.costs))


def bin_name(one: "Bin") -> str:
    """Such as `0–10`."""
    return f"{one.low:.0f}+" if one.high is None else f"{one.low:.0f}–{one.high:.0f}"


def histogram_table(bins: Sequence["Bin"]) -> Table:
    """One bin per row, with a bar."""
    most = max((one.n_segments for one in bins), default=0) or 1
    rows = (
        (bin_name(one), one.n_segments, one.source_words, "█" * round(_BAR * one.n_segments / most)) for one in bins
    )
    return Table((Column("HTER"), Column("segments", "count"), Column("words", "count"), Column("")), tuple(rows))


def _segment(one: "SegmentEdits") -> Facts:
    segment = one.segment
    rest = [
        f"characters {one.characters}",
        *([f"{segment.state_before or '-'} → {segment.state_after or '-'}"] if segment.state_after else []),
        *(["tags changed"] if segment.tags_changed else []),
        *segment.tag_problems,
        *([f"repeats {one.repeats}"] if one.repeats else []),
        *([f"{segment.seconds:.1f} s"] if segment.seconds is not None else []),
    ]
    band = one.band if one.band != "unknown" else ORIGINS[segment.origin]
    title: Prose = (f"{one.number}. {segment.id}  ({band}, HTER ", Figure(one.hter), f", {', '.join(rest)})")
    source, before, after = segment.shown
    items = [] if source is None else [("source", source)]
    if one.unchanged:
        items.append(("kept", after))
    else:
        old, new = differences(before, after)
        items += [("before", _marked(old, "[-", "-]")), ("after", _marked(new, "{+", "+}"))]
    return Facts(tuple(items), title, detail=True)


def _marked(stretches: Iterable[Stretch], begin: str, end: str) -> str:
    return "".join(f"{begin}{stretch.text}{end}" if stretch.changed else stretch.text for stretch in stretches)


def records(report: "PostEdits") -> list[Table]:
    """One segment per row, with full precision."""
    return [Table(tuple(map(Column, _RECORDS)), tuple(map(_record, report.segments)))]


def _record(one: "SegmentEdits") -> Row:
    segment = one.segment
    return (
        one.number,
        segment.document or None,
        segment.id,
        ORIGINS[segment.origin],
        segment.match,
        one.band,
        segment.state_before or None,
        segment.state_after or None,
        one.source_words,
        one.hter,
        one.edits,
        one.words,
        one.characters,
        one.character_share,
        one.character_rate,
        one.unchanged,
        segment.tags_changed,
        "; ".join(segment.tag_problems) or None,
        segment.seconds,
        segment.source,
        segment.before,
        segment.after,
        one.repeats,
    )


def data(report: "PostEdits") -> dict[str, Json]:
    """The fields of the report by their names."""
    return {
        "version": __version__,
        "name": report.name,
        "original": report.original,
        "signature": report.signature,
        "total": plain(asdict(report.total)),
        "by_origin": [plain(asdict(group)) for group in report.by_origin],
        "by_band": [plain(asdict(group)) for group in report.by_band],
        "costs": [plain(asdict(one)) for one in report.costs],
        "currency": report.currency or None,
        "histogram": [plain(asdict(one)) for one in report.histogram],
        "left_out": list(report.left_out),
        "segments": [_segment_data(one) for one in report.segments],
    }


def _segment_data(one: "SegmentEdits") -> Json:
    fields = plain(asdict(one))
    segment = fields.pop("segment")
    del segment["references"], segment["marked"]
    return {**fields, **segment}
