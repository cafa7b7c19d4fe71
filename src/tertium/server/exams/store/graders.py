"""People grade: who labels which passage next, blind; what they mark; and the decision that follows from labels."""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from tertium.exam.labelling.uncertainty import HALF
from tertium.exam.passages import Exam
from tertium.exam.rubrics.rubric import scale_of
from tertium.server.annotate.store import projects
from tertium.server.database.leases import Places, is_held
from tertium.server.database.values import new_id, now
from tertium.server.errors import InvalidError, StateError
from tertium.server.exams import rubrics
from tertium.server.exams.rules import ExamSettings, Mark, Role, as_json, bad_mark, settled, total, word_places
from tertium.server.exams.store import attempts, late, log, proposals, setup
from tertium.server.exams.store import tables as t
from tertium.server.permissions import Actor

LEASE_DAYS = 3
PLACES = Places(t.grading, "attempt_id", done=t.grading.c.done.is_not(None), until="until")
"""A grading holds a place of a passage of an attempt: labelled, or in progress with a lease."""
REPEAT_AFTER = 5
"""How many other passages a grader labels before one comes back."""


# Who is next


def take_next(connection: Connection, actor: Actor, exam_id: str) -> str | None:
    """A passage for this grader to label; None if there is none."""
    log.lock(connection, exam_id)
    settings = setup.settings_of(setup.get(connection, exam_id))
    g = t.grading.c
    held = connection.execute(
        select(g.id)
        .join(t.attempt, t.attempt.c.id == g.attempt_id)
        .where(t.attempt.c.exam_id == exam_id, g.grader_id == actor.id, g.done.is_(None), PLACES.held())
        .order_by(g.taken)
    ).scalar()
    if held is not None:
        return str(held)
    task = _new_passage(connection, actor, exam_id, settings) or _repeat(connection, actor, exam_id, settings)
    if task is None:
        return None
    attempt_id, passage, round, role = task
    id, at = new_id(), now()
    values = {"id": id, "attempt_id": attempt_id, "passage": passage, "grader_id": actor.id, "round": round}
    connection.execute(insert(t.grading).values({**values, "role": role, "taken": at, "until": at}))
    PLACES.lease(connection, id, LEASE_DAYS)
    return id


def _is_held(grading: Row[Any]) -> bool:
    return is_held(done=grading.done is not None, until=grading.until)


def _new_passage(
    connection: Connection, actor: Actor, exam_id: str, settings: ExamSettings
) -> tuple[str, str, int, Role] | None:
    a = t.attempt.c
    exam = setup.passages_of(connection, exam_id)
    scale = scale_of(setup.rubric_of(connection, exam_id))
    query = select(t.attempt).where(a.exam_id == exam_id, a.handed_in.is_not(None)).order_by(a.handed_in, a.id)
    # Where a person must still decide about late text others come first: nobody can, once it is graded.
    flagged = late.attempts_with(connection, exam_id)
    rows = connection.execute(query).all()
    for row in sorted(rows, key=lambda row: row.id in flagged and late.undecided(connection, row) > 0):
        everything = _gradings(connection, row.id)
        appeal = _open_appeal(connection, row.id)
        for passage in exam.passages:
            own = [x for x in everything if x.passage == passage.id and x.role != "repeat"]
            if appeal is not None:
                role = _wanted_on_appeal(own, everything, actor)
                if role is not None:
                    return row.id, passage.id, 2, role
            elif (role := _wanted(own, settings.graders, actor, scale)) is not None:
                return row.id, passage.id, 1, role
    return None


def _wanted(own: Sequence[Row[Any]], graders: int, actor: Actor, scale: Sequence[str]) -> Role | None:
    """As what this grader is wanted for a passage, if at all."""
    alive = [x for x in own if _is_held(x)]
    if any(x.grader_id == actor.id for x in alive):
        return None
    if len(alive) < graders:
        return "first"
    labels = [x.label for x in alive if x.done is not None]
    if len(labels) == len(alive) == graders and settled(labels, graders, scale) is None:
        return "third"
    return None


