"""Networks as SVG: one railroad diagram for each card, the root first."""

from collections.abc import Mapping, Sequence

from tertium.networks.network import Network
from tertium.report.html.markup import Element, element, stylesheet
from tertium.report.network.railroad import BOX, Command, Diagram, diagrams

_BETWEEN = 14

# In a file of its own the picture brings its colours; in a page it takes those of the page.
COLOURS = """
.rail { fill: none; stroke: var(--rail, #8593a3); stroke-width: 2; stroke-linecap: round; }
.stop { stroke: var(--rail, #8593a3); stroke-width: 2; stroke-linecap: round; }
.words { fill: var(--words, #f1f5fb); stroke: var(--words-line, #b9c9de); stroke-width: 1.2; }
.card { fill: var(--card, #1d5fa8); }
.nothing, .more { fill: var(--sheet, #f6f7f9); stroke: var(--line, #d9dee5); stroke-dasharray: 4 3; }
.on-words { fill: var(--ink, #1b2430); }
.on-card { fill: var(--on-card, #ffffff); font-weight: 600; }
.on-nothing, .on-more { fill: var(--soft, #5a6675); font-style: italic; }
.title { fill: var(--ink, #1b2430); font-weight: 700; }
.span { fill: var(--soft, #5a6675); font-weight: 400; }
a:hover .card { fill: var(--card-hover, #164a84); }
"""

_FONT = 'svg text { font: 13.5px system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }'


def network_svg(network: Network) -> str:
    """The picture as a file of its own."""
    drawn, left_out = diagrams(network)
    links = {diagram.card: f"#card-{i}" for i, diagram in enumerate(drawn)}
    parts: list[Element] = []
    y = 10.0
    for i, diagram in enumerate(drawn):
        parts.append(
            element(
                "g",
                _title(diagram),
                *diagram_parts(diagram, links),
                id=f"card-{i}",
                transform=f"translate(0 {y:g})",
            )
        )
        y += diagram.height + _BETWEEN
    if left_out:
        parts.append(element("text", f"and {left_out:,} more cards", x=12, y=y + 10, class_="span"))
        y += 24
    width = max(diagram.width for diagram in drawn)
    return str(
        element(
            "svg",
            stylesheet(f"{_FONT}\n.paper {{ fill: #ffffff; }}{COLOURS}"),
            element("rect", x=0, y=0, width=width, height=y, class_="paper"),
            *parts,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {width:g} {y:g}",
            width=width,
            height=y,
            role="img",
            aria_label=f"Railroad diagram of a network of {len(drawn) + left_out} cards",
        )
    )


def card_svg(diagram: Diagram, links: Mapping[str, str], css: str | None = None) -> Element:
    """One card's picture, for a page that has a title of its own for it."""
    cut = 20  # what the title would take
    return element(
        "svg",
        *diagram_parts(diagram, links),
        viewBox=f"0 {cut} {diagram.width:g} {diagram.height - cut:g}",
        width=diagram.width,
        height=diagram.height - cut,
        role="group" if any(box.card in links for box in diagram.boxes) else "img",  # an image has no links in it
        aria_label=f"Railroad diagram of card {diagram.title}",
        class_=css,
    )


def diagram_parts(diagram: Diagram, links: Mapping[str, str]) -> list[Element]:
    """Rails first, so that boxes lie over them."""
    start, end, y = diagram.ends
    parts = [element("path", d=path_data(rail), class_="rail") for rail in diagram.rails]
    parts += [element("line", x1=x, x2=x, y1=y - 7, y2=y + 7, class_="stop") for x in (start, start + 4, end - 4, end)]
    for box in diagram.boxes:
        shape = element(
            "rect",
            x=box.x,
            y=box.y - BOX / 2,
            width=box.width,
            height=BOX,
            rx=5 if box.kind == "card" else BOX / 2,
            class_=box.kind,
        )
        text = element(
            "text", box.text, x=box.x + box.width / 2, y=box.y + 4.8, text_anchor="middle", class_=f"on-{box.kind}"
        )
        target = links.get(box.card) if box.card is not None else None
        parts += [element("a", shape, text, href=target)] if target else [shape, text]
    return parts


def _title(diagram: Diagram) -> Element:
    span = element("tspan", diagram.note, dx=10, class_="span") if diagram.note else None
    return element("text", diagram.title, span, x=12, y=16, class_="title")


def path_data(rail: Sequence[Command]) -> str:
    """A rail as the `d` of an SVG path."""
    return " ".join(f"{letter}{' '.join(f'{number:g}' for number in numbers)}" for letter, numbers in rail)
