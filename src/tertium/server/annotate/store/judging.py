"""Judging whether sentences are grammatical: three labels, several judges, blind."""

import random
from typing import Any

from sqlalchemy import Connection, func, insert, select, true, update

from tertium.errors import DataError
from tertium.server.annotate.rules.answers import Asked, Draft
from tertium.server.annotate.rules.protocol import split
from tertium.server.annotate.rules.sheet import document
from tertium.server.annotate.store import comparing, projects
from tertium.server.database import tables as t
from tertium.server.database.audit import note
from tertium.server.database.leases import Places
from tertium.server.database.values import new_id, now, sha256
from tertium.server.errors import LimitError, NotFoundError, StateError, TakenError

LABELS = {1: "grammatical", 2: "slightly odd", 3: "not grammatical"}
MOST_ITEMS = 20_000
PLACES = Places(t.judgement, "item_id", done=true())
"""A judgement holds a place of its sentence; a sentence is judged in seconds, so that nobody has a lease."""


def draw(
    connection: Connection, project_id: str, origin: str, per_segment: int, seed: int
) -> list[tuple[str, str, str]]:
    """Sentences to judge: segment, origin and text, shuffled; the same for the same seed."""
    project = projects.get(connection, project_id)
    s = t.segment.c
    rng = random.Random(seed)
    items: list[tuple[str, str, str]] = []
    segments = select(s.id).where(s.project_id == project_id, s.state == "open").order_by(s.position)
    for segment_id in list(connection.execute(segments).scalars()):
        drawn: dict[str, str] = {}
        texts = [x for x in projects.texts(connection, segment_id) if x.role in ("output", "held-out", "reference")]
        for sheet in comparing.sheets_of(connection, segment_id):
            if sheet.state != "submitted":
                continue
            try:
                draft = Draft(document.decode(sheet.doc))
                if origin in ("closest", "both"):
                    for text in texts:
                        answer = draft.answer(Asked("judge", text.name, split(text.text, project.tokenizer)))
                        if answer.closest:
                            drawn.setdefault(" ".join(answer.closest.words), "closest")
                if origin in ("random", "both"):
                    for words in draft.samples(per_segment, rng.randrange(2**31)):
                        drawn.setdefault(" ".join(words), "random")
            except DataError:
                continue
        pool = sorted(drawn.items())
        rng.shuffle(pool)
        items += [(segment_id, kind, text) for text, kind in pool[:per_segment]]
        if len(items) > MOST_ITEMS:
            raise LimitError(f"more than {MOST_ITEMS:,} sentences", "take fewer of each segment")
    rng.shuffle(items)
    return items


def make_batch(
    connection: Connection, actor_id: str, project_id: str, name: str, origin: str, judges: int, seed: int,
    items: list[tuple[str, str, str]],
) -> str:  # fmt: skip
    if not items:
        raise StateError("no sheet is submitted yet, so there is nothing to judge", "wait for one")
    id = new_id()
    connection.execute(
        insert(t.batch).values(
            id=id, project_id=project_id, name=name, origin=origin, judges=judges, seed=seed, created=now()
        )
    )
    rows = [
        {"id": new_id(), "batch_id": id, "position": place, "segment_id": segment, "origin": kind, "text": text}
        for place, (segment, kind, text) in enumerate(items)
    ]
    connection.execute(insert(t.batch_item), rows)
    note(connection, actor_id, "batch.make", id, {"items": len(rows)})
    return id


def batches(connection: Connection, project_id: str, person_id: str) -> list[dict[str, Any]]:
    b, i, g = t.batch.c, t.batch_item.c, t.judgement.c
    batches = []
    for row in connection.execute(select(t.batch).where(b.project_id == project_id).order_by(b.created, b.id)):
        judged = select(func.count()).select_from(t.judgement).join(t.batch_item, g.item_id == i.id)
        judged = judged.where(i.batch_id == row.id)
        batches.append(
            {
                "id": row.id,
                "name": row.name,
                "items": connection.execute(select(func.count()).where(i.batch_id == row.id)).scalar_one(),
                "judges": row.judges,
                "judged": connection.execute(judged).scalar_one(),
                "mine": connection.execute(judged.where(g.person_id == person_id)).scalar_one(),
                "closed": row.closed,
            }
        )
    return batches


def next_item(connection: Connection, batch_id: str, person_id: str) -> dict[str, Any]:
    """The next sentence for a judge, in an order of their own; none of those that have enough judges."""
    i, g = t.batch_item.c, t.judgement.c
    batch = connection.execute(select(t.batch).where(t.batch.c.id == batch_id)).one()
    taken = PLACES.counts()
    counts: dict[str, int] = dict(
        connection.execute(
            select(taken.c.task, taken.c.n).join(t.batch_item, taken.c.task == i.id).where(i.batch_id == batch_id)
        ).all()
    )
    mine = set(
        connection.execute(
            select(g.item_id)
            .join(t.batch_item, g.item_id == i.id)
            .where(i.batch_id == batch_id, g.person_id == person_id)
        ).scalars()
    )
    items = list(connection.execute(select(i.id, i.text).where(i.batch_id == batch_id)))
    open_items = [item for item in items if item.id not in mine and counts.get(item.id, 0) < batch.judges]
    if batch.closed or not open_items:
        return {"item": None, "text": None, "number": len(mine), "of": len(items)}
    item = min(open_items, key=lambda candidate: sha256(f"{person_id} {candidate.id}"))
    return {"item": item.id, "text": item.text, "number": len(mine) + 1, "of": len(mine) + len(open_items)}


def judge(connection: Connection, batch_id: str, item_id: str, person_id: str, label: int) -> None:
    i, g = t.batch_item.c, t.judgement.c
    batch = connection.execute(select(t.batch).where(t.batch.c.id == batch_id).with_for_update()).one()
    if connection.execute(select(i.id).where(i.id == item_id, i.batch_id == batch_id)).first() is None:
        raise NotFoundError
    if batch.closed:
        raise StateError("the batch is closed", "ask a manager")
    own = (g.item_id == item_id) & (g.person_id == person_id)
    done = connection.execute(update(t.judgement).where(own).values(label=label, at=now()))
    if done.rowcount == 0:
        if not PLACES.is_free(connection, item_id, batch.judges):
            raise TakenError("this sentence has enough judges", "take the next one")
        connection.execute(insert(t.judgement).values(item_id=item_id, person_id=person_id, label=label, at=now()))


def labels(connection: Connection, batch_id: str) -> list[dict[str, Any]]:
    """All items with their labels; judges are numbered, not named."""
    i, g = t.batch_item.c, t.judgement.c
    items = {
        row.id: {"item": row.id, "text": row.text, "origin": row.origin, "labels": [], "judges": []}
        for row in connection.execute(select(t.batch_item).where(i.batch_id == batch_id).order_by(i.position))
    }
    query = select(g.item_id, g.person_id, g.label).join(t.batch_item, g.item_id == i.id)
    for row in connection.execute(query.where(i.batch_id == batch_id).order_by(g.at, g.person_id)):
        items[row.item_id]["labels"].append(row.label)
        items[row.item_id]["judges"].append(row.person_id)
    return list(items.values())
