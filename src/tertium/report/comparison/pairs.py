"""The parts of a page about two systems: who beats whom, p-values, and the segments where they differ most."""

from collections.abc import Sequence

from tertium.evaluation.differences.results import Comparison, Contrast
from tertium.evaluation.options import TestName
from tertium.evaluation.results import MetricScore
from tertium.evaluation.views import scores as view
from tertium.evaluation.views.wordiff import runs
from tertium.report.explanation.html import explanation_parts
from tertium.report.html.markup import Child, Element, caption, element, name, scrollable
from tertium.results import numbers


def matrix(comparison: Comparison, score: MetricScore, digits: int) -> Element | None:
    """Who is better, for all pairs, by the deciding test; None where nothing was tested."""
    verdicts = view.verdicts(comparison, score.metric, comparison.deciding_test)
    if not verdicts:
        return None
    systems = [place.system for place in view.places(comparison, score.metric)]
    columns = systems if comparison.baseline is None else [comparison.baseline]
    head = element("tr", element("td"), *(element("th", name(column), scope="col") for column in columns))
    rows = [
        element(
            "tr",
            element("th", name(row), scope="row"),
            *(_cell(verdicts.get((row, column)), row == column, digits) for column in columns),
        )
        for row in systems
        if row != comparison.baseline
    ]
    against = "" if comparison.baseline is None else f" with {comparison.baseline}"
    note = (
        f"Is the system of the row better than that of the column by {score.metric}? Difference of scores, and p of "
        f"the {view.TEST_LABELS[comparison.deciding_test]}, corrected for all pairs{against}; a difference with "
        f"p > {comparison.alpha:g} is not significant."
    )
    title = f"Who is better by {score.metric}, row against column"
    body = element(
        "table",
        caption(title),
        element("thead", head),
        element("tbody", *rows),
        class_="matrix",
    )
    return element("div", scrollable(title, body), element("p", note, class_="note"))


def _cell(verdict: view.Verdict | None, same: bool, digits: int) -> Element:
    if verdict is None:
        return element("td", "–" if same else "not tested")
    words, kind = {
        "row": ("▲ better", "win"),
        "column": ("▼ worse", "lose"),
        None: ("no significant difference", "tie"),
    }[verdict.winner]
    figures = f"{_difference(verdict, digits)}, p {_p(verdict.p_holm)}"
    return element("td", element("span", words), element("small", figures), class_=kind)


def _difference(verdict: view.Verdict, digits: int) -> str:
    return numbers.signed(verdict.difference, digits).replace("-", "−")


def _p(value: float) -> str:
    text = numbers.p_value(value)
    return text if text.startswith("<") else f"= {text}"


def p_values(comparison: Comparison, score: MetricScore, digits: int) -> Element | None:
    """Every pair by both tests, folded away; None where nothing was tested."""
    tests: list[TestName] = [test for test in view.TEST_LABELS if view.verdicts(comparison, score.metric, test)]
    if not tests:
        return None
    verdicts = {test: view.verdicts(comparison, score.metric, test) for test in tests}
    systems = [place.system for place in view.places(comparison, score.metric)]
    rows = []
    for i, a in enumerate(systems):
        for b in systems[i + 1 :]:
            seen = next((verdicts[test][a, b] for test in tests if (a, b) in verdicts[test]), None)
            if seen is not None:
                cells = [cell for test in tests for cell in _p_cells(verdicts[test].get((a, b)))]
                difference = element("td", _difference(seen, digits), class_="number")
                pair = element("th", name(a), " – ", name(b), scope="row")
                rows.append(element("tr", pair, difference, *cells))
    top = element(
        "tr",
        element("th", "pair", scope="col", rowspan="2"),
        element("th", "difference", scope="col", rowspan="2", class_="number"),
        *(element("th", view.TEST_LABELS[test], scope="colgroup", colspan="2") for test in tests),
    )
    titles = [element("th", title, scope="col", class_="number") for _ in tests for title in ("p", "corrected p")]
    said = f"p-values by {score.metric}. An asterisk marks what is significant at {comparison.alpha:g}."
    body = element(
        "table",
        caption(said),
        element("thead", top, element("tr", *titles)),
        element("tbody", *rows),
    )
    label = f"p-values by {score.metric}"
    return element("details", element("summary", f"All {label}"), scrollable(label, body))


def _p_cells(verdict: view.Verdict | None) -> tuple[Element, Element]:
    if verdict is None:
        return element("td", "–", class_="number"), element("td", "–", class_="number")
    star = " *" if verdict.winner is not None else ""
    return (
        element("td", numbers.p_value(verdict.p), class_="number"),
        element("td", numbers.p_value(verdict.p_holm) + star, class_="number"),
    )


