"""A result as a page: one file that loads nothing, runs nothing, and reads as well on paper as on a screen."""

from collections.abc import Sequence

from tertium._version import __version__
from tertium.evaluation.differences.results import Comparison
from tertium.evaluation.results import Evaluation, MetricScore, SystemScores
from tertium.evaluation.views import scores as view
from tertium.evaluation.views import worth
from tertium.report.comparison.differences import word_tables, worth_table
from tertium.report.comparison.findings import evaluation_of
from tertium.report.comparison.lead import comparison_lead, evaluation_lead
from tertium.report.comparison.pairs import bucket_tables, contrasts, matrix, p_values
from tertium.report.html.markup import Child, Element, caption, element, name, page, scrollable
from tertium.report.html.plot import Dot, plots
from tertium.report.html.style import CSS, EXPLAIN_CSS
from tertium.results import numbers

_MOST_COLUMNS = 6  # metrics side by side; where there are more, and few systems, they are rows
_MOST_INTERVALS = 4  # columns in which intervals stand beside scores; where there are more, they stand below
_OPEN_METRICS = 3  # parts of a page that are not folded away


def comparison_page(comparison: Comparison) -> str:
    """The page of a comparison: what to read first, scores, each metric, pairs, segments, how to reproduce it."""
    evaluation = comparison.evaluation
    segments = contrasts(comparison, _digits(evaluation))
    sections = [
        _section("scores", "Scores", *_score_table(comparison)),
        _section("metrics", "Metric by metric", *_metric_parts(comparison)),
    ]
    if comparison.worths:
        sections.append(_section("worth", worth.TITLE, *worth_table(comparison, _digits(evaluation))))
    if comparison.buckets:
        sections.append(_section("buckets", "Segments that are alike", *bucket_tables(comparison, _digits(evaluation))))
    if comparison.words or comparison.ngrams:
        sections.append(_section("words", "Words and n-grams", *word_tables(comparison)))
    if segments:
        sections.append(_section("segments", "Where systems differ most", *segments))
    what = f"{numbers.counted(len(evaluation.systems), 'system')} compared"
    return _page(comparison, what, comparison_lead(comparison), sections)


def evaluation_page(evaluation: Evaluation) -> str:
    """The page of scores alone."""
    sections = [
        _section("scores", "Scores", *_score_table(evaluation)),
        _section("metrics", "Metric by metric", *_metric_parts(evaluation)),
    ]
    what = f"scores of {numbers.counted(len(evaluation.systems), 'system')}"
    return _page(evaluation, what, evaluation_lead(evaluation), sections)


def _page(
    result: Evaluation | Comparison, what: str, lead: Sequence[Element], sections: list[tuple[str, str, Element]]
) -> str:
    evaluation = evaluation_of(result)
    explained = isinstance(result, Comparison) and bool(result.explanations)
    if documents := _document_table(evaluation):
        sections = [*sections, _section("documents", "Documents", documents)]
    sections = [*sections, _section("reproduce", "How to reproduce", *_reproduction(result))]
    links = [element("li", element("a", heading, href=f"#{key}")) for key, heading, _ in sections]
    return page(
        f"{evaluation.test_set}: {what}",
        CSS + EXPLAIN_CSS if explained else CSS,
        element(
            "header",
            element("p", "Translation quality", class_="over"),
            element("h1", element("bdi", evaluation.test_set), f": {what}"),
            _facts(evaluation),
            element("section", element("h2", "What to read first", id="first"), *lead, class_="lead"),
        ),
        # Beside the header and not in it, so that it stays in sight on the whole page.
        element("nav", element("ul", *links), aria_label="Parts of this page"),
        element("main", *(section for _, _, section in sections)),
    )


def _section(key: str, heading: str, *parts: Child) -> tuple[str, str, Element]:
    return key, heading, element("section", element("h2", heading), *parts, id=key)


def _digits(evaluation: Evaluation) -> dict[str, int]:
    """Decimal places for each metric: more where its scores are small numbers."""
    digits = {}
    for i, column in enumerate(view.metrics(evaluation)):
        largest = max(abs(row.scores[i].score) for row in evaluation.systems)
        digits[column.metric] = 3 if largest <= 1.5 else 2 if largest < 20 else 1
    return digits


def _facts(evaluation: Evaluation) -> Element:
    facts = {"systems": len(evaluation.systems), "segments": evaluation.n_segments}
    facts["metrics"] = len(view.metrics(evaluation))
    items = (element("div", element("dt", key), element("dd", f"{value:,}")) for key, value in facts.items())
    return element("dl", *items, class_="facts")


