"""Lines of a card with their common parts as cards of their own, and networks put into a sheet."""

from collections.abc import Iterator, Sequence

from tertium.networks.factoring.factor import factor
from tertium.networks.network import Network, Ref
from tertium.resources.store import function_words
from tertium.server.annotate.rules.network import LIMITS
from tertium.server.annotate.rules.sheet import commands as c
from tertium.server.annotate.rules.sheet.document import Alternative, Document
from tertium.server.annotate.rules.sheet.words import card_text, names, scan, symbols_text
from tertium.server.annotate.rules.suggestions import free_name

_NOTHING = '""'


def factored(
    document: Document, card_id: str, lines: Sequence[str], language: str, fresh: Iterator[str]
) -> c.Batch | None:
    """What puts common parts of these lines of a card into cards; None: they have none.

    The card says the same sentences as before. Lines that cost something, or that cannot be read, stay as they are.

    Raises:
        DataError: The lines have too many words.
    """
    card = next((card for card in document.cards if card.id == card_id), None)
    selection = [line for line in (card.alternatives if card else ()) if line.id in set(lines) and _is_plain(line)]
    texts = [_pieces(line.text) for line in selection]
    if card is None or len(texts) < 2:
        return None
    network = factor(texts, function_words(language), limits=LIMITS)
    if len(network.cards) == 1:
        return None
    new_names = names_in(document, network)
    steps: list[c.Step] = []
    for inner in reversed(network.cards):
        written = [
            " ".join(s if isinstance(s, str) else card_text(new_names[s.name]) for s in alternative.symbols) or _NOTHING
            for alternative in inner.alternatives
        ]
        if inner.name == network.root:
            steps += [c.AltAdd(card.id, next(fresh), text) for text in written]
        else:
            own = tuple(Alternative(next(fresh), text) for text in written)
            steps.append(c.CardAdd(next(fresh), new_names[inner.name], None, None, own))
    return c.Batch((*steps, *(c.AltDelete(line.id) for line in selection)))


def _is_plain(line: Alternative) -> bool:
    tokens = scan(line.text)
    return not line.cost and bool(tokens) and all(token.kind != "bad" for token in tokens)


def _pieces(text: str) -> tuple[str, ...]:
    """The words and cards of a line as they are written; none where it has no words."""
    return tuple(text[token.start : token.end] for token in scan(text) if token.kind != "nothing")


def added(document: Document, network: Network, fresh: Iterator[str]) -> c.Batch:
    """What puts a network into a sheet: its sentence as lines of the sheet's own, the rest as new cards."""
    new_names = names_in(document, network)
    steps: list[c.Step] = []
    root = next((card for card in document.cards if card.id == document.root), None)
    for card in reversed(network.cards):
        lines = []
        for alternative in card.alternatives:
            symbols = tuple(s if isinstance(s, str) else Ref(new_names[s.name]) for s in alternative.symbols)
            lines.append(Alternative(next(fresh), symbols_text(symbols)))
        if card.name == network.root and root is not None:
            steps += [c.AltAdd(root.id, line.id, line.text) for line in lines]
            continue
        id = next(fresh)
        steps.append(c.CardAdd(id, new_names[card.name], None, None, tuple(lines)))
        if card.name == network.root:
            steps.append(c.RootSet(id))
    return c.Batch(tuple(steps))


def names_in(document: Document, network: Network) -> dict[str, str]:
    """A name in the sheet for each card of a network."""
    taken = {card.name for card in document.cards}
    taken |= {name for card in document.cards for a in card.alternatives for name in names(a.text)}
    new_names: dict[str, str] = {}
    for card in network.cards:
        new_names[card.name] = free_name(card.name, taken)
        taken.add(new_names[card.name])
    return new_names
