"""Bands by criterion, and severities of marks."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("mark", sa.Column("severity", sa.Text(), nullable=True))
    op.create_table(
        "band",
        sa.Column("grading_id", sa.String(length=32), nullable=False),
        sa.Column("criterion", sa.Text(), nullable=False),
        sa.Column("band", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("grading_id", "criterion", name=op.f("pk_band")),
    )
