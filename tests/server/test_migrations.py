"""The schema of the store: made and changed as a whole or not at all, whenever a server is killed."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine, event

from grognard.server.migrate import migrate
from grognard.server.settings import SettingsError
from grognard.server.store import prepare
from tests.serving import ROOT

HEAD = "0005"


def address(file: Path) -> str:
    return f"sqlite:///{file}"


def at(file: Path, revision: str) -> None:
    """A database as an older program left it, with somebody in it."""
    engine = create_engine(address(file))
    config = Config()
    config.set_main_option("script_location", "grognard.server:migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        connection.exec_driver_sql("INSERT INTO accounts (name, password, created) VALUES ('Éric', 'x', 0)")
    engine.dispose()


def schema(file: Path) -> tuple[Any, ...]:
    with closing(sqlite3.connect(file)) as base:
        return (
            base.execute("SELECT version_num FROM alembic_version").fetchall(),
            sorted(base.execute("SELECT type, name, tbl_name FROM sqlite_master").fetchall()),
            base.execute("SELECT name FROM accounts").fetchall(),
        )


def killed(file: Path, statement: int) -> bool:
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

        migrate(create_engine(address(file)))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return os.WIFSIGNALED(status)


@pytest.mark.parametrize("before", ["", "0001", "0002", "0003", "0004"])
def test_a_server_killed_at_any_statement_of_a_migration_starts_again(tmp_path: Path, before: str) -> None:
    whole = tmp_path / "whole.sqlite3"
    if before:
        at(whole, before)
    prepare(address(whole))
    kills = 0
    while True:
        kills += 1
        file = tmp_path / f"{kills}.sqlite3"
        if before:
            at(file, before)
        if not killed(file, kills):
            break
        prepare(address(file))
        assert schema(file) == schema(whole), f"killed before statement {kills}"
    assert schema(file) == schema(whole)
    assert kills > {"": 30, "0001": 15, "0002": 15}.get(before, 3), "small migrations have few statements"


def test_a_copy_is_kept_before_an_upgrade(tmp_path: Path) -> None:
    file = tmp_path / "table.sqlite3"
    at(file, "0002")
    old = schema(file)
    prepare(address(file))
    copy = tmp_path / "table.sqlite3.before-upgrade-0002"
    assert schema(copy) == old and schema(file)[0] == [(HEAD,)]
    assert copy.stat().st_mode & 0o077 == 0
    prepare(address(file))
    assert sorted(p.name for p in tmp_path.glob("*upgrade*")) == [copy.name], "nothing is copied where nothing changes"


def test_a_new_database_needs_no_copy(tmp_path: Path) -> None:
    prepare(address(tmp_path / "table.sqlite3"))
    assert not list(tmp_path.glob("*upgrade*"))


def test_a_newer_schema_is_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "table.sqlite3"
    prepare(address(file))
    with closing(sqlite3.connect(file)) as base:
        base.execute("UPDATE alembic_version SET version_num = '0999'")
        base.commit()
    with pytest.raises(SettingsError, match=r"newer Grognard \(schema 0999; this one knows"):
        prepare(address(file))
    command = [sys.executable, "-m", "grognard", "serve", "--no-browser", "--port", "0", "--database", address(file)]
    told = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert told.returncode != 0 and "schema 0999" in told.stderr and len(told.stderr.strip().splitlines()) <= 2


def test_what_an_interrupted_first_start_of_an_older_program_left_is_named(tmp_path: Path) -> None:
    file = tmp_path / "table.sqlite3"
    with closing(sqlite3.connect(file)) as base:
        base.execute("CREATE TABLE matches (id TEXT)")
    with pytest.raises(SettingsError, match="half made"):
        prepare(address(file))


def test_names_are_folded_by_the_upgrade(tmp_path: Path) -> None:
    file = tmp_path / "table.sqlite3"
    at(file, "0002")
    prepare(address(file))
    with closing(sqlite3.connect(file)) as base:
        assert base.execute("SELECT folded, likeness FROM accounts").fetchall() == [("éric", "erlc")]
