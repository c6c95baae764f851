"""What keeps people apart: links that are used up, names folded once, addresses confirmed; the format of a record."""

import sqlalchemy as sa
from alembic import op

from grognard.server.sanitising import folded, likeness

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("matches", sa.Column("format", sa.Integer, nullable=False, server_default="1"))
    op.add_column("tokens", sa.Column("holder", sa.String(72)))
    op.add_column("accounts", sa.Column("folded", sa.String(80)))
    op.add_column("accounts", sa.Column("likeness", sa.String(80)))
    op.add_column("accounts", sa.Column("email", sa.String(254)))
    _fold_names()
    op.create_index("accounts_folded", "accounts", ["folded"], unique=True)
    op.create_index("accounts_likeness", "accounts", ["likeness"])
    op.add_column("contacts", sa.Column("confirmed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "letters",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("match", sa.String(24), sa.ForeignKey("matches.id", ondelete="CASCADE")),
        sa.Column("seat", sa.Integer),
        sa.Column("account", sa.Integer, sa.ForeignKey("accounts.id", ondelete="CASCADE")),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "quotas",
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("who", sa.String(72), nullable=False),
        sa.Column("level", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("kind", "who"),
    )


def _fold_names() -> None:
    """Of two names that fold alike the older keeps the folded one; the other is found by its exact spelling."""
    accounts = sa.table("accounts", sa.column("id"), sa.column("name"), sa.column("folded"), sa.column("likeness"))
    bind = op.get_bind()
    taken: set[str] = set()
    for row in bind.execute(sa.select(accounts.c.id, accounts.c.name).order_by(accounts.c.id)).all():
        fold = folded(row.name)
        named = {"likeness": likeness(row.name)} | ({} if fold in taken else {"folded": fold})
        bind.execute(sa.update(accounts).where(accounts.c.id == row.id).values(**named))
        taken.add(fold)


def downgrade() -> None:
    for table in ("quotas", "letters"):
        op.drop_table(table)
    op.drop_column("contacts", "confirmed")
    op.drop_index("accounts_likeness", "accounts")
    op.drop_index("accounts_folded", "accounts")
    for column in ("email", "likeness", "folded"):
        op.drop_column("accounts", column)
    op.drop_column("tokens", "holder")
    op.drop_column("matches", "format")
