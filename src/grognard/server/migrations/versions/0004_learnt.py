"""Lessons somebody has finished: they outlive the match in which they were taught."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "learnt",
        sa.Column("holder", sa.String(72), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("lesson", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("holder", "game", "lesson"),
    )


def downgrade() -> None:
    op.drop_table("learnt")
