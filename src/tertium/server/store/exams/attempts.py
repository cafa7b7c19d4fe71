"""A candidate's side: coming in by a link, the clock, answers as they are typed, and handing in."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select

from tertium.exam.passages import Exam
from tertium.exam.submissions import Submission
from tertium.server.domain.exams import GRACE_SECONDS, ExamSettings, deadline, is_late
from tertium.server.domain.permissions import Actor
from tertium.server.problems import ProblemError, invalid, not_found
from tertium.server.store import tables as people_tables
from tertium.server.store.common import later, moment, new_token, now, sha256, stamp
from tertium.server.store.exams import log, setup
from tertium.server.store.exams import tables as t
from tertium.server.store.exams.clock import CLOCK

SESSION_DAYS = 120  # until results and appeals are through
SERVER = "server"
"""The actor of what nobody asked for: handing in at the deadline, proposals."""


def by_token(connection: Connection, token: str) -> Row[Any]:
    """The attempt that a link opens."""
    row = connection.execute(select(t.attempt).where(t.attempt.c.token_sha256 == sha256(token))).first()
    if row is None:
        raise not_found()
    return row


def open_session(connection: Connection, attempt_id: str) -> str:
    """A session that is good for this attempt and nothing else."""
    token, at = new_token(), now()
    connection.execute(
        insert(people_tables.session).values(
            token_sha256=sha256(token),
            attempt_id=attempt_id,
            created=at,
            last_seen=at,
            expires=later(days=SESSION_DAYS),
        )
    )
    return token


def candidate_of(connection: Connection, token: str) -> Actor | None:
    """The candidate whose session it is."""
    s = people_tables.session.c
    row = connection.execute(
        select(t.attempt.c.id, t.attempt.c.code)
        .join(people_tables.session, s.attempt_id == t.attempt.c.id)
        .where(s.token_sha256 == sha256(token), s.revoked.is_(None), s.expires > now())
    ).first()
    return None if row is None else Actor(f"candidate {row.id}", row.code, attempt=row.id)


def get(connection: Connection, attempt_id: str) -> Row[Any]:
    return connection.execute(select(t.attempt).where(t.attempt.c.id == attempt_id)).one()


def end_of(row: Row[Any], settings: ExamSettings) -> datetime | None:
    """When an attempt's time is up; None before it has begun."""
    if row.started is None:
        return None
    closes = moment(settings.closes) if settings.closes else None
    return deadline(moment(row.started), row.allowed_s, row.extra_s, closes)


def state_of(row: Row[Any]) -> str:
    if row.started is None:
        return "waiting" if row.handed_in is None else "handed-in"
    return "running" if row.handed_in is None else "handed-in"


def for_candidate(connection: Connection, attempt_id: str) -> dict[str, Any]:
    """All that a candidate may see: the sources once the clock runs, their own answers, and the server's time."""
    row = get(connection, attempt_id)
    exam_row = setup.get(connection, row.exam_id)
    settings, state = setup.settings_of(exam_row), state_of(row)
    end, at = end_of(row, settings), CLOCK.now()
    shown = setup.passages_of(connection, row.exam_id).passages if state != "waiting" else ()
    texts = {(a.passage, a.sentence): a.text for a in connection.execute(_answers(attempt_id))}
    e = t.answer_event.c
    late = connection.execute(select(func.count()).where(e.attempt_id == attempt_id, e.late == 1)).scalar_one()
    return {
        "id": row.id,
        "code": row.code,
        "exam": exam_row.name,
        "instructions": settings.instructions,
        "state": state,
        "now": stamp(at),
        "opens": settings.opens,
        "closes": settings.closes,
        "seconds": _promised(row, settings, at),
        "ends": None if end is None else stamp(end),
        "left_ms": None if end is None else max(0, round((end - at).total_seconds() * 1000)),
        "handed_in": row.handed_in,
        "handed_by": row.handed_by,
        "late": late,
        "released": row.released is not None,
        "passages": [
            {
                "id": passage.id,
                "level": passage.level,
                "sentences": [
                    {"source": sentence.source, "text": texts.get((passage.id, place), "")}
                    for place, sentence in enumerate(passage.sentences)
                ],
            }
            for passage in shown
        ],
    }


def _promised(row: Row[Any], settings: ExamSettings, at: datetime) -> int:
    """How many seconds someone has who begins now."""
    closes = moment(settings.closes) if settings.closes else None
    return max(0, round((deadline(at, row.allowed_s, row.extra_s, closes) - at).total_seconds()))


def _answers(attempt_id: str) -> Any:
    a = t.answer.c
    return select(t.answer).where(a.attempt_id == attempt_id).order_by(a.passage, a.sentence)


def start(connection: Connection, attempt_id: str) -> None:
    """Let the clock run; again, it changes nothing."""
    row = get(connection, attempt_id)
    log.lock(connection, row.exam_id)
    row = get(connection, attempt_id)
    if row.started is not None or row.handed_in is not None:
        return
    settings, at = setup.settings_of(setup.get(connection, row.exam_id)), CLOCK.now()
    if settings.opens and at < moment(settings.opens):
        raise ProblemError("state", f"the exam opens at {settings.opens}", "come back then")
    if _promised(row, settings, at) <= 0:
        raise ProblemError("state", f"the exam closed at {settings.closes}", "ask the people who run it")
    log.append(connection, row.exam_id, row.code, "start", attempt_id, {"started": stamp(at)})


