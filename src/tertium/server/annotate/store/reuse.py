"""Cards that can be copied: one's own from other sentences, and others' as the project shares them."""

import json
from typing import Any

from sqlalchemy import Connection, and_, func, or_, select, true

from tertium.server.annotate.rules.sheet import commands as c
from tertium.server.annotate.rules.sheet import document
from tertium.server.annotate.rules.sheet.document import Alternative, Provenance
from tertium.server.annotate.rules.suggestions import fit, inner_cards
from tertium.server.database import tables as t
from tertium.server.database.values import new_id, now
from tertium.server.errors import NotFoundError
from tertium.server.permissions import Actor


def _allowed(actor: Actor, sharing: str) -> Any:
    """Sheets whose cards one may take."""
    h = t.sheet.c
    others = {
        "none": h.person_id == actor.id,
        "after-submit": or_(h.person_id == actor.id, h.state == "submitted"),
        "live": h.state != "discarded",
    }
    return others[sharing]


def _like(text: str) -> str:
    return "".join("\\" + sign if sign in "%_\\" else sign for sign in text)


def find_cards(
    connection: Connection, actor: Actor, project: Any, sheet_id: str, text: str, *, after: int = 0, limit: int = 20
) -> list[dict[str, Any]]:
    """Cards of other sheets that have all words of the text, one's own first, then by nearness of name."""
    k, h, s = t.card_index.c, t.sheet.c, t.segment.c
    words = [word.casefold() for word in text.split()][:6]
    by_words = and_(true(), *(k.words.like(f"% {_like(word)} %", escape="\\") for word in words))
    by_name = k.name.ilike(f"{_like(text.strip())}%", escape="\\")
    query = (
        select(k.sheet_id, k.card, k.name, k.span_start, k.span_stop, k.first_words, h.person_id, s.position)
        .join(t.sheet, k.sheet_id == h.id)
        .join(t.segment, h.segment_id == s.id)
        .where(s.project_id == project.id, k.sheet_id != sheet_id, _allowed(actor, project.sharing))
        .order_by((h.person_id != actor.id), s.position, k.name, k.sheet_id)
        .offset(after)
        .limit(limit)
    )
    if words:
        query = query.where(or_(by_words, by_name))
    return [
        {
            "sheet": row.sheet_id,
            "card": row.card,
            "name": row.name,
            "span": None if row.span_start is None else [row.span_start, row.span_stop],
            "first": row.first_words,
            "by": "you" if row.person_id == actor.id else "another",
            "position": row.position,
        }
        for row in connection.execute(query)
    ]


def copy_command(
    connection: Connection, actor: Actor, project: Any, target_id: str, source_id: str, card_id: str
) -> tuple[c.CardCopy | None, str, str]:
    """The command that copies a card with all inner ones, the id of the card in the target, and where it is from.

    Without a command, an equal card is there already.
    """
    h, s = t.sheet.c, t.segment.c
    source = connection.execute(
        select(t.sheet)
        .join(t.segment, h.segment_id == s.id)
        .where(h.id == source_id, s.project_id == project.id, _allowed(actor, project.sharing))
    ).first()
    target = connection.execute(select(t.sheet).where(h.id == target_id)).one()
    if source is None or source_id == target_id:
        raise NotFoundError
    cards = inner_cards(document.decode(source.doc), card_id)
    if not cards:
        raise NotFoundError
    target_document = document.decode(target.doc)
    same_segment = source.segment_id == target.segment_id
    copied: list[c.CopiedCard] = []
    last = ""
    at = now()
    for card, name, texts, present in fit(target_document, cards):
        if present:
            last = next(twin.id for twin in target_document.cards if twin.name == name)
            continue
        last = new_id()[:16]
        lines = tuple(
            Alternative(new_id()[:16], text, a.cost) for text, a in zip(texts, card.alternatives, strict=True)
        )
        origin = Provenance(source.id, card.id, card.name, source.person_id, source.seq, at)
        copied.append(c.CopiedCard(last, name, card.span if same_segment else None, lines, origin))
    via = "own" if source.person_id == actor.id else "shared"
    return c.CardCopy(tuple(copied)) if copied else None, last, via


def provenance_counts(connection: Connection, project_id: str) -> dict[str, tuple[int, int, int]]:
    """For each annotator the number of cards, those copied from one's own sheets, and those copied from others'."""
    k, h, s = t.card_index.c, t.sheet.c, t.segment.c
    query = (
        select(h.person_id, k.provenance, func.count())
        .join(t.sheet, k.sheet_id == h.id)
        .join(t.segment, h.segment_id == s.id)
        .where(s.project_id == project_id)
        .group_by(h.person_id, k.provenance)  # one pass over all cards, of which most are copied from nowhere
    )
    counts: dict[str, list[int]] = {}
    for person, provenance, n in connection.execute(query):
        of_person = counts.setdefault(person, [0, 0, 0])
        of_person[0] += n
        if provenance is not None:
            of_person[1 if json.loads(provenance)["user"] == person else 2] += n
    return {person: (n, own, shared) for person, (n, own, shared) in counts.items()}