def _score_table(result: Evaluation | Comparison) -> list[Element]:
    """The table, one body for each cluster, and the notes below it."""
    evaluation = evaluation_of(result)
    shown = view.metrics(evaluation)
    digits = _digits(evaluation)
    leaders = [set(view.best(evaluation, i)) for i in range(len(shown))]
    tied: list[set[str]] = [set() for _ in shown]
    rows = [(view.Place(row.system, "", 0), row) for row in evaluation.systems]
    said = "Best scores in bold."
    if isinstance(result, Comparison):
        tied = [view.tied_with_best(result, i) for i in range(len(shown))]
        rows = view.ordered(result)
        if shown and result.baseline is None:
            said += f" Ranks and lines: clusters by {shown[0].metric}."
    ranked = any(place.rank for place, _ in rows)

    def cells(row: SystemScores) -> list[Element]:
        return [
            _score_cell(score, digits[score.metric], bold=row.system in leaders[i], dagger=row.system in tied[i])
            for i, score in enumerate(row.scores)
        ]

    bodies: dict[int, list[Element]] = {}
    for place, row in rows:
        rank = element("td", place.rank.replace("-", "–")) if ranked else None
        bodies.setdefault(place.cluster, []).append(
            element("tr", rank, element("th", name(row.system), scope="row"), *cells(row))
        )
    head = element(
        "tr",
        element("th", "rank", scope="col") if ranked else None,
        element("th", "system", scope="col"),
        *(element("th", f"{score.metric} {view.arrow(score)}", scope="col", class_="number") for score in shown),
    )
    table = element(
        "table",
        caption(said),
        element("thead", head),
        *(element("tbody", *body) for body in bodies.values()),
        class_="scores packed" if len(shown) > _MOST_INTERVALS else "scores",
    )
    if len(shown) > max(_MOST_COLUMNS, len(rows)):
        table = _turned(said, [(place, row, cells(row)) for place, row in rows], shown)
    return [scrollable("Scores", table), *_score_notes(result, dagger=any(tied))]


def _turned(
    said: str, rows: Sequence[tuple[view.Place, SystemScores, list[Element]]], shown: Sequence[MetricScore]
) -> Element:
    """The same table with a row for each metric: many metrics do not fit beside each other."""
    titles = [
        element(
            "th",
            name(row.system),
            element("small", f"rank {place.rank.replace('-', '–')}") if place.rank else None,
            scope="col",
            class_="number",
        )
        for place, row, _ in rows
    ]
    lines = (
        element(
            "tr",
            element("th", f"{score.metric} {view.arrow(score)}", scope="row"),
            *(cells[i] for _, _, cells in rows),
        )
        for i, score in enumerate(shown)
    )
    head = element("tr", element("th", "metric", scope="col"), *titles)
    return element(
        "table", caption(said), element("thead", head), element("tbody", *lines), class_="scores packed turned"
    )


def _score_cell(score: MetricScore, digits: int, *, bold: bool, dagger: bool) -> Element:
    value = numbers.number(score.score, digits)
    return element(
        "td",
        element("strong", value) if bold else value,
        element("sup", "†") if dagger else None,
        element("small", view.interval(score, digits)) if score.interval is not None else None,
        class_="number",
    )


def _score_notes(result: Evaluation | Comparison, *, dagger: bool) -> list[Element]:
    notes = ["↑ higher is better, ↓ lower is better."]
    if intervals := view.intervals_note(evaluation_of(result)):
        notes.append(f"[low, high]: {intervals}.")
    if dagger and isinstance(result, Comparison):
        test = view.TEST_LABELS[result.deciding_test]
        notes.append(f"† Not significantly different from the best ({test}, corrected p > {result.alpha:g}).")
    return [element("p", note, class_="note") for note in notes]


def _metric_parts(result: Evaluation | Comparison) -> list[Child]:
    """For each metric: the picture, and of a comparison the matrix and the p-values."""
    evaluation = evaluation_of(result)
    digits = _digits(evaluation)
    parts: list[Child] = []
    for i, score in enumerate(view.metrics(evaluation)):
        scores = {row.system: row.scores[i] for row in evaluation.systems}
        places = [view.Place(system, "", 0) for system in scores]
        if isinstance(result, Comparison):
            places = view.places(result, score.metric)
        dots = [Dot(place, scores[place.system]) for place in places]
        inside: list[Child] = [_picture(evaluation, score, dots, digits[score.metric])]
        if isinstance(result, Comparison):
            inside += [matrix(result, score, digits[score.metric]), p_values(result, score, digits[score.metric])]
        title = element("h3", f"{score.metric} {view.arrow(score)}")
        parts.append(element("details", element("summary", title), *inside, class_="metric", open=i < _OPEN_METRICS))
    return parts


