"""From a draft to a network: what is sound becomes cards, what is not is named as a problem."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from tertium.errors import DataError
from tertium.networks import network as net
from tertium.networks.limits import Limits
from tertium.networks.network import Network, Ref, Symbol
from tertium.server.annotate.rules.sheet.document import Card, Document
from tertium.server.annotate.rules.sheet.words import MESSAGES, scan

LIMITS = Limits(cards=5_001, alternatives=20_100, symbols=100_000, name=210, digits=1_000, words=5_000, states=20_000)
"""Lower than the library's, because strangers' networks are computed here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something that is open in a sheet."""

    level: Literal["error", "warning"]
    code: str
    what: str
    do: str
    card: str | None = None
    alt: str | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Built:
    """The network of a draft. A card that is not defined yet counts as one word."""

    network: Network | None
    cards: tuple[net.Card, ...]
    """All cards that can be read, also without a root."""
    unused: tuple[str, ...]
    """Names of cards that the root does not lead to."""
    problems: tuple[Problem, ...]
    at_least: bool
    """Whether a card is not yet defined, so that counts will grow."""


def build(document: Document) -> Built:
    """The network of a draft as the editor shows it.

    Raises:
        DataError: A limit is passed.
    """
    problems: list[Problem] = []
    by_name = {card.name: card for card in document.cards}
    lines = {card.name: _sound_lines(card, problems) for card in document.cards}
    uses = {name for card in lines.values() for _, symbols, _ in card for name in _refs(symbols)}
    cards: dict[str, net.Card] = {}
    at_least = False
    for name, own_lines in lines.items():
        if not own_lines:
            continue
        alternatives = []
        for alt, symbols, cost in own_lines:
            for ref in dict.fromkeys(_refs(symbols)):
                if ref not in by_name:
                    problems.append(_undefined(by_name[name], alt, ref))
            readable = tuple(s if isinstance(s, str) or lines.get(s.name) else _placeholder(s.name) for s in symbols)
            alternatives.append(net.Alternative(readable, float(cost)))
        cards[name] = net.Card(name, tuple(alternatives), by_name[name].span)
    for name in uses:
        at_least = at_least or not lines.get(name)
    root = next((card.name for card in document.cards if card.id == document.root), None)
    problems += _structure_problems(document, root, lines, uses)
    if root is None or root not in cards:
        return Built(None, tuple(cards.values()), tuple(cards), tuple(problems), at_least)
    network = Network(root, tuple(cards.values()), LIMITS)
    return Built(network, network.cards, tuple(network.unused()), tuple(problems), at_least)


def sound(document: Document) -> Network:
    """The network for export and scoring: alternatives that use an undefined card are left out.

    Raises:
        DataError: Nothing is left, or a limit is passed.
    """
    ignored: list[Problem] = []
    lines = {card.name: _sound_lines(card, ignored) for card in document.cards}
    while True:
        reachable = {
            name: [line for line in own_lines if all(lines.get(ref) for ref in _refs(line[1]))]
            for name, own_lines in lines.items()
        }
        if reachable == lines:
            break
        lines = reachable
    root = next((card.name for card in document.cards if card.id == document.root), None)
    if root is None or not lines[root]:
        raise DataError(
            "the sheet has no sentence yet; choose the card that is the sentence and give it an alternative"
        )
    cards = [
        net.Card(card.name, tuple(net.Alternative(s, float(cost)) for _, s, cost in lines[card.name]), card.span)
        for card in document.cards
        if lines[card.name]
    ]
    return Network(root, tuple(cards), LIMITS)


_Line = tuple[str, tuple[Symbol, ...], float | int]
"""An alternative's id, symbols and cost."""


def _sound_lines(card: Card, problems: list[Problem]) -> list[_Line]:
    lines: list[_Line] = []
    for alternative in card.alternatives:
        tokens = scan(alternative.text)
        bad = [token for token in tokens if token.kind == "bad"]
        for token in bad:
            what, do = MESSAGES[token.value]  # type: ignore[index]  # a bad token's value is a reason
            problems.append(
                Problem(
                    level="error",
                    code=token.value,
                    card=card.id,
                    alt=alternative.id,
                    column=token.start,
                    what=what,
                    do=do,
                )
            )
        if not tokens:
            problems.append(
                Problem(
                    level="warning",
                    code="draft-line",
                    card=card.id,
                    alt=alternative.id,
                    column=0,
                    what=f"a line of [{card.name}] is empty",
                    do='write words, or "" for an alternative without words, or delete the line',
                )
            )
        elif not bad:
            symbols = tuple(Ref(t.value) if t.kind == "card" else t.value for t in tokens if t.kind != "nothing")
            lines.append((alternative.id, symbols, alternative.cost))
    return lines


def _placeholder(name: str) -> str:
    """The word that stands for a card which is not there yet."""
    return f"[{'_'.join(name.split())}]"


def _refs(symbols: Iterable[Symbol]) -> list[str]:
    return [symbol.name for symbol in symbols if isinstance(symbol, Ref)]


def _undefined(card: Card, alt: str, name: str) -> Problem:
    text = next(a.text for a in card.alternatives if a.id == alt)
    column = next(token.start for token in scan(text) if token.kind == "card" and token.value == name)
    return Problem(
        level="error",
        code="undefined",
        card=card.id,
        alt=alt,
        column=column,
        what=f"card [{name}] is used in [{card.name}] but not defined",
        do="create it, or choose another card",
    )


def _structure_problems(
    document: Document, root: str | None, lines: dict[str, list[_Line]], uses: set[str]
) -> list[Problem]:
    problems: list[Problem] = []
    if root is None:
        problems.append(
            Problem(
                level="error", code="no-root", what="no card is the sentence yet", do="say which card is the sentence"
            )
        )
    spans = {card.name: card.span for card in document.cards}
    for card in document.cards:
        if not lines[card.name]:
            level: Literal["error", "warning"] = "error" if card.name in uses or card.name == root else "warning"
            problems.append(
                Problem(
                    level=level,
                    code="empty-card",
                    card=card.id,
                    what=f"card [{card.name}] has no alternative that can be read",
                    do="give it one, or delete the card",
                )
            )
        if card.name != root and card.name not in uses:
            problems.append(
                Problem(
                    level="warning",
                    code="unused",
                    card=card.id,
                    what=f"card [{card.name}] is in no other card",
                    do="put it into one, or delete it",
                )
            )
        inner = dict.fromkeys(name for _, symbols, _ in lines[card.name] for name in _refs(symbols))
        for name in inner:
            problems += _outside(card, name, spans.get(name))
    return problems


def _outside(card: Card, inner: str, span: tuple[int, int] | None) -> list[Problem]:
    if span is None or card.span is None or (card.span[0] <= span[0] and span[1] <= card.span[1]):
        return []
    around = f"{card.span[0]}:{card.span[1]} of [{card.name}]"
    return [
        Problem(
            level="warning",
            code="span-outside",
            card=card.id,
            what=f"[{inner}] stands for words {span[0]}:{span[1]}, outside {around}",
            do="widen the span of one of them: joining annotators' cards relies on spans",
        )
    ]
