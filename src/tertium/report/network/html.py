"""Networks as a page: the sentence as a railroad in which cards open on a click, and every card by itself below.

Nothing runs: cards are `<details>`, which every browser opens. A card that stands in many places is written into each
as long as there is room; then it becomes a link to its own picture below, which the browser opens when it goes there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tertium._version import __version__
from tertium.networks.limits import DEFAULT, Limits
from tertium.networks.network import Alternative, Network, Ref
from tertium.networks.statistics import NetworkStatistics, network_statistics
from tertium.report.html.markup import Element, element, page
from tertium.report.html.style import CSS
from tertium.report.network.railroad import diagrams
from tertium.report.network.svg import COLOURS, card_svg

_MOST_NESTED, _DEEPEST, _MOST_ROWS = 3_000, 12, 60

_RULES = """
:root { --rail: #8593a3; --words: #f1f5fb; --words-line: #b9c9de; --card: #1d5fa8; --card-hover: #164a84;
  --on-card: #ffffff; --open: #f7fafd; }
@media (prefers-color-scheme: dark) {
  :root { --rail: #66748a; --words: #1c2733; --words-line: #3b4d63; --card: #2f6fb5; --card-hover: #3f83cf;
    --on-card: #ffffff; --open: #171e27; }
}
body { max-width: 76rem; }
.track { overflow-x: auto; padding: 1.4rem 0.4rem; margin: 0 0 1rem; }
.choice { display: inline-flex; flex-direction: column; align-items: stretch; }
.row { position: relative; display: flex; align-items: center; padding: 0.3rem 1.6rem; }
.row::before, .row::after { content: ""; position: absolute; top: 0; bottom: 0; width: 0.9rem; }
.choice > .row::before { left: 0; border-left: 2px solid var(--rail); }
.choice > .row::after { right: 0; border-right: 2px solid var(--rail); }
.choice > .row:first-child::before, .choice > .row:first-child::after {
  top: calc(50% - 1px); border-top: 2px solid var(--rail);
}
.choice > .row:last-child::before, .choice > .row:last-child::after {
  bottom: calc(50% - 1px); border-bottom: 2px solid var(--rail);
}
.choice > .row:first-child::before { border-top-left-radius: 0.8rem; }
.choice > .row:first-child::after { border-top-right-radius: 0.8rem; }
.choice > .row:last-child::before { border-bottom-left-radius: 0.8rem; }
.choice > .row:last-child::after { border-bottom-right-radius: 0.8rem; }
.choice > .row:only-child::before, .choice > .row:only-child::after { border-color: transparent; }
.line { flex: none; width: 1.3rem; height: 2px; background: var(--rail); }
.row > .line:first-child { margin-left: -1.6rem; width: 2.2rem; }
.row > .line:last-child { margin-right: -1.6rem; width: auto; min-width: 2.2rem; flex: 1 1 auto; }
.choice > .row:first-child > .line:first-child, .choice > .row:last-child > .line:first-child {
  margin-left: -0.8rem; width: 1.4rem;
}
.choice > .row:first-child > .line:last-child, .choice > .row:last-child > .line:last-child {
  margin-right: -0.8rem; min-width: 1.4rem;
}
.choice > .row:only-child > .line:first-child { margin-left: -1.6rem; width: 2.2rem; }
.choice > .row:only-child > .line:last-child { margin-right: -1.6rem; min-width: 2.2rem; }
.item { flex: none; border-radius: 1rem; padding: 0.22rem 0.8rem; white-space: nowrap; line-height: 1.4; }
.item.words { background: var(--words); border: 1px solid var(--words-line); }
.item.nothing { color: var(--soft); font-style: italic; border: 1px dashed var(--line); }
.cost { flex: none; color: var(--soft); font-size: 0.8rem; padding: 0 0.4rem; background: inherit; }
details.in-line { flex: none; margin: 0; border: 0; border-radius: 7px; }
details.in-line > summary, a.item {
  list-style: none; display: inline-block; background: var(--card); color: var(--on-card); font-weight: 600;
  border-radius: 6px; padding: 0.25rem 0.75rem; line-height: 1.4; white-space: nowrap; border: 0; text-decoration: none;
}
details.in-line > summary::-webkit-details-marker { display: none; }
details.in-line > summary::after { content: " ▸"; opacity: 0.75; }
details.in-line[open] > summary::after { content: " ▾"; }
details.in-line > summary:hover, a.item:hover { background: var(--card-hover); }
details.in-line[open] {
  background: var(--open); border: 1.5px solid var(--card); padding: 0.45rem 0; text-align: center;
}
details.in-line[open] > summary { margin: 0 0.6rem 0.3rem; border-bottom: 0; }
.inside { display: flex; align-items: center; justify-content: center; text-align: left; }
.track > .inside { justify-content: flex-start; }
.ends { flex: none; width: 6px; height: 1.1rem; border: solid var(--rail); border-width: 0 2px; }
figure.one { overflow-x: auto; margin: 0; padding: 0.4rem 0.9rem; }
figure.one svg { width: auto; min-width: 0; max-width: none; }
svg text { font-size: 13.5px; }
svg .on-words { fill: var(--ink); } svg .on-card { fill: var(--on-card); } svg .on-nothing { fill: var(--soft); }
@media print { details.in-line { break-inside: avoid; } }
"""


def network_page(network: Network, name: str, limits: Limits = DEFAULT) -> str:
    """The page of one network; `name` is its title."""
    drawn, left_out = diagrams(network)
    links = {diagram.card: f"#card-{i}" for i, diagram in enumerate(drawn)}
    track = element(
        "div",
        element("div", _ends(), _Nesting(network, links).choice(network.root, 1), _ends(), class_="inside"),
        class_="track",
    )
    cards = [
        element(
            "details",
            element("summary", f"[{diagram.title}]", element("small", _counted(network, diagram.card, diagram.note))),
            element("figure", card_svg(diagram, links), class_="one", id=f"card-{i}"),
        )
        for i, diagram in enumerate(drawn)
    ]
    more = [element("p", f"{left_out:,} more cards are not drawn.", class_="note")] if left_out else []
    return page(
        f"{name}: network of translations",
        CSS + COLOURS + _RULES,
        element(
            "header",
            element("p", "Network of translations", class_="over"),
            element("h1", element("bdi", name)),
            _facts(network_statistics(network, limits)),
        ),
        element(
            "main",
            element("p", "Every way from left to right is a translation. Blue cards open on a click.", class_="note"),
            track,
            element("h2", "All cards"),
            *cards,
            *more,
        ),
        element("footer", element("p", f"Tertium {__version__}", class_="note")),
    )


@dataclass(slots=True)
class _Nesting:
    """Writes cards into one another while there is room."""

    network: Network
    links: Mapping[str, str]
    room: int = _MOST_NESTED

    def choice(self, name: str, depth: int) -> Element:
        alternatives = self.network[name].alternatives
        self.room -= min(len(alternatives), _MOST_ROWS)
        rows = [self._row(alternative, depth) for alternative in alternatives[:_MOST_ROWS]]
        if len(alternatives) > _MOST_ROWS:
            text = f"and {len(alternatives) - _MOST_ROWS:,} more"
            rows.append(element("div", _line(), element("span", text, class_="item nothing"), _line(), class_="row"))
        return element("div", *rows, class_="choice")

    def _row(self, alternative: Alternative, depth: int) -> Element:
        items = [_line()]
        for item in self._items(alternative, depth):
            items += [item, _line()]
        return element("div", *items, class_="row")

    def _items(self, alternative: Alternative, depth: int) -> list[Element]:
        items: list[Element] = []
        words: list[str] = []
        for symbol in [*alternative.symbols, None]:
            if isinstance(symbol, str):
                words.append(symbol)
                continue
            if words:
                items.append(element("span", " ".join(words), class_="item words", dir="auto"))
                words = []
            if isinstance(symbol, Ref):
                items.append(self._card(symbol.name, depth))
        if not items:
            items.append(element("span", "nothing", class_="item nothing"))
        if alternative.cost:
            items.append(element("span", f"cost {alternative.cost:g}", class_="cost"))
        return items

    def _card(self, name: str, depth: int) -> Element:
        if self.room <= 0 or depth >= _DEEPEST:
            return element("a", name, href=self.links.get(name, "#"), class_="item")
        inside = element("div", self.choice(name, depth + 1), class_="inside")
        return element("details", element("summary", name), inside, class_="in-line")


def _line() -> Element:
    return element("span", class_="line")


def _ends() -> Element:
    return element("span", class_="ends")


def _counted(network: Network, card: str, note: str) -> str:
    n = len(network[card].alternatives)
    return ", ".join(filter(None, [f"{n:,} alternative{'s' if n != 1 else ''}", note]))


def _facts(statistics: NetworkStatistics) -> Element:
    pairs: Sequence[tuple[str, str]] = [
        ("Paths", count_text(statistics.paths, statistics.log10_paths)),
        ("Different sentences", "not counted" if statistics.sentences is None else count_text(statistics.sentences)),
        ("Cards", f"{statistics.cards:,}"),
        ("Alternatives", f"{statistics.alternatives:,}"),
        (
            "Words",
            f"{statistics.shortest:,} to {statistics.longest:,}" if statistics.longest < 10**9 else "too many to write",
        ),
    ]
    return element(
        "dl", *(element("div", element("dt", key), element("dd", value)) for key, value in pairs), class_="facts"
    )


def count_text(count: int | None, log10: float | None = None) -> str:
    """A number of paths for people: exact up to a million, else as a power of ten."""
    if count is not None and count < 10**6:
        return f"{count:,}"
    if count is not None:
        digits = str(count)
        return f"{digits[0]}.{digits[1]}×10^{len(digits) - 1}"
    return f"about 10^{log10:,.0f}"
