"""The whole sheet as text in the form that people type, and back as the commands that make the difference."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tertium.networks import network as net
from tertium.networks.forms.typed import parse_draft
from tertium.networks.network import Ref, Symbol
from tertium.server.annotate.rules.sheet import commands as c
from tertium.server.annotate.rules.sheet.document import NO_ORIGIN, Alternative, Card, Document
from tertium.server.annotate.rules.sheet.refusals import MOST_ALTERNATIVES, MOST_CARDS, plain_cost
from tertium.server.annotate.rules.sheet.words import card_text, scan, symbols_text

_PLACE = re.compile(r"^text:(\d+):(?:(\d+):)? (.*)$", re.DOTALL)
_WIDE = 100
_MANY_LINES = 300
_MOST_PARTS = 2 * (MOST_CARDS + MOST_ALTERNATIVES)


@dataclass(frozen=True, slots=True)
class TextProblem:
    """What is wrong in a line of the text view."""

    line: int
    column: int | None
    what: str
    do: str = "correct the line"


class TextError(Exception):
    """The text cannot be read."""

    def __init__(self, problems: list[TextProblem]) -> None:
        super().__init__(problems[0].what)
        self.problems = problems


def write(document: Document) -> str:
    """The sheet as text. What cannot be read as an alternative stands in a comment."""
    lines: list[str] = []
    root = next((card for card in document.cards if card.id == document.root), None)
    if root is not None:
        lines.append(f"@root {card_text(root.name)}")
    for card in document.cards:
        lines += _card_lines(card)
    return "".join(f"{line}\n" for line in lines)


def _card_lines(card: Card) -> Iterator[str]:
    span = f" {card.span[0]}:{card.span[1]}" if card.span else ""
    head = f"{card_text(card.name)}{span} ="
    texts = [a.text.strip() + (f" {{{float(a.cost)!r}}}" if a.cost else "") for a in card.alternatives if _symbols(a)]
    line = " ".join([head, " | ".join(texts)]).rstrip()
    if len(line) <= _WIDE or len(texts) == 1:
        yield line
    else:
        yield f"{head} {texts[0]}"
        yield from (f"  | {text}" for text in texts[1:])
    yield from (f"# not readable: {a.text}" for a in card.alternatives if a.text and not _symbols(a))


def _symbols(alternative: Alternative) -> tuple[tuple[Symbol, ...]] | None:
    """The symbols of an alternative, wrapped; None if it cannot be read."""
    tokens = scan(alternative.text)
    if not tokens or any(token.kind == "bad" for token in tokens):
        return None
    return (tuple(Ref(t.value) if t.kind == "card" else t.value for t in tokens if t.kind != "nothing"),)


def read(document: Document, text: str, new_id: Iterator[str]) -> c.SheetText | None:
    """The commands from the sheet to the text; None if there is no difference.

    Raises:
        TextError: Lines cannot be read; says which.
    """
    if text.count("|") + text.count("\n") > _MOST_PARTS:
        raise TextError([TextProblem(1, None, "the text has too many lines and alternatives", "make it smaller")])
    draft = parse_draft(text.split("\n"), "text")
    problems = [_problem(number, message) for number, message in draft.problems]
    root = _root(document, draft.root, draft.cards)
    if not problems and isinstance(root, TextProblem):
        problems.append(root)
    if problems:
        raise TextError(problems)
    steps = _steps(document, draft.cards, new_id)
    names = {card.name: card.id for card in document.cards} | {
        s.name: s.card for s in steps if isinstance(s, c.CardAdd)
    }
    new_root = names.get(root) if isinstance(root, str) else None
    deleted = {step.card for step in steps if isinstance(step, c.CardDelete)}
    if new_root != document.root or document.root in deleted:
        steps.append(c.RootSet(new_root))
    return c.SheetText(tuple(steps)) if steps else None


def _problem(number: int, message: str) -> TextProblem:
    match = _PLACE.match(message)
    column = int(match[2]) if match and match[2] else None
    what, _, do = (match[3] if match else message).partition("; ")
    return TextProblem(number, column, what, do or "correct the line")


def _root(document: Document, said: str | None, cards: Sequence[net.Card]) -> str | TextProblem | None:
    names = {card.name for card in cards}
    if said is not None:
        return said if said in names else TextProblem(1, None, f"the root [{said}] is not defined", "define it")
    inner = {name for card in cards for name in card.references()}
    tops = [card.name for card in cards if card.name not in inner]
    if len(tops) == 1:
        return tops[0]
    old = next((card.name for card in document.cards if card.id == document.root), None)
    return old if old in names else None


def _steps(document: Document, cards: Sequence[net.Card], new_id: Iterator[str]) -> list[c.Step]:
    old = {card.name: card for card in document.cards}
    names = {card.name for card in cards}
    steps: list[c.Step] = [c.CardDelete(card.id) for card in document.cards if card.name not in names]
    order = [card.id for card in document.cards if card.name in names]
    for place, card in enumerate(cards):
        if card.name not in old:
            lines = tuple(
                Alternative(next(new_id), symbols_text(a.symbols), plain_cost(a.cost)) for a in card.alternatives
            )
            id = next(new_id)
            steps.append(c.CardAdd(id, card.name, card.span, place, lines))
            order.insert(place, id)
            continue
        before = old[card.name]
        if order[place] != before.id:
            steps.append(c.CardMove(before.id, place))
            order.remove(before.id)
            order.insert(place, before.id)
        if max(len(before.alternatives), len(card.alternatives)) > _MANY_LINES:
            steps += _whole_card(before, card, place, new_id)
            continue
        if card.span != before.span:
            steps.append(c.CardSpan(before.id, card.span))
        steps += _line_steps(before, card.alternatives, new_id)
    return steps


def _whole_card(before: Card, after: net.Card, place: int, new_id: Iterator[str]) -> list[c.Step]:
    """A card with so many lines that it is taken out and put back, instead of line by line; lines keep their ids."""
    free: dict[tuple[Symbol, ...], list[Alternative]] = {}
    lines: list[Alternative] = []
    for line in before.alternatives:
        if symbols := _symbols(line):
            free.setdefault(symbols[0], []).append(line)
        else:
            lines.append(line)
    for unused in free.values():
        unused.reverse()
    for alternative in after.alternatives:
        same = free.get(alternative.symbols)
        cost = plain_cost(alternative.cost)
        line_before = same.pop() if same else None
        text = line_before.text if line_before else symbols_text(alternative.symbols)
        lines.append(Alternative(line_before.id if line_before else next(new_id), text, cost))
    if tuple(lines) == before.alternatives and after.span == before.span:
        return []
    origin = before.from_ or NO_ORIGIN
    return [c.CardDelete(before.id), c.CardAdd(before.id, before.name, after.span, place, tuple(lines), origin)]


def _line_steps(card: Card, after: Sequence[net.Alternative], new_id: Iterator[str]) -> list[c.Step]:
    """From a card's lines to others; lines that cannot be read stay where they are."""
    readable = [(a, s[0]) for a in card.alternatives if (s := _symbols(a))]
    free: dict[tuple[Symbol, ...], list[Alternative]] = {}
    for line, symbols in readable:
        free.setdefault(symbols, []).append(line)
    matched = [free[a.symbols].pop(0) if free.get(a.symbols) else None for a in after]
    ids = {line.id for line in matched if line}
    left = [line for line, _ in readable if line.id not in ids]
    steps: list[c.Step] = []
    # A line that was changed keeps its identity if exactly one went and one came.
    if len(left) == 1 and matched.count(None) == 1:
        place = matched.index(None)
        steps.append(c.AltSet(left[0].id, symbols_text(after[place].symbols)))
        matched[place] = left.pop()
    steps += [c.AltDelete(line.id) for line in left]
    gone = {line.id for line in left}
    fixed = {a.id for a in card.alternatives if not _symbols(a)}
    order = [a.id for a in card.alternatives if a.id not in gone]
    for number, (match, target) in enumerate(zip(matched, after, strict=True)):
        # Lines that cannot be read are not in the text; the others go around them.
        slots = [i for i, id in enumerate(order) if id not in fixed]
        place = slots[number] if number < len(slots) else len(order)
        cost = plain_cost(target.cost)
        if match is None:
            id = next(new_id)
            steps.append(c.AltAdd(card.id, id, symbols_text(target.symbols), cost, place))
            order.insert(place, id)
            continue
        if order[place] != match.id:
            steps.append(c.AltMove(match.id, card.id, place))
            order.remove(match.id)
            order.insert(place, match.id)
        if match.cost != cost:
            steps.append(c.AltCost(match.id, cost))
    return steps
