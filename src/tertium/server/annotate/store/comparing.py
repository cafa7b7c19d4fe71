"""What is needed to compare and unite the sheets of a segment, and to follow a project."""

import json
from typing import Any

from sqlalchemy import Connection, Row, select

from tertium.errors import DataError
from tertium.networks.entry import Entry
from tertium.networks.forms import typed
from tertium.server.annotate.rules.network import sound
from tertium.server.annotate.rules.protocol import split
from tertium.server.annotate.rules.sheet import document
from tertium.server.annotate.store import projects
from tertium.server.database import tables as t


def sheets_of(connection: Connection, segment_id: str, ids: list[str] | None = None) -> list[Row[Any]]:
    """The sheets of a segment that have a network, in the order in which they were begun."""
    h, p = t.sheet.c, t.person.c
    query = select(t.sheet, p.name).join(t.person, h.person_id == p.id).where(h.segment_id == segment_id)
    if ids is not None:
        query = query.where(h.id.in_(ids))
    return list(connection.execute(query.where(h.state != "discarded").order_by(h.created, h.id)))


def network_text(doc: str) -> str | None:
    """A sheet's network in the form that people type; None if there is none yet."""
    try:
        return typed.write([Entry(None, sound(document.decode(doc)))])
    except DataError:
        return None


def material(connection: Connection, segment_id: str, ids: list[str] | None = None) -> dict[str, Any]:
    """Networks by sheet, and the words of held-out texts."""
    segment = connection.execute(select(t.segment).where(t.segment.c.id == segment_id)).one()
    project = projects.get(connection, segment.project_id)
    rows = sheets_of(connection, segment_id, ids)
    networks = {row.id: text for row in rows if (text := network_text(row.doc)) is not None}
    held_out = [
        split(text.text, project.tokenizer)
        for text in projects.texts(connection, segment_id)
        if text.role == "held-out"
    ]
    return {"networks": networks, "held_out": held_out}


def overview(connection: Connection, segment_id: str) -> dict[str, Any]:
    """Whose sheets there are, and which alternatives they have for the same words."""
    segment = connection.execute(select(t.segment).where(t.segment.c.id == segment_id)).one()
    rows = sheets_of(connection, segment_id)
    spans: dict[tuple[int, int], dict[str, list[document.Card]]] = {}
    for row in rows:
        for card in document.decode(row.doc).cards:
            if card.span:
                spans.setdefault(card.span, {}).setdefault(row.id, []).append(card)
    return {
        "segment": {
            "id": segment.id,
            "project": segment.project_id,
            "position": segment.position,
            "external_id": segment.external_id,
            "tokens": json.loads(segment.source_tokens),
        },
        "sheets": [
            {"sheet": r.id, "user": r.person_id, "name": r.name, "state": r.state, "log10": r.log10_paths} for r in rows
        ],
        "spans": [_span(span, cards) for span, cards in sorted(spans.items())],
    }


def _span(span: tuple[int, int], cards: dict[str, list[document.Card]]) -> dict[str, Any]:
    texts = {sheet: [a.text for card in own_cards for a in card.alternatives] for sheet, own_cards in cards.items()}
    common = set.intersection(*(set(lines) for lines in texts.values())) if len(texts) > 1 else set()
    return {
        "span": span,
        "cards": {
            sheet: {"card": own_cards[0].id, "name": own_cards[0].name, "alternatives": texts[sheet]}
            for sheet, own_cards in cards.items()
        },
        "common": sorted(common),
    }


def project_material(connection: Connection, project_id: str) -> dict[str, Any]:
    """Submitted documents by segment, as they are stored, and held-out texts; networks are made by who needs them."""
    project = projects.get(connection, project_id)
    h, s, x = t.sheet.c, t.segment.c, t.segment_text.c
    sheets = (
        select(h.segment_id, h.doc)
        .join(t.segment, h.segment_id == s.id)
        .where(s.project_id == project_id, s.state == "open", h.state == "submitted")
        .order_by(s.position, h.created, h.id)
    )
    docs: dict[str, list[str]] = {}
    for row in connection.execute(sheets.execution_options(yield_per=500)):
        docs.setdefault(row.segment_id, []).append(row.doc)
    texts = (
        select(x.segment_id, x.text)
        .join(t.segment, x.segment_id == s.id)
        .where(s.project_id == project_id, x.role == "held-out")
        .order_by(s.position, x.position)
    )
    held_out: dict[str, list[list[str]]] = {}
    for row in connection.execute(texts):
        held_out.setdefault(row.segment_id, []).append(split(row.text, project.tokenizer))
    enough = [id for id, found in docs.items() if len(found) >= project.annotators_per_segment]
    return {
        "annotators": project.annotators_per_segment,
        "segments": [{"docs": docs[id], "held_out": held_out.get(id, [])} for id in enough],
    }


def submitted_versions(connection: Connection, project_id: str) -> list[tuple[str, int]]:
    """Submitted sheets and their last events: what statistics of a project depend on."""
    h, s = t.sheet.c, t.segment.c
    query = (
        select(h.id, h.seq)
        .join(t.segment, h.segment_id == s.id)
        .where(s.project_id == project_id, h.state == "submitted", s.state == "open")
    )
    return [(row.id, row.seq) for row in connection.execute(query.order_by(h.id))]
