"""Making an exam: settings, passages, rules, model, and the links that candidates come by."""

import base64
import binascii
import json
import secrets
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, func, select, update

from tertium.data import EXAM_RULES
from tertium.errors import TertiumError
from tertium.exam.files import model_of_bytes
from tertium.exam.labelling.model import GradingModel
from tertium.exam.passages import Exam, parse_exam
from tertium.exam.rubrics.rubric import Rubric, faults, parse_rubric
from tertium.exam.rules import RuleTable
from tertium.server.database import tables as people_tables
from tertium.server.database.values import new_id, new_token, sha256
from tertium.server.errors import InvalidError, NotFoundError, RefusedError, StateError
from tertium.server.exams import rubrics
from tertium.server.exams.rules import ExamSettings
from tertium.server.exams.store import log
from tertium.server.exams.store import tables as t
from tertium.server.exams.store.clock import CLOCK
from tertium.server.permissions import Actor

_SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # nothing that is read as something else


def create(connection: Connection, actor: Actor, project_id: str, name: str, settings: ExamSettings) -> str:
    """A new exam without passages, with our example of rules."""
    exam_id = new_id()
    _write_setup(connection, actor, exam_id, project_id, name, settings, CLOCK.stamp())
    log.append(connection, exam_id, actor.id, "rules", "1", EXAM_RULES.read_text("utf-8"))
    return exam_id


def _write_setup(
    connection: Connection, actor: Actor, id: str, project: str, name: str, settings: ExamSettings, created: str
) -> None:
    packed = msgspec.json.encode(settings).decode()
    body = {"project_id": project, "name": name, "settings": packed, "created": created}
    log.append(connection, id, actor.id, "setup", id, body)


def copy(connection: Connection, actor: Actor, exam_id: str, name: str) -> str:
    """A new exam with the settings, passages, rules and model of another, and without its candidates."""
    row = get(connection, exam_id)
    new = create(connection, actor, row.project_id, name, settings_of(row))
    for kind in ("rules", "exam", "model"):  # what passages must be like follows from the rules
        text = part(connection, exam_id, kind)
        if text is not None and text != part(connection, new, kind):
            put_part(connection, actor, new, kind, text)
    return new


def change(connection: Connection, actor: Actor, exam_id: str, name: str | None, settings: ExamSettings | None) -> None:
    """Other settings; not once there are candidates."""
    refuse_fixed(connection, exam_id)
    row = get(connection, exam_id)
    new_settings = settings_of(row) if settings is None else settings
    _write_setup(connection, actor, exam_id, row.project_id, name or row.name, new_settings, row.created)


