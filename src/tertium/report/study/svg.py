"""Small pictures of a study for pages: points, and curves by document size."""

import math
from collections.abc import Sequence

import numpy as np

from tertium.meta.study.results import Roc, Scatter, SizeCurve
from tertium.report.html.markup import Element, element
from tertium.report.html.plot import ticks
from tertium.results import numbers

_WIDTH, _HEIGHT = 340, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 328, 14, 212
_MOST_POINTS = 300


class _Frame:
    """Where values stand in the picture."""

    def __init__(self, xs: Sequence[float], ys: Sequence[float]) -> None:
        self.x_ends, self.y_ends = _ends(xs), _ends(ys)

    def x(self, value: float) -> float:
        low, high = self.x_ends
        return _LEFT + (value - low) / (high - low) * (_RIGHT - _LEFT)

    def y(self, value: float) -> float:
        low, high = self.y_ends
        return _BOTTOM - (value - low) / (high - low) * (_BOTTOM - _TOP)

    def axes(self, x_title: str, y_title: str) -> list[Element]:
        parts = []
        for mark, text in _marks(self.x_ends):
            x = self.x(mark)
            parts.append(element("line", x1=x, x2=x, y1=_TOP, y2=_BOTTOM, class_="grid"))
            parts.append(element("text", text, x=x, y=_BOTTOM + 16, text_anchor="middle", class_="tick"))
        for mark, text in _marks(self.y_ends):
            y = self.y(mark)
            parts.append(element("line", x1=_LEFT, x2=_RIGHT, y1=y, y2=y, class_="grid"))
            parts.append(element("text", text, x=_LEFT - 6, y=y + 4, text_anchor="end", class_="tick"))
        parts.append(element("text", x_title, x=(_LEFT + _RIGHT) / 2, y=_BOTTOM + 36, text_anchor="middle"))
        middle = (_TOP + _BOTTOM) / 2
        turned = f"rotate(-90 12 {middle:.0f})"
        parts.append(element("text", y_title, x=12, y=middle, text_anchor="middle", transform=turned))
        return parts


def scatter(points: Scatter) -> Element:
    """Human score against metric score; of very many points an even choice."""
    step = max(1, math.ceil(len(points.human) / _MOST_POINTS))
    human, scores = points.human[::step].tolist(), points.scores[::step].tolist()
    frame = _Frame(scores, human)
    dots = [
        element("circle", cx=frame.x(x), cy=frame.y(y), r=2 if step > 1 else 3, class_="dot", opacity=0.6)
        for x, y in zip(scores, human, strict=True)
    ]
    share = f", {len(human)} of {len(points.human)} points" if step > 1 else ""
    label = f"{points.axis} against {points.kind} for {points.lang_pair}, by {points.level}{share}"
    return _figure(label, [*frame.axes(points.axis, points.kind), *dots])


def size_curves(curves: Sequence[SizeCurve]) -> Element:
    """Correlation by document size, one line for each metric, named at its end."""
    values = [value for curve in curves for value in curve.values if math.isfinite(value)]
    frame = _Frame([0, math.log2(max(curve.sizes[-1] for curve in curves)) * 1.25], values)
    parts = frame.axes("segments in a document (log₂)", "Pearson's r")
    for curve in curves:
        points = [(math.log2(s), v) for s, v in zip(curve.sizes, curve.values, strict=True) if math.isfinite(v)]
        parts += _line(frame, points, curve.metric)
    first = curves[0]
    return _figure(f"Correlation with {first.kind} by document size, {first.lang_pair}", parts)


def roc_curves(rocs: Sequence[Roc]) -> Element:
    """Shares of human and machine translations told apart, one line for each metric."""
    frame = _Frame([0.0, 1.0], [0.0, 1.0])
    parts = frame.axes("machine translations below", "human translations above")
    for roc in rocs:
        step = max(1, math.ceil(len(roc.human_above) / _MOST_POINTS))
        xs, ys = roc.machine_below.tolist(), roc.human_above.tolist()
        points = [*zip(xs[::step], ys[::step], strict=True), (xs[-1], ys[-1])]
        parts += _line(frame, points, f"{roc.metric} {numbers.number(roc.area, 3)}", at=len(points) // 2)
    return _figure(f"Human told from machine translation, {rocs[0].lang_pair}", parts)


def _line(frame: _Frame, points: Sequence[tuple[float, float]], name: str, at: int = -1) -> list[Element]:
    points = [(x, y) for x, y in points if math.isfinite(x) and math.isfinite(y)]
    if not points:
        return []
    path = " ".join(f"{frame.x(x):.1f},{frame.y(y):.1f}" for x, y in points)
    x, y = points[at]
    return [
        element("polyline", points=path, fill="none", class_="whisker"),
        element("text", name, x=frame.x(x) + 4, y=frame.y(y) + 4, class_="range"),
    ]


def _figure(label: str, parts: Sequence[Element]) -> Element:
    picture = element("svg", *parts, viewBox=f"0 0 {_WIDTH} {_HEIGHT}", role="img", aria_label=label)
    return element("figure", picture, element("figcaption", label))


def _ends(values: Sequence[float]) -> tuple[float, float]:
    finite = [value for value in values if math.isfinite(value) and abs(value) < 1e100]
    if not finite:
        return 0.0, 1.0
    low, high = min(finite), max(finite)
    margin = (high - low) * 0.04 or max(abs(high) * 0.05, 1e-6)
    return low - margin, high + margin


def _marks(ends: tuple[float, float]) -> list[tuple[float, str]]:
    marks = ticks(*ends, 5)
    step = marks[1] - marks[0] if len(marks) > 1 else 1.0
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    return [(float(np.round(mark, 12)), numbers.number(mark, digits)) for mark in marks]