def _picture(evaluation: Evaluation, score: MetricScore, dots: list[Dot], digits: int) -> Element:
    way = "higher" if score.higher_is_better else "lower"
    what = f"Scores by {score.metric}, {way} is better"
    if view.has_intervals(evaluation):
        level = "" if evaluation.confidence is None else f"{numbers.percent(evaluation.confidence)} "
        what += f", with {level}intervals"
    label = f"{what}; the same numbers are in the table of scores."
    ranked = any(dot.place.rank for dot in dots)
    said = f"{what}. Systems on one tint are one cluster." if ranked else f"{what}."
    return element("figure", *plots(dots, digits, label), element("figcaption", said))


def _document_table(evaluation: Evaluation) -> Element | None:
    documents = view.documents(evaluation)
    if not documents:
        return None
    digits = _digits(evaluation)
    shown = view.metrics(evaluation)
    titles = ["document", "system", *(f"{score.metric} {view.arrow(score)}" for score in shown)]
    bodies = []
    for document in documents:
        rows = []
        for i, row in enumerate(evaluation.systems):
            span = str(len(evaluation.systems))
            first = element("th", element("bdi", document), scope="rowgroup", rowspan=span) if i == 0 else None
            values = [
                "–"
                if score.documents is None or document not in score.documents
                else numbers.number(score.documents[document], digits[score.metric])
                for score in row.scores
            ]
            cells = (element("td", value, class_="number") for value in values)
            rows.append(element("tr", first, element("th", name(row.system), scope="row"), *cells))
        bodies.append(element("tbody", *rows))
    head = [element("th", title, scope="col", class_="number" if i > 1 else None) for i, title in enumerate(titles)]
    table = element("table", caption("Scores of documents"), element("thead", element("tr", *head)), *bodies)
    count = numbers.counted(len(documents), "document")
    return element("details", element("summary", f"Scores of {count}"), scrollable("Scores of documents", table))


def _reproduction(result: Evaluation | Comparison) -> list[Element]:
    """Signatures, settings, and a sentence to paste."""
    evaluation = evaluation_of(result)
    signatures = view.signatures(evaluation)
    labels = dict.fromkeys(metric for metric, _ in signatures)
    notes = [f"Tertium {__version__}", view.intervals_note(evaluation)]
    if isinstance(result, Comparison):
        notes.append(view.tests_note(result))
    count = numbers.counted(evaluation.n_segments, "segment")
    sentence = (
        f" ({count}), computed with {'; '.join(note for note in notes if note)}. "
        f"Signatures: {'; '.join(f'{metric} {signature}' for metric, signature in signatures)}."
    )
    again = [element("p", "The command:"), element("blockquote", element("code", evaluation.command))]
    return [
        *(again if evaluation.command else []),
        _pair_table("A signature holds all it takes to compute a score again.", "metric", "signature", signatures),
        _pair_table("Settings", "setting", "value", _settings(result)),
        element("p", "To cite these numbers:"),
        element(
            "blockquote", f"{numbers.listed(labels) if labels else 'Scores'} on ", name(evaluation.test_set), sentence
        ),
    ]


def _settings(result: Evaluation | Comparison) -> list[tuple[str, str]]:
    evaluation = evaluation_of(result)
    settings: dict[str, str | float | None] = {
        "Tertium": __version__,
        "test set": evaluation.test_set,
        "segments": evaluation.n_segments,
        "seed": evaluation.seed,
        "bootstrap samples": evaluation.n_samples,
        "confidence": evaluation.confidence,
    }
    if isinstance(result, Comparison):
        settings["random swaps"] = result.n_swaps
        settings["significance level"] = result.alpha
        settings["deciding test"] = view.TEST_LABELS[result.deciding_test]
    return [(key, str(value)) for key, value in settings.items() if value is not None]


def _pair_table(title: str, key: str, value: str, rows: Sequence[tuple[str, str]]) -> Element:
    table = element(
        "table",
        caption(title),
        element("thead", element("tr", element("th", key, scope="col"), element("th", value, scope="col"))),
        element(
            "tbody",
            *(element("tr", element("th", a, scope="row"), element("td", element("code", name(b)))) for a, b in rows),
        ),
        class_="settings",
    )
    return scrollable(title, table)
