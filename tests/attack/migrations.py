"""Kill the process that makes or changes the tables of a database, at any of its statements."""

import os
import random
import signal
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine, event, inspect, make_url, text

from grognard.server.migrate import migrate

BEFORE = ("", "0001", "0002", "0003", "0004")
"""Schemas of older programs; the first: an empty database."""
MANY = 1000
"""More statements than any migration has."""
Whole = dict[tuple[str, str], tuple[Any, int]]
"""By database and older schema: what an undisturbed migration makes, and its statements."""


def trial(rng: random.Random, addresses: list[str], whole: Whole) -> str:
    """Killed at one statement, the next start finds what was there before and makes what the undisturbed one makes."""
    address, before = rng.choice(addresses), rng.choice(BEFORE)
    if (address, before) not in whole:
        empty(address, before)
        statements = undisturbed(address)
        whole[address, before] = schema(address), statements
    made, statements = whole[address, before]
    empty(address, before)
    left, statement = schema(address), rng.randint(1, statements)
    assert killed(address, statement) is None, f"there is no statement {statement} of {statements}"
    # Either nothing of it stayed, or all: the last statements come after the commit.
    assert schema(address) in (left, made), f"killed at statement {statement}, something stayed"
    undisturbed(address)
    assert schema(address) == made, f"killed at statement {statement}"
    return f"{make_url(address).get_backend_name()}, from {before or 'nothing'}: killed and made whole"


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


def undisturbed(address: str) -> int:
    """Migrate; the number of statements."""
    statements = killed(address, MANY)
    assert statements is not None
    return statements


def killed(address: str, statement: int) -> int | None:
    """Migrate in a process that is killed before its n-th statement; if it did not come so far, how many it had."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            count = 0

            @event.listens_for(Engine, "before_cursor_execute")
            def strike(*_: Any) -> None:
                nonlocal count
                count += 1
                if count == statement:
                    os.kill(os.getpid(), signal.SIGKILL)

            migrate(create_engine(address))
            os.write(writing, str(count).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        told = pipe.read()
    _, status = os.waitpid(child, 0)
    assert told or os.WIFSIGNALED(status), "the migration failed"
    return int(told) if told else None


def empty(address: str, revision: str) -> None:
    """A database as an older program left it, with somebody in it; the first: nothing at all."""
    url = make_url(address)
    if url.get_backend_name() == "sqlite":
        file = Path(str(url.database))
        for left in file.parent.glob(f"{file.name}*"):
            left.unlink()
    engine = create_engine(address)
    with engine.begin() as connection:
        if url.get_backend_name() == "postgresql":
            connection.execute(text("DROP SCHEMA public CASCADE"))
            connection.execute(text("CREATE SCHEMA public"))
        if revision:
            config = Config()
            config.set_main_option("script_location", "grognard.server:migrations")
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
            connection.execute(text("INSERT INTO accounts (name, password, created) VALUES ('Éric', 'x', 0)"))
    engine.dispose()
