"""The first tables: matches, entries, chat, tokens, holds, accounts, logins, contacts."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _match(nullable: bool = False) -> sa.Column[str]:
    return sa.Column("match", sa.String(24), sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=nullable)


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("components", sa.String(64), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("strings", sa.Text, nullable=False),
        sa.Column("base", sa.Integer, nullable=False),
        sa.Column("start", sa.Text),
        sa.Column("lesson", sa.String(64)),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("turn_of", sa.Integer),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("meta", sa.Text, nullable=False),
        sa.Column("brief", sa.Text, nullable=False),
    )
    op.create_table(
        "entries",
        _match(),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("who", sa.Integer, nullable=False),
        sa.Column("ask", sa.String(64), nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("digest", sa.String(32), nullable=False),
        sa.Column("barrier", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("match", "n"),
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
        _match(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.String(1000), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("chat_match", "chat", ["match"])
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), primary_key=True),
        _match(),
        sa.Column("seat", sa.Integer, nullable=False),
    )
    op.create_index("tokens_match", "tokens", ["match"])
    op.create_table(
        "holds",
        sa.Column("holder", sa.String(72), nullable=False),
        _match(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("seen", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("holder", "match", "seat"),
    )
    op.create_index("holds_match", "holds", ["match"])
    op.create_table(
        "accounts",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("name", sa.String(64), nullable=False, unique=True),
        sa.Column("password", sa.String(200), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "logins",
        sa.Column("holder", sa.String(72), primary_key=True),
        sa.Column("account", sa.Integer, sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_table(
        "contacts",
        _match(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.PrimaryKeyConstraint("match", "seat"),
    )


def downgrade() -> None:
    for name in ("contacts", "logins", "accounts", "holds", "tokens", "chat", "entries", "matches"):
        op.drop_table(name)
