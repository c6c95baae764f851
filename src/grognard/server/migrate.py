"""Bring the tables of a database up to date: all of it or nothing, and never an unknown schema."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, inspect, text

from grognard.server.settings import SettingsError

MIGRATING = 7_306_021
"""Key of the advisory lock under which one worker migrates while the others wait."""


def migrate(engine: Engine) -> None:
    """By one process while the others wait; in one transaction, so that a server that is killed leaves what was there.
    Raises SettingsError in one line where the database is not one this program can bring up to date."""
    config = Config()
    config.set_main_option("script_location", "grognard.server:migrations")
    if engine.dialect.name == "postgresql":
        _migrate_postgres(engine, config)
    else:
        _migrate_sqlite(engine, config)


def _migrate_postgres(engine: Engine, config: Config) -> None:
    with engine.connect() as connection:
        connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": MIGRATING})
        connection.commit()
        try:
            _behind(connection, config)
            _upgrade(connection, config)
            connection.commit()
        finally:
            connection.rollback()
            connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": MIGRATING})
            connection.commit()


def _migrate_sqlite(engine: Engine, config: Config) -> None:
    """The driver would commit before every change of a table; here it is told to leave transactions to us. Whoever
    begins first has the database for itself."""
    own = create_engine(engine.url)

    @event.listens_for(own, "connect")
    def leave_transactions_alone(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA busy_timeout=60000")

    @event.listens_for(own, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    try:
        with own.begin() as connection:
            if (before := _behind(connection, config)) is not None:
                _keep_copy(engine, before)
            _upgrade(connection, config)
    finally:
        own.dispose()


def _upgrade(connection: Connection, config: Config) -> None:
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _behind(connection: Connection, config: Config) -> str | None:
    """The schema of an older program that is about to be changed; None: a new database, or nothing to do."""
    script = ScriptDirectory.from_config(config)
    known, head = {revision.revision for revision in script.walk_revisions()}, script.get_current_head()
    now = MigrationContext.configure(connection).get_current_revision()
    if now is None and inspect(connection).has_table("matches"):
        raise SettingsError(
            "the database was left half made when a first start was interrupted; there are no games in it, delete it"
        )
    if now is not None and now not in known:
        raise SettingsError(f"the database was made by a newer Grognard (schema {now}; this one knows {head})")
    return now if now != head else None


def _keep_copy(engine: Engine, before: str) -> None:
    """A copy of the file as the older program left it, beside it. One that is there from an attempt that was
    interrupted is made anew: nothing has been changed since."""
    name = engine.url.database
    if not name or name == ":memory:":
        return
    kept = Path(f"{name}.before-upgrade-{before}")
    part = Path(f"{kept}.part")
    with closing(sqlite3.connect(name)) as source, closing(sqlite3.connect(part)) as target:
        source.backup(target)
    part.chmod(0o600)
    part.replace(kept)
