"""A post-edit report for a terminal."""

from collections.abc import Iterable, Sequence

from tertium.evaluation.post_edits import ORIGINS, Bin, EditGroup, PostEdits, SegmentEdits
from tertium.report.post_edits.differences import Stretch, differences
from tertium.report.table import table
from tertium.results.characters import visible

_SHOWN = 5  # segments that are shown unasked: those edited most
_BAR = 40


def render_text(report: PostEdits, digits: int = 1, *, segments: bool = False) -> str:
    """Totals, tables by origin and band, the histogram, and segments."""
    parts = [
        f"{visible(report.name)}: post-edits of {visible(report.original)}\n",
        _groups("origin", [*report.by_origin, report.total], digits),
        _groups("match", report.by_band, digits),
        _histogram(report.histogram),
    ]
    changed = [one for one in report.segments if not one.unchanged]
    shown = report.segments if segments else sorted(changed, key=lambda one: -one.edits)[:_SHOWN]
    if shown:
        title = (
            "Segments" if segments else f"Edited most ({len(shown)} of {len(changed)} changed; --segments shows all)"
        )
        parts.append(f"{title}\n\n" + "\n".join(_segment(one, digits) for one in shown))
    parts.append("".join(f"Note: {note}.\n" for note in report.left_out) + f"Signature: {report.signature}\n")
    return "\n".join(parts)


def _groups(title: str, groups: Sequence[EditGroup], digits: int) -> str:
    timed = any(group.seconds is not None for group in groups)
    header = [
        title,
        "segments",
        "words",
        "HTER",
        "characters",
        "untouched",
        "of words",
        *(["seconds"] if timed else []),
    ]
    rows = [
        [
            group.name,
            f"{group.n_segments:,}",
            f"{group.source_words:,}",
            f"{group.hter:.{digits}f}",
            percent(group.character_share),
            percent(group.untouched),
            percent(group.untouched_words),
            *([f"{group.seconds:,.0f}" if group.seconds is not None else "-"] if timed else []),
        ]
        for group in groups
    ]
    return table(header, rows, keys=1, right=[False] + [True] * (len(header) - 1))


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def bin_name(one: Bin) -> str:
    return f"{one.low:.0f}+" if one.high is None else f"{one.low:.0f}–{one.high:.0f}"


def _histogram(bins: Iterable[Bin]) -> str:
    bins = list(bins)
    most = max((one.n_segments for one in bins), default=0) or 1
    rows = [
        [bin_name(one), f"{one.n_segments:,}", f"{one.source_words:,}", "█" * round(_BAR * one.n_segments / most)]
        for one in bins
    ]
    return table(["HTER", "segments", "words", ""], rows, keys=1, right=[False, True, True, False])


def _segment(one: SegmentEdits, digits: int) -> str:
    segment = one.segment
    facts = [
        one.band if one.band != "unknown" else ORIGINS[segment.origin],
        f"HTER {one.hter:.{digits}f}",
        f"characters {one.characters}",
        *([f"{segment.state_before or '-'} → {segment.state_after or '-'}"] if segment.state_after else []),
        *(["tags changed"] if segment.tags_changed else []),
        *segment.tag_problems,
        *([f"{segment.seconds:.1f} s"] if segment.seconds is not None else []),
    ]
    lines = [f"{one.number}. {visible(segment.id)}  ({', '.join(facts)})"]
    if segment.source is not None:
        lines.append(f"   source  {visible(segment.source)}")
    if one.unchanged:
        lines.append(f"   kept    {visible(segment.after)}")
    else:
        old, new = differences(segment.before, segment.after)
        lines += [f"   before  {_marked(old, '[-', '-]')}", f"   after   {_marked(new, '{+', '+}')}"]
    return "\n".join(lines) + "\n"


def _marked(stretches: Iterable[Stretch], begin: str, end: str) -> str:
    return "".join(
        f"{begin}{visible(stretch.text)}{end}" if stretch.changed else visible(stretch.text) for stretch in stretches
    )
