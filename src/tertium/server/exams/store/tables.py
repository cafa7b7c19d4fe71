"""The tables of exams. What stands in them follows from the log, except the columns named in `log.FREE`."""

from sqlalchemy import Column, Double, Index, PrimaryKeyConstraint, String, Table
from sqlalchemy import UniqueConstraint as Unique

from tertium.server.database.columns import ID as _ID
from tertium.server.database.columns import SHA as _SHA
from tertium.server.database.columns import id as _id
from tertium.server.database.columns import number as _number
from tertium.server.database.columns import text as _text
from tertium.server.database.columns import time as _time
from tertium.server.database.columns import to as _to
from tertium.server.database.tables import metadata

exam = Table(
    "exam",
    metadata,
    _id(),
    _to("project_id", "project"),
    _text("name"),
    _text("settings"),
    _time("created"),
    Index(None, "project_id"),
)

exam_part = Table(
    "exam_part",
    metadata,
    _to("exam_id", "exam"),
    _text("kind"),
    _number("version"),
    _text("content"),
    PrimaryKeyConstraint("exam_id", "kind", "version"),
)

attempt = Table(
    "attempt",
    metadata,
    _id(),
    _to("exam_id", "exam"),
    _text("code"),
    _number("allowed_s"),
    _number("extra_s"),
    _time("started", nullable=True),
    _time("handed_in", nullable=True),
    _text("handed_by", nullable=True),
    _time("released", nullable=True),
    _text("candidate_ref", nullable=True),
    Column("token_sha256", _SHA, nullable=True, unique=True),
    Unique("exam_id", "code"),
)

answer_event = Table(
    "answer_event",
    metadata,
    _to("attempt_id", "attempt"),
    _number("seq"),
    Column("edit_id", String(64), nullable=False),
    _text("passage"),
    _number("sentence"),
    _text("text"),
    _time("at"),
    _number("ago_ms"),
    _number("late"),
    _text("via"),
    PrimaryKeyConstraint("attempt_id", "seq"),
    Unique("attempt_id", "edit_id"),
)

answer = Table(
    "answer",
    metadata,
    _to("attempt_id", "attempt"),
    _text("passage"),
    _number("sentence"),
    _text("text"),
    _number("seq"),
    PrimaryKeyConstraint("attempt_id", "passage", "sentence"),
)

grading = Table(
    "grading",
    metadata,
    _id(),
    _to("attempt_id", "attempt"),
    _text("passage"),
    _to("grader_id", "person"),
    _number("round"),
    _text("role"),
    _time("taken"),
    _time("until"),
    _time("done", nullable=True),
    _text("draft", nullable=True),
    Index(None, "attempt_id", "passage"),
    Index(None, "grader_id"),
)

passage_label = Table(
    "passage_label",
    metadata,
    Column("grading_id", _ID, primary_key=True),
    _to("attempt_id", "attempt"),
    _text("passage"),
    _to("grader_id", "person"),
    _number("round"),
    _text("role"),
    _text("label"),
    Column("points", Double, nullable=False),
    _text("note"),
    _time("at"),
    Index(None, "attempt_id"),
)

mark = Table(
    "mark",
    metadata,
    Column("grading_id", _ID, nullable=False),
    _number("number"),
    _number("sentence"),
    _number("start"),
    _number("end"),
    _text("category"),
    Column("points", Double, nullable=False),
    _text("note"),
    _text("severity", nullable=True),
    PrimaryKeyConstraint("grading_id", "number"),
)

band = Table(
    "band",
    metadata,
    Column("grading_id", _ID, nullable=False),
    _text("criterion"),
    _text("band"),
    PrimaryKeyConstraint("grading_id", "criterion"),
)

grade = Table(
    "grade",
    metadata,
    _id(),
    _to("attempt_id", "attempt"),
    _text("kind"),
    _text("content"),
    _time("at"),
    Column("superseded_by", _ID, nullable=True),
    Index(None, "attempt_id"),
)

appeal = Table(
    "appeal",
    metadata,
    _id(),
    _to("attempt_id", "attempt"),
    Column("grade_id", _ID, nullable=False),
    _text("reason"),
    _time("at"),
    _time("closed", nullable=True),
    Index(None, "attempt_id"),
)

exam_log = Table(
    "exam_log",
    metadata,
    _to("exam_id", "exam"),
    _number("seq"),
    _time("at"),
    _text("actor"),
    _text("kind"),
    _text("object"),
    _text("body"),
    Column("previous", _SHA, nullable=False),
    Column("hash", _SHA, nullable=False),
    PrimaryKeyConstraint("exam_id", "seq"),
)
