"""What an operator may set: arguments of `grognard serve` first, then environment variables, then these defaults."""

import os
import sys
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

PREFIX = "GROGNARD_"


class SettingsError(ValueError):
    """A setting that cannot be used; the text names the variable."""


def data_folder() -> Path:
    """Where this user's games and drawings are kept: GROGNARD_DATA, or the platform's place for application data."""
    if named := os.environ.get(PREFIX + "DATA"):
        return Path(named).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "grognard"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "grognard"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "grognard"


@dataclass(frozen=True)
class Settings:
    """Every field can be set by the environment variable GROGNARD_<FIELD>."""

    host: str = "127.0.0.1"
    port: int = 8765
    database: str = ""
    """SQLAlchemy address; empty: `table.sqlite3` in the data folder."""
    data: str = ""
    workers: int = 1
    """Processes that share the port; more than one needs PostgreSQL."""

    origins: str = ""
    """Further origins, comma separated, whose pages may open sockets and post (a proxy's public address)."""
    hosts: str = ""
    """Host names the server answers to, comma separated; empty: any name, except that a server on a loopback address
    answers only to loopback names (a page elsewhere cannot reach it by a name it controls)."""
    proxies: str = "127.0.0.1"
    """Addresses of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed."""
    secure: bool = False
    """Mark cookies Secure: for service by https."""

    body: int = 64 * 1024
    """Largest request body, records excepted."""
    upload: int = 4 * 1024 * 1024
    """Largest record that may be uploaded."""
    uploads: int = 16 * 1024 * 1024
    """Bytes of records one address may upload in an hour."""
    entries: int = 20_000
    """Entries of an uploaded record at most, and of a match that is still taken back: each take-back adds one."""
    upload_seconds: float = 20.0
    """Longest time one upload may be replayed."""
    load_seconds: float = 120.0
    """Longest time a stored match may be replayed when it is loaded."""
    message: int = 32 * 1024
    """Largest socket message."""
    messages: float = 20.0
    """Messages a second one socket may send in the long run; three times as many at once."""
    requests: float = 20.0
    """Requests a second one address may make in the long run; ten times as many at once."""
    creations: int = 60
    """Matches, uploads and accounts one address may make in an hour."""
    chat: int = 600
    """Lines one address may say in an hour."""
    open_tables: int = 10
    """Tables of one visitor that are open to anybody."""
    matches: int = 1000
    """Unfinished matches of one visitor."""
    connects: int = 2000
    """Sockets one address may open in an hour, a tenth of them at once."""
    sockets: int = 64
    """Sockets open at once from one address."""
    all_sockets: int = 4000
    """Sockets open at once in all."""
    connections: int = 64
    """HTTP connections open at once from one address that is no proxy, in each worker."""
    all_connections: int = 1000
    """HTTP connections open at once in all, in each worker."""
    head_seconds: float = 10.0
    """Longest time until the head of a request is complete."""
    body_seconds: float = 60.0
    """Longest time until the body of a request is complete."""
    backlog: int = 256
    """Messages waiting for one slow socket before it is closed (it reconnects and is told the position)."""
    backlog_size: int = 8 * 1024 * 1024
    """The same in characters."""
    idle: float = 900.0
    """Seconds after which a match nobody watches leaves memory."""
    idle_matches: int = 200
    """Matches nobody watches that stay in memory; of more, those that were not used for longest leave at once."""

    warm: bool = True
    """Load every title when the server starts, so that the first visitor does not wait."""

    pace: float = 0.7
    """Seconds between two deeds of a computer player, so that people can follow."""
    thinkers: int = 2
    """Processes for computer players; 0: a thread of the server."""
    calculators: int = 1
    """Processes for odds, overlays and charts; 0: a thread of the server."""
    calculation_seconds: float = 20.0
    """Longest time one of them may take."""
    absent: float = 300.0
    """Seconds a player must be away before the others alone may hand the seat to the computer."""

    public: str = ""
    """Address players use, for links in notices (https://table.example.org)."""
    webhook: str = ""
    """Address that is sent every notice as JSON."""
    smtp: str = ""
    """host:port of the mail server; empty: no mail."""
    smtp_user: str = ""
    smtp_password: str = ""
    smtp_tls: bool = True
    mail_from: str = ""
    push_key: str = ""
    """Private key for Web Push; `python -m grognard.server.push` makes one. Empty: no browser is told."""
    push_hosts: str = "fcm.googleapis.com,.push.services.mozilla.com,.push.apple.com,.notify.windows.com"
    """Push services of browsers, comma separated; a dot in front: all names below."""
    notice_after: float = 60.0
    """Seconds a player must be away before a notice says that it is their turn."""

    @property
    def notices(self) -> bool:
        """Whether there is a way to tell players that it is their turn."""
        return bool(self.webhook or self.smtp)

    @property
    def tells(self) -> bool:
        """Whether anybody who is away can be told that it is their turn."""
        return self.notices or bool(self.push_key)

    @property
    def folder(self) -> Path:
        return Path(self.data) if self.data else data_folder()

    def make_folder(self) -> None:
        """The data folder, for its owner only: secrets of dice that are still rolling lie there."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not self.data and self.folder.stat().st_mode & 0o077:  # ours by name; a folder somebody named is theirs
            self.folder.chmod(0o700)

    @property
    def url(self) -> str:
        """SQLAlchemy's name of the database; an address without a driver gets the one that is installed with us."""
        scheme, mark, rest = self.database.partition("://")
        if scheme in ("postgres", "postgresql"):
            return f"postgresql+psycopg{mark}{rest}"
        return self.database or f"sqlite:///{self.folder / 'table.sqlite3'}"


