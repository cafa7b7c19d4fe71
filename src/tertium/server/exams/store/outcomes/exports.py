"""What graders gave, as the tables that `tertium exam result`, `facets` and `agreement` read."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, Row, select

from tertium.exam.labelling.uncertainty import HALF
from tertium.exam.rubrics.marks import COLUMNS
from tertium.exam.rubrics.rubric import BandRubric, Rubric, kind_of, scale_of
from tertium.exam.rules import RuleTable
from tertium.server.exams.store import attempts, graders, setup
from tertium.server.exams.store import tables as t

_PLACES = ("candidate", "passage", "grader")


def marks(connection: Connection, exam_id: str) -> str:
    """One row for each band, error or label that decides: after an appeal, those of the new grader.

    Where points are counted, passages of which under half is translated are left out: their result is no sum.
    """
    rubric = setup.rubric_of(connection, exam_id)
    columns = (*_PLACES, *COLUMNS[kind_of(rubric)])
    return _table(columns, _marks(connection, exam_id, rubric))


def ratings(connection: Connection, exam_id: str) -> str:
    """One row for each judgement, as a score or label, with its time: bands by criterion, or one for a passage.

    Repeats are left out, and passages that are decided by rule: on these nobody judged.
    """
    rubric = setup.rubric_of(connection, exam_id)
    scored = ("criterion", "score") if isinstance(rubric, BandRubric) else ("score",)
    columns = (*_PLACES, *(("label",) if isinstance(rubric, RuleTable) else scored), "time")
    return _table(columns, _ratings(connection, exam_id, rubric))


def labels(connection: Connection, exam_id: str) -> str:
    """One row for each label or result of a grader, with points."""
    columns = ("candidate", "passage", "label", "grader", "points")
    rows = (
        (code, row.passage, row.label, grader, f"{row.points:g}")
        for code, grader, row, _ in _rows(connection, exam_id, deciding=False)
    )
    return _table(columns, rows)


def _marks(connection: Connection, exam_id: str, rubric: Rubric) -> Iterator[Sequence[str]]:
    levels = {passage.id: passage.level for passage in setup.passages_of(connection, exam_id).passages}
    kind, m = kind_of(rubric), t.mark.c
    for code, grader, row, by_rule in _rows(connection, exam_id, deciding=True):
        place = (code, row.passage, grader)
        if kind == "labels":
            yield code, levels[row.passage], grader, row.label
        elif kind == "bands":
            for name, band in graders.bands_of(connection, row.grading_id).items():
                yield *place, name, band
        elif not by_rule:
            query = select(m.category, m.severity).where(m.grading_id == row.grading_id).order_by(m.number)
            errors = connection.execute(query).all()
            for error in errors:
                yield *place, error.category, error.severity
            if not errors:
                yield *place, "", ""


def _ratings(connection: Connection, exam_id: str, rubric: Rubric) -> Iterator[Sequence[str]]:
    scale = scale_of(rubric)
    for code, grader, row, by_rule in _rows(connection, exam_id, deciding=False):
        place = (code, row.passage, grader)
        if by_rule:
            continue
        if isinstance(rubric, BandRubric):
            grades = rubric.table.grades
            for name, band in graders.bands_of(connection, row.grading_id).items():
                yield *place, name, str(len(grades) - 1 - grades.index(band)), row.at
        elif isinstance(rubric, RuleTable):
            yield *place, row.label, row.at
        else:
            yield *place, str(len(scale) - 1 - scale.index(row.label)), row.at


def _rows(connection: Connection, exam_id: str, *, deciding: bool) -> Iterator[tuple[str, str, Row[Any], bool]]:
    """Candidates and graders by their codes, what a grader gave, and whether it was so by rule."""
    a = t.attempt.c
    codes, exam = graders.codes(connection, exam_id), setup.passages_of(connection, exam_id)
    for attempt in connection.execute(select(t.attempt).where(a.exam_id == exam_id).order_by(a.code)).all():
        by_rule = {s.passage for s in attempts.submissions(connection, attempt, exam) if s.translated < HALF}
        first, again = (graders.labels_of(connection, attempt.id, number) for number in (1, 2))
        for passage in exam.passages:
            old, new = first.get(passage.id, []), again.get(passage.id, [])
            rows = (new or old) if deciding else [*old, *new]
            for row in rows:
                yield attempt.code, codes[row.grader_id], row, passage.id in by_rule


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "".join("\t".join(" ".join(cell.split()) for cell in row) + "\n" for row in (columns, *rows))
