"""Is everything as it was written? The chain holds, the tables follow from it, and grading again gives the same."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, select

from tertium.errors import TertiumError
from tertium.exam.chain import Damage, LogEntry
from tertium.exam.labelling.uncertainty import HALF
from tertium.exam.record import verify as verify_entries
from tertium.exam.rubrics.rubric import Rubric, parse_rubric, scale_of
from tertium.exam.rules import RuleTable
from tertium.exam.submissions import Submission
from tertium.server.exams import rubrics
from tertium.server.exams.rubrics import decision_of
from tertium.server.exams.rules import settled
from tertium.server.exams.store import log
from tertium.server.exams.store import tables as t

Key = tuple[Any, ...]
Rows = dict[str, dict[Key, dict[str, Any]]]

_TABLES: tuple[Table, ...] = (
    t.exam,
    t.exam_part,
    t.attempt,
    t.answer_event,
    t.answer,
    t.passage_label,
    t.mark,
    t.band,
    t.grade,
    t.appeal,
)


def damages(connection: Connection, exam_id: str, head: str | None = None) -> Iterator[Damage]:
    """What is wrong with an exam; nothing if all is well. With `head`, also that it is in the log."""
    entries = list(log.entries(connection, exam_id))
    yield from verify_entries(entries, head)
    expected: Rows = {table.name: {} for table in _TABLES}
    for entry in entries:
        try:
            _fold(expected, exam_id, entry)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            yield Damage(_place(entry), f"cannot be read ({type(error).__name__}: {error})")
    yield from _table_damages(connection, exam_id, expected)
    try:
        yield from _decision_damages(entries)
        yield from _answer_damages(entries, expected)
        yield from _file_damages(entries, expected)
    except (TertiumError, KeyError, TypeError, ValueError, AttributeError) as error:
        yield Damage("the log", f"decisions cannot be made again ({type(error).__name__}: {error})")


def all_damages(connection: Connection, exam_id: str, head: str | None = None) -> list[Damage]:
    """As `damages`, read to the end."""
    return list(damages(connection, exam_id, head))


def _place(entry: LogEntry) -> str:
    return f"entry {entry.seq} ({entry.kind} of {entry.object})"


def _fold(rows: Rows, exam_id: str, entry: LogEntry) -> None:
    for change in log.changes(exam_id, entry):
        key = tuple(change.key[column.name] for column in change.table.primary_key)
        rows[change.table.name].setdefault(key, dict(change.key)).update(change.values)


def _table_damages(connection: Connection, exam_id: str, expected: Rows) -> Iterator[Damage]:
    for table in _TABLES:
        rows_expected = expected[table.name]
        rows = {
            tuple(row._mapping[column.name] for column in table.primary_key): dict(row._mapping)
            for row in connection.execute(_rows_of(table, exam_id))
        }
        free = log.FREE.get(table.name, frozenset())
        for key in sorted(rows_expected.keys() | rows.keys(), key=str):
            where = f"{table.name} {' '.join(map(str, key))}"
            if key not in rows:
                yield Damage(where, "is gone; the log has it")
            elif key not in rows_expected:
                yield Damage(where, "is not in the log")
            else:
                for column in table.columns:
                    if column.name not in free and rows[key][column.name] != rows_expected[key].get(column.name):
                        yield Damage(where, f"its {column.name} is not what the log says")


def _rows_of(table: Table, exam_id: str) -> Any:
    if table is t.exam:
        return select(table).where(table.c.id == exam_id)
    if "exam_id" in table.c:
        return select(table).where(table.c.exam_id == exam_id)
    own = select(t.attempt.c.id).where(t.attempt.c.exam_id == exam_id)
    if table in (t.mark, t.band):
        labels = select(t.passage_label.c.grading_id).where(t.passage_label.c.attempt_id.in_(own))
        return select(table).where(table.c.grading_id.in_(labels))
    return select(table).where(table.c.attempt_id.in_(own))


def _decision_damages(entries: Sequence[LogEntry]) -> Iterator[Damage]:
    """Decide again from the labels and rules that the log held at the time."""
    labels: dict[str, Any] = {}
    codes: dict[str, str] = {}
    translated: dict[str, float] = {}
    rubric, graders = None, 2
    for entry in entries:
        if entry.kind == "rules":
            rubric = parse_rubric(entry.body, "rules")
        elif entry.kind == "setup":
            graders = json.loads(entry.body["settings"]).get("graders", 2)
        elif entry.kind == "attempt":
            codes[entry.object] = entry.body["code"]
        elif entry.kind == "answer":
            translated[entry.object] = Submission(**entry.body).translated
        elif entry.kind == "label":
            body = entry.body
            labels[entry.object] = body["label"]
            share = translated.get(f"{codes[body['attempt_id']]}/{body['passage']}", 1.0)
            if rubric is not None and not _follows(rubric, body, empty=share < HALF):
                yield Damage(_place(entry), "the result does not follow from what the grader marked")
        elif entry.kind == "decision" and rubric is not None:
            body, needed = entry.body, 1 if entry.body["appeal"] else graders
            for id, part in body["passages"].items():
                again = settled([labels[grading] for grading in part["gradings"]], needed, scale_of(rubric))
                if again is None or again[0] != part["label"]:
                    yield Damage(_place(entry), f"the label of passage {id} does not follow from the graders' labels")
            decided = decision_of(rubric, body["passages"])
            if [list(decided.levels), list(decided.rules)] != [body["levels"], body["rules"]]:
                yield Damage(_place(entry), "the level does not follow from the labels and rules")


def _follows(rubric: Rubric, body: Mapping[str, Any], *, empty: bool) -> bool:
    """Whether a grader's bands or marks come to the result that stands with them; labels are what graders say."""
    if isinstance(rubric, RuleTable):
        return body["label"] in rubric.grades
    points = float(sum(mark["points"] for mark in body["marks"]))
    if points != body["points"]:
        return False
    return bool(rubrics.result_of(rubric, body.get("bands", {}), points, empty=empty) == body["label"])


def _answer_damages(entries: Sequence[LogEntry], rows: Rows) -> Iterator[Damage]:
    """What was graded must be what the edits that count add up to."""
    handed: Mapping[str, LogEntry] = {entry.object: entry for entry in entries if entry.kind == "answer"}
    attempts = {row["code"]: key[0] for key, row in rows["attempt"].items()}
    for entry in handed.values():
        for place, text in enumerate(entry.body["answers"]):
            row = rows["answer"].get((attempts[entry.body["candidate"]], entry.body["passage"], place))
            if text != (None if row is None else row["text"]):
                yield Damage(_place(entry), f"sentence {place + 1} is not what the edits add up to")


def _file_damages(entries: Sequence[LogEntry], rows: Rows) -> Iterator[Damage]:
    """Every sentence of a file of answers must be among the edits."""
    edits = {(key[0], row["edit_id"]) for key, row in rows["answer_event"].items()}
    for entry in entries:
        if entry.kind == "answer-file":
            ids = entry.body["edits"]
            n_present = len({id for id in ids if (entry.object, id) in edits})
            if n_present < len(ids):
                yield Damage(_place(entry), f"has {len(ids)} answers, but {n_present} are among the edits")


def exam_ids(connection: Connection) -> list[str]:
    """All exams, also those whose row is gone and whose log is not."""
    exams = set(connection.execute(select(t.exam.c.id)).scalars())
    return sorted(exams | set(connection.execute(select(t.exam_log.c.exam_id).distinct()).scalars()))
