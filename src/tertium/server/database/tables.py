"""The tables. Ids are random text, times UTC text that sorts, JSON is text; the same on SQLite and PostgreSQL."""

from sqlalchemy import (
    Column,
    Double,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    UniqueConstraint,
)

from tertium.server.database.columns import ID as _ID
from tertium.server.database.columns import SHA as _SHA
from tertium.server.database.columns import id as _id
from tertium.server.database.columns import number as _number
from tertium.server.database.columns import text as _text
from tertium.server.database.columns import time as _time
from tertium.server.database.columns import to as _to

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

person = Table(
    "person",
    metadata,
    _id(),
    _text("name"),
    _text("name_key"),
    _text("email", nullable=True),
    _text("password_hash", nullable=True),
    _text("oidc_subject", nullable=True),
    _number("admin"),
    _time("created"),
    _time("disabled_at", nullable=True),
    _text("preferences"),
    UniqueConstraint("name_key"),
    UniqueConstraint("oidc_subject"),
)

session = Table(
    "session",
    metadata,
    Column("token_sha256", _SHA, primary_key=True),
    _to("person_id", "person", nullable=True),
    Column("attempt_id", _ID, nullable=True),
    _time("created"),
    _time("last_seen"),
    _time("expires"),
    _time("revoked", nullable=True),
    Index(None, "person_id"),
)

project = Table(
    "project",
    metadata,
    _id(),
    _text("name"),
    _text("source_lang"),
    _text("target_lang"),
    _text("tokenizer"),
    _text("protocol"),
    _text("sharing"),
    _number("annotators_per_segment"),
    _number("lease_days"),
    _number("version"),
    _time("created"),
    _time("changed"),
    _time("archived_at", nullable=True),
)

invite = Table(
    "invite",
    metadata,
    _id(),
    Column("token_sha256", _SHA, nullable=False, unique=True),
    _to("project_id", "project", nullable=True),
    _text("role"),
    _time("expires"),
    _to("made_by", "person", nullable=True),
    _to("used_by", "person", nullable=True),
    _time("used_at", nullable=True),
    _time("revoked", nullable=True),
)

invitee = Table(
    "invitee",
    metadata,
    _to("invite_id", "invite"),
    _text("name"),
    PrimaryKeyConstraint("invite_id"),
)

password_reset = Table(
    "password_reset",
    metadata,
    Column("token_sha256", _SHA, primary_key=True),
    _to("person_id", "person"),
    _to("made_by", "person", nullable=True),
    _time("expires"),
    _time("used_at", nullable=True),
    Index(None, "person_id"),
)

api_token = Table(
    "api_token",
    metadata,
    _id(),
    Column("token_sha256", _SHA, nullable=False, unique=True),
    _to("person_id", "person"),
    _text("name"),
    _text("scopes"),
    _time("created"),
    _time("expires"),
    _time("revoked", nullable=True),
    Index(None, "person_id"),
)

member = Table(
    "member",
    metadata,
    _to("project_id", "project"),
    _to("person_id", "person"),
    _text("role"),
    PrimaryKeyConstraint("project_id", "person_id", "role"),
    Index(None, "person_id"),
)

segment = Table(
    "segment",
    metadata,
    _id(),
    _to("project_id", "project"),
    _number("position"),
    _text("external_id"),
    _text("document"),
    _text("source_tokens"),
    _text("state"),
    _text("reason", nullable=True),
    UniqueConstraint("project_id", "external_id"),
    UniqueConstraint("project_id", "position"),
)

segment_text = Table(
    "segment_text",
    metadata,
    _to("segment_id", "segment"),
    _text("name"),
    _number("position"),
    _text("role"),
    _text("text"),
    PrimaryKeyConstraint("segment_id", "name"),
)

sheet = Table(
    "sheet",
    metadata,
    _id(),
    _to("segment_id", "segment"),
    _to("person_id", "person"),
    _text("state"),
    _number("seq"),
    _text("hash"),
    _text("doc"),
    Column("net_id", _ID, nullable=True),
    Column("log10_paths", Double, nullable=True),
    _number("indexed_seq"),
    _number("active_ms"),
    _time("created"),
    _time("changed"),
    _time("lease_until", nullable=True),
    _text("note", nullable=True),
    UniqueConstraint("segment_id", "person_id"),
    Index(None, "person_id"),
)

