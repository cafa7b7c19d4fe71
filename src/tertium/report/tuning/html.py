"""Results of tuning as a page, with a picture of the way to the weights."""

from collections.abc import Sequence

from tertium.evaluation.runs import RunsComparison
from tertium.report.html.markup import Element, element
from tertium.report.html.plot import ticks
from tertium.report.html.tables import html_blocks, result_page
from tertium.tuning.results import Tuning

_CSS = """
.way { max-width: 46rem; }
svg .best { fill: none; stroke: var(--accent); stroke-width: 2; }
svg .other { fill: none; stroke: var(--soft); opacity: 0.6; }
"""
_WIDTH, _HEIGHT, _LEFT, _BOTTOM = 460, 240, 60, 40  # letters stay readable on a phone


def tuning_page(tuning: Tuning) -> str:
    """Figures, picture, decodings, weights, runs; without scripts and without anything from the network."""
    places = tuning.places
    step = "decoding" if tuning.iterations else "round"
    parts = [
        *html_blocks(tuning.figures(), places),
        element("h2", "The way to the weights"),
        _picture(tuning.climbs, step, tuning.goal.spec),
        *html_blocks([tuning.decodings()] if tuning.iterations else [], places),
        element("h2", "Weights"),
        *html_blocks([tuning.weights.table()], places),
    ]
    if tuning.runs:
        parts.append(element("h2", "Runs"))
    parts += html_blocks([block for comparison in tuning.runs for block in comparison.tables()], places)
    heading = f"Tuned by {tuning.method}"
    return result_page("Tuning", heading, f"{heading}: {tuning.goal.spec}", parts, _CSS)


def runs_page(comparison: RunsComparison) -> str:
    """Means, spreads and pairs."""
    parts = html_blocks(comparison.tables(), comparison.places)
    return result_page("Translation quality", comparison.heading, f"Runs: {comparison.name}", parts)


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
