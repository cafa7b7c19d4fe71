"""Where the words of a picture stand: in columns, so that links that keep the order run straight down, and in bands.

Words are set in a font of one width, so that their places are known without a browser.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from tertium.metrics.explanation import Explanation, Link, Side
from tertium.results.characters import columns

MARGIN = 6.0  # for arrows at the edges
GAP = 7.0  # between words
_COLUMN, _PADDING = 8.6, 7.0  # of a letter, beside a word
_LONGEST = 60  # columns of a word that are shown at most


@dataclass(frozen=True, slots=True)
class Word:
    """A word of one side and its place; `band` counts the lines that a long text is broken into."""

    side: Side
    index: int
    text: str
    band: int
    x: float
    width: float

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


def place(explanation: Explanation, width: float) -> tuple[dict[tuple[Side, int], Word], int]:
    """The words by side and number, and how many bands there are."""
    grid = _columns(explanation)
    texts = [
        tuple(
            "" if i is None else tokens[i]
            for i, tokens in zip(cell, (explanation.hypothesis, explanation.reference), strict=True)
        )
        for cell in grid
    ]
    places, n_bands = flow(texts, width)
    words: dict[tuple[Side, int], Word] = {}
    for cell, text, (band, x, room) in zip(grid, texts, places, strict=True):
        sides: tuple[tuple[Side, int | None, str], ...] = (
            ("hypothesis", cell[0], text[0]),
            ("reference", cell[1], text[1]),
        )
        for side, i, shown in sides:
            if i is not None:
                own = _word_width(shown, width)
                words[side, i] = Word(side, i, shown, band, x + (room - own) / 2, own)
    return words, n_bands


def longest(width: float) -> int:
    """How many columns of a word a picture of this width shows."""
    return min(_LONGEST, int((width - 2 * (MARGIN + _PADDING)) / _COLUMN))


def flow(cells: Sequence[tuple[str, ...]], width: float) -> tuple[list[tuple[int, float, float]], int]:
    """Band, left edge and width of each column of words, and how many bands there are, all about as long."""
    sizes = [max(_word_width(text, width) for text in cell if text or len(cell) == 1) for cell in cells]
    if not sizes:
        return [], 1
    n_bands = _bands(sizes, width)
    low, high = max(sizes) + 2 * MARGIN, width
    for _ in range(12):  # to less than a pixel
        middle = (low + high) / 2
        low, high = (low, middle) if _bands(sizes, middle) <= n_bands else (middle, high)
    return [(band, x, size) for (band, x), size in zip(_broken(sizes, high), sizes, strict=True)], n_bands


def _bands(sizes: Sequence[float], width: float) -> int:
    return _broken(sizes, width)[-1][0] + 1


def _broken(sizes: Sequence[float], width: float) -> list[tuple[int, float]]:
    """Band and left edge of each column, where bands are filled one after the other."""
    places = []
    band, x = 0, MARGIN
    for size in sizes:
        if x > MARGIN and x + size > width - MARGIN:
            band, x = band + 1, MARGIN
        places.append((band, x))
        x += size + GAP
    return places


def _word_width(text: str, width: float) -> float:
    return min(columns(text), longest(width)) * _COLUMN + 2 * _PADDING


def _columns(explanation: Explanation) -> list[tuple[int | None, int | None]]:
    """Pairs of words one above the other: those that links join in order, and between them the rest."""
    grid: list[tuple[int | None, int | None]] = []
    h = r = 0
    last = Link(len(explanation.hypothesis), 0, len(explanation.reference), 0, "")
    for link in [*_longest_chain(explanation.links), last]:
        grid += _beside(range(h, link.hypothesis), range(r, link.reference))
        h, r = link.hypothesis + link.hypothesis_length, link.reference + link.reference_length
        grid += _beside(range(link.hypothesis, h), range(link.reference, r))
    return grid


def _beside(hypothesis: range, reference: range) -> list[tuple[int | None, int | None]]:
    n = max(len(hypothesis), len(reference))
    return [
        (hypothesis[k] if k < len(hypothesis) else None, reference[k] if k < len(reference) else None) for k in range(n)
    ]


def _longest_chain(links: Sequence[Link]) -> list[Link]:
    """The most links that come in the same order on both sides."""
    ordered = sorted(
        (link for link in links if link.hypothesis_length and link.reference_length),
        key=lambda link: (link.hypothesis, -link.reference),
    )
    ends: list[int] = []  # the reference word that ends a chain of each length
    tops: list[int] = []
    before: list[int | None] = []
    for k, link in enumerate(ordered):
        at = bisect_left(ends, link.reference)
        before.append(tops[at - 1] if at else None)
        ends[at : at + 1] = [link.reference]
        tops[at : at + 1] = [k]
    chain: list[Link] = []
    k_next: int | None = tops[-1] if tops else None
    while k_next is not None:
        link = ordered[k_next]
        # Phrases may overlap where a metric lets them; only what ends before the next begins can stand in columns.
        if not chain or (
            link.hypothesis + link.hypothesis_length <= chain[-1].hypothesis
            and link.reference + link.reference_length <= chain[-1].reference
        ):
            chain.append(link)
        k_next = before[k_next]
    return chain[::-1]
