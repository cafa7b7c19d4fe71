"""Several roles for one person in a project, and remarks on sheets."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    with op.batch_alter_table("member") as table:
        table.drop_constraint(op.f("pk_member"), type_="primary")
        table.create_primary_key(op.f("pk_member"), ["project_id", "person_id", "role"])
    op.create_table(
        "remark",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("sheet_id", sa.String(length=32), nullable=False),
        sa.Column("card", sa.Text(), nullable=True),
        sa.Column("alt", sa.Text(), nullable=True),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("at", sa.String(length=24), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("closed", sa.String(length=24), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_remark_person_id_person")),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheet.id"], name=op.f("fk_remark_sheet_id_sheet")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_remark")),
    )
    op.create_index(op.f("ix_remark_sheet_id"), "remark", ["sheet_id"])
