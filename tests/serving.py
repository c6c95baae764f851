"""Real servers in processes of their own, for the tests of the server and of the browser table."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import Queue
from typing import Self

import httpx

ROOT = Path(__file__).parents[1]
PATIENT = 120.0
"""Seconds after which something that should have happened counts as failed, on the slowest of machines."""
FREELY = {
    "pace": 0,
    "warm": 0,
    "thinkers": 0,
    "calculators": 0,
    "messages": 1000,
    "requests": 1000,
    "creations": 100000,
    "sockets": 1000,
    "connects": 1000000,
    "chat": 100000,
}
"""Settings under which no test waits for a computer player or meets a limit it does not speak of."""

plain = httpx.Client(timeout=PATIENT, verify=False, trust_env=False)
"""For loopback: loading certificates would take longer than most tests."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Process:
    """One server on a free loopback port that stays the same over restarts, with its own data folder."""

    def __init__(self, app: str, data: Path, database: str = "", workers: int = 1, **settings: object) -> None:
        self.app, self.data, self.port, self.workers = app, data, free_port(), workers
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = data / "server.log"
        self.python = sys.executable
        """Another environment's, for what is installed only there."""
        self.environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith("GROGNARD_")},
            "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH")))),
            "GROGNARD_DATA": str(data),
            "GROGNARD_WORKERS": str(workers),
            **({"GROGNARD_DATABASE": database} if database else {}),
            **{f"GROGNARD_{name.upper()}": str(value) for name, value in (FREELY | settings).items()},
        }
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Self:
        command = [self.python, "-m", "uvicorn", self.app, "--factory", "--port", str(self.port)]
        command += ["--ws", "websockets-sansio", "--ws-max-size", "32768", "--log-level", "warning"]
        command += ["--no-access-log", "--workers", str(self.workers)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=log, stderr=log)
        self.wait()
        return self

    def wait(self) -> None:
        """Until it answers."""
        until = time.monotonic() + PATIENT
        while True:
            try:
                if plain.get(self.address + "/healthz", timeout=2).status_code == 200:
                    return
            except httpx.HTTPError:
                if time.monotonic() > until or (self.process is not None and self.process.poll() is not None):
                    raise AssertionError(f"the server does not answer:\n{self.log.read_text()[-3000:]}") from None
                time.sleep(0.03)

    def kill(self) -> None:
        """As the power cut does it."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                self.kill()


@contextmanager
def webhook() -> Iterator[tuple[str, Queue[dict[str, object]]]]:
    """An address to post to, and what was posted there."""
    heard: Queue[dict[str, object]] = Queue()

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Quiet."""

    with HTTPServer(("127.0.0.1", 0), Hook) as receiver:
        threading.Thread(target=receiver.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{receiver.server_port}/", heard
        receiver.shutdown()