def model_file(model: GradingModel) -> bytes:
    """The file of a model, as it is sent."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "exam.model"
        model.save(path)
        return path.read_bytes()


def checked_part(kind: str, content: bytes) -> str:
    """Passages, rules or a model as they are stored. This takes time: never inside of a transaction.

    Raises:
        RefusedError: There is something wrong with it.
    """
    text = base64.b64encode(content).decode() if kind == "model" else _text(content)
    try:
        parsed = _PARSERS[kind](text)
        if kind == "rules" and (problem := next(iter(faults(parsed)), None)):
            raise InvalidError(f"rules: {problem}", "correct the table; `tertium exam rules` lists all problems")
    except TertiumError as error:
        raise InvalidError(str(error), "correct the file and send it again", field=kind) from None
    return text


def put_part(connection: Connection, actor: Actor, exam_id: str, kind: str, text: str) -> None:
    """Write a part that was checked and fits the others; not once there are candidates."""
    refuse_fixed(connection, exam_id)
    _refuse_mixture(**{name: part(connection, exam_id, name) for name in log.PARTS} | {kind: text})
    c = t.exam_part.c
    newest = connection.execute(select(func.max(c.version)).where(c.exam_id == exam_id, c.kind == kind)).scalar() or 0
    log.append(connection, exam_id, actor.id, kind, str(newest + 1), text)


def _refuse_mixture(exam: str | None, rules: str | None, model: str | None) -> None:
    if rules is None or not isinstance(_rubric(rules), RuleTable):
        if rules is not None and model is not None:
            raise InvalidError(
                "a model proposes labels, and this rubric has none",
                "make an exam without a model for it, or take a rubric of labels",
                field="model",
            )
        return
    levels = [passage.level for passage in _exam(exam).passages] if exam is not None else []
    if len(set(levels)) < len(levels):
        raise InvalidError("two passages have the same level", "give each passage a level of its own, as rules need")


def _text(content: bytes) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidError("the file is not UTF-8", "save it as UTF-8") from None
    if "\x00" in text:
        raise InvalidError("the file holds a NUL character", "take it out")
    return text


def _model(text: str) -> GradingModel:
    try:
        return model_of_bytes(base64.b64decode(text, validate=True))
    except binascii.Error:
        raise InvalidError("the model is damaged", "send the file again") from None


@lru_cache(maxsize=16)
def _exam(text: str) -> Exam:
    return parse_exam(text, "passages")


@lru_cache(maxsize=16)
def _rubric(text: str) -> Rubric:
    return parse_rubric(text, "rules")


_PARSERS: dict[str, Any] = {"exam": _exam, "rules": _rubric, "model": _model}


def refuse_fixed(connection: Connection, exam_id: str) -> None:
    """An exam that somebody may have seen is not changed any more."""
    if connection.execute(select(t.attempt.c.id).where(t.attempt.c.exam_id == exam_id).limit(1)).first():
        raise StateError("the exam has candidates and cannot be changed", "make another exam")


def get(connection: Connection, exam_id: str) -> Row[Any]:
    return connection.execute(select(t.exam).where(t.exam.c.id == exam_id)).one()


def settings_of(row: Row[Any]) -> ExamSettings:
    return msgspec.json.decode(row.settings, type=ExamSettings)


def part(connection: Connection, exam_id: str, kind: str) -> str | None:
    """The newest passages, rules or model of an exam."""
    c = t.exam_part.c
    query = select(c.content).where(c.exam_id == exam_id, c.kind == kind).order_by(c.version.desc()).limit(1)
    return connection.execute(query).scalar()


def parsed(connection: Connection, exam_id: str) -> tuple[Exam, Rubric, GradingModel | None]:
    """What grading needs.

    Raises:
        RefusedError: There are no passages yet.
    """
    passages = part(connection, exam_id, "exam")
    if passages is None:
        raise _no_passages()
    model = part(connection, exam_id, "model")
    return _exam(passages), rubric_of(connection, exam_id), None if model is None else _model(model)


def rubric_of(connection: Connection, exam_id: str) -> Rubric:
    """How passages are graded, and what follows from it."""
    return _rubric(part(connection, exam_id, "rules") or "")


def _no_passages() -> RefusedError:
    return StateError("the exam has no passages", "send its passages first")


def passages_of(connection: Connection, exam_id: str) -> Exam:
    """The passages alone."""
    text = part(connection, exam_id, "exam")
    if text is None:
        raise _no_passages()
    return _exam(text)


# Candidates


def invite(
    connection: Connection, actor: Actor, exam_id: str, candidates: Sequence[tuple[str, int]]
) -> list[dict[str, str]]:
    """A code and a secret for each candidate, given by a reference and extra seconds; secrets are shown once."""
    exam, rubric, _ = parsed(connection, exam_id)
    unknown = [
        passage.level
        for passage in exam.passages
        if isinstance(rubric, RuleTable) and passage.level not in rubric.passages
    ]
    if unknown:
        raise StateError(f"the rules say nothing about level {unknown[0]!r}", "send other rules or passages")
    settings = settings_of(get(connection, exam_id))
    codes = set(connection.execute(select(t.attempt.c.code).where(t.attempt.c.exam_id == exam_id)).scalars())
    invited = []
    for reference, extra_s in candidates:
        while (code := "".join(secrets.choice(_SIGNS) for _ in range(4 + len(codes) // 1000))) in codes:
            pass
        codes.add(code)
        attempt_id, token = new_id(), new_token()
        body = {"code": code, "allowed_s": settings.minutes * 60, "extra_s": extra_s}
        log.append(connection, exam_id, actor.id, "attempt", attempt_id, body)
        connection.execute(
            update(t.attempt)
            .where(t.attempt.c.id == attempt_id)
            .values(candidate_ref=reference, token_sha256=sha256(token))
        )
        invited.append({"attempt": attempt_id, "code": code, "candidate": reference, "token": token})
    return invited


def give_time(connection: Connection, actor: Actor, attempt_id: str, extra_s: int, reason: str) -> None:
    """Set a candidate's extra time, also while the exam is being written."""
    row = connection.execute(select(t.attempt).where(t.attempt.c.id == attempt_id)).first()
    if row is None:
        raise NotFoundError
    if row.handed_in is not None:
        raise StateError("the exam is handed in already", "late edits can be accepted instead")
    body = {"extra_s": extra_s, "reason": reason}
    log.append(connection, row.exam_id, actor.id, "extra", attempt_id, body)


def listed(connection: Connection, project_id: str) -> list[dict[str, Any]]:
    """The exams of a project, the newest first."""
    e, a = t.exam.c, t.attempt.c
    query = (
        select(e.id, e.name, e.created, func.count(a.id), func.count(a.handed_in), func.count(a.released))
        .outerjoin(t.attempt, a.exam_id == e.id)
        .where(e.project_id == project_id)
        .group_by(e.id, e.name, e.created)
        .order_by(e.created.desc(), e.id)
    )
    names = ("id", "name", "created", "candidates", "handed_in", "released")
    return [dict(zip(names, row, strict=True)) for row in connection.execute(query)]


def graders_of(connection: Connection, project_id: str) -> set[str]:
    """Who may grade in a project."""
    m = people_tables.member.c
    query = select(m.person_id).where(m.project_id == project_id, m.role == "grader")
    return set(connection.execute(query).scalars())


def described(connection: Connection, exam_id: str) -> dict[str, Any]:
    """What a manager sees of the set-up."""
    row = get(connection, exam_id)
    text, rules_text, model_text = (part(connection, exam_id, kind) for kind in log.PARTS)
    rubric = _rubric(rules_text or "")
    exam = None if text is None else _exam(text)
    model = None if model_text is None else _model(model_text)
    fixed = connection.execute(select(t.attempt.c.id).where(t.attempt.c.exam_id == exam_id).limit(1)).first()
    return {
        "id": exam_id,
        "project": row.project_id,
        "name": row.name,
        "settings": json.loads(row.settings),
        "fixed": fixed is not None,
        "graders": len(graders_of(connection, row.project_id)),
        "passages": [
            {
                "id": passage.id,
                "level": passage.level,
                "sentences": len(passage),
                "networks": sum(sentence.network is not None for sentence in passage.sentences),
            }
            for passage in (() if exam is None else exam.passages)
        ],
        "rules": rubrics.described(rubric, rules_text or ""),
        "levels": list(rubric.results),
        "examples": None if fixed else rubrics.examples(),
        "model": None
        if model is None
        else {
            "kind": model.kind,
            "digest": model.digest,
            "note": model.note,
            "figures": [{"part": f.part, "measure": f.measure, "value": f.value, "n": f.n} for f in model.figures],
        },
        "head": log.head(connection, exam_id),
    }
