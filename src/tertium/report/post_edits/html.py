"""A post-edit report as a page: one file that loads nothing and runs nothing."""

import re
from collections.abc import Iterable, Iterator, Sequence

from tertium._version import __version__
from tertium.evaluation.post_edits import Bin, PostEdits, SegmentEdits
from tertium.evaluation.views.differences import Stretch, differences
from tertium.evaluation.views.post_edits import ORIGINS, bin_name, costs_table, groups_table
from tertium.report.html.markup import Element, element, name, page
from tertium.report.html.style import CSS
from tertium.report.html.tables import html_table

_CSS = """
del { background: var(--lose); color: var(--lose-ink); text-decoration: line-through; border-radius: 2px; }
ins { background: var(--win); color: var(--win-ink); text-decoration: underline; border-radius: 2px; }
.edited { border-top: 1px solid var(--line); padding: 0.9rem 0; }
.edited h3 { margin: 0 0 0.4rem; font-size: 1rem; overflow-wrap: anywhere; }
.edited .note { margin: 0 0 0.5rem; }
.chip { font: 0.8em ui-monospace, monospace; border: 1px solid var(--line); border-radius: 0.8em; padding: 0 0.45em;
  color: var(--soft); background: var(--sheet); text-decoration: none; display: inline-block; }
del .chip { border-color: var(--lose-ink); color: inherit; }
ins .chip { border-color: var(--win-ink); color: inherit; }
code { overflow-wrap: anywhere; }
svg.histogram { display: block; width: 100%; max-width: 46rem; height: auto; }
svg.histogram rect { fill: var(--accent); }
svg.histogram text { font: 12px system-ui, sans-serif; fill: var(--ink); }
svg.histogram .tick { fill: var(--soft); }
svg.histogram line { stroke: var(--line); }
"""
_TAG = re.compile("⟦([^⟦⟧]+)⟧")
_WIDTH, _HEIGHT, _LEFT, _BOTTOM = 720, 240, 10, 40


def post_edits_page(report: PostEdits) -> str:
    """Totals, by origin and match band, the histogram, then every segment with what was changed in it."""
    total = report.total
    facts = {
        "segments": f"{total.n_segments:,}",
        "source words": f"{total.source_words:,}",
        "HTER": f"{total.hter:.1f}",
        "untouched": _percent(total.untouched),
        **({"cost": f"{report.costs[-1].cost:,.2f} {report.currency}"} if report.costs else {}),
        **({"seconds": f"{total.seconds:,.0f}"} if total.seconds is not None else {}),
    }
    sections = [
        ("summary", "By origin and match", _summary(report)),
        ("histogram", "How much was edited", _histogram_parts(report.histogram)),
        ("segments", "Segments", [_segment(one) for one in report.segments]),
        ("reproduce", "How to cite and reproduce", _reproduction(report)),
    ]
    links = [element("li", element("a", title, href=f"#{key}")) for key, title, _ in sections]
    return page(
        f"{report.name}: post-edits",
        CSS + _CSS,
        element(
            "header",
            element("p", "Post-editing", class_="over"),
            element("h1", element("bdi", report.name), ": what was edited"),
            element("dl", *(_fact(key, value) for key, value in facts.items()), class_="facts"),
            element("section", element("h2", "What to read first", id="first"), *_lead(report), class_="lead"),
        ),
        element("nav", element("ul", *links), aria_label="Parts of this page"),
        element(
            "main",
            *(element("section", element("h2", title), *parts, id=key) for key, title, parts in sections),
        ),
    )


def _fact(key: str, value: str) -> Element:
    return element("div", element("dt", key), element("dd", value))


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _lead(report: PostEdits) -> list[Element]:
    total = report.total
    problems = sum(bool(one.segment.tag_problems) for one in report.segments)
    sentences = [
        f"{_percent(total.untouched)} of the segments and {_percent(total.untouched_words)} of the words were left as "
        f"they were. HTER is {total.hter:.1f}: so many edits were made for each hundred words of the result.",
    ]
    if problems:
        sentences.append(f"In {problems} segments the tags of the target are not those of the source.")
    return [element("p", sentence) for sentence in sentences]


