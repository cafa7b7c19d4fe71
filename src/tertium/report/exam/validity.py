"""The validity report as a printable page: every figure has a link to the rows that it was made of."""

from collections.abc import Iterable, Iterator, Sequence

from tertium.exam.fairness.agreement import Pair, comparisons
from tertium.exam.fairness.decisions import WAYS
from tertium.exam.fairness.gradings import Work
from tertium.exam.scale import LABELS
from tertium.exam.validity import ValidityReport
from tertium.report.html.markup import Element, element, name, scrollable
from tertium.report.html.tables import html_blocks, result_page
from tertium.results.numbers import counted

_CSS = """
details { margin: 0.3rem 0; }
details p { max-width: none; }
tr:target th, tr:target td { outline: 2px solid var(--accent, currentColor); }
@media print { details:not([open]) { display: none; } section { break-inside: auto; } }
"""


def validity_page(report: ValidityReport) -> str:
    """The page, without scripts and without anything from the network."""
    numbers = {(str(row[0]), str(row[1])): number for number, row in enumerate(report.rows().records, 1)}
    translated = report.gradings.translated()
    pairs = [_pair(first, second, own, numbers) for first, second, own in comparisons(translated)]
    left = [
        _works(
            f"{way}: where people say something else",
            [
                work
                for work, own in translated.people.items()
                if work in translated.machine
                and leaves(translated.machine[work])
                and any(label != translated.machine[work].label for label in own.values())
            ],
            numbers,
        )
        for way, leaves in WAYS.items()
        if translated.machine
    ]
    groups = [
        _people(f"{group} ({column})", [who for who, own in of.items() if own == group], numbers)
        for column, of in (report.groups or {}).items()
        for group in sorted(set(of.values()))
        if report.fairness.groups and (column, group) not in report.fairness.groups.hidden
    ]
    referred = [_works(reason, works, numbers) for reason, works in report.referrals.items()]
    appeals = [element("p", f"{entry.at}: {entry.kind}, {entry.actor}, entry {entry.seq}") for entry in report.appeals]
    sections = (
        _section("Who and what", html_blocks(report.opening(), 2)),
        _section("Agreement and fairness", [*html_blocks(report.fairness.tables(), 2), *pairs, *left, *groups]),
        _section("Referrals", [*html_blocks(report.referral_blocks(), 2), *referred]),
        _section("Severity, fit and drift of graders", html_blocks(report.score_blocks(), 2)),
        _section("The log", [*html_blocks(report.log_blocks(), 2), *appeals]),
        _section("All labels", [_rows(report)]),
    )
    return result_page("Validity report", report.exam.name, f"Validity report: {report.exam.name}", sections, _CSS)


def _section(title: str, parts: Sequence[Element]) -> Element:
    return element("section", element("h2", title), *parts)


def _details(title: str, parts: Iterable[Element]) -> Element:
    return element("details", element("summary", name(title)), *parts)


def _links(works: Sequence[Work], numbers: dict[Work, int]) -> Iterator[Element | str]:
    for candidate, passage in works:
        yield element("a", name(f"{candidate} {passage}"), href=f"#row-{numbers[candidate, passage]}")
        yield " "


def _works(title: str, works: Sequence[Work], numbers: dict[Work, int]) -> Element:
    return _details(f"{title}: {counted(len(works), 'passage')}", [element("p", *_links(works, numbers))])


def _people(title: str, people: Sequence[str], numbers: dict[Work, int]) -> Element:
    first: dict[str, int] = {}
    for (candidate, _), number in numbers.items():
        first.setdefault(candidate, number)
    links = [element("a", name(who), href=f"#row-{first[who]}") for who in people if who in first]
    spaced = [part for link in links for part in (link, " ")]
    return _details(f"{title}: {counted(len(links), 'candidate')}", [element("p", *spaced)])


def _pair(first: str, second: str, pairs: Sequence[Pair], numbers: dict[Work, int]) -> Element:
    """The table of labels by both, then, cell by cell, the passages in it."""
    cells: dict[tuple[int, int], list[Work]] = {}
    for work, one, other in pairs:
        cells.setdefault((one, other), []).append(work)
    shown = sorted({label for cell in cells for label in cell})
    head = element(
        "tr",
        element("th", f"{first} ↓ {second} →", scope="col"),
        *(element("th", LABELS[n], scope="col") for n in shown),
    )
    body = (
        element(
            "tr",
            element("th", LABELS[row], scope="row"),
            *(element("td", str(len(cells.get((row, column), []))), class_="number") for column in shown),
        )
        for row in shown
    )
    table = element("table", element("thead", head), element("tbody", *body), class_="scores")
    lists = (
        element("p", element("strong", f"{LABELS[row]}, {LABELS[column]}: "), *_links(works, numbers))
        for (row, column), works in sorted(cells.items())
    )
    title = f"{first} and {second}: {counted(len(pairs), 'pair')} of labels"
    return _details(title, [scrollable(title, table), *lists])


def _rows(report: ValidityReport) -> Element:
    table = report.rows()
    head = element("tr", *(element("th", column.title, scope="col") for column in table.columns))
    body = (
        element(
            "tr",
            element("th", name(str(row[0])), scope="row"),
            *(
                element("td", name(column.shown(cell, 2)))
                for cell, column in zip(row[1:], table.columns[1:], strict=True)
            ),
            id=f"row-{number}",
        )
        for number, row in enumerate(table.records, 1)
    )
    return scrollable("All labels", element("table", element("thead", head), element("tbody", *body), class_="scores"))
