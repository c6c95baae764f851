"""A throw-away PostgreSQL on a free loopback port, for benchmarks and tests."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def postgres() -> Iterator[str]:
    """The SQLAlchemy address of an empty database; the cluster is removed afterwards."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    tools = _tools()
    home, prefix = _home()
    cluster = home / "cluster"

    def run(*command: str | Path) -> None:
        null = subprocess.DEVNULL
        subprocess.run([*prefix, *command], check=True, stdout=null, stderr=null, cwd=home)

    try:
        run(tools / "initdb", "-D", cluster, "-U", "grognard", "-A", "trust")
        settings = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={home}"
        control: list[str | Path] = [tools / "pg_ctl", "-D", cluster, "-l", home / "log", "-w"]
        run(*control, "-o", settings, "start")
        try:
            yield f"postgresql+psycopg://grognard@127.0.0.1:{port}/postgres"
        finally:
            run(*control, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _tools() -> Path:
    """Where the programs of PostgreSQL are."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not places:
        raise FileNotFoundError("PostgreSQL is not installed here (initdb, pg_ctl)")
    return places[-1]


def _home() -> tuple[Path, list[str]]:
    """A folder for the cluster, and how to run as its owner: initdb refuses to run as root."""
    home = Path(tempfile.mkdtemp(prefix="grognard-postgres-"))
    if os.geteuid() != 0:
        return home, []
    for user in ("postgres", "nobody"):
        try:
            account = pwd.getpwnam(user)
        except KeyError:
            continue
        os.chown(home, account.pw_uid, account.pw_gid)
        return home, ["setpriv", f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}", "--clear-groups"]
    raise LookupError("there is no user postgres or nobody to run PostgreSQL as")