def _wanted_on_appeal(own: Sequence[Row[Any]], everything: Sequence[Row[Any]], actor: Actor) -> Role | None:
    """Only someone who has seen nothing of this exam before grades it again, and alone."""
    if any(x.grader_id == actor.id and x.round == 1 for x in everything):
        return None
    again = [x for x in everything if x.round == 2 and _is_held(x)]
    if any(x.grader_id != actor.id for x in again):
        return None
    return None if any(x.round == 2 for x in own if x in again) else "appeal"


def _repeat(
    connection: Connection, actor: Actor, exam_id: str, settings: ExamSettings
) -> tuple[str, str, int, Role] | None:
    """A passage that this grader has labelled before, drawn by the seed, to see whether the label is the same."""
    g, p = t.grading.c, t.passage_label.c
    done = connection.execute(
        select(p.attempt_id, p.passage, p.role, p.round)
        .join(t.attempt, t.attempt.c.id == p.attempt_id)
        .where(t.attempt.c.exam_id == exam_id, p.grader_id == actor.id)
        .order_by(p.at)
    ).all()
    taken = set(
        connection.execute(select(g.attempt_id, g.passage).where(g.grader_id == actor.id, g.role == "repeat")).all()
    )
    for place, row in enumerate(done):
        key = (row.attempt_id, row.passage)
        if row.role == "repeat" or key in taken or len(done) - place <= REPEAT_AFTER:
            continue
        if _drawn(settings, *key, actor.id) < settings.repeats:
            return row.attempt_id, row.passage, row.round, "repeat"
    return None


def _drawn(settings: ExamSettings, *names: str) -> float:
    """A number from 0 up to 1 that the seed and these names give."""
    content = json.dumps([settings.seed, *names]).encode()
    return float(int.from_bytes(hashlib.sha256(content).digest()[:6], "big")) / float(2**48)


def _gradings(connection: Connection, attempt_id: str) -> Sequence[Row[Any]]:
    g, p = t.grading.c, t.passage_label.c
    return connection.execute(
        select(t.grading, p.label)
        .outerjoin(t.passage_label, p.grading_id == g.id)
        .where(g.attempt_id == attempt_id)
        .order_by(g.done, g.taken)
    ).all()


def _open_appeal(connection: Connection, attempt_id: str) -> Row[Any] | None:
    a = t.appeal.c
    return connection.execute(select(t.appeal).where(a.attempt_id == attempt_id, a.closed.is_(None))).first()


def appeal_waits(connection: Connection, attempt_id: str, people: Collection[str]) -> bool:
    """Whether an appeal waits for a grader who is not there: of all, none has not seen this exam before."""
    if _open_appeal(connection, attempt_id) is None:
        return False
    everything = _gradings(connection, attempt_id)
    if any(row.round == 2 for row in everything):
        return False
    return not set(people) - {row.grader_id for row in everything if row.round == 1}


# What a grader sees and does


def place_of(connection: Connection, grading_id: str) -> tuple[str, str]:
    """The attempt and the passage that a grader has."""
    g = t.grading.c
    row = connection.execute(select(g.attempt_id, g.passage).where(g.id == grading_id)).one()
    return row.attempt_id, row.passage


def task(connection: Connection, grading_id: str) -> dict[str, Any]:
    """A passage to label: sources and answers, and nothing that says who, what others said, or what is right.

    Once it is labelled, the proposal and the closest correct sentences are `after`.
    """
    row = connection.execute(select(t.grading).where(t.grading.c.id == grading_id)).one()
    attempt = attempts.get(connection, row.attempt_id)
    exam = setup.passages_of(connection, attempt.exam_id)
    passage = exam.passage(row.passage, "exam")
    submission = _submission(connection, attempt, exam, row.passage)
    label = connection.execute(select(t.passage_label).where(t.passage_label.c.grading_id == grading_id)).first()
    marks = connection.execute(select(t.mark).where(t.mark.c.grading_id == grading_id).order_by(t.mark.c.number)).all()
    draft = json.loads(row.draft) if row.draft else None
    names = ("sentence", "start", "end", "category", "points", "note", "severity")
    rubric = setup.rubric_of(connection, attempt.exam_id)
    return {
        "id": row.id,
        "exam": attempt.exam_id,
        "level": passage.level,
        "until": row.until,
        "answered": sum(bool(text and text.strip()) for text in submission.answers),
        "by_rule": rubrics.by_rule(rubric) if submission.translated < HALF else None,
        "sentences": [
            {"source": sentence.source, "words": _words(text or "")}
            for sentence, text in zip(passage.sentences, submission.answers, strict=True)
        ],
        "draft": draft,
        "label": None if label is None else label.label,
        "note": "" if label is None else label.note,
        "rubric": rubrics.asked(rubric),
        "bands": bands_of(connection, grading_id),
        "marks": [{name: mark._mapping[name] for name in names} for mark in marks],
    }


