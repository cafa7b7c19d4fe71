"""Plots of a study for papers, by matplotlib: PNG and SVG of each."""

import io
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from tertium.errors import MissingExtraError
from tertium.meta.study.results import Agreement, Roc, Scatter, SizeCurve, Study
from tertium.meta.study.views import heading
from tertium.results.characters import visible

_UNSAFE = re.compile(r"[^\w.+-]+")


def study_plots(study: Study) -> Iterator[tuple[str, bytes]]:
    """Names and contents of all pictures: scatter, document-size, ROC and rank charts.

    Raises MissingExtraError where matplotlib is not installed.
    """
    try:
        from matplotlib import rc_context
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtraError("plotting", "report") from None

    def pictures(name: str, size: tuple[float, float], draw: Callable[[Any], None]) -> Iterator[tuple[str, bytes]]:
        # Without pyplot there is no global state and no window system.
        figure = Figure(figsize=size, layout="constrained")
        FigureCanvasAgg(figure)
        draw(figure)
        for ending, extra in (("png", {"Software": None}), ("svg", {"Date": None})):
            stream = io.BytesIO()
            # The same study gives the same bytes. A letter that the font lacks is a box, and no reason to complain.
            with rc_context({"svg.hashsalt": "tertium"}), warnings.catch_warnings():
                warnings.filterwarnings("ignore", message="Glyph .* missing from font")
                figure.savefig(stream, format=ending, dpi=150, metadata=extra)
            yield f"{_UNSAFE.sub('_', name)}.{ending}", stream.getvalue()

    for kind, content, size, draw in _plans(study):
        yield from pictures(f"{kind}-{content}", size, draw)


def _plans(study: Study) -> Iterator[tuple[str, str, tuple[float, float], Callable[[Any], None]]]:
    """What to draw: a sort, a name, a size in inches, and how."""
    for key in dict.fromkeys((s.dataset, s.kind, s.level, s.lang_pair) for s in study.scatters):
        points = [s for s in study.scatters if (s.dataset, s.kind, s.level, s.lang_pair) == key]
        columns = min(4, len(points))
        rows = -(-len(points) // columns)
        yield "scatter", "-".join(key), (3 * columns, 2.6 * rows), _scatter(points, rows, columns)
    for curve_key in dict.fromkeys((c.dataset, c.kind, c.lang_pair) for c in study.curves):
        curves = [c for c in study.curves if (c.dataset, c.kind, c.lang_pair) == curve_key]
        yield "sizes", "-".join(curve_key), (5, 3.5), _sizes(curves)
    for roc_key in dict.fromkeys((r.dataset, r.lang_pair) for r in study.rocs):
        rocs = [r for r in study.rocs if (r.dataset, r.lang_pair) == roc_key]
        yield "roc", "-".join(roc_key), (4, 4), _roc(rocs)
    for table in study.agreements:
        name = "-".join(filter(None, (table.dataset, table.kind, table.level, table.measure)))
        yield "ranks", name, (6, 0.4 * len(study.metrics) + 1.2), _ranks(study, table)


def _scatter(points: Sequence[Scatter], rows: int, columns: int) -> Callable[[Any], None]:
    def draw(figure: Any) -> None:
        for i, point in enumerate(points, 1):
            axes = figure.add_subplot(rows, columns, i)
            axes.scatter(point.scores, point.human, s=4 if point.level == "segment" else 14, alpha=0.4, rasterized=True)
            axes.set_xlabel(_plain(point.axis))
            axes.set_ylabel(_plain(point.kind))
        figure.suptitle(_plain(f"{points[0].dataset} {points[0].lang_pair}, by {points[0].level}"))

    return draw


def _sizes(curves: Sequence[SizeCurve]) -> Callable[[Any], None]:
    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        for curve in curves:
            axes.plot(curve.sizes, curve.values, marker="o", label=_plain(curve.metric))
        axes.set_xscale("log", base=2)
        axes.set_xlabel("segments in a document")
        axes.set_ylabel(f"Pearson's r with {_plain(curves[0].kind)}")
        axes.set_title(_plain(f"{curves[0].dataset} {curves[0].lang_pair}"))
        axes.legend()

    return draw


def _roc(rocs: Sequence[Roc]) -> Callable[[Any], None]:
    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        for roc in rocs:
            axes.plot(roc.machine_below, roc.human_above, label=f"{_plain(roc.metric)} {roc.area:.3f}")
        axes.plot([0, 1], [1, 0], linestyle=":", color="grey")
        axes.set_xlabel("machine translations below the threshold")
        axes.set_ylabel("human translations above it")
        axes.set_title(_plain(f"{rocs[0].dataset} {rocs[0].lang_pair}"))
        axes.legend()

    return draw


def _ranks(study: Study, table: Agreement) -> Callable[[Any], None]:
    """Metrics from best to worst; a tint behind each cluster."""
    column = table.average or table.columns[0]
    cells = dict(zip(study.labels, column.cells, strict=True))
    order = sorted((n for n in cells if not np.isnan(cells[n].value)), key=lambda name: -cells[name].value)

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        for i, name in enumerate(order):
            cell = cells[name]
            if cell.interval is not None:
                axes.plot(cell.interval, (i, i), color="C0", linewidth=1.5)
            axes.plot([cell.value], [i], "o", color="C0")
        for number, names in enumerate(column.clusters):
            places = [order.index(name) for name in names]
            tint = "0.92" if number % 2 else "0.97"
            axes.axhspan(min(places) - 0.5, max(places) + 0.5, color=tint, zorder=0)
        axes.set_yticks(range(len(order)), [_plain(name) for name in order])
        axes.invert_yaxis()
        axes.set_xlabel(_plain(f"{table.title} ({column.lang_pair})"))
        axes.set_title(_plain(heading(table)), fontsize=9)

    return draw


def _plain(text: str) -> str:
    """Names as they are: a dollar sign would begin a formula."""
    return visible(text).replace("$", r"\$")