def save(connection: Connection, attempt_id: str, edits: Sequence[dict[str, Any]], via: str = "page") -> dict[str, Any]:
    """Keep what was typed. Everything is kept; what came too late is flagged and does not count.

    An edit that was sent twice is kept once.
    """
    row = get(connection, attempt_id)
    log.lock(connection, row.exam_id)
    row = get(connection, attempt_id)
    if row.started is None:
        raise ProblemError("state", "the exam has not begun", "begin it first")
    exam = setup.passages_of(connection, row.exam_id)
    sizes = {passage.id: len(passage) for passage in exam.passages}
    end, at = end_of(row, setup.settings_of(setup.get(connection, row.exam_id))), CLOCK.now()
    assert end is not None
    e = t.answer_event.c
    seq = connection.execute(select(func.max(e.seq)).where(e.attempt_id == attempt_id)).scalar() or 0
    known = dict(
        connection.execute(
            select(e.edit_id, e.late).where(e.attempt_id == attempt_id, e.edit_id.in_([x["edit_id"] for x in edits]))
        ).all()
    )
    for edit in edits:
        if edit["edit_id"] in known:
            continue
        if not 0 <= edit["sentence"] < sizes.get(edit["passage"], 0):
            raise invalid(f"there is no sentence {edit['sentence'] + 1} in passage {edit['passage'][:40]!r}")
        seq += 1
        late = via != "page" or row.handed_in is not None or is_late(at, edit["ago_ms"], end)
        known[edit["edit_id"]] = int(late)
        log.append(
            connection, row.exam_id, row.code, "edit", attempt_id, {**edit, "seq": seq, "late": int(late), "via": via}
        )
    return {
        "at": stamp(at),
        "left_ms": max(0, round((end - at).total_seconds() * 1000)),
        "late": [edit["edit_id"] for edit in edits if known[edit["edit_id"]]],
    }


def hand_in(connection: Connection, attempt_id: str, by: str) -> bool:
    """Hand in what is there; False if that was done before."""
    row = get(connection, attempt_id)
    log.lock(connection, row.exam_id)
    row = get(connection, attempt_id)
    if row.handed_in is not None:
        return False
    if row.started is None:
        raise ProblemError("state", "the exam has not begun", "begin it first")
    settings = setup.settings_of(setup.get(connection, row.exam_id))
    end = end_of(row, settings)
    at = CLOCK.now() if end is None else min(CLOCK.now(), end)
    log.append(connection, row.exam_id, by, "hand-in", attempt_id, {"handed_in": stamp(at), "handed_by": by})
    _write_answers(connection, row)
    return True


def _write_answers(connection: Connection, row: Row[Any]) -> None:
    for submission in submissions(connection, row, setup.passages_of(connection, row.exam_id)):
        name = f"{row.code}/{submission.passage}"
        log.append(connection, row.exam_id, SERVER, "answer", name, asdict(submission))


def submissions(connection: Connection, row: Row[Any], exam: Exam) -> list[Submission]:
    """The answers that count, passage by passage; None where nothing was ever written."""
    texts = {(a.passage, a.sentence): a.text for a in connection.execute(_answers(row.id))}
    return [
        Submission(row.code, passage.id, tuple(texts.get((passage.id, place)) for place in range(len(passage))))
        for passage in exam.passages
    ]


def hand_in_due(connection: Connection) -> int:
    """Hand in for everyone whose time is up, also if their browser never comes back; how many."""
    a = t.attempt.c
    waiting = connection.execute(select(t.attempt).where(a.started.is_not(None), a.handed_in.is_(None))).all()
    done = 0
    exams: dict[str, ExamSettings] = {}
    for row in waiting:
        if row.exam_id not in exams:
            exams[row.exam_id] = setup.settings_of(setup.get(connection, row.exam_id))
        end = end_of(row, exams[row.exam_id])
        # What was typed in time may still be on its way.
        if end is not None and CLOCK.now() > end + timedelta(seconds=GRACE_SECONDS):
            done += hand_in(connection, row.id, SERVER)
    return done


def next_due(connection: Connection) -> bool:
    """Whether somebody writes now, so that deadlines must be watched."""
    a = t.attempt.c
    query = select(a.id).where(a.started.is_not(None), a.handed_in.is_(None)).limit(1)
    return connection.execute(query).first() is not None


def accept_late(connection: Connection, actor: Actor, attempt_id: str, reason: str) -> int:
    """Let late edits count, by a manager's decision and with the reason in the log; before anyone has graded."""
    row = get(connection, attempt_id)
    log.lock(connection, row.exam_id)
    if row.handed_in is None:
        raise ProblemError("state", "the exam is not handed in yet", "wait until it is")
    if connection.execute(select(t.grading.c.id).where(t.grading.c.attempt_id == attempt_id).limit(1)).first():
        raise ProblemError("state", "somebody grades this exam already", "the candidate can appeal")
    newest = {(edit["passage"], edit["sentence"]): edit for edit in late_edits(connection, attempt_id)}
    if not newest:
        raise ProblemError("state", "there are no late edits", "nothing needs to be done")
    texts = [{name: edit[name] for name in ("passage", "sentence", "text", "seq")} for edit in newest.values()]
    body = {"texts": texts, "reason": reason}
    log.append(connection, row.exam_id, actor.id, "accept-late", attempt_id, body)
    _write_answers(connection, row)
    return len(texts)


def late_edits(connection: Connection, attempt_id: str) -> Iterator[dict[str, Any]]:
    """What came too late, in its order."""
    e = t.answer_event.c
    for row in connection.execute(
        select(t.answer_event).where(e.attempt_id == attempt_id, e.late == 1).order_by(e.seq)
    ):
        yield dict(row._mapping)
