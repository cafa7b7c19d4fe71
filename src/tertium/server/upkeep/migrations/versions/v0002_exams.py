"""The tables of exams."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    _exams_and_attempts()
    _logs_and_parts()
    _answers()
    _appeals_and_grades()
    _gradings_and_labels()


def _exams_and_attempts() -> None:
    op.create_table(
        "mark",
        sa.Column("grading_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("sentence", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("category", sa.Text(), nullable=False),
        sa.Column("points", sa.Double(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("grading_id", "number", name=op.f("pk_mark")),
    )
    op.create_table(
        "exam",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("project_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("created", sa.String(length=24), nullable=False),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_exam_project_id_project")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam")),
    )
    op.create_index(op.f("ix_exam_project_id"), "exam", ["project_id"], unique=False)
    op.create_table(
        "attempt",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("exam_id", sa.String(length=32), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("allowed_s", sa.Integer(), nullable=False),
        sa.Column("extra_s", sa.Integer(), nullable=False),
        sa.Column("started", sa.String(length=24), nullable=True),
        sa.Column("handed_in", sa.String(length=24), nullable=True),
        sa.Column("handed_by", sa.Text(), nullable=True),
        sa.Column("released", sa.String(length=24), nullable=True),
        sa.Column("candidate_ref", sa.Text(), nullable=True),
        sa.Column("token_sha256", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["exam_id"], ["exam.id"], name=op.f("fk_attempt_exam_id_exam")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempt")),
        sa.UniqueConstraint("exam_id", "code", name=op.f("uq_attempt_exam_id_code")),
        sa.UniqueConstraint("token_sha256", name=op.f("uq_attempt_token_sha256")),
    )


def _logs_and_parts() -> None:
    op.create_table(
        "exam_log",
        sa.Column("exam_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(length=24), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("object", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("previous", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["exam_id"], ["exam.id"], name=op.f("fk_exam_log_exam_id_exam")),
        sa.PrimaryKeyConstraint("exam_id", "seq", name=op.f("pk_exam_log")),
    )
    op.create_table(
        "exam_part",
        sa.Column("exam_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["exam_id"], ["exam.id"], name=op.f("fk_exam_part_exam_id_exam")),
        sa.PrimaryKeyConstraint("exam_id", "kind", "version", name=op.f("pk_exam_part")),
    )


def _answers() -> None:
    op.create_table(
        "answer",
        sa.Column("attempt_id", sa.String(length=32), nullable=False),
        sa.Column("passage", sa.Text(), nullable=False),
        sa.Column("sentence", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["attempt_id"], ["attempt.id"], name=op.f("fk_answer_attempt_id_attempt")),
        sa.PrimaryKeyConstraint("attempt_id", "passage", "sentence", name=op.f("pk_answer")),
    )
    op.create_table(
        "answer_event",
        sa.Column("attempt_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("edit_id", sa.String(length=64), nullable=False),
        sa.Column("passage", sa.Text(), nullable=False),
        sa.Column("sentence", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.String(length=24), nullable=False),
        sa.Column("ago_ms", sa.Integer(), nullable=False),
        sa.Column("late", sa.Integer(), nullable=False),
        sa.Column("via", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["attempt_id"], ["attempt.id"], name=op.f("fk_answer_event_attempt_id_attempt")),
        sa.PrimaryKeyConstraint("attempt_id", "seq", name=op.f("pk_answer_event")),
        sa.UniqueConstraint("attempt_id", "edit_id", name=op.f("uq_answer_event_attempt_id_edit_id")),
    )


def _appeals_and_grades() -> None:
    op.create_table(
        "appeal",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("attempt_id", sa.String(length=32), nullable=False),
        sa.Column("grade_id", sa.String(length=32), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.String(length=24), nullable=False),
        sa.Column("closed", sa.String(length=24), nullable=True),
        sa.ForeignKeyConstraint(["attempt_id"], ["attempt.id"], name=op.f("fk_appeal_attempt_id_attempt")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_appeal")),
    )
    op.create_index(op.f("ix_appeal_attempt_id"), "appeal", ["attempt_id"], unique=False)
    op.create_table(
        "grade",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("attempt_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("at", sa.String(length=24), nullable=False),
        sa.Column("superseded_by", sa.String(length=32), nullable=True),
        sa.ForeignKeyConstraint(["attempt_id"], ["attempt.id"], name=op.f("fk_grade_attempt_id_attempt")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_grade")),
    )
    op.create_index(op.f("ix_grade_attempt_id"), "grade", ["attempt_id"], unique=False)


def _gradings_and_labels() -> None:
    op.create_table(
        "grading",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("attempt_id", sa.String(length=32), nullable=False),
        sa.Column("passage", sa.Text(), nullable=False),
        sa.Column("grader_id", sa.String(length=32), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("taken", sa.String(length=24), nullable=False),
        sa.Column("until", sa.String(length=24), nullable=False),
        sa.Column("done", sa.String(length=24), nullable=True),
        sa.Column("draft", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["attempt_id"], ["attempt.id"], name=op.f("fk_grading_attempt_id_attempt")),
        sa.ForeignKeyConstraint(["grader_id"], ["person.id"], name=op.f("fk_grading_grader_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_grading")),
    )
    op.create_index(op.f("ix_grading_attempt_id_passage"), "grading", ["attempt_id", "passage"], unique=False)
    op.create_index(op.f("ix_grading_grader_id"), "grading", ["grader_id"], unique=False)
    op.create_table(
        "passage_label",
        sa.Column("grading_id", sa.String(length=32), nullable=False),
        sa.Column("attempt_id", sa.String(length=32), nullable=False),
        sa.Column("passage", sa.Text(), nullable=False),
        sa.Column("grader_id", sa.String(length=32), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("points", sa.Double(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("at", sa.String(length=24), nullable=False),
        sa.ForeignKeyConstraint(["attempt_id"], ["attempt.id"], name=op.f("fk_passage_label_attempt_id_attempt")),
        sa.ForeignKeyConstraint(["grader_id"], ["person.id"], name=op.f("fk_passage_label_grader_id_person")),
        sa.PrimaryKeyConstraint("grading_id", name=op.f("pk_passage_label")),
    )
    op.create_index(op.f("ix_passage_label_attempt_id"), "passage_label", ["attempt_id"], unique=False)
