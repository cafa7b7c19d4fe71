"""The one function that changes a sheet: a document and a command give the next document and the inverse command.

Pure and total: it returns, or raises `Refused` with a reason that the page knows too. The browser has a twin
(`annotate/browser/logic/reducer.js`) for what it shows before the server has answered; a property test compares them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tertium.networks.network import cycle_in
from tertium.server.annotate.rules.sheet import commands as c
from tertium.server.annotate.rules.sheet.document import (
    EDITABLE,
    NO_ORIGIN,
    Alternative,
    Card,
    Document,
    Provenance,
    State,
    Watch,
)
from tertium.server.annotate.rules.sheet.refusals import (
    MOST_ALTERNATIVES,
    MOST_CARDS,
    MOST_WATCHES,
    Refused,
    bad_id,
    bad_name,
    place,
    plain_cost,
    refuse_cost,
    refuse_span,
    refuse_text,
)
from tertium.server.annotate.rules.sheet.words import names, rewrite

_MOST_WORK = 15_000_000


def apply(document: Document, command: c.Command) -> tuple[Document, c.Command | None]:
    """The document after a command, and the command that brings the old one back (None: there is none).

    Raises:
        Refused: The command does not fit the document.
    """
    if isinstance(command, c.SheetState):
        return _change_state(document, command), None
    if document.state not in EDITABLE:
        raise Refused("state")
    draft = _Draft.of(document)
    inverses: list[c.Step] = []
    for step in _steps(command):
        inverses[:0] = draft.do(step)
        if draft.work > _MOST_WORK:
            raise Refused("limit")
    _refuse_cycle(draft)
    _refuse_limits(draft)
    single = len(inverses) == 1 and not isinstance(command, c.Batch | c.SheetText | c.CardCopy)
    return draft.document(), inverses[0] if single else c.Batch(tuple(inverses))


def _steps(command: c.Command) -> Iterable[c.Step]:
    match command:
        case c.Batch() | c.SheetText():
            return command.commands
        case c.CardCopy():
            return [
                c.CardAdd(card.card, card.name, card.span, None, card.alternatives, card.from_)
                for card in command.cards
            ]
        case c.SheetSubmit() | c.SheetReopen() | c.SheetReturn() | c.SheetDiscard():
            return ()
    return (command,)


_NEXT_STATE: dict[type[c.SheetState], State] = {
    c.SheetSubmit: "submitted",
    c.SheetReopen: "open",
    c.SheetReturn: "returned",
    c.SheetDiscard: "discarded",
}


def _change_state(document: Document, command: c.SheetState) -> Document:
    state = _NEXT_STATE[type(command)]
    leaves = {"submitted": EDITABLE, "open": ("submitted", "returned", "discarded"), "returned": ("submitted",)}
    if document.state not in leaves.get(state, ("open", "submitted", "returned")):
        raise Refused("state")
    return Document(document.version, state, document.root, document.cards, document.watches)


@dataclass(slots=True)
class _Draft:
    """A document while it is being changed; cards and alternatives themselves are replaced, never changed."""

    base: Document
    root: str | None
    cards: list[Card]
    watches: list[Watch]
    ids: set[str]
    homes: dict[str, str]
    """The card of each alternative."""
    names: dict[str, str]
    """The card of each name."""
    work: int = 0
    """Lines and cards looked at, so that a batch cannot keep everybody waiting."""
    changed: bool = field(default=False)
    """Whether references may differ, so that cycles must be looked for."""

    @classmethod
    def of(cls, document: Document) -> "_Draft":
        homes = {a.id: card.id for card in document.cards for a in card.alternatives}
        ids = {card.id for card in document.cards} | homes.keys()
        names = {card.name: card.id for card in document.cards}
        return cls(document, document.root, list(document.cards), list(document.watches), ids, homes, names)

    def document(self) -> Document:
        return Document(self.base.version, self.base.state, self.root, tuple(self.cards), tuple(self.watches))

    def do(self, step: c.Step) -> list[c.Step]:
        """Make one change; the steps that take it back, in their order."""
        match step:
            case c.CardAdd():
                return self._card_add(step)
            case c.CardDelete():
                return self._card_delete(step)
            case c.CardRename():
                return self._card_rename(step)
            case c.CardSpan():
                return self._card_span(step)
            case c.CardMove():
                return self._card_move(step)
            case c.CardSplit():
                return self._card_split(step)
            case c.AltAdd():
                return self._alt_add(step)
            case c.AltSet():
                return self._alt_set(step)
            case c.AltCost():
                return self._alt_cost(step)
            case c.AltMove():
                return self._alt_move(step)
            case c.AltDelete():
                return self._alt_delete(step)
            case c.RootSet():
                return self._root_set(step)
            case c.WatchAdd():
                return self._watch_add(step)
            case c.WatchRemove():
                return self._watch_remove(step)

    # Cards

    def _card_add(self, step: c.CardAdd) -> list[c.Step]:
        alternatives = tuple(Alternative(a.id, a.text, plain_cost(a.cost)) for a in step.alternatives)
        self._refuse_ids([step.card, *(a.id for a in alternatives)])
        self._refuse_name(step.name)
        for alternative in alternatives:
            refuse_text(alternative.text)
        refuse_span(step.span)
        for alternative in alternatives:
            refuse_cost(alternative.cost)
        at = place(step.at, len(self.cards))
        origin = step.from_ if isinstance(step.from_, Provenance) else None
        self.cards.insert(at, Card(step.card, step.name, step.span, origin, alternatives))
        self.ids |= {step.card, *(a.id for a in alternatives)}
        self.homes |= {a.id: step.card for a in alternatives}
        self.names[step.name] = step.card
        self.changed = True
        return [c.CardDelete(step.card)]

    def _card_delete(self, step: c.CardDelete) -> list[c.Step]:
        at = self._card(step.card)
        card = self.cards.pop(at)
        del self.names[card.name]
        self.ids -= {card.id, *(a.id for a in card.alternatives)}
        for alternative in card.alternatives:
            del self.homes[alternative.id]
        back = c.CardAdd(card.id, card.name, card.span, at, card.alternatives, card.from_ or NO_ORIGIN)
        if self.root != card.id:
            return [back]
        self.root = None
        return [back, c.RootSet(card.id)]

    def _card_rename(self, step: c.CardRename) -> list[c.Step]:
        at = self._card(step.card)
        card = self.cards[at]
        if step.name != card.name:
            self._refuse_name(step.name)
        del self.names[card.name]
        self.names[step.name] = card.id
        self.cards[at] = Card(card.id, step.name, card.span, card.from_, card.alternatives)
        back: list[c.Step] = [c.CardRename(card.id, card.name, False)]
        if step.rewrite:
            back += self._rewrite(card.name, step.name, self.homes)
        self.changed = True
        return back

    def _card_span(self, step: c.CardSpan) -> list[c.Step]:
        at = self._card(step.card)
        refuse_span(step.span)
        card = self.cards[at]
        self.cards[at] = Card(card.id, card.name, step.span, card.from_, card.alternatives)
        return [c.CardSpan(card.id, card.span)]

    def _card_move(self, step: c.CardMove) -> list[c.Step]:
        at = self._card(step.card)
        to = place(step.at, len(self.cards) - 1)
        self.cards.insert(to, self.cards.pop(at))
        return [c.CardMove(step.card, at)]

    def _card_split(self, step: c.CardSplit) -> list[c.Step]:
        at = self._card(step.card)
        card = self.cards[at]
        moved_ids = set(step.alternatives)
        for alt in (*step.alternatives, *step.uses):
            self._home(alt)
        if any(self.homes[alt] != card.id for alt in moved_ids):
            raise Refused("no-alternative", card=card.id)
        self._refuse_ids([step.new])
        self._refuse_name(step.name)
        back = self._rewrite(card.name, step.name, set(step.uses))
        back.append(c.CardDelete(step.new))
        card = self.cards[at]
        moved = tuple(a for a in card.alternatives if a.id in moved_ids)
        back += [
            c.AltAdd(card.id, a.id, a.text, a.cost, i) for i, a in enumerate(card.alternatives) if a.id in moved_ids
        ]
        others = tuple(a for a in card.alternatives if a.id not in moved_ids)
        self.cards[at] = Card(card.id, card.name, card.span, card.from_, others)
        self.cards.insert(at + 1, Card(step.new, step.name, card.span, None, moved))
        self.ids.add(step.new)
        self.names[step.name] = step.new
        self.homes |= dict.fromkeys(moved_ids, step.new)
        self.changed = True
        return back

    def _rewrite(self, old: str, new: str, where: Iterable[str]) -> list[c.Step]:
        """Change a name in alternatives; the steps that set the old texts, in the order of the document."""
        back: list[c.Step] = []
        self.work += len(self.homes)
        allowed = where if isinstance(where, set | dict) else set(where)
        for at, card in enumerate(self.cards):
            if not any(a.id in allowed and old in names(a.text) for a in card.alternatives):
                continue
            alternatives = []
            for alternative in card.alternatives:
                if alternative.id in allowed and (text := rewrite(alternative.text, old, new)) != alternative.text:
                    refuse_text(text)
                    back.append(c.AltSet(alternative.id, alternative.text))
                    alternatives.append(Alternative(alternative.id, text, alternative.cost))
                else:
                    alternatives.append(alternative)
            self.cards[at] = Card(card.id, card.name, card.span, card.from_, tuple(alternatives))
        return back

    # Alternatives

    def _alt_add(self, step: c.AltAdd) -> list[c.Step]:
        at = self._card(step.card)
        self._refuse_ids([step.alt])
        refuse_text(step.text)
        refuse_cost(step.cost)
        lines = list(self.cards[at].alternatives)
        lines.insert(place(step.at, len(lines)), Alternative(step.alt, step.text, plain_cost(step.cost)))
        self._put(at, lines)
        self.ids.add(step.alt)
        self.homes[step.alt] = step.card
        self.changed = True
        return [c.AltDelete(step.alt)]

    def _alt_set(self, step: c.AltSet) -> list[c.Step]:
        at, line = self._alternative(step.alt)
        refuse_text(step.text)
        lines = list(self.cards[at].alternatives)
        old = lines[line]
        lines[line] = Alternative(old.id, step.text, old.cost)
        self._put(at, lines)
        self.changed = True
        return [c.AltSet(old.id, old.text)]

    def _alt_cost(self, step: c.AltCost) -> list[c.Step]:
        at, line = self._alternative(step.alt)
        refuse_cost(step.cost)
        lines = list(self.cards[at].alternatives)
        old = lines[line]
        lines[line] = Alternative(old.id, old.text, plain_cost(step.cost))
        self._put(at, lines)
        return [c.AltCost(old.id, old.cost)]

    def _alt_move(self, step: c.AltMove) -> list[c.Step]:
        at, line = self._alternative(step.alt)
        to = self._card(step.card)
        lines = list(self.cards[at].alternatives)
        moved = lines.pop(line)
        target = lines if to == at else list(self.cards[to].alternatives)
        target.insert(place(step.at, len(target)), moved)
        self._put(at, lines)
        self._put(to, target)
        back = c.AltMove(step.alt, self.cards[at].id, line)
        self.homes[step.alt] = step.card
        self.changed = True
        return [back]

    def _alt_delete(self, step: c.AltDelete) -> list[c.Step]:
        at, line = self._alternative(step.alt)
        lines = list(self.cards[at].alternatives)
        old = lines.pop(line)
        self._put(at, lines)
        self.ids.remove(old.id)
        del self.homes[old.id]
        return [c.AltAdd(self.cards[at].id, old.id, old.text, old.cost, line)]

    def _put(self, at: int, lines: Sequence[Alternative]) -> None:
        card = self.cards[at]
        self.work += len(lines)
        self.cards[at] = Card(card.id, card.name, card.span, card.from_, tuple(lines))

    # The root and what is watched

    def _root_set(self, step: c.RootSet) -> list[c.Step]:
        if step.card is not None:
            self._card(step.card)
        old, self.root = self.root, step.card
        return [c.RootSet(old)]

    def _watch_add(self, step: c.WatchAdd) -> list[c.Step]:
        if any((w.kind, w.text) == (step.kind, step.text) for w in self.watches):
            raise Refused("id-taken")
        refuse_text(step.text)
        refuse_text(step.origin)
        at = place(step.at, len(self.watches))
        self.watches.insert(at, Watch(step.kind, step.text, step.origin))
        return [c.WatchRemove(step.kind, step.text)]

    def _watch_remove(self, step: c.WatchRemove) -> list[c.Step]:
        for at, watch in enumerate(self.watches):
            if (watch.kind, watch.text) == (step.kind, step.text):
                del self.watches[at]
                return [c.WatchAdd(watch.kind, watch.text, watch.origin, at)]
        raise Refused("no-watch")

    # Where things are, and whether they may be there

    def _card(self, id: str) -> int:
        if id in self.ids:
            for at, card in enumerate(self.cards):
                if card.id == id:
                    self.work += at // 2
                    return at
        raise Refused("no-card", card=id)

    def _home(self, alt: str) -> str:
        if alt not in self.homes:
            raise Refused("no-alternative", alt=alt)
        return self.homes[alt]

    def _alternative(self, alt: str) -> tuple[int, int]:
        at = self._card(self._home(alt))
        line = next(i for i, a in enumerate(self.cards[at].alternatives) if a.id == alt)
        return at, line

    def _refuse_ids(self, ids: Sequence[str]) -> None:
        for id in ids:
            if bad_id(id):
                raise Refused("bad-id")
        seen: set[str] = set()
        for id in ids:
            if id in self.ids or id in seen:
                raise Refused("id-taken")
            seen.add(id)

    def _refuse_name(self, name: str) -> None:
        if bad_name(name):
            raise Refused("bad-name")
        if name in self.names:
            raise Refused("name-taken", card=self.names[name])


def _refuse_limits(draft: _Draft) -> None:
    if len(draft.cards) > MOST_CARDS or len(draft.homes) > MOST_ALTERNATIVES or len(draft.watches) > MOST_WATCHES:
        raise Refused("limit")


def _refuse_cycle(draft: _Draft) -> None:
    if draft.changed:
        inner = {card.name: [name for a in card.alternatives for name in names(a.text)] for card in draft.cards}
        if path := cycle_in(inner, lambda name: inner[name]):
            raise Refused("cycle", path=path)
