"""Links to choose a new password, and for whom an invitation is."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "password_reset",
        sa.Column("token_sha256", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("made_by", sa.String(length=32), nullable=True),
        sa.Column("expires", sa.String(length=24), nullable=False),
        sa.Column("used_at", sa.String(length=24), nullable=True),
        sa.ForeignKeyConstraint(["made_by"], ["person.id"], name=op.f("fk_password_reset_made_by_person")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_password_reset_person_id_person")),
        sa.PrimaryKeyConstraint("token_sha256", name=op.f("pk_password_reset")),
    )
    op.create_index(op.f("ix_password_reset_person_id"), "password_reset", ["person_id"])
    op.create_table(
        "invitee",
        sa.Column("invite_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["invite_id"], ["invite.id"], name=op.f("fk_invitee_invite_id_invite")),
        sa.PrimaryKeyConstraint("invite_id", name=op.f("pk_invitee")),
    )
