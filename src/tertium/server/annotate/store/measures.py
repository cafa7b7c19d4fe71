"""What is kept beside each sheet so that lists and the dashboard need no replay: size, index of cards, distances."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from tertium.errors import DataError
from tertium.networks.paths import Paths
from tertium.server.annotate.rules.answers import Asked, Draft
from tertium.server.annotate.rules.causes import causes
from tertium.server.annotate.rules.network import LIMITS, sound
from tertium.server.annotate.rules.protocol import split
from tertium.server.annotate.rules.sheet import document
from tertium.server.annotate.rules.sheet.document import Document
from tertium.server.annotate.rules.sheet.words import scan
from tertium.server.annotate.store import projects, sheets
from tertium.server.database import tables as t
from tertium.server.database.engine import Store
from tertium.server.database.values import stamp


@dataclass(frozen=True, slots=True)
class Measured:
    """A sheet in numbers, worked out outside of any transaction."""

    seq: int
    net_id: str | None
    log10: float | None
    cards: list[dict[str, Any]]
    distances: list[dict[str, Any]]


def stale(connection: Connection) -> list[str]:
    """Sheets whose measures are behind their log."""
    h = t.sheet.c
    return list(connection.execute(select(h.id).where(h.indexed_seq < h.seq)).scalars())


def refresh(store: Store, sheet_id: str) -> None:
    """Work out a sheet's measures and keep them; a sheet that was removed meanwhile has none."""
    if not store.reading(sheets.is_there, sheet_id):
        return
    seq, content, held_out, language = store.reading(_material, sheet_id)
    measured = _measure(sheet_id, seq, content, held_out, language)
    store.writing(_keep, sheet_id, measured)


def _material(connection: Connection, sheet_id: str) -> tuple[int, Document, list[tuple[str, list[str]]], str]:
    sheet, segment, project, _ = sheets.surroundings(connection, sheet_id)
    held_out = []
    if sheet.state == "submitted":
        held_out = [
            (text.name, split(text.text, project.tokenizer))
            for text in projects.texts(connection, segment.id)
            if text.role == "held-out"
        ]
    return sheet.seq, document.decode(sheet.doc), held_out, project.target_lang


def _measure(
    sheet_id: str, seq: int, content: Document, held_out: Sequence[tuple[str, list[str]]], language: str
) -> Measured:
    cards = [card_row(sheet_id, card) for card in content.cards]
    try:
        network = sound(content)
    except DataError:
        return Measured(seq, None, None, cards, [])
    log10 = Paths.of(network, LIMITS).log10_count
    distances: list[dict[str, Any]] = []
    if held_out:
        draft = Draft(content)
        for name, words in held_out:
            try:
                answer = draft.answer(Asked("held-out", name, words))
            except DataError:
                continue
            detail = {"edits": answer.edits, "causes": causes(answer, language), "words": len(words)}
            distances.append({"kind": "held-out", "name": name, "value": answer.distance, "detail": json.dumps(detail)})
        unwanted = sum(draft.contains(w.text.split()) for w in content.watches if w.kind == "must_not")
        distances.append({"kind": "must-not", "name": "", "value": float(unwanted), "detail": "{}"})
    return Measured(seq, network.id, log10 if math.isfinite(log10) else None, cards, distances)


def card_row(sheet_id: str, card: document.Card) -> dict[str, Any]:
    """What the index keeps of a card."""
    texts = [a.text for a in card.alternatives if a.text]
    words = {token.value.casefold() for text in texts for token in scan(text) if token.kind == "word"}
    return {
        "sheet_id": sheet_id,
        "card": card.id,
        "name": card.name,
        "span_start": card.span[0] if card.span else None,
        "span_stop": card.span[1] if card.span else None,
        "first_words": " | ".join(texts[:3])[:200],
        "words": " " + " ".join(sorted(words))[:2000] + " ",
        "provenance": json.dumps({"sheet": card.from_.sheet, "user": card.from_.user}) if card.from_ else None,
    }


def _keep(connection: Connection, sheet_id: str, measured: Measured) -> None:
    m, h = t.measure.c, t.sheet.c
    found = select(h.seq, h.changed, h.log10_paths, h.indexed_seq).where(h.id == sheet_id)
    current = connection.execute(found).first()
    if current is None or current.indexed_seq > measured.seq:
        return
    connection.execute(delete(t.card_index).where(t.card_index.c.sheet_id == sheet_id))
    if measured.cards:
        connection.execute(insert(t.card_index), measured.cards)
    if measured.distances:
        connection.execute(delete(t.measure).where(m.sheet_id == sheet_id, m.kind != "growth"))
        net_id = measured.net_id or ""
        connection.execute(
            insert(t.measure), [{"sheet_id": sheet_id, "net_id": net_id, **d} for d in measured.distances]
        )
    if measured.log10 is not None and measured.log10 != current.log10_paths:
        name = f"{measured.seq:09d}"
        connection.execute(delete(t.measure).where(m.sheet_id == sheet_id, m.kind == "growth", m.name == name))
        connection.execute(
            insert(t.measure).values(
                sheet_id=sheet_id,
                net_id=measured.net_id or "",
                kind="growth",
                name=name,
                value=measured.log10,
                detail=current.changed,
            )
        )
    connection.execute(
        update(t.sheet)
        .where(h.id == sheet_id)
        .values(net_id=measured.net_id, log10_paths=measured.log10, indexed_seq=measured.seq)
    )


def spread_growth(connection: Connection, sheet_id: str, start: datetime, length: timedelta) -> int:
    """Spread the steps by which a sheet grew evenly over a time; how many there are."""
    m = t.measure.c
    growth = (m.sheet_id == sheet_id) & (m.kind == "growth")
    names = list(connection.execute(select(m.name).where(growth).order_by(m.name)).scalars())
    for number, name in enumerate(names, 1):
        at = stamp(start + length * (number / len(names)))
        connection.execute(update(t.measure).where(growth, m.name == name).values(detail=at))
    return len(names)
