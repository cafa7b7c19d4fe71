"""Scores with their intervals as an SVG picture: a dot and a whisker for each system.

On a phone the name and the numbers of a system stand above its whisker, which takes the whole width.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tertium.evaluation.results import MetricScore
from tertium.evaluation.views import scores as view
from tertium.report.html.markup import Element, element
from tertium.results import numbers
from tertium.results.characters import columns, shorten

_MARGIN, _RANKS = 10, 44  # before the first word, and what ranks take
_TOP = 6
_NAME_COLUMNS, _COLUMN = 26, 8  # the longest name, and how wide a bold letter may be


@dataclass(frozen=True, slots=True)
class Dot:
    """A row of the picture."""

    place: view.Place
    score: MetricScore


@dataclass(frozen=True, slots=True)
class _Form:
    """Where things stand: `right` is where the axis ends; whiskers lie `below` the names."""

    css: str
    width: float
    row: float
    right: float
    below: float


_ROOMY = _Form("roomy", 760, 30, 600, 0)
_NARROW = _Form("narrow", 340, 48, 326, 19)


@dataclass(frozen=True, slots=True)
class _Axis:
    form: _Form
    names: float  # where the names of systems begin in the picture
    left: float  # where the axis begins
    low: float
    high: float

    def x(self, value: float) -> float:
        return self.left + (value - self.low) / (self.high - self.low) * (self.form.right - self.left)


def plot(dots: Sequence[Dot], digits: int, label: str, form: _Form = _ROOMY) -> Element:
    """The picture; `label` says in a sentence what it shows, for those who cannot see it."""
    axis = _axis(dots, form)
    bottom = _TOP + form.row * len(dots)
    parts = [*_bands(dots, form), *_scale(axis, bottom)]
    for i, dot in enumerate(dots):
        parts += _row(dot, _TOP + form.row * i + (form.row - form.below) / 2, digits, axis)
    if dots:
        parts.append(_direction(dots[0].score, axis, bottom))
    return element(
        "svg", *parts, viewBox=f"0 0 {form.width:g} {bottom + 42:g}", role="img", aria_label=label, class_=form.css
    )


def plots(dots: Sequence[Dot], digits: int, label: str) -> list[Element]:
    """The picture for a page and for a phone; the page shows one of them."""
    return [plot(dots, digits, label, form) for form in (_ROOMY, _NARROW)]


def ticks(low: float, high: float, at_most: int = 7) -> list[float]:
    """Round numbers between the ends, at steps of 1, 2 or 5 times a power of ten."""
    raw = (high - low) / at_most
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(factor * power for factor in (1, 2, 5, 10, 20) if factor * power >= raw)
    return [i * step for i in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _axis(dots: Sequence[Dot], form: _Form) -> _Axis:
    """From the longest name to the right, a little wider than all scores and intervals."""
    longest = max((columns(dot.place.system) for dot in dots), default=0)
    names = _MARGIN + (_RANKS if any(dot.place.rank for dot in dots) else 0)
    left = 14.0 if form.below else names + _COLUMN * min(longest, _NAME_COLUMNS) + 20
    ends = (end for dot in dots for end in (dot.score.score, *(dot.score.interval or ())))
    values = [end for end in ends if _drawable(end)]
    if not values:
        return _Axis(form, names, left, 0.0, 1.0)
    low, high = min(values), max(values)
    margin = max((high - low) * 0.06, abs(high) * 1e-6, 1e-9) if high > low else max(abs(high) * 0.05, 1e-6)
    return _Axis(form, names, left, low - margin, high + margin)


def _drawable(value: float) -> bool:
    return math.isfinite(value) and abs(value) < 1e100  # beyond it the arithmetic of the axis would overflow


def _bands(dots: Sequence[Dot], form: _Form) -> list[Element]:
    """A tint behind each cluster, two in turn; none behind systems that nothing ranks."""
    clusters: dict[int, list[int]] = {}
    for i, dot in enumerate(dots):
        if dot.place.rank:
            clusters.setdefault(dot.place.cluster, []).append(i)
    return [
        element(
            "rect",
            x=0,
            y=_TOP + form.row * rows[0] + 1,
            width=form.width,
            height=form.row * len(rows) - 2,
            rx=5,
            class_=f"band-{cluster % 2}",
        )
        for cluster, rows in clusters.items()
    ]


def _scale(axis: _Axis, bottom: float) -> list[Element]:
    marks = ticks(axis.low, axis.high, 4 if axis.form.below else 7)
    step = marks[1] - marks[0] if len(marks) > 1 else 1.0
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    parts = []
    for mark in marks:
        x = axis.x(mark)
        parts.append(element("line", x1=x, x2=x, y1=_TOP, y2=bottom + 4, class_="grid"))
        parts.append(
            element("text", numbers.number(mark, digits), x=x, y=bottom + 18, text_anchor="middle", class_="tick")
        )
    return [*parts, element("line", x1=axis.left, x2=axis.form.right, y1=bottom, y2=bottom, class_="axis")]


def _direction(score: MetricScore, axis: _Axis, bottom: float) -> Element:
    if score.higher_is_better:
        return element("text", "higher is better →", x=axis.form.right, y=bottom + 35, text_anchor="end", class_="way")
    return element("text", "← lower is better", x=axis.left, y=bottom + 35, class_="way")


def _row(dot: Dot, y: float, digits: int, axis: _Axis) -> list[Element]:
    name, form = dot.place.system, axis.form
    value, interval = numbers.number(dot.score.score, digits), view.interval(dot.score, digits)
    figures = [
        element("text", value, x=form.right + 56, y=y + 4.5, text_anchor="end", class_="value"),
        element("text", interval, x=form.right + 63, y=y + 4.5, class_="range"),
    ]
    longest = _NAME_COLUMNS
    if form.below:
        longest = int((form.right - axis.names) / _COLUMN - columns(f"{value} {interval}"))
        said = element("tspan", value, class_="value"), element("tspan", f" {interval}", class_="range")
        figures = [element("text", *said, x=form.right, y=y + 4.5, text_anchor="end")]
    parts = [
        element("text", dot.place.rank.replace("-", "–"), x=_MARGIN, y=y + 4.5, class_="rank"),
        element("text", element("title", name), shorten(name, longest), x=axis.names, y=y + 4.5, class_="name"),
        *figures,
    ]
    y += form.below
    ends = dot.score.interval
    if ends is not None and all(_drawable(end) for end in ends):
        low, high = (axis.x(end) for end in ends)
        parts.append(element("line", x1=low, x2=high, y1=y, y2=y, class_="whisker"))
        parts += [element("line", x1=end, x2=end, y1=y - 5, y2=y + 5, class_="whisker") for end in (low, high)]
    if _drawable(dot.score.score):
        parts.append(element("circle", cx=axis.x(dot.score.score), cy=y, r=5.5, class_="dot"))
    return parts
