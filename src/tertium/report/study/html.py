"""A study as a page: one file that loads nothing and runs nothing."""

import math
from collections.abc import Iterable, Sequence

from tertium._version import __version__
from tertium.evaluation.results import MetricScore
from tertium.evaluation.views import scores as view
from tertium.meta.study.results import Agreement, Cell, Column, Study
from tertium.meta.study.views import Mark, has_baseline, heading, marks, study_notes, table_notes, tested
from tertium.report.html.markup import Child, Element, caption, element, name, page, scrollable
from tertium.report.html.plot import Dot, plots
from tertium.report.html.style import CSS
from tertium.report.study.svg import roc_curves, scatter, size_curves
from tertium.results import numbers

_DIGITS = 3
_MOST_INTERVALS = 4  # columns in which intervals stand beside values
# Small pictures stand side by side where there is room.
_STYLE = """
.pictures { display: grid; gap: 0.5rem 1rem; padding: 1rem; }
.pictures { grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); }
"""


def study_page(study: Study) -> str:
    """The page: tables with pictures of ranks, points and curves, and how to make them again."""
    datasets = list(dict.fromkeys(table.dataset for table in study.agreements))
    sections = [_dataset(study, dataset, f"data-{i}") for i, dataset in enumerate(datasets)]
    title = f"{len(study.metrics)} metrics against human judgements"
    links = [element("li", element("a", dataset, href=f"#data-{i}")) for i, dataset in enumerate(datasets)]
    links.append(element("li", element("a", "How to reproduce", href="#reproduce")))
    return page(
        title,
        CSS + _STYLE,
        element(
            "header",
            element("p", "Agreement with people", class_="over"),
            element("h1", title),
            *_legend(study),
        ),
        element("nav", element("ul", *links), aria_label="Parts of this page"),
        element("main", *sections, _reproduction(study)),
    )


def _legend(study: Study) -> list[Element]:
    marks_note = "Bold: best of its column."
    if tested(study):
        marks_note += " †: not significantly worse than the best."
    return [element("p", note, class_="note") for note in (marks_note, *study_notes(study))]


def _dataset(study: Study, dataset: str, key: str) -> Element:
    parts: list[Child] = [element("h2", element("bdi", dataset))]
    for table in study.agreements:
        if table.dataset == dataset:
            parts += _table(study, table)
    parts += _pictures(study, dataset)
    return element("section", *parts, id=key)


def _table(study: Study, table: Agreement) -> list[Child]:
    shown = table.shown
    signs = [marks(study, column) for column in shown]
    head = [element("th", "metric", scope="col")]
    head += [element("th", column.lang_pair, scope="col", class_="number") for column in shown]
    rows = [
        element(
            "tr",
            element("th", name(label), scope="row"),
            *(_cell(column.cells[m], signs[c][m]) for c, column in enumerate(shown)),
        )
        for m, label in enumerate(study.labels)
    ]
    if has_baseline(table):
        rows.append(
            _row("guessing", ("" if c.baseline is None else numbers.number(c.baseline, _DIGITS) for c in shown))
        )
    rows.append(_row(table.unit, (f"{column.n:,}" if column.n else "" for column in shown)))
    body = element(
        "table",
        caption(_caption(table)),
        element("thead", element("tr", *head)),
        element("tbody", *rows),
        class_="scores packed" if len(shown) > _MOST_INTERVALS else "scores",
    )
    notes = [element("p", note, class_="note") for note in table_notes(study, table)]
    return [element("h3", _heading(table)), scrollable(_heading(table), body), *notes, _ranks(study, table)]


def _heading(table: Agreement) -> str:
    """Without the name of the data set, under which the table stands."""
    return heading(table).removeprefix(f"{table.dataset}: ")


def _caption(table: Agreement) -> str:
    average = "; avg is the mean over them" if table.average is not None else ""
    return f"Columns are language pairs{average}. The last row counts {table.unit}."


def _row(title: str, values: Iterable[str]) -> Element:
    return element("tr", element("th", title, scope="row"), *(element("td", v, class_="number") for v in values))


def _cell(cell: Cell, mark: Mark) -> Element:
    value = numbers.number(cell.value, _DIGITS)
    return element(
        "td",
        element("strong", value) if mark.best else value,
        element("sup", "†") if mark.not_worse else None,
        element("small", numbers.interval(cell.interval, _DIGITS)) if cell.interval is not None else None,
        class_="number",
    )


def _ranks(study: Study, table: Agreement) -> Element | None:
    """The metrics from best to worst, by the average or the only language pair; clusters on one tint."""
    column = table.average or table.columns[0]
    dots = [
        Dot(view.Place(label, rank, cluster), MetricScore(label, cell.value, "", True, cell.interval, None, None))
        for label, rank, cluster, cell in _ranked(study, column)
    ]
    if len(dots) < 2:
        return None
    where = "the average" if table.average is not None else column.lang_pair
    label = f"Metrics by {where}: {_heading(table)}"
    said = f"{label}. Metrics on one tint are one cluster." if column.clusters else f"{label}."
    return element("figure", *plots(dots, _DIGITS, label), element("figcaption", said))


def _ranked(study: Study, column: Column) -> list[tuple[str, str, int, Cell]]:
    cells = dict(zip(study.labels, column.cells, strict=True))
    ranked = [
        (label, str(number), number, cells[label])
        for number, labels in enumerate(column.clusters, 1)
        for label in labels
    ]
    if ranked:
        return ranked
    defined = [(label, cell) for label, cell in cells.items() if not math.isnan(cell.value)]
    return [(label, "", 0, cell) for label, cell in sorted(defined, key=lambda pair: -pair[1].value)]


def _pictures(study: Study, dataset: str) -> list[Element]:
    """Points and curves, folded away."""
    parts = []
    for level in ("segment", "system", "document"):
        points = [s for s in study.scatters if s.dataset == dataset and s.level == level and len(s.human)]
        parts += _folded(f"Points by {level}", [scatter(curves) for curves in points])
    keys = dict.fromkeys((c.kind, c.lang_pair) for c in study.curves if c.dataset == dataset)
    own = [[c for c in study.curves if (c.dataset, c.kind, c.lang_pair) == (dataset, *key)] for key in keys]
    parts += _folded("Correlation by document size", [size_curves(curves) for curves in own])
    pairs = dict.fromkeys(r.lang_pair for r in study.rocs if r.dataset == dataset)
    rocs = [[r for r in study.rocs if (r.dataset, r.lang_pair) == (dataset, pair)] for pair in pairs]
    return [*parts, *_folded("Human or machine", [roc_curves(curves) for curves in rocs])]


def _folded(title: str, pictures: Sequence[Element]) -> list[Element]:
    if not pictures:
        return []
    return [element("details", element("summary", title), element("div", *pictures, class_="pictures"))]


def _reproduction(study: Study) -> Element:
    rows = [(metric.label, metric.signature or "scores from a file") for metric in study.metrics]
    rows += [("Tertium", __version__), ("seed", str(study.seed)), ("bootstrap samples", str(study.n_samples))]
    body = [
        element("tr", element("th", name(a), scope="row"), element("td", element("code", name(b)))) for a, b in rows
    ]
    table = element("table", caption("Signatures and settings"), element("tbody", *body), class_="settings")
    return element("section", element("h2", "How to reproduce"), scrollable("Signatures", table), id="reproduce")
