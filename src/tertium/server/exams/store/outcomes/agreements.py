"""How graders agree with each other, with the machine and with themselves, and who drifts."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from sqlalchemy import Connection, select

from tertium.exam.labelling.uncertainty import HALF
from tertium.exam.measures import agreement
from tertium.exam.rubrics.rubric import BandRubric, Rubric, scale_of
from tertium.server.database import tables as people_tables
from tertium.server.exams.store import attempts, graders, proposals, setup
from tertium.server.exams.store import tables as t

_SEED = 12345


def agreements(connection: Connection, exam_id: str) -> dict[str, Any]:
    """Weighted κ of graders with each other, with the machine and with themselves, with 95 % intervals."""
    rubric = setup.rubric_of(connection, exam_id)
    scale = scale_of(rubric)
    first, second, machine, decided, before, again = _pairs(connection, exam_id, scale)
    return {
        "best": scale[0],
        "graders": _agreement(first, second, scale),
        "machine": _agreement(machine, decided, scale),
        "repeats": _agreement(before, again, scale),
        "criteria": list(_by_criterion(connection, exam_id, rubric)),
        "by_grader": list(_by_grader(connection, exam_id, scale)),
    }


def _agreement(first: list[int], second: list[int], scale: Sequence[str]) -> dict[str, Any] | None:
    if len(first) < 2:
        return None
    measured = agreement(first, second, np.random.default_rng(_SEED), n_labels=len(scale))
    return {
        "n": measured.n,
        "kappa": measured.kappa,
        "interval": list(measured.interval),
        "exact": measured.exact,
        "within_one": measured.within_one,
    }


def _pairs(connection: Connection, exam_id: str, scale: Sequence[str]) -> tuple[list[int], ...]:
    lists: tuple[list[int], ...] = ([], [], [], [], [], [])
    a = t.attempt.c
    for attempt_id in connection.execute(select(a.id).where(a.exam_id == exam_id).order_by(a.id)).scalars().all():
        proposal = proposals.newest(connection, attempt_id, "proposal")
        decision = proposals.newest(connection, attempt_id, "decision")
        by_rule = _by_rule(connection, attempt_id)
        for passage, rows in graders.labels_of(connection, attempt_id, 1).items():
            if len(rows) > 1 and passage not in by_rule:
                lists[0].append(scale.index(rows[0].label))
                lists[1].append(scale.index(rows[1].label))
        if proposal is not None and decision is not None:
            for part in proposal["content"]["passages"]:
                if part["passage"] in by_rule:
                    continue
                lists[2].append(scale.index(part["label"]))
                lists[3].append(scale.index(decision["content"]["passages"][part["passage"]]["label"]))
    for old, new in _repeated(connection, exam_id):
        lists[4].append(scale.index(old))
        lists[5].append(scale.index(new))
    return lists


def _by_criterion(connection: Connection, exam_id: str, rubric: Rubric) -> Iterator[dict[str, Any]]:
    """How far the first two graders of a passage agree on the bands of each criterion."""
    if not isinstance(rubric, BandRubric):
        return
    scale, a = rubric.table.grades, t.attempt.c
    lists: dict[str, tuple[list[int], list[int]]] = {name: ([], []) for name in rubric.table.passages}
    for attempt_id in connection.execute(select(a.id).where(a.exam_id == exam_id).order_by(a.id)).scalars().all():
        by_rule = _by_rule(connection, attempt_id)
        for passage, rows in graders.labels_of(connection, attempt_id, 1).items():
            if len(rows) < 2 or passage in by_rule:
                continue
            for side, row in enumerate(rows[:2]):
                for criterion, band in graders.bands_of(connection, row.grading_id).items():
                    lists[criterion][side].append(scale.index(band))
    for criterion, (first, second) in lists.items():
        yield {"criterion": criterion, "agreement": _agreement(first, second, scale)}


def _by_rule(connection: Connection, attempt_id: str) -> set[str]:
    """Passages that nobody judges, because under half of them was translated: all would agree on them."""
    row = attempts.get(connection, attempt_id)
    exam = setup.passages_of(connection, row.exam_id)
    return {one.passage for one in attempts.submissions(connection, row, exam) if one.translated < HALF}


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
    by_rule = {attempt_id: _by_rule(connection, attempt_id) for attempt_id in {row.attempt_id for row in again}}
    for row in again:
        if row.passage not in by_rule[row.attempt_id]:
            yield old[row.attempt_id, row.passage, row.grader_id], row.label


def _by_grader(connection: Connection, exam_id: str, scale: Sequence[str]) -> Iterator[dict[str, Any]]:
    """How severe each grader is, and how far repeats moved: above 0, more severe than the first time."""
    p = t.passage_label.c
    names = dict(connection.execute(select(people_tables.person.c.id, people_tables.person.c.name)).all())
    for grader_id, code in graders.codes(connection, exam_id).items():
        labels = connection.execute(
            select(p.label)
            .join(t.attempt, t.attempt.c.id == p.attempt_id)
            .where(t.attempt.c.exam_id == exam_id, p.grader_id == grader_id, p.role != "repeat")
        ).scalars()
        numbers = [scale.index(label) for label in labels]
        moved = [scale.index(new) - scale.index(old) for old, new in _repeated(connection, exam_id, grader_id)]
        yield {
            "grader": code,
            "name": names[grader_id],
            "passages": len(numbers),
            "mean_label": float(np.mean(numbers)) if numbers else None,
            "distribution": {label: numbers.count(i) for i, label in enumerate(scale)},
            "repeats": len(moved),
            "drift": float(np.mean(moved)) if moved else None,
        }