def load_settings(**given: Any) -> Settings:
    """Settings from the environment with the given ones laid over; a None is not given."""
    found: dict[str, Any] = {}
    for field in fields(Settings):
        if (raw := os.environ.get(PREFIX + field.name.upper())) is not None:
            found[field.name] = _parse(field.name, type(field.default), raw)
    found.update({name: value for name, value in given.items() if value is not None})
    made = replace(Settings(), **found)
    _check_numbers(made)
    if made.database:
        _check_database(made.url)
    if made.workers > 1 and not made.url.startswith("postgresql"):
        raise SettingsError("several workers need a PostgreSQL database (--database postgresql+psycopg://...)")
    return made


MAY_BE_NOTHING = frozenset(
    {"port", "thinkers", "calculators", "pace", "absent", "idle", "idle_matches", "notice_after"}
)
"""Every other number must be more than nothing."""


def _check_numbers(made: Settings) -> None:
    """A limit of nothing or less would shut everybody out, in silence."""
    if not 0 <= made.port <= 65535:
        raise SettingsError(f"{PREFIX}PORT: there is no port {made.port}; ports are 0 to 65535")
    for field in fields(made):
        value = getattr(made, field.name)
        if isinstance(value, bool) or not isinstance(value, int | float):
            continue
        if not (value > 0 or (value == 0 and field.name in MAY_BE_NOTHING)):
            raise SettingsError(f"{PREFIX}{field.name.upper()}: {value} cannot be; it must be more than 0")


def _check_database(address: str) -> None:
    """A database somebody named is used as named. A folder that is not there is more often a slip of the pen than a
    wish: making it would start an empty table beside the one that was meant."""
    try:
        url = make_url(address)
    except ArgumentError:
        example = "sqlite:////var/lib/grognard/table.sqlite3 or postgresql+psycopg://user:password@host/name"
        raise SettingsError(f"{address!r} is no address of a database; give one like {example}") from None
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise SettingsError(f"{url.get_backend_name()} is not supported: games are kept in SQLite or PostgreSQL")
    if url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:"):
        folder = Path(url.database or "").absolute().parent
        if not folder.is_dir():
            raise SettingsError(f"the folder {folder} of the database does not exist; make it, or mend the path")


def _parse(name: str, kind: type, raw: str) -> Any:
    try:
        if kind is bool:
            return {
                "1": True,
                "true": True,
                "yes": True,
                "on": True,
                "0": False,
                "false": False,
                "no": False,
                "off": False,
            }[raw.lower()]
        return kind(raw)
    except (KeyError, ValueError):
        raise SettingsError(f"{PREFIX}{name.upper()}: {raw!r} is not a {kind.__name__}") from None
