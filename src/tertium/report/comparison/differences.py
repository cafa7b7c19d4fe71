"""The parts of a page on what differences are worth, and on the words that systems get right."""

from tertium.evaluation.differences.results import Comparison
from tertium.evaluation.views import scores as view
from tertium.evaluation.views import words, worth
from tertium.report.html.markup import Element, caption, element, name, scrollable
from tertium.results import numbers
from tertium.results.table import Table


def worth_table(comparison: Comparison, digits: dict[str, int]) -> list[Element]:
    """One body for each metric, and what the columns say."""
    people = any(one.why is None for one in comparison.people)
    bodies = []
    for score in view.metrics(comparison.evaluation):
        pairs = worth.worths_of(comparison, score.metric)
        rows = []
        for i, one in enumerate(pairs):
            first = element("th", score.metric, scope="rowgroup", rowspan=str(len(pairs))) if i == 0 else None
            places = digits[score.metric]
            difference = numbers.signed(one.difference, places).replace("-", "−")
            cells = [
                difference,
                *([worth.shared(one)] if people else []),
                "–" if one.segments_needed is None else f"{one.segments_needed:,}",
                "" if one.least_seen is None else numbers.number(one.least_seen, places),
            ]
            pair = element("th", name(one.system_a), " – ", name(one.system_b), scope="row")
            rows.append(element("tr", first, pair, *(element("td", cell, class_="number") for cell in cells)))
        bodies.append(element("tbody", *rows))
    titles = [
        "metric",
        "pair",
        "difference",
        *(["people"] if people else []),
        "needs",
        "sees",
    ]
    head = element("tr", *(element("th", title, scope="col") for title in titles))
    table = element("table", caption(worth.TITLE), element("thead", head), *bodies)
    return [scrollable(worth.TITLE, table), *(element("p", note, class_="note") for note in worth.notes(comparison))]


def word_tables(comparison: Comparison) -> list[Element]:
    """The tables of text, with their notes."""
    return [part for table in words.tables(comparison) for part in _table(table)]


def _table(table: Table) -> list[Element]:
    head = element("tr", *(element("th", element("bdi", column.name), scope="col") for column in table.columns))
    bodies: list[list[Element]] = [[]]
    for row in table.rows:
        if row is None:
            bodies.append([])
            continue
        first, *cells = (column.shown(cell, 1) for column, cell in zip(table.columns, row, strict=True))
        values = (element("td", cell, class_="number") for cell in cells)
        bodies[-1].append(element("tr", element("th", element("bdi", first), scope="row"), *values))
    body = element(
        "table",
        caption(table.title),
        element("thead", head),
        *(element("tbody", *rows) for rows in bodies),
    )
    return [scrollable(table.title, body), *(element("p", note, class_="note") for note in table.notes)]
