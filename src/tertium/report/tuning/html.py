"""Reports of tuning as a page, with a picture of the way to the weights."""

from collections.abc import Sequence

from tertium.evaluation.runs import RunsComparison
from tertium.report.html.markup import Element, element, page, scrollable
from tertium.report.html.plot import ticks
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
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { border-bottom: 1px solid currentcolor; padding: .2rem .6rem; text-align: end; }
th:first-child, td:first-child { text-align: start; }
svg { max-width: 100%; height: auto; } svg text { font: 12px system-ui, sans-serif; fill: currentcolor; }
.line { fill: none; stroke: #2a6fb0; stroke-width: 2; } .other { fill: none; stroke: #8889; }
.grid { stroke: #8884; } .dot { fill: #2a6fb0; }
"""
_WIDTH, _HEIGHT, _LEFT, _BOTTOM = 720, 300, 60, 40


def tuning_page(report: TuningReport) -> str:
    """Figures, picture, decodings, weights, runs; without scripts and without anything from the network."""
    tuning = report.tuning
    figures = [
        element("tr", element("th", name, scope="row"), element("td", value)) for name, value in summary(report, 2)
    ]
    parts: list[Element] = [
        element("h1", f"Tuned by {report.method}"),
        element("table", *figures),
        element("h2", "The way"),
        _picture(tuning.climbs, "decoding" if report.iterations else "round", tuning.goal.spec),
    ]
    if report.iterations:
        parts.append(_table(ITERATION_COLUMNS, iteration_rows(report, 2)))
    parts += [
        element("h2", "Weights"),
        _table(("feature", "weight"), [[name, f"{value:.6g}"] for name, value in weights(report)]),
    ]
    for comparison in report.runs:
        parts += _runs(comparison)
    return page(f"Tuned by {report.method}: {tuning.goal.spec}", _CSS, *parts)


def runs_page(comparison: RunsComparison) -> str:
    """Means, spreads and pairs."""
    return page(f"Runs: {comparison.name}", _CSS, element("h1", "Systems of several runs"), *_runs(comparison))


def _runs(comparison: RunsComparison) -> list[Element]:
    parts = [
        element("h2", f"{comparison.name}: {comparison.n_segments} segments"),
        _table(RUN_COLUMNS, run_rows(comparison, 2)),
    ]
    if comparison.pairs:
        parts.append(_table(PAIR_COLUMNS, pair_rows(comparison, 2)))
    explained = "s_opt is the standard deviation over runs, s_sel that over bootstrap samples of segments."
    return [*parts, element("p", explained)]


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Element:
    return scrollable(
        f"Table: {', '.join(header)}",
        element(
            "table",
            element("thead", element("tr", *(element("th", title, scope="col") for title in header))),
            element("tbody", *(element("tr", *(element("td", cell) for cell in row)) for row in rows)),
        ),
    )


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
        parts.append(element("text", f"{mark:g}", x=_LEFT - 6, y=y + 4, text_anchor="end"))
    best = max(range(len(lines)), key=lambda i: lines[i][-1])
    for i in [*(i for i in range(len(lines)) if i != best), best]:
        points = " ".join(f"{x},{y}" for x, y in (at(number, value) for number, value in enumerate(lines[i])))
        parts.append(element("polyline", points=points, class_="line" if i == best else "other"))
    for number, value in enumerate(lines[best]):
        x, y = at(number, value)
        parts.append(element("circle", cx=x, cy=y, r=3.5, class_="dot"))
    parts.append(element("text", step, x=_WIDTH - 20, y=_HEIGHT - 12, text_anchor="end"))
    title = f"{label} after each {step}: from {lines[best][0]:.2f} to {lines[best][-1]:.2f}"
    return element("svg", *parts, viewBox=f"0 0 {_WIDTH} {_HEIGHT}", role="img", aria_label=title)
