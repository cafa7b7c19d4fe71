"""Railroad diagrams of cards: where lines and boxes lie. Pictures in any format are drawn from this."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from tertium.networks.network import Alternative, Card, Network, Ref
from tertium.results.characters import columns, shorten, visible

COLUMN = 7.7  # width of a letter
BOX = 28  # height of a box
_PADDING, _GAP, _CURVE = 12, 22, 11
_ROW, _LINE = 42, 50  # from one alternative to the next, and from one line of an alternative to the next
_LEFT, _TOP = 12, 34
WIDE, NARROW = 1020, 330
"""How wide diagrams may be on pages and on phones; only a single word may be wider."""
_RAILS = 2 * (_LEFT + 4 * _CURVE + 6)  # beside the boxes
_LONGEST_TEXT = 44  # columns
_MOST_ALTERNATIVES, _MOST_CARDS = 60, 300

Command = tuple[Literal["M", "L", "Q"], tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Box:
    """Words, a card, or a note; `card` is the name of the card it stands for."""

    kind: Literal["words", "card", "nothing", "more"]
    text: str
    x: float = 0.0
    y: float = 0.0
    """Its middle line."""
    card: str | None = None

    @property
    def width(self) -> float:
        return COLUMN * columns(self.text) + 2 * _PADDING


@dataclass(slots=True)
class Diagram:
    """One card."""

    card: str
    title: str
    note: str
    boxes: list[Box] = field(default_factory=list)
    rails: list[list[Command]] = field(default_factory=list)
    ends: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Where it begins (x), where it ends (x), and at which height."""
    width: float = 0.0
    height: float = 0.0


def diagrams(network: Network, widest: float = WIDE) -> tuple[list[Diagram], int]:
    """The root and the cards it leads to, in that order, and how many cards were left out."""
    names = network.order()
    return [diagram(network[name], widest) for name in names[:_MOST_CARDS]], max(0, len(names) - _MOST_CARDS)


def diagram(card: Card, widest: float = WIDE) -> Diagram:
    """The picture of one card: one row for each alternative, long ones broken into lines."""
    room = widest - _RAILS
    longest = min(_LONGEST_TEXT, int((room - 2 * _PADDING) / COLUMN))
    rows = [_lines(_boxes(alternative, longest), room) for alternative in card.alternatives[:_MOST_ALTERNATIVES]]
    if (left_out := len(card.alternatives) - _MOST_ALTERNATIVES) > 0:
        rows.append([[Box("more", f"and {left_out:,} more")]])
    span = f"source words {card.span[0]}:{card.span[1]}" if card.span else ""
    drawn = Diagram(card.name, shorten(visible(card.name), min(60, longest + 8)), span)
    # Lines that go on below need room to turn around.
    turns = 2 * _CURVE if any(len(lines) > 1 for lines in rows) else 0
    start, inner = _LEFT, _LEFT + 2 * _CURVE + 6 + turns
    right = max(inner + _width(line) for lines in rows for line in lines)
    end = right + 2 * _CURVE + 6 + turns
    top = y = _TOP + BOX / 2
    for lines in rows:
        _enter(drawn, start, top, y, inner)
        last_x, last_y = _row(drawn, lines, inner, y, right + _CURVE)
        _leave(drawn, last_x, last_y, end, top)
        y = last_y + _ROW
    drawn.ends = (start, end, top)
    drawn.width = max(end + _LEFT, COLUMN * (columns(drawn.title) + columns(span) + 6) + 2 * _LEFT)
    drawn.height = y - _ROW + BOX / 2 + 10
    return drawn


def _boxes(alternative: Alternative, longest: int) -> list[Box]:
    """Words that follow one another share a box."""
    boxes: list[Box] = []
    words: list[str] = []

    def say() -> None:
        if words:
            boxes.append(Box("words", shorten(visible(" ".join(words)), longest)))
            words.clear()

    for symbol in alternative.symbols:
        if isinstance(symbol, Ref):
            say()
            boxes.append(Box("card", shorten(visible(symbol.name), longest), card=symbol.name))
        else:
            if words and columns(" ".join(words)) + columns(symbol) >= longest:
                say()
            words.append(symbol)
    say()
    if not boxes:
        boxes.append(Box("nothing", "nothing"))
    if alternative.cost:
        boxes.append(Box("more", f"cost {alternative.cost:g}"))
    return boxes


def _width(boxes: Sequence[Box]) -> float:
    return sum(box.width for box in boxes) + _GAP * (len(boxes) - 1)


def _lines(boxes: list[Box], room: float) -> list[list[Box]]:
    lines: list[list[Box]] = [[]]
    for box in boxes:
        if lines[-1] and _width([*lines[-1], box]) > room:
            lines.append([])
        lines[-1].append(box)
    return lines


def _enter(drawn: Diagram, start: float, top: float, y: float, inner: float) -> None:
    """From the start down to a row."""
    if y == top:
        drawn.rails.append([("M", (start, top)), ("L", (inner, top))])
        return
    turn = start + _CURVE + 3
    drawn.rails.append(
        [
            ("M", (start, top)),
            ("L", (turn - _CURVE, top)),
            ("Q", (turn, top, turn, top + _CURVE)),
            ("L", (turn, y - _CURVE)),
            ("Q", (turn, y, turn + _CURVE, y)),
            ("L", (inner, y)),
        ]
    )


def _leave(drawn: Diagram, x: float, y: float, end: float, top: float) -> None:
    """From a row up to the end."""
    if y == top:
        drawn.rails.append([("M", (x, y)), ("L", (end, y))])
        return
    turn = end - _CURVE - 3
    drawn.rails.append(
        [
            ("M", (x, y)),
            ("L", (turn - _CURVE, y)),
            ("Q", (turn, y, turn, y - _CURVE)),
            ("L", (turn, top + _CURVE)),
            ("Q", (turn, top, turn + _CURVE, top)),
            ("L", (end, top)),
        ]
    )


def _row(drawn: Diagram, lines: list[list[Box]], left: float, y: float, turn: float) -> tuple[float, float]:
    """Place the boxes of one alternative; gives where its rail has come to."""
    x = left
    for number, line in enumerate(lines):
        if number:
            half = y + _LINE / 2
            drawn.rails.append(
                [
                    ("M", (x, y)),
                    ("L", (turn, y)),
                    ("Q", (turn + _CURVE, y, turn + _CURVE, y + _CURVE)),
                    ("L", (turn + _CURVE, half - _CURVE)),
                    ("Q", (turn + _CURVE, half, turn, half)),
                    ("L", (left - 2, half)),
                    ("Q", (left - 2 - _CURVE, half, left - 2 - _CURVE, half + _CURVE)),
                    ("L", (left - 2 - _CURVE, y + _LINE - _CURVE)),
                    ("Q", (left - 2 - _CURVE, y + _LINE, left, y + _LINE)),
                ]
            )
            x, y = left, y + _LINE
        for i, box in enumerate(line):
            if i:
                drawn.rails.append([("M", (x, y)), ("L", (x + _GAP, y))])
                x += _GAP
            drawn.boxes.append(Box(box.kind, box.text, x, y, box.card))
            x += box.width
    return x, y
