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
from tertium.report.html.markup import Child, Element, element, page
from tertium.report.html.style import CSS
from tertium.report.network.railroad import NARROW, diagrams
from tertium.report.network.svg import COLOURS, card_svg
from tertium.results.numbers import count_text

_MOST_NESTED, _DEEPEST, _MOST_ROWS = 3_000, 12, 60

_RULES = """
:root { --rail: #8593a3; --words: #f1f5fb; --words-line: #b9c9de; --card: #1d5fa8; --card-hover: #164a84;
  --on-card: #ffffff; --open: #f7fafd; --side: 1.3rem; --turn: 0.7rem; }
@media (prefers-color-scheme: dark) {
  :root { --rail: #66748a; --words: #1c2733; --words-line: #3b4d63; --card: #2f6fb5; --card-hover: #3f83cf;
    --on-card: #ffffff; --open: #171e27; }
}
.track { overflow-x: auto; padding: 1.4rem 0.4rem; margin: 0 0 1rem; }
.choice { display: flex; flex-direction: column; align-items: stretch; min-width: 0; }
/* A row that is too long goes on below. Its first and last pieces of rail reach up or down to those of its neighbours,
   as far as the row shows them. */
.row {
  position: relative; display: flex; flex-wrap: wrap; align-items: center; row-gap: 0.4rem; overflow: hidden;
  padding: 0.3rem var(--side);
}
.line { flex: none; position: relative; width: 1.3rem; height: 2px; background: var(--rail); }
.line.in, .line.out { width: calc(var(--side) + 0.5rem); }
.line.in { margin-left: calc(-1 * var(--side)); }
.line.out { margin-right: calc(-1 * var(--side)); flex: 1 1 auto; }
.line.in::before, .line.out::after {
  content: ""; position: absolute; top: -200rem; width: var(--turn); height: 400rem; border: 0 solid var(--rail);
}
.line.in::before { left: 0; border-left-width: 2px; }
.line.out::after { right: 0; border-right-width: 2px; }
.row:is(:first-child, :last-child) > :is(.in, .out) { width: calc(var(--side) + 0.5rem - var(--turn)); }
.row:is(:first-child, :last-child) > .in { margin-left: calc(var(--turn) - var(--side)); }
.row:is(:first-child, :last-child) > .out { margin-right: calc(var(--turn) - var(--side)); }
.row:is(:first-child, :last-child) > .in::before { left: calc(-1 * var(--turn)); }
.row:is(:first-child, :last-child) > .out::after { right: calc(-1 * var(--turn)); }
.row:first-child > .line::before, .row:first-child > .line::after { top: 0; border-top-width: 2px; }
.row:first-child > .in::before { border-top-left-radius: var(--turn); }
.row:first-child > .out::after { border-top-right-radius: var(--turn); }
.row:last-child > .line::before, .row:last-child > .line::after { top: auto; bottom: 0; border-bottom-width: 2px; }
.row:last-child > .in::before { border-bottom-left-radius: var(--turn); }
.row:last-child > .out::after { border-bottom-right-radius: var(--turn); }
.row:only-child > :is(.in, .out) { margin: 0 calc(-1 * var(--side)); width: calc(var(--side) + 0.5rem); }
.row:only-child > .in { margin-right: 0; }
.row:only-child > .out { margin-left: 0; flex: none; }
.row:only-child > .line::before, .row:only-child > .line::after { content: none; }
.item { border-radius: 1rem; padding: 0.22rem 0.8rem; line-height: 1.4; overflow-wrap: anywhere; max-width: 100%; }
.item.words { background: var(--words); border: 1px solid var(--words-line); }
.item.nothing { color: var(--soft); font-style: italic; border: 1px dashed var(--line); }
.cost { flex: none; color: var(--soft); font-size: 0.8rem; padding: 0 0.4rem; background: inherit; }
details.in-line { flex: 0 1 auto; min-width: 0; max-width: 100%; margin: 0; border: 0; border-radius: 7px; }
details.in-line > summary, a.item {
  list-style: none; display: inline-block; background: var(--card); color: var(--on-card); font-weight: 600;
  border-radius: 6px; padding: 0.25rem 0.75rem; line-height: 1.4; overflow-wrap: anywhere; border: 0;
  text-decoration: none;
}
details.in-line > summary::-webkit-details-marker { display: none; }
details.in-line > summary::after { content: " ▸"; opacity: 0.75; }
details.in-line[open] > summary::after { content: " ▾"; }
details.in-line > summary:hover, a.item:hover { background: var(--card-hover); }
details.in-line[open] {
  background: var(--open); border: 1.5px solid var(--card); padding: 0.45rem 0; text-align: center;
}
details.in-line[open] > summary { margin: 0 0.6rem 0.3rem; border-bottom: 0; }
.inside { display: flex; justify-content: center; text-align: left; }
.track > .inside { justify-content: flex-start; align-items: center; }
.row > .ends:first-child { margin-left: calc(0.4rem - var(--side)); margin-right: var(--side); }
.row > .ends:last-child { margin-left: var(--side); }
.ends { flex: none; width: 6px; height: 1.1rem; border: solid var(--rail); border-width: 0 2px; }
figure.one { margin: 0; padding: 0.4rem 0.9rem; }
figure.one svg { width: auto; max-width: 100%; }
figure.one svg.narrow { display: none; }
@media (max-width: 48rem) {
  :root { --side: 0.7rem; --turn: 0.5rem; }
  .line { width: 0.8rem; }
  figure.one svg.narrow { display: block; }
  figure.one svg.roomy { display: none; }
}
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
        _Nesting(network, links).track(),
        class_="track",
    )
    cards = [
        element(
            "details",
            element("summary", f"[{diagram.title}]", element("small", _counted(network, diagram.card, diagram.note))),
            element(
                "figure",
                card_svg(diagram, links, "roomy"),
                card_svg(narrow, links, "narrow"),
                class_="one",
                id=f"card-{i}",
            ),
        )
        for i, (diagram, narrow) in enumerate(zip(drawn, diagrams(network, NARROW)[0], strict=True))
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
        """The alternatives of a card; the root's only one brings the ends of the track with it."""
        alternatives = self.network[name].alternatives
        self.room -= min(len(alternatives), _MOST_ROWS)
        ends = self._whole_track(name, depth)
        rows = [self._row(alternative, depth, ends=ends) for alternative in alternatives[:_MOST_ROWS]]
        if len(alternatives) > _MOST_ROWS:
            text = f"and {len(alternatives) - _MOST_ROWS:,} more"
            rows.append(_rails([element("span", text, class_="item nothing")]))
        return element("div", *rows, class_="choice")

    def track(self) -> Element:
        """The whole sentence."""
        root = self.choice(self.network.root, 1)
        ends = None if self._whole_track(self.network.root, 1) else _ends()
        return element("div", ends, root, ends, class_="inside")

    def _whole_track(self, name: str, depth: int) -> bool:
        return depth == 1 and len(self.network[name].alternatives) == 1

    def _row(self, alternative: Alternative, depth: int, *, ends: bool) -> Element:
        return _rails(self._items(alternative, depth), _ends() if ends else None)

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


def _rails(items: Sequence[Element], ends: Element | None = None) -> Element:
    """A row: the rail in, what stands on it, and the rail out."""
    parts: list[Child] = [ends, element("span", class_="line in")]
    for i, item in enumerate(items):
        parts += [element("span", class_="line") if i else None, item]
    return element("div", *parts, element("span", class_="line out"), ends, class_="row")


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
