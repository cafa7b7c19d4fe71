"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    _login_failure_and_more()
    _audit_and_more()
    _job_and_more()
    _session_and_more()
    _sheet_and_more()
    _event_and_more()
    _seen_and_more()


def _login_failure_and_more() -> None:
    op.create_table(
        "login_failure",
        sa.Column("key_sha256", sa.String(length=64), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("last", sa.String(length=24), nullable=False),
        sa.PrimaryKeyConstraint("key_sha256", name=op.f("pk_login_failure")),
    )
    op.create_table(
        "person",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), nullable=True),
        sa.Column("password_hash", sa.Text(), nullable=True),
        sa.Column("oidc_subject", sa.Text(), nullable=True),
        sa.Column("admin", sa.Integer(), nullable=False),
        sa.Column("created", sa.String(length=24), nullable=False),
        sa.Column("disabled_at", sa.String(length=24), nullable=True),
        sa.Column("preferences", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
        sa.UniqueConstraint("name_key", name=op.f("uq_person_name_key")),
        sa.UniqueConstraint("oidc_subject", name=op.f("uq_person_oidc_subject")),
    )
    op.create_table(
        "project",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("source_lang", sa.Text(), nullable=False),
        sa.Column("target_lang", sa.Text(), nullable=False),
        sa.Column("tokenizer", sa.Text(), nullable=False),
        sa.Column("protocol", sa.Text(), nullable=False),
        sa.Column("sharing", sa.Text(), nullable=False),
        sa.Column("annotators_per_segment", sa.Integer(), nullable=False),
        sa.Column("lease_days", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.String(length=24), nullable=False),
        sa.Column("changed", sa.String(length=24), nullable=False),
        sa.Column("archived_at", sa.String(length=24), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_project")),
    )


def _audit_and_more() -> None:
    op.create_table(
        "audit",
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=True),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("object", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("at", sa.String(length=24), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_audit_person_id_person")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_audit")),
    )
    op.create_table(
        "batch",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("project_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("judges", sa.Integer(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("created", sa.String(length=24), nullable=False),
        sa.Column("closed", sa.String(length=24), nullable=True),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_batch_project_id_project")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batch")),
    )
    with op.batch_alter_table("batch", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_batch_project_id"), ["project_id"], unique=False)
    op.create_table(
        "invite",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("token_sha256", sa.String(length=64), nullable=False),
        sa.Column("project_id", sa.String(length=32), nullable=True),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("expires", sa.String(length=24), nullable=False),
        sa.Column("made_by", sa.String(length=32), nullable=True),
        sa.Column("used_by", sa.String(length=32), nullable=True),
        sa.Column("used_at", sa.String(length=24), nullable=True),
        sa.Column("revoked", sa.String(length=24), nullable=True),
        sa.ForeignKeyConstraint(["made_by"], ["person.id"], name=op.f("fk_invite_made_by_person")),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_invite_project_id_project")),
        sa.ForeignKeyConstraint(["used_by"], ["person.id"], name=op.f("fk_invite_used_by_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invite")),
        sa.UniqueConstraint("token_sha256", name=op.f("uq_invite_token_sha256")),
    )


def _job_and_more() -> None:
    op.create_table(
        "job",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("project_id", sa.String(length=32), nullable=True),
        sa.Column("person_id", sa.String(length=32), nullable=True),
        sa.Column("args", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("progress", sa.Double(), nullable=False),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("file", sa.Text(), nullable=True),
        sa.Column("cache_key", sa.String(length=64), nullable=True),
        sa.Column("created", sa.String(length=24), nullable=False),
        sa.Column("changed", sa.String(length=24), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_job_person_id_person")),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_job_project_id_project")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job")),
    )
    with op.batch_alter_table("job", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_job_cache_key"), ["cache_key"], unique=False)
    op.create_table(
        "member",
        sa.Column("project_id", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_member_person_id_person")),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_member_project_id_project")),
        sa.PrimaryKeyConstraint("project_id", "person_id", name=op.f("pk_member")),
    )
    with op.batch_alter_table("member", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_member_person_id"), ["person_id"], unique=False)
    op.create_table(
        "segment",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("project_id", sa.String(length=32), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("external_id", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("source_tokens", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_segment_project_id_project")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_segment")),
        sa.UniqueConstraint("project_id", "external_id", name=op.f("uq_segment_project_id_external_id")),
        sa.UniqueConstraint("project_id", "position", name=op.f("uq_segment_project_id_position")),
    )


def _session_and_more() -> None:
    op.create_table(
        "session",
        sa.Column("token_sha256", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=True),
        sa.Column("attempt_id", sa.String(length=32), nullable=True),
        sa.Column("created", sa.String(length=24), nullable=False),
        sa.Column("last_seen", sa.String(length=24), nullable=False),
        sa.Column("expires", sa.String(length=24), nullable=False),
        sa.Column("revoked", sa.String(length=24), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_session_person_id_person")),
        sa.PrimaryKeyConstraint("token_sha256", name=op.f("pk_session")),
    )
    with op.batch_alter_table("session", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_session_person_id"), ["person_id"], unique=False)
    op.create_table(
        "batch_item",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("batch_id", sa.String(length=32), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("segment_id", sa.String(length=32), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["batch_id"], ["batch.id"], name=op.f("fk_batch_item_batch_id_batch")),
        sa.ForeignKeyConstraint(["segment_id"], ["segment.id"], name=op.f("fk_batch_item_segment_id_segment")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batch_item")),
        sa.UniqueConstraint("batch_id", "position", name=op.f("uq_batch_item_batch_id_position")),
    )
    op.create_table(
        "segment_text",
        sa.Column("segment_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["segment_id"], ["segment.id"], name=op.f("fk_segment_text_segment_id_segment")),
        sa.PrimaryKeyConstraint("segment_id", "name", name=op.f("pk_segment_text")),
    )


def _sheet_and_more() -> None:
    op.create_table(
        "sheet",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("segment_id", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("doc", sa.Text(), nullable=False),
        sa.Column("net_id", sa.String(length=32), nullable=True),
        sa.Column("log10_paths", sa.Double(), nullable=True),
        sa.Column("indexed_seq", sa.Integer(), nullable=False),
        sa.Column("active_ms", sa.Integer(), nullable=False),
        sa.Column("created", sa.String(length=24), nullable=False),
        sa.Column("changed", sa.String(length=24), nullable=False),
        sa.Column("lease_until", sa.String(length=24), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_sheet_person_id_person")),
        sa.ForeignKeyConstraint(["segment_id"], ["segment.id"], name=op.f("fk_sheet_segment_id_segment")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sheet")),
        sa.UniqueConstraint("segment_id", "person_id", name=op.f("uq_sheet_segment_id_person_id")),
    )
    with op.batch_alter_table("sheet", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sheet_person_id"), ["person_id"], unique=False)
    op.create_table(
        "card_index",
        sa.Column("sheet_id", sa.String(length=32), nullable=False),
        sa.Column("card", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("span_start", sa.Integer(), nullable=True),
        sa.Column("span_stop", sa.Integer(), nullable=True),
        sa.Column("first_words", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("provenance", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheet.id"], name=op.f("fk_card_index_sheet_id_sheet")),
        sa.PrimaryKeyConstraint("sheet_id", "card", name=op.f("pk_card_index")),
    )


def _event_and_more() -> None:
    op.create_table(
        "event",
        sa.Column("sheet_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("edit_id", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("tab", sa.String(length=64), nullable=False),
        sa.Column("at", sa.String(length=24), nullable=False),
        sa.Column("client_at", sa.String(length=40), nullable=True),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("inverse", sa.Text(), nullable=False),
        sa.Column("undoes", sa.String(length=64), nullable=True),
        sa.Column("via", sa.String(length=16), nullable=True),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_event_person_id_person")),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheet.id"], name=op.f("fk_event_sheet_id_sheet")),
        sa.PrimaryKeyConstraint("sheet_id", "seq", name=op.f("pk_event")),
        sa.UniqueConstraint("sheet_id", "edit_id", name=op.f("uq_event_sheet_id_edit_id")),
    )
    op.create_table(
        "judgement",
        sa.Column("item_id", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("label", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(length=24), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["batch_item.id"], name=op.f("fk_judgement_item_id_batch_item")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_judgement_person_id_person")),
        sa.PrimaryKeyConstraint("item_id", "person_id", name=op.f("pk_judgement")),
    )
    op.create_table(
        "measure",
        sa.Column("sheet_id", sa.String(length=32), nullable=False),
        sa.Column("net_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Double(), nullable=True),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheet.id"], name=op.f("fk_measure_sheet_id_sheet")),
        sa.PrimaryKeyConstraint("sheet_id", "kind", "name", name=op.f("pk_measure")),
    )


def _seen_and_more() -> None:
    op.create_table(
        "seen",
        sa.Column("sheet_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", sa.String(length=24), nullable=False),
        sa.Column("how", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheet.id"], name=op.f("fk_seen_sheet_id_sheet")),
        sa.PrimaryKeyConstraint("sheet_id", "name", "at", "how", name=op.f("pk_seen")),
    )
    op.create_table(
        "snapshot",
        sa.Column("sheet_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("doc", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheet.id"], name=op.f("fk_snapshot_sheet_id_sheet")),
        sa.PrimaryKeyConstraint("sheet_id", "seq", name=op.f("pk_snapshot")),
    )
    op.create_table(
        "work",
        sa.Column("sheet_id", sa.String(length=32), nullable=False),
        sa.Column("tab", sa.String(length=64), nullable=False),
        sa.Column("started", sa.String(length=24), nullable=False),
        sa.Column("ended", sa.String(length=24), nullable=False),
        sa.Column("active_ms", sa.Integer(), nullable=False),
        sa.Column("keys", sa.Integer(), nullable=False),
        sa.Column("edits", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheet.id"], name=op.f("fk_work_sheet_id_sheet")),
        sa.PrimaryKeyConstraint("sheet_id", "tab", "started", name=op.f("pk_work")),
    )
