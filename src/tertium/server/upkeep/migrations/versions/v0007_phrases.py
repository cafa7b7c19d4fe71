"""Projects' own tables of paraphrases."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "phrase_table",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("project_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("at", sa.String(length=24), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_phrase_table_person_id_person")),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_phrase_table_project_id_project")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_phrase_table")),
    )
    op.create_index(op.f("ix_phrase_table_project_id"), "phrase_table", ["project_id"])
    op.create_table(
        "phrase",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("phrase", sa.Text(), nullable=False),
        sa.Column("other", sa.Text(), nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["phrase_table.id"], name=op.f("fk_phrase_table_id_phrase_table")),
        sa.PrimaryKeyConstraint("table_id", "phrase", "other", name=op.f("pk_phrase")),
    )
