"""Browsers that want to be told of their turn."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "pushes",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("holder", sa.String(72), nullable=False),
        sa.Column("browser", sa.String(72), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("pushes_holder", "pushes", ["holder"])


def downgrade() -> None:
    op.drop_table("pushes")