def contrasts(comparison: Comparison, digits: dict[str, int]) -> list[Element]:
    """The most different segments of each pair, one foldable part for a pair."""
    pairs: dict[tuple[str, str], list[Contrast]] = {}
    for item in comparison.contrasts:
        pairs.setdefault((item.system_a, item.system_b), []).append(item)
    parts = [_key()] if pairs else []
    shown: dict[tuple[str, str, int], str] = {}  # explanations that stand above, by their id
    for i, ((a, b), items) in enumerate(pairs.items()):
        metrics = numbers.listed(dict.fromkeys(item.metric for item in items))
        count = "1 segment" if len(items) == 1 else f"{len(items)} segments"
        summary = element("summary", name(a), " – ", name(b), " ", element("small", f"{count}, by {metrics}"))
        articles = [_contrast(item, digits.get(item.metric, 1), _whys(comparison, item, shown)) for item in items]
        parts.append(element("details", summary, *articles, open=i == 0))
    return parts


def _key() -> Element:
    return element(
        "p",
        element("mark", "Underlined"),
        ": words that are not in the reference closest to this translation. ",
        element("strong", "Bold"),
        ": words that the other system's translation does not have. ",
        element("mark", element("strong", "Both")),
        ": words that neither has.",
        class_="key",
    )


def bucket_tables(comparison: Comparison, digits: dict[str, int]) -> list[Element]:
    """Scores of segments that are alike, one table for each way to be."""
    shown = view.metrics(comparison.evaluation)
    parts = []
    for by in dict.fromkeys(bucket.by for bucket in comparison.buckets):
        bodies = []
        for bucket in (one for one in comparison.buckets if one.by == by):
            span = str(len(bucket.scores))
            first = [
                element("th", element("bdi", bucket.name), scope="rowgroup", rowspan=span),
                element("td", f"{bucket.n_segments:,}", class_="number", rowspan=span),
            ]
            rows = []
            for i, (system, scores) in enumerate(bucket.scores.items()):
                values = (numbers.number(scores[score.metric], digits[score.metric]) for score in shown)
                cells = (element("td", value, class_="number") for value in values)
                start = first if i == 0 else []
                rows.append(element("tr", *start, element("th", name(system), scope="row"), *cells))
            bodies.append(element("tbody", *rows))
        titles = [by, "segments", "system", *(f"{score.metric} {view.arrow(score)}" for score in shown)]
        head = (element("th", title, scope="col") for title in titles)
        table = element("table", caption(f"Scores by {by}"), element("thead", element("tr", *head)), *bodies)
        parts.append(scrollable(f"Scores by {by}", table))
    return parts


def _whys(comparison: Comparison, item: Contrast, shown: dict[tuple[str, str, int], str]) -> list[Element]:
    """How both scores were computed, folded away in one box, or a link to where that stands already."""
    parts: list[Element] = []
    for system in (item.system_a, item.system_b):
        key = (item.metric, system, item.segment)
        explanation = comparison.explanations.get(key)
        if explanation is None:
            continue
        if key in shown:
            link = element("a", "How the score of ", name(system), " was computed: see above", href=f"#{shown[key]}")
            parts.append(element("p", link, class_="again"))
            continue
        shown[key] = f"why-{len(shown)}"
        way = next(score for score in view.metrics(comparison.evaluation) if score.metric == item.metric)
        body = explanation_parts(item.metric, explanation, higher_is_better=way.higher_is_better)
        parts.append(element("div", element("h5", name(system)), *body, id=shown[key]))
    if not parts:
        return []
    return [element("details", element("summary", "How the scores were computed"), *parts, class_="why-details")]


def _contrast(item: Contrast, digits: int, whys: Sequence[Element]) -> Element:
    title: list[Child] = [f"Segment {item.segment}"]
    if item.document is not None:
        title += [" of ", element("bdi", item.document)]
    title += [f", {item.metric}: ", name(item.system_a), f" {numbers.number(item.score_a, digits)}, "]
    title += [name(item.system_b), f" {numbers.number(item.score_b, digits)}"]
    texts: list[Child] = []
    if item.source is not None:
        texts += _text("source", [item.source])
    for i, reference in enumerate(item.references, 1):
        texts += _text("reference" if len(item.references) == 1 else f"reference {i}", [reference])
    texts += _text(name(item.system_a), _marked(item.hypothesis_a, item.hypothesis_b, item.references))
    texts += _text(name(item.system_b), _marked(item.hypothesis_b, item.hypothesis_a, item.references))
    return element("article", element("h4", *title), element("dl", *texts, class_="texts"), *whys)


def _text(label: Child, text: Sequence[Child]) -> list[Element]:
    shown = text if any(text) else [element("small", "(empty)")]
    kind = None if isinstance(label, str) else "system"
    return [element("dt", label, class_=kind), element("dd", *shown, dir="auto")]


def _marked(hypothesis: str, other: str, references: Sequence[str]) -> list[Child]:
    children: list[Child] = []
    for run in runs(hypothesis, other, references):
        part: Child = element("strong", run.text) if run.own else run.text
        children.append(element("mark", part) if run.foreign else part)
    return children
