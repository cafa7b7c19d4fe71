"""Reports of tuning as a page, with a picture of the way to the weights."""

from collections.abc import Sequence

from tertium._version import __version__
from tertium.evaluation.runs import RunsComparison
from tertium.report.html.markup import Element, element, name, page, scrollable
from tertium.report.html.plot import ticks
from tertium.report.html.style import CSS
from tertium.report.tuning.view import (
    ITERATION_COLUMNS,
    PAIR_COLUMNS,
    RUN_COLUMNS,
    TuningReport,
    iteration_rows,
    pair_rows,
    run_rows,
    summary,
    weights,
)

_CSS = """
.way { max-width: 46rem; }
svg .best { fill: none; stroke: var(--accent); stroke-width: 2; }
svg .other { fill: none; stroke: var(--soft); opacity: 0.6; }
"""
_WIDTH, _HEIGHT, _LEFT, _BOTTOM = 460, 240, 60, 40  # letters stay readable on a telephone


def tuning_page(report: TuningReport) -> str:
    """Figures, picture, decodings, weights, runs; without scripts and without anything from the network."""
    tuning = report.tuning
    figures = [
        element("tr", element("th", what, scope="row"), element("td", name(value)))
        for what, value in summary(report, 2)
    ]
    step = "decoding" if report.iterations else "round"
    parts: list[Element] = [
        scrollable("Summary", element("table", element("tbody", *figures))),
        element("h2", "The way to the weights"),
        _picture(tuning.climbs, step, tuning.goal.spec),
    ]
    if report.iterations:
        parts.append(_table(ITERATION_COLUMNS, iteration_rows(report, 2)))
    parts += [
        element("h2", "Weights"),
        _table(("feature", "weight"), [[feature, f"{value:.6g}"] for feature, value in weights(report)]),
    ]
    for comparison in report.runs:
        parts += _runs(comparison)
    return _page("Tuning", f"Tuned by {report.method}", f"Tuned by {report.method}: {tuning.goal.spec}", parts)


def runs_page(comparison: RunsComparison) -> str:
    """Means, spreads and pairs."""
    return _page("Translation quality", "Systems of several runs", f"Runs: {comparison.name}", _runs(comparison))


def _page(kind: str, heading: str, title: str, parts: Sequence[Element]) -> str:
    return page(
        title,
        CSS + _CSS,
        element("header", element("p", kind, class_="over"), element("h1", heading)),
        element("main", *parts),
        element("footer", element("p", f"Made by Tertium {__version__}.", class_="note")),
    )


def _runs(comparison: RunsComparison) -> list[Element]:
    parts = [
        element("h2", name(comparison.name), f": {comparison.n_segments:,} segments"),
        _table(RUN_COLUMNS, run_rows(comparison, 2)),
    ]
    if comparison.pairs:
        parts.append(_table(PAIR_COLUMNS, pair_rows(comparison, 2)))
    explained = "s_opt is the standard deviation over runs, s_sel that over bootstrap samples of segments."
    return [*parts, element("p", explained, class_="note")]


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Element:
    """Names on the left, numbers on the right of their columns."""
    numeric = [all(_is_number(row[i]) for row in rows) for i in range(len(header))]
    kinds = ["number" if yes else None for yes in numeric]
    head = (element("th", title, scope="col", class_=kind) for title, kind in zip(header, kinds, strict=True))
    body = (
        element(
            "tr",
            *(
                element("th", name(cell), scope="row") if i == 0 else element("td", name(cell), class_=kinds[i])
                for i, cell in enumerate(row)
            ),
        )
        for row in rows
    )
    return scrollable(
        f"Table: {', '.join(header)}",
        element("table", element("thead", element("tr", *head)), element("tbody", *body), class_="scores"),
    )


def _is_number(text: str) -> bool:
    return not any(map(str.isalpha, text))


def _picture(lines: Sequence[Sequence[float]], step: str, label: str) -> Element:
    """The score after each step; the line that ends highest is drawn last and thick."""
    values = [value for line in lines for value in line]
    low, high = min(values), max(values)
    margin = 0.05 * (high - low) or 1.0
    low, high = low - margin, high + margin
    longest = max(2, max(map(len, lines)))

    def at(number: int, value: float) -> tuple[float, float]:
        x = _LEFT + number / (longest - 1) * (_WIDTH - _LEFT - 20)
        return round(x, 1), round(10 + (high - value) / (high - low) * (_HEIGHT - _BOTTOM - 10), 1)

    parts: list[Element] = []
    for mark in ticks(low, high):
        y = at(0, mark)[1]
        parts.append(element("line", x1=_LEFT, x2=_WIDTH - 20, y1=y, y2=y, class_="grid"))
        parts.append(element("text", f"{mark:g}", x=_LEFT - 6, y=y + 4, text_anchor="end", class_="tick"))
    best = max(range(len(lines)), key=lambda i: lines[i][-1])
    for i in [*(i for i in range(len(lines)) if i != best), best]:
        points = " ".join(f"{x},{y}" for x, y in (at(number, value) for number, value in enumerate(lines[i])))
        parts.append(element("polyline", points=points, class_="best" if i == best else "other"))
    for number, value in enumerate(lines[best]):
        x, y = at(number, value)
        parts.append(element("circle", cx=x, cy=y, r=3.5, class_="dot"))
    parts.append(element("text", f"{step} →", x=_WIDTH - 20, y=_HEIGHT - 12, text_anchor="end", class_="tick"))
    title = f"{label} after each {step}: from {lines[best][0]:.2f} to {lines[best][-1]:.2f}"
    picture = element("svg", *parts, viewBox=f"0 0 {_WIDTH} {_HEIGHT}", role="img", aria_label=title)
    return element("figure", picture, element("figcaption", f"{title}."), class_="way")