def bands_of(connection: Connection, grading_id: str) -> dict[str, str]:
    """The bands that a grader gave, by criterion."""
    b = t.band.c
    return dict(connection.execute(select(b.criterion, b.band).where(b.grading_id == grading_id)).all())


def _submission(connection: Connection, attempt: Row[Any], exam: Exam, passage: str) -> Any:
    return next(s for s in attempts.submissions(connection, attempt, exam) if s.passage == passage)


def _words(text: str) -> list[dict[str, Any]]:
    """Words as they are shown: each with whether there is a space behind it."""
    return [{"text": text[start:end], "space": text[end : end + 1].isspace()} for start, end in word_places(text)]


def keep_draft(connection: Connection, grading_id: str, draft: dict[str, Any]) -> None:
    """What a grader has marked so far; it counts for nothing yet."""
    connection.execute(update(t.grading).where(t.grading.c.id == grading_id).values(draft=json.dumps(draft)))


def label(
    connection: Connection,
    actor: Actor,
    grading_id: str,
    verdict: str | None,
    marks: Sequence[Mark],
    note: str,
    bands: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """A grader's label or bands, and marks, once and for all; then whatever follows from it."""
    row = connection.execute(select(t.grading).where(t.grading.c.id == grading_id)).one()
    attempt = attempts.get(connection, row.attempt_id)
    log.lock(connection, attempt.exam_id)
    row = connection.execute(select(t.grading).where(t.grading.c.id == grading_id)).one()
    if row.done is not None:
        raise StateError("you have labelled this passage", "labels are not changed; take the next")
    if not _is_held(row):
        raise StateError("the time for this passage is over, somebody else may have it", "take the next")
    submission = _submission(connection, attempt, setup.passages_of(connection, attempt.exam_id), row.passage)
    rubric = setup.rubric_of(connection, attempt.exam_id)
    sizes = [len(word_places(text or "")) for text in submission.answers]
    for mark in marks:
        if (problem := bad_mark(mark, sizes, rubrics.categories(rubric))) is not None:
            raise InvalidError(f"mark: {problem}")
    result, own = rubrics.verdict(rubric, verdict, bands, marks, empty=submission.translated < HALF)
    body = {
        "attempt_id": row.attempt_id,
        "passage": row.passage,
        "grader_id": actor.id,
        "round": row.round,
        "role": row.role,
        "label": result,
        "points": total(marks),
        "note": note,
        "marks": as_json(marks),
    } | ({"bands": own} if own else {})
    log.append(connection, attempt.exam_id, actor.id, "label", grading_id, body)
    connection.execute(update(t.grading).where(t.grading.c.id == grading_id).values(done=now(), draft=None))
    if row.role != "repeat":
        decide(connection, row.attempt_id)


# Decisions


def labels_of(connection: Connection, attempt_id: str, round: int) -> dict[str, list[Row[Any]]]:
    """The labels that count, by passage, in the order in which they were given."""
    p = t.passage_label.c
    rows: dict[str, list[Row[Any]]] = {}
    for row in connection.execute(
        select(t.passage_label)
        .where(p.attempt_id == attempt_id, p.round == round, p.role != "repeat")
        .order_by(p.at, p.grading_id)
    ):
        rows.setdefault(row.passage, []).append(row)
    return rows


def codes(connection: Connection, exam_id: str) -> dict[str, str]:
    """G1, G2 and so on for graders, in the order of their first labels."""
    p = t.passage_label.c
    query = (
        select(p.grader_id, func.min(p.at))
        .join(t.attempt, t.attempt.c.id == p.attempt_id)
        .where(t.attempt.c.exam_id == exam_id)
        .group_by(p.grader_id)
        .order_by(func.min(p.at), p.grader_id)
    )
    return {row[0]: f"G{number}" for number, row in enumerate(connection.execute(query), 1)}


def decide(connection: Connection, attempt_id: str) -> None:
    """Write a grade if every passage has its label; an earlier grade is superseded."""
    row = attempts.get(connection, attempt_id)
    settings = setup.settings_of(setup.get(connection, row.exam_id))
    exam, rubric, _ = setup.parsed(connection, row.exam_id)
    appeal = _open_appeal(connection, attempt_id)
    gradings_of = labels_of(connection, attempt_id, 1 if appeal is None else 2)
    old = proposals.newest(connection, attempt_id, "decision")
    if appeal is None and old is not None:
        return
    passages: dict[str, dict[str, Any]] = {}
    for passage in exam.passages:
        labels = [x.label for x in gradings_of.get(passage.id, [])]
        settlement = settled(labels, settings.graders if appeal is None else 1, scale_of(rubric))
        if settlement is None:
            return
        how = settlement[1] if appeal is None else "a new grader, on appeal"
        gradings = [x.grading_id for x in gradings_of[passage.id]]
        passages[passage.id] = {"level": passage.level, "label": settlement[0], "how": how, "gradings": gradings}
    decision = rubrics.decision_of(rubric, passages)
    proposal = proposals.newest(connection, attempt_id, "proposal")
    body = {
        "attempt": attempt_id,
        "passages": passages,
        "levels": list(decision.levels),
        "rules": list(decision.rules),
        "proposal": None if proposal is None else proposal["id"],
        "supersedes": None if old is None else old["id"],
        "appeal": None if appeal is None else appeal.id,
    }
    g = t.grade.c
    number = connection.execute(select(func.count()).where(g.attempt_id == attempt_id)).scalar_one()
    log.append(connection, row.exam_id, attempts.SERVER, "decision", log.decision_id(attempt_id, number), body)


def release(connection: Connection, actor: Actor, exam_id: str) -> int:
    """Show results to the candidates whose exams are decided; how many are new."""
    a, g = t.attempt.c, t.grade.c
    decided = select(g.attempt_id).where(g.kind == "decision")
    rows = connection.execute(select(a.id).where(a.exam_id == exam_id, a.released.is_(None), a.id.in_(decided))).all()
    for row in rows:
        log.append(connection, exam_id, actor.id, "release", row.id, {"released": now()})
    return len(rows)


def make_appeal(connection: Connection, attempt_id: str, reason: str) -> None:
    """A candidate asks that somebody else grades the exam again; once."""
    row = attempts.get(connection, attempt_id)
    log.lock(connection, row.exam_id)
    if row.released is None:
        raise StateError("there is no result yet", "wait for it")
    if connection.execute(select(t.appeal.c.id).where(t.appeal.c.attempt_id == attempt_id)).first():
        raise StateError("you have appealed already", "ask the people who run the exam")
    decision = proposals.newest(connection, attempt_id, "decision")
    assert decision is not None
    body = {"attempt_id": attempt_id, "grade_id": decision["id"], "reason": reason, "closed": None}
    log.append(connection, row.exam_id, row.code, "appeal", new_id(), body)


def queue(connection: Connection, actor: Actor, exam_id: str) -> dict[str, Any]:
    """What a grader has done, and how much waits for anyone."""
    p = t.passage_label.c
    own = connection.execute(
        select(p.grading_id, p.passage, p.label, p.points, p.at)
        .join(t.attempt, t.attempt.c.id == p.attempt_id)
        .where(t.attempt.c.exam_id == exam_id, p.grader_id == actor.id)
        .order_by(p.at.desc())
    ).all()
    a = t.attempt.c
    handed = connection.execute(select(func.count()).where(a.exam_id == exam_id, a.handed_in.is_not(None))).scalar_one()
    project = projects.get(connection, setup.get(connection, exam_id).project_id)
    return {
        "guidelines": projects.protocol_of(project).guidelines,
        "handed_in": handed,
        "labels": list(scale_of(setup.rubric_of(connection, exam_id))),
        "mine": [
            {"id": x.grading_id, "passage": x.passage, "label": x.label, "points": x.points, "at": x.at} for x in own
        ],
    }
