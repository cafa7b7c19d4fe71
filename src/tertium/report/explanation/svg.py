"""Explanations as pictures: two rows of words joined by lines, words with bars for the n-grams that cover them.

Long texts are broken into bands, one below the other; a line that would leave its band is drawn as a stub with a letter
at both its ends. Numbers stand for moves alone. Text that runs from right to left is drawn so.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

from tertium.evaluation.views import matches as look
from tertium.metrics.explanation import Card, Explanation, Link, Move, NGrams, Side
from tertium.report.explanation.layout import GAP, Word, flow, longest, place
from tertium.report.html.markup import Element, element
from tertium.results.characters import columns, shorten

WIDE, NARROW = 940.0, 340.0
"""The widths of pictures for pages and for phones."""
_ROW = 28.0  # height of a word
_BETWEEN, _ARCS, _CARD, _BELOW = 50.0, 42.0, 20.0, 24.0  # rows of words, room for arcs, a card, bands
_BAR = 5.0
_LABEL, _LABEL_ROW = 6.8, 11.0  # width of a small letter, height of its line


@dataclass(slots=True)
class _Picture:
    """Where the words stand, and what is drawn so far."""

    words: dict[tuple[Side, int], Word]
    tops: list[float]  # of the upper row of each band
    width: float
    mirrored: bool
    parts: list[Element] = field(default_factory=list)
    labels: list[tuple[float, float, float]] = field(default_factory=list)  # left, right and line of small texts
    stubs: int = 0

    def x(self, x: float) -> float:
        return self.width - x if self.mirrored else x

    def y(self, band: int, side: Side) -> float:
        """The top of a row."""
        return self.tops[band] + (_ROW + _BETWEEN if side == "reference" else 0)

    def line(self, path: str, kind: str, title: str | None = None) -> None:
        note = element("title", title) if title else None
        self.parts.append(element("path", note, d=path, class_=kind))

    def label(self, x: float, y: float, text: str, kind: str) -> None:
        """A small text with its middle at a place, or beside it where another one stands or the picture ends."""
        width = _LABEL * columns(text)
        for right, up in ((0, 0), (1, 0), (-1, 0), (0, 1), (1, 1), (-1, 1), (2, 0), (-2, 0), (2, 1), (-2, 1)):
            middle, line = x + right * (width + 2), y - up * _LABEL_ROW
            left, end = middle - width / 2, middle + width / 2
            if (
                left >= 0
                and end <= self.width
                and not any(
                    left < other_end and end > other and abs(line - other_line) < _LABEL_ROW
                    for other, other_end, other_line in self.labels
                )
            ):
                x, y = middle, line
                break
        self.labels.append((x - width / 2, x + width / 2, y))
        self.parts.append(element("text", text, x=self.x(x), y=y, text_anchor="middle", class_=kind))

    def next_letter(self) -> str:
        """From a to z, then aa."""
        self.stubs += 1
        letters, n = "", self.stubs
        while n:
            n, last = divmod(n - 1, 26)
            letters = chr(ord("a") + last) + letters
        return letters


def alignment_picture(explanation: Explanation, label: str, width: float = WIDE) -> Element:
    """Hypothesis above, reference below, lines by kind of match, moves as arcs, cards below their words."""
    words, n_bands = place(explanation, width)
    tops, height = _tops(explanation, words, n_bands)
    picture = _Picture(words, tops, width, right_to_left(explanation))
    for link in explanation.links:
        _draw_link(picture, explanation, link)
    for number, move in enumerate(explanation.moves, 1):
        _draw_move(picture, move, str(number))
    for card in explanation.cards:
        _draw_card(picture, card)
    kinds = _kinds_of_words(explanation)
    said = {(part.side, part.start): look.facts(part.label, part.contribution) for part in explanation.loose}
    for key, word in words.items():
        note = ", ".join(said.get(key, ()))
        _draw_word(picture, word, kinds.get(key, "plain"), picture.y(word.band, word.side), note)
    return _svg(picture, height, label)


def _tops(explanation: Explanation, words: dict[tuple[Side, int], Word], n_bands: int) -> tuple[list[float], float]:
    """Where the upper row of each band begins, with room for arcs only where there are some; and the whole height."""
    with_arcs = {
        words[move.side, word].band
        for move in explanation.moves
        for word in (*move.words, *([] if move.before is None else [move.before]))
    }
    if any(move.before is None for move in explanation.moves):
        with_arcs.add(n_bands - 1)
    cards = max((card.depth + 1 for card in explanation.cards), default=0)
    tops, y = [], 0.0
    for band in range(n_bands):
        y += _ARCS if band in with_arcs else 4.0
        tops.append(y)
        y += 2 * _ROW + _BETWEEN + cards * _CARD + _BELOW
    return tops, y - _BELOW + 6


def ngram_picture(ngrams: NGrams, side: Side, explanation: Explanation, label: str, width: float = WIDE) -> Element:
    """The words of one side, each with a bar for every order of n-grams that covers it, short n-grams on top."""
    tokens = ngrams.hypothesis if side == "hypothesis" else ngrams.reference
    orders = ngrams.orders[: look.MOST_ORDERS]
    places, n_bands = flow([(token,) for token in tokens], width)
    height = _ROW + _BAR * len(orders) + 14
    tops = [4 + height * band for band in range(n_bands)]
    picture = _Picture({}, tops, width, right_to_left(explanation))
    best = look.longest(ngrams, side)
    for i, token in enumerate(tokens):
        band, x, room = places[i]
        word = Word(side, i, token, band, x, room)
        _draw_word(picture, word, "same" if best[i] else "left", picture.y(band, "hypothesis"))
        picture.words[side, i] = word
    for row, order in enumerate(orders):
        starts = order.hypothesis_starts if side == "hypothesis" else order.reference_starts
        for first, last in _stretches(starts, order.n):
            _draw_bar(picture, side, first, last, row)
    return _svg(picture, n_bands * height, label)


def has_letters(picture: Element) -> bool:
    """Whether links leave their bands and are marked by letters."""
    return any(isinstance(part, Element) and ("class", "stub") in part.attributes for part in picture.children)


def right_to_left(explanation: Explanation) -> bool:
    """Whether the first letter that has a direction runs from right to left."""
    for char in explanation.reference_text + explanation.hypothesis_text:
        kind = unicodedata.bidirectional(char)
        if kind in ("L", "R", "AL"):
            return kind != "L"
    return False


def kind_class(kind: str) -> str:
    """The class of a kind; those of other metrics share one."""
    if kind in ("insertion", "deletion"):
        return "left"
    return kind if kind in look.KINDS else "other"


def _svg(picture: _Picture, height: float, label: str) -> Element:
    return element(
        "svg",
        *picture.parts,
        viewBox=f"0 0 {picture.width:g} {max(height, 20):g}",
        role="img",
        aria_label=label,
        class_="words narrow" if picture.width < WIDE else "words roomy",
    )


def _kinds_of_words(explanation: Explanation) -> dict[tuple[Side, int], str]:
    kinds: dict[tuple[Side, int], str] = {}
    for link in explanation.links:
        for i in range(link.hypothesis, link.hypothesis + link.hypothesis_length):
            kinds["hypothesis", i] = kind_class(link.kind)
        for i in range(link.reference, link.reference + link.reference_length):
            kinds["reference", i] = kind_class(link.kind)
    for part in explanation.loose:
        for i in range(part.start, part.start + part.length):
            kinds[part.side, i] = "left"
    return kinds


def _draw_word(picture: _Picture, word: Word, kind: str, y: float, note: str = "") -> None:
    left = picture.x(word.x) - (word.width if picture.mirrored else 0)
    short = shorten(word.text, longest(picture.width))
    picture.parts.append(element("rect", x=left, y=y, width=word.width, height=_ROW, rx=5, class_=f"word {kind}"))
    told = [word.text] * (short != word.text) + [note] * bool(note)
    title = element("title", "; ".join(told)) if told else None
    picture.parts.append(
        element(
            "text",
            short,
            title,
            x=picture.x(word.middle),
            y=y + _ROW / 2 + 5,
            text_anchor="middle",
            class_="token",
        )
    )


def _link_title(explanation: Explanation, link: Link) -> str:
    hypothesis = " ".join(explanation.hypothesis[link.hypothesis : link.hypothesis + link.hypothesis_length])
    reference = " ".join(explanation.reference[link.reference : link.reference + link.reference_length])
    facts = [look.kind_name(link.kind), *look.facts(link.label, link.contribution)]
    if link.probability is not None:
        facts.append(f"probability {look.number(link.probability)}")
    return f"{hypothesis} – {reference}: {', '.join(facts)}"


def _span(picture: _Picture, side: Side, start: int, length: int) -> tuple[int, float] | None:
    """Band and middle of the first stretch of words that stands in one band; a bracket below or above it."""
    words = [picture.words[side, i] for i in range(start, start + length)]
    if not words:
        return None
    here = [word for word in words if word.band == words[0].band]
    first, last = here[0].x, here[-1].x + here[-1].width
    if len(words) > 1:
        y = picture.y(words[0].band, side) + (_ROW + 3 if side == "hypothesis" else -3)
        picture.line(f"M{picture.x(first):.1f} {y:.1f}H{picture.x(last):.1f}", "bracket")
    return words[0].band, (first + last) / 2


def _draw_link(picture: _Picture, explanation: Explanation, link: Link) -> None:
    above = _span(picture, "hypothesis", link.hypothesis, link.hypothesis_length)
    below = _span(picture, "reference", link.reference, link.reference_length)
    if above is None or below is None:
        return
    title, kind = _link_title(explanation, link), f"link {kind_class(link.kind)}"
    top, bottom = picture.y(above[0], "hypothesis") + _ROW + 3, picture.y(below[0], "reference") - 3
    x1, x2 = picture.x(above[1]), picture.x(below[1])
    if above[0] == below[0]:
        bend = (bottom - top) * 0.45
        curve = f"C{x1:.1f} {top + bend:.1f} {x2:.1f} {bottom - bend:.1f} {x2:.1f} {bottom:.1f}"
        picture.line(f"M{x1:.1f} {top:.1f}{curve}", kind, title)
        return
    letter = picture.next_letter()
    picture.line(f"M{x1:.1f} {top:.1f}V{top + 8:.1f}", kind, title)
    picture.line(f"M{x2:.1f} {bottom:.1f}V{bottom - 8:.1f}", kind, title)
    picture.label(above[1] + 7, top + 12, letter, "stub")
    picture.label(below[1] + 7, bottom - 4, letter, "stub")


def _draw_move(picture: _Picture, move: Move, number: str) -> None:
    """An arc with an arrow from the words that move to where they go."""
    moved = [picture.words[move.side, word] for word in move.words]
    here = [word for word in moved if word.band == moved[0].band]
    start, band = (min(word.x for word in here) + max(word.x + word.width for word in here)) / 2, here[0].band
    others = [word for (side, _), word in picture.words.items() if side == move.side]
    if move.before is None:
        last = max(others, key=lambda word: word.index)
        to_band, end = last.band, min(last.x + last.width + GAP / 2, picture.width - 2)
    else:
        target = picture.words[move.side, move.before]
        to_band, end = target.band, max(target.x - GAP / 2, 2.0)
    y, to_y = picture.y(band, move.side) - 3, picture.y(to_band, move.side) - 3
    for word in here:
        picture.line(f"M{picture.x(word.x):.1f} {y + 1:.1f}H{picture.x(word.x + word.width):.1f}", "moved")
    x1, x2 = picture.x(start), picture.x(end)
    title = f"move {number}"
    if band == to_band:
        rise = min(_ARCS - 8, 12 + abs(x2 - x1) * 0.12)
        picture.line(
            f"M{x1:.1f} {y:.1f}C{x1:.1f} {y - rise:.1f} {x2:.1f} {y - rise:.1f} {x2:.1f} {y - 4:.1f}", "arc", title
        )
        picture.label(start + (8 if end < start else -8), y - 4, number, "arcnumber")
    else:
        picture.line(f"M{x1:.1f} {y:.1f}V{y - 12:.1f}", "arc", title)
        picture.line(f"M{x2:.1f} {to_y - 14:.1f}V{to_y - 4:.1f}", "arc", title)
        picture.label(start, y - 15, number, "arcnumber")
        picture.label(end, to_y - 17, number, "arcnumber")
    picture.line(f"M{x2 - 4:.1f} {to_y - 7:.1f}L{x2:.1f} {to_y + 1:.1f}L{x2 + 4:.1f} {to_y - 7:.1f}Z", "head")


def _draw_card(picture: _Picture, card: Card) -> None:
    words = [picture.words["reference", i] for i in range(card.start, card.start + card.length)]
    for band in dict.fromkeys(word.band for word in words):
        here = [word for word in words if word.band == band]
        y = picture.y(band, "reference") + _ROW + 4 + card.depth * _CARD
        first, last = here[0].x, here[-1].x + here[-1].width
        picture.line(f"M{picture.x(first):.1f} {y:.1f}H{picture.x(last):.1f}", "card", look.card_text(card))
        room = max(3, int((last - first) / 6.5))
        picture.label((first + last) / 2, y + 12, shorten(card.name, room), "cardname")


def _stretches(starts: Sequence[int], n: int) -> list[tuple[int, int]]:
    """First and last words that n-grams cover without a break."""
    stretches: list[tuple[int, int]] = []
    for start in starts:
        if stretches and start <= stretches[-1][1] and n > 1:
            stretches[-1] = (stretches[-1][0], start + n - 1)
        else:
            stretches.append((start, start + n - 1))
    return stretches


def _draw_bar(picture: _Picture, side: Side, first: int, last: int, row: int) -> None:
    words = [picture.words[side, i] for i in range(first, last + 1)]
    for band in dict.fromkeys(word.band for word in words):
        here = [word for word in words if word.band == band]
        left, right = here[0].x, here[-1].x + here[-1].width
        y = picture.y(band, "hypothesis") + _ROW + 3 + row * _BAR
        at = picture.x(right) if picture.mirrored else left
        picture.parts.append(element("rect", x=at, y=y, width=right - left, height=3, rx=1.5, class_=f"bar-{row + 1}"))