def _summary(report: PostEdits) -> list[Element]:
    notes = [element("p", f"{note}.", class_="note") for note in report.left_out]
    return [
        html_table(groups_table("origin", [*report.by_origin, report.total]), report.places),
        html_table(groups_table("match", report.by_band), report.places),
        *([html_table(costs_table(report), report.places)] if report.costs else []),
        element(
            "p", "Words are those of the source. Characters: Levenshtein distance over the longer text.", class_="note"
        ),
        *notes,
    ]


def _histogram_parts(bins: Sequence[Bin]) -> list[Element]:
    most = max((one.n_segments for one in bins), default=0) or 1
    step = (_WIDTH - _LEFT) / max(1, len(bins))
    floor = _HEIGHT - _BOTTOM
    parts: list[Element] = []
    for i, one in enumerate(bins):
        height = (floor - 24) * one.n_segments / most
        x = _LEFT + i * step
        middle = x + step / 2
        what = f"HTER {bin_name(one)}: {one.n_segments:,} segments, {one.source_words:,} words"
        parts.append(element("rect", element("title", what), x=x + 3, y=floor - height, width=step - 6, height=height))
        parts.append(element("text", f"{one.n_segments:,}", x=middle, y=floor - height - 6, text_anchor="middle"))
        parts.append(element("text", bin_name(one), x=middle, y=floor + 18, text_anchor="middle", class_="tick"))
    parts.append(element("line", x1=_LEFT, x2=_WIDTH, y1=floor, y2=floor))
    parts.append(element("text", "HTER", x=_WIDTH, y=_HEIGHT - 4, text_anchor="end", class_="tick"))
    label = "Segments by HTER: " + "; ".join(f"{bin_name(one)}: {one.n_segments}" for one in bins)
    picture = element(
        "svg", *parts, viewBox=f"0 0 {_WIDTH} {_HEIGHT}", role="img", aria_label=label, class_="histogram"
    )
    return [picture, element("p", "Segments by HTER.", class_="note")]


def _segment(one: SegmentEdits) -> Element:
    segment = one.segment
    facts = [
        ORIGINS[segment.origin] + (f" {segment.match:g} %" if segment.match is not None else ""),
        f"HTER {one.hter:.1f}",
        f"{one.characters} characters",
        "unchanged" if one.unchanged else "",
        f"{segment.state_before or '–'} → {segment.state_after or '–'}" if segment.state_after else "",
        "tags changed" if segment.tags_changed else "",
        *segment.tag_problems,
        f"repeats {one.repeats}, counted there" if one.repeats else "",
        f"{segment.seconds:.1f} s" if segment.seconds is not None else "",
    ]
    source, before, after = segment.shown
    old, new = differences(before, after)
    texts: list[Element] = []
    if source is not None:
        texts += _text("source", [Stretch(source, False)], "ins")
    if not one.unchanged:
        texts += _text("before", old, "del")
    texts += _text("after", new, "ins")
    return element(
        "article",
        element("h3", f"{one.number}. ", element("bdi", segment.id)),
        element("p", " · ".join(fact for fact in facts if fact), class_="note"),
        element("dl", *texts, class_="texts"),
        class_="edited",
    )


def _text(label: str, stretches: Iterable[Stretch], tag: str) -> list[Element]:
    pieces: list[Element | str] = []
    for one in stretches:
        pieces += [element(tag, *_chips(one.text))] if one.changed else _chips(one.text)
    return [element("dt", label), element("dd", *pieces, dir="auto")]


def _chips(text: str) -> Iterator[Element | str]:
    """A text with its inline tags as chips."""
    for i, part in enumerate(_TAG.split(text)):
        if part:
            yield element("span", part, class_="chip", title="inline tag") if i % 2 else part


def _reproduction(report: PostEdits) -> list[Element]:
    return [
        element("p", element("code", name(report.signature))),
        element("p", f"Before: {report.original}. After: {report.name}. Tertium {__version__}.", class_="note"),
    ]