event = Table(
    "event",
    metadata,
    _to("sheet_id", "sheet"),
    _number("seq"),
    Column("edit_id", String(64), nullable=False),
    _to("person_id", "person"),
    Column("tab", String(64), nullable=False),
    _time("at"),
    Column("client_at", String(40), nullable=True),
    _text("command"),
    _text("inverse"),
    Column("undoes", String(64), nullable=True),
    Column("via", String(16), nullable=True),
    Column("hash", _SHA, nullable=False),
    PrimaryKeyConstraint("sheet_id", "seq"),
    UniqueConstraint("sheet_id", "edit_id"),
)

snapshot = Table(
    "snapshot",
    metadata,
    _to("sheet_id", "sheet"),
    _number("seq"),
    _text("doc"),
    PrimaryKeyConstraint("sheet_id", "seq"),
)

card_index = Table(
    "card_index",
    metadata,
    _to("sheet_id", "sheet"),
    _text("card"),
    _text("name"),
    _number("span_start", nullable=True),
    _number("span_stop", nullable=True),
    _text("first_words"),
    _text("words"),
    _text("provenance", nullable=True),
    PrimaryKeyConstraint("sheet_id", "card"),
)

work = Table(
    "work",
    metadata,
    _to("sheet_id", "sheet"),
    Column("tab", String(64), nullable=False),
    _time("started"),
    _time("ended"),
    _number("active_ms"),
    _number("keys"),
    _number("edits"),
    PrimaryKeyConstraint("sheet_id", "tab", "started"),
)

seen = Table(
    "seen",
    metadata,
    _to("sheet_id", "sheet"),
    _text("name"),
    _time("at"),
    _text("how"),
    PrimaryKeyConstraint("sheet_id", "name", "at", "how"),
)

measure = Table(
    "measure",
    metadata,
    _to("sheet_id", "sheet"),
    Column("net_id", _ID, nullable=False),
    _text("kind"),
    _text("name"),
    Column("value", Double, nullable=True),
    _text("detail"),
    PrimaryKeyConstraint("sheet_id", "kind", "name"),
)

remark = Table(
    "remark",
    metadata,
    _id(),
    _to("sheet_id", "sheet"),
    _text("card", nullable=True),
    _text("alt", nullable=True),
    _to("person_id", "person"),
    _time("at"),
    _text("text"),
    _time("closed", nullable=True),
    Index(None, "sheet_id"),
)

phrase_table = Table(
    "phrase_table",
    metadata,
    _id(),
    _to("project_id", "project"),
    _text("name"),
    _number("entries"),
    _to("person_id", "person"),
    _time("at"),
    Index(None, "project_id"),
)

phrase = Table(
    "phrase",
    metadata,
    _to("table_id", "phrase_table"),
    _text("phrase"),
    _text("other"),
    Column("score", Double, nullable=False),
    PrimaryKeyConstraint("table_id", "phrase", "other"),
)

batch = Table(
    "batch",
    metadata,
    _id(),
    _to("project_id", "project"),
    _text("name"),
    _text("origin"),
    _number("judges"),
    _number("seed"),
    _time("created"),
    _time("closed", nullable=True),
    Index(None, "project_id"),
)

batch_item = Table(
    "batch_item",
    metadata,
    _id(),
    _to("batch_id", "batch"),
    _number("position"),
    _to("segment_id", "segment"),
    _text("origin"),
    _text("text"),
    UniqueConstraint("batch_id", "position"),
)

judgement = Table(
    "judgement",
    metadata,
    _to("item_id", "batch_item"),
    _to("person_id", "person"),
    _number("label"),
    _time("at"),
    PrimaryKeyConstraint("item_id", "person_id"),
)

job = Table(
    "job",
    metadata,
    _id(),
    _text("kind"),
    _to("project_id", "project", nullable=True),
    _to("person_id", "person", nullable=True),
    _text("args"),
    _text("state"),
    Column("progress", Double, nullable=False),
    _text("result", nullable=True),
    _text("error", nullable=True),
    _text("file", nullable=True),
    Column("cache_key", _SHA, nullable=True),
    _time("created"),
    _time("changed"),
    Index(None, "cache_key"),
)

audit = Table(
    "audit",
    metadata,
    Column("seq", Integer, primary_key=True, autoincrement=False),
    _to("person_id", "person", nullable=True),
    _text("action"),
    _text("object"),
    _text("detail"),
    _time("at"),
    Column("hash", _SHA, nullable=False),
)

login_failure = Table(
    "login_failure",
    metadata,
    Column("key_sha256", _SHA, primary_key=True),
    _number("failures"),
    _time("last"),
)
