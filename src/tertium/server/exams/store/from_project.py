"""Passages of an exam from a project: its sentences, their references, and the networks that people wrote for them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, case, func, or_, select

from tertium.errors import DataError
from tertium.exam.passages import Exam, Passage, Sentence, write_exam
from tertium.networks.network import Network
from tertium.networks.union import union
from tertium.server.annotate.rules.network import LIMITS, sound
from tertium.server.annotate.rules.sheet import document
from tertium.server.annotate.store import comparing, projects
from tertium.server.database import tables as t
from tertium.server.errors import InvalidError

_SHOWN = ("best", "reference")  # held-out texts stay where they are: graders and candidates would see them


@dataclass(frozen=True, slots=True)
class Wanted:
    """A document of the project as a passage."""

    id: str
    level: str
    document: str


@dataclass(frozen=True, slots=True)
class _Material:
    name: str
    source: str
    references: tuple[str, ...]
    docs: list[str]


def documents(connection: Connection, project_id: str) -> list[dict[str, Any]]:
    """The documents of a project, with how many of their sentences could be graded, and how many have networks."""
    s, x, h = t.segment.c, t.segment_text.c, t.sheet.c
    shown = select(x.segment_id).where(x.segment_id == s.id, x.role.in_(_SHOWN)).exists()
    drawn = select(h.segment_id).where(h.segment_id == s.id, h.state == "submitted").exists()
    query = (
        select(
            s.document,
            func.count(),
            func.sum(case((or_(shown, drawn), 1), else_=0)),
            func.sum(case((drawn, 1), else_=0)),
        )
        .where(s.project_id == project_id, s.state != "discarded")
        .group_by(s.document)
        .order_by(func.min(s.position))
    )
    names = ("document", "sentences", "ready", "networks")
    return [dict(zip(names, row, strict=True)) for row in connection.execute(query)]


def material(connection: Connection, project_id: str, choices: Sequence[Wanted]) -> list[list[_Material]]:
    """What the sentences of each document have: references that may be shown, and handed-in sheets.

    Raises:
        RefusedError: There is no such document.
    """
    return [_of_document(connection, project_id, one.document) for one in choices]


def _of_document(connection: Connection, project_id: str, name: str) -> list[_Material]:
    s = t.segment.c
    query = select(t.segment).where(s.project_id == project_id, s.document == name, s.state != "discarded")
    found = []
    for segment in connection.execute(query.order_by(s.position)):
        texts = projects.texts(connection, segment.id)
        sheets = comparing.sheets_of(connection, segment.id)
        found.append(
            _Material(
                segment.external_id,
                " ".join(json.loads(segment.source_tokens)),
                tuple(text.text for text in texts if text.role in _SHOWN),
                [row.doc for row in sheets if row.state == "submitted"],
            )
        )
    if not found:
        raise InvalidError(
            f"the project has no document {name[:60]!r}", "name one that its segments have", field="document"
        )
    return found


def passages(name: str, choices: Sequence[Wanted], sentences: Sequence[Sequence[_Material]]) -> bytes:
    """The file of passages, as if it had been sent.

    Raises:
        RefusedError: Nothing says what a correct translation of a sentence is.
    """
    parts_of_exam = tuple(
        Passage(one.id, one.level, tuple(_sentence(part) for part in parts))
        for one, parts in zip(choices, sentences, strict=True)
    )
    return write_exam(Exam(name, parts_of_exam)).encode()


def _sentence(part: _Material) -> Sentence:
    networks: list[Network] = []
    for doc in part.docs:
        try:
            networks.append(sound(document.decode(doc)))
        except DataError:
            continue  # handed in without a sentence
    if not networks and not part.references:
        raise InvalidError(
            f"segment {part.name[:60]!r} has neither a reference nor a sheet that is handed in",
            "let somebody write it first, or leave its document out",
            field="passages",
        )
    try:
        network = union(networks, LIMITS) if networks else None
    except DataError as error:
        raise InvalidError(
            f"segment {part.name[:60]!r}: {error}", "send the passages as a file", field="passages"
        ) from None
    return Sentence(part.source, part.references, network)
