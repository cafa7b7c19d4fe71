"""Explanations as a page, and as parts of other pages: nothing is loaded, nothing runs."""

from collections.abc import Sequence

from tertium._version import __version__
from tertium.evaluation.explain import Explained, Explanations
from tertium.metrics.explanation import Explanation, NGrams, Side
from tertium.report import view
from tertium.report.explanation import view as look
from tertium.report.explanation.svg import alignment_picture, kind_class, ngram_picture, right_to_left
from tertium.report.html.markup import Child, Element, element, name, page, scrollable
from tertium.report.html.style import CSS, EXPLAIN_CSS

_LEVELS = 6  # of tint for characters
_SIDES: tuple[Side, ...] = ("hypothesis", "reference")


def explanations_page(result: Explanations) -> str:
    """All explanations, one below the other."""
    sections = [_section(result, i, item) for i, item in enumerate(result.items)]
    links = [
        element("li", element("a", f"{item.segment}, ", name(item.system), f", {item.metric}", href=f"#why-{i}"))
        for i, item in enumerate(result.items)
    ]
    title = "How scores were computed"
    return page(
        f"{result.test_set}: {title.lower()}",
        CSS + EXPLAIN_CSS,
        element(
            "header",
            element("p", title, class_="over"),
            element("h1", element("bdi", result.test_set)),
            element("nav", element("ul", *links), aria_label="Parts of this page") if len(links) > 1 else None,
        ),
        element("main", *sections),
        element("p", f"Made by Tertium {__version__}.", class_="note"),
    )


def _section(result: Explanations, number: int, item: Explained) -> Element:
    document: list[Child] = [" of ", element("bdi", item.document)] if item.document is not None else []
    return element(
        "section",
        element("h2", f"Segment {item.segment}", *document, ", ", name(item.system), f": {item.metric}"),
        element("p", element("bdi", item.source), class_="source", dir="auto") if item.source else None,
        *explanation_parts(item.metric, item.explanation, higher_is_better=item.higher_is_better),
        element("p", element("code", name(item.signature)), class_="note"),
        id=f"why-{number}",
    )


def explanation_parts(metric: str, explanation: Explanation, *, higher_is_better: bool) -> list[Element]:
    """The picture with its legend, and the numbers."""
    way = "higher is better" if higher_is_better else "lower is better"
    score = element(
        "p",
        element("strong", f"{metric} {view.number(explanation.score, 2)}"),
        f" ({way}), beside the {look.reference_name(explanation)}".replace("the reference ", "reference "),
        class_="verdict",
    )
    parts: list[Element] = [score]
    if look.is_alignment(explanation):
        parts += _alignment(metric, explanation)
    for ngrams in explanation.ngrams:
        parts += _characters(ngrams, explanation) if ngrams.unit == "character" else _words(ngrams, explanation)
    tables = [*(_orders(ngrams) for ngrams in explanation.ngrams), _numbers(explanation)]
    parts.append(element("div", *tables, class_="tables", role="region", aria_label="Numbers", tabindex="0"))
    parts += [element("p", note, class_="note") for note in explanation.notes]
    return parts


def _alignment(metric: str, explanation: Explanation) -> list[Element]:
    if not explanation.hypothesis and not explanation.reference:
        return [element("p", "Both texts are empty.", class_="note")]
    counts = [f"{len(explanation.links)} links", f"{len(explanation.loose)} words left over"]
    label = f"{metric}: hypothesis above, reference below; {', '.join(counts)}, {len(explanation.moves)} moves."
    picture = alignment_picture(explanation, label)
    figure = element("figure", scrollable("Words and their links", picture), _legend(explanation), class_="why")
    if not explanation.moves:
        return [figure]
    moves = element("ol", *(_move(explanation, i) for i in range(len(explanation.moves))), class_="moves")
    return [figure, moves]


def _move(explanation: Explanation, number: int) -> Element:
    return element("li", look.move_text(explanation, explanation.moves[number]), dir="auto")


