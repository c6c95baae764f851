"""The tables of the store. The entries of a match are the truth; the row of a match caches what lists show."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("kind", String(8), nullable=False),  # game, branch, lesson, puzzle
    Column("game", String(64), nullable=False),
    Column("scenario", String(64), nullable=False),
    Column("options", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("components", String(64), nullable=False),
    Column("secret", String(64), nullable=False),  # of the fair dice; published when the match is over
    Column("strings", Text, nullable=False),
    Column("base", Integer, nullable=False),  # entries that were there before this match's own dice
    Column("start", Text),  # encoded position, where it is not the scenario's set-up
    Column("lesson", String(64)),
    Column("created", Float, nullable=False),
    Column("version", Integer, nullable=False),  # grows with every write; a write names the one it saw
    Column("count", Integer, nullable=False),
    Column("turn_of", Integer),
    Column("over", Boolean, nullable=False),
    Column("touched", Float, nullable=False),
    Column("seats", Text, nullable=False),
    Column("meta", Text, nullable=False),  # clocks, offer, page of the lesson
    Column("brief", Text, nullable=False),  # bread-crumb and result as spectators may read them
    Column("format", Integer, nullable=False, server_default="1"),  # of its record: how digests are made
)

entries = Table(
    "entries",
    metadata,
    Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("n", Integer, nullable=False),
    Column("who", Integer, nullable=False),
    Column("ask", String(64), nullable=False),
    Column("answer", Text, nullable=False),
    Column("digest", String(32), nullable=False),
    Column("barrier", Boolean, nullable=False),
    PrimaryKeyConstraint("match", "n"),
)

chat = Table(
    "chat",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(64), nullable=False),
    Column("text", String(1000), nullable=False),
    Column("at", Float, nullable=False),
    Index("chat_match", "match"),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),  # -1: the spectators' bench
    Column("holder", String(72)),  # who used it up; nobody: it still opens its seat to the first who comes
    Index("tokens_match", "match"),
)

holds = Table(
    "holds",
    metadata,
    Column("holder", String(72), nullable=False),  # hash of a browser's cookie, or account:<id>
    Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("seen", Integer, nullable=False),
    PrimaryKeyConstraint("holder", "match", "seat"),
    Index("holds_match", "match"),
)

learnt = Table(
    "learnt",
    metadata,
    Column("holder", String(72), nullable=False),
    Column("game", String(64), nullable=False),
    Column("lesson", String(64), nullable=False),
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("holder", "game", "lesson"),
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("name", String(64), nullable=False, unique=True),
    Column("password", String(200), nullable=False),
    Column("created", Float, nullable=False),
    Column("folded", String(80)),  # what tells names apart: capitals make no difference in any script
    Column("likeness", String(80)),  # what names that look alike have in common
    Column("email", String(254)),  # confirmed; where a lost password is recovered
    Index("accounts_folded", "folded", unique=True),
    Index("accounts_likeness", "likeness"),
)

logins = Table(
    "logins",
    metadata,
    Column("holder", String(72), primary_key=True),
    Column("account", Integer, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
)

open_tables = Table(
    "open_tables",
    metadata,
    Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("since", Float, nullable=False),
)

contacts = Table(
    "contacts",
    metadata,
    Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("email", String(254), nullable=False),
    Column("confirmed", Boolean, nullable=False, server_default=false()),  # nothing is sent before it is
    PrimaryKeyConstraint("match", "seat"),
)

letters = Table(
    "letters",
    metadata,
    Column("hash", String(64), primary_key=True),  # of the token in a letter that was sent
    Column("kind", String(8), nullable=False),  # notice, account, recover
    Column("email", String(254), nullable=False),
    Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE")),
    Column("seat", Integer),
    Column("account", Integer, ForeignKey("accounts.id", ondelete="CASCADE")),
    Column("created", Float, nullable=False),
)

pushes = Table(
    "pushes",
    metadata,
    Column("hash", String(64), primary_key=True),  # of the address at the browser's push service
    Column("holder", String(72), nullable=False),
    Column("browser", String(72), nullable=False),  # hash of its cookie: it is forgotten when that logs out
    Column("endpoint", String(1000), nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("created", Float, nullable=False),
    Index("pushes_holder", "holder"),
)

quotas = Table(
    "quotas",
    metadata,
    Column("kind", String(16), nullable=False),
    Column("who", String(72), nullable=False),  # a holder, or the hash of an address
    Column("level", Float, nullable=False),  # what was left, and when
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("kind", "who"),
)
