"""Kill the process that makes or changes the tables of a PostgreSQL database, at any of its statements."""

import os
import random
import signal
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine, event, inspect, text

from grognard.server.migrate import migrate

BEFORE = ("", "0001", "0002", "0003", "0004")
"""Schemas of older programs; the first: an empty database."""


def trial(rng: random.Random, address: str, whole: dict[str, Any]) -> str:
    """Killed at one statement, the next start finds what was there before and makes what the undisturbed one makes."""
    before = rng.choice(BEFORE)
    _empty(address, before)
    if not whole.get(before):
        bring_up(address)
        whole[before] = schema(address)
        _empty(address, before)
    left = schema(address)
    statement = rng.randrange(1, 45)
    if not killed(address, statement):
        assert schema(address) == whole[before]
        return f"from {before or 'nothing'}: done before statement {statement // 10 * 10}+"
    # Either nothing of it stayed, or all: the last statements come after the commit.
    assert schema(address) in (left, whole[before]), f"killed at statement {statement}, something stayed"
    bring_up(address)
    assert schema(address) == whole[before], f"killed at statement {statement}"
    return f"from {before or 'nothing'}: killed and made whole"


def bring_up(address: str) -> None:
    engine = create_engine(address)
    migrate(engine)
    engine.dispose()


def schema(address: str) -> Any:
    """Tables, columns, indices, the version, and who is in it."""
    engine = create_engine(address)
    with engine.connect() as connection:
        seen = inspect(connection)
        tables = {
            name: (
                sorted(c["name"] for c in seen.get_columns(name)),
                sorted(str(i["name"]) for i in seen.get_indexes(name)),
            )
            for name in seen.get_table_names()
        }
        told = [connection.execute(text("SELECT version_num FROM alembic_version")).fetchall()] if tables else []
        people = connection.execute(text("SELECT name FROM accounts")).fetchall() if "accounts" in tables else []
    engine.dispose()
    return tables, told, people


def killed(address: str, statement: int) -> bool:
    """Migrate in a process that is killed before its n-th statement; whether it came so far."""
    child = os.fork()
    if child == 0:
        count = 0

        @event.listens_for(Engine, "before_cursor_execute")
        def strike(*_: Any) -> None:
            nonlocal count
            count += 1
            if count == statement:
                os.kill(os.getpid(), signal.SIGKILL)

        migrate(create_engine(address))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return os.WIFSIGNALED(status)


def _empty(address: str, revision: str) -> None:
    """A database as an older program left it, with somebody in it."""
    engine = create_engine(address)
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
        if revision:
            config = Config()
            config.set_main_option("script_location", "grognard.server:migrations")
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
            connection.execute(text("INSERT INTO accounts (name, password, created) VALUES ('Éric', 'x', 0)"))
    engine.dispose()
