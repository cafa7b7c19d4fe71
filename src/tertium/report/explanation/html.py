"""Explanations as a page, and as parts of other pages: nothing is loaded, nothing runs."""

from collections.abc import Sequence

from tertium._version import __version__
from tertium.evaluation.explain import Explained, Explanations
from tertium.evaluation.views import matches as look
from tertium.metrics.explanation import Explanation, NGrams, Side
from tertium.report.explanation.svg import (
    NARROW,
    WIDE,
    alignment_picture,
    has_letters,
    kind_class,
    ngram_picture,
    right_to_left,
)
from tertium.report.html.markup import Child, Element, element, name, page, scrollable
from tertium.report.html.style import CSS, EXPLAIN_CSS
from tertium.results import numbers

_LEVELS = 6  # of tint for characters
_SIDES: tuple[Side, ...] = ("hypothesis", "reference")


def explanations_page(result: Explanations) -> str:
    """A part for each segment: its texts, then what each metric made of each system's."""
    by_segment: dict[int, list[Explained]] = {}
    for item in result.items:
        by_segment.setdefault(item.segment, []).append(item)
    sections = [_segment(number, items) for number, items in by_segment.items()]
    links = [element("li", element("a", f"Segment {number}", href=f"#segment-{number}")) for number in by_segment]
    title = "How scores were computed"
    return page(
        f"{result.test_set}: {title.lower()}",
        CSS + EXPLAIN_CSS,
        element(
            "header",
            element("p", title, class_="over"),
            element("h1", element("bdi", result.test_set)),
        ),
        element("nav", element("ul", *links), aria_label="Parts of this page") if len(links) > 1 else None,
        element("main", *sections),
        element("footer", element("p", f"Made by Tertium {__version__}.", class_="note")),
    )


def _segment(number: int, items: Sequence[Explained]) -> Element:
    """The texts as they are, and a box for each metric and system."""
    first = items[0]
    document: list[Child] = [" of ", element("bdi", first.document)] if first.document is not None else []
    texts: list[Element] = []
    if first.source:
        texts += _text("source", first.source)
    references = dict.fromkeys(
        (look.reference_name(item.explanation), item.explanation.reference_text) for item in items
    )
    for label, text in references:
        texts += _text(label, text)
    for system, text in dict.fromkeys((item.system, item.explanation.hypothesis_text) for item in items):
        texts += _text(name(system), text)
    return element(
        "section",
        element("h2", f"Segment {number}", *document),
        element("dl", *texts, class_="texts"),
        *(_box(item) for item in items),
        id=f"segment-{number}",
    )


def _text(label: Child, text: str) -> list[Element]:
    kind = None if isinstance(label, str) else "system"
    return [
        element("dt", label, class_=kind),
        element("dd", text if text else element("small", "(empty)"), dir="auto"),
    ]


def _box(item: Explained) -> Element:
    return element(
        "article",
        element("h3", f"{item.metric}, ", name(item.system)),
        *explanation_parts(item.metric, item.explanation, higher_is_better=item.higher_is_better),
        element("p", element("code", name(item.signature)), class_="note"),
        class_="box",
    )


def explanation_parts(metric: str, explanation: Explanation, *, higher_is_better: bool) -> list[Element]:
    """The picture with its legend, and the numbers."""
    way = "higher is better" if higher_is_better else "lower is better"
    score = element(
        "p",
        element("strong", f"{metric} {numbers.number(explanation.score, 2)}"),
        f" ({way}), beside the {look.reference_name(explanation)}".replace("the reference ", "reference "),
        class_="verdict",
    )
    parts: list[Element] = [score]
    if look.is_alignment(explanation):
        parts += _alignment(metric, explanation)
    for ngrams in explanation.ngrams:
        parts += _characters(ngrams, explanation) if ngrams.unit == "character" else _words(ngrams, explanation)
    tables = [*((f"{ngrams.unit} n-grams", _orders(ngrams)) for ngrams in explanation.ngrams)]
    if (figures := _numbers(explanation)) is not None:
        tables.append(("Numbers", figures))
    parts.append(element("div", *(scrollable(f"{metric}: {label}", table) for label, table in tables), class_="tables"))
    parts += [element("p", note, class_="note") for note in explanation.notes]
    return parts


def _alignment(metric: str, explanation: Explanation) -> list[Element]:
    if not explanation.hypothesis and not explanation.reference:
        return [element("p", "Both texts are empty.", class_="note")]
    counts = [f"{len(explanation.links)} links", f"{len(explanation.loose)} words left over"]
    label = f"{metric}: hypothesis above, reference below; {', '.join(counts)}, {len(explanation.moves)} moves."
    pictures = [alignment_picture(explanation, label, width) for width in (WIDE, NARROW)]
    figure = element("figure", *pictures, _legend(explanation, lettered=any(map(has_letters, pictures))), class_="why")
    if not explanation.moves:
        return [figure]
    moves = element("ol", *(_move(explanation, i) for i in range(len(explanation.moves))), class_="moves")
    return [figure, moves]


def _move(explanation: Explanation, number: int) -> Element:
    return element("li", look.move_text(explanation, explanation.moves[number]), dir="auto")


def _legend(explanation: Explanation, *, lettered: bool) -> Element:
    items = []
    for kind in look.kinds(explanation):
        css = kind_class(kind)
        sign = element("path", d="M2 8H34", class_=f"link {css}")
        if css == "left":
            sign = element("rect", x=2, y=2, width=32, height=12, rx=4, class_="word left")
        items.append(element("li", _swatch(sign), look.kind_name(kind)))
    if explanation.moves:
        sign = element("path", d="M4 14C8 2 28 2 32 14", class_="arc")
        items.append(element("li", _swatch(sign), "move, with its number"))
    if lettered:
        items.append(element("li", element("span", "a", class_="letter"), "link that goes on at the same letter"))
    return element("ul", *items, class_="legend")


def _swatch(sign: Element) -> Element:
    return element("svg", sign, viewBox="0 0 36 16", class_="swatch", aria_hidden="true")


def _words(ngrams: NGrams, explanation: Explanation) -> list[Element]:
    figures = []
    for side in _SIDES:
        tokens = ngrams.hypothesis if side == "hypothesis" else ngrams.reference
        label = f"Words of the {side} with bars for matched n-grams; the table has the counts."
        body = [element("p", "(empty)", class_="note")]
        if tokens:
            body = [ngram_picture(ngrams, side, explanation, label, width) for width in (WIDE, NARROW)]
        figures.append(element("figure", element("figcaption", side), *body, class_="why"))
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
