"""What is told at the end: the result of a candidate, the state of all, how graders agree, and who drifts."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from sqlalchemy import Connection, func, select

from tertium.exam.labelling.features import ClosestSentence, PassageFeatures
from tertium.exam.labelling.uncertainty import HALF
from tertium.exam.measures import agreement
from tertium.exam.reasons import reasons
from tertium.exam.scale import LABEL_NAMES, LABELS, label_number
from tertium.server.database import tables as people_tables
from tertium.server.database.values import stamp
from tertium.server.errors import StateError
from tertium.server.exams.rules import marked_text
from tertium.server.exams.store import attempts, edits, graders, late, log, proposals, sessions, setup
from tertium.server.exams.store import tables as t

_SEED = 12345


def result(connection: Connection, attempt_id: str) -> dict[str, Any]:
    """Everything a candidate is told: the level and its set, passages, closest correct sentences, rule, and why."""
    row = attempts.get(connection, attempt_id)
    decision = proposals.newest(connection, attempt_id, "decision")
    if decision is None:
        raise StateError("the exam is not decided yet", "wait until people have graded it")
    exam_row = setup.get(connection, row.exam_id)
    exam, rules, model = setup.parsed(connection, row.exam_id)
    content = decision["content"]
    proposal = proposals.newest(connection, attempt_id, "proposal")
    by_machine = {} if proposal is None else {p["passage"]: p for p in proposal["content"]["passages"]}
    features = PassageFeatures() if model is None else model.features
    codes = grader_codes(connection, row.exam_id)
    submissions = attempts.submissions(connection, row, exam)
    passages = []
    for passage, submission in zip(exam.passages, submissions, strict=True):
        decided = content["passages"][passage.id]
        near = list(features.closest(passage, submission.answers))
        passages.append(
            {
                "id": passage.id,
                "level": passage.level,
                "label": decided["label"],
                "label_name": LABEL_NAMES[decided["label"]],
                "how": decided["how"],
                "graders": list(_graded(connection, decided["gradings"], codes, submission.answers)),
                "machine": by_machine.get(passage.id),
                "reasons": reasons(near),
                "sentences": [
                    {"source": sentence.source, "written": written or "", **_beside(closest)}
                    for sentence, written, closest in zip(passage.sentences, submission.answers, near, strict=True)
                ],
            }
        )
    entry = log.last(connection, row.exam_id)
    assert entry is not None
    return {
        "attempt": attempt_id,
        "code": row.code,
        "exam": exam_row.name,
        "exam_id": row.exam_id,
        "levels": content["levels"],
        "rules": [
            {"number": number, "cells": list(rules.rules[number - 1].cells), "level": rules.rules[number - 1].level}
            for number in content["rules"]
        ],
        "rule_table": {"name": rules.name, "note": rules.note, "passages": list(rules.passages)},
        "passages": passages,
        "proposal": None if proposal is None else _short(proposal["content"]),
        "decided": decision["at"],
        "released": row.released,
        "handed_in": row.handed_in,
        "handed_by": row.handed_by,
        "late": [_without_names(one) for one in edits.described(connection, attempt_id)],
        "earlier": list(_earlier(connection, attempt_id)),
        "appeal": _appeal(connection, attempt_id),
        "head": entry.hash,
        "head_seq": entry.seq,
        "head_at": entry.at,
    }


def _without_names(late: dict[str, Any]) -> dict[str, Any]:
    decision = late["decision"]
    return late | {"decision": decision and {name: decision[name] for name in ("verdict", "reason", "at")}}


def _short(grade: dict[str, Any]) -> dict[str, Any]:
    names = ("levels", "level_set", "level_shares", "refer", "decided_by", "model", "rules")
    return {name: grade[name] for name in names}


def _beside(closest: ClosestSentence) -> dict[str, Any]:
    """An answer and the correct sentence closest to it, each word with whether an edit touches it."""
    wrong = {edit.word for edit in closest.path.edits if edit.kind in ("extra", "substitute")}
    new = {edit.place for edit in closest.path.edits if edit.kind in ("missing", "substitute")}
    return {
        "answer": [{"word": word, "edit": place in wrong} for place, word in enumerate(closest.answer)],
        "correct": [{"word": word, "edit": place in new} for place, word in enumerate(closest.correct)],
        "edits": sum(edit.kind in ("extra", "missing", "substitute") for edit in closest.path.edits),
    }


def _graded(
    connection: Connection, gradings: list[str], codes: dict[str, str], answers: Sequence[str | None]
) -> Iterator[dict[str, Any]]:
    """What each grader said, with the words that each mark is on."""
    p, m = t.passage_label.c, t.mark.c
    for grading_id in gradings:
        row = connection.execute(select(t.passage_label).where(p.grading_id == grading_id)).one()
        marks = connection.execute(select(t.mark).where(m.grading_id == grading_id).order_by(m.number)).all()
        names = ("sentence", "start", "end", "category", "points", "note")
        yield {
            "grader": codes[row.grader_id],
            "label": row.label,
            "points": row.points,
            "marks": [
                {name: mark._mapping[name] for name in names}
                | {"text": marked_text(answers[mark.sentence] or "", mark.start, mark.end)}
                for mark in marks
            ],
        }


def grader_codes(connection: Connection, exam_id: str) -> dict[str, str]:
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


def _earlier(connection: Connection, attempt_id: str) -> Iterator[dict[str, Any]]:
    g = t.grade.c
    for row in connection.execute(
        select(t.grade)
        .where(g.attempt_id == attempt_id, g.kind == "decision", g.superseded_by.is_not(None))
        .order_by(g.at)
    ):
        content = json.loads(row.content)
        labels = {id: part["label"] for id, part in content["passages"].items()}
        yield {"at": row.at, "levels": content["levels"], "labels": labels}


def _appeal(connection: Connection, attempt_id: str) -> dict[str, Any] | None:
    row = connection.execute(select(t.appeal).where(t.appeal.c.attempt_id == attempt_id)).first()
    return None if row is None else {"at": row.at, "reason": row.reason, "closed": row.closed}


def overview(connection: Connection, exam_id: str) -> list[dict[str, Any]]:
    """All candidates, for managers."""
    a, p, e = t.attempt.c, t.passage_label.c, t.answer_event.c
    labelled: dict[str, int] = dict(
        connection.execute(select(p.attempt_id, func.count()).where(p.role != "repeat").group_by(p.attempt_id)).all()
    )
    late_edits: dict[str, int] = dict(
        connection.execute(select(e.attempt_id, func.count()).where(e.late == 1).group_by(e.attempt_id)).all()
    )
    open_sessions = sessions.numbers(connection, exam_id)
    exam_row = setup.get(connection, exam_id)
    settings, people = setup.settings_of(exam_row), setup.graders_of(connection, exam_row.project_id)
    rows = []
    for row in connection.execute(select(t.attempt).where(a.exam_id == exam_id).order_by(a.code)).all():
        decision = proposals.newest(connection, row.id, "decision")
        proposal = proposals.newest(connection, row.id, "proposal")
        end = attempts.end_of(row, settings)
        rows.append(
            {
                "id": row.id,
                "code": row.code,
                "candidate": row.candidate_ref,
                "state": attempts.state_of(row),
                "extra_s": row.extra_s,
                "started": row.started,
                "ends": None if end is None else stamp(end),
                "handed_in": row.handed_in,
                "handed_by": row.handed_by,
                "late": late_edits.get(row.id, 0),
                "late_undecided": late.undecided(connection, row) if row.id in late_edits else 0,
                "sessions": open_sessions.get(row.id, 0),
                "labels": labelled.get(row.id, 0),
                "proposed": None if proposal is None else proposal["content"]["levels"],
                "referred": None if proposal is None else bool(proposal["content"]["refer"]),
                "levels": None if decision is None else decision["content"]["levels"],
                "released": row.released,
                "appeal": _appeal(connection, row.id),
                "appeal_waits": graders.appeal_waits(connection, row.id, people),
            }
        )
    return rows


# Agreement


def agreements(connection: Connection, exam_id: str) -> dict[str, Any]:
    """Weighted κ of graders with each other, with the machine and with themselves, with 95 % intervals."""
    first, second, machine, decided, before, again = _pairs(connection, exam_id)
    return {
        "graders": _agreement(first, second),
        "machine": _agreement(machine, decided),
        "repeats": _agreement(before, again),
        "by_grader": list(_by_grader(connection, exam_id)),
    }


def _agreement(first: list[int], second: list[int]) -> dict[str, Any] | None:
    if len(first) < 2:
        return None
    measured = agreement(first, second, np.random.default_rng(_SEED))
    return {
        "n": measured.n,
        "kappa": measured.kappa,
        "interval": list(measured.interval),
        "exact": measured.exact,
        "within_one": measured.within_one,
    }


def _pairs(connection: Connection, exam_id: str) -> tuple[list[int], ...]:
    lists: tuple[list[int], ...] = ([], [], [], [], [], [])
    a = t.attempt.c
    for attempt_id in connection.execute(select(a.id).where(a.exam_id == exam_id).order_by(a.id)).scalars().all():
        proposal = proposals.newest(connection, attempt_id, "proposal")
        decision = proposals.newest(connection, attempt_id, "decision")
        by_rule = _nt_by_rule(connection, attempt_id)
        for passage, rows in graders.labels_of(connection, attempt_id, 1).items():
            if len(rows) > 1 and passage not in by_rule:
                lists[0].append(_number(rows[0].label))
                lists[1].append(_number(rows[1].label))
        if proposal is not None and decision is not None:
            for part in proposal["content"]["passages"]:
                if part["passage"] in by_rule:
                    continue
                lists[2].append(_number(part["label"]))
                lists[3].append(_number(decision["content"]["passages"][part["passage"]]["label"]))
    for old, new in _repeated(connection, exam_id):
        lists[4].append(_number(old))
        lists[5].append(_number(new))
    return lists


def _nt_by_rule(connection: Connection, attempt_id: str) -> set[str]:
    """Passages that nobody judges, because under half of them was translated: all would agree on them."""
    row = attempts.get(connection, attempt_id)
    exam = setup.passages_of(connection, row.exam_id)
    return {one.passage for one in attempts.submissions(connection, row, exam) if one.translated < HALF}


def _number(label: str) -> int:
    return label_number(label, "label")


def _repeated(connection: Connection, exam_id: str, grader: str | None = None) -> Iterator[tuple[str, str]]:
    """The first label and the one of the repeat, of the same grader."""
    p = t.passage_label.c
    rows = connection.execute(
        select(t.passage_label)
        .join(t.attempt, t.attempt.c.id == p.attempt_id)
        .where(t.attempt.c.exam_id == exam_id)
        .order_by(p.at)
    ).all()
    old = {(x.attempt_id, x.passage, x.grader_id): x.label for x in rows if x.role != "repeat"}
    again = [row for row in rows if row.role == "repeat" and grader in (None, row.grader_id)]
    by_rule = {attempt_id: _nt_by_rule(connection, attempt_id) for attempt_id in {row.attempt_id for row in again}}
    for row in again:
        if row.passage not in by_rule[row.attempt_id]:
            yield old[row.attempt_id, row.passage, row.grader_id], row.label


def _by_grader(connection: Connection, exam_id: str) -> Iterator[dict[str, Any]]:
    """How severe each grader is, and how far repeats moved: above 0, more severe than the first time."""
    p = t.passage_label.c
    names = dict(connection.execute(select(people_tables.person.c.id, people_tables.person.c.name)).all())
    for grader_id, code in grader_codes(connection, exam_id).items():
        labels = connection.execute(
            select(p.label)
            .join(t.attempt, t.attempt.c.id == p.attempt_id)
            .where(t.attempt.c.exam_id == exam_id, p.grader_id == grader_id, p.role != "repeat")
        ).scalars()
        numbers = [_number(label) for label in labels]
        moved = [_number(new) - _number(old) for old, new in _repeated(connection, exam_id, grader_id)]
        yield {
            "grader": code,
            "name": names[grader_id],
            "passages": len(numbers),
            "mean_label": float(np.mean(numbers)) if numbers else None,
            "distribution": {label: numbers.count(i) for i, label in enumerate(LABELS)},
            "repeats": len(moved),
            "drift": float(np.mean(moved)) if moved else None,
        }


def beside_own(connection: Connection, grading_id: str) -> dict[str, Any]:
    """What a grader sees after labelling: the proposal for the passage and the closest correct sentences."""
    row = connection.execute(select(t.grading).where(t.grading.c.id == grading_id)).one()
    attempt = attempts.get(connection, row.attempt_id)
    exam, _, model = setup.parsed(connection, attempt.exam_id)
    passage = exam.passage(row.passage, "exam")
    features = PassageFeatures() if model is None else model.features
    answers = next(s.answers for s in attempts.submissions(connection, attempt, exam) if s.passage == row.passage)
    proposal = proposals.newest(connection, row.attempt_id, "proposal")
    shown: dict[str, Any] = {"label": None, "label_set": [], "shares": {}, "refer": [], "weighed": []}
    if proposal is not None:
        part = next(p for p in proposal["content"]["passages"] if p["passage"] == row.passage)
        shown = {name: part[name] for name in shown}
    return {**shown, "sentences": [_beside(near) for near in features.closest(passage, answers)]}
