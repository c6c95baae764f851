"""Servers shared by the tests of a module, and a real PostgreSQL where one is needed."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.kit import Browser, Server, free_port, serving


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("table")) as running:
        yield running


@pytest.fixture
def browser(server: Server) -> Browser:
    return server.browser()


@pytest.fixture(scope="package")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an empty database on a free loopback port."""
    folder = tmp_path_factory.mktemp("postgres")
    port = free_port()
    tools = _tools()
    cluster, prefix = _owned(folder)
    run = {"check": True, "capture_output": True, "cwd": cluster.parent}
    subprocess.run([*prefix, tools / "initdb", "-D", cluster, "-U", "grognard", "-A", "trust", "-N"], **run)
    settings = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={cluster.parent}"
    start = [*prefix, tools / "pg_ctl", "-D", cluster, "-o", settings, "-l", cluster.parent / "log", "-w", "start"]
    subprocess.run(start, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=cluster.parent)
    try:
        yield f"postgresql+psycopg://grognard@127.0.0.1:{port}/postgres"
    finally:
        subprocess.run([*prefix, tools / "pg_ctl", "-D", cluster, "-m", "immediate", "stop"], **run)
        shutil.rmtree(cluster.parent, ignore_errors=True)


def _tools() -> Path:
    """Where the programs of PostgreSQL are."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not places:
        pytest.fail("these tests need PostgreSQL (initdb, pg_ctl)")
    return places[-1]


def _owned(folder: Path) -> tuple[Path, list[str]]:
    """A folder for the cluster, and how to run as its owner: initdb refuses to run as root."""
    if os.geteuid() != 0:
        return folder / "cluster", []
    user = next(u for u in ("postgres", "nobody") if _known(u))
    account = pwd.getpwnam(user)
    # Folders of pytest are closed to other users; this one is removed with the cluster.
    home = Path(tempfile.mkdtemp(prefix="grognard-pg-"))
    os.chown(home, account.pw_uid, account.pw_gid)
    prefix = ["setpriv", f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}", "--clear-groups"]
    return home / "cluster", prefix


def _known(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