def _legend(explanation: Explanation) -> Element:
    items = []
    for kind in look.kinds(explanation):
        css = kind_class(kind)
        sign = element("path", d="M2 8H34", class_=f"link {css}")
        if css == "left":
            sign = element("rect", x=2, y=2, width=32, height=12, rx=4, class_="word left")
        items.append(element("li", _swatch(sign), look.kind_name(kind)))
    if explanation.moves:
        items.append(element("li", _swatch(element("path", d="M4 14C8 2 28 2 32 14", class_="arc")), "move"))
    return element("ul", *items, class_="legend")


def _swatch(sign: Element) -> Element:
    return element("svg", sign, viewBox="0 0 36 16", class_="swatch", aria_hidden="true")


def _words(ngrams: NGrams, explanation: Explanation) -> list[Element]:
    figures = []
    for side in _SIDES:
        tokens = ngrams.hypothesis if side == "hypothesis" else ngrams.reference
        label = f"Words of the {side} with bars for matched n-grams; the table has the counts."
        body: Child = element("p", "(empty)", class_="note")
        if tokens:
            body = scrollable(f"Words of the {side}", ngram_picture(ngrams, side, explanation, label))
        figures.append(element("figure", element("figcaption", side), body, class_="why"))
    drawn = min(len(ngrams.orders), look.MOST_ORDERS)
    orders = "1-grams" if drawn == 1 else f"1-grams to {drawn}-grams, from top to bottom"
    note = f"Bars: matched n-grams that a word is part of, {orders}. Dashed: words that no n-gram matches."
    return [*figures, element("p", note, class_="note")]


def _characters(ngrams: NGrams, explanation: Explanation) -> list[Element]:
    lines: list[Child] = []
    most = max((order.n for order in ngrams.orders), default=1)
    for side, text in zip(_SIDES, (explanation.hypothesis_text, explanation.reference_text), strict=True):
        tokens = ngrams.hypothesis if side == "hypothesis" else ngrams.reference
        spelled = look.spelled(text, tokens, look.longest(ngrams, side))
        lines.append(element("dt", side))
        direction = "rtl" if right_to_left(explanation) else "auto"
        lines.append(element("dd", *_tinted(spelled, most), dir=direction, class_="spelled"))
    scale = [element("span", f"{n}", class_=f"cover-{_level(n, most)}") for n in _sampled(most)]
    note = element(
        "p", "Tint: the longest matched n-gram that a character is part of: ", *scale, ". ",
        element("span", "Struck out", class_="cover-0"), ": none.", class_="note",
    )  # fmt: skip
    return [element("dl", *lines, class_="texts"), note]


def _sampled(most: int) -> list[int]:
    return list(range(1, most + 1)) if most <= 12 else [1, most]


def _level(n: int, most: int) -> int:
    return 0 if n == 0 else max(1, round(n * _LEVELS / most))


def _tinted(spelled: Sequence[tuple[str, int | None]], most: int) -> list[Child]:
    """Characters of one tint together; white space joins what stands before it."""
    runs: list[tuple[str, int | None]] = []
    for char, value in spelled:
        level = None if value is None else _level(value, most)
        if runs and (level is None or runs[-1][1] == level):
            runs[-1] = (runs[-1][0] + char, runs[-1][1])
        else:
            runs.append((char, level))
    return [element("span", text, class_="plain" if level is None else f"cover-{level}") for text, level in runs]


def _orders(ngrams: NGrams) -> Element:
    worth = any(order.contribution is not None for order in ngrams.orders)
    titles = [f"{ngrams.unit} n-grams", "matched", "hypothesis", "reference", *(["worth"] if worth else [])]
    rows = []
    for order in ngrams.orders:
        values = [
            order.matched,
            order.in_hypothesis,
            order.in_reference,
            *([order.contribution or 0.0] if worth else []),
        ]
        cells = (element("td", look.number(value), class_="number") for value in values)
        rows.append(element("tr", element("th", f"{order.n}", scope="row"), *cells))
    head = (element("th", title, scope="col", class_="number" if i else None) for i, title in enumerate(titles))
    return element("table", element("thead", element("tr", *head)), element("tbody", *rows))


def _numbers(explanation: Explanation) -> Element | None:
    rows = [
        element(
            "tr",
            element("th", part, scope="row"),
            element("td", value, class_="number"),
            element("td", element("small", note)),
        )
        for part, value, note in look.part_rows(explanation.parts)
    ]
    return element("table", element("tbody", *rows), class_="parts") if rows else None
