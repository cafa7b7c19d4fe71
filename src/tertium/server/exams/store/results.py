"""What is told at the end: the result of a candidate, and the state of all."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, func, select

from tertium.exam.labelling.features import ClosestSentence, PassageFeatures
from tertium.exam.labelling.uncertainty import HALF
from tertium.exam.reasons import reasons
from tertium.exam.rubrics.rubric import Rubric
from tertium.exam.rules import Rule, RuleTable
from tertium.server.database.values import stamp
from tertium.server.errors import StateError
from tertium.server.exams import rubrics
from tertium.server.exams.rules import marked_text
from tertium.server.exams.store import attempts, edits, graders, late, log, proposals, sessions, setup
from tertium.server.exams.store import tables as t


def result(connection: Connection, attempt_id: str) -> dict[str, Any]:
    """Everything a candidate is told: the level and its set, passages, closest correct sentences, rule, and why."""
    row = attempts.get(connection, attempt_id)
    decision = proposals.newest(connection, attempt_id, "decision")
    if decision is None:
        raise StateError("the exam is not decided yet", "wait until people have graded it")
    exam_row = setup.get(connection, row.exam_id)
    exam, rubric, model = setup.parsed(connection, row.exam_id)
    content = decision["content"]
    proposal = proposals.newest(connection, attempt_id, "proposal")
    by_machine = {} if proposal is None else {p["passage"]: p for p in proposal["content"]["passages"]}
    features = PassageFeatures() if model is None else model.features
    codes = graders.codes(connection, row.exam_id)
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
                "label_name": rubrics.name_of(decided["label"]),
                "how": decided["how"],
                "by_rule": submission.translated < HALF,
                "graders": list(_graded(connection, decided["gradings"], codes, submission.answers, rubric)),
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
        "rules": _rules(rubric, content["rules"]),
        "rubric": rubrics.asked(rubric),
        "rule_table": {
            "name": rubric.name,
            "note": rubric.note,
            "passages": list(rubric.passages) if isinstance(rubric, RuleTable) else [],
        },
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


def _rules(rubric: Rubric, numbers: Sequence[int]) -> list[dict[str, Any]]:
    """The rules that decided over the labels of passages."""
    return [_rule(number, rubric.rules[number - 1]) for number in numbers] if isinstance(rubric, RuleTable) else []


def _rule(number: int, rule: Rule) -> dict[str, Any]:
    return {"number": number, "cells": list(rule.cells), "level": rule.level}


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
    connection: Connection, gradings: list[str], codes: dict[str, str], answers: Sequence[str | None], rubric: Rubric
) -> Iterator[dict[str, Any]]:
    """What each grader said, with the words that each mark is on, and the rule that decided over bands."""
    p, m = t.passage_label.c, t.mark.c
    for grading_id in gradings:
        row = connection.execute(select(t.passage_label).where(p.grading_id == grading_id)).one()
        marks = connection.execute(select(t.mark).where(m.grading_id == grading_id).order_by(m.number)).all()
        names = ("sentence", "start", "end", "category", "points", "note", "severity")
        bands = graders.bands_of(connection, grading_id)
        rule = rubrics.rule_of(rubric, bands)
        yield {
            "grader": codes[row.grader_id],
            "label": row.label,
            "points": row.points,
            "bands": [
                {"criterion": name, "band": band, "text": rubrics.meaning(rubric, name, band)}
                for name, band in bands.items()
            ],
            "rule": None if rule is None else _rule(*rule),
            "marks": [
                {name: mark._mapping[name] for name in names}
                | {"text": marked_text(answers[mark.sentence] or "", mark.start, mark.end)}
                for mark in marks
            ],
        }


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
