"""A candidate's side: the clock, what they are shown, and handing in."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, select

from tertium.exam.passages import Exam
from tertium.exam.submissions import Submission
from tertium.server.database.values import moment, stamp
from tertium.server.errors import StateError
from tertium.server.exams.rules import HAND_IN_SECONDS, ExamSettings, deadline
from tertium.server.exams.store import late, log, sessions, setup
from tertium.server.exams.store import tables as t
from tertium.server.exams.store.clock import CLOCK

SERVER = "server"
"""The actor of what nobody asked for: handing in at the deadline, proposals."""


def get(connection: Connection, attempt_id: str) -> Row[Any]:
    return connection.execute(select(t.attempt).where(t.attempt.c.id == attempt_id)).one()


def locked(connection: Connection, attempt_id: str) -> Row[Any]:
    """An attempt that nobody else changes until the transaction ends."""
    log.lock(connection, get(connection, attempt_id).exam_id)
    return get(connection, attempt_id)


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


def for_candidate(connection: Connection, attempt_id: str, token: str) -> dict[str, Any]:
    """All that a candidate may see: the sources once the clock runs, their own answers, and the server's time.

    `token` is of the session that asks, so that others can be told from it.
    """
    row = get(connection, attempt_id)
    exam_row = setup.get(connection, row.exam_id)
    settings, state = setup.settings_of(exam_row), state_of(row)
    end, at = end_of(row, settings), CLOCK.now()
    shown = setup.passages_of(connection, row.exam_id).passages if state != "waiting" else ()
    texts = {(a.passage, a.sentence): a.text for a in answers(connection, attempt_id)}
    late_edits = late.newest(late.edits(connection, attempt_id)).values()
    verdicts = [one.verdict for one in late.decisions(connection, row).values()] if late_edits else []
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
        "late": len(late_edits),
        "late_accepted": verdicts.count("accepted"),
        "late_declined": verdicts.count("declined"),
        "released": row.released is not None,
        "others": sessions.others(connection, attempt_id, token),
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


def answers(connection: Connection, attempt_id: str) -> Sequence[Row[Any]]:
    """The text of each sentence that counts, where there is one."""
    a = t.answer.c
    query = select(t.answer).where(a.attempt_id == attempt_id).order_by(a.passage, a.sentence)
    return connection.execute(query).all()


def start(connection: Connection, attempt_id: str) -> None:
    """Let the clock run; again, it changes nothing."""
    row = locked(connection, attempt_id)
    if row.started is not None or row.handed_in is not None:
        return
    settings, at = setup.settings_of(setup.get(connection, row.exam_id)), CLOCK.now()
    if settings.opens and at < moment(settings.opens):
        raise StateError(f"the exam opens at {settings.opens}", "come back then")
    if _promised(row, settings, at) <= 0:
        raise StateError(f"the exam closed at {settings.closes}", "ask the people who run it")
    log.append(connection, row.exam_id, row.code, "start", attempt_id, {"started": stamp(at)})


def hand_in(connection: Connection, attempt_id: str, by: str) -> bool:
    """Hand in what is there; False if that was done before."""
    row = locked(connection, attempt_id)
    if row.handed_in is not None:
        return False
    if row.started is None:
        raise StateError("the exam has not begun", "begin it first")
    settings = setup.settings_of(setup.get(connection, row.exam_id))
    end = end_of(row, settings)
    at = CLOCK.now() if end is None else min(CLOCK.now(), end)
    log.append(connection, row.exam_id, by, "hand-in", attempt_id, {"handed_in": stamp(at), "handed_by": by})
    write_answers(connection, row)
    return True


def write_answers(connection: Connection, row: Row[Any]) -> None:
    """Enter the answers that count, passage by passage, as grading reads them."""
    for submission in submissions(connection, row, setup.passages_of(connection, row.exam_id)):
        name = f"{row.code}/{submission.passage}"
        log.append(connection, row.exam_id, SERVER, "answer", name, asdict(submission))


def submissions(connection: Connection, row: Row[Any], exam: Exam) -> list[Submission]:
    """The answers that count, passage by passage; None where nothing was ever written."""
    texts = {(a.passage, a.sentence): a.text for a in answers(connection, row.id)}
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
        if end is not None and CLOCK.now() > end + timedelta(seconds=HAND_IN_SECONDS):
            done += hand_in(connection, row.id, SERVER)
    return done


def next_due(connection: Connection) -> bool:
    """Whether somebody writes now, so that deadlines must be watched."""
    a = t.attempt.c
    query = select(a.id).where(a.started.is_not(None), a.handed_in.is_(None)).limit(1)
    return connection.execute(query).first() is not None
