"""The schema of the store: made and changed as a whole or not at all, whenever a server is killed."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from grognard.server.settings import SettingsError
from grognard.server.store import prepare
from tests.attack.migrations import BEFORE, empty, killed, schema, undisturbed
from tests.serving import ROOT

HEAD = "0005"


def address(file: Path) -> str:
    return f"sqlite:///{file}"


def at(file: Path, revision: str) -> None:
    """A database as an older program left it, with somebody in it."""
    empty(address(file), revision)


@pytest.mark.parametrize("before", BEFORE)
def test_a_server_killed_at_any_statement_of_a_migration_starts_again(tmp_path: Path, before: str) -> None:
    file = tmp_path / "table.sqlite3"
    base = address(file)
    empty(base, before)
    old = file.read_bytes() if before else b""
    statements = undisturbed(base)
    whole = schema(base)
    assert statements > {"": 30, "0001": 15, "0002": 15}.get(before, 3), "small migrations have few statements"
    for kill in range(1, statements + 1):
        for left in tmp_path.iterdir():
            left.unlink()
        file.write_bytes(old)
        assert killed(base, kill) is None
        prepare(base)
        assert schema(base) == whole, f"killed before statement {kill}"


def test_a_copy_is_kept_before_an_upgrade(tmp_path: Path) -> None:
    file = tmp_path / "table.sqlite3"
    at(file, "0002")
    old = schema(address(file))
    prepare(address(file))
    copy = tmp_path / "table.sqlite3.before-upgrade-0002"
    assert schema(address(copy)) == old and schema(address(file))[1] == [[(HEAD,)]]
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
